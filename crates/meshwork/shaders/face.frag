#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_GOOGLE_include_directive : require
#include "scene.glsl"

layout(location = 0) perprimitiveEXT in vec3 face_color;
layout(location = 0) out vec4 result;

void main() {
    result = encode(face_color);
}
