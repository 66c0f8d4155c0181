struct Part {
    vec3 color;
    uint cell;
};

struct Payload {
    Part parts[3];
    mat2 turn;
    uvec2 pair;
};

layout(set = 1, binding = 0, std430) buffer Whole {
    Payload source;
    Payload target;
    Part last;
};

taskPayloadSharedEXT Payload payload;
