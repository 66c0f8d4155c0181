#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 tint;
layout(location = 0) out vec3 colour;
out float gl_ClipDistance[2];
out float gl_CullDistance[1];
void main() {
    gl_Position = vec4(position, 1.0);
    gl_ClipDistance[0] = position.x + 0.5;
    gl_ClipDistance[1] = 0.75 - position.y;
    gl_CullDistance[0] = position.z;
    colour = tint;
}
