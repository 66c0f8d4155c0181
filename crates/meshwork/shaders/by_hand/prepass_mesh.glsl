#include "run.glsl"

const uint MAX_SIDES = 14;
const uint VERTICES = 2 * MAX_SIDES;
const uint PRIMITIVES = 2 * MAX_SIDES;

#ifdef COLORED
#include "faces.glsl"
#else
struct RecordVertex {
    vec4 position;
};

struct RecordPrimitive {
    uint corners;
};

const uint VERTEX_BYTES = 16, PRIMITIVE_BYTES = 4;
const uint RECORD_VERTICES = VERTICES;

#include "record.glsl"
#endif

#include "../scene.glsl"

layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std430) readonly buffer Circles { vec2 circles[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Push {
    mat4 view_projection;
    vec4 place;
    vec4 color;
    vec2 viewport;
    float height;
    uint shape;
};

vec2 outline(uint kind, uint band, uint bands) {
    float t = float(band) / float(bands);
    precise float radius;
    switch (kind) {
        case 0:
            radius = sqrt(max(1.0 - t * t, 0.0));
            break;
        case 1:
            radius = (1.0 - t) * (1.0 - 0.45 * t * (1.0 - t) * 4.0 * (1.0 - t));
            break;
        default:
            radius = t < 0.7 ? 0.7 + 0.3 * t / 0.7 : (1.0 - t) / 0.3;
    }
    return vec2(radius, t);
}

vec3 corner(Push push, uint index, uint sides, uint kind, uint band, uint bands) {
    vec2 edge = outline(kind, index >= sides ? band + 1 : band, bands);
    vec2 direction = circles[sides * MAX_SIDES + index % sides];
    return vec3(direction.x * edge.x * push.place.w, edge.y * push.height, direction.y * edge.x * push.place.w);
}

uvec3 face(uint index, uint sides) {
    uint side = index % sides;
    uint next = (side + 1) % sides;
    return index < sides ? uvec3(side, side + sides, next) : uvec3(next, side + sides, next + sides);
}

void main() {
    uint place = flat_workgroup();
    if (place >= batch.mesh_count) {
        return;
    }
    uint draw = find_draw(batch.mesh_first + place);
    uint band = batch.mesh_first + place - run.draws.at[draw].first_workgroup;
    Push push = Push(push_constants(draw));
    uint sides = push.shape & 0xff;
    uint bands = push.shape >> 8 & 0xff;
    uint kind = push.shape >> 16;
    uint lane = gl_LocalInvocationIndex;
    uint faces = band + 1 == bands ? sides : 2 * sides;
    set_primitive_count(place, faces);

    if (lane < 2 * sides) {
        precise vec4 clip = push.view_projection * vec4(push.place.xyz + corner(push, lane, sides, kind, band, bands), 1.0);
        precise vec4 position = snap(clip, push.viewport);
        record_vertices(place).at[lane].position = position;
    }
    if (lane < faces) {
        RecordPrimitives primitives = record_primitives(place);
        uvec3 corners = face(lane, sides);
        primitives.at[lane].corners = pack(corners);
#ifdef COLORED
        vec3 a = corner(push, corners.x, sides, kind, band, bands);
        vec3 b = corner(push, corners.y, sides, kind, band, bands);
        vec3 c = corner(push, corners.z, sides, kind, band, bands);
        vec3 normal = normalize(cross(b - a, c - a));
        float shade = mix(0.35, 1.0, clamp((a.y + c.y) / push.height, 0.0, 1.0));
        primitives.at[lane].color = light(push.color.rgb, normal) * shade;
#endif
    }
}
