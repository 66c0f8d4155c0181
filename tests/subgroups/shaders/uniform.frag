#version 460
#extension GL_GOOGLE_include_directive : require
#include "harness.glsl"
#define WORKGROUP 0u
#include "uniform.glsl"

// The picture is this wide.
const uint WIDTH = 16;

void main() {
    uvec2 place = uvec2(gl_FragCoord.xy);
    run(begin(place.y * WIDTH + place.x));
}
