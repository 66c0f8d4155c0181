#include "run.glsl"
#include "../turn.glsl"

const uint WHIRLS_PER_TASK = 4;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Counters { uint at[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Push {
    Directions directions;
    Counters counters;
    vec4 inner;
    vec4 outer;
    vec2 viewport;
    vec2 scale;
    float ring;
    float size;
    uint whirls;
    uint phase;
    uint twist;
    uint first_task;
    uint first_whirl;
};

struct Payload {
    uint first;
    vec2 centers[WHIRLS_PER_TASK];
    uint pad[2];
};

vec2 center(Push push, uint whirl) {
    return push.directions.at[(whirl * TURN / push.whirls + push.phase) % TURN] * push.ring;
}
