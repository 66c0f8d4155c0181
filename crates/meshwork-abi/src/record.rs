//! Where a mesh workgroup's outputs lie.

use serde::{Deserialize, Serialize};

/// The record of one mesh workgroup, as the lowered mesh shader writes it and the lowered vertex shader reads it.
///
/// A record is `bytes` long and holds arrays, each of fixed size: first the primitive indices, then one array for each
/// attribute (per vertex: `max_vertices` elements, per primitive: `max_primitives`). All offsets are in bytes from the
/// record's start and multiples of 16.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLayout {
    pub topology: Topology,
    pub max_vertices: u32,
    pub max_primitives: u32,
    /// Bytes of one record, a multiple of 16.
    pub bytes: u32,
    pub primitive_indices: PrimitiveIndices,
    /// Byte offset of the primitive indices.
    pub primitive_indices_offset: u32,
    pub index_mode: IndexMode,
    pub attributes: Vec<Attribute>,
    /// Bytes of a task workgroup's payload, a multiple of 16; 0 without a payload.
    pub payload_bytes: u32,
    /// Local size of the task stage, where there is one.
    pub task_workgroup_size: Option<[u32; 3]>,
    pub mesh_workgroup_size: [u32; 3],
    /// Bytes of the program's push constants that task and mesh stage read (the end of the furthest member).
    pub push_constant_bytes: u32,
}

/// Primitive topology of a mesh shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Topology {
    Points,
    Lines,
    Triangles,
}

impl Topology {
    /// Vertices of a primitive.
    pub const fn corners(self) -> u32 {
        match self {
            Self::Points => 1,
            Self::Lines => 2,
            Self::Triangles => 3,
        }
    }
}

/// How a record holds the vertex indices of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrimitiveIndices {
    /// One word a primitive, corner `c` in bits `8c .. 8c + 8`.
    Packed,
    /// `corners` words a primitive: for shaders that write single components of an index vector.
    Words,
}

/// What a value of the index list means, and so what the lowered vertex shader makes of `VertexIndex`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IndexMode {
    /// `record * max_vertices + vertex`: vertices are shared between primitives.
    Shared,
    /// `(record * max_primitives + primitive) * corners + corner`: each primitive has its own corners, because something
    /// is per primitive.
    PerCorner,
}

/// One array of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub source: AttributeSource,
    pub rate: Rate,
    /// Byte offset of element 0.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
}

/// The mesh output that an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AttributeSource {
    Location { location: u32, component: u32 },
    BuiltIn(BuiltIn),
}

/// Built-in outputs of a mesh shader that a record can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuiltIn {
    Position,
    PointSize,
    ClipDistance,
    CullDistance,
    PrimitiveId,
    Layer,
    ViewportIndex,
    CullPrimitive,
    PrimitiveShadingRate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rate {
    Vertex,
    Primitive,
}
