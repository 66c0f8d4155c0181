#version 450

layout(triangles) in;
layout(line_strip, max_vertices = 6) out;
layout(push_constant) uniform Push {
    mat4 view;
    float size;
} push;
layout(location = 0) in vec3 along[];
layout(location = 0) out vec4 colour;

void main() {
    for (int corner = 0; corner < 3; corner++) {
        vec4 root = gl_in[corner].gl_Position;
        gl_Position = push.view * root;
        colour = vec4(0.2, 0.4, 0.6, 1.0);
        EmitVertex();
        gl_Position = push.view * (root + vec4(normalize(along[corner]) * push.size, 0.0));
        colour = vec4(1.0);
        EmitVertex();
        EndPrimitive();
    }
}
