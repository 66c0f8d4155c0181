// The vertex stage where there is nothing but a position. Location 0 is for shaders that load vertices by address.

layout(location = 1) in vec4 position;

void main() {
    gl_Position = position;
}
