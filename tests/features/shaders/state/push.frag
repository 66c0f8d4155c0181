#version 460

layout(push_constant) uniform Push {
    layout(offset = 40) float blue;
    layout(offset = 64) vec4 tint;
};

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rgb * 0.5 + tint.rgb * 0.5 + vec3(0, 0, blue * 0.1), 1);
}
