#version 460
#extension GL_GOOGLE_include_directive : require
#include "meshlets_record.glsl"
#include "vertex.glsl"

layout(location = 0) out vec3 normal;
layout(location = 1) out vec4 color;
layout(location = 2) out vec2 texture_position;
layout(location = 3) out vec3 to_eye;

void main() {
    Record record = record_of(uint(gl_VertexIndex) / VERTICES);
    uint vertex = uint(gl_VertexIndex) % VERTICES;
    gl_Position = record.positions[vertex];
    normal = record.normals[vertex];
    color = record.colors[vertex];
    texture_position = record.texture_positions[vertex];
    to_eye = record.to_eyes[vertex];
}
