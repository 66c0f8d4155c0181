//! Capabilities that the operations which are left need, and no others: a host may lack those of operations that are gone.

use std::collections::BTreeSet;

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::Module;
use meshwork_spirv::spirv::{BuiltIn, Capability};

use crate::error::{ErrorKind, Result};
use crate::subgroups::needs::capability_of;

/// Declared again from what is used.
const OF_OPERATIONS: [Capability; 11] = [
    Capability::GroupNonUniform,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformQuad,
    Capability::GroupNonUniformRotateKHR,
    Capability::SubgroupBallotKHR,
    Capability::SubgroupVoteKHR,
];

/// Extensions that declare nothing but such capabilities.
const EXTENSIONS: [(&str, Capability); 3] = [
    ("SPV_KHR_shader_ballot", Capability::SubgroupBallotKHR),
    ("SPV_KHR_subgroup_vote", Capability::SubgroupVoteKHR),
    ("SPV_KHR_subgroup_rotate", Capability::GroupNonUniformRotateKHR),
];

/// Declares what the module uses.
pub fn declare(module: &mut Module, stage: SubgroupStage, profile: &SubgroupProfile) -> Result<()> {
    let code = module.functions.iter().flat_map(|function| &function.body);
    let mut used: BTreeSet<u32> = code.filter_map(capability_of).map(|capability| capability as u32).collect();
    let reads = |builtin| module.decorations.keys().any(|&id| module.builtin(id, None) == Some(builtin));
    let of_subgroups =
        [BuiltIn::SubgroupSize, BuiltIn::SubgroupLocalInvocationId, BuiltIn::NumSubgroups, BuiltIn::SubgroupId];
    if of_subgroups.into_iter().any(reads) {
        used.insert(Capability::GroupNonUniform as u32);
    }
    let has = |capability: Capability| used.contains(&(capability as u32));
    if !used.is_empty() && !profile.stages.contains(&stage) {
        return Err(ErrorKind::DeviceLacks { feature: "subgroup operations in the shader's stage" });
    }
    for (extension, _) in EXTENSIONS.iter().filter(|(_, capability)| !has(*capability)) {
        module.extensions.remove(*extension);
    }
    for capability in OF_OPERATIONS {
        module.remove_capability(capability);
    }
    module.capabilities.extend(&used);
    // The removed ones imply it.
    module.add_capability(Capability::Shader);
    Ok(())
}
