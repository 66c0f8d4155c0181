#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_workgroup.glsl"

// First kernel of a further step.

void main() {
    if (gl_LocalInvocationID.x == 0) choose_batch(this_run());
}
