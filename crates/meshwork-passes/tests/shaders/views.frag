#version 460
#extension GL_EXT_mesh_shader : require
#extension GL_EXT_multiview : require
layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT in vec4 tint;
layout(location = 0) out vec4 target;

void main() {
    target = color + tint * float(gl_ViewIndex);
}
