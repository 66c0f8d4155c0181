// For CPU drivers whose subgroups have arithmetic: a workgroup is one subgroup, of the size that the constant says. It has no
// barriers, each of which costs them a coroutine for every subgroup.
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x_id = 0) in;

const uint LANES = gl_WorkGroupSize.x;

uint sum_over_workgroup(uint value) {
    return subgroupAdd(value);
}

uint scan_workgroup(uint value, out uint sum) {
    sum = subgroupAdd(value);
    return subgroupExclusiveAdd(value);
}
