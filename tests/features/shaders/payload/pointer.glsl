layout(buffer_reference, std430, buffer_reference_align = 16) buffer Numbers {
    uint list[];
};

layout(push_constant) uniform Push {
    Numbers numbers;
};

struct Payload {
    uint cell;
    Numbers numbers;
    uint last;
};

taskPayloadSharedEXT Payload payload;
