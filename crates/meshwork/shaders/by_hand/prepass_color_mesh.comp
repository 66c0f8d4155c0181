#version 460
#extension GL_GOOGLE_include_directive : require

#define COLORED
#include "prepass_mesh.glsl"
