// What the cases' shaders share. Pictures are an 8×8 grid of cells of 8×8 pixels.

const vec4 RED = vec4(1, 0, 0, 1);

// Triangles of a quad of four corners.
const uvec3 QUAD[2] = uvec3[](uvec3(0, 1, 2), uvec3(2, 1, 3));

// Clip-space position of a corner (0 to 3) of a cell (0 to 63), a pixel inside its border.
vec4 cell_corner(uint cell, uint corner) {
    vec2 pixel = 8.0 * vec2(cell % 8u, cell / 8u) + 1.0 + 6.0 * vec2(corner & 1u, corner >> 1);
    return vec4(pixel / 32.0 - 1.0, 0.0, 1.0);
}

// A colour that tells values apart, and is never red.
vec4 shade(uint value) {
    uint hash = (value + 1u) * 2654435769u;
    return vec4(float(hash >> 24) / 255.0, float(hash >> 16 & 255u) / 255.0, float(128u + (hash >> 9 & 127u)) / 255.0, 1.0);
}

// The value's colour, or red where the shader found something wrong.
vec4 verdict(bool ok, uint value) {
    return ok ? shade(value) : RED;
}
