#version 460
#extension GL_GOOGLE_include_directive : require
#include "run.glsl"

#define PUSH_CONSTANTS layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer
#include "../grass.glsl"
#include "../scene.glsl"
#include "../blade.glsl"

const uint VERTICES = 64;
const uint RECORD_VERTICES = VERTICES;
const uint PRIMITIVES = 48;

#include "colored.glsl"

const uint BLADE_TRIANGLES = (PAIRS - 1) * 2;

layout(local_size_x = VERTICES) in;

struct PaddedPayload {
    Payload payload;
    uint pad[3];
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Payloads { PaddedPayload at[]; };

void main() {
    const vec3 petals[4] = vec3[](vec3(0.85, 0.10, 0.07), vec3(0.95, 0.72, 0.10), vec3(0.90, 0.86, 0.92), vec3(0.42, 0.25, 0.80));
    const float widths[PAIRS] = float[](1.0, 0.85, 0.55, 0.06);
    const float flower_widths[PAIRS] = float[](0.5, 0.4, 1.7, 0.8);
    const float heights[PAIRS] = float[](0.0, 0.40, 0.75, 1.0);
    const float flower_heights[PAIRS] = float[](0.0, 0.88, 0.98, 1.04);

    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint task = find_task(place);
    uint workgroup = batch.mesh_first + place - run.tasks.at[task].first_mesh;
    Push push = Push(push_constants_of_task(task));
    Payloads payloads = Payloads(run.payloads);
    uint patch_index = payloads.at[task].payload.patch_index;
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0) {
        atomicAdd(counters[push.patch_count + patch_index * MAX_WORKGROUPS + workgroup], 1);
    }

    uint seed = payloads.at[task].payload.seeds[workgroup] + lane / (PAIRS * 2) * 0x9e3779b9u;
    Blade blade = grow(patches[patch_index], seed);
    uint pair = lane / 2 % PAIRS;
    bool flower = blade.flower < 4;
    float along = flower ? flower_heights[pair] : heights[pair];
    float half_width = blade.width * (flower ? flower_widths[pair] : widths[pair]);
    vec3 position = blade.root + vec3(blade.lean.x, 0.0, blade.lean.y) * (along * along * blade.height);
    position.y += along * blade.height * (1.0 - 0.25 * along * dot(blade.lean, blade.lean));
    position.xz += blade.side * (lane % 2 == 0 ? -half_width : half_width);

    vec3 shade = blade_color(blade, min(along, 1.0));
    if (flower && pair >= 2) {
        shade = petals[blade.flower] * (pair == 2 ? 0.55 : 1.0);
    }
    float distance = length(position - push.eye.xyz);
    float haze = 1.0 - 1.0 / (1.0 + distance * distance * push.fog.w);
    RecordVertices vertices = record_vertices(place);
    vertices.at[lane].position = snap(push.view_projection * vec4(position, 1.0), push.viewport);
    vertices.at[lane].color = mix(shade, push.fog.rgb, haze);

    if (lane < BLADES * BLADE_TRIANGLES) {
        uint first = lane / BLADE_TRIANGLES * PAIRS * 2 + lane % BLADE_TRIANGLES;
        list_triangle(place, lane, uvec3(first, first + 1, first + 2));
    }
}
