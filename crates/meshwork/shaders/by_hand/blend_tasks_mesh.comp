#version 460
#extension GL_GOOGLE_include_directive : require
#include "blend_push.glsl"
#include "whirl.glsl"

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Payloads { Payload at[]; };

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint task = find_task(place);
    uint workgroup = batch.mesh_first + place - run.tasks.at[task].first_mesh;
    Push push = Push(push_constants_of_task(task));
    Payloads payloads = Payloads(run.payloads);
    draw_whirl(place, push, payloads.at[task].first + workgroup, payloads.at[task].centers[workgroup]);
}
