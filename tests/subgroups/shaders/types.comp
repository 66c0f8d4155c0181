#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#include "harness.glsl"

// Numbers of all widths, which not every device has.

// The test sets the size that it wants.
layout(local_size_x = 64) in;

void put(uint64_t value) { put(unpack32(value)); }

void main() {
    uvec4 a = begin(gl_WorkGroupID.x * workgroup_size + gl_LocalInvocationIndex);
    put(gl_NumSubgroups);
    put(gl_SubgroupID);
    uint lane = a.y % gl_SubgroupSize;
    uint64_t wide = pack64(a.xz);
    put(subgroupShuffle(wide, lane));
    u64vec2 both = subgroupShuffle(u64vec2(wide, ~wide), lane);
    put(both.x);
    put(both.y);
    put(subgroupAdd(wide));
    put(subgroupExclusiveAdd(wide));
    put(uint64_t(subgroupExclusiveMin(int64_t(wide))));
    put(uint(subgroupShuffle(uint16_t(a.x), lane)));
    put(int(subgroupMin(int16_t(a.x))));
    put(int(subgroupExclusiveMax(int16_t(a.x))));
    put(uint(subgroupShuffle(u8vec2(a.xy), lane).y));
    put(uint(subgroupAdd(uint8_t(a.x))));
    put(int(subgroupExclusiveMin(int8_t(a.x))));
    put(float(subgroupShuffle(float16_t(a.x & 1023u), lane)));
    put(float(subgroupExclusiveMax(float16_t(a.x & 1023u))));
    put(uint(subgroupAdd(double(a.x & 0xffffu))));
    put(subgroupExclusiveMin(double(a.x & 0xffffu)) > 65536.0);
    put(subgroupAllEqual(wide & 1ul));
}
