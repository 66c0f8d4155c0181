// The vertex stage where each vertex, or the one that counts for its triangle, has a colour.

layout(location = 1) in vec4 position;
layout(location = 2) in COLOR vertex_color;

layout(location = 0) INTERPOLATION out COLOR color;

void main() {
    gl_Position = position;
    color = vertex_color;
}
