#version 460

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

// Whatever the number is.
void main() {
    target = color + 0.0 * float(gl_PrimitiveID);
}
