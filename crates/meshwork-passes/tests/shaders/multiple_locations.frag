#version 460
// Reads what no mesh shader here writes.
layout(location = 0) in vec3 color;
layout(location = 9) in vec2 absent;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color, absent.x);
}
