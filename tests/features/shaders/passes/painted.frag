#version 460
#extension GL_GOOGLE_include_directive : require
#include "../results.glsl"

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = color;
    uvec2 place = uvec2(gl_FragCoord.xy);
    results[64 + place.x + 64 * place.y] = uint(color.r * 255.0);
}
