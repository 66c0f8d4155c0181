// The vertex shader of the corpus' case `transform`.

layout(push_constant) uniform Constants { mat4 view; };

vec4 shade(vec3 position, vec3 tint, out vec3 colour) {
    colour = tint;
    return view * vec4(position, 1.0);
}

#include "vertices.glsl"
