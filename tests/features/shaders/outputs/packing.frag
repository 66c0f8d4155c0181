#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0, component = 0) in vec2 a;
layout(location = 0, component = 2) in float b;
layout(location = 0, component = 3) in float c;
layout(location = 1, component = 1) in vec3 d;
layout(location = 2, component = 0) flat in uint e;
layout(location = 2, component = 2) flat in uvec2 f;
layout(location = 3, component = 3) perprimitiveEXT flat in uint g;
layout(location = 3, component = 0) perprimitiveEXT flat in uvec2 h;
layout(location = 0) out vec4 target;

void main() {
    bool ok = f == uvec2(e + 1, e + 2) && g == e + 3 + h.y && h.x == e + 4;
    vec4 tint = e % 2 == 0 ? vec4(a, b + c, 1) : vec4(d, 1);
    target = ok ? vec4(tint.rg, 0.25 + 0.5 * tint.b, 1) : RED;
}
