#version 460

layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;

void main() {
    gl_Position = position;
    color = vec4(0.5 + 0.5 * position.xy, 0.25 * float(gl_VertexIndex % 4), 1);
}
