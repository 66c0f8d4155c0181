//! Vulkan effects of the mesh fallback.
//!
//! - [`missing_requirements`] and [`target_profile`] say whether and how a device can run it.
//! - [`Context`] holds what a device needs once: the kernels of `shaders/` and the memory allocator.
//! - [`MeshPipeline`] is a lowered task and mesh shader as compute pipelines.
//! - [`PlanBuilder`] gathers the mesh draws of a render pass into runs; the [`Plan`] that it becomes records the compute work
//!   before the pass, further steps, and the draws inside it. Its memory comes from an [`Arena`], one for each command buffer.
//! - [`Counters`] are what queries count of mesh draws, and sums of the driver's queries in parts.
//! - [`GatheredDraws`] is for devices that have mesh shaders: one mesh draw for many. [`Gathering`] finds out where it pays.
//!
//! Nothing here waits for the GPU. `meshwork_abi` explains what a run and a step are.

mod context;
mod counters;
mod error;
mod gathered;
mod kernels;
mod memory;
mod pipeline;
mod plan;
mod profile;
mod subgroup_profile;
mod vertex_input;

pub use context::{Context, ContextDesc, Limits};
pub use counters::{CopiedResults, Counters};
pub use error::Error;
pub use gathered::{GATHERED_PUSH_CONSTANTS, GatheredDraw, GatheredDraws, Gathering};
pub use memory::{Arena, Totals};
pub use pipeline::{MeshPipeline, MeshPipelineDesc, StageOptions};
pub use plan::{
    Continuation, DrawBindings, DrawRange, HoistPart, MeshDraw, Plan, PlanBuilder, RecordStatistics, RunIndex,
};
pub use profile::{missing_requirements, target_profile};
pub use subgroup_profile::subgroup_profile;
pub use vertex_input::VertexInputState;
