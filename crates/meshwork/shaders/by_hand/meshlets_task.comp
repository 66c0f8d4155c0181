#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../meshlets.glsl"

layout(local_size_x = MESHLETS_PER_TASK) in;

layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Payloads { Payload at[]; };

shared uint visible[MESHLETS_PER_TASK];

bool in_frustum(mat4 view_projection, vec3 center, float radius) {
    mat4 rows = transpose(view_projection);
    vec4 planes[5] = vec4[](rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1], rows[2]);
    for (uint i = 0; i < 5; i++) {
        if (dot(planes[i], vec4(center, 1.0)) < -radius * length(planes[i].xyz)) {
            return false;
        }
    }
    return true;
}

bool faces_away(vec3 eye, Meshlet meshlet) {
    vec3 to_center = meshlet.sphere.xyz - eye;
    return dot(to_center, meshlet.cone.xyz) >= meshlet.cone.w * length(to_center) + meshlet.sphere.w;
}

void main() {
    uint place = flat_workgroup();
    if (place >= batch.task_count) {
        return;
    }
    uint draw = find_draw(batch.task_first + place);
    uint workgroup = batch.task_first + place - run.draws.at[draw].first_workgroup;
    Push push = Push(push_constants(draw));
    View view = push.view;
    uint lane = gl_LocalInvocationIndex;
    uint index = workgroup * MESHLETS_PER_TASK + lane;
    bool seen = false;
    if (index < push.meshlet_count) {
        Meshlet meshlet = view.meshlets.at[push.first_meshlet + index];
        seen = in_frustum(view.view_projection, meshlet.sphere.xyz, meshlet.sphere.w);
        seen = seen && ((push.flags & DOUBLE_SIDED) != 0 || !faces_away(view.eye, meshlet));
    }
    visible[lane] = uint(seen);
    barrier();

    uint before = 0;
    uint count = 0;
    for (uint i = 0; i < MESHLETS_PER_TASK; i++) {
        before += i < lane ? visible[i] : 0;
        count += visible[i];
    }
    if (seen) {
        Payloads(run.payloads).at[place].meshlets[before] = push.first_meshlet + index;
    }
    emit_mesh_tasks(place, draw, count);
}
