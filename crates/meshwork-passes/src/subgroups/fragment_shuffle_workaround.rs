//! `fragment-shuffle-workaround`: shuffles through broadcasts in fragment shaders, for drivers that get them wrong there.
//!
//! In: a module of any stage. Out: for a fragment shader and a profile whose `fragment_shuffle_trusted` is false, one without shuffles:
//! each is a loop that broadcasts from one source a trip and serves every invocation that wants it. No rotate and no relative shuffle is
//! used in its place, since the same instruction of the hardware is behind them. (Skyline found it with Qualcomm's driver.)
//!
//! It is `lower-shuffle` with another strategy, and runs before it, because that keeps what is native.

use meshwork_abi::SubgroupStage;
use meshwork_spirv::Module;

use super::explanation::Pass;
use super::lower_shuffle::{Strategy, lower_all};
use super::{Explanation, LegalizeOptions};
use crate::error::Result;

pub fn fragment_shuffle_workaround(
    module: &mut Module,
    stage: SubgroupStage,
    options: &LegalizeOptions<'_>,
    explanation: &mut Explanation,
) -> Result<()> {
    if stage != SubgroupStage::Fragment || options.profile.fragment_shuffle_trusted {
        return Ok(());
    }
    let why = "the driver gets shuffles wrong in fragment shaders";
    lower_all(module, stage, options.profile, Strategy::Sources, (Pass::FragmentShuffleWorkaround, why), explanation)
}
