use crate::Id;

/// Why words are not a module that passes accept. All variants say that the input is at fault, except
/// [`Error::UnknownOpcode`] (newer than the grammar) and [`Error::Limit`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("not a SPIR-V module: the first word is {word:#010x}")]
    NotSpirv { word: u32 },
    #[error("word {offset}: the module ends inside an instruction or its header")]
    Truncated { offset: usize },
    #[error("word {offset}: opcode {opcode} is not known")]
    UnknownOpcode { offset: usize, opcode: u32 },
    #[error("word {offset}: the operands of Op{opcode:?} are malformed")]
    Operands { offset: usize, opcode: rspirv::spirv::Op },
    #[error("word {offset}: Op{opcode:?} stands in the wrong place")]
    Misplaced { offset: usize, opcode: rspirv::spirv::Op },
    #[error("word {offset}: {id} is not below the module's bound {bound}")]
    IdBeyondBound { offset: usize, id: Id, bound: u32 },
    #[error("{id} is defined twice")]
    Redefined { id: Id },
    #[error("{id} is used and not defined before")]
    Undefined { id: Id },
    #[error("{id} should be {expected}")]
    Kind { id: Id, expected: &'static str },
    #[error("function {function}: {problem}")]
    Function { function: Id, problem: &'static str },
    #[error("{what} is {value}, beyond the limit of {maximum}")]
    Limit { what: &'static str, value: u64, maximum: u64 },
}
