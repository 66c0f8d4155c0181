// How a blade of the meadow grows, and its colours.

struct Blade {
    vec3 root;
    vec2 lean;
    vec2 side;
    float height;
    float width;
    float hue;
    // 0 to 3: petals of that colour; more: grass.
    uint flower;
};

// Smooth noise between 0 and 1.
float noise(vec2 place) {
    vec2 cell = floor(place);
    vec2 t = place - cell;
    t = t * t * (3.0 - 2.0 * t);
    vec4 corners;
    for (uint i = 0; i < 4; i++) {
        ivec2 corner = ivec2(cell) + ivec2(i & 1, i >> 1);
        uint seed = uint(corner.x) * 73856093u ^ uint(corner.y) * 19349663u;
        corners[i] = random(seed);
    }
    return mix(mix(corners.x, corners.y, t.x), mix(corners.z, corners.w, t.x), t.y);
}

Blade grow(Patch ground, uint seed) {
    Blade blade;
    vec2 place = ground.center + (vec2(random(seed), random(seed)) * 2.0 - 1.0) * ground.radius;
    vec2 direction = vec2(random(seed), random(seed)) - 0.5;
    vec2 wind = vec2(0.55, 0.15) * noise(place * 0.9);
    blade.root = vec3(place.x, 0.0, place.y);
    blade.lean = direction * 0.5 + wind;
    blade.side = normalize(direction.yx + vec2(1e-3, 0.0));
    blade.height = mix(0.20, 0.50, random(seed)) * mix(0.75, 1.25, noise(place * 0.6 + 40.0));
    // Wider where they would be thinner than a pixel.
    blade.width = mix(0.008, 0.016, random(seed)) * (1.0 + 0.10 * place.y);
    blade.hue = noise(place * 0.5 + 7.0) * 0.7 + random(seed) * 0.3;
    float kind = random(seed);
    blade.flower = kind < 0.03 * smoothstep(0.45, 0.8, noise(place * 0.8 + 90.0)) ? uint(kind * 65536.0) & 3 : 4;
    return blade;
}

vec3 blade_color(Blade blade, float along) {
    vec3 root = mix(vec3(0.004, 0.018, 0.005), vec3(0.010, 0.024, 0.004), blade.hue);
    vec3 tip = mix(vec3(0.10, 0.34, 0.05), vec3(0.50, 0.55, 0.10), blade.hue);
    return mix(root, tip, along * along * 0.85 + along * 0.15);
}
