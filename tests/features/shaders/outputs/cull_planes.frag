#version 460

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

in float gl_CullDistance[2];

// The distances that are no reason to cull can be seen.
void main() {
    target = vec4(color.r * 0.5, 0.5 + 0.5 * gl_CullDistance[1], 0.5 - 0.5 * gl_CullDistance[0], 1.0);
}
