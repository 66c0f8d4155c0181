#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT flat in uint number;
layout(location = 0) out vec4 target;

void main() {
    target = number % 2 == 0 ? color : color.bgra;
}
