#version 460
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

// Shuffles by indices and offsets that are constant, uniform or neither.

layout(local_size_x = 64) in;

layout(set = 0, binding = 0, std430) buffer Words { uint words[]; };
layout(push_constant) uniform Constants { uint from_push_constant; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    uint value = words[id];
    uint sum = subgroupShuffle(value, 3);
    sum += subgroupShuffle(value, from_push_constant);
    sum += subgroupShuffle(value, value & 7);
    sum += subgroupShuffleXor(value, from_push_constant);
    sum += subgroupShuffleUp(value, value);
    if (gl_WorkGroupID.x == 0) {
        sum += subgroupShuffle(value, 1);
    }
    words[id] = sum;
}
