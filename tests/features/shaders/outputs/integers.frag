#version 460
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"
#define INTERFACE in
#define LIST
#define LIST2 [3]
#include "integers.glsl"

layout(location = 0) out vec4 target;

void main() {
    uint v = uint(-a);
    bool ok = b == 0xffffff00u + v && c == ivec3(v, -1, 0x7fffffff) && d == uvec4(v, 1, 2, 0x80000000u);
    ok = ok && e[0] == uvec2(v, 0) && e[1] == uvec2(v, 1) && e[2] == uvec2(v, 2);
    target = verdict(ok, v);
}
