//! Why a program cannot be run on.

use crate::registers::Pc;

/// What stopped a wave, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("wave {wave}, {}{fault}", place(*.pc, .instruction))]
pub struct Error {
    pub wave: usize,
    pub pc: Pc,
    /// The assembler's text; empty where nothing could be decoded.
    pub instruction: String,
    #[source]
    pub fault: Fault,
}

/// Nothing where nothing could be decoded: that fault has a place of its own.
fn place(pc: Pc, instruction: &str) -> String {
    if instruction.is_empty() { String::new() } else { format!("{pc}: {instruction}: ") }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Malformed input.
    #[error(transparent)]
    Decode(#[from] crate::Error),

    /// The instruction is one of gfx10.3, and the interpreter does not run it.
    #[error("{0} is not supported")]
    Unsupported(&'static str),

    /// Malformed input: an address that belongs to no memory. V# bounds do not come here; what they keep out reads as 0.
    #[error("no memory at {address:#x}, {bytes} bytes")]
    Unmapped { address: u64, bytes: u32 },

    /// Malformed input.
    #[error("scratch offset {offset:#x} is outside a lane's {bytes} bytes")]
    ScratchBounds { offset: i64, bytes: usize },

    /// Malformed input: S_SETPC and the like go to an address that is not in the program.
    #[error("{0:#x} is not an address of the program")]
    OutsideProgram(u64),

    /// Malformed input: data formats are 1 to 77.
    #[error("{0} is no data format")]
    Format(u8),

    /// A limit of the run.
    #[error("the workgroup ran {0} instructions without an end")]
    StepLimit(u64),

    /// The caller's images do not have it.
    #[error("image access: {0}")]
    Image(&'static str),
}
