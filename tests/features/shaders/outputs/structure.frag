#version 460
#extension GL_GOOGLE_include_directive : require
#include "structure.glsl"

layout(location = 0) in Data data;
layout(location = 8) in vec2 pairs[2];
layout(location = 0) out vec4 target;

void main() {
    vec3 tint = data.tint.rgb * 0.25 + vec3(data.turn * data.inner.a, data.inner.b[1]) * 0.5;
    target = vec4(tint + vec3(pairs[0].y, pairs[1].x, data.inner.b[0]) * 0.25, 1);
}
