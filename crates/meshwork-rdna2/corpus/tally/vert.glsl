#version 450
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 colour;
layout(set = 0, binding = 0) buffer Tally { uint count; uint most; uint marks[]; };
void main() {
    uint own = atomicAdd(count, 1u) & 255u;
    uint before = atomicMax(most, uint(gl_VertexIndex));
    atomicXor(marks[own], before);
    gl_Position = vec4(position, 1.0);
    colour = vec3(own, before & 255u, atomicExchange(marks[own & 7u], own) & 255u);
}
