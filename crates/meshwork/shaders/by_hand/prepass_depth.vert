#version 460
#extension GL_GOOGLE_include_directive : require
#include "prepass.glsl"
#include "vertex.glsl"

void main() {
    gl_Position = record_of(uint(gl_VertexIndex) / (2 * MAX_SIDES)).positions[uint(gl_VertexIndex) % (2 * MAX_SIDES)];
}
