// What the shaders of the test `gathered` share: each mesh workgroup tells what it saw, and draws a square that overlaps
// others, half transparent.

#extension GL_EXT_buffer_reference : require

struct Seen {
    uvec4 workgroup;   // and DrawIndex
    uvec4 count;       // and what was pushed
    uvec4 invocation;  // of the last invocation; and what was sent
    uvec4 times;       // that the workgroup ran
};

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Log { Seen seen[]; };

layout(push_constant) uniform Push {
    Log log;
    uint first;
    uint values[2];
    float size;
    vec2 place;
};

const uint LAST = 3;

// Of workgroup `index` of all that this draw has.
void tell(uint index, uint sent) {
    if (gl_LocalInvocationIndex == LAST) {
        uint at = first + index;
        log.seen[at].workgroup = uvec4(gl_WorkGroupID, gl_DrawID);
        log.seen[at].count = uvec4(gl_NumWorkGroups, values[index & 1]);
        log.seen[at].invocation = uvec4(gl_GlobalInvocationID, sent);
        atomicAdd(log.seen[at].times.x, 1);
    }
}

uint flat_index() {
    return (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
