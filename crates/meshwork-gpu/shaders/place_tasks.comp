#version 460
#extension GL_GOOGLE_include_directive : require

const bool IS_HOIST = false;

#include "scan_workgroup.glsl"
#include "place_tasks.glsl"
