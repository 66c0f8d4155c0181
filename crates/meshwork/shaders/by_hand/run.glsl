// The scenes' task and mesh shaders as an engineer would write them for a GPU without: compute shaders that fill records, and
// vertex shaders whose vertex input they are. 'meshwork bench compile' measures lowered shaders by these. They keep the same
// contract (crates/meshwork-abi/src/gpu.rs): gathered draws, push constants in memory, steps, flattened dispatches.

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

const uint DISPATCH_WIDTH = 32768;

struct Draw {
    uint groups[3];
    uint first_workgroup;
    uint draw_index;
    uint push_constants;
    uint by_width[2];
};

struct Task {
    uint groups[3];
    uint draw_index;
    uint first_mesh;
    uint push_constants;
    uint by_width[2];
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Draws { Draw at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Tasks { Task at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer NewTasks { Task at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Hints { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Counts { uint at[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Run {
    Draws draws;
    uint64_t commands;
    uint64_t raster_firsts;
    Tasks tasks;
    uint64_t payloads;
    Hints task_hints;
    Counts meshes;
    uint64_t sums;
    uint64_t primitives;
    uint64_t indices;
    uint64_t raster;
    uint64_t push_constants;
    uint64_t statistics;
    uint64_t vertices;
    uint mesh_capacity;
    uint draw_count;
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Step {
    uint total;
    uint task_first;
    uint task_count;
    uint mesh_total;
    uint mesh_first;
    uint mesh_count;
};

layout(push_constant) uniform Addresses {
    Run run;
    Step batch;
};

// The workgroup's place in the step.
uint flat_workgroup() {
    return gl_WorkGroupID.y * DISPATCH_WIDTH + gl_WorkGroupID.x;
}

// The last draw that does not begin after this workgroup of the run.
uint find_draw(uint workgroup) {
    Draws draws = run.draws;
    uint low = 0;
    uint high = run.draw_count;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (draws.at[middle].first_workgroup <= workgroup) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// The last task whose mesh workgroups do not begin after this one.
uint find_task(uint place) {
    uint workgroup = batch.mesh_first + place;
    Tasks tasks = run.tasks;
    uint low = run.task_hints.at[place / 8];
    uint high = run.task_hints.at[place / 8 + 1] + 1;
    while (high - low > 1) {
        uint middle = (low + high) / 2;
        if (tasks.at[middle].first_mesh <= workgroup) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint64_t push_constants(uint draw) {
    return run.push_constants + run.draws.at[draw].push_constants;
}

uint64_t push_constants_of_task(uint task) {
    return run.push_constants + run.tasks.at[task].push_constants;
}

// What the workgroup makes; said by one invocation.
void set_primitive_count(uint place, uint primitives) {
    if (gl_LocalInvocationIndex == 0) {
        run.meshes.at[place] = primitives;
    }
}

void emit_mesh_tasks(uint place, uint draw, uint groups) {
    if (gl_LocalInvocationIndex == 0) {
        NewTasks tasks = NewTasks(run.tasks);
        tasks.at[place].groups = uint[](groups, 1, 1);
        tasks.at[place].draw_index = run.draws.at[draw].draw_index;
        tasks.at[place].push_constants = run.draws.at[draw].push_constants;
    }
}

// A primitive in a word, a byte a corner.
uint pack(uvec3 corners) {
    return corners.x | corners.y << 8 | corners.z << 16;
}
