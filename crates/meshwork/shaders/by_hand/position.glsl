// The vertex stage where there is nothing but a position.

layout(location = 0) in vec4 position;

void main() {
    gl_Position = position;
}
