#include "run.glsl"

const uint PRIMITIVES = TRIANGLES;
const uint RECORD_VERTICES = TRIANGLES + 2;

#include "colored.glsl"
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
    if (place >= batch.mesh_count) {
        return;
    }
    Push push = Push(push_constants(find_draw(batch.mesh_first + place)));
    RecordVertices vertices = record_vertices(place);
    for (uint i = gl_LocalInvocationIndex; i < RECORD_VERTICES; i += 32) {
        vec2 at = push.center + push.directions.at[(push.phase + i * TURN / RECORD_VERTICES) % TURN] * push.radius;
        vertices.at[i].position = snap(vec4(at, 0.0, 1.0), push.viewport);
        vertices.at[i].color = mix(push.first_color.rgb, push.last_color.rgb, float(i) / float(RECORD_VERTICES - 1));
    }
    uint lane = gl_LocalInvocationIndex;
    if (lane < TRIANGLES) {
        list_triangle(place, lane, uvec3(0, lane + 1, lane + 2));
    }
}
