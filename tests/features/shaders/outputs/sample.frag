#version 460

layout(location = 0) sample in vec2 each;
layout(location = 1) centroid in vec2 central;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(abs(fract(each * 4.0) * 2.0 - 1.0), central.x, 1);
}
