#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT flat in uint number;
layout(location = 0) out vec4 target;

void main() {
    target = vec4(color.rgb * (0.5 + float(number) / 512.0), 1);
}
