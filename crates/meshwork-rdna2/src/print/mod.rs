//! Instructions as the assembler writes them (`llvm-mc -arch=amdgcn -mcpu=gfx1030`).
//!
//! `{}` of an [`Instruction`] is one line without a label: a branch shows its offset in dwords. What the assembler's text leaves
//! out (bits that change nothing) is left out.

mod memory;
mod names;
mod operand;
mod scalar;
mod vector;

use std::fmt::{self, Formatter, Write};

use crate::instruction::{Fields, Instruction, Lanes};
use crate::opcode::{Encoding, flag};

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.opcode.name().chars().try_for_each(|letter| f.write_char(letter.to_ascii_lowercase()))?;
        f.write_str(suffix(self))?;
        let mut line = Line { f, operands: 0 };
        match &self.fields {
            Fields::Scalar(fields) => scalar::print(&mut line, self, fields),
            Fields::ScalarMemory(fields) => memory::scalar(&mut line, fields),
            Fields::Vector(fields) => vector::print(&mut line, self, fields),
            Fields::Interpolation(fields) => vector::interpolation(&mut line, fields),
            Fields::Lds(fields) => memory::lds(&mut line, self.opcode, fields),
            Fields::Buffer(fields) => memory::buffer(&mut line, fields),
            Fields::Image(fields) => memory::image(&mut line, fields),
            Fields::Flat(fields) => memory::flat(&mut line, self, fields),
            Fields::Export(fields) => memory::export(&mut line, fields),
        }
    }
}

/// An opcode with more than one encoding says which.
fn suffix(instruction: &Instruction) -> &'static str {
    match (&instruction.fields, instruction.encoding) {
        (Fields::Vector(vector), _) if matches!(vector.lanes, Lanes::Dpp16(_) | Lanes::Dpp8 { .. }) => "_dpp",
        (Fields::Vector(vector), _) if matches!(vector.lanes, Lanes::Sdwa { .. }) => "_sdwa",
        (_, Encoding::VINTRP) => "_e32",
        _ if !instruction.opcode.row().has(flag::vop3) => "",
        // They have no operands.
        _ if instruction.opcode.sources().is_empty() => "",
        (_, Encoding::VOP3) => "_e64",
        _ => "_e32",
    }
}

/// The operands of a line, separated by commas; flags follow, separated by blanks.
struct Line<'a, 'f> {
    f: &'a mut Formatter<'f>,
    operands: u32,
}

impl Line<'_, '_> {
    fn operand(&mut self, operand: impl fmt::Display) -> fmt::Result {
        let separator = if self.operands == 0 { " " } else { ", " };
        self.operands += 1;
        write!(self.f, "{separator}{operand}")
    }

    fn flag(&mut self, set: bool, name: impl fmt::Display) -> fmt::Result {
        if set { write!(self.f, " {name}") } else { Ok(()) }
    }
}
