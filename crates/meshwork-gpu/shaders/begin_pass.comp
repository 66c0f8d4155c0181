#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_workgroup.glsl"

// First kernel of a pass: copies the runs from the host's templates, expands draw commands to draws, puts the cursors at
// the start and begins the first step. A command buffer may be submitted again and the memory serves other passes too, so
// nothing is assumed of its old contents.

const uint TEMPLATE_WORDS = 32;

void expand(Run run) {
    for (uint d = gl_LocalInvocationID.x; d < run.draw_count; d += LANES) {
        // The last command with first_draw <= d.
        uint low = 0, high = run.command_count;
        while (high - low > 1) {
            uint middle = (low + high) / 2;
            if (run.commands.at[middle].first_draw <= d) low = middle; else high = middle;
        }
        Command command = run.commands.at[low];
        uint index = d - command.first_draw;
        uint count = command.max_draws;
        if (command.count != uvec2(0)) count = min(count, Words(command.count).at[0]);
        uvec3 groups = uvec3(command.groups_x, command.groups_y, command.groups_z);
        if (command.arguments != uvec2(0)) {
            groups = uvec3(0);
            if (index < count) {
                Words arguments = Words(address_index(command.arguments, index, command.stride));
                groups = uvec3(arguments.at[0], arguments.at[1], arguments.at[2]);
            }
        }
        Draw draw;
        draw.groups_x = groups.x;
        draw.groups_y = groups.y;
        draw.groups_z = groups.z;
        draw.first_workgroup = 0;
        draw.draw_index = index;
        draw.push_constants = command.push_constants;
        draw.pad = uint[2](0, 0);
        run.draws.at[d] = draw;
    }
}

void main() {
    Run run = this_run();
    if (gl_LocalInvocationID.x < TEMPLATE_WORDS) {
        uint word = gl_LocalInvocationID.x;
        Words(this_run_address()).at[word] = Words(address_index(templates, gl_WorkGroupID.x, RUN_BYTES)).at[word];
    }
    buffer_barrier();
    expand(run);
    buffer_barrier();
    uint total = 0;
    for (uint base = 0; base < run.draw_count; base += LANES) {
        uint d = base + gl_LocalInvocationID.x;
        uint groups = 0;
        if (d < run.draw_count) {
            groups = run.draws.at[d].groups_x * run.draws.at[d].groups_y * run.draws.at[d].groups_z;
        }
        uint sum;
        uint before = scan_workgroup(groups, sum);
        if (d < run.draw_count) run.draws.at[d].first_workgroup = total + before;
        total += sum;
    }
    if (gl_LocalInvocationID.x == 0) {
        run.total = total;
        run.task_first = 0;
        run.task_count = 0;
        run.mesh_total = 0;
        run.mesh_first = 0;
        run.mesh_count = 0;
        run.statistics.task_workgroups = 0;
        run.statistics.mesh_workgroups = 0;
        run.statistics.primitives = 0;
        run.statistics.steps = 0;
        run.statistics.most_meshes = 0;
        run.statistics.unfinished = 0;
        choose_batch(run);
    }
}
