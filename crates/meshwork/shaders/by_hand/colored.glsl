// The record where each vertex has a colour.

struct RecordVertex {
    vec4 position;
    vec3 color;
};

struct RecordPrimitive {
    uint corners;
};

const uint VERTEX_BYTES = 32, PRIMITIVE_BYTES = 4;

#include "record.glsl"
