#extension GL_EXT_buffer_reference : require

const uint VERTICES = 64;
const uint PRIMITIVES = 124;

const uint RECORD_BYTES = 3504;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[PRIMITIVES];
    vec4 positions[VERTICES];
    vec3 colors[PRIMITIVES];
};
