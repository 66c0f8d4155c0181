#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../meshlets.glsl"
#include "../scene.glsl"
#include "../surface.glsl"
#include "meshlets_record.glsl"

layout(local_size_x = VERTICES) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Payloads { Payload at[]; };

void main() {
    uint place = flat_workgroup();
    if (place >= run.mesh_count) {
        return;
    }
    uint task = find_task(run.mesh_first + place);
    uint workgroup = run.mesh_first + place - run.tasks.at[task].first_mesh;
    Push push = Push(push_constants(run.tasks.at[task].draw));
    View view = push.view;
    uint index = Payloads(run.payloads).at[task].meshlets[workgroup];
    Meshlet meshlet = view.meshlets.at[index];
    set_mesh_outputs(place, meshlet.vertex_count, meshlet.triangle_count);

    Record record = Record(record_address(place, RECORD_BYTES));
    uint lane = gl_LocalInvocationIndex;
    if (lane < meshlet.vertex_count) {
        Vertex vertex = view.vertices.at[view.vertex_indices.at[meshlet.first_vertex + lane]];
        vec4 clip = view.view_projection * vec4(vertex.position, 1.0);
        vec4 color = push.base_color * unpackUnorm4x8(vertex.color);
        if ((push.flags & TINT_MESHLETS) != 0) {
            color.rgb *= tint(index);
        }
        record.positions[lane] = snap(clip, view.viewport);
        record.normals[lane] = unpack_normal(vertex.normal);
        record.colors[lane] = color;
        record.texture_positions[lane] = vertex.texture_position;
        record.to_eyes[lane] = view.eye - vertex.position;
    }
    for (uint i = lane; i < meshlet.triangle_count; i += 64) {
        // Already packed as the record has it.
        record.primitives[i] = view.triangles.at[meshlet.first_triangle + i];
    }
}
