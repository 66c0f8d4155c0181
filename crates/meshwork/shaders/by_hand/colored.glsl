// The vertex stage where each vertex has a colour.

#include "vertex.glsl"

layout(location = 0) out vec3 color;

void main() {
    uint record = uint(gl_VertexIndex) / VERTICES;
    uint vertex = uint(gl_VertexIndex) % VERTICES;
    gl_Position = Records(records).at[record].positions[vertex];
    color = Records(records).at[record].colors[vertex];
}
