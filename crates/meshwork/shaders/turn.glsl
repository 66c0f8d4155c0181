// Directions from a table that the host made: drivers' sines differ.

#extension GL_EXT_buffer_reference : require

// Steps of a turn.
const uint TURN = 720;

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Directions { vec2 at[]; };
