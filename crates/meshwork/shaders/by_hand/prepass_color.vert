#version 460
#extension GL_GOOGLE_include_directive : require

#define COLOR vec3
#define INTERPOLATION flat
#include "color.glsl"
