// What queries count: QueryCounts of crates/meshwork-abi/src/gpu.rs, and the driver's numbers behind it, as words.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };

const uint COUNTS_WORDS = 8;
const uint AVAILABLE = 6;
const uint PARTS = 7;

// Words from one query to the next.
uint query_words(uint driver_numbers) {
    return COUNTS_WORDS + 4 * driver_numbers;
}

uvec2 add(uvec2 a, uvec2 b) {
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}
