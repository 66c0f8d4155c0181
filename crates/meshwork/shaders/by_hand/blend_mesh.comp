#version 460
#extension GL_GOOGLE_include_directive : require
#include "blend_push.glsl"
#include "whirl.glsl"

void main() {
    uint place = flat_workgroup();
    if (place >= run.mesh_count) {
        return;
    }
    uint draw = find_draw(run.mesh_first + place);
    uint whirl = run.mesh_first + place - run.draws.at[draw].first_workgroup;
    Push push = Push(push_constants(draw));
    draw_whirl(place, push, whirl, center(push, whirl));
}
