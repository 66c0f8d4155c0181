#ifndef MOST
#define MOST 4
#endif
layout(triangles, max_vertices = MOST, max_primitives = MOST) out;
layout(location = 0) out vec4 color[];

void draw(uint index, uint sent) {
    SetMeshOutputsEXT(4, 2);
    uint corner = gl_LocalInvocationIndex;
    vec2 at = place + vec2(index % 13, index / 13 % 13) * size * 0.5 + vec2(corner & 1, corner >> 1) * size;
    gl_MeshVerticesEXT[corner].gl_Position = vec4(at * 2.0 - 1.0, 0.5, 1.0);
    uint hue = (index + sent) * 37 + values[0];
    color[corner] = vec4(hue & 255, hue * 7 & 255, hue * 13 & 255, 128) / 255.0;
    if (corner < 2) {
        gl_PrimitiveTriangleIndicesEXT[corner] = uvec3(0, 1, 2) + corner;
    }
}
