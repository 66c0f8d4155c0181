#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) flat in double a;
layout(location = 1) flat in dvec3 b;
layout(location = 3) perprimitiveEXT flat in dvec2 c;
layout(location = 0) out vec4 target;

void main() {
    bool ok = a == 1.0LF / 3.0LF && b.yz == dvec2(1e300LF, -1e-300LF) && c.y == 1.0LF / 7.0LF;
    target = verdict(ok, uint(b.x) * 2 + uint(c.x));
}
