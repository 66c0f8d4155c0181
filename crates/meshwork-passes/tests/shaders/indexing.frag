#version 460
layout(set = 0, binding = 0) uniform sampler2D textures[4];
layout(location = 0) flat in uint index;
layout(location = 0) out vec4 result;
void main() { result = texture(textures[index], vec2(0.5)) + texture(textures[3], vec2(0.5)); }
