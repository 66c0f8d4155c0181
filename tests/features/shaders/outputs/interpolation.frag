#version 460

layout(location = 0) in vec2 smoothed;
layout(location = 1) noperspective in vec2 straight;
layout(location = 2) flat in vec2 flatted;
layout(location = 3) centroid in vec2 central;
layout(location = 0) out vec4 target;

void main() {
    uint band = uint(gl_FragCoord.x) / 16;
    vec2 value = band == 0 ? smoothed : band == 1 ? straight : band == 2 ? flatted : central;
    target = vec4(value, 0.25 * band, 1);
}
