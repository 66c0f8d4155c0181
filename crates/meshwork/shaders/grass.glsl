// A meadow: a task workgroup for each patch, and from it a mesh workgroup for every eight blades.

const uint BLADES = 8;
const uint PAIRS = 4;
const uint MAX_WORKGROUPS = 32;

struct Patch {
    vec2 center;
    float radius;
    // Mesh workgroups, up to MAX_WORKGROUPS.
    uint workgroups;
};

layout(set = 0, binding = 0, std430) readonly buffer Patches { Patch patches[]; };
// One for each patch, then MAX_WORKGROUPS for each patch.
layout(set = 0, binding = 1, std430) buffer Counters { uint counters[]; };

#ifndef PUSH_CONSTANTS
#define PUSH_CONSTANTS layout(push_constant) uniform
#endif
PUSH_CONSTANTS Push {
    mat4 view_projection;
    vec4 eye;
    vec4 fog;
    vec2 viewport;
    uint patch_count;
};

struct Payload {
    uint patch_index;
    uint seeds[MAX_WORKGROUPS];
};
