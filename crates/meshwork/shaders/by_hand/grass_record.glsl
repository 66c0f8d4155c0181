const uint VERTICES = 64;

struct Record {
    uint primitives[48];
    vec4 positions[VERTICES];
    vec3 colors[VERTICES];
};
