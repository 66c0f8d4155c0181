#version 460
#extension GL_GOOGLE_include_directive : require

#include "subgroup_workgroup.glsl"
#include "write_indices.glsl"
