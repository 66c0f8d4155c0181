// For kernels that give each run of a step one workgroup: finds the run, and scans.
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { uvec2 runs; uvec2 templates; };

const uint LANES = 256;

uvec2 this_run_address() {
    return address_index(runs, gl_WorkGroupID.x, RUN_BYTES);
}

Run this_run() {
    return Run(this_run_address());
}

shared uint scan_words[LANES];

// Exclusive prefix sum of `value` over the workgroup; `sum` is the total. Shared memory only: subgroup arithmetic is not
// required of a device. Every invocation must call it.
uint scan_workgroup(uint value, out uint sum) {
    uint lane = gl_LocalInvocationID.x;
    scan_words[lane] = value;
    barrier();
    for (uint step = 1; step < LANES; step *= 2) {
        uint below = lane >= step ? scan_words[lane - step] : 0;
        barrier();
        scan_words[lane] += below;
        barrier();
    }
    sum = scan_words[LANES - 1];
    uint inclusive = scan_words[lane];
    barrier();
    return inclusive - value;
}

// Makes buffer writes of the whole workgroup visible to it.
void buffer_barrier() {
    memoryBarrierBuffer();
    barrier();
}

// Chooses the step's mesh batch and says whether work is left for a further step. One invocation calls it.
void choose_mesh_batch(Run run) {
    run.mesh_count = min(run.mesh_total - run.mesh_first, run.mesh_capacity);
    run.mesh_dispatch = flat_dispatch(run.mesh_count);
    uint left = run.mesh_total - run.mesh_first - run.mesh_count;
    if ((run.flags & RUN_HAS_TASK) != 0) {
        // Saturates: not 0 means something is left.
        left += min(run.total - run.task_first - run.task_count, 0xffffffff - left);
    }
    run.unfinished = left;
}

// Goes on where the last step ended. One invocation calls it.
void choose_batch(Run run) {
    run.mesh_first += run.mesh_count;
    run.new_tasks = 0;
    if ((run.flags & RUN_HAS_TASK) == 0) {
        run.mesh_total = run.total;
        choose_mesh_batch(run);
    } else {
        if (run.mesh_first == run.mesh_total) {
            run.task_first += run.task_count;
            run.task_count = min(run.total - run.task_first, run.task_capacity);
            run.new_tasks = uint(run.task_count != 0);
            run.mesh_first = 0;
            run.mesh_total = 0;
        }
        run.mesh_count = 0;
        run.task_dispatch = run.new_tasks != 0 ? flat_dispatch(run.task_count) : uvec4(0);
    }
}
