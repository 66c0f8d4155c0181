#include "run.glsl"
#include "run_places.glsl"

// After the mesh stage: one workgroup for each INDEX_RECORDS records, whose primitives go to their place in the index list, and one
// for each raster draw, which says how much of the list is its own. Beside the mesh stage where that writes the list itself, and then
// of raster draws alone.
//
// `sum_over_workgroup(value)` is the sum of all invocations' values, for each of them. Every invocation must call it.

layout(push_constant) uniform Push { Run run; Step step; };

// Loads that an invocation begins before it waits for one: a workgroup has little to do, most of the time is the way to memory.
const uint AT_ONCE = 4;

// Primitives of the batch's mesh workgroups before `mesh`. Every invocation must call it.
uint primitives_before(uint mesh) {
    if ((run.flags & RUN_INDEX_LIST) != 0) return mesh * run.max_primitives;
    uint lane = gl_LocalInvocationID.x;
    uint part = 0, first = 0;
    if (run.sums != uvec2(0)) {
        uint blocks = mesh / SUM_BLOCK, full = blocks / SUM_BLOCK;
        first = blocks * SUM_BLOCK;
        Words sums = Words(run.sums);
        for (uint n = lane; n < full; n += LANES) part += sums.at[sum_of_blocks(run, n)];
        for (uint block = full * SUM_BLOCK + lane; block < blocks; block += LANES) part += sums.at[block];
    }
    uint fours = mesh / 4;
    Fours meshes = Fours(run.meshes);
    for (uint begin = first / 4 + lane; begin < fours; begin += AT_ONCE * LANES) {
        uvec4 counts = uvec4(0);
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint four = begin + n * LANES;
            counts += four < fours ? meshes.at[four] : uvec4(0);
        }
        part += counts.x + counts.y + counts.z + counts.w;
    }
    if (fours * 4 + lane < mesh) part += Words(run.meshes).at[fours * 4 + lane];
    return sum_over_workgroup(part);
}

// Some mesh workgroups, neighbours in the batch.
struct Meshes {
    uint first;
    // Primitives up to the end of each.
    uvec4 ends;
};

// A primitive of some mesh workgroups.
struct Primitive {
    uint mesh;
    // Its place there.
    uint place;
};

Primitive primitive_of(Meshes meshes, uint primitive) {
    uvec4 ends = meshes.ends;
    uint begin = primitive >= ends.z ? ends.z : primitive >= ends.y ? ends.y : primitive >= ends.x ? ends.x : 0;
    uint mesh = uint(primitive >= ends.x) + uint(primitive >= ends.y) + uint(primitive >= ends.z);
    return Primitive(meshes.first + mesh, primitive - begin);
}

// In the record of one view: where its indices and values are.
uvec2 address_of(Primitive primitive, uint view) {
    uvec2 primitives = address_index(run.primitives, primitive.mesh * run.views + view, run.record_primitive_bytes);
    return address_index(primitives, primitive.place, run.primitive_bytes);
}

// The vertex of a record that corner `corner` of a primitive names. What was never written must not lead out of the record.
uint vertex_of(uvec2 primitive, uint corner) {
    bool is_word = (run.flags & RUN_INDEX_WORDS) != 0;
    uint word = Words(address_add(primitive, run.primitive_indices_offset)).at[is_word ? corner : 0];
    return min(is_word ? word : word >> (8 * corner) & 0xff, run.max_vertices - 1);
}

uint first_view() {
    return uint(findLSB(run.view_mask));
}

// A word of the index list. Where a mesh workgroup has a record for each view, these differ in values alone.
uint index_of(Meshes meshes, uint word) {
    uint place = run.corners == 3 ? word / 3 : word / run.corners;
    uint corner = word - place * run.corners, of_own = corner - run.own_corner;
    Primitive primitive = primitive_of(meshes, place);
    // Loaded in any case: a load behind a branch is waited for before the next.
    uint shared_vertex = vertex_of(address_of(primitive, first_view()), corner);
    uint own_vertex = run.max_vertices + primitive.place * run.own_corners + of_own;
    uint vertex = of_own < run.own_corners ? own_vertex : shared_vertex;
    return primitive.mesh * run.views * run.record_vertices + vertex;
}

// Neighbours write neighbouring words.
void write_list(Meshes meshes) {
    uint place = primitives_before(meshes.first) * run.corners, words = meshes.ends.w * run.corners;
    for (uint begin = gl_LocalInvocationID.x; begin < words; begin += AT_ONCE * LANES) {
        uint indices[AT_ONCE];
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            indices[n] = index_of(meshes, min(begin + n * LANES, words - 1));
        }
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint word = begin + n * LANES;
            if (word < words) run.indices.at[place + word] = indices[n];
        }
    }
}

// What follows lies in the record of `view`. Own corner `own` of all primitives of some mesh workgroups.
uvec2 address_of_own(Meshes meshes, uint own, uint view) {
    Primitive primitive = primitive_of(meshes, own / run.own_corners);
    uint vertex = run.max_vertices + primitive.place * run.own_corners + own % run.own_corners;
    uint first = (primitive.mesh * run.views + view) * run.record_vertices;
    return address_index(run.vertices, first + vertex, run.vertex_bytes);
}

// The vertex that it is a copy of.
uvec2 address_of_copied(Meshes meshes, uint own, uint view) {
    Primitive primitive = primitive_of(meshes, own / run.own_corners);
    uint vertex = vertex_of(address_of(primitive, view), run.own_corner + own % run.own_corners);
    uint first = (primitive.mesh * run.views + view) * run.record_vertices;
    return address_index(run.vertices, first + vertex, run.vertex_bytes);
}

// Gives each own corner the values of the vertex that its index names.
void copy_vertices(Meshes meshes, uint view) {
    uint parts = run.primitive_values_offset / 16, total = meshes.ends.w * run.own_corners * parts;
    for (uint begin = gl_LocalInvocationID.x; begin < total; begin += AT_ONCE * LANES) {
        uvec4 values[AT_ONCE];
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint i = min(begin + n * LANES, total - 1);
            values[n] = Fours(address_of_copied(meshes, i / parts, view)).at[i % parts];
        }
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint i = begin + n * LANES;
            if (i < total) Fours(address_of_own(meshes, i / parts, view)).at[i % parts] = values[n];
        }
    }
}

// Gives each own corner the values of its primitive.
void copy_primitives(Meshes meshes, uint view) {
    uint parts = run.primitive_value_bytes / 4, total = meshes.ends.w * run.own_corners * parts;
    for (uint begin = gl_LocalInvocationID.x; begin < total; begin += AT_ONCE * LANES) {
        uint values[AT_ONCE];
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint i = min(begin + n * LANES, total - 1);
            Primitive primitive = primitive_of(meshes, i / parts / run.own_corners);
            values[n] = Words(address_of(primitive, view)).at[i % parts];
        }
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            uint i = begin + n * LANES;
            uvec2 own = address_of_own(meshes, i / parts, view);
            if (i < total) Words(address_add(own, run.primitive_values_offset)).at[i % parts] = values[n];
        }
    }
}

// What the records of INDEX_RECORDS mesh workgroups need.
void write_records(uint first) {
    uvec4 counts = Fours(run.meshes).at[first / INDEX_RECORDS];
    for (uint n = 1; n < INDEX_RECORDS; n++) counts[n] = first + n < step.mesh_count ? counts[n] : 0;
    Meshes meshes = Meshes(first, uvec4(counts.x, counts.x + counts.y, counts.x + counts.y + counts.z, 0));
    meshes.ends.w = meshes.ends.z + counts.w;
    write_list(meshes);
    if (run.own_corners == 0) return;
    for (uint view = first_view(); view < run.views; view++) {
        if ((run.view_mask >> view & 1) != 0) {
            copy_vertices(meshes, view);
            copy_primitives(meshes, view);
        }
    }
}

void count(uint primitives) {
    Totals totals = run.statistics;
    bool first = step.number == 0;
    uint tasks = step.new_tasks != 0 ? step.task_count : 0;
    totals.task_workgroups = first ? tasks : totals.task_workgroups + tasks;
    totals.mesh_workgroups = first ? step.mesh_count : totals.mesh_workgroups + step.mesh_count;
    totals.primitives = first ? primitives : totals.primitives + primitives;
    uint steps = uint(step.mesh_count != 0);
    totals.steps = first ? steps : totals.steps + steps;
    totals.most_meshes = first ? step.mesh_total : max(totals.most_meshes, step.mesh_total);
    totals.unfinished = step.unfinished;
}

void write_raster_draw(uint index) {
    uint first = primitives_before(mesh_of(run, step, first_workgroup(run, step, index)));
    uint end = primitives_before(mesh_of(run, step, first_workgroup(run, step, index + 1)));
    if (gl_LocalInvocationID.x != 0) return;
    run.raster.at[index] = RasterDraw((end - first) * run.corners, 1, run.first_index + first * run.corners, 0, 0);
    if (index + 1 == run.raster_count) count(end);
}

void main() {
    uint index = flat_workgroup(), parts = index_parts(run, step.mesh_count);
    if (index < parts) {
        write_records(index * INDEX_RECORDS);
    } else if (index - parts < run.raster_count) {
        write_raster_draw(index - parts);
    }
}
