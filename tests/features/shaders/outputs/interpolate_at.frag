#version 460

layout(location = 0) in vec2 place;
layout(location = 0) out vec4 target;

void main() {
    vec2 shifted = interpolateAtOffset(place, vec2(0.25, -0.25));
    vec2 central = interpolateAtCentroid(place);
    target = vec4(shifted, central.x * 0.5 + (shifted.y - place.y) * 8.0 + 0.25, 1);
}
