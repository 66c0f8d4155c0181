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
