#version 460
#extension GL_GOOGLE_include_directive : require
#include "faces_record.glsl"

#define COLOR vec3
#include "faces.glsl"
