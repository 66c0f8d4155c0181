// What is made of a meshlet's vertices.

vec3 unpack_normal(uint packed) {
    vec2 e = unpackSnorm2x16(packed);
    vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    float fold = max(-n.z, 0.0);
    n.x += n.x >= 0.0 ? -fold : fold;
    n.y += n.y >= 0.0 ? -fold : fold;
    return normalize(n);
}

// A colour of its own for each meshlet, of like brightness.
vec3 tint(uint meshlet) {
    uint seed = meshlet;
    vec3 color = vec3(random(seed), random(seed), random(seed));
    return mix(vec3(0.9), color * 1.3, 0.35);
}
