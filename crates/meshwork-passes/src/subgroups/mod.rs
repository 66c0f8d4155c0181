//! Subgroup operations at any width, at the right price.
//!
//! Code that was written for waves of a guest's width runs on subgroups of the host's. Two things go wrong without these passes: it is
//! wrong (masks and lane reads reach across the wrong lanes), or it is slow (a shuffle whose index is the same everywhere takes a
//! trip of a loop for each invocation, where the driver makes shuffles of rotates).
//!
//! [`legalize`] runs, in this order:
//!
//! 1. `legalize-width`: where guest wave and host subgroup differ, operations keep to the guest's part, or go through workgroup memory.
//!    First, because it leaves shuffles behind whose indices are the host's, and these are what the others lower.
//! 2. `fragment-shuffle-workaround`: in fragment shaders for a driver that gets shuffles wrong there, shuffles become broadcasts. Before
//!    the next, which would keep what the driver does natively.
//! 3. `lower-shuffle`: shuffles by an index that differs between invocations become what the profile says is cheapest.
//!
//! Operations are replaced by calls of functions that the pass adds: the shader's control flow stays what it is, so no block is split
//! and no phi, loop header or continue construct has to be mended. Every driver inlines them.
//!
//! [`model`] executes the same lowerings on the host, for waves of 4 to 128, and says what every invocation gets and how many trips it
//! took. Tests of the passes, and of drivers, compare with it.

mod explanation;
mod flow;
mod fragment_shuffle_workaround;
mod legalize_width;
mod lower_shuffle;
pub mod model;
mod needs;
mod profiles;
mod stage;
mod uniformity;

use meshwork_abi::SubgroupProfile;
use meshwork_spirv::Module;

use crate::error::Result;

pub use explanation::{Explanation, Pass, Step};
pub use lower_shuffle::Strategy;
use needs::check_device;
pub use profiles::{ProfileError, named_profile, parse_profile, profile_names};
use stage::{check_inputs, stage_of};

/// What a module is legalized for.
#[derive(Clone, Copy, Debug)]
pub struct LegalizeOptions<'a> {
    /// Invocations of the waves that the code was written for: a power of two from 1 to 128. `None`: whatever the host's subgroup is,
    /// as code of Vulkan is written.
    pub guest_wave: Option<u32>,
    pub profile: &'a SubgroupProfile,
    /// How shuffles are lowered; `None`: as the profile asks for.
    pub strategy: Option<Strategy>,
}

/// Makes the subgroup operations of a module right, and cheap, on the host that the profile describes.
///
/// The module must have been verified. All its entry points must be of one stage, where it has something to do with subgroups.
pub fn legalize(mut module: Module, options: &LegalizeOptions<'_>) -> Result<(Module, Explanation)> {
    let mut explanation = Explanation::default();
    if !legalize_width::is_about_subgroups(&module) {
        let why = "nothing in the module is about subgroups";
        explanation.tell(Pass::LegalizeWidth, None, "nothing changes", why);
        return Ok((module, explanation));
    }
    let stage = stage_of(&module)?;
    check_inputs(&module)?;
    legalize_width::legalize_width(&mut module, stage, options, &mut explanation)?;
    fragment_shuffle_workaround::fragment_shuffle_workaround(&mut module, stage, options, &mut explanation)?;
    lower_shuffle::lower_shuffle(&mut module, stage, options, &mut explanation)?;
    // Last: what goes through workgroup memory asks nothing of the host, and shuffles become what it has.
    check_device(&module, stage, options.profile)?;
    Ok((module, explanation))
}
