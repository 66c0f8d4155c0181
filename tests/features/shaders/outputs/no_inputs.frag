#version 460

layout(location = 0) out vec4 target;

void main() {
    target = vec4(gl_FragCoord.xy / 64.0, gl_FrontFacing ? 1.0 : 0.5, 1);
}
