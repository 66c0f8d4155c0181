#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 1) in Vertex { vec3 a; layout(location = 5) flat ivec2 b; noperspective float c[2]; } vertex;
layout(location = 10) perprimitiveEXT in Primitive { float a; layout(location = 12, component = 1) vec2 b; } primitive;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(vertex.a, vertex.c[1]) + vec4(primitive.a, primitive.b, 0.0) + vec4(vertex.b, 0.0, 0.0);
}
