#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec2 place;
layout(location = 1) perprimitiveEXT flat in float scale;
layout(location = 0) out vec4 target;

// Derivatives across a triangle, and of a per-primitive input at its edge.
void main() {
    target = vec4(fwidth(place) * scale, abs(dFdx(scale)) + 0.25, 1);
}
