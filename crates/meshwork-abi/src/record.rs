//! Where a mesh workgroup's outputs lie.

use serde::{Deserialize, Serialize};

/// The record of one mesh workgroup, as the lowered mesh shader writes it and the lowered vertex shader reads it.
///
/// It has two parts. Vertices, `vertex_bytes` each, in their [order](VertexOrder): `max_vertices` that the mesh shader writes,
/// then for each of `max_primitives` the [own corners](OwnCorners). Primitives, an array of structures of `primitive_bytes`: what
/// is per primitive, then the indices of its vertices. All offsets are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLayout {
    pub topology: Topology,
    pub max_vertices: u32,
    pub max_primitives: u32,
    pub own_corners: OwnCorners,
    /// The mesh shader reads `ViewIndex`: a workgroup has a record for each view, one after the other from view 0 on, which
    /// differ in values and in nothing else.
    pub is_per_view: bool,
    pub vertex_order: VertexOrder,
    /// A multiple of 16, or of 4 where attributes are [separate](VertexOrder::Separate).
    pub vertex_bytes: u32,
    /// Offset in an own corner's vertex of the values of its primitive, a multiple of 16.
    pub primitive_values_offset: u32,
    /// Bytes of those values, which lie at a primitive's start.
    pub primitive_value_bytes: u32,
    pub primitive_bytes: u32,
    pub primitive_indices: PrimitiveIndices,
    /// Offset of the indices in a primitive.
    pub primitive_indices_offset: u32,
    pub attributes: Vec<Attribute>,
    /// What the vertex stage takes as vertex input, from a binding whose stride is `vertex_bytes`.
    pub vertex_inputs: Vec<VertexInput>,
    /// What is no vertex input it loads by address, which is the input at [`crate::gpu::VERTICES_LOCATION`].
    pub vertices_by_address: bool,
    /// Primitives have layers, which the device's vertex stage cannot write: it takes the one that is drawn as input, at
    /// [`crate::gpu::LAYER_LOCATION`], and drops the primitives of others.
    pub is_layered: bool,
    /// Bytes of a task workgroup's payload, a multiple of 16; 0 without a payload.
    pub payload_bytes: u32,
    /// Local size of the task stage, where there is one.
    pub task_workgroup_size: Option<[u32; 3]>,
    pub mesh_workgroup_size: [u32; 3],
    /// Bytes of the program's push constants that task and mesh stage read (the end of the furthest member).
    pub push_constant_bytes: u32,
}

impl RecordLayout {
    /// Vertices that a record has room for.
    pub const fn vertices(&self) -> u32 {
        match self.vertex_order {
            VertexOrder::Interleaved => self.max_vertices + self.own_corners.count(self.topology) * self.max_primitives,
            VertexOrder::Separate => VertexOrder::separate_vertices(self.max_vertices),
        }
    }

    /// Bytes of a record's vertices, a multiple of 16. Those of the next record follow.
    pub const fn vertices_bytes(&self) -> u32 {
        self.vertices() * self.vertex_bytes
    }

    /// Bytes of a record's primitives, a multiple of 16.
    pub const fn primitives_bytes(&self) -> u32 {
        match self.primitive_indices {
            PrimitiveIndices::List => 0,
            _ => (self.max_primitives * self.primitive_bytes).next_multiple_of(16),
        }
    }

    /// Bytes in the index list of as many primitives as a workgroup makes at most.
    pub const fn list_bytes(&self) -> u32 {
        self.max_primitives * self.topology.corners() * size_of::<u32>() as u32
    }
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

/// How the attributes of a record's vertices lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VertexOrder {
    /// A structure for each vertex, which can be vertex input.
    Interleaved,
    /// An array for each attribute: what neighbouring invocations store, and load, lies side by side. There are no own corners.
    Separate,
}

impl VertexOrder {
    /// The length of the arrays: each begins at a multiple of 16 bytes.
    pub const fn separate_vertices(max_vertices: u32) -> u32 {
        max_vertices.next_multiple_of(4)
    }
}

/// Where the vertex indices of a primitive lie before they are in the index list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrimitiveIndices {
    /// One word a primitive, corner `c` in bits `8c .. 8c + 8`.
    Packed,
    /// `corners` words a primitive: for shaders that write single components of an index vector.
    Words,
    /// Nothing: the shader always makes `max_primitives`, so where those of a workgroup lie in the index list is known, and it
    /// writes them there. Nothing is per primitive.
    List,
}

/// Corners of a primitive that are a vertex of this primitive alone: a copy of the one that its index names, followed by what
/// the primitive has. A value of the index list is `record * vertices() + vertex`, and own corners are the vertices from
/// `max_vertices` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnCorners {
    /// Nothing is per primitive: vertices are shared.
    None,
    /// The provoking vertex, by its place among the corners: its values are what flat inputs of the fragment stage are.
    Provoking(u32),
    /// The rasterizer wants something at each of them.
    All,
}

impl OwnCorners {
    pub const fn count(self, topology: Topology) -> u32 {
        match self {
            Self::None => 0,
            Self::Provoking(_) => 1,
            Self::All => topology.corners(),
        }
    }

    /// The first of them.
    pub const fn first(self) -> u32 {
        match self {
            Self::Provoking(corner) => corner,
            Self::None | Self::All => 0,
        }
    }
}

/// A value that a record has of each vertex or primitive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub source: AttributeSource,
    pub rate: Rate,
    /// Offset in a vertex or a primitive; of its array in a record's vertices where attributes are separate.
    pub offset: u32,
}

/// An input variable of the lowered vertex stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VertexInput {
    pub location: u32,
    pub scalar: Scalar,
    /// 1 to 4.
    pub components: u32,
    /// Offset in a vertex.
    pub offset: u32,
}

/// 32 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scalar {
    Float,
    Sint,
    Uint,
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
