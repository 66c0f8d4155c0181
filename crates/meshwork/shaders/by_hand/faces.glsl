// The record where each triangle has a colour: beside the mesh shader's vertices there is one more for each triangle, the
// corner whose colour counts.

struct RecordVertex {
    vec4 position;
    vec3 color;
};

struct RecordPrimitive {
    vec3 color;
    uint corners;
};

const uint VERTEX_BYTES = 32, PRIMITIVE_BYTES = 16;
const uint RECORD_VERTICES = VERTICES + PRIMITIVES;

#include "record.glsl"
