// Clustered operations, which not every device has.

#extension GL_KHR_shader_subgroup_clustered : require

void run(uvec4 a) {
    put(subgroupClusteredAdd(a.x, 1));
    put(subgroupClusteredAdd(a.x, 2));
    put(subgroupClusteredAdd(a.x, 4));
    put(subgroupClusteredMax(int(a.x), 4));
    put(subgroupClusteredXor(a.x, 2));
}
