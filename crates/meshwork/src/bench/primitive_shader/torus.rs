//! What is drawn: a torus, half of whose triangles face away.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};
use meshwork_rdna2::launch::{Draw, Topology};

/// Quads of a tile's sides: its triangles are as many as lanes of a wave of 32, its vertices fewer.
const TILE: u32 = 4;
/// Tiles through the hole; around it there are eight times as many.
const MOST_TILES: u32 = 32;
const RADII: (f32, f32) = (0.6, 0.28);
const TILT: f32 = 0.9;

/// Tiles side by side, in rows around the torus.
pub struct Torus {
    tiles: u32,
}

impl Torus {
    /// Of at most this many triangles, and of 262,144.
    pub fn new(triangles: u32) -> Self {
        let mut sizes = (1..=MOST_TILES).rev().map(|tiles| Self { tiles });
        sizes.find(|torus| torus.triangles() <= triangles.into()).unwrap_or(Self { tiles: 1 })
    }

    pub fn triangles(&self) -> u64 {
        u64::from(8 * self.tiles * self.tiles * TILE * TILE * 2)
    }

    /// Vertices around the hole and through it, first and last at one place.
    fn sides(&self) -> (u32, u32) {
        (8 * self.tiles * TILE + 1, self.tiles * TILE + 1)
    }

    /// Tile by tile: a wave's triangles share their vertices.
    pub fn draw(&self) -> Draw {
        let (_, through) = self.sides();
        let mut indices = Vec::new();
        for (row, tile) in (0..self.tiles).flat_map(|row| (0..8 * self.tiles).map(move |tile| (row, tile))) {
            for (x, y) in (0..TILE).flat_map(|x| (0..TILE).map(move |y| (tile * TILE + x, row * TILE + y))) {
                let corners = [(0, 0), (1, 0), (0, 1), (0, 1), (1, 0), (1, 1)];
                indices.extend(corners.map(|(right, up)| (x + right) * through + y + up));
            }
        }
        Draw::indexed(Topology::TriangleList, indices)
    }

    /// Positions in clip space, and tints.
    pub fn vertices(&self) -> Vec<[Vec3; 2]> {
        let (around, through) = self.sides();
        let turn = Quat::from_rotation_x(TILT);
        let vertex = |(x, y): (u32, u32)| {
            let part = |n: u32, of: u32| (n % (of - 1)) as f32 / (of - 1) as f32 * TAU;
            let ((sin, cos), (up, out)) = (part(x, around).sin_cos(), part(y, through).sin_cos());
            let normal = turn * Vec3::new(out * cos, out * sin, up);
            let place = turn * Vec3::new(RADII.0 * cos, RADII.0 * sin, 0.0) + RADII.1 * normal;
            [Vec3::new(place.x, place.y, 0.5 + 0.5 * place.z), 0.5 + 0.5 * normal]
        };
        (0..around).flat_map(|x| (0..through).map(move |y| (x, y))).map(vertex).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshwork_rdna2::launch::Vertices;

    #[test]
    fn triangles_are_as_many_as_asked_for_and_have_vertices() {
        for (wanted, got) in [(1 << 20, 1 << 18), (1 << 18, 1 << 18), (1_100, 1_024), (1, 256)] {
            let torus = Torus::new(wanted);
            let Vertices::Indices(indices) = torus.draw().vertices else { panic!("no indices") };
            assert_eq!(indices.len(), 3 * got);
            assert_eq!(indices.iter().max(), Some(&(torus.vertices().len() as u32 - 1)));
        }
        assert!(
            Torus::new(1 << 18).vertices().iter().all(|[place, _]| place.abs().max_element() < 1.0 && place.z > 0.0)
        );
    }
}
