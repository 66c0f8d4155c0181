#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT flat in uint number;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rg, shade(number).bg).rgba * vec4(1, 1, 1, 0) + vec4(0, 0, 0, 1);
}
