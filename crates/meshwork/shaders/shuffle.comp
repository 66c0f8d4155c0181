#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

// Shuffles by indices that no compiler can know, many times. The pattern stays one of its kind from trip to trip.

layout(local_size_x = 128) in;

// An index for each invocation of a subgroup.
layout(set = 0, binding = 0, std430) readonly buffer Indices { uint indices[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Values { uint values[]; };

layout(push_constant) uniform Step {
    uint trips;
    // Bits of an index that a trip may change, and by what for each trip.
    uint mask;
    uint add;
    uint flip;
};

void main() {
    uint place = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    uint id = gl_WorkGroupID.x * gl_WorkGroupSize.x + place;
    uint base = indices[gl_SubgroupInvocationID];
    uint value = id * 0x9e3779b9u;
    for (uint trip = 0; trip < trips; ++trip) {
        uint index = (base & ~mask) | (((base ^ (trip * flip)) + trip * add) & mask);
        value = subgroupShuffle(value, index) * 1664525u + id;
    }
    values[id] = value;
}
