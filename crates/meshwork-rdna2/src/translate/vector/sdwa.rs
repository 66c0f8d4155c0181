//! SDWA: bytes and words of registers as operands and results (RDNA2 ISA, 6.8).

use super::Translator;
use crate::emit::Word;
use crate::instruction::{Part, Source, Unused};
use crate::registers::Vgpr;

/// Lowest bit and width.
const fn place(part: Part) -> (u32, u32) {
    match part {
        Part::Byte0 => (0, 8),
        Part::Byte1 => (8, 8),
        Part::Byte2 => (16, 8),
        Part::Byte3 => (24, 8),
        Part::Word0 => (0, 16),
        Part::Word1 => (16, 16),
        Part::Dword => (0, 32),
    }
}

impl Translator<'_> {
    /// The selected part, extended by its sign or by zeros.
    pub(super) fn select_part(&mut self, value: Word, source: Source) -> Word {
        let (offset, width) = place(source.part);
        if width == 32 {
            return value;
        }
        let (offset, width) = (self.emit.word(offset), self.emit.word(width));
        if source.sext { self.emit.bits_signed(value, offset, width) } else { self.emit.bits(value, offset, width) }
    }

    /// The result in its part of the register.
    pub(super) fn merge_part(&mut self, register: Vgpr, lane: usize, value: Word, part: Part, unused: Unused) -> Word {
        let (offset, width) = place(part);
        if width == 32 {
            return value;
        }
        let mask = (u32::MAX >> (32 - width)) << offset;
        let moved = self.emit.shift_left_constant(value, offset);
        let own = self.emit.and_constant(moved, mask);
        match unused {
            Unused::Pad => own,
            Unused::Preserve => {
                let old = self.vector(register, lane);
                let rest = self.emit.and_constant(old, !mask);
                self.emit.or(rest, own)
            }
            // The part's sign above it, zeros below.
            Unused::Sext => self.emit.sign_extend(own, offset + width),
        }
    }
}
