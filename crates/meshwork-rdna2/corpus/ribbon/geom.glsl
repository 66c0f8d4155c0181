#version 450
layout(points) in;
layout(triangle_strip, max_vertices = 80) out;
layout(location = 0) in vec3 tints[];
layout(location = 0) out vec3 colour;
void main() {
    for (int part = 0; part < 80; ++part) {
        gl_Position = gl_in[0].gl_Position + vec4(part / 64.0, (part & 1) / 16.0, 0.0, 0.0);
        colour = tints[0] * (part & 7);
        EmitVertex();
    }
}
