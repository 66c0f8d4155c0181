#version 460
#extension GL_GOOGLE_include_directive : require

const bool IS_HOIST = true;

#include "place_tasks.glsl"
