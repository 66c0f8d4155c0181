#version 460

layout(location = 0) in vec4 list[14];
layout(location = 0) out vec4 target;

void main() {
    vec4 all[14] = list;
    target = vec4(all[uint(gl_FragCoord.y) / 5].rgb, 1);
}
