#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require

// For CPU drivers with subgroups of this size: a workgroup of one has no barriers, each of which costs them a coroutine for
// every subgroup.
const uint LANES = 8;

uint sum_over_workgroup(uint value) {
    return subgroupAdd(value);
}

#include "write_indices.glsl"
