//! Subgroup operations at any width, at the right price.
//!
//! Code that was written for waves of a guest's width runs on subgroups of the host's. Two things go wrong without these passes: it is
//! wrong (masks and lane reads reach across the wrong lanes), or it is slow (a shuffle whose index is the same everywhere takes a
//! trip of a loop for each invocation, where the driver makes shuffles of rotates).
//!
//! [`legalize`] runs these passes:
//!
//! 1. `legalize-width`: where guest wave and host subgroup differ, operations keep to the guest's part, or go through workgroup memory.
//!
//! Operations are replaced by calls of functions that the pass adds: the shader's control flow stays what it is, so no block is split
//! and no phi, loop header or continue construct has to be mended. Every driver inlines them.

mod explanation;
mod flow;
mod legalize_width;
mod profiles;
mod stage;
mod uniformity;

use meshwork_spirv::Module;

use crate::error::Result;
use meshwork_abi::SubgroupProfile;

pub use explanation::{Explanation, Pass, Step};
pub use profiles::{ProfileError, named_profile, parse_profile, profile_names};
use stage::stage_of;

/// What a module is legalized for.
#[derive(Clone, Copy, Debug)]
pub struct LegalizeOptions<'a> {
    /// Invocations of the waves that the code was written for: a power of two from 1 to 128. `None`: whatever the host's subgroup is,
    /// as code of Vulkan is written.
    pub guest_wave: Option<u32>,
    pub profile: &'a SubgroupProfile,
}

/// Makes the subgroup operations of a module right, and cheap, on the host that the profile describes.
///
/// The module must have been verified. All its entry points must be of one stage.
pub fn legalize(mut module: Module, options: &LegalizeOptions<'_>) -> Result<(Module, Explanation)> {
    let stage = stage_of(&module)?;
    let mut explanation = Explanation::default();
    legalize_width::legalize_width(&mut module, stage, options, &mut explanation)?;
    Ok((module, explanation))
}
