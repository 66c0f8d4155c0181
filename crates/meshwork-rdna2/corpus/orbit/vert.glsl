#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
layout(set = 0, binding = 0) uniform Orbit { vec4 axis; float angle; int steps; };
void main() {
    vec3 place = position;
    float turn = angle;
    for (int step = 0; step < steps; ++step) {
        float c = cos(turn), s = sin(turn);
        place = mix(place, vec3(c * place.x - s * place.y, s * place.x + c * place.y, place.z), axis.xyz);
        turn *= 0.5;
    }
    gl_Position = vec4(place, 1.0 + abs(place.z));
    colour = normalize(place + vec3(0.01)) * tint;
}
