//! SPIR-V to SPIR-V: task and mesh shaders become compute and vertex shaders.
//!
//! [`lower`] is pure: the same [`MeshShaders`] and [`TargetProfile`] give the same modules on any machine. What the modules
//! expect of the memory around them is told in [`meshwork_abi`].
//!
//! ```text
//! task   (TaskEXT)   ──► compute `main`: writes its Task entry and payload
//! mesh   (MeshEXT)   ──► compute `main`: writes its Mesh entry and record
//!                    └─► vertex  `main`: reads a corner from the record          (generated)
//! fragment           ──► itself, byte for byte, or with flat inputs for what was per primitive
//! ```
//!
//! [`subgroups`] makes subgroup operations of any stage right, and cheap, on a host whose subgroups are not what the code was written for.
//!
//! [`gather`] is for devices that have mesh shaders: task and mesh shaders stay such, and one draw does the work of many.

#![forbid(unsafe_code)]

mod access;
mod arithmetic;
mod certain;
mod draws;
mod effects;
mod entry;
mod error;
mod fragment;
mod gather;
mod inputs;
mod interface;
mod invariance;
mod layout;
mod limits;
mod lower;
mod lower_mesh;
mod lower_task;
mod memory;
mod monomorphize;
mod outputs;
mod prologue;
mod record;
mod rewrite;
mod specialize;
mod stage;
mod strip;
mod strip_mesh;
pub mod subgroups;
mod tables;
mod uniform;
mod version;
mod vertex;
mod workgroups;

pub use error::{Error, ErrorKind, ShaderStage};
pub use gather::{Gathered, PayloadLimits, gather};
pub use lower::lower;
pub use meshwork_abi::{RecordLayout, TargetProfile};
pub use strip_mesh::{OrdinaryStage, strip_mesh};

/// A shader stage of the program.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// The module.
    pub words: &'a [u32],
    /// Name of the entry point.
    pub entry_point: &'a str,
    pub specialization: &'a [SpecializationConstant<'a>],
}

/// The value of a specialization constant: `VkSpecializationMapEntry` with its data.
#[derive(Clone, Copy, Debug)]
pub struct SpecializationConstant<'a> {
    /// The `SpecId`.
    pub id: u32,
    /// The value in little-endian bytes; a boolean has four.
    pub bytes: &'a [u8],
}

/// The shaders of a mesh pipeline.
#[derive(Clone, Copy, Debug)]
pub struct MeshShaders<'a> {
    pub task: Option<Stage<'a>>,
    pub mesh: Stage<'a>,
    /// Without one nothing reads the mesh shader's own outputs, and none is kept.
    pub fragment: Option<Stage<'a>>,
    pub provoking_vertex: ProvokingVertex,
}

/// The corner of a primitive whose values flat inputs of the fragment stage have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProvokingVertex {
    #[default]
    First,
    Last,
    /// It is not known before the draw.
    Dynamic,
}

/// What [`lower`] makes of [`MeshShaders`].
///
/// The entry points of `task`, `mesh` and `vertex` are called `main` and their specialization constants are frozen. The
/// fragment stage keeps its entry point's name and its specialization constants: it is specialized as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// Compute shader.
    pub task: Option<Vec<u32>>,
    /// Compute shader.
    pub mesh: Vec<u32>,
    pub vertex: Vec<u32>,
    /// The program's module, byte for byte where nothing in it had to change.
    pub fragment: Option<Vec<u32>>,
    pub layout: RecordLayout,
    /// Several draws of the program may become one raster draw, if nothing comes between them.
    pub merges_draws: bool,
}
