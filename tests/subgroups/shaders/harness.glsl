// What every stage's shader shares: each invocation reads a row of inputs, and writes a row of results.

#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_quad : require

// The operations that run. The test takes the others away.
layout(constant_id = 0) const uint CASE = 0;

layout(set = 0, binding = 0, std430) readonly buffer Inputs { uvec4 inputs[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Results { uint results[]; };
layout(push_constant) uniform Push {
    // Words in a row of results.
    uint stride;
    // The same in every invocation, though no compiler knows its value.
    uint uniform_index;
    // Invocations, where there are workgroups.
    uint workgroup_size;
};

uint row;
uint next_word;

void put(uint value) { results[row * stride + next_word++] = value; }
void put(int value) { put(uint(value)); }
void put(bool value) { put(value ? 1u : 0u); }
void put(float value) { put(floatBitsToUint(value)); }
void put(uvec2 value) { put(value.x); put(value.y); }
void put(uvec4 value) { put(value.xy); put(value.zw); }
void skip(uint words) { next_word += words; }

uvec4 begin(uint invocation) {
    row = invocation;
    next_word = 0;
    // Which wave, and the place in it.
    put(subgroupBroadcastFirst(invocation));
    put(gl_SubgroupInvocationID);
    return inputs[invocation];
}
