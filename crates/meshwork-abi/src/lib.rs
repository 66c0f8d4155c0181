//! What CPU and GPU share.
//!
//! Five groups of plain values, no Vulkan object and no SPIR-V among them:
//!
//! - [`TargetProfile`]: what the device that will run lowered code can do. Compilers take one by reference and decide
//!   from it alone, so the same input and profile give the same output on any machine.
//! - [`SubgroupProfile`]: the same for what legalizes subgroup operations.
//! - [`RecordLayout`]: where a mesh workgroup's outputs lie in its *record*, the answer of the compiler that lowered it.
//! - [`gpu`]: the structures that lowered shaders, the fallback's own kernels (`crates/meshwork-gpu/shaders/run.glsl`)
//!   and the host read and write in device memory, byte for byte.
//! - [`gathered`]: the same for the native twin, one mesh draw for many on a device that has mesh shaders.
//!
//! # How a mesh draw runs without mesh shaders
//!
//! Consecutive mesh draws that share pipeline and descriptor state form a *run*. A run is executed in *steps*; a step
//! takes as many task workgroups, and of those as many mesh workgroups, as the run's memory holds. One step is usually
//! enough; when it is not, the same commands are recorded again and go on where the last step ended, so every workgroup
//! runs exactly once whatever the memory. Which workgroups a step takes stands in a [`gpu::Step`], written by the host for runs
//! whose size it knows.
//!
//! 1. `expand_draws`, where a draw is indirect: writes the draws; a further step has `begin_step`: both choose the batch.
//! 2. the lowered task shader, one compute workgroup each: writes its [`gpu::Task`] entry and its payload.
//! 3. `place_tasks`: prefix sum over the batch's mesh workgroups; chooses the mesh batch.
//! 4. the lowered mesh shader, one compute workgroup each, or for each view one: writes its record and its number of primitives. One
//!    that always makes as many writes its part of the index list itself.
//! 5. `sum_primitives`, where the batch is large: the number of primitives of each block of workgroups.
//! 6. `write_indices`: each workgroup adds up what lies before its records, copies their primitives to this place in the
//!    index list, and gives own corners their values; others write the indexed indirect draws, all that is left to do beside 4
//!    where the list is written there.
//! 7. inside the render pass: the indirect draws, with the lowered vertex shader reading records.
//!
//! Where the host knows the size and there are not very many workgroups, only 4 and 6 remain. Where queries count draws, `count_draws`
//! follows 6 and adds what the step did to their [`gpu::QueryCounts`].
//!
//! Positions in the index list come from prefix sums and never from the order in which workgroups happened to
//! run: that is what makes blending exact.

mod divisor;
pub mod gathered;
pub mod gpu;
mod profile;
mod record;
mod subgroup_profile;

pub use divisor::Divisor;
pub use profile::{SubgroupOperations, TargetProfile};
pub use record::{
    Attribute, AttributeSource, BuiltIn, OwnCorners, PrimitiveIndices, Rate, RecordLayout, Scalar, Topology,
    VertexInput, VertexOrder,
};
pub use subgroup_profile::{Shuffle, SubgroupProfile, SubgroupSize, SubgroupStage};
