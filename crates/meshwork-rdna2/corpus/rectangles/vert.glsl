#version 450
layout(location = 0) out vec3 colour;
layout(location = 1) flat out uint number;
layout(location = 2) out vec2 place;
out float gl_ClipDistance[1];

// Four indices are a rectangle's, the fourth its fourth corner. Which of the others lies across from it differs from rectangle to
// rectangle. What varies is a plane over the corners, of numbers that floats hold exactly.
void main() {
    int rectangle = gl_VertexIndex >> 2;
    int corner = gl_VertexIndex & 3;
    if (corner < 3)
        corner = (corner + rectangle) % 3;
    place = vec2(corner & 1, corner >> 1);
    vec2 origin = vec2(rectangle & 3, rectangle >> 2) * 0.5 - 1.0;
    gl_Position = vec4(origin + place * vec2(0.375, 0.4375 - 0.0625 * float(rectangle & 3)) + 0.03125, 0.5, 1.0);
    colour = vec3(place, 0.25 + 0.5 * place.x - 0.25 * place.y);
    number = uint(gl_VertexIndex);
    gl_ClipDistance[0] = 1.75 - place.x - place.y;
}
