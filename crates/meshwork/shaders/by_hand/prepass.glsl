const uint MAX_SIDES = 14;

struct Record {
    uint primitives[2 * MAX_SIDES];
    vec4 positions[2 * MAX_SIDES];
#ifdef COLORED
    vec3 colors[2 * MAX_SIDES];
#endif
};
