#version 460
#extension GL_GOOGLE_include_directive : require

#define COLOR vec4
#define INTERPOLATION flat
#include "color.glsl"
