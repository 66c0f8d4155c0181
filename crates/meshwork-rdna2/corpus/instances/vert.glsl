#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec2 offset;
layout(location = 3) in ivec2 grid;
layout(location = 0) out vec3 colour;
layout(set = 0, binding = 0) readonly buffer Scales { float scales[]; };
void main() {
    float scale = scales[gl_InstanceIndex] + float(grid.x & grid.y & 1);
    gl_Position = vec4(position * scale + vec3(offset, 0.0), 1.0);
    colour = tint.rgb * tint.a;
}
