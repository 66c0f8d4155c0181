// Whirls of translucent triangles. Each workgroup is one whirl: triangles inside each other, each turned further.

#include "turn.glsl"

const uint TRIANGLES = 21;
const uint WHIRLS_PER_TASK = 4;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Counters { uint at[]; };

// A ring of whirls.
layout(push_constant) uniform Push {
    Directions directions;
    Counters counters;
    vec4 inner;
    vec4 outer;
    vec2 viewport;
    // From half heights of the picture to clip space.
    vec2 scale;
    // The ring's radius and a whirl's, in half heights of the picture.
    float ring;
    float size;
    uint whirls;
    // In steps of a turn.
    uint phase;
    // Steps by which each triangle is turned against the one around it.
    uint twist;
    // This draw's first counters: of its task workgroups, if it has any, and of its whirls.
    uint first_task;
    uint first_whirl;
};

struct Payload {
    uint first;
    vec2 centers[WHIRLS_PER_TASK];
};

vec2 center(uint whirl) {
    return directions.at[(whirl * TURN / whirls + phase) % TURN] * ring;
}
