struct Payload {
    uint first;
    uint64_t a;
    i64vec2 b;
};

taskPayloadSharedEXT Payload payload;
