//! Capabilities that the operations which are left need, and no others: a host may lack those of operations that are gone.

use std::collections::BTreeSet;

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{BuiltIn, Capability, GroupOperation, Op};
use meshwork_spirv::{Instruction, Module};

use super::operation::is_arithmetic;
use crate::error::{ErrorKind, Result};

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

/// Declares what the module uses; an error names what the host lacks of it.
pub fn declare(module: &mut Module, stage: SubgroupStage, profile: &SubgroupProfile) -> Result<()> {
    let code = module.functions.iter().flat_map(|function| &function.body);
    let mut used: BTreeSet<u32> = code.filter_map(needed).map(|capability| capability as u32).collect();
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
    let operations = &profile.operations;
    for (capability, supported, feature) in [
        (Capability::GroupNonUniformBallot, operations.ballot, "subgroup ballots"),
        (Capability::GroupNonUniformShuffle, operations.shuffle, "subgroup shuffles"),
        (Capability::GroupNonUniformShuffleRelative, operations.shuffle_relative, "relative subgroup shuffles"),
        (Capability::GroupNonUniformClustered, operations.clustered, "clustered subgroup operations"),
        (Capability::GroupNonUniformQuad, operations.quad, "subgroup quad operations"),
        (Capability::GroupNonUniformRotateKHR, profile.rotate, "subgroup rotates"),
    ] {
        if has(capability) && !supported {
            return Err(ErrorKind::DeviceLacks { feature });
        }
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

fn needed(instruction: &Instruction) -> Option<Capability> {
    Some(match instruction.op {
        Op::GroupNonUniformElect => Capability::GroupNonUniform,
        Op::GroupNonUniformAll | Op::GroupNonUniformAny | Op::GroupNonUniformAllEqual => {
            Capability::GroupNonUniformVote
        }
        Op::GroupNonUniformBroadcast
        | Op::GroupNonUniformBroadcastFirst
        | Op::GroupNonUniformBallot
        | Op::GroupNonUniformInverseBallot
        | Op::GroupNonUniformBallotBitExtract
        | Op::GroupNonUniformBallotBitCount
        | Op::GroupNonUniformBallotFindLSB
        | Op::GroupNonUniformBallotFindMSB => Capability::GroupNonUniformBallot,
        Op::GroupNonUniformShuffle | Op::GroupNonUniformShuffleXor => Capability::GroupNonUniformShuffle,
        Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => Capability::GroupNonUniformShuffleRelative,
        Op::GroupNonUniformQuadBroadcast | Op::GroupNonUniformQuadSwap => Capability::GroupNonUniformQuad,
        Op::GroupNonUniformRotateKHR => Capability::GroupNonUniformRotateKHR,
        op if is_arithmetic(op) => match instruction.word(1).and_then(GroupOperation::from_u32) {
            Some(GroupOperation::ClusteredReduce) => Capability::GroupNonUniformClustered,
            _ => Capability::GroupNonUniformArithmetic,
        },
        _ => return None,
    })
}
