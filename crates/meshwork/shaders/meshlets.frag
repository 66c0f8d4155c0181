#version 460
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"

layout(set = 0, binding = 0) uniform sampler2D base_texture;

layout(location = 0) in vec3 in_normal;
layout(location = 1) in vec4 in_color;
layout(location = 2) in vec2 in_texture_position;
layout(location = 3) in vec3 in_to_eye;
layout(location = 0) out vec4 result;

void main() {
    vec3 normal = normalize(in_normal) * (gl_FrontFacing ? 1.0 : -1.0);
    vec3 to_eye = normalize(in_to_eye);
    vec4 albedo = in_color * texture(base_texture, in_texture_position);
    float rim = 1.0 - max(dot(normal, to_eye), 0.0);
    float shine = max(dot(normal, normalize(to_eye + vec3(0.48, 0.77, 0.42))), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    vec3 color = light(albedo.rgb, normal) + vec3(0.35) * shine * shine + vec3(0.10, 0.14, 0.22) * rim * rim * rim;
    result = encode(color);
}
