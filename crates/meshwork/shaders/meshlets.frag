#version 460
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"

layout(set = 0, binding = 0) uniform texture2D base_texture;

layout(location = 0) in vec3 in_normal;
layout(location = 1) in vec4 in_color;
layout(location = 2) in vec2 in_texture_position;
layout(location = 3) in vec3 in_to_eye;
layout(location = 0) out vec4 result;

// Four texels of a level, weighed; the picture repeats.
vec4 bilinear(vec2 position, int level) {
    ivec2 size = textureSize(base_texture, level);
    vec2 at = position * vec2(size) - 0.5;
    vec2 weight = fract(at);
    // Corners of the texel square, wrapped; % of a negative number is undefined in GLSL.
    ivec2 low = ivec2(mod(floor(at), vec2(size)));
    ivec2 high = (low + 1) % size;
    vec4 top = mix(texelFetch(base_texture, low, level), texelFetch(base_texture, ivec2(high.x, low.y), level), weight.x);
    vec4 bottom = mix(texelFetch(base_texture, ivec2(low.x, high.y), level), texelFetch(base_texture, high, level), weight.x);
    return mix(top, bottom, weight.y);
}

// Trilinear, in float arithmetic: drivers' own filters weigh with different precision, and their pictures could not be
// compared. Between two levels the weight follows the footprint itself, not its logarithm, which is not exact either.
vec4 filtered(vec2 position) {
    vec2 size = vec2(textureSize(base_texture, 0));
    float footprint = max(length(dFdx(position) * size), length(dFdy(position) * size));
    int last = textureQueryLevels(base_texture) - 1;
    if (footprint <= 1.0) {
        return bilinear(position, 0);
    }
    int level = findMSB(uint(min(footprint, 65536.0)));
    if (level >= last) {
        return bilinear(position, last);
    }
    float weight = footprint / float(1 << level) - 1.0;
    return mix(bilinear(position, level), bilinear(position, level + 1), weight);
}

void main() {
    vec3 normal = normalize(in_normal) * (gl_FrontFacing ? 1.0 : -1.0);
    vec3 to_eye = normalize(in_to_eye);
    vec4 albedo = in_color * filtered(in_texture_position);
    float rim = 1.0 - max(dot(normal, to_eye), 0.0);
    float shine = max(dot(normal, normalize(to_eye + vec3(0.48, 0.77, 0.42))), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    vec3 color = light(albedo.rgb, normal) + vec3(0.35) * shine * shine + vec3(0.10, 0.14, 0.22) * rim * rim * rim;
    result = encode(color);
}
