#version 460
#extension GL_GOOGLE_include_directive : require
#include "backdrop.glsl"
#include "vertex.glsl"

void main() {
    uint index = uint(gl_VertexIndex);
    gl_Position = record_of(index / 3).positions[index % 3];
}
