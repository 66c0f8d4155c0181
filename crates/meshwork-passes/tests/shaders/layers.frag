#version 460
layout(location = 0) out vec4 target;

void main() {
    target = vec4(gl_Layer, gl_ViewportIndex, 0.0, 1.0);
}
