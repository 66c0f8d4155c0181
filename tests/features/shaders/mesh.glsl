// The mesh stage of most cases: one quad per workgroup, in one colour.
#extension GL_EXT_mesh_shader : require
#include "common.glsl"
#include "results.glsl"

#ifndef INVOCATIONS
#define INVOCATIONS 4
#endif

layout(local_size_x = INVOCATIONS) in;
layout(triangles, max_vertices = 4, max_primitives = 2) out;
layout(location = 0) out vec4 color[];

void quad(uint cell, vec4 value) {
    SetMeshOutputsEXT(4, 2);
    uint i = gl_LocalInvocationIndex;
    if (i < 4) {
        gl_MeshVerticesEXT[i].gl_Position = cell_corner(cell, i);
        color[i] = value;
    }
    if (i < 2) gl_PrimitiveTriangleIndicesEXT[i] = QUAD[i];
}
