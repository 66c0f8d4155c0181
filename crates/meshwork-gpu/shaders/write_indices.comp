#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

// One workgroup a record: its primitives go to their place in the index list, an invocation for each index.

layout(local_size_x = 64) in;
layout(push_constant) uniform Push { Run run; };

void main() {
    uint record = gl_WorkGroupID.y * DISPATCH_WIDTH + gl_WorkGroupID.x;
    if (record >= run.mesh_count) return;
    Mesh mesh = run.meshes.at[record];
    uint corners = run.corners;
    uint place = mesh.first_primitive * corners;
    Words primitives = Words(address_add(address_index(run.records, record, run.record_bytes), run.primitive_indices_offset));
    for (uint i = gl_LocalInvocationID.x; i < mesh.primitives * corners; i += 64) {
        uint index;
        if ((run.flags & RUN_PER_CORNER) != 0) {
            index = record * run.max_primitives * corners + i;
        } else {
            uint primitive = i / corners, corner = i % corners;
            uint vertex = (run.flags & RUN_INDEX_WORDS) != 0
                ? primitives.at[i]
                : (primitives.at[primitive] >> (8 * corner)) & 0xff;
            index = record * run.max_vertices + vertex;
        }
        run.indices.at[place + i] = index;
    }
}
