#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in vec4 color;
layout(location = 3) perprimitiveEXT flat in vec3 tint;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rgb * 0.25 + tint * 0.5 + shade(gl_PrimitiveID + 64 * gl_Layer).rgb * 0.25, 1);
}
