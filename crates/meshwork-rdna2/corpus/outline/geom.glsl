#version 450
layout(triangles_adjacency) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec3 tints[];
layout(location = 0) flat out vec3 colour;
// The same whichever corner comes first: of every second triangle of a strip lavapipe takes another one than Vulkan says.
void main() {
    for (int corner = 0; corner < 6; corner += 2) {
        gl_Position = gl_in[corner].gl_Position;
        colour = max(tints[1], max(tints[3], tints[5]));
        EmitVertex();
    }
}
