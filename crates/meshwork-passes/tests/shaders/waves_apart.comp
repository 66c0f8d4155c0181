#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
    uint place = gl_GlobalInvocationID.x;
    uint value = values[place];
    if (value > 5) {
        values[place] = subgroupAdd(value);
    }
}
