#version 460
#extension GL_GOOGLE_include_directive : require
#include "sets.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rg * 0.5 + float(one[3]) / 256.0, two[3].w * 0.25, 1);
}
