#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_places.glsl"

// After `write_indices`: one invocation for each query that counts draws of the run adds what this step did for them.

struct CountedDraws {
    uvec2 counts;
    uint first;
    uint end;
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Counted { CountedDraws at[]; };

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer WrittenRasterDraws { RasterDraw at[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Counting {
    Run run;
    Counted draws;
    WrittenRasterDraws raster;
    uint count;
    uint task_invocations;
    uint mesh_invocations;
    uint views;
};

layout(buffer_reference, std430, buffer_reference_align = 16) buffer QueryCounts {
    uint primitives[2];
    uint task_invocations[2];
    uint mesh_invocations[2];
};

layout(local_size_x = 64) in;
layout(push_constant) uniform Push { Counting counting; Step step; };

// Draws of one query may be counted by several invocations at once, in this dispatch and in others.
#define ADD(counter, low, high) \
    { \
        uint before = atomicAdd(counter[0], low); \
        uint carried = high + uint(before + low < before); \
        if (carried != 0) atomicAdd(counter[1], carried); \
    }

void main() {
    if (gl_GlobalInvocationID.x >= counting.count) return;
    Run run = counting.run;
    CountedDraws draws = counting.draws.at[gl_GlobalInvocationID.x];
    QueryCounts counts = QueryCounts(draws.counts);
    uint first = first_workgroup(run, step, draws.first), end = first_workgroup(run, step, draws.end);

    // Raster draws have consecutive parts of the index list.
    RasterDraw last = counting.raster.at[draws.end - 1];
    uint indices = last.first_index + last.index_count - counting.raster.at[draws.first].first_index;
    uint low, high;
    umulExtended(indices / run.corners, counting.views, high, low);
    ADD(counts.primitives, low, high)

    if ((run.flags & RUN_HAS_TASK) != 0 && step.new_tasks != 0) {
        umulExtended(task_of(step, end) - task_of(step, first), counting.task_invocations, high, low);
        ADD(counts.task_invocations, low, high)
    }
    uint meshes = mesh_of(run, step, end) - mesh_of(run, step, first);
    umulExtended(meshes, counting.mesh_invocations, high, low);
    ADD(counts.mesh_invocations, low, high)
}
