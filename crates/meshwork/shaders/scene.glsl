// What the scenes' shaders share.

// A hash of 32 bits (PCG, output permutation by XSH-RR): the same on every GPU, unlike sin() tricks.
uint hash(uint value) {
    uint state = value * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

// The next number in [0, 1) of a sequence.
float random(inout uint seed) {
    seed = hash(seed);
    return float(seed >> 8u) * (1.0 / 16777216.0);
}

// Moves a vertex to the nearest sixteenth of a pixel. Devices rasterize with 4 (SwiftShader) to 8 bits of subpixel
// precision; from this grid all of them cover the same pixels, so pictures of two drivers can be compared.
vec4 snap(vec4 clip, vec2 viewport) {
    vec2 grid = viewport * 8.0;
    if (clip.w > 0.0) {
        clip.xy = round(clip.xy / clip.w * grid) / grid * clip.w;
    }
    return clip;
}

// A surface's light: a warm sun over a sky and a ground that reflect a little.
vec3 light(vec3 albedo, vec3 normal) {
    const vec3 sun = vec3(0.48, 0.77, 0.42);
    vec3 ambient = mix(vec3(0.07, 0.055, 0.05), vec3(0.20, 0.24, 0.34), normal.y * 0.5 + 0.5);
    return albedo * (ambient + vec3(1.0, 0.93, 0.82) * max(dot(normal, sun), 0.0));
}

// Linear light to what a PNG holds: a square root stands in for the transfer function, since it is exact everywhere.
vec4 encode(vec3 linear) {
    return vec4(sqrt(clamp(linear, 0.0, 1.0)), 1.0);
}
