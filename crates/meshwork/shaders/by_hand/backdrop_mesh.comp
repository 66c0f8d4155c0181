#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

struct RecordVertex {
    vec4 position;
};

struct RecordPrimitive {
    uint corners;
};

const uint VERTEX_BYTES = 16, PRIMITIVE_BYTES = 4;
const uint RECORD_VERTICES = 3, PRIMITIVES = 1;

#include "record.glsl"

layout(local_size_x = 1) in;

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    RecordVertices vertices = record_vertices(place);
    vertices.at[0].position = vec4(-1.0, -1.0, 0.0, 1.0);
    vertices.at[1].position = vec4(3.0, -1.0, 0.0, 1.0);
    vertices.at[2].position = vec4(-1.0, 3.0, 0.0, 1.0);
    list_triangle(place, 0, uvec3(0, 1, 2));
}
