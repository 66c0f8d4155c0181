#version 450
layout(location = 0) in vec3 colour;
layout(location = 1) flat in uvec2 numbers;
layout(location = 0) out vec4 result;
void main() { result = vec4(colour.rg, float((numbers.x + numbers.y) & 7u) / 8.0, 1.0); }
