#version 450
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) readonly buffer Link;
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Link { vec4 offset; Link next; };
layout(push_constant) uniform Push { Link first; uint turns; float size; };
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 colour;
void main() {
    vec3 place = position;
    for (uint turn = 0u; turn < turns; ++turn) place = place.yzx * size + position;
    gl_Position = vec4(place, 1.0) + first.offset;
    colour = first.next.offset.rgb;
}
