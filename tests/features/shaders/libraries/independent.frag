#version 460

layout(location = 0) in vec4 color;
layout(set = 1, binding = 0) readonly buffer One {
    uint one[];
};
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rg, float(one[1]) / 256.0, 1);
}
