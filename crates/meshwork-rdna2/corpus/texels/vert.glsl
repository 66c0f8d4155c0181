#version 450

// Storage images, each vertex with texels of its own, and samples of a multisampled image.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 value;

layout(set = 0, binding = 0, rgba8) uniform writeonly image2D painted;
layout(set = 0, binding = 1, r32ui) uniform uimage2D counted;
layout(set = 0, binding = 2, rgba32f) uniform image2DArray sheets;
layout(set = 0, binding = 3, r32i) uniform iimage3D solid;
layout(set = 0, binding = 4) uniform sampler2DMS samples;
layout(set = 0, binding = 5, r32f) uniform readonly image2D edges;

layout(location = 0) out vec4 colour;

void main() {
    // At most 160 vertices: the rows from the fifth on are others'.
    ivec2 at = ivec2(gl_VertexIndex & 31, gl_VertexIndex >> 5);
    // Whole 255ths: between two of them a device may take either.
    imageStore(painted, at, vec4(vec3(ivec3(value * 255.0) & 255) / 255.0, 1.0));
    uint was = imageAtomicAdd(counted, at, 3u);
    was += imageAtomicMax(counted, at, 40u);
    was += imageAtomicExchange(counted, at + ivec2(0, 8), was);
    was += imageAtomicCompSwap(counted, at + ivec2(0, 16), was & 63u, 77u);
    int least = imageAtomicMin(solid, ivec3(at, 1), 5) + imageAtomicOr(solid, ivec3(at, 3), 64);
    vec4 sum = imageLoad(sheets, ivec3(at, 1));
    imageStore(sheets, ivec3(at, 2), sum * 0.5);
    imageStore(sheets, ivec3(at, 9), sum);
    sum += texelFetch(samples, at, 2);
    // Where there is no texel, either.
    sum += imageLoad(edges, at - ivec2(1, 2));
    sum.xy += vec2(float(was & 63u), float(least & 63)) / 64.0;
    sum.z += float(imageSize(sheets).z) / 8.0;
    colour = sum / 4.0;
    gl_Position = vec4(position, 1.0);
}
