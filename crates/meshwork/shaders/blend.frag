#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) perprimitiveEXT in vec4 color;
layout(location = 0) out vec4 result;

void main() {
    result = vec4(color.rgb * color.a, color.a);
}
