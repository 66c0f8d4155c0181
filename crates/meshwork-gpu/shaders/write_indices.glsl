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

void copy_words(uvec2 to, uvec2 from, uint word) {
    Words(to).at[word] = Words(from).at[word];
}

// Gives each own corner of a record the values of the vertex that its index names, then those of its primitive.
void fill_own_corners(uint record, uint primitives) {
    uint first = record * run.record_vertices;
    uvec2 record_primitives = address_index(run.primitives, record, run.record_primitive_bytes);
    uint fours = run.primitive_values_offset / 16, words = run.primitive_value_bytes / 4;
    uint parts = fours + words;
    for (uint i = gl_LocalInvocationID.x; i < primitives * run.own_corners * parts; i += LANES) {
        uint part = i % parts, own = i / parts;
        uvec2 primitive = address_index(record_primitives, own / run.own_corners, run.primitive_bytes);
        uvec2 to = address_index(run.vertices, first + run.max_vertices + own, run.vertex_bytes);
        if (part < fours) {
            uint vertex = vertex_of(primitive, run.own_corner + own % run.own_corners);
            Fours(to).at[part] = Fours(address_index(run.vertices, first + vertex, run.vertex_bytes)).at[part];
        } else {
            copy_words(address_add(to, run.primitive_values_offset), primitive, part - fours);
        }
    }
}

// The corners of the primitives of INDEX_RECORDS mesh workgroups: neighbours write neighbouring words. Where a workgroup has a record
// for each view, these differ in values alone.
void write_records(uint first) {
    uint place = primitives_before(first) * run.corners, views = run.views, first_view = uint(findLSB(run.view_mask));
    uvec4 counts = Fours(run.meshes).at[first / INDEX_RECORDS];
    for (uint n = 1; n < INDEX_RECORDS; n++) counts[n] = first + n < step.mesh_count ? counts[n] : 0;
    uvec4 ends = uvec4(counts.x, counts.x + counts.y, counts.x + counts.y + counts.z, 0);
    ends.w = ends.z + counts.w;
    for (uint word = gl_LocalInvocationID.x; word < ends.w * run.corners; word += LANES) {
        uint p = run.corners == 3 ? word / 3 : word / run.corners;
        uint corner = word - p * run.corners, of_own = corner - run.own_corner;
        uint begin = p >= ends.z ? ends.z : p >= ends.y ? ends.y : p >= ends.x ? ends.x : 0;
        uint record = (first + uint(p >= ends.x) + uint(p >= ends.y) + uint(p >= ends.z)) * views;
        p -= begin;
        uint vertex = run.max_vertices + p * run.own_corners + of_own;
        if (of_own >= run.own_corners) {
            uvec2 primitives = address_index(run.primitives, record + first_view, run.record_primitive_bytes);
            vertex = vertex_of(address_index(primitives, p, run.primitive_bytes), corner);
        }
        run.indices.at[place + word] = record * run.record_vertices + vertex;
    }
    if (run.own_corners == 0) return;
    for (uint n = 0; n < INDEX_RECORDS; n++) {
        for (uint view = first_view; view < views; view++) {
            if ((run.view_mask >> view & 1) != 0) fill_own_corners((first + n) * views + view, counts[n]);
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
