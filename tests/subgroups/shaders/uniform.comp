#version 460
#extension GL_GOOGLE_include_directive : require
#include "harness.glsl"
#define WORKGROUP gl_WorkGroupID.x
#include "uniform.glsl"

// The test sets the size that it wants.
layout(local_size_x = 64) in;

void main() {
    uvec4 a = begin(gl_WorkGroupID.x * workgroup_size + gl_LocalInvocationIndex);
    put(gl_NumSubgroups);
    put(gl_SubgroupID);
    run(a);
}
