#version 460
#extension GL_GOOGLE_include_directive : require
#include "prepass.glsl"
#include "vertex.glsl"

void main() {
    uint record = uint(gl_VertexIndex) / (2 * MAX_SIDES);
    gl_Position = Records(records).at[record].positions[uint(gl_VertexIndex) % (2 * MAX_SIDES)];
}
