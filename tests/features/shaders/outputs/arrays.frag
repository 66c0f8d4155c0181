#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec2 grid[2][3];
layout(location = 6) perprimitiveEXT flat in uint rows[2][2];
layout(location = 0) out vec4 target;

void main() {
    bool ok = rows[1][0] == rows[0][0] + rows[0][1] && rows[1][1] == 7;
    vec2 sum = grid[0][0] * 0.25 + grid[0][1] * 0.25 + grid[1][rows[0][0] % 3] * 0.25;
    target = ok ? vec4(sum, grid[0][2].x + 0.25 * float(rows[0][1]), 1) : RED;
}
