#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 0) in vec3 tints[];
layout(location = 0) out vec3 colour;
void main() {
    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position) / 3.0;
    for (int copy = 0; copy < 2; ++copy) {
        for (int corner = 0; corner < 3; ++corner) {
            gl_Position = mix(gl_in[corner].gl_Position, middle, 0.5 * float(copy));
            colour = tints[corner] / float(1 + copy);
            EmitVertex();
        }
        EndPrimitive();
    }
}
