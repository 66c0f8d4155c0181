#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_GOOGLE_include_directive : require
#include "../common.glsl"

// PrimitiveId by the capability of mesh shaders (5283), not of geometry shaders as in primitive_id.
spirv_decorate(extensions = ["SPV_EXT_mesh_shader"], capabilities = [5283], 11, 7) flat in int primitive_id;
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    target = verdict(distance(color, shade(primitive_id / 100)) < 0.01, primitive_id);
}
