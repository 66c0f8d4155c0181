//! Operands as values.

use super::{Scalar, Translator};
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::Instruction;
use crate::operand::{Operand, Place};

impl Translator<'_> {
    /// Dword `n` of a constant or scalar operand.
    pub fn scalar_dword(&mut self, at: &Instruction, operand: Operand, n: u8) -> Result<Word, Error> {
        if let Some(value) = operand.constant() {
            return Ok(self.emit.word((value >> (32 * n)) as u32));
        }
        if let Some(register) = Scalar::of(operand.place) {
            return Ok(self.scalar(register.offset(n)));
        }
        let bit = match operand.place {
            Place::Scc => self.scc(),
            Place::VccZ => self.is_mask_zero(Scalar::VCC),
            Place::ExecZ => self.is_mask_zero(Scalar::EXEC),
            _ => return Err(self.unsupported(at)),
        };
        Ok(if n == 0 { self.emit.word_of(bit) } else { self.emit.word(0) })
    }

    pub fn scalar_wide(&mut self, at: &Instruction, operand: Operand) -> Result<Wide, Error> {
        Ok(Wide { low: self.scalar_dword(at, operand, 0)?, high: self.scalar_dword(at, operand, 1)? })
    }

    /// Writes dword `n` of a scalar destination.
    pub fn set_scalar_dword(&mut self, operand: Operand, n: u8, value: Word) {
        if let Some(register) = Scalar::of(operand.place) {
            self.set_scalar(register.offset(n), value);
        }
    }

    pub fn set_scalar_wide(&mut self, operand: Operand, value: Wide) {
        if let Some(register) = Scalar::of(operand.place) {
            self.set_scalar_pair(register, value);
        }
    }

    /// A scalar operand as lane mask: of the wave's width.
    pub fn mask_source(&mut self, at: &Instruction, operand: Operand) -> Result<Vec<Bit>, Error> {
        if let Some(register) = Scalar::of(operand.place) {
            return Ok(self.mask(register));
        }
        let low = self.scalar_dword(at, operand, 0)?;
        let high = if self.wave.mask_dwords() == 2 { Some(self.scalar_dword(at, operand, 1)?) } else { None };
        Ok(self.lane_bits(low, high))
    }

    pub fn set_mask_result(&mut self, operand: Operand, bits: Vec<Bit>) {
        if let Some(register) = Scalar::of(operand.place) {
            self.set_mask(register, bits);
        }
    }

    /// Dword `n` of an operand in a lane.
    pub fn lane_dword(&mut self, at: &Instruction, operand: Operand, n: u8, lane: usize) -> Result<Word, Error> {
        match operand.place {
            Place::Vgpr(register) => Ok(self.vector(crate::registers::Vgpr(register.0.wrapping_add(n)), lane)),
            _ => self.scalar_dword(at, operand, n),
        }
    }
}
