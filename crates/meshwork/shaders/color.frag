#version 460
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"

// Light that the mesh shader worked out.

layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;

void main() {
    result = encode(color);
}
