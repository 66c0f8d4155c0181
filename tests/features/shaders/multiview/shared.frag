#version 460
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"
#include "view.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(mix(color.rgb, shade(this_view()).rgb, 0.5), color.a);
}
