#include "../scene.glsl"

const uint TRIANGLES = 21;

struct RecordVertex {
    vec4 position;
    vec4 color;
};

struct RecordPrimitive {
    vec4 color;
    uint corners;
};

const uint VERTEX_BYTES = 32, PRIMITIVE_BYTES = 32;
const uint PRIMITIVES = TRIANGLES;
// One more for each triangle, the corner whose colour counts.
const uint RECORD_VERTICES = 3 * TRIANGLES + PRIMITIVES;

#include "record.glsl"

layout(local_size_x = 32) in;

void draw_whirl(uint place, Push push, uint whirl, vec2 middle) {
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0) {
        atomicAdd(push.counters.at[push.first_whirl + whirl], 1);
    }
    set_primitive_count(place, TRIANGLES);
    if (lane >= TRIANGLES) {
        return;
    }
    float t = float(lane) / float(TRIANGLES);
    float radius = push.size * (1.0 - t) * (1.0 - 0.35 * t);
    uint first_direction = whirl * TURN / push.whirls + push.phase + lane * push.twist;
    RecordVertices vertices = record_vertices(place);
    for (uint i = 0; i < 3; i++) {
        vec2 at = (middle + push.directions.at[(first_direction + i * (TURN / 3)) % TURN] * radius) * push.scale;
        vertices.at[lane * 3 + i].position = snap(vec4(at, 0.0, 1.0), push.viewport);
    }
    RecordPrimitives primitives = record_primitives(place);
    primitives.at[lane].corners = pack(uvec3(0, 1, 2) + lane * 3);
    primitives.at[lane].color = mix(push.outer, push.inner, t);
}
