//! What can be wrong with machine code.

use crate::descriptor::DescriptorPath;
use crate::opcode::{Encoding, Opcode};
use crate::registers::Pc;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Malformed input: the program ends inside an instruction.
    #[error("{pc}: the program ends inside {name} (it takes {dwords} dwords)", name = .opcode.map_or("an instruction", Opcode::name))]
    Truncated { pc: Pc, opcode: Option<Opcode>, dwords: u8 },

    /// Malformed input: no encoding of gfx10.3 begins like this.
    #[error("{pc}: {word:08x} begins no instruction of gfx10.3")]
    UnknownEncoding { pc: Pc, word: u32 },

    /// Malformed input: the encoding has no such opcode on gfx10.3.
    #[error("{pc}: {encoding:?} has no opcode {number:#x} on gfx10.3 ({word:08x})")]
    UnknownOpcode { pc: Pc, encoding: Encoding, number: u16, word: u32 },

    /// Malformed input: the opcode does not take what the field holds.
    #[error("{pc}: {name} does not take {value:#x} as {field}", name = .opcode.name())]
    InvalidField { pc: Pc, opcode: Opcode, field: Field, value: u32 },

    /// Malformed input: a group of registers does not begin at a multiple of two or four.
    #[error("{pc}: {name} takes {dwords} registers as {field}, which do not begin at {value}", name = .opcode.name())]
    Misaligned { pc: Pc, opcode: Opcode, field: Field, value: u32, dwords: u8 },

    /// Malformed input: a branch, or the way to the next instruction, leaves the program or comes between its instructions.
    #[error("{pc}: {name} goes to {target}, where no instruction begins", name = .opcode.name())]
    Target { pc: Pc, opcode: Opcode, target: Pc },

    /// Malformed input: nothing is there to run.
    #[error("a program without instructions")]
    Empty,

    /// Unsupported: legal code that Meshwork does not take.
    #[error("{pc}: {name}: {what} is not supported", name = .opcode.name())]
    Unsupported { pc: Pc, opcode: Opcode, what: &'static str },

    /// Unsupported: where a descriptor comes from depends on what is known only when the program runs.
    #[error("{pc}: {name}: the way to {field} cannot be followed from a register at entry", name = .opcode.name())]
    Untraced { pc: Pc, opcode: Opcode, field: Field },

    /// Malformed input: the bindings that came with the program lack a descriptor.
    #[error("{pc}: {name}: no binding is given for {field} at {path}", name = .opcode.name())]
    Unbound { pc: Pc, opcode: Opcode, field: Field, path: DescriptorPath },

    /// Malformed input: a binding that the translator's own buffers have.
    #[error("set {set}, binding {binding} holds guest memory or what a draw starts with")]
    ReservedBinding { set: u32, binding: u32 },

    /// A limit of Meshwork.
    #[error("{what} is {value}, and the limit {maximum}")]
    Limit { what: &'static str, value: u64, maximum: u64 },
}

/// Part of an instruction, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    Destination,
    ScalarDestination,
    /// By the manual's number.
    Source(u8),
    Literal,
    Modifiers,
    Lanes,
    Address,
    Data,
    Resource,
    Sampler,
    Offset,
    Format,
    Segment,
    /// What must be 0 with this opcode.
    Reserved,
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Destination => "its destination",
            Self::ScalarDestination => "its scalar destination",
            Self::Source(number) => return write!(f, "source {number}"),
            Self::Literal => "a literal",
            Self::Modifiers => "modifiers",
            Self::Lanes => "DPP or SDWA control",
            Self::Address => "its address",
            Self::Data => "its data",
            Self::Resource => "its resource",
            Self::Sampler => "its sampler",
            Self::Offset => "its offset",
            Self::Format => "its format",
            Self::Segment => "its segment",
            Self::Reserved => "bits that must be 0",
        };
        f.write_str(name)
    }
}
