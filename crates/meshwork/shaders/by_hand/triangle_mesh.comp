#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"
#include "triangle.glsl"

layout(local_size_x = 3) in;

void main() {
    const vec2 positions[3] = vec2[](vec2(0.0, -0.75), vec2(-0.75, 0.75), vec2(0.75, 0.75));
    const vec3 colors[3] = vec3[](vec3(1.0, 0.32, 0.25), vec3(0.2, 0.85, 0.5), vec3(0.25, 0.45, 1.0));

    uint place = flat_workgroup();
    if (place >= run.mesh_count) {
        return;
    }
    set_mesh_outputs(place, 3, 1);
    Record record = Record(record_address(place, RECORD_BYTES));
    uint corner = gl_LocalInvocationIndex;
    record.positions[corner] = vec4(positions[corner], 0.0, 1.0);
    record.colors[corner] = colors[corner];
    if (corner == 0) {
        record.primitives[0] = pack(uvec3(0, 1, 2));
    }
}
