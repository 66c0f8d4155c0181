layout(local_size_x = 256) in;

const uint LANES = gl_WorkGroupSize.x;

shared uint scan_words[LANES];

// Exclusive prefix sum of `value` over the workgroup; `sum` is the total. Shared memory only: subgroup arithmetic is not
// required of a device. Every invocation must call it.
uint scan_workgroup(uint value, out uint sum) {
    uint lane = gl_LocalInvocationID.x;
    scan_words[lane] = value;
    barrier();
    for (uint step = 1; step < LANES; step *= 2) {
        uint below = lane >= step ? scan_words[lane - step] : 0;
        barrier();
        scan_words[lane] += below;
        barrier();
    }
    sum = scan_words[LANES - 1];
    uint inclusive = scan_words[lane];
    barrier();
    return inclusive - value;
}
