// A quad that each view has elsewhere, in other colours, and of which it may cull a half where `value` is odd.
#extension GL_EXT_mesh_shader : require
#include "../common.glsl"
#include "../results.glsl"
#include "view.glsl"

layout(local_size_x = 4) in;
layout(triangles, max_vertices = 4, max_primitives = 2) out;
out perprimitiveEXT gl_MeshPerPrimitiveEXT {
    bool gl_CullPrimitiveEXT;
} gl_MeshPrimitivesEXT[];
layout(location = 0) out vec4 color[];
layout(location = 1) perprimitiveEXT flat out uint mark[];

void quad(uint cell, uint value) {
    uint i = gl_LocalInvocationIndex, view = this_view();
    SetMeshOutputsEXT(4, 2);
    gl_MeshVerticesEXT[i].gl_Position = cell_corner((cell + 5 * view) % 64, i);
    color[i] = vec4(shade(value + cell + 64 * view).rgb, 0.5);
    if (i < 2) {
        gl_PrimitiveTriangleIndicesEXT[i] = QUAD[i];
        gl_MeshPrimitivesEXT[i].gl_CullPrimitiveEXT = view == 1 && i == cell % 3 && value % 2 == 1;
        mark[i] = 2 * view + i;
    }
    if (i == 0) atomicAdd(results[64 * view + cell], 1);
}
