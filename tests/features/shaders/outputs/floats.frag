#version 460
#extension GL_GOOGLE_include_directive : require
#define INTERFACE in
#define LIST
#include "floats.glsl"

layout(location = 0) out vec4 target;

// Bands of the picture show different outputs.
void main() {
    switch (uint(gl_FragCoord.y) / 8) {
    case 0: target = vec4(a, b, 1); break;
    case 1: target = vec4(c, 1); break;
    case 2: target = vec4(d.xyz * d.w, 1); break;
    case 3: target = vec4(e[0] + e[1].yx, e[1][1], 1); break;
    case 4: target = vec4(f[0].x, f[2].zx, 1); break;
    case 5: target = vec4(g[3].y, g[0].x, f[1].y, 1); break;
    default: target = vec4(h[0].x * 4.0, h[2].x, h[3].w, 1);
    }
}
