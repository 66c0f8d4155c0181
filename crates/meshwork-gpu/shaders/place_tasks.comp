#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_workgroup.glsl"

// After the task stage: the place of each task's mesh workgroups in the batch, and the mesh batch of this step.

void main() {
    Run run = this_run();
    if ((run.flags & RUN_HAS_TASK) == 0) return;
    uint total = 0;
    if (run.new_tasks != 0) {
        for (uint base = 0; base < run.task_count; base += LANES) {
            uint t = base + gl_LocalInvocationID.x;
            uint groups = 0;
            if (t < run.task_count) {
                groups = run.tasks.at[t].groups_x * run.tasks.at[t].groups_y * run.tasks.at[t].groups_z;
            }
            uint sum;
            uint before = scan_workgroup(groups, sum);
            if (t < run.task_count) run.tasks.at[t].first_mesh = total + before;
            total += sum;
        }
    }
    if (gl_LocalInvocationID.x == 0) {
        if (run.new_tasks != 0) {
            run.mesh_total = total;
            run.statistics.task_workgroups += run.task_count;
        }
        choose_mesh_batch(run);
    }
}
