//! Workgroups of a draw: primitives in order, each vertex of a workgroup once.

use std::collections::HashMap;

use super::{Draw, LaunchError, Ngg, ProgramInfo};

/// What a workgroup may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    pub vertices: u32,
    pub primitives: u32,
    pub waves: u32,
}

impl GroupLimits {
    /// As many as the driver chose.
    pub fn of_program(info: &ProgramInfo) -> Self {
        let Ngg { max_es_verts: vertices, max_gs_prims: primitives, max_waves: waves, .. } = info.ngg;
        Self { vertices, primitives, waves }
    }

    /// Of one wave where a primitive with all that it may put out fits into one, else of as few as it fits into.
    pub fn fewest_waves(info: &ProgramInfo) -> Result<Self, LaunchError> {
        let fits = (1..info.ngg.max_waves).find_map(|waves| Self::of_waves(info, waves).ok());
        fits.map_or_else(|| Self::of_waves(info, info.ngg.max_waves.max(1)), Ok)
    }

    /// As many as fit into so many waves: vertices, threads of primitives, and vertices that these may put out.
    pub fn of_waves(info: &ProgramInfo, waves: u32) -> Result<Self, LaunchError> {
        let threads = waves * info.wave.lanes();
        let (invocations, outputs) = info.amplification();
        let (vertices, outputs) = (info.vertices_per_primitive(), invocations * outputs);
        if vertices > threads || outputs > threads {
            return Err(LaunchError::PrimitiveTooLarge { vertices, outputs, threads });
        }
        let own = Self::of_program(info);
        let primitives = (threads / outputs.max(1)).min(own.primitives);
        Ok(Self { vertices: threads.min(own.vertices), primitives, waves })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupVertex {
    /// Without base vertex.
    pub index: u32,
    /// Without first instance.
    pub instance: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPrimitive {
    /// Places among the group's vertices.
    pub vertices: Vec<u32>,
    /// Counted from 0 in each instance.
    pub id: u32,
}

/// One workgroup's work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    pub vertices: Vec<GroupVertex>,
    pub primitives: Vec<GroupPrimitive>,
}

impl Draw {
    /// The draw's workgroups in order. A workgroup may span instances.
    pub fn groups(&self, limits: GroupLimits) -> Groups<'_> {
        Groups { draw: self, limits, rows: self.rows(), instance: 0, row: 0, primitive: 0, id: 0 }
    }
}

/// Iterator over a draw's workgroups.
pub struct Groups<'a> {
    draw: &'a Draw,
    limits: GroupLimits,
    rows: Vec<(u32, u32)>,
    // The next primitive.
    instance: u32,
    row: usize,
    primitive: u32,
    id: u32,
}

impl Groups<'_> {
    /// The next primitive's vertices and id, without taking it.
    fn peek(&mut self) -> Option<(Vec<GroupVertex>, u32)> {
        while self.instance < self.draw.instances {
            let Some(row) = self.rows.get(self.row) else {
                (self.row, self.id) = (0, 0);
                self.instance += 1;
                continue;
            };
            if self.primitive < self.draw.primitives(*row) {
                let instance = self.instance;
                let indices = self.draw.primitive(*row, self.primitive);
                let vertices = indices.into_iter().map(|index| GroupVertex { index, instance }).collect();
                return Some((vertices, self.id));
            }
            self.row += 1;
            self.primitive = 0;
        }
        None
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let mut group = Group::default();
        let mut places = HashMap::new();
        while let Some((vertices, id)) = self.peek() {
            let mut new: Vec<GroupVertex> = Vec::new();
            for vertex in &vertices {
                if !places.contains_key(vertex) && !new.contains(vertex) {
                    new.push(*vertex);
                }
            }
            let vertex_count = group.vertices.len() + new.len();
            let full = vertex_count > self.limits.vertices as usize
                || group.primitives.len() == self.limits.primitives as usize;
            // A primitive alone is taken whatever the limits: they hold for at least one (`GroupLimits::of_waves`).
            if full && !group.primitives.is_empty() {
                break;
            }
            for vertex in new {
                places.insert(vertex, group.vertices.len() as u32);
                group.vertices.push(vertex);
            }
            let vertices = vertices.iter().map(|vertex| places[vertex]).collect();
            group.primitives.push(GroupPrimitive { vertices, id });
            self.primitive += 1;
            self.id += 1;
        }
        (!group.primitives.is_empty()).then_some(group)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Topology;
    use super::*;

    const LIMITS: GroupLimits = GroupLimits { vertices: 32, primitives: 32, waves: 1 };

    #[test]
    fn vertices_are_shared_within_a_workgroup() {
        let draw = Draw::indexed(Topology::TriangleList, vec![0, 1, 2, 2, 1, 3]);
        let groups: Vec<Group> = draw.groups(LIMITS).collect();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].vertices.len(), 4);
        assert_eq!(groups[0].primitives[1].vertices, [2, 1, 3]);
        assert_eq!(groups[0].primitives[1].id, 1);
    }

    /// Nothing is lost and nothing twice, however large the draw: 70,000 instances of two triangles.
    #[test]
    fn large_draws_are_split() {
        let draw = Draw { instances: 70_000, ..Draw::vertices(Topology::TriangleStrip, 4) };
        let mut next = (0, 0);
        for group in draw.groups(LIMITS) {
            assert!(group.vertices.len() <= 32 && group.primitives.len() <= 32);
            for primitive in &group.primitives {
                let instance = group.vertices[primitive.vertices[0] as usize].instance;
                assert_eq!((instance, primitive.id), next);
                next = if next.1 == 1 { (next.0 + 1, 0) } else { (next.0, 1) };
            }
        }
        assert_eq!(next, (70_000, 0));
    }

    /// Instances do not share vertices.
    #[test]
    fn instances_have_their_own_vertices() {
        let draw = Draw { instances: 2, ..Draw::vertices(Topology::PointList, 1) };
        let group = draw.groups(LIMITS).next().expect("a group");
        assert_eq!(group.vertices.iter().map(|vertex| vertex.instance).collect::<Vec<_>>(), [0, 1]);
    }
}
