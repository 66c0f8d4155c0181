#version 460
// A quad out of a vertex buffer; its colour is its place.

layout(location = 0) in vec2 position;
layout(location = 0) out vec4 color;

void main() {
    gl_Position = vec4(position, 0.5, 1);
    color = vec4(position * 0.5 + 0.5, 0.25, 0.5);
}
