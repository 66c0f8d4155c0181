#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

const uint RECORD_VERTICES = 3, PRIMITIVES = 1;

#include "colored.glsl"

layout(local_size_x = 3) in;

void main() {
    const vec2 positions[3] = vec2[](vec2(0.0, -0.75), vec2(-0.75, 0.75), vec2(0.75, 0.75));
    const vec3 colors[3] = vec3[](vec3(1.0, 0.32, 0.25), vec3(0.2, 0.85, 0.5), vec3(0.25, 0.45, 1.0));

    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    RecordVertices vertices = record_vertices(place);
    uint corner = gl_LocalInvocationIndex;
    vertices.at[corner].position = vec4(positions[corner], 0.0, 1.0);
    vertices.at[corner].color = colors[corner];
    if (corner == 0) {
        list_triangle(place, 0, uvec3(0, 1, 2));
    }
}
