// What the stages of the planet share.

const uint BANDS = 8;

struct Payload {
    uint band;
    uint patches;
};

layout(push_constant) uniform Push {
    float turn;
    float aspect;
};
