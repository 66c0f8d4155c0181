//! `legalize-width`: code for guest waves of one width on host subgroups of another.

use meshwork_abi::SubgroupStage;
use meshwork_spirv::Module;

use super::{Explanation, LegalizeOptions};
use crate::error::{ErrorKind, Result};

/// Refuses what it cannot do: a guest wave that is not the host's subgroup.
pub fn legalize_width(
    _module: &mut Module,
    stage: SubgroupStage,
    options: &LegalizeOptions<'_>,
    _explanation: &mut Explanation,
) -> Result<()> {
    match options.guest_wave {
        Some(wave) if options.profile.size.pinned(stage, wave) != Some(wave) => {
            Err(ErrorKind::unsupported("a guest wave of another width than the host's subgroup", None))
        }
        _ => Ok(()),
    }
}
