#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
void main() {
    uint bits = floatBitsToUint(position.x);
    // Not negative: Vulkan leaves remainders of negative numbers open.
    int count = 32 + bitCount(bits) - findMSB(bits | 1u);
    uint part = bitfieldExtract(bits, 7, 9) / (uint(gl_VertexIndex) + 1u);
    float shift = 0.0;
    if ((bits & 4u) != 0u)
        shift = float(count % 5) * 0.125;
    else
        shift = float(part >> 3) * 0.0625;
    gl_Position = vec4(position.x + shift, position.yz, 1.0);
    colour = tint + vec3(float(bitfieldReverse(bits) >> 24)) / 256.0;
}
