#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

// After the mesh stage of a large batch: the primitives of each block of mesh workgroups, so that `write_indices` need not add
// up all that come before.

layout(local_size_x = SUM_BLOCK) in;
layout(push_constant) uniform Push { Run run; Step step; };

shared uint sum;

void main() {
    uint block = flat_workgroup();
    uint mesh = block * SUM_BLOCK + gl_LocalInvocationID.x;
    // The same for the whole workgroup.
    if (block * SUM_BLOCK >= step.mesh_count) return;
    if (gl_LocalInvocationID.x == 0) sum = 0;
    barrier();
    if (mesh < step.mesh_count) atomicAdd(sum, Words(run.meshes).at[mesh]);
    barrier();
    if (gl_LocalInvocationID.x == 0) Words(run.sums).at[block] = sum;
}
