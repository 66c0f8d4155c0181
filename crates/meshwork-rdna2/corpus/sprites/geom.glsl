#version 450
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in vec3 tints[];
layout(location = 0) out vec3 colour;
void main() {
    for (int corner = 0; corner < 4; ++corner) {
        vec2 side = vec2(corner & 1, corner >> 1) * 0.1 - 0.05;
        gl_Position = gl_in[0].gl_Position + vec4(side, 0.0, 0.0);
        colour = tints[0];
        EmitVertex();
    }
}
