#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../meshlets.glsl"
#include "../scene.glsl"

const uint VERTICES = 64;
const uint PRIMITIVES = 124;

#include "faces.glsl"

layout(local_size_x = VERTICES) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Payloads { Payload at[]; };

Vertex vertex_of(View view, Meshlet meshlet, uint index) {
    return view.vertices.at[view.vertex_indices.at[meshlet.first_vertex + index]];
}

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint task = find_task(place);
    uint workgroup = batch.mesh_first + place - run.tasks.at[task].first_mesh;
    Push push = Push(push_constants_of_task(task));
    View view = push.view;
    Meshlet meshlet = view.meshlets.at[Payloads(run.payloads).at[task].meshlets[workgroup]];
    set_primitive_count(place, meshlet.triangle_count);

    RecordPrimitives primitives = record_primitives(place);
    uint lane = gl_LocalInvocationIndex;
    if (lane < meshlet.vertex_count) {
        vec4 clip = view.view_projection * vec4(vertex_of(view, meshlet, lane).position, 1.0);
        record_vertices(place).at[lane].position = snap(clip, view.viewport);
    }
    for (uint i = lane; i < meshlet.triangle_count; i += 64) {
        // Already packed as the record has it.
        uint packed = view.triangles.at[meshlet.first_triangle + i];
        primitives.at[i].corners = packed;
        Vertex a = vertex_of(view, meshlet, packed & 0xff);
        vec3 b = vertex_of(view, meshlet, packed >> 8 & 0xff).position;
        vec3 c = vertex_of(view, meshlet, packed >> 16 & 0xff).position;
        vec3 normal = normalize(cross(b - a.position, c - a.position));
        primitives.at[i].color = light((push.base_color * unpackUnorm4x8(a.color)).rgb, normal);
    }
}
