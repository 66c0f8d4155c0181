#version 460
#extension GL_GOOGLE_include_directive : require

const uint TRIANGLES = 1;
#include "polygon.glsl"

const uint VERTICES = CORNERS;
#include "colored.glsl"
