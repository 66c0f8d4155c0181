// What every vertex stage here has: the records, by their address.

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Records { Record at[]; };

layout(location = 0) in uvec2 records;
