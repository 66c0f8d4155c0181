#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_workgroup.glsl"

// After the mesh stage: the place of each record's primitives in the index list, and each draw's part of it.

// Elements an invocation sums by itself, so that a long list takes fewer trips.
const uint ELEMENTS = 8;

// Workgroup of the mesh batch with which the work of first-stage workgroup `first` begins.
uint mesh_of(Run run, uint first) {
    uint mesh = first;
    if ((run.flags & RUN_HAS_TASK) != 0) {
        uint task = clamp(first, run.task_first, run.task_first + run.task_count) - run.task_first;
        mesh = task < run.task_count ? run.tasks.at[task].first_mesh : run.mesh_total;
    }
    return clamp(mesh, run.mesh_first, run.mesh_first + run.mesh_count) - run.mesh_first;
}

uint primitive_of(Run run, uint first, uint total) {
    uint mesh = mesh_of(run, first);
    return mesh < run.mesh_count ? run.meshes.at[mesh].first_primitive : total;
}

void main() {
    Run run = this_run();
    uint count = run.mesh_count;
    uint total = 0;
    for (uint base = 0; base < count; base += LANES * ELEMENTS) {
        uint first = base + gl_LocalInvocationID.x * ELEMENTS;
        uint last = min(first + ELEMENTS, count);
        uint primitives = 0;
        for (uint m = first; m < last; m++) primitives += run.meshes.at[m].primitives;
        uint sum;
        uint place = total + scan_workgroup(primitives, sum);
        for (uint m = first; m < last; m++) {
            run.meshes.at[m].first_primitive = place;
            place += run.meshes.at[m].primitives;
        }
        total += sum;
    }
    buffer_barrier();
    for (uint d = gl_LocalInvocationID.x; d < run.draw_count; d += LANES) {
        uint first = primitive_of(run, run.draws.at[d].first_workgroup, total);
        uint end = d + 1 < run.draw_count ? run.draws.at[d + 1].first_workgroup : run.total;
        uint count = primitive_of(run, end, total) - first;
        run.raster.at[d] = RasterDraw(count * run.corners, 1, run.first_index + first * run.corners, 0, 0);
    }
    if (gl_LocalInvocationID.x == 0) {
        run.statistics.mesh_workgroups += count;
        run.statistics.primitives += total;
        run.statistics.steps += uint(count != 0);
        run.statistics.most_meshes = max(run.statistics.most_meshes, run.mesh_total);
        run.statistics.unfinished = run.unfinished;
    }
}
