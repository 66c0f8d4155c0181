#extension GL_EXT_buffer_reference : require

const uint MAX_SIDES = 14;

#ifdef COLORED
const uint RECORD_BYTES = 2 * MAX_SIDES * 36;
#else
const uint RECORD_BYTES = 2 * MAX_SIDES * 20;
#endif

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[2 * MAX_SIDES];
    vec4 positions[2 * MAX_SIDES];
#ifdef COLORED
    vec3 colors[2 * MAX_SIDES];
#endif
};
