// The vertex stage where each triangle has a colour: three vertices of its own for each.

#include "vertex.glsl"

layout(location = 0) flat out COLOR color;

void main() {
    uint corner = uint(gl_VertexIndex) % 3;
    uint primitive = uint(gl_VertexIndex) / 3 % PRIMITIVES;
    uint record = uint(gl_VertexIndex) / 3 / PRIMITIVES;
    uint vertex = Records(records).at[record].primitives[primitive] >> corner * 8 & 0xff;
    gl_Position = Records(records).at[record].positions[vertex];
    color = Records(records).at[record].colors[primitive];
}
