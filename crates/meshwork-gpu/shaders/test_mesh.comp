#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

// For tests: what a lowered mesh shader does, written by hand. The model in src/plan/tests.rs does the same.

layout(local_size_x = 4) in;
layout(push_constant) uniform Push { Run run; Step step; };

void main() {
    uint flat_index = flat_workgroup();
    if (flat_index >= step.mesh_count) return;
    uint view = gl_WorkGroupID.z, record = flat_index * run.views + view;
    if ((run.view_mask >> view & 1) == 0) return;
    uint g = step.mesh_first + flat_index;
    uint parent = 0, local = g, draw_workgroup = g, push_constants = 0;
    bool has_task = (run.flags & RUN_HAS_TASK) != 0;
    if (has_task) {
        uint low = run.task_hints.at[flat_index / TASK_HINT], high = run.task_hints.at[flat_index / TASK_HINT + 1] + 1;
        while (high - low > 1) {
            uint middle = (low + high) / 2;
            if (run.tasks.at[middle].first_mesh <= g) low = middle; else high = middle;
        }
        draw_workgroup = Words(address_index(run.payloads, low, run.payload_bytes)).at[0];
        local = g - run.tasks.at[low].first_mesh;
        push_constants = run.tasks.at[low].push_constants;
    }
    uint low = 0, high = run.draw_count;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (run.draws.at[middle].first_workgroup <= draw_workgroup) low = middle; else high = middle;
    }
    if (has_task) {
        parent = draw_workgroup - run.draws.at[low].first_workgroup;
    } else {
        local = g - run.draws.at[low].first_workgroup;
        push_constants = run.draws.at[low].push_constants;
    }
    if (gl_LocalInvocationIndex == 0) {
        // Push constants of the draw: the address of counters, and the draw's first counter.
        Words push = Words(address_add(run.push_constants, push_constants));
        Words counters = Words(uvec2(push.at[0], push.at[1]));
        uint id = push.at[2] + 16 * parent + local;
        atomicAdd(counters.at[id], 1);
        bool is_listed = (run.flags & RUN_INDEX_LIST) != 0;
        uint count = is_listed ? run.max_primitives : id * 5 % run.max_primitives;
        if (!is_listed) Words(run.meshes).at[flat_index] = count;
        for (uint v = 0; v < 4; v++) {
            uint vertex = record * run.record_vertices + v;
            Words(address_index(run.vertices, vertex, run.vertex_bytes)).at[0] = v + 16 * view;
        }
        uvec2 primitives = address_index(run.primitives, record, run.record_primitive_bytes);
        for (uint p = 0; p < count; p++) {
            uint v = id % 4;
            if (is_listed) {
                for (uint corner = 0; corner < 3; corner++) {
                    uint place = 3 * (flat_index * run.max_primitives + p) + corner;
                    run.indices.at[place] = record * run.record_vertices + (v + corner) % 4;
                }
                continue;
            }
            uvec2 primitive = address_index(primitives, p, run.primitive_bytes);
            if (run.primitive_value_bytes != 0) Words(primitive).at[0] = id + p + 16 * view;
            Words(address_add(primitive, run.primitive_indices_offset)).at[0] = v | (v + 1) % 4 << 8 | (v + 2) % 4 << 16;
        }
    }
}
