//! Instructions as the assembler writes them (`llvm-mc -arch=amdgcn -mcpu=gfx1030`).

use std::fmt;

use crate::instruction::Instruction;

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode.name().to_lowercase())
    }
}
