#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) flat in vec4 color;
layout(location = 1) perprimitiveEXT flat in vec4 tint;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(mix(color.rgb, tint.rgb, 0.5), 1);
}
