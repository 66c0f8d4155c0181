#version 460
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"

// A sky above a ground, each a gradient towards the horizon.

layout(push_constant) uniform Push {
    vec4 top;
    vec4 horizon;
    vec4 bottom;
    vec2 picture;
    // From 0, the picture's top, to 1.
    float horizon_height;
};

layout(location = 0) out vec4 result;

void main() {
    uvec2 pixel = uvec2(gl_FragCoord.xy);
    float height = (float(pixel.y) + 0.5) / picture.y;
    float above = clamp((horizon_height - height) / horizon_height, 0.0, 1.0);
    float below = clamp((height - horizon_height) / (1.0 - horizon_height), 0.0, 1.0);
    vec3 color = mix(horizon.rgb, top.rgb, above);
    color = mix(color, bottom.rgb, sqrt(below));
    // A noise of one step of eight bits hides the bands of a dark gradient.
    uint seed = pixel.x + pixel.y * 4096u;
    result = encode(color) + vec4(vec3((random(seed) - 0.5) / 255.0), 0.0);
}
