#version 450

#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
layout(location = 0) out vec4 colour;

// What compilers fuse, what drivers have their own functions of, and what rounds to halves; none of it greater than 1.
void main() {
    gl_Position = vec4(position, 1.0);
    vec3 normal = normalize(direction);
    float lit = dot(normal, normalize(vec3(0.3, 0.5, 0.8)));
    float wave = sin(4.0 * position.x + direction.y) * cos(3.0 * position.y);
    f16vec2 narrow = f16vec2(position.xy) * f16vec2(normal.xy) + f16vec2(normal.yz) * float16_t(0.5hf);
    colour = vec4(
        0.5 + 0.4 * lit,
        0.5 + 0.4 * wave,
        smoothstep(-1.0, 1.0, mix(position.z, direction.z, 0.3)),
        0.5 + 0.25 * (float(narrow.x) + exp2(-abs(float(narrow.y)))));
}
