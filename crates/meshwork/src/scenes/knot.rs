//! A dense object made by code: a torus knot in relief.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::model::{Material, Mesh, Part, Vertex};

/// Windings around the torus' axis and through its hole.
const WINDINGS: (f32, f32) = (2.0, 3.0);
const TUBE_RADIUS: f32 = 0.42;
/// Scales of the relief along and around the tube.
const SCALES: (f32, f32) = (72.0, 6.0);
const RELIEF: f32 = 0.07;

/// A knot of about this many triangles.
pub fn knot(triangles: u32) -> Mesh {
    // Rings along the tube are 24 times as many as vertices around it, so that triangles are of about equal sides.
    let around = ((triangles as f32 / 48.0).sqrt().ceil() as u32).max(3);
    let along = (triangles.div_ceil(2 * around)).max(3);
    let mut mesh = Mesh::default();
    for ring in 0..along {
        for side in 0..around {
            mesh.vertices.push(vertex(ring as f32 / along as f32, side as f32 / around as f32));
        }
    }
    let index = |ring: u32, side: u32| (ring % along) * around + side % around;
    let mut indices = Vec::with_capacity((along * around * 6) as usize);
    for ring in 0..along {
        for side in 0..around {
            let corners = [(0, 0), (0, 1), (1, 0), (1, 0), (0, 1), (1, 1)];
            indices.extend(corners.map(|(next, right)| index(ring + next, side + right)));
        }
    }
    mesh.parts.push(Part { indices, material: Material::default() });
    mesh
}

fn vertex(along: f32, around: f32) -> Vertex {
    const STEP: f32 = 1e-3;
    let position = surface(along, around);
    let normal = (surface(along, around + STEP) - surface(along, around - STEP))
        .cross(surface(along + STEP / 24.0, around) - surface(along - STEP / 24.0, around));
    let height = relief(along, around);
    let deep = Vec3::new(0.16, 0.06, 0.03);
    let high = Vec3::new(0.95, 0.66, 0.32);
    let color = deep.lerp(high, height);
    Vertex::new(position, normal.normalize_or(Vec3::Y), Vec2::new(along, around), color.extend(1.0).to_array())
}

fn surface(along: f32, around: f32) -> Vec3 {
    let center = curve(along);
    let tangent = (curve(along + 1e-3) - curve(along - 1e-3)).normalize();
    // The knot lies on a torus around the y axis; its outward direction makes a frame that never flips.
    let ring = Vec3::new(center.x, 0.0, center.z).normalize() * 2.0;
    let outward = (center - ring).normalize();
    let side = tangent.cross(outward).normalize();
    let outward = side.cross(tangent);
    let (sin, cos) = (around * TAU).sin_cos();
    center + (outward * cos + side * sin) * TUBE_RADIUS * (1.0 + RELIEF * (2.0 * relief(along, around) - 1.0))
}

fn curve(along: f32) -> Vec3 {
    let (p, q) = WINDINGS;
    let (sin_p, cos_p) = (along * TAU * p).sin_cos();
    let (sin_q, cos_q) = (along * TAU * q).sin_cos();
    let radius = 2.0 + 0.9 * cos_q;
    Vec3::new(radius * cos_p, 0.9 * sin_q, radius * sin_p)
}

/// Height of the relief, 0 to 1: pyramids between two crossing families of grooves.
fn relief(along: f32, around: f32) -> f32 {
    let (long, round) = (along * SCALES.0, around * SCALES.1);
    let groove = |place: f32| (place * TAU / 2.0).sin().abs();
    (groove(long + round) * groove(long - round)).sqrt()
}
