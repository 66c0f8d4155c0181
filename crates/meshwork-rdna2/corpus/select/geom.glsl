#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec3 tints[];
layout(location = 0) out vec3 colour;
layout(push_constant) uniform Constants { float least; };
void main() {
    vec3 a = gl_in[1].gl_Position.xyz - gl_in[0].gl_Position.xyz;
    vec3 b = gl_in[2].gl_Position.xyz - gl_in[0].gl_Position.xyz;
    if (length(cross(a, b)) < least)
        return;
    for (int corner = 0; corner < 3; ++corner) {
        gl_Position = gl_in[corner].gl_Position;
        colour = tints[corner];
        EmitVertex();
    }
}
