#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(local_size_x = 4) in;
layout(push_constant) uniform Push {
    uint amount;
};

void main() {
    results[900 + gl_GlobalInvocationID.x] += amount;
}
