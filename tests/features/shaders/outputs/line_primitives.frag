#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT flat in uvec2 number;
layout(location = 0) out vec4 target;

void main() {
    target = number.y == 7 ? vec4(color.r, shade(number.x).gb, 1) : RED;
}
