#include "blend.glsl"
#include "../scene.glsl"

layout(local_size_x = 32) in;

void draw_whirl(uint place, Push push, uint whirl, vec2 middle) {
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0) {
        atomicAdd(push.counters.at[push.first_whirl + whirl], 1);
    }
    set_mesh_outputs(place, 3 * TRIANGLES, TRIANGLES);
    if (lane >= TRIANGLES) {
        return;
    }
    float t = float(lane) / float(TRIANGLES);
    float radius = push.size * (1.0 - t) * (1.0 - 0.35 * t);
    uint first_direction = whirl * TURN / push.whirls + push.phase + lane * push.twist;
    Record record = Record(record_address(place, RECORD_BYTES));
    for (uint i = 0; i < 3; i++) {
        vec2 at = (middle + push.directions.at[(first_direction + i * (TURN / 3)) % TURN] * radius) * push.scale;
        record.positions[lane * 3 + i] = snap(vec4(at, 0.0, 1.0), push.viewport);
    }
    record.primitives[lane] = pack(uvec3(0, 1, 2) + lane * 3);
    record.colors[lane] = mix(push.outer, push.inner, t);
}
