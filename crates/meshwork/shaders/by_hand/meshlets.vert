#version 460

layout(location = 1) in vec4 vertex_position;
layout(location = 2) in vec3 vertex_normal;
layout(location = 3) in vec4 vertex_color;
layout(location = 4) in vec2 vertex_texture_position;
layout(location = 5) in vec3 vertex_to_eye;

layout(location = 0) out vec3 normal;
layout(location = 1) out vec4 color;
layout(location = 2) out vec2 texture_position;
layout(location = 3) out vec3 to_eye;

void main() {
    gl_Position = vertex_position;
    normal = vertex_normal;
    color = vertex_color;
    texture_position = vertex_texture_position;
    to_eye = vertex_to_eye;
}
