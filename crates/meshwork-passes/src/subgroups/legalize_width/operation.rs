//! Subgroup operations as this pass sees them.

use meshwork_spirv::spirv::{GroupOperation, Op, Scope};
use meshwork_spirv::{Id, Instruction, Module, Type};

use super::values::Shape;
use crate::error::{ErrorKind, Result};

/// What a group operation takes of the lanes of a wave or cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    All,
    UpToOwn,
    BeforeOwn,
}

/// A subgroup operation. Its arguments are the instruction's ids but scope and cluster size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    Elect,
    All,
    Any,
    AllEqual,
    /// Broadcast or shuffle: the value of the lane that the second argument names.
    Read,
    BroadcastFirst,
    ShuffleXor,
    ShuffleUp,
    ShuffleDown,
    /// Within clusters, or the wave.
    Rotate {
        cluster: Option<u32>,
    },
    Ballot,
    InverseBallot,
    BallotBitExtract,
    BallotBitCount(Span),
    BallotFindLsb,
    BallotFindMsb,
    /// An arithmetic operation, named by its opcode.
    Reduce {
        op: Op,
        span: Span,
        cluster: Option<u32>,
    },
    QuadBroadcast,
    QuadSwap,
    QuadAll,
    QuadAny,
}

/// The arguments of an operation, and what it is; `None` when the instruction is no subgroup operation.
pub fn parse(module: &Module, instruction: &Instruction) -> Result<Option<(Operation, Vec<Id>)>> {
    // Every operation of groups is beyond, those of makers' extensions too; their names tell them from the rest.
    if (instruction.op as u32) < Op::GroupAsyncCopy as u32 && instruction.op != Op::ExtInst {
        return Ok(None);
    }
    // `MbcntAMD` and its like.
    let set = instruction.id(0).filter(|_| instruction.op == Op::ExtInst);
    if set.is_some_and(|set| module.imports.iter().any(|import| import.result == Some(set) && is_ballot_set(import))) {
        return Err(ErrorKind::unsupported("an instruction of SPV_AMD_shader_ballot", instruction.result));
    }
    let name = format!("{:?}", instruction.op);
    if !name.starts_with("Group") && !name.starts_with("Subgroup") {
        return Ok(None);
    }
    let span = || match instruction.word(1).and_then(GroupOperation::from_u32) {
        Some(GroupOperation::Reduce | GroupOperation::ClusteredReduce) => Ok(Span::All),
        Some(GroupOperation::InclusiveScan) => Ok(Span::UpToOwn),
        Some(GroupOperation::ExclusiveScan) => Ok(Span::BeforeOwn),
        _ => Err(ErrorKind::unsupported("a partitioned subgroup operation", instruction.result)),
    };
    let operation = match instruction.op {
        Op::GroupNonUniformElect => Operation::Elect,
        Op::GroupNonUniformAll | Op::SubgroupAllKHR => Operation::All,
        Op::GroupNonUniformAny | Op::SubgroupAnyKHR => Operation::Any,
        Op::GroupNonUniformAllEqual | Op::SubgroupAllEqualKHR => Operation::AllEqual,
        Op::GroupNonUniformBroadcast | Op::GroupNonUniformShuffle | Op::SubgroupReadInvocationKHR => Operation::Read,
        Op::GroupNonUniformBroadcastFirst | Op::SubgroupFirstInvocationKHR => Operation::BroadcastFirst,
        Op::GroupNonUniformShuffleXor => Operation::ShuffleXor,
        Op::GroupNonUniformShuffleUp => Operation::ShuffleUp,
        Op::GroupNonUniformShuffleDown => Operation::ShuffleDown,
        Op::GroupNonUniformRotateKHR => Operation::Rotate { cluster: cluster(module, instruction, 3)? },
        Op::GroupNonUniformBallot | Op::SubgroupBallotKHR => Operation::Ballot,
        Op::GroupNonUniformInverseBallot => Operation::InverseBallot,
        Op::GroupNonUniformBallotBitExtract => Operation::BallotBitExtract,
        Op::GroupNonUniformBallotBitCount => Operation::BallotBitCount(span()?),
        Op::GroupNonUniformBallotFindLSB => Operation::BallotFindLsb,
        Op::GroupNonUniformBallotFindMSB => Operation::BallotFindMsb,
        Op::GroupNonUniformQuadBroadcast => Operation::QuadBroadcast,
        Op::GroupNonUniformQuadSwap => Operation::QuadSwap,
        Op::GroupNonUniformQuadAllKHR => Operation::QuadAll,
        Op::GroupNonUniformQuadAnyKHR => Operation::QuadAny,
        op if is_arithmetic(op) => Operation::Reduce { op, span: span()?, cluster: cluster(module, instruction, 3)? },
        _ => return Err(ErrorKind::unsupported("a subgroup operation of a maker's extension", instruction.result)),
    };
    let is_scoped = !is_older(instruction.op) && !matches!(operation, Operation::QuadAll | Operation::QuadAny);
    if is_scoped && instruction.id(0).and_then(|scope| module.constant_u32(scope)) != Some(Scope::Subgroup as u32) {
        return Err(ErrorKind::malformed("a subgroup operation whose scope is not Subgroup", id(instruction)));
    }
    let arguments = instruction.ids().skip(usize::from(is_scoped));
    let clusters =
        matches!(operation, Operation::Rotate { cluster: Some(_) } | Operation::Reduce { cluster: Some(_), .. });
    let mut arguments: Vec<Id> = arguments.collect();
    arguments.truncate(arguments.len().saturating_sub(usize::from(clusters)));
    if arguments.len() != operation.arguments() {
        return Err(ErrorKind::malformed("a subgroup operation with too few operands", id(instruction)));
    }
    Ok(Some((operation, arguments)))
}

impl Operation {
    fn arguments(self) -> usize {
        match self {
            Self::Elect => 0,
            Self::Read | Self::ShuffleXor | Self::ShuffleUp | Self::ShuffleDown | Self::Rotate { .. } => 2,
            Self::BallotBitExtract | Self::QuadBroadcast | Self::QuadSwap => 2,
            _ => 1,
        }
    }

    /// Arithmetic on a mask that the program holds already: nothing passes between lanes.
    pub fn is_local(self) -> bool {
        matches!(
            self,
            Self::InverseBallot
                | Self::BallotBitExtract
                | Self::BallotBitCount(_)
                | Self::BallotFindLsb
                | Self::BallotFindMsb
        )
    }

    pub fn is_quad(self) -> bool {
        matches!(self, Self::QuadBroadcast | Self::QuadSwap | Self::QuadAll | Self::QuadAny)
    }

    /// The result is a number of lanes or a lane.
    pub fn gives_number(self) -> bool {
        matches!(self, Self::BallotBitCount(_) | Self::BallotFindLsb | Self::BallotFindMsb)
    }

    /// Checks what the functions that do the operation rely on: that values are of types that it takes.
    pub fn check(self, module: &Module, instruction: &Instruction, types: &[Id]) -> Result<()> {
        let malformed =
            || ErrorKind::malformed("a subgroup operation on values of other types than it takes", id(instruction));
        let result = instruction.ty.unwrap_or(Id(0));
        let is_mask = |ty: Id| match module.ty(ty) {
            Ok(Type::Vector { component, count: 4 }) => {
                matches!(module.ty(component), Ok(Type::Int { width: 32, signed: false }))
            }
            _ => false,
        };
        let is_bool = |ty: Id| matches!(module.ty(ty), Ok(Type::Bool));
        let first = types.first().copied().unwrap_or(result);
        let fits = match self {
            Self::Elect => is_bool(result),
            Self::All | Self::Any | Self::QuadAll | Self::QuadAny => is_bool(first) && is_bool(result),
            Self::AllEqual => Shape::of(module, first).is_ok() && is_bool(result),
            Self::Ballot => is_bool(first) && is_mask(result),
            Self::InverseBallot | Self::BallotBitExtract => is_mask(first) && is_bool(result),
            Self::BallotBitCount(_) | Self::BallotFindLsb | Self::BallotFindMsb => is_mask(first),
            Self::Reduce { op, .. } => first == result && Shape::of(module, first)?.takes(op),
            _ => first == result && Shape::of(module, first).is_ok(),
        };
        if fits { Ok(()) } else { Err(malformed()) }
    }

    /// For people who read the module.
    pub fn name(self) -> String {
        let name = match self {
            Self::BallotBitCount(span) => format!("BallotBitCount{}", span.name()),
            Self::Reduce { op, span, cluster } => {
                let op = format!("{op:?}").replacen("GroupNonUniform", "", 1);
                let cluster = cluster.map(|size| format!("Clusters{size}")).unwrap_or_default();
                format!("{op}{}{cluster}", span.name())
            }
            Self::Rotate { cluster } => {
                format!("Rotate{}", cluster.map(|size| format!("Clusters{size}")).unwrap_or_default())
            }
            other => format!("{other:?}"),
        };
        let mut snake = String::from("wave");
        for letter in name.chars() {
            if letter.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        snake
    }
}

impl Span {
    fn name(self) -> &'static str {
        match self {
            Self::All => "",
            Self::UpToOwn => "Inclusive",
            Self::BeforeOwn => "Exclusive",
        }
    }
}

fn id(instruction: &Instruction) -> Id {
    instruction.result.unwrap_or(Id(0))
}

fn is_ballot_set(import: &Instruction) -> bool {
    import.string(0).as_deref() == Some("SPV_AMD_shader_ballot")
}

pub fn is_arithmetic(op: Op) -> bool {
    (Op::GroupNonUniformIAdd as u32..=Op::GroupNonUniformLogicalXor as u32).contains(&(op as u32))
}

/// Those of `SPV_KHR_shader_ballot` and `SPV_KHR_subgroup_vote`, which name no scope.
fn is_older(op: Op) -> bool {
    matches!(
        op,
        Op::SubgroupAllKHR
            | Op::SubgroupAnyKHR
            | Op::SubgroupAllEqualKHR
            | Op::SubgroupBallotKHR
            | Op::SubgroupFirstInvocationKHR
            | Op::SubgroupReadInvocationKHR
    )
}

/// The cluster size, a power of two, where operand `n` is one.
fn cluster(module: &Module, instruction: &Instruction, n: usize) -> Result<Option<u32>> {
    let Some(size) = instruction.id(n) else { return Ok(None) };
    match module.constant_u32(size).filter(|size| size.is_power_of_two()) {
        Some(size) => Ok(Some(size)),
        None => Err(ErrorKind::malformed("a cluster size that is no constant power of two", id(instruction))),
    }
}
