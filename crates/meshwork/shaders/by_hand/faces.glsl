// The vertex stage where each triangle has a colour: three vertices of its own for each.

#include "vertex.glsl"

layout(location = 0) flat out COLOR color;

void main() {
    uint corner = uint(gl_VertexIndex) % 3;
    uint primitive = uint(gl_VertexIndex) / 3 % PRIMITIVES;
    Record record = record_of(uint(gl_VertexIndex) / 3 / PRIMITIVES);
    uint vertex = record.primitives[primitive] >> corner * 8 & 0xff;
    gl_Position = record.positions[vertex];
    color = record.colors[primitive];
}
