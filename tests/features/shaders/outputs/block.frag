#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

layout(location = 0) in Vertex {
    vec4 tint;
    flat uint cell;
    vec2 list[2];
} vertex;

layout(location = 6) perprimitiveEXT in Primitive {
    flat uint number;
    flat vec3 shift;
} primitive;

layout(location = 0) out vec4 target;

void main() {
    bool ok = primitive.number / 2 == vertex.cell && abs(vertex.list[0].x) < 0.01 && abs(vertex.list[1].x - 1.0) < 0.01;
    target = ok ? vec4(vertex.tint.rgb * 0.5 + primitive.shift, 1) : RED;
}
