#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

// A fragment shader with shuffles, one of which an offset would do.

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = subgroupShuffle(color, uint(gl_FragCoord.x) & 3) + subgroupShuffleDown(color, 1);
}
