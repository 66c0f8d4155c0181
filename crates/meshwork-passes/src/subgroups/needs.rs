//! What subgroup operations need of a device.

use meshwork_abi::{SubgroupProfile, SubgroupStage};
use meshwork_spirv::spirv::{Capability, GroupOperation, Op};
use meshwork_spirv::{Instruction, Module};

use super::legalize_width::is_arithmetic;
use crate::error::Result;
use crate::limits::require;

/// Refuses operations that the device lacks, or has in other stages alone. An error names the first.
pub fn check_device(module: &Module, stage: SubgroupStage, profile: &SubgroupProfile) -> Result<()> {
    let operations = &profile.operations;
    for capability in module.functions.iter().flat_map(|function| &function.body).filter_map(capability_of) {
        require(profile.stages.contains(&stage), "subgroup operations in this stage")?;
        let (supported, feature) = match capability {
            Capability::GroupNonUniformVote => (operations.vote, "subgroup votes"),
            Capability::GroupNonUniformArithmetic => (operations.arithmetic, "subgroup arithmetic"),
            Capability::GroupNonUniformBallot => (operations.ballot, "subgroup ballots"),
            Capability::GroupNonUniformShuffle => (operations.shuffle, "subgroup shuffles"),
            Capability::GroupNonUniformShuffleRelative => (operations.shuffle_relative, "relative subgroup shuffles"),
            Capability::GroupNonUniformClustered => (operations.clustered, "clustered subgroup operations"),
            Capability::GroupNonUniformQuad => (operations.quad, "subgroup quad operations"),
            Capability::GroupNonUniformRotateKHR => (profile.rotate, "subgroup rotates"),
            _ => (operations.basic, "subgroup operations"),
        };
        require(supported, feature)?;
    }
    Ok(())
}

/// The capability that a subgroup operation of SPIR-V needs.
pub fn capability_of(instruction: &Instruction) -> Option<Capability> {
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
