#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(local_size_x = 1) in;

void main() {
    for (uint i = 0; i < 8; ++i) results[i] = 1 + i % 5;
}
