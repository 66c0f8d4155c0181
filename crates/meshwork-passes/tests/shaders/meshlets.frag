#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) in Vertex { vec3 normal; flat uint id; noperspective vec2 uv; } vertex;
layout(location = 5) centroid in vec4 extra;
layout(location = 6) perprimitiveEXT in Primitive { vec4 color; flat ivec2 cell; } primitive;
layout(location = 0) out vec4 target;

void main() {
    target = primitive.color + vec4(vertex.normal, vertex.uv.x) + extra + float(vertex.id + primitive.cell.x + gl_PrimitiveID);
}
