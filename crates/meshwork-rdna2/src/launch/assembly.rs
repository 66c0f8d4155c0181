//! Primitive assembly: which vertices a draw's primitives have (Vulkan, Drawing, Primitive Topologies).

use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Topology {
    PointList,
    LineList,
    LineStrip,
    TriangleList,
    TriangleStrip,
    TriangleFan,
    LineListWithAdjacency,
    LineStripWithAdjacency,
    TriangleListWithAdjacency,
    TriangleStripWithAdjacency,
    /// The tessellator's triangles: vertices are points of the domain.
    PatchList,
    /// `DI_PT_RECTLIST`: three corners, of which the rasterizer makes the fourth. Vulkan has no such topology.
    RectList,
}

impl Topology {
    pub fn vertices_per_primitive(self) -> u32 {
        match self {
            Self::PointList => 1,
            Self::LineList | Self::LineStrip => 2,
            Self::TriangleList | Self::TriangleStrip | Self::TriangleFan | Self::PatchList | Self::RectList => 3,
            Self::LineListWithAdjacency | Self::LineStripWithAdjacency => 4,
            Self::TriangleListWithAdjacency | Self::TriangleStripWithAdjacency => 6,
        }
    }

    /// Primitives of so many vertices in a row.
    fn primitives(self, vertices: u32) -> u32 {
        match self {
            Self::PointList => vertices,
            Self::LineList => vertices / 2,
            Self::LineStrip => vertices.saturating_sub(1),
            Self::TriangleList | Self::PatchList | Self::RectList => vertices / 3,
            Self::TriangleStrip | Self::TriangleFan => vertices.saturating_sub(2),
            Self::LineListWithAdjacency => vertices / 4,
            Self::LineStripWithAdjacency => vertices.saturating_sub(3),
            Self::TriangleListWithAdjacency => vertices / 6,
            Self::TriangleStripWithAdjacency => vertices.saturating_sub(4) / 2,
        }
    }

    /// Places of primitive `i`'s vertices among those of its row, of which there are `count` primitives. The first is the provoking one.
    fn places(self, i: u32, count: u32) -> Vec<u32> {
        let list = |size: u32| (size * i..size * (i + 1)).collect();
        let odd = i % 2;
        match self {
            Self::PointList | Self::LineList | Self::TriangleList | Self::PatchList | Self::RectList => {
                list(self.vertices_per_primitive())
            }
            Self::LineListWithAdjacency | Self::TriangleListWithAdjacency => list(self.vertices_per_primitive()),
            Self::LineStrip => vec![i, i + 1],
            Self::TriangleStrip => vec![i, i + 1 + odd, i + 2 - odd],
            Self::TriangleFan => vec![i + 1, i + 2, 0],
            Self::LineStripWithAdjacency => vec![i, i + 1, i + 2, i + 3],
            Self::TriangleStripWithAdjacency => {
                let last = i + 1 == count;
                let before = if i == 0 { 1 } else { 2 * i - 2 };
                let after = if last { 2 * i + 5 } else { 2 * i + 6 };
                if odd == 0 {
                    vec![2 * i, before, 2 * i + 2, after, 2 * i + 4, 2 * i + 3]
                } else {
                    vec![2 * i + 2, before, 2 * i, 2 * i + 3, 2 * i + 4, after]
                }
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertices {
    Count(u32),
    Indices(Vec<u32>),
}

/// Parts of an edge of the tessellated domain.
pub(super) const DOMAIN_PARTS: u32 = 4;

/// A draw command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    pub topology: Topology,
    pub vertices: Vertices,
    /// The index that begins a strip anew.
    pub restart: Option<u32>,
    /// Added to every index, the first vertex without indices.
    pub base_vertex: i32,
    pub instances: u32,
    pub first_instance: u32,
}

impl Draw {
    pub fn vertices(topology: Topology, count: u32) -> Self {
        let vertices = Vertices::Count(count);
        Self { topology, vertices, restart: None, base_vertex: 0, instances: 1, first_instance: 0 }
    }

    pub fn indexed(topology: Topology, indices: Vec<u32>) -> Self {
        Self { vertices: Vertices::Indices(indices), ..Self::vertices(topology, 0) }
    }

    /// The triangles that stand for a tessellator's, `patches` times: a regular grid of the domain, whose points the indices count row
    /// by row.
    pub fn patches(patches: u32) -> Self {
        let point = |row: u32, place: u32| row * (row + 1) / 2 + place;
        let mut indices = Vec::new();
        for row in 0..DOMAIN_PARTS {
            for place in 0..=row {
                indices.extend([point(row, place), point(row + 1, place), point(row + 1, place + 1)]);
                if place < row {
                    indices.extend([point(row, place), point(row + 1, place + 1), point(row, place + 1)]);
                }
            }
        }
        Self { instances: patches, ..Self::indexed(Topology::PatchList, indices) }
    }

    /// First place and length of each row of vertices between restarts.
    pub(super) fn rows(&self) -> Vec<(u32, u32)> {
        let Vertices::Indices(indices) = &self.vertices else {
            let Vertices::Count(count) = self.vertices else { return Vec::new() };
            return vec![(0, count)];
        };
        let mut first = 0;
        let mut rows = Vec::new();
        for row in indices.split(|index| Some(*index) == self.restart) {
            rows.push((first, row.len() as u32));
            first += row.len() as u32 + 1;
        }
        rows
    }

    /// Primitives of a row.
    pub(super) fn primitives(&self, (_, length): (u32, u32)) -> u32 {
        self.topology.primitives(length)
    }

    /// The indices, without base vertex, of a row's primitive.
    pub(super) fn primitive(&self, row: (u32, u32), primitive: u32) -> Vec<u32> {
        let places = self.topology.places(primitive, self.primitives(row));
        let index = |place: u32| match &self.vertices {
            Vertices::Count(_) => place,
            Vertices::Indices(indices) => indices.get(place as usize).copied().unwrap_or(0),
        };
        places.into_iter().map(|place| index(row.0 + place)).collect()
    }

    /// The greatest index, base vertex added, and one more: how many vertices the buffers must have.
    pub fn vertex_count(&self) -> u32 {
        let greatest = match &self.vertices {
            Vertices::Count(count) => count.checked_sub(1),
            Vertices::Indices(indices) => indices.iter().copied().filter(|index| Some(*index) != self.restart).max(),
        };
        greatest.map_or(0, |greatest| greatest.saturating_add_signed(self.base_vertex).saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(topology: Topology, count: u32) -> Vec<Vec<u32>> {
        let draw = Draw::vertices(topology, count);
        (0..draw.primitives((0, count))).map(|primitive| draw.primitive((0, count), primitive)).collect()
    }

    /// Vulkan, Triangle Strips; Triangle Fans; Line Strips.
    #[test]
    fn strips_and_fans() {
        assert_eq!(all(Topology::TriangleStrip, 5), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
        assert_eq!(all(Topology::TriangleFan, 4), [[1, 2, 0], [2, 3, 0]]);
        assert_eq!(all(Topology::LineStrip, 3), [[0, 1], [1, 2]]);
        assert_eq!(all(Topology::RectList, 7), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(all(Topology::LineStripWithAdjacency, 5), [[0, 1, 2, 3], [1, 2, 3, 4]]);
    }

    /// Vulkan, Triangle Strips With Adjacency, from its table (which counts from 1).
    #[test]
    fn strips_with_adjacency() {
        assert_eq!(all(Topology::TriangleStripWithAdjacency, 6), [[0, 1, 2, 5, 4, 3]]);
        assert_eq!(
            all(Topology::TriangleStripWithAdjacency, 10),
            [[0, 1, 2, 6, 4, 3], [4, 0, 2, 5, 6, 8], [4, 2, 6, 9, 8, 7]]
        );
    }

    #[test]
    fn restarts_divide_rows() {
        let indices = vec![0, 1, 2, 3, 0xffff, 4, 5, 0xffff, 6, 7, 8];
        let draw = Draw { restart: Some(0xffff), ..Draw::indexed(Topology::TriangleStrip, indices) };
        let rows = draw.rows();
        let primitives: Vec<Vec<u32>> =
            rows.iter().flat_map(|row| (0..draw.primitives(*row)).map(|i| draw.primitive(*row, i))).collect();
        assert_eq!(primitives, [[0, 1, 2], [1, 3, 2], [6, 7, 8]]);
    }
}
