#version 460
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 96) in;
layout(set = 0, binding = 0) buffer Values { uvec2 values[]; };

void main() {
    uint place = gl_GlobalInvocationID.x;
    uvec2 value = values[place];
    uvec4 odd = subgroupBallot((value.x & 1u) != 0);
    uint before = bitCount(odd.x & gl_SubgroupLtMask.x) + bitCount(odd.y & gl_SubgroupLtMask.y);
    values[place] = subgroupShuffle(value, before) + subgroupExclusiveAdd(value.y);
}
