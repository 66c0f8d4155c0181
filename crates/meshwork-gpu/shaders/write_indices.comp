#version 460
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 128) in;

const uint LANES = gl_WorkGroupSize.x;

shared uint sum;

uint sum_over_workgroup(uint value) {
    if (gl_LocalInvocationIndex == 0) sum = 0;
    barrier();
    if (value != 0) atomicAdd(sum, value);
    barrier();
    uint total = sum;
    // It is used again.
    barrier();
    return total;
}

#include "write_indices.glsl"
