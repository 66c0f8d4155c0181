#version 460

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
    vec2 place = fract(gl_FragCoord.xy / 8.0);
    if (place.x < 0.3) discard;
    target = gl_FrontFacing ? vec4(color.rgb * place.y, 1) : vec4(1.0 - color.rgb, 1);
}
