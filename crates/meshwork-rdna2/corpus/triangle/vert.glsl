#version 450
layout(location = 0) out vec3 colour;
const vec2 corners[3] = vec2[](vec2(-0.8, 0.7), vec2(0.1, -0.9), vec2(0.6, 0.5));
void main() {
    vec2 corner = corners[gl_VertexIndex % 3];
    gl_Position = vec4(corner, 0.25, 1.0);
    colour = vec3(corner, 0.5);
}
