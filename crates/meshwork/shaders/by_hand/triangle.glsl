struct Record {
    uint primitives[1];
    vec4 positions[3];
    vec3 colors[3];
};
