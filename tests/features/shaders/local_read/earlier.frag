#version 460

layout(location = 0) in vec4 color;
layout(input_attachment_index = 1, set = 1, binding = 0) uniform subpassInput earlier;
layout(location = 0) out vec4 target;

void main() {
    target = mix(color, subpassLoad(earlier).gbra, 0.75);
}
