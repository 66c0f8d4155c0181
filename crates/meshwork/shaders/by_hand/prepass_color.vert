#version 460
#extension GL_GOOGLE_include_directive : require

#define COLORED
#include "prepass.glsl"

const uint PRIMITIVES = 2 * MAX_SIDES;
#define COLOR vec3
#include "faces.glsl"
