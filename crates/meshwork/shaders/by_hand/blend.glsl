const uint TRIANGLES = 21;

struct Record {
    uint primitives[TRIANGLES];
    vec4 positions[3 * TRIANGLES];
    vec4 colors[TRIANGLES];
};
