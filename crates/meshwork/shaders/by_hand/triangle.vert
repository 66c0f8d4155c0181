#version 460
#extension GL_GOOGLE_include_directive : require
#include "triangle.glsl"

const uint VERTICES = 3;
#include "colored.glsl"
