#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

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

// The first workgroup of the run's first stage that raster draw `index` has.
uint first_workgroup(uint index) {
    Run run = counting.run;
    return index < run.raster_count ? run.draws.at[run.raster_firsts.at[index]].first_workgroup : step.total;
}

// A workgroup's place in the step's batch of them.
uint place(uint workgroup, uint first, uint count) {
    return clamp(workgroup, first, first + count) - first;
}

void main() {
    if (gl_GlobalInvocationID.x >= counting.count) return;
    Run run = counting.run;
    CountedDraws draws = counting.draws.at[gl_GlobalInvocationID.x];
    QueryCounts counts = QueryCounts(draws.counts);
    uint first = first_workgroup(draws.first), end = first_workgroup(draws.end);

    // Raster draws have consecutive parts of the index list.
    RasterDraw last = counting.raster.at[draws.end - 1];
    uint indices = last.first_index + last.index_count - counting.raster.at[draws.first].first_index;
    ADD(counts.primitives, indices / run.corners, 0u)

    if ((run.flags & RUN_HAS_TASK) != 0) {
        first = place(first, step.task_first, step.task_count);
        end = place(end, step.task_first, step.task_count);
        if (step.new_tasks != 0) {
            uint low, high;
            umulExtended(end - first, counting.task_invocations, high, low);
            ADD(counts.task_invocations, low, high)
        }
        first = first < step.task_count ? run.tasks.at[first].first_mesh : step.mesh_total;
        end = end < step.task_count ? run.tasks.at[end].first_mesh : step.mesh_total;
    }
    uint low, high;
    uint meshes = place(end, step.mesh_first, step.mesh_count) - place(first, step.mesh_first, step.mesh_count);
    umulExtended(meshes, counting.mesh_invocations, high, low);
    ADD(counts.mesh_invocations, low, high)
}
