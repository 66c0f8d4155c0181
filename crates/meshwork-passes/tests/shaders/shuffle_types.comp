#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

// Every type, in loops, branches and functions.

layout(local_size_x = 64) in;

layout(set = 0, binding = 0, std430) buffer Words { uint words[]; };
layout(push_constant) uniform Constants { uint count; };

#define USE(T, index) uint(subgroupShuffle(T(word), index).x)

uint shuffle_twice(uint word, uint index) {
    return subgroupShuffle(subgroupShuffle(word, index), count);
}

void main() {
    uint id = gl_GlobalInvocationID.x;
    uint word = words[id], index = word >> 3, sum = 0;
    sum += USE(i8vec2, index) + USE(u8vec3, index) + USE(i16vec4, index) + USE(u16vec2, index);
    sum += USE(ivec3, index) + USE(uvec4, index) + USE(i64vec2, index) + USE(u64vec3, index);
    sum += USE(f16vec4, index) + USE(vec2, index) + USE(dvec3, index) + USE(bvec4, index);
    sum += uint(subgroupShuffle(int8_t(word), index)) + uint(subgroupShuffleXor(uint64_t(word), index));
    sum += uint(subgroupShuffleUp(float16_t(word), index)) + uint(subgroupShuffleDown(word != 0, index));
    // The header of a loop.
    for (uint n = 0; subgroupShuffle(word, n + index) != 0 && n < count; ++n) {
        if (word == n) continue;
        sum += shuffle_twice(word, n);
        if ((sum & 1) == 0) break;
    }
    if (id == 7) return;
    words[id] = sum + subgroupBroadcast(word, 2) + subgroupBroadcast(word, count) + subgroupBroadcast(word, index);
}
