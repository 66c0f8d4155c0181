#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec4 of_vertex[20];
layout(location = 20) perprimitiveEXT flat in vec4 of_primitive[11];
layout(location = 0) out vec4 target;

// Another of the 31 in every second row.
void main() {
    vec4 smoothed[20] = of_vertex, flatted[11] = of_primitive;
    uint row = uint(gl_FragCoord.y) / 2;
    target = vec4(row < 20 ? smoothed[row].rgb : flatted[min(row - 20, 10)].rgb, 1);
}
