#version 460
#extension GL_GOOGLE_include_directive : require
#include "query.glsl"

// Completes results that the driver has copied: adds the sums of earlier parts, and appends what was counted of mesh shaders
// and whether that is available. One invocation for each query.

const uint HAS_NUMBER = 1;
const uint COUNTED_NUMBERS = 3;
const uint IS_64_BIT = 8;
const uint HAS_AVAILABILITY = 16;
const uint IS_PARTIAL = 32;

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Results {
    Words counts;
    uvec2 results;
    uint stride;
    uint count;
    uint driver_numbers;
    uint flags;
};

layout(local_size_x = 64) in;
layout(push_constant) uniform Push { Results todo; };

void write(Words result, uint place, uvec2 value) {
    if ((todo.flags & IS_64_BIT) != 0) {
        result.at[2 * place] = value.x;
        result.at[2 * place + 1] = value.y;
    } else {
        result.at[place] = value.x;
    }
}

void main() {
    uint query = gl_GlobalInvocationID.x;
    if (query >= todo.count) return;
    uvec2 offset;
    umulExtended(query, todo.stride, offset.y, offset.x);
    Words result = Words(add(todo.results, offset));
    Words counts = todo.counts;
    uint first = query * query_words(todo.driver_numbers);

    // The driver has written nothing of a query that is not available, unless told to.
    for (uint number = 0; number < todo.driver_numbers; number++) {
        uint sum = first + COUNTS_WORDS + 2 * number;
        uvec2 earlier = uvec2(counts.at[sum], counts.at[sum + 1]);
        if (earlier == uvec2(0)) continue;
        uvec2 last = (todo.flags & IS_64_BIT) != 0 ? uvec2(result.at[2 * number], result.at[2 * number + 1])
                                                   : uvec2(result.at[number], 0);
        write(result, number, add(earlier, last));
    }

    uint available = counts.at[first + AVAILABLE];
    uint place = todo.driver_numbers;
    for (uint number = 0; number < COUNTED_NUMBERS; number++) {
        if ((todo.flags & HAS_NUMBER << number) == 0) continue;
        if (available != 0 || (todo.flags & IS_PARTIAL) != 0) {
            uint counted = first + 2 * number;
            write(result, place, uvec2(counts.at[counted], counts.at[counted + 1]));
        }
        place++;
    }
    if ((todo.flags & HAS_AVAILABILITY) != 0) write(result, place, uvec2(available, 0));
}
