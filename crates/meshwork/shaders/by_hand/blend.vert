#version 460
#extension GL_GOOGLE_include_directive : require
#include "blend.glsl"

const uint PRIMITIVES = TRIANGLES;
#define COLOR vec4
#include "faces.glsl"
