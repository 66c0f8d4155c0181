// The structures of crates/meshwork-abi/src/gpu.rs, and what the kernels share. Offsets are asserted there.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require

const uint DISPATCH_WIDTH = 32768;
const uint RUN_HAS_TASK = 1;
const uint RUN_INDEX_WORDS = 2;
const uint RUN_INDEX_LIST = 4;
const uint TASK_HINT = 8;
const uint SUM_BLOCK = 256;
const uint INDEX_RECORDS = 4; // What is loaded at once.

struct Divisor {
    uint magic;
    uint shift;
};

struct Draw {
    uint groups_x, groups_y, groups_z;
    uint first_workgroup;
    uint draw_index;
    uint push_constants;
    Divisor by_width;
};

struct Command {
    uvec2 arguments;
    uvec2 count;
    uint stride;
    uint max_draws;
    uint first_draw;
    uint push_constants;
    uint groups_x, groups_y, groups_z;
    uint pad;
};

struct Task {
    uint groups_x, groups_y, groups_z;
    uint draw_index;
    uint first_mesh;
    uint push_constants;
    Divisor by_width;
};

struct RasterDraw {
    uint index_count;
    uint instance_count;
    uint first_index;
    int vertex_offset;
    uint first_instance;
};

layout(buffer_reference, std430, buffer_reference_align = 16) coherent buffer Draws { Draw at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Commands { Command at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) coherent buffer Tasks { Task at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer RasterDraws { RasterDraw at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Fours { uvec4 at[]; };

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Totals {
    uint task_workgroups;
    uint mesh_workgroups;
    uint primitives;
    uint steps;
    uint most_meshes;
    uint unfinished;
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Run {
    Draws draws;
    Commands commands;
    Words raster_firsts;
    Tasks tasks;
    uvec2 payloads;
    Words task_hints;
    // Words, also read four at a time: SwiftShader casts no pointer to another.
    uvec2 meshes;
    uvec2 sums;
    uvec2 primitives;
    Words indices;
    RasterDraws raster;
    uvec2 push_constants;
    Totals statistics;
    uvec2 vertices;
    uint mesh_capacity;
    uint draw_count;
    uint command_count;
    uint raster_count;
    uint total;
    uint task_capacity;
    uint payload_bytes;
    uint vertex_bytes;
    uint record_vertices;
    uint max_vertices;
    uint max_primitives;
    uint corners;
    uint own_corners;
    uint own_corner;
    uint primitive_bytes;
    uint record_primitive_bytes;
    uint primitive_indices_offset;
    uint primitive_value_bytes;
    uint primitive_values_offset;
    uint flags;
    uint first_index;
    uint views;
    uint view_mask;
};

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Step {
    uint total;
    uint task_first;
    uint task_count;
    uint mesh_total;
    uint mesh_first;
    uint mesh_count;
    uint unfinished;
    uint new_tasks;
    uint number;
    uint draws_per_workgroup;
    uint pad[2];
    uvec4 task_dispatch;
    uvec4 mesh_dispatch;
    uvec4 write_dispatch;
};

const uint RUN_BYTES = 208;
const uint STEP_BYTES = 96;

// `address + offset` without 64-bit integers.
uvec2 address_add(uvec2 address, uint offset) {
    uint carry;
    uint low = uaddCarry(address.x, offset, carry);
    return uvec2(low, address.y + carry);
}

// `address + index * stride`.
uvec2 address_index(uvec2 address, uint index, uint stride) {
    uint high, low, carry;
    umulExtended(index, stride, high, low);
    low = uaddCarry(address.x, low, carry);
    return uvec2(low, address.y + high + carry);
}

// To divide by `divisor`, from 1 to 2^31 (`Divisor::new` in crates/meshwork-abi/src/divisor.rs).
Divisor division_by(uint divisor) {
    uint shift = uint(findMSB(divisor - 1) + 1);
    // 2^(31 + shift) divided in binary, a digit at a time after the first 32: 64 bits are not required of a device.
    uint magic = 0x80000000 / divisor;
    uint rest = 0x80000000 % divisor;
    for (uint digit = 0; digit < shift; digit++) {
        rest *= 2;
        magic *= 2;
        if (rest >= divisor) {
            rest -= divisor;
            magic++;
        }
    }
    return Divisor(rest == 0 ? magic : magic + 1, shift);
}

// A dispatch of `count` workgroups, flattened: the inverse of `flat_workgroup`.
uvec4 flat_dispatch(uint count) {
    return uvec4(min(count, DISPATCH_WIDTH), (count + DISPATCH_WIDTH - 1) / DISPATCH_WIDTH, 1, 0);
}

// Workgroups of `write_indices` for the records of so many mesh workgroups.
uint index_parts(Run run, uint meshes) {
    return (run.flags & RUN_INDEX_LIST) != 0 ? 0 : (meshes + INDEX_RECORDS - 1) / INDEX_RECORDS;
}

// The place in `sums` of the sum of SUM_BLOCK blocks.
uint sum_of_blocks(Run run, uint n) {
    return (run.mesh_capacity + SUM_BLOCK - 1) / SUM_BLOCK + n;
}

uint flat_workgroup() {
    return gl_WorkGroupID.y * DISPATCH_WIDTH + gl_WorkGroupID.x;
}
