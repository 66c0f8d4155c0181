struct Payload {
    uint16_t a;
    float16_t b;
    u16vec3 c;
    f16vec2 d[3];
    int16_t e;
};

taskPayloadSharedEXT Payload payload;
