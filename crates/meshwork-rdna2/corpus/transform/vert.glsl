#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
layout(push_constant) uniform Constants { mat4 view; };
void main() {
    gl_Position = view * vec4(position, 1.0);
    colour = tint;
}
