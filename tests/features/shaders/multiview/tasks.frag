#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_mesh_shader : require
#include "../common.glsl"
#include "view.glsl"

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT flat in uint mark;
layout(location = 0) out vec4 target;

void main() {
    vec3 marked = verdict(mark / 2 == this_view(), mark).rgb;
    target = vec4(mix(color.rgb, marked, 0.25), color.a);
}
