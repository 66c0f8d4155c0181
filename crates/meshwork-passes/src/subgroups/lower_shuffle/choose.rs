//! What becomes of a shuffle.

use meshwork_abi::{Shuffle, SubgroupProfile};
use meshwork_spirv::Instruction;
use meshwork_spirv::spirv::Op;

/// How shuffles are lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// As the driver does them. What the device does not have becomes what it has.
    Native,
    /// A loop of rotates, one trip for each distinct offset: what drivers do, to compare with.
    Rotate,
    /// A loop of broadcasts, one trip for each distinct source.
    Sources,
    /// A broadcast where the index is uniform, else a loop that serves a source and an offset in each trip.
    Mixed,
    /// Through workgroup memory, in stages that have it, where the whole subgroup comes by.
    Workgroup,
}

impl Strategy {
    /// What a profile asks for, and why.
    pub fn of(profile: &SubgroupProfile) -> (Self, &'static str) {
        match profile.shuffle {
            Shuffle::Broken => (Self::Sources, "the driver gets shuffles wrong"),
            Shuffle::Native => (Self::Native, "the driver does shuffles in a fixed number of instructions"),
            // Each trip of the mixed loop has a broadcast, so a dear one must save more than it costs.
            Shuffle::RotateLoop if profile.broadcast_cost >= profile.size.max => {
                (Self::Rotate, "a broadcast costs more than rotates for the whole subgroup")
            }
            Shuffle::RotateLoop => (Self::Mixed, "the driver takes a trip for each distinct offset"),
        }
    }

    /// As on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Rotate => "rotate",
            Self::Sources => "sources",
            Self::Mixed => "mixed",
            Self::Workgroup => "workgroup",
        }
    }
}

/// What becomes of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    Keep,
    /// `OpGroupNonUniformShuffle`, where the device lacks the operation itself.
    Shuffle,
    /// A broadcast: the index is uniform.
    Broadcast,
    Loop(Loop),
    Workgroup,
}

/// What a loop serves in each trip: something at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// Tests at run time whether the index is uniform, and broadcasts if it is.
    pub tests: bool,
    /// Serves invocations that want the same source.
    pub source: bool,
    /// Serves invocations that want the same offset.
    pub offset: Option<Turn>,
}

/// How values are turned by a uniform offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    Rotate,
    /// A shuffle by invocation + offset, where the device has no rotate: one trip for a driver that loops over offsets.
    Shuffle,
}

/// The mixed loop for a profile.
pub fn mixed(profile: &SubgroupProfile) -> Loop {
    // Two values of the index in most subgroups: the test would fail.
    Loop { tests: !profile.half_waves, source: true, offset: turn(profile) }
}

fn turn(profile: &SubgroupProfile) -> Option<Turn> {
    match profile.shuffle {
        Shuffle::Broken => None,
        _ if profile.rotate => Some(Turn::Rotate),
        _ => profile.operations.shuffle.then_some(Turn::Shuffle),
    }
}

/// What is known of an operation's last operand: index, id, mask or offset.
#[derive(Clone, Copy, Debug)]
pub struct Selector {
    pub is_uniform: bool,
    /// An index that lies a uniform offset from the invocation's own.
    pub offset_is_uniform: bool,
}

pub fn choose(operation: &Instruction, strategy: Strategy, profile: &SubgroupProfile, selector: Selector) -> Choice {
    let op = operation.op;
    let uniform = selector.is_uniform;
    let is_absolute = matches!(op, Op::GroupNonUniformShuffle | Op::GroupNonUniformBroadcast);
    match (strategy, is_absolute) {
        // SPIR-V requires of a broadcast's id that it is uniform.
        _ if op == Op::GroupNonUniformBroadcast && (uniform || strategy == Strategy::Native) => Choice::Keep,
        (Strategy::Native, _) if has(profile, op) => Choice::Keep,
        (Strategy::Native, _) if profile.operations.shuffle && !(is_absolute && uniform) => Choice::Shuffle,
        (Strategy::Rotate, true) => loop_of_rotates(profile),
        (_, true) if uniform => Choice::Broadcast,
        // A uniform offset is one trip for the driver.
        (Strategy::Mixed, true) if selector.offset_is_uniform && has(profile, op) => Choice::Keep,
        (Strategy::Rotate | Strategy::Mixed | Strategy::Workgroup, false) if uniform && has(profile, op) => {
            Choice::Keep
        }
        (Strategy::Rotate, false) => loop_of_rotates(profile),
        (Strategy::Sources, _) => Choice::Loop(Loop { tests: true, source: true, offset: None }),
        (Strategy::Native | Strategy::Mixed, _) => Choice::Loop(mixed(profile)),
        (Strategy::Workgroup, _) => Choice::Workgroup,
    }
}

fn loop_of_rotates(profile: &SubgroupProfile) -> Choice {
    match turn(profile) {
        Some(turn) => Choice::Loop(Loop { tests: false, source: false, offset: Some(turn) }),
        None => Choice::Loop(mixed(profile)),
    }
}

/// Whether the device has the operation.
fn has(profile: &SubgroupProfile, op: Op) -> bool {
    match op {
        Op::GroupNonUniformShuffle | Op::GroupNonUniformShuffleXor => profile.operations.shuffle,
        Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => profile.operations.shuffle_relative,
        Op::GroupNonUniformRotateKHR => profile.rotate,
        _ => profile.operations.ballot,
    }
}

impl Choice {
    /// What happens, and why; `chosen` is why the strategy was.
    pub fn tell(self, strategy: Strategy, chosen: &str) -> (String, String) {
        let (what, more) = match self {
            Self::Keep if strategy == Strategy::Native => return ("stays".into(), chosen.into()),
            Self::Keep => ("stays", "its id or offset is uniform, which takes no loop"),
            Self::Shuffle => ("a shuffle", "the device has no such operation"),
            Self::Broadcast => ("a broadcast", "its index is uniform"),
            Self::Loop(Loop { source: false, .. }) => ("a loop with a rotate a trip", "its index may differ"),
            Self::Loop(Loop { offset: None, .. }) => ("a loop with a broadcast a trip", "its index may differ"),
            Self::Loop(Loop { tests: false, .. }) => {
                ("a loop that serves a source and an offset a trip", "its index may differ")
            }
            Self::Loop(_) => {
                ("a broadcast, or a loop that serves a source and an offset a trip", "its index may differ")
            }
            Self::Workgroup => ("workgroup memory", "its index may differ"),
        };
        (what.into(), format!("{chosen}, and {more}"))
    }
}
