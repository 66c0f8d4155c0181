#version 460

layout(location = 0) in vec4 list[7];
layout(location = 0) out vec4 target;

// Another vector in every row of a cell.
void main() {
    vec4 all[7] = list;
    target = vec4(all[uint(gl_FragCoord.y) % 7].rgb, 1);
}
