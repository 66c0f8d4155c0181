// A mesh shader of a vertex shader's draw, as one writes it by hand: an invocation for a vertex and a triangle. The includer has
// LANES, and shade(), which is the vertex shader.

layout(local_size_x = LANES) in;
layout(triangles, max_vertices = LANES, max_primitives = LANES) out;

// By workgroup: vertices and, from bit 16 on, triangles; LANES vertices' numbers; LANES triangles of three bytes.
layout(set = 0, binding = 0) readonly buffer Groups { uint groups[]; };
// Position and tint of each vertex.
layout(set = 0, binding = 1) readonly buffer Vertices { float vertices[]; };

layout(location = 0) out vec3 colours[];

void main() {
    const uint lane = gl_LocalInvocationIndex, group = gl_WorkGroupID.x * (1 + 2 * LANES);
    const uint vertexCount = groups[group] & 0xffffu, triangleCount = groups[group] >> 16;
    SetMeshOutputsEXT(vertexCount, triangleCount);
    if (lane < vertexCount) {
        const uint at = 6 * groups[group + 1 + lane];
        const vec3 position = vec3(vertices[at], vertices[at + 1], vertices[at + 2]);
        const vec3 tint = vec3(vertices[at + 3], vertices[at + 4], vertices[at + 5]);
        gl_MeshVerticesEXT[lane].gl_Position = shade(position, tint, colours[lane]);
    }
    if (lane < triangleCount) {
        const uint corners = groups[group + 1 + LANES + lane];
        gl_PrimitiveTriangleIndicesEXT[lane] = uvec3(corners, corners >> 8, corners >> 16) & 0xffu;
    }
}
