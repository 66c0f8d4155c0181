#include "run.glsl"
#include "run_batch.glsl"
#include "run_workgroup.glsl"

// After the task stage: the place of each task's mesh workgroups in the batch, and the mesh batch of this step. In a hoist,
// which begins with it what `expand_draws` does not begin, IS_HOIST is true.
//
// An invocation reads of tasks what it has written. `scan_workgroup(value, sum)` is the sum of the values of the invocations
// before this one; `sum` is that of all. Every invocation must call it.

uint groups_of(Run run, uint task) {
    return run.tasks.at[task].groups_x * run.tasks.at[task].groups_y * run.tasks.at[task].groups_z;
}

// Places so many tasks; their mesh workgroups in total.
uint place_tasks(Run run, uint count) {
    uint total = 0;
    for (uint base = 0; base < count; base += LANES) {
        uint t = base + gl_LocalInvocationID.x;
        uint sum;
        uint before = scan_workgroup(t < count ? groups_of(run, t) : 0, sum);
        if (t < count) {
            run.tasks.at[t].first_mesh = total + before;
            run.tasks.at[t].by_width = division_by(max(run.tasks.at[t].groups_x, 1));
        }
        total += sum;
    }
    return total;
}

// Where mesh workgroups of the batch that begins here begin to look for their task.
void write_hints(Run run, uint count, uint begin, uint total) {
    uint end = begin + min(total - begin, run.mesh_capacity);
    for (uint t = gl_LocalInvocationID.x; t < count; t += LANES) {
        uint first = run.tasks.at[t].first_mesh;
        uint task_begin = clamp(first, begin, end) - begin;
        uint task_end = clamp(first + groups_of(run, t), begin, end) - begin;
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
    bool is_first = gl_LocalInvocationID.x == 0, begins = IS_HOIST && run.command_count == 0;
    // What the first invocation writes is not read by the others.
    if (begins && is_first) choose_first_batch(run, step, run.total);
    uint count = begins ? first_tasks(run, run.total) : step.task_count;
    uint mesh_first = begins ? 0 : step.mesh_first;
    bool are_new = begins ? count != 0 : step.new_tasks != 0;
    uint total = are_new ? place_tasks(run, count) : begins ? 0 : step.mesh_total;
    write_hints(run, count, mesh_first, total);
    if (is_first) {
        step.mesh_total = total;
        choose_mesh_batch(run, step);
    }
}
