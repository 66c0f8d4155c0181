#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

// For tests: what a lowered task shader does, written by hand. The model in src/plan/tests.rs does the same.

layout(local_size_x = 4) in;
layout(push_constant) uniform Push { Run run; Step step; };

void main() {
    uint flat_index = flat_workgroup();
    if (flat_index >= step.task_count) return;
    uint g = step.task_first + flat_index;
    uint low = 0, high = run.draw_count;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (run.draws.at[middle].first_workgroup <= g) low = middle; else high = middle;
    }
    Words payload = Words(address_index(run.payloads, flat_index, run.payload_bytes));
    if (gl_LocalInvocationIndex == 0) {
        payload.at[0] = g;
        run.tasks.at[flat_index].groups_x = g * 7 % 5;
        run.tasks.at[flat_index].groups_y = 1 + g % 2;
        run.tasks.at[flat_index].groups_z = 1;
        run.tasks.at[flat_index].draw_index = run.draws.at[low].draw_index;
        run.tasks.at[flat_index].push_constants = run.draws.at[low].push_constants;
    }
}
