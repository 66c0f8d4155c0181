struct Inner {
    vec2 a;
    float b[2];
};

struct Data {
    Inner inner;
    vec4 tint;
    mat2 turn;
};
