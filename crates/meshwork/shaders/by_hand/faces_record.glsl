const uint VERTICES = 64;
const uint PRIMITIVES = 124;

struct Record {
    uint primitives[PRIMITIVES];
    vec4 positions[VERTICES];
    vec3 colors[PRIMITIVES];
};
