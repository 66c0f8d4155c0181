#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(local_size_x = 1) in;

void main() {
    results[0] += 2;
}
