const uint VERTICES = 64;
const uint TRIANGLES = 124;

struct Record {
    uint primitives[TRIANGLES];
    vec4 positions[VERTICES];
    vec3 normals[VERTICES];
    vec4 colors[VERTICES];
    vec2 texture_positions[VERTICES];
    vec3 to_eyes[VERTICES];
};
