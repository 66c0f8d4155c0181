//! Differential fuzzing.
//!
//! A seed becomes a [case](generate::Case): a description of a task, a mesh and a fragment shader and of commands around them.
//! The case is [emitted](emit) as SPIR-V, and [played](vulkan) by native mesh shaders and by the layer's fallback on the same
//! driver. What both leave must be the same: storage buffers bit for bit, pictures pixel by pixel.

pub mod campaign;
pub mod check;
pub mod coverage;
pub mod emit;
pub mod error;
pub mod generate;
pub mod program;
pub mod sequence;
pub mod shrink;
mod visit;
pub mod vulkan;
pub mod worker;
