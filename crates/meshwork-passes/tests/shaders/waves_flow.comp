#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
layout(set = 0, binding = 1) readonly buffer Numbers { uint number; };
layout(set = 0, binding = 2) buffer Written { uint written; };

uint value;

// Where a workgroup is together.

void after_a_branch() {
    if (value > 5) { value++; }
    value = subgroupAdd(value);
}

void after_a_fallthrough() {
    switch (value & 3u) {
    case 0: value++;
    case 1: value += 2; break;
    default: value = 0;
    }
    value = subgroupAdd(value);
}

void after_a_break() {
    for (uint n = 0; n < 10; n++) {
        if (value == n) { break; }
        value += 3;
    }
    value = subgroupAdd(value);
}

void beside_a_branch_in_a_loop() {
    for (uint n = 0; n < number; n++) {
        if (value == n) { value += 3; }
        value += subgroupAdd(value);
    }
}

uint returned_early(uint number) {
    if (number > 5) { return number; }
    return number + 1;
}

void after_a_callee_that_returns_early() {
    value = returned_early(value);
    value = subgroupAdd(value);
}

// Where it is together if it is one wave.

void where_the_wave_votes() {
    if (subgroupAny(value > 5)) { value = subgroupAdd(value); }
}

// Where parts of it may be apart.

void after_a_return() {
    if (value > 5) { return; }
    value = subgroupAdd(value);
}

void in_a_loop_with_a_break() {
    for (uint n = 0; n < 10; n++) {
        value += subgroupAdd(value);
        if (value == n) { break; }
    }
}

void after_a_continue() {
    for (uint n = 0; n < 10; n++) {
        if (value == n) { continue; }
        value += subgroupAdd(value);
    }
}

void in_a_fallthrough() {
    switch (value & 3u) {
    case 0: value++;
    case 1: value = subgroupAdd(value); break;
    default: value = 0;
    }
}

void by_a_variable() {
    uint taken = 0;
    if (value > 5) { taken = 1; }
    if (taken == 0) { value = subgroupAdd(value); }
}

uint sum(uint number) { return subgroupAdd(number); }

void in_a_callee() {
    if (value > 5) { value = sum(value); }
}

void by_a_result() {
    if (returned_early(value) > 7) { value = subgroupAdd(value); }
}

void by_what_others_write() {
    if (written > 5) { value = subgroupAdd(value); }
}

void by_an_index() {
    uint both[2] = uint[2](1, 2);
    if (both[value & 1u] == 1) { value = subgroupAdd(value); }
}

void main() {
    value = values[gl_GlobalInvocationID.x];
    after_a_branch();
    after_a_fallthrough();
    after_a_break();
    beside_a_branch_in_a_loop();
    after_a_callee_that_returns_early();
    where_the_wave_votes();
    after_a_return();
    in_a_loop_with_a_break();
    after_a_continue();
    in_a_fallthrough();
    by_a_variable();
    in_a_callee();
    by_a_result();
    by_what_others_write();
    by_an_index();
    values[gl_GlobalInvocationID.x] = value;
}
