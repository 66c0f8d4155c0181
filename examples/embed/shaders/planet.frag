#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec3 normal;
layout(location = 1) perprimitiveEXT flat in vec3 color;
layout(location = 0) out vec4 pixel;

void main() {
    float light = 0.25 + 0.75 * max(dot(normalize(normal), normalize(vec3(-0.5, -0.6, -0.7))), 0.0);
    pixel = vec4(color * light, 1.0);
}
