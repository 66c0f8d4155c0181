#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_batch.glsl"
#include "run_workgroup.glsl"
#include "scan_workgroup.glsl"

// First kernel of a pass with indirect draws: turns draw commands into draws, and begins the first step. A command buffer may be
// submitted again and the memory serves other passes too, so nothing is assumed of its old contents.

Draw draw_of(Run run, uint d) {
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
    draw.by_width = division_by(max(groups.x, 1));
    return draw;
}

void main() {
    Run run = this_run();
    if (run.command_count == 0) return;
    uint total = 0;
    for (uint base = 0; base < run.draw_count; base += LANES) {
        uint d = base + gl_LocalInvocationID.x;
        Draw draw;
        uint groups = 0;
        if (d < run.draw_count) {
            draw = draw_of(run, d);
            groups = draw.groups_x * draw.groups_y * draw.groups_z;
        }
        uint sum;
        uint before = scan_workgroup(groups, sum);
        if (d < run.draw_count) {
            draw.first_workgroup = total + before;
            run.draws.at[d] = draw;
        }
        total += sum;
    }
    if (gl_LocalInvocationID.x == 0) choose_first_batch(run, this_step(), total);
}
