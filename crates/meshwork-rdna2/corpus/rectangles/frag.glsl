#version 450
layout(location = 0) in vec3 colour;
layout(location = 1) flat in uint number;
layout(location = 2) in vec2 place;
layout(location = 0) out vec4 result;

void main() {
    // Which corner is the first shows what provokes, and how much of a corner is cut off the clip distance.
    float first = float(number & 3u) * 0.25;
    result = vec4(place, gl_FrontFacing ? 0.75 : 0.25, 1.0) * 0.5 + vec4(colour * 0.25 + first * 0.25, 0.5);
}
