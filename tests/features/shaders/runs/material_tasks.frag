#version 460

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

// No other stage sees it.
layout(set = 1, binding = 0) uniform Material {
    vec4 tint;
};

void main() {
    target = mix(color, tint, 0.5);
}
