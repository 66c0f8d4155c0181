#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "backdrop.glsl"

layout(local_size_x = 1) in;

void main() {
    uint place = flat_workgroup();
    if (place >= run.mesh_count) {
        return;
    }
    set_mesh_outputs(place, 3, 1);
    Record record = Record(record_address(place, RECORD_BYTES));
    record.positions[0] = vec4(-1.0, -1.0, 0.0, 1.0);
    record.positions[1] = vec4(3.0, -1.0, 0.0, 1.0);
    record.positions[2] = vec4(-1.0, 3.0, 0.0, 1.0);
    record.primitives[0] = pack(uvec3(0, 1, 2));
}
