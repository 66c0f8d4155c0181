// For kernels that give each run of a pass one workgroup: finds the run.
layout(push_constant) uniform Push { uvec2 runs; uvec2 steps; };

Run this_run() {
    return Run(address_index(runs, gl_WorkGroupID.x, RUN_BYTES));
}

Step this_step() {
    return Step(address_index(steps, gl_WorkGroupID.x, STEP_BYTES));
}
