#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
layout(set = 0, binding = 1) uniform Numbers { uint number; };

uint sum(uint value) {
    if (number == 0) {
        return subgroupAdd(value);
    }
    return value;
}

// All that a workgroup does together, though parts of it differ.
void main() {
    uint place = gl_GlobalInvocationID.x;
    uint value = values[place];
    if (gl_WorkGroupID.x == 0) {
        value += sum(value);
    }
    for (uint n = 0; n < number; n++) {
        if ((value & 1u) != 0) {
            value += n;
            if (value > 100) {
                value = 3;
            }
        }
        value += sum(value);
    }
    for (uint n = 0; n < (value & 3u); n++) {
        if (n == 2) {
            break;
        }
        value += n;
    }
    switch (value & 3u) {
    case 0:
        value++;
    case 1:
        value += 2;
        break;
    default:
        value = 0;
    }
    values[place] = subgroupExclusiveAdd(value);
}
