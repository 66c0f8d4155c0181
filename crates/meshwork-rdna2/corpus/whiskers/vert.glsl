#version 450

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
layout(location = 0) out vec3 along;

void main() {
    gl_Position = vec4(position, 1.0);
    along = direction;
}
