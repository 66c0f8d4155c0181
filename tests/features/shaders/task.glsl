#extension GL_EXT_mesh_shader : require
#include "common.glsl"
#include "results.glsl"
