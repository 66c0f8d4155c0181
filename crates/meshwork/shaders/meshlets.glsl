// A mesh cut into meshlets, as `model.rs` lays it out in device memory.

#extension GL_EXT_buffer_reference : require

struct Meshlet {
    // Bounding sphere: center, radius.
    vec4 sphere;
    // All triangles face away from an eye inside this cone: axis, cosine-like cutoff.
    vec4 cone;
    uint first_vertex;
    uint first_triangle;
    uint vertex_count;
    uint triangle_count;
};

struct Vertex {
    vec3 position;
    // Two signed normalized halves of the octahedral mapping.
    uint normal;
    vec2 texture_position;
    // Four unsigned normalized bytes.
    uint color;
    uint pad;
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Meshlets { Meshlet at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Vertices { Vertex at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint at[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer View {
    mat4 view_projection;
    vec3 eye;
    float pad;
    vec2 viewport;
    Meshlets meshlets;
    Vertices vertices;
    // Indices into `vertices`, from each meshlet's `first_vertex`.
    Words vertex_indices;
    // A word a triangle, a byte a corner, from each meshlet's `first_triangle`.
    Words triangles;
};

const uint TINT_MESHLETS = 1;
const uint DOUBLE_SIDED = 2;

// One part of the mesh: what shares a material.
#ifndef PUSH_CONSTANTS
#define PUSH_CONSTANTS layout(push_constant) uniform
#endif
PUSH_CONSTANTS Push {
    View view;
    uint first_meshlet;
    uint meshlet_count;
    vec4 base_color;
    uint flags;
};

const uint MESHLETS_PER_TASK = 32;

struct Payload {
    uint meshlets[MESHLETS_PER_TASK];
};
