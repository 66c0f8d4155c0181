#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
shared uint total;

// Memory that a wave orders for itself.
void main() {
    uint value = values[gl_GlobalInvocationID.x];
    atomicAdd(total, value, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    subgroupBarrier();
    subgroupMemoryBarrierShared();
    values[gl_GlobalInvocationID.x] = total + subgroupExclusiveAdd(value) + subgroupBallot(value > 5).x;
}
