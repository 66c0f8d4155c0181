#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require

layout(location = 0) out vec4 color;

void main() {
    bool left = gl_FragCoord.x < 8.0;
    if (left) {
        left = subgroupAll(gl_FragCoord.y < 8.0);
    }
    color = vec4(left ? 1.0 : 0.0, float(gl_SubgroupInvocationID), 0.0, 1.0);
}
