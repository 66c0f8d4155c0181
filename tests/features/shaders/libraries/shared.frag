#version 460
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rg, shade(gl_PrimitiveID).gb);
}
