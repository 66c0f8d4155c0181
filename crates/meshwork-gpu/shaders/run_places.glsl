// Where the work of a run's draws lies in the batches of a step.

// The first workgroup of the run's first stage that raster draw `index` has; behind the last one, their number.
uint first_workgroup(Run run, Step step, uint index) {
    return index < run.raster_count ? run.draws.at[run.raster_firsts.at[index]].first_workgroup : step.total;
}

// A workgroup's place in a batch.
uint place(uint workgroup, uint first, uint count) {
    return clamp(workgroup, first, first + count) - first;
}

// Place in the task batch of a workgroup of the first stage, which is one of tasks.
uint task_of(Step step, uint workgroup) {
    return place(workgroup, step.task_first, step.task_count);
}

// Place in the mesh batch at which the work of a workgroup of the first stage begins.
uint mesh_of(Run run, Step step, uint workgroup) {
    uint mesh = workgroup;
    if ((run.flags & RUN_HAS_TASK) != 0) {
        uint task = task_of(step, workgroup);
        mesh = task < step.task_count ? run.tasks.at[task].first_mesh : step.mesh_total;
    }
    return place(mesh, step.mesh_first, step.mesh_count);
}
