//! A draw becomes workgroups, each with the registers that its waves find at entry.
//!
//! Pure data in, pure data out; the interpreter and the translated shader run the same workgroups.
//!
//! 1. [`ProgramInfo`] is what a driver says of a program (`meta.json`), [`PipelineInfo`] what its vertex input reads.
//! 2. [`Draw::groups`] assembles primitives and fills workgroups with them, each vertex once a workgroup.
//! 3. [`workgroup_inputs`] gives a group's waves their registers: `gs_tg_info`, `merged_wave_info`, user data, vertex offsets and ids.
//! 4. [`Resources`] is guest memory with the code, vertex buffers, descriptors and constants that the user data points to.

mod assembly;
mod contents;
mod groups;
mod images;
mod meta;
mod pipeline;
mod registers;
mod resources;

pub use assembly::{Draw, Topology, Vertices};
pub use contents::Contents;
pub use groups::{Group, GroupLimits, GroupVertex, Groups};
pub use images::ImageDescriptor;
pub use meta::{
    Binding, Exports, Filter, Geometry, GeometryOutput, Lds, Ngg, ParameterExport, ParameterValue, ProgramInfo, Stage,
    UserData,
};
pub use pipeline::{Attribute, PipelineInfo, SetPlace, Value, VertexBinding};
pub use registers::{WaveInputs, WorkgroupInputs, workgroup_inputs};
pub use resources::{BUFFER_BYTES, Resources, UserValues};

use std::ops::RangeInclusive;

/// Why a program cannot be launched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// Malformed input.
    #[error("its JSON: {0}")]
    Metadata(#[from] serde_json::Error),

    /// Malformed input: a register that the metadata names in a way we do not know.
    #[error("register {register} holds {content:?}, which is not known")]
    Register { register: String, content: String },

    /// Malformed input: a parameter export of which the metadata says something we do not know.
    #[error("{name} holds {content:?}, which is not known")]
    Parameter { name: String, content: String },

    /// Malformed input.
    #[error("the fragment shader: {0}")]
    FragmentModule(#[from] meshwork_spirv::Error),

    /// Malformed input.
    #[error("two parameters go to location {0}")]
    RepeatedLocation(u32),

    /// Malformed input.
    #[error("the module that was given as the fragment shader's has none")]
    NoFragmentShader,

    /// Unsupported: a fragment stage's input that is no number of 32 bits, nor vectors, matrices or arrays of them.
    #[error("the fragment stage's input at location {location} has a type that no export has")]
    FragmentInput { location: u32 },

    /// Malformed input.
    #[error("wave size {0}; it is 32 or 64")]
    WaveSize(u32),

    /// Malformed input: more, or less, than the hardware can be told.
    #[error("{what} is {value}; it is {least} to {most}")]
    OutOfRange { what: &'static str, value: u64, least: u64, most: u64 },

    /// A limit: one primitive's vertices or outputs are more than a workgroup may have.
    #[error("a primitive needs {vertices} vertices and {outputs} outputs; a workgroup has {threads}")]
    PrimitiveTooLarge { vertices: u32, outputs: u32, threads: u32 },

    /// A limit: what the fragment stage reads is more than the device's mesh stage may put out.
    #[error("{components} components of outputs; the device's mesh stage may have {most}")]
    OutputComponents { components: u32, most: u32 },

    /// A limit of the device's mesh stage.
    #[error("the outputs of one primitive take {bytes} bytes, more than the device's mesh stage may have")]
    OutputMemory { bytes: u32 },

    /// Malformed input.
    #[error("vertex format {0} is not known")]
    VertexFormat(String),

    /// Malformed input.
    #[error("image format {0} is not known")]
    ImageFormat(String),
}

/// Of what a file says.
fn within(what: &'static str, value: impl Into<u64>, range: RangeInclusive<u64>) -> Result<(), LaunchError> {
    let (value, least, most) = (value.into(), *range.start(), *range.end());
    if range.contains(&value) { Ok(()) } else { Err(LaunchError::OutOfRange { what, value, least, most }) }
}
