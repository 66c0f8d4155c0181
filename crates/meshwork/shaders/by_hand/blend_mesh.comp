#version 460
#extension GL_GOOGLE_include_directive : require
#include "blend_push.glsl"
#include "whirl.glsl"

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint draw = find_draw(batch.mesh_first + place);
    uint whirl = batch.mesh_first + place - run.draws.at[draw].first_workgroup;
    Push push = Push(push_constants(draw));
    draw_whirl(place, push, whirl, center(push, whirl));
}
