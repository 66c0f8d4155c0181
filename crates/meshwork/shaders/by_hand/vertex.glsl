// What every vertex stage here has: the records, by their address.

#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(location = 0) in uvec2 records;

Record record_of(uint index) {
    return Record(packUint2x32(records) + uint64_t(index) * RECORD_BYTES);
}
