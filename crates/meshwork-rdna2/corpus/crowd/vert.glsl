#version 450
layout(location = 0) flat out vec3 colour;
const vec2 corners[3] = vec2[](vec2(0.0, 0.0), vec2(0.0625, 0.0), vec2(0.0, 0.0625));
void main() {
    uvec2 place = uvec2(gl_InstanceIndex, gl_InstanceIndex >> 7) & 127u;
    gl_Position = vec4(vec2(place) / 64.0 - 1.0 + corners[gl_VertexIndex % 3], 0.5, 1.0);
    colour = vec3(uvec3(gl_InstanceIndex, gl_InstanceIndex >> 4, gl_InstanceIndex >> 9) & 255u) / 256.0;
}
