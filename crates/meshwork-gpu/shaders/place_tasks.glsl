#include "run.glsl"
#include "run_batch.glsl"
#include "run_workgroup.glsl"

// After the task stage: the place of each task's mesh workgroups in the batch, and the mesh batch of this step. In a hoist,
// which begins with it what `expand_draws` does not begin, IS_HOIST is true.

// Where mesh workgroups begin to look for their task. An invocation reads of tasks what it has written.
void write_hints(Run run, Step step, uint mesh_total) {
    uint count = step.task_count, begin = step.mesh_first;
    uint end = begin + min(mesh_total - begin, run.mesh_capacity);
    for (uint t = gl_LocalInvocationID.x; t < count; t += LANES) {
        uint first = run.tasks.at[t].first_mesh;
        uint groups = run.tasks.at[t].groups_x * run.tasks.at[t].groups_y * run.tasks.at[t].groups_z;
        uint task_begin = clamp(first, begin, end) - begin, task_end = clamp(first + groups, begin, end) - begin;
        for (uint hint = (task_begin + TASK_HINT - 1) / TASK_HINT; hint * TASK_HINT < task_end; hint++) {
            run.task_hints.at[hint] = t;
        }
    }
    if (gl_LocalInvocationID.x == 0) run.task_hints.at[(end - begin + TASK_HINT - 1) / TASK_HINT] = max(count, 1) - 1;
}

void main() {
    Run run = this_run();
    Step step = this_step();
    if ((run.flags & RUN_HAS_TASK) == 0) return;
    if (IS_HOIST && run.command_count == 0) {
        if (gl_LocalInvocationID.x == 0) choose_first_batch(run, step, run.total);
        memoryBarrierBuffer();
        barrier();
    }
    uint total = 0;
    bool new_tasks = step.new_tasks != 0;
    if (new_tasks) {
        uint count = step.task_count;
        for (uint base = 0; base < count; base += LANES) {
            uint t = base + gl_LocalInvocationID.x;
            uint groups = 0;
            if (t < count) groups = run.tasks.at[t].groups_x * run.tasks.at[t].groups_y * run.tasks.at[t].groups_z;
            uint sum;
            uint before = scan_workgroup(groups, sum);
            if (t < count) {
                run.tasks.at[t].first_mesh = total + before;
                run.tasks.at[t].by_width = division_by(max(run.tasks.at[t].groups_x, 1));
            }
            total += sum;
        }
    }
    if (!new_tasks) total = step.mesh_total;
    write_hints(run, step, total);
    if (gl_LocalInvocationID.x == 0) {
        step.mesh_total = total;
        choose_mesh_batch(run, step);
    }
}
