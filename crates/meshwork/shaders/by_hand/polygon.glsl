const uint CORNERS = TRIANGLES + 2;

struct Record {
    uint primitives[TRIANGLES];
    vec4 positions[CORNERS];
    vec3 colors[CORNERS];
};
