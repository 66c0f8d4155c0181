#version 460
#extension GL_GOOGLE_include_directive : require
#include "blend_push.glsl"

layout(local_size_x = WHIRLS_PER_TASK) in;

layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Payloads { Payload at[]; };

void main() {
    uint place = flat_workgroup();
    if (place >= batch.task_count) {
        return;
    }
    uint draw = find_draw(batch.task_first + place);
    uint workgroup = batch.task_first + place - run.draws.at[draw].first_workgroup;
    Push push = Push(push_constants(draw));
    uint first = workgroup * WHIRLS_PER_TASK;
    uint lane = gl_LocalInvocationIndex;
    Payloads payloads = Payloads(run.payloads);
    payloads.at[place].centers[lane] = center(push, first + lane);
    if (lane == 0) {
        payloads.at[place].first = first;
        atomicAdd(push.counters.at[push.first_task + workgroup], 1);
    }
    emit_mesh_tasks(place, draw, min(WHIRLS_PER_TASK, push.whirls - first));
}
