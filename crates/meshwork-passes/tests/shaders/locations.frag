#version 460
// Reads the first locations, so that what mesh shaders put there is kept.
layout(location = 0) in vec4 first;
layout(location = 1) in vec4 second;
layout(location = 2) in vec4 third;
layout(location = 3) in vec4 fourth;
layout(location = 0) out vec4 target;

void main() {
    target = first + second + third + fourth;
}
