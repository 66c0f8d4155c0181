#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../meshlets.glsl"
#include "../scene.glsl"
#include "../surface.glsl"

struct RecordVertex {
    vec4 position;
    vec3 normal;
    vec4 color;
    vec2 texture_position;
    vec3 to_eye;
};

struct RecordPrimitive {
    uint corners;
};

const uint VERTEX_BYTES = 80, PRIMITIVE_BYTES = 4;
const uint VERTICES = 64;
const uint RECORD_VERTICES = VERTICES;
const uint PRIMITIVES = 124;

#include "record.glsl"

layout(local_size_x = VERTICES) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Payloads { Payload at[]; };

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint task = find_task(place);
    uint workgroup = batch.mesh_first + place - run.tasks.at[task].first_mesh;
    Push push = Push(push_constants_of_task(task));
    View view = push.view;
    uint index = Payloads(run.payloads).at[task].meshlets[workgroup];
    Meshlet meshlet = view.meshlets.at[index];
    set_primitive_count(place, meshlet.triangle_count);

    uint lane = gl_LocalInvocationIndex;
    if (lane < meshlet.vertex_count) {
        RecordVertices vertices = record_vertices(place);
        Vertex vertex = view.vertices.at[view.vertex_indices.at[meshlet.first_vertex + lane]];
        vec4 clip = view.view_projection * vec4(vertex.position, 1.0);
        vec4 color = push.base_color * unpackUnorm4x8(vertex.color);
        if ((push.flags & TINT_MESHLETS) != 0) {
            color.rgb *= tint(index);
        }
        vertices.at[lane].position = snap(clip, view.viewport);
        vertices.at[lane].normal = unpack_normal(vertex.normal);
        vertices.at[lane].color = color;
        vertices.at[lane].texture_position = vertex.texture_position;
        vertices.at[lane].to_eye = view.eye - vertex.position;
    }
    RecordPrimitives primitives = record_primitives(place);
    for (uint i = lane; i < meshlet.triangle_count; i += 64) {
        // Already packed as the record has it.
        primitives.at[i].corners = view.triangles.at[meshlet.first_triangle + i];
    }
}
