#include "run.glsl"
#include "run_batch.glsl"
#include "run_workgroup.glsl"

// After the task stage: the place of each task's mesh workgroups in the batch, and the mesh batch of this step. In a hoist,
// which begins with it what `expand_draws` does not begin, IS_HOIST is true.
//
// `scan_workgroup(value, sum)` is the sum of the values of the invocations before this one; `sum` is that of all. Every invocation
// must call it.

uint groups_of(Run run, uint task) {
    return run.tasks.at[task].groups_x * run.tasks.at[task].groups_y * run.tasks.at[task].groups_z;
}

// Says of the mesh workgroups of a task, `first` to `end`, where they begin to look for it in the batch that begins at `begin`.
void write_hints(Run run, uint task, uint first, uint end, uint begin) {
    uint from = max(first, begin) - begin, to = min(max(end, begin) - begin, run.mesh_capacity);
    for (uint hint = (from + TASK_HINT - 1) / TASK_HINT; hint * TASK_HINT < to; hint++) run.task_hints.at[hint] = task;
}

// Places so many tasks, of a batch that begins with their first mesh workgroup; their mesh workgroups in total.
uint place_tasks(Run run, uint count) {
    uint total = 0;
    for (uint base = 0; base < count; base += LANES) {
        uint t = base + gl_LocalInvocationID.x;
        uint groups = t < count ? groups_of(run, t) : 0, sum;
        uint first = total + scan_workgroup(groups, sum);
        if (t < count) {
            run.tasks.at[t].first_mesh = first;
            run.tasks.at[t].by_width = division_by(max(run.tasks.at[t].groups_x, 1));
            write_hints(run, t, first, first + groups, 0);
        }
        total += sum;
    }
    return total;
}

void main() {
    Run run = this_run();
    Step step = this_step();
    if ((run.flags & RUN_HAS_TASK) == 0) return;
    bool is_first = gl_LocalInvocationID.x == 0, begins = IS_HOIST && run.command_count == 0;
    // What the first invocation writes is not read by the others.
    if (begins && is_first) choose_first_batch(run, step, run.total);
    uint count = begins ? first_tasks(run, run.total) : step.task_count;
    uint begin = begins ? 0 : step.mesh_first, total = begins ? 0 : step.mesh_total;
    if (begins || step.new_tasks != 0) {
        total = place_tasks(run, count);
    } else {
        for (uint t = gl_LocalInvocationID.x; t < count; t += LANES) {
            uint first = run.tasks.at[t].first_mesh;
            write_hints(run, t, first, first + groups_of(run, t), begin);
        }
    }
    if (is_first) {
        run.task_hints.at[(min(total - begin, run.mesh_capacity) + TASK_HINT - 1) / TASK_HINT] = max(count, 1) - 1;
        step.mesh_total = total;
        choose_mesh_batch(run, step);
    }
}
