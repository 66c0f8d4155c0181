// Which workgroups a step takes. One invocation calls these.

// Chooses the step's mesh batch and says whether work is left for a further step.
void choose_mesh_batch(Run run, Step step) {
    step.mesh_count = min(step.mesh_total - step.mesh_first, run.mesh_capacity);
    step.mesh_dispatch = flat_dispatch(step.mesh_count);
    step.mesh_dispatch.z = run.views;
    step.write_dispatch = flat_dispatch(index_parts(run, step.mesh_count) + run.raster_count);
    uint left = step.mesh_total - step.mesh_first - step.mesh_count;
    if ((run.flags & RUN_HAS_TASK) != 0) {
        // Saturates: not 0 means something is left.
        left += min(step.total - step.task_first - step.task_count, 0xffffffff - left);
    }
    step.unfinished = left;
}

// Tasks in a run's first batch of `total` workgroups.
uint first_tasks(Run run, uint total) {
    return min(total, run.task_capacity);
}

// Chooses the task batch that begins at `step.task_first`.
void choose_task_batch(Run run, Step step) {
    step.task_count = min(step.total - step.task_first, run.task_capacity);
    step.new_tasks = uint(step.task_count != 0);
    step.mesh_first = 0;
    step.mesh_total = 0;
    step.mesh_count = 0;
}

// Chooses the first batch of `total` workgroups.
void choose_first_batch(Run run, Step step, uint total) {
    step.number = 0;
    step.total = total;
    // In 2^-31, and some units in the last place above the quotient; at most what a word holds.
    float ratio = float(run.draw_count) / float(max(total, 1)) * 1.000001;
    step.draws_per_workgroup = uint(min(ratio * 2147483648.0, 4294967040.0));
    step.task_first = 0;
    step.task_count = 0;
    step.new_tasks = 0;
    if ((run.flags & RUN_HAS_TASK) != 0) {
        choose_task_batch(run, step);
        step.task_dispatch = flat_dispatch(step.task_count);
    } else {
        step.mesh_total = total;
        step.mesh_first = 0;
        choose_mesh_batch(run, step);
    }
}

// Goes on where the last step ended.
void choose_next_batch(Run run, Step step) {
    step.number++;
    step.mesh_first += step.mesh_count;
    step.new_tasks = 0;
    if ((run.flags & RUN_HAS_TASK) == 0) {
        choose_mesh_batch(run, step);
        return;
    }
    if (step.mesh_first == step.mesh_total) {
        step.task_first += step.task_count;
        choose_task_batch(run, step);
    }
    step.mesh_count = 0;
    step.task_dispatch = step.new_tasks != 0 ? flat_dispatch(step.task_count) : uvec4(0);
}
