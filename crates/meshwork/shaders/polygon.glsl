// A draw of one workgroup, which is one convex polygon of TRIANGLES triangles.

#include "scene.glsl"
#include "turn.glsl"

layout(local_size_x = 32) in;
layout(triangles, max_vertices = TRIANGLES + 2, max_primitives = TRIANGLES) out;

layout(push_constant) uniform Push {
    Directions directions;
    vec2 viewport;
    // At the first corner and at the last.
    vec4 first_color;
    vec4 last_color;
    // In clip space.
    vec2 center;
    vec2 radius;
    // Of the first corner, in steps of a turn.
    uint phase;
};

layout(location = 0) out vec3 color[];

void main() {
    const uint CORNERS = TRIANGLES + 2;
    SetMeshOutputsEXT(CORNERS, TRIANGLES);
    for (uint i = gl_LocalInvocationIndex; i < CORNERS; i += 32) {
        vec2 place = center + directions.at[(phase + i * TURN / CORNERS) % TURN] * radius;
        gl_MeshVerticesEXT[i].gl_Position = snap(vec4(place, 0.0, 1.0), viewport);
        color[i] = mix(first_color.rgb, last_color.rgb, float(i) / float(CORNERS - 1));
    }
    if (gl_LocalInvocationIndex < TRIANGLES) {
        gl_PrimitiveTriangleIndicesEXT[gl_LocalInvocationIndex] = uvec3(0, 1, 2) + uvec3(0, 1, 1) * gl_LocalInvocationIndex;
    }
}
