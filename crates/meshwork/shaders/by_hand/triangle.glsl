#extension GL_EXT_buffer_reference : require

const uint RECORD_BYTES = 112;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[1];
    vec4 positions[3];
    vec3 colors[3];
};
