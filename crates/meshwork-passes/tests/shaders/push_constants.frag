#version 460
layout(push_constant) uniform Push { vec4 color; };
layout(location = 0) out vec4 result;
void main() { result = color; }
