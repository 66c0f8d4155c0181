#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
layout(location = 1) flat out uvec2 numbers;
layout(set = 0, binding = 0) uniform Palette { vec4 offsets[4]; vec4 colours[4]; };
layout(set = 0, binding = 1) readonly buffer Order { uint order[]; };
void main() {
    uint number = order[gl_VertexIndex] & 3u;
    gl_Position = vec4(position.xy + offsets[number].xy, position.z, 1.0);
    colour = tint + colours[number].rgb;
    numbers = uvec2(number, gl_VertexIndex);
}
