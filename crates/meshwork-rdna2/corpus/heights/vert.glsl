#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
layout(set = 0, binding = 0) uniform sampler2D heights;
void main() {
    float height = textureLod(heights, position.xz * 0.5 + 0.5, 1.0).r;
    gl_Position = vec4(position.x, position.y + height, position.z, 1.0);
    colour = tint * height;
}
