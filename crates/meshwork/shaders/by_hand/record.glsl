// A workgroup's record: its vertices and its primitives. The file before this one says what they are.

layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer RecordVertices { RecordVertex at[RECORD_VERTICES]; };
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer RecordPrimitives { RecordPrimitive at[]; };

RecordVertices record_vertices(uint place) {
    return RecordVertices(run.vertices + uint64_t(place) * (RECORD_VERTICES * VERTEX_BYTES));
}

// Each record's begin at a multiple of 16.
RecordPrimitives record_primitives(uint place) {
    return RecordPrimitives(run.primitives + uint64_t(place) * ((PRIMITIVES * PRIMITIVE_BYTES + 15) / 16 * 16));
}

layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer IndexList { uint at[]; };

// For meshes that always have PRIMITIVES triangles: straight into the index list.
void list_triangle(uint place, uint primitive, uvec3 corners) {
    IndexList list = IndexList(run.indices);
    uint first = 3 * (place * PRIMITIVES + primitive);
    for (uint corner = 0; corner < 3; corner++) list.at[first + corner] = place * RECORD_VERTICES + corners[corner];
}
