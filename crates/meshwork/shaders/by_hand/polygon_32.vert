#version 460
#extension GL_GOOGLE_include_directive : require

const uint TRIANGLES = 32;
#include "polygon.glsl"

const uint VERTICES = CORNERS;
#include "colored.glsl"
