#include "run.glsl"
#include "polygon.glsl"
#include "../scene.glsl"
#include "../turn.glsl"

layout(local_size_x = 32) in;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Push {
    Directions directions;
    vec2 viewport;
    vec4 first_color;
    vec4 last_color;
    vec2 center;
    vec2 radius;
    uint phase;
};

void main() {
    uint place = flat_workgroup();
    if (place >= run.mesh_count) {
        return;
    }
    Push push = Push(push_constants(find_draw(run.mesh_first + place)));
    set_mesh_outputs(place, CORNERS, TRIANGLES);
    Record record = Record(record_address(place, RECORD_BYTES));
    for (uint i = gl_LocalInvocationIndex; i < CORNERS; i += 32) {
        vec2 at = push.center + push.directions.at[(push.phase + i * TURN / CORNERS) % TURN] * push.radius;
        record.positions[i] = snap(vec4(at, 0.0, 1.0), push.viewport);
        record.colors[i] = mix(push.first_color.rgb, push.last_color.rgb, float(i) / float(CORNERS - 1));
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane < TRIANGLES) {
        record.primitives[lane] = pack(uvec3(0, lane + 1, lane + 2));
    }
}
