#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "run_batch.glsl"

// First kernel of a further step.

layout(local_size_x = 1) in;
layout(push_constant) uniform Push { Run run; Step step; };

void main() {
    choose_next_batch(run, step);
}
