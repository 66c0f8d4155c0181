struct Inner {
    vec3 color;
    bool flag;
    uint list[3];
};

struct Payload {
    int first;
    Inner inner[2];
    mat2 turn;
    uvec2 last;
};

taskPayloadSharedEXT Payload payload;
