#include "run.glsl"
#include "run_places.glsl"

// After the mesh stage: one workgroup for each INDEX_RECORDS records, whose primitives go to their place in the index list, and one
// for each raster draw, which says how much of the list is its own. Beside the mesh stage where that writes the list itself, and then
// of raster draws alone.
//
// `sum_over_workgroup(value)` is the sum of all invocations' values, for each of them. Every invocation must call it.

layout(push_constant) uniform Push { Run run; Step step; };

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
    // Four at a time: the loads of a long way are what takes time.
    uint fours = mesh / 4;
    Fours meshes = Fours(run.meshes);
    for (uint four = first / 4 + lane; four < fours; four += LANES) {
        uvec4 counts = meshes.at[four];
        part += counts.x + counts.y + counts.z + counts.w;
    }
    if (fours * 4 + lane < mesh) part += Words(run.meshes).at[fours * 4 + lane];
    return sum_over_workgroup(part);
}

// The vertex of a record that corner `corner` of a primitive names. What was never written must not lead out of the record.
uint vertex_of(uvec2 primitive, uint corner) {
    Words words = Words(address_add(primitive, run.primitive_indices_offset));
    uint vertex = (run.flags & RUN_INDEX_WORDS) != 0 ? words.at[corner] : (words.at[0] >> (8 * corner)) & 0xff;
    return min(vertex, run.max_vertices - 1);
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

// Where its part of a record is.
uvec2 address_of(Primitive primitive, uint record) {
    uvec2 primitives = address_index(run.primitives, record, run.record_primitive_bytes);
    return address_index(primitives, primitive.place, run.primitive_bytes);
}

// Neighbours write neighbouring words. Where a mesh workgroup has a record for each view, these differ in values alone.
void write_list(Meshes meshes, uint first_view) {
    uint list = primitives_before(meshes.first) * run.corners;
    for (uint word = gl_LocalInvocationID.x; word < meshes.ends.w * run.corners; word += LANES) {
        uint p = run.corners == 3 ? word / 3 : word / run.corners;
        uint corner = word - p * run.corners, of_own = corner - run.own_corner;
        Primitive primitive = primitive_of(meshes, p);
        uint record = primitive.mesh * run.views;
        uint vertex = run.max_vertices + primitive.place * run.own_corners + of_own;
        if (of_own >= run.own_corners) vertex = vertex_of(address_of(primitive, record + first_view), corner);
        run.indices.at[list + word] = record * run.record_vertices + vertex;
    }
}

// Gives each own corner in the records of a view the values of the vertex that its index names, then those of its primitive.
void fill_own_corners(Meshes meshes, uint view) {
    uint fours = run.primitive_values_offset / 16, words = run.primitive_value_bytes / 4;
    for (uint own = gl_LocalInvocationID.x; own < meshes.ends.w * run.own_corners; own += LANES) {
        uint p = own / run.own_corners, corner = own - p * run.own_corners;
        Primitive primitive = primitive_of(meshes, p);
        uint record = primitive.mesh * run.views + view, first = record * run.record_vertices;
        uvec2 values = address_of(primitive, record);
        uint vertex = vertex_of(values, run.own_corner + corner);
        uint own_vertex = run.max_vertices + primitive.place * run.own_corners + corner;
        uvec2 from = address_index(run.vertices, first + vertex, run.vertex_bytes);
        uvec2 to = address_index(run.vertices, first + own_vertex, run.vertex_bytes);
        for (uint part = 0; part < fours; part++) Fours(to).at[part] = Fours(from).at[part];
        to = address_add(to, run.primitive_values_offset);
        for (uint word = 0; word < words; word++) Words(to).at[word] = Words(values).at[word];
    }
}

// What INDEX_RECORDS mesh workgroups need.
void write_records(uint first) {
    uint views = run.views, first_view = uint(findLSB(run.view_mask));
    uvec4 counts = Fours(run.meshes).at[first / INDEX_RECORDS];
    for (uint n = 1; n < INDEX_RECORDS; n++) counts[n] = first + n < step.mesh_count ? counts[n] : 0;
    Meshes meshes = Meshes(first, uvec4(counts.x, counts.x + counts.y, counts.x + counts.y + counts.z, 0));
    meshes.ends.w = meshes.ends.z + counts.w;
    write_list(meshes, first_view);
    if (run.own_corners == 0) return;
    for (uint view = first_view; view < views; view++) {
        if ((run.view_mask >> view & 1) != 0) fill_own_corners(meshes, view);
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
