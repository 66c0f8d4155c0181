#version 460
#extension GL_GOOGLE_include_directive : require
#include "query.glsl"

// Adds parts of queries that the driver has counted to their sums: one invocation for each number.

layout(local_size_x = 64) in;
layout(push_constant) uniform Push {
    Words queries;
    uint driver_numbers;
    uint count;
};

void main() {
    if (gl_GlobalInvocationID.x >= driver_numbers * count) return;
    uint query = gl_GlobalInvocationID.x / driver_numbers;
    uint sum = query * query_words(driver_numbers) + COUNTS_WORDS + 2 * (gl_GlobalInvocationID.x % driver_numbers);
    uint part = sum + 2 * driver_numbers;
    uvec2 now = add(uvec2(queries.at[sum], queries.at[sum + 1]), uvec2(queries.at[part], queries.at[part + 1]));
    queries.at[sum] = now.x;
    queries.at[sum + 1] = now.y;
}
