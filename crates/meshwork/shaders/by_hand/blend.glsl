#extension GL_EXT_buffer_reference : require

const uint TRIANGLES = 21;

const uint RECORD_BYTES = 1440;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[TRIANGLES];
    vec4 positions[3 * TRIANGLES];
    vec4 colors[TRIANGLES];
};
