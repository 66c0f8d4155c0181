#extension GL_EXT_buffer_reference : require

const uint VERTICES = 64;
const uint TRIANGLES = 124;

const uint RECORD_BYTES = 5104;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Record {
    uint primitives[TRIANGLES];
    vec4 positions[VERTICES];
    vec3 normals[VERTICES];
    vec4 colors[VERTICES];
    vec2 texture_positions[VERTICES];
    vec3 to_eyes[VERTICES];
};
