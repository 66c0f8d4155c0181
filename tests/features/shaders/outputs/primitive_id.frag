#version 460
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    bool ok = color == shade(gl_PrimitiveID / 100) || distance(color, shade(gl_PrimitiveID / 100)) < 0.01;
    target = verdict(ok, gl_PrimitiveID);
}
