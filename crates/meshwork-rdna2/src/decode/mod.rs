//! Dwords to instructions.
//!
//! A field that the opcode does not use must be 0, as the assembler writes it: data that was taken for code is found early.

mod fields;
mod image;
mod lanes;
mod memory;
mod scalar;
mod vector;

use crate::error::{Error, Field};
use crate::instruction::{Fields, Instruction};
use crate::opcode::{Encoding, Opcode, Row, find};
use crate::operand::{Operand, Type};
use crate::registers::{Pc, Wave};

/// The instruction at `pc`.
pub fn decode(code: &[u32], pc: Pc, wave: Wave) -> Result<Instruction, Error> {
    let words = code.get(pc.0 as usize..).unwrap_or_default();
    let Some(&word) = words.first() else {
        return Err(Error::Truncated { pc, opcode: None, dwords: 1 });
    };
    let encoding = encoding(word).ok_or(Error::UnknownEncoding { pc, word })?;
    let number = number(encoding, word, words.get(1).copied().unwrap_or(0));
    let Some(row) = find_row(encoding, number) else {
        return Err(Error::UnknownOpcode { pc, encoding, number, word });
    };
    let mut at = At { words, pc, wave, row, encoding, taken: base_dwords(encoding) };
    at.need(at.taken)?;
    let fields = at.fields()?;
    Ok(Instruction { pc, dwords: at.taken, opcode: row.opcode, encoding, fields })
}

/// The instructions from the first dword to the end, or to the marker `S_CODE_END` behind which drivers keep constants.
///
/// The marker is one of them only where a branch goes to it: a driver leaves the end of the program out on a way never gone.
pub fn decode_program(code: &[u32], wave: Wave) -> Result<Vec<Instruction>, Error> {
    let mut program = Vec::with_capacity(code.len());
    let mut pc = Pc(0);
    while (pc.0 as usize) < code.len() {
        let instruction = decode(code, pc, wave)?;
        if instruction.opcode == Opcode::S_CODE_END {
            if program.iter().any(|from: &Instruction| from.target() == Some(pc)) {
                program.push(instruction);
            }
            break;
        }
        pc = instruction.next();
        program.push(instruction);
    }
    Ok(program)
}

/// Bits `high` to `low` of a word.
const fn bits(word: u32, high: u32, low: u32) -> u32 {
    (word >> low) & (u32::MAX >> (31 - (high - low)))
}

const fn bit(word: u32, bit: u32) -> bool {
    word >> bit & 1 != 0
}

/// By the leading bits (RDNA2 ISA, chapter 13).
fn encoding(word: u32) -> Option<Encoding> {
    Some(match word >> 25 {
        0x3f => Encoding::VOP1,
        0x3e => Encoding::VOPC,
        0..=0x3d => Encoding::VOP2,
        0x40..=0x5f => match word >> 23 {
            0x17d => Encoding::SOP1,
            0x17e => Encoding::SOPC,
            0x17f => Encoding::SOPP,
            0x160.. => Encoding::SOPK,
            _ => Encoding::SOP2,
        },
        _ => match word >> 26 {
            0x32 => Encoding::VINTRP,
            0x33 if bits(word, 25, 23) == 0 => Encoding::VOP3P,
            0x35 => Encoding::VOP3,
            0x36 => Encoding::DS,
            0x37 => match bits(word, 15, 14) {
                0 => Encoding::FLAT,
                1 => Encoding::SCRATCH,
                2 => Encoding::GLOBAL,
                _ => return None,
            },
            0x38 => Encoding::MUBUF,
            0x3a => Encoding::MTBUF,
            0x3c => Encoding::MIMG,
            0x3d => Encoding::SMEM,
            0x3e => Encoding::EXP,
            _ => return None,
        },
    })
}

/// The opcode's number, from the first two dwords.
fn number(encoding: Encoding, word: u32, second: u32) -> u16 {
    let number = match encoding {
        Encoding::SOP1 => bits(word, 15, 8),
        Encoding::SOP2 => bits(word, 29, 23),
        Encoding::SOPC | Encoding::SOPP => bits(word, 22, 16),
        Encoding::SOPK => bits(word, 27, 23),
        Encoding::VOP1 => bits(word, 16, 9),
        Encoding::VOP2 => bits(word, 30, 25),
        Encoding::VOPC => bits(word, 24, 17),
        Encoding::VOP3 => bits(word, 25, 16),
        Encoding::VOP3P => bits(word, 22, 16),
        Encoding::VINTRP => bits(word, 17, 16),
        Encoding::SMEM | Encoding::DS => bits(word, 25, 18),
        Encoding::MUBUF => bits(word, 25, 25) << 7 | bits(word, 24, 18),
        Encoding::MTBUF => bits(second, 21, 21) << 3 | bits(word, 18, 16),
        Encoding::MIMG => bits(word, 0, 0) << 7 | bits(word, 24, 18),
        Encoding::FLAT | Encoding::SCRATCH | Encoding::GLOBAL => bits(word, 24, 18),
        Encoding::EXP => 0,
    };
    number as u16
}

/// VOP3 has the opcodes of VOPC from 0 on, of VOP2 from 0x100 on and of VOP1 from 0x180 on beside its own.
fn find_row(encoding: Encoding, number: u16) -> Option<&'static Row> {
    use crate::opcode::flag;

    if encoding != Encoding::VOP3 {
        return find(encoding, number);
    }
    let own = || find(Encoding::VOP3, number);
    let shared = match number {
        0..=0xff => find(Encoding::VOPC, number),
        0x100..=0x13f => find(Encoding::VOP2, number - 0x100),
        0x180..=0x1ff => find(Encoding::VOP1, number - 0x180),
        _ => None,
    };
    shared.filter(|row| row.has(flag::vop3)).or_else(own)
}

/// Dwords without literals, DPP, SDWA and further address words.
fn base_dwords(encoding: Encoding) -> u8 {
    match encoding {
        Encoding::SOP1 | Encoding::SOP2 | Encoding::SOPC | Encoding::SOPK | Encoding::SOPP => 1,
        Encoding::VOP1 | Encoding::VOP2 | Encoding::VOPC | Encoding::VINTRP => 1,
        _ => 2,
    }
}

/// An instruction being decoded.
struct At<'a> {
    words: &'a [u32],
    pc: Pc,
    wave: Wave,
    row: &'static Row,
    encoding: Encoding,
    taken: u8,
}

impl At<'_> {
    fn fields(&mut self) -> Result<Fields, Error> {
        Ok(match self.encoding {
            Encoding::SOP1 => Fields::Scalar(self.sop1()?),
            Encoding::SOP2 => Fields::Scalar(self.sop2()?),
            Encoding::SOPC => Fields::Scalar(self.sopc()?),
            Encoding::SOPK => Fields::Scalar(self.sopk()?),
            Encoding::SOPP => Fields::Scalar(self.sopp()?),
            Encoding::SMEM => Fields::ScalarMemory(self.smem()?),
            Encoding::VOP1 | Encoding::VOP2 | Encoding::VOPC => Fields::Vector(self.vop()?),
            Encoding::VOP3 => self.vop3()?,
            Encoding::VOP3P => Fields::Vector(self.vop3p()?),
            Encoding::VINTRP => Fields::Interpolation(self.vintrp()?),
            Encoding::DS => Fields::Lds(self.ds()?),
            Encoding::MUBUF => Fields::Buffer(self.mubuf()?),
            Encoding::MTBUF => Fields::Buffer(self.mtbuf()?),
            Encoding::MIMG => Fields::Image(self.mimg()?),
            Encoding::FLAT | Encoding::SCRATCH | Encoding::GLOBAL => Fields::Flat(self.flat()?),
            Encoding::EXP => Fields::Export(self.exp()),
        })
    }

    fn need(&self, dwords: u8) -> Result<(), Error> {
        if self.words.len() < usize::from(dwords) {
            return Err(Error::Truncated { pc: self.pc, opcode: Some(self.row.opcode), dwords });
        }
        Ok(())
    }

    /// A dword that is known to be there: one of `base_dwords`, or taken before.
    fn word(&self, index: usize) -> u32 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The next dword behind what was taken.
    fn take(&mut self) -> Result<u32, Error> {
        self.need(self.taken + 1)?;
        self.taken += 1;
        Ok(self.word(usize::from(self.taken) - 1))
    }

    fn invalid(&self, field: Field, value: u32) -> Error {
        Error::InvalidField { pc: self.pc, opcode: self.row.opcode, field, value }
    }

    /// A field that the opcode does not use.
    fn must_be_zero(&self, value: u32) -> Result<(), Error> {
        if value == 0 { Ok(()) } else { Err(self.invalid(Field::Reserved, value)) }
    }

    fn operand(&self, place: crate::operand::Place, ty: Type) -> Operand {
        Operand::new(place, ty, self.wave)
    }
}
