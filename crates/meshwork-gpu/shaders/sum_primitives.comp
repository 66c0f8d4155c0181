#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

// After the mesh stage of a large batch: the primitives of each block of mesh workgroups, and of each block of blocks that is full,
// so that `write_indices` need not add up all that come before.

layout(local_size_x = SUM_BLOCK) in;
layout(push_constant) uniform Push { Run run; Step step; };

shared uint sum;

// The primitives of mesh workgroups `first` to `end`. Every invocation must call it.
uint primitives(uint first, uint end) {
    // The last sum has been read.
    barrier();
    if (gl_LocalInvocationID.x == 0) sum = 0;
    barrier();
    uint part = 0;
    for (uint mesh = first + gl_LocalInvocationID.x; mesh < end; mesh += SUM_BLOCK) part += Words(run.meshes).at[mesh];
    atomicAdd(sum, part);
    barrier();
    return sum;
}

void main() {
    uint block = flat_workgroup(), first = block * SUM_BLOCK;
    // Conditions are the same for the whole workgroup.
    if (first >= step.mesh_count) return;
    uint of_block = primitives(first, min(first + SUM_BLOCK, step.mesh_count));
    if (gl_LocalInvocationID.x == 0) Words(run.sums).at[block] = of_block;
    uint end = first + SUM_BLOCK * SUM_BLOCK;
    if (block % SUM_BLOCK == 0 && end <= step.mesh_count) {
        uint of_blocks = primitives(first, end);
        if (gl_LocalInvocationID.x == 0) Words(run.sums).at[sum_of_blocks(run, block / SUM_BLOCK)] = of_blocks;
    }
}
