#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec2 place;
layout(location = 1) perprimitiveEXT flat in vec4 a;
layout(location = 2) perprimitiveEXT flat in mat3 b;
layout(location = 5) perprimitiveEXT flat in int c[2];
layout(location = 7) perprimitiveEXT flat in float d;
layout(location = 0) out vec4 target;

void main() {
    bool ok = a == shade(2 * uint(-c[0]) + uint(c[1])) && b[1] == vec3(0, 2, 0) && b[2].z == float(-c[0]) && d == 0.5;
    target = ok ? vec4(a.rg * 0.5 + place * 0.5, a.b, 1) : RED;
}
