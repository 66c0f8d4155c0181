#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec4 list[12];
layout(location = 12) perprimitiveEXT flat in vec4 tints[2];
layout(location = 0) out vec4 target;

void main() {
    vec4 sum = vec4(0);
    for (uint k = 0; k < 12; ++k) sum += list[k] / 16.0;
    target = vec4(sum.rgb * 0.75 + (tints[0].rgb + tints[1].rgb) * 0.125, 1);
}
