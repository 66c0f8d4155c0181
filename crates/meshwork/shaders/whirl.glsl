// The mesh stage of both ways to draw a whirl.

#include "scene.glsl"

layout(local_size_x = 32) in;
layout(triangles, max_vertices = 3 * TRIANGLES, max_primitives = TRIANGLES) out;

layout(location = 0) perprimitiveEXT out vec4 color[];

// Turned by 3 × twist degrees in the whole, each triangle just touches the one around it.
void draw_whirl(uint whirl, vec2 middle) {
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0) {
        atomicAdd(counters.at[first_whirl + whirl], 1);
    }
    SetMeshOutputsEXT(3 * TRIANGLES, TRIANGLES);
    if (lane >= TRIANGLES) {
        return;
    }
    float t = float(lane) / float(TRIANGLES);
    float radius = size * (1.0 - t) * (1.0 - 0.35 * t);
    for (uint i = 0; i < 3; i++) {
        uint direction = (whirl * TURN / whirls + phase + lane * twist + i * (TURN / 3)) % TURN;
        vec2 place = (middle + directions.at[direction] * radius) * scale;
        gl_MeshVerticesEXT[lane * 3 + i].gl_Position = snap(vec4(place, 0.0, 1.0), viewport);
    }
    gl_PrimitiveTriangleIndicesEXT[lane] = uvec3(0, 1, 2) + lane * 3;
    color[lane] = mix(outer, inner, t);
}
