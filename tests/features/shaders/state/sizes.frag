#version 460

layout(constant_id = 5) const float SCALE = 1.0;
layout(constant_id = 3) const bool DOUBLED = false;
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = DOUBLED ? vec4(color.rgb * SCALE, 1) : color;
}
