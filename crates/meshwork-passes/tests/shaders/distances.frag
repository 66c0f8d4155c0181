#version 460
// Cull distances, more of them than there are.
layout(location = 0) out vec4 target;
in float gl_CullDistance[3];

void main() {
    target = vec4(gl_CullDistance[0], gl_CullDistance[1], gl_CullDistance[2], 1);
}
