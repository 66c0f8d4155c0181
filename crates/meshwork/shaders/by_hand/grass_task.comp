#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../grass.glsl"
#include "../scene.glsl"

layout(local_size_x = MAX_WORKGROUPS) in;

struct PaddedPayload {
    Payload payload;
    uint pad[3];
};

layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Payloads { PaddedPayload at[]; };

void main() {
    uint place = flat_workgroup();
    if (place >= batch.task_count) {
        return;
    }
    uint draw = find_draw(batch.task_first + place);
    uint index = batch.task_first + place - run.draws.at[draw].first_workgroup;
    uint lane = gl_LocalInvocationIndex;
    Payloads payloads = Payloads(run.payloads);
    payloads.at[place].payload.seeds[lane] = hash(index * MAX_WORKGROUPS + lane);
    if (lane == 0) {
        payloads.at[place].payload.patch_index = index;
        atomicAdd(counters[index], 1);
    }
    emit_mesh_tasks(place, draw, patches[index].workgroups);
}
