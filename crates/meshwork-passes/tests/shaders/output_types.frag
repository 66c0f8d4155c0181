#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
struct Nested { vec2 a; float b[2]; };
layout(location = 0, component = 0) in float x;
layout(location = 0, component = 1) in vec2 yz;
layout(location = 0, component = 3) flat in int w;
layout(location = 1) flat in uvec4 integers;
layout(location = 2) in mat3x2 matrix;
layout(location = 5) noperspective in vec2 array[2];
layout(location = 7) flat in Nested nested;
layout(location = 10) flat in double wide;
layout(location = 11) flat in dvec3 wider;
layout(location = 13) in f16vec4 halves;
layout(location = 14) flat in i16vec2 shorts;
layout(location = 15) in Block { vec3 a; layout(location = 20) flat ivec2 b; float c[3]; mat2 d; } block;
layout(location = 26) perprimitiveEXT in Nested each;
layout(location = 30) perprimitiveEXT in mat2 each_matrix;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(x, yz, w) + vec4(integers) + vec4(matrix[1], array[1]) + vec4(nested.a, nested.b[0], float(wide));
    target += vec4(vec3(wider), 1.0) + vec4(halves) + vec4(shorts, block.b) + vec4(block.a, block.c[2]) + block.d[0].xyxy;
    target += each.a.xyxy + each_matrix[1].xyxy;
}
