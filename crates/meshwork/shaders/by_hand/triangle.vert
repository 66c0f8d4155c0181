#version 460
#extension GL_GOOGLE_include_directive : require

#define COLOR vec3
#define INTERPOLATION
#include "color.glsl"
