// The vertex shader of the corpus' case `orbit`.

layout(set = 0, binding = 2) uniform Orbit { vec4 axis; float angle; int steps; };

vec4 shade(vec3 position, vec3 tint, out vec3 colour) {
    vec3 place = position;
    float turn = angle;
    for (int step = 0; step < steps; ++step) {
        float c = cos(turn), s = sin(turn);
        place = mix(place, vec3(c * place.x - s * place.y, s * place.x + c * place.y, place.z), axis.xyz);
        turn *= 0.5;
    }
    colour = normalize(place + vec3(0.01)) * tint;
    return vec4(place, 1.0 + abs(place.z));
}

#include "vertices.glsl"
