#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(local_size_x = 8) in;

// Arguments of eight draws from word 512 on, 20 bytes apart; their number at 511.
void main() {
    uint i = gl_LocalInvocationIndex;
    results[512 + 5 * i] = i % 4;
    results[513 + 5 * i] = 1;
    results[514 + 5 * i] = 1;
    if (i == 0) results[511] = 7;
}
