//! A turn in steps, for shaders: those that computed angles would differ, as drivers' sines do.

/// As `shaders/turn.glsl` declares it.
pub const TURN: u32 = 720;

pub fn directions() -> Vec<[f32; 2]> {
    let direction = |step: u32| {
        let (sin, cos) = (step as f32 / TURN as f32 * std::f32::consts::TAU).sin_cos();
        [cos, sin]
    };
    (0..TURN).map(direction).collect()
}
