#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { vec4 value; Node next; };

struct Inner { f16vec3 half3; uint8_t small; bool yes; double wide; };
struct Payload { Node list; Inner inner[3]; int16_t odd; i16vec2 pair; uint64_t big; f16mat3x2 matrix; bvec2 both[2]; mat2 matrices[2]; };
taskPayloadSharedEXT Payload payload;
