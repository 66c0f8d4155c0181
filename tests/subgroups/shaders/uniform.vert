#version 460
#extension GL_GOOGLE_include_directive : require
#include "harness.glsl"
#define WORKGROUP 0u
#include "uniform.glsl"

void main() {
    run(begin(gl_VertexIndex));
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
