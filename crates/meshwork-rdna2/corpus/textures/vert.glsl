#version 450

// Every way of reading a sampled image that a vertex stage has, at places where filters and levels are exact.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 place;

layout(set = 0, binding = 0) uniform sampler2D plain;
layout(set = 0, binding = 1) uniform sampler2D filtered;
layout(set = 0, binding = 2) uniform sampler2DArray layers;
layout(set = 0, binding = 3) uniform sampler3D volume;
layout(set = 0, binding = 4) uniform samplerCube cube;
layout(set = 0, binding = 5) uniform sampler2DShadow shadow;
layout(set = 0, binding = 6) uniform usampler2D numbers;

layout(location = 0) out vec4 colour;

void main() {
    vec2 at = place.xy * 0.5 + 0.5;
    vec4 sum = textureLod(plain, at, 0.0) + textureLod(plain, at, 2.0);
    sum += textureLodOffset(plain, at, 0.0, ivec2(-2, 3));
    sum += textureGrad(plain, at, vec2(2.0 / 32.0, 0.0), vec2(0.0, 2.0 / 32.0));
    sum += textureGather(plain, at, 1);
    // A texel's quarters: the weights of the filter have four bits at least.
    sum += textureLod(filtered, floor(place.xy * 64.0) / 128.0 + 0.5, 0.0);
    sum += textureLod(layers, vec3(at, place.z * 4.0), 1.0);
    sum += textureLod(volume, place * 0.5 + 0.5, 0.0);
    sum += textureLod(cube, place, 0.0);
    sum.x += texture(shadow, vec3(at, 0.5)) + texture(shadow, vec3(at.yx, 0.25));
    sum += textureGather(shadow, at, 0.75);
    // Also outside.
    sum += texelFetch(plain, ivec2(place.xy * 20.0), 1);
    sum += vec4(texelFetch(numbers, ivec2(at * 32.0), 0)) / 64.0;
    sum.xy += vec2(textureSize(volume, 0).xz) / 32.0;
    colour = sum / 16.0;
    gl_Position = vec4(position, 1.0);
}
