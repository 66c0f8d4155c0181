//! Normals of a mesh that comes without.

use std::collections::HashMap;

use glam::Vec3;

/// A vertex with more triangles than this is smoothed over all of them: looking at each pair would take too long.
const MAX_TRIANGLES: usize = 64;

/// Vertices that differ from those of the file in their normals.
pub struct WithNormals {
    /// The file's vertex, and the normal.
    pub vertices: Vec<(u32, Vec3)>,
    /// Three for each triangle, into `vertices`.
    pub indices: Vec<u32>,
}

/// Smooths over edges between triangles whose normals have a cosine of at least `crease`; 1 leaves every triangle flat.
/// Triangles with an index beyond `positions` are left out.
pub fn normals(positions: &[Vec3], indices: &[u32], crease: f32) -> WithNormals {
    let inside = |corners: &&[u32]| corners.iter().all(|&corner| (corner as usize) < positions.len());
    let triangles: Vec<&[u32]> = indices.chunks_exact(3).filter(inside).collect();
    // As long as the triangle is large, so that sums are weighted by area.
    let face = |corners: &&[u32]| {
        let [a, b, c] = [0, 1, 2].map(|corner| positions[corners[corner] as usize]);
        (b - a).cross(c - a)
    };
    let faces: Vec<Vec3> = triangles.iter().map(face).collect();
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); positions.len()];
    for (triangle, corners) in triangles.iter().enumerate() {
        corners.iter().for_each(|&corner| around[corner as usize].push(triangle as u32));
    }

    let mut made = HashMap::new();
    let mut result = WithNormals { vertices: Vec::new(), indices: Vec::with_capacity(indices.len()) };
    for (corners, face) in triangles.iter().zip(&faces) {
        let own = face.normalize_or_zero();
        for &corner in *corners {
            let neighbours = &around[corner as usize];
            let smooth =
                |other: &Vec3| neighbours.len() > MAX_TRIANGLES || own.dot(other.normalize_or_zero()) >= crease;
            let others = neighbours.iter().map(|&other| faces[other as usize]).filter(smooth);
            let normal = if crease >= 1.0 { own } else { others.sum::<Vec3>() };
            let normal = normal.normalize_or(Vec3::Y);
            let next = result.vertices.len() as u32;
            let index = *made.entry((corner, normal.to_array().map(f32::to_bits))).or_insert(next);
            if index == next {
                result.vertices.push((corner, normal));
            }
            result.indices.push(index);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles that share an edge, the second turned up by a right angle.
    fn fold() -> (Vec<Vec3>, Vec<u32>) {
        (vec![Vec3::ZERO, Vec3::X, Vec3::Z, -Vec3::Y], vec![0, 2, 1, 0, 1, 3])
    }

    #[test]
    fn sharp_edges_split_their_vertices() {
        let (positions, indices) = fold();
        let split = normals(&positions, &indices, 0.7);
        assert_eq!(split.vertices.len(), 6);
        assert_eq!(split.vertices[0].1, Vec3::Y);
    }

    #[test]
    fn smooth_edges_share_them() {
        let (positions, indices) = fold();
        let shared = normals(&positions, &indices, -1.0);
        assert_eq!(shared.vertices.len(), 4);
        assert_eq!(shared.indices.len(), 6);
    }

    #[test]
    fn triangles_without_vertices_are_left_out() {
        assert!(normals(&[Vec3::ZERO; 3], &[0, 1, 9], 0.5).indices.is_empty());
    }
}
