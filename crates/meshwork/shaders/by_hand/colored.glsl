// The vertex stage where each vertex has a colour.

#include "vertex.glsl"

layout(location = 0) out vec3 color;

void main() {
    Record record = record_of(uint(gl_VertexIndex) / VERTICES);
    uint vertex = uint(gl_VertexIndex) % VERTICES;
    gl_Position = record.positions[vertex];
    color = record.colors[vertex];
}
