#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = color;
    atomicAdd(results[uint(gl_FragCoord.x) / 8], 1);
}
