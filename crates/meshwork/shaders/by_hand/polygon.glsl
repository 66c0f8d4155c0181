#extension GL_EXT_buffer_reference : require

const uint CORNERS = TRIANGLES + 2;

// Each array begins at a multiple of 16.
const uint RECORD_BYTES = (TRIANGLES * 4 + 15) / 16 * 16 + CORNERS * 32;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[TRIANGLES];
    vec4 positions[CORNERS];
    vec3 colors[CORNERS];
};
