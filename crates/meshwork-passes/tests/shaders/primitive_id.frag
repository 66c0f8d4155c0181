#version 460
// Declares the Geometry capability for PrimitiveId, which a device may not have.
layout(constant_id = 3) const int modulus = 5;
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color, gl_PrimitiveID % modulus);
}
