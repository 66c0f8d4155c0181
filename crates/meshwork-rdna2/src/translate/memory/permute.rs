//! Permutes of lanes among the DS opcodes (RDNA2 ISA, 12.15). They reach half a wave, which has 32 lanes: a wave of 64 runs its halves one
//! after the other.

use meshwork_spirv::spirv::{LoopControl, Op};

use super::Translator;
use crate::emit::Word;
use crate::error::Error;
use crate::instruction::{Instruction, Lds as Access};
use crate::opcode::Opcode::*;
use crate::operand::Operand;
use crate::translate::Scalar;

/// Lanes of a half-wave.
const HALF: u32 = 32;

impl Translator<'_> {
    pub(super) fn permute(&mut self, at: &Instruction, access: &Access) -> Result<(), Error> {
        let data = if at.opcode == DS_SWIZZLE_B32 { access.addr } else { access.data[0].and_then(Operand::vgpr) };
        let (Some(data), Some(dst)) = (data, access.dst.and_then(Operand::vgpr)) else {
            return Err(self.unsupported(at));
        };
        let offset = Self::offsets(access, 4)[0];
        self.settle();
        let mut others = Vec::new();
        for n in 0..self.lanes() {
            let own = self.lane_number(n);
            let other = if at.opcode == DS_SWIZZLE_B32 {
                self.swizzle(offset, own)
            } else {
                let start = self.lds_address(at, access, n)?;
                let byte = self.emit.add_constant(start, offset);
                self.emit.shift_right_constant(byte, 2)
            };
            let (half, place) = (self.emit.and_constant(own, HALF), self.emit.and_constant(other, HALF - 1));
            others.push(self.emit.or(half, place));
        }
        let values: Vec<_> = (0..self.lanes()).map(|n| self.vector(data, n)).collect();
        let values = match at.opcode {
            DS_PERMUTE_B32 => self.give(&values, &others),
            _ => self.take(&values, &others),
        };
        values.into_iter().enumerate().for_each(|(n, value)| self.set_vector(dst, n, value));
        Ok(())
    }

    /// What the lanes that each names hold. One that is off gives 0.
    fn take(&mut self, values: &[Word], from: &[Word]) -> Vec<Word> {
        let values = self.shuffle(values, from);
        let (active, zero) = (self.is_active(from), self.emit.word(0));
        active.into_iter().zip(values).map(|(is_on, value)| self.emit.select(is_on, value, zero)).collect()
    }

    /// Each lane gives to the one that it names. A lane has what the last one gives that is on and names it, else 0: it asks all of its half
    /// in their order.
    fn give(&mut self, values: &[Word], to: &[Word]) -> Vec<Word> {
        let (word, zero, nobody) = (self.emit.types.word, self.emit.word(0), self.emit.word(u32::MAX));
        let active = self.mask(Scalar::EXEC);
        let to: Vec<_> = to.iter().zip(active).map(|(&to, is_on)| self.emit.select(is_on, to, nobody)).collect();
        let own: Vec<_> = (0..self.lanes()).map(|n| self.lane_number(n)).collect();
        let halves: Vec<_> = own.iter().map(|&own| self.emit.and_constant(own, HALF)).collect();
        let given: Vec<_> = own.iter().map(|_| self.emit.local(word, zero.0)).collect();
        for &variable in &given {
            self.emit.store(variable, zero.0);
        }
        self.for_numbers(HALF, LoopControl::NONE, |this, number| {
            let givers: Vec<_> = halves.iter().map(|&half| this.emit.or(half, number)).collect();
            let (named, offered) = (this.shuffle(&to, &givers), this.shuffle(values, &givers));
            for (n, &variable) in given.iter().enumerate() {
                let is_own = this.emit.compare(Op::IEqual, named[n], own[n]);
                let before = Word(this.emit.load(word, variable));
                let value = this.emit.select(is_own, offered[n], before);
                this.emit.store(variable, value.0);
            }
        });
        given.into_iter().map(|variable| Word(self.emit.load(word, variable))).collect()
    }

    /// The lane of the half that the pattern has for `lane`, in its low five bits (RDNA2 ISA, DS_SWIZZLE_B32).
    fn swizzle(&mut self, pattern: u32, lane: Word) -> Word {
        let field = |place: u32| pattern >> place & (HALF - 1);
        if pattern >= 0xe000 {
            // FFT: the reversed number's upper bits, as many as the mask leaves out.
            let reversed = self.emit.bit_reverse(lane);
            let reversed = self.emit.shift_right_constant(reversed, 32 - HALF.trailing_zeros());
            let moved = self.emit.shift_right_constant(reversed, field(0).count_ones());
            let kept = self.emit.and_constant(lane, field(0));
            self.emit.or(moved, kept)
        } else if pattern >= 0xc000 {
            // Rotation of the bits' groups that the mask leaves out.
            let amount = if pattern >> 10 & 1 == 0 { field(5) } else { HALF - field(5) };
            let sum = self.emit.add_constant(lane, amount);
            let (moved, kept) = (self.emit.and_constant(sum, !field(0)), self.emit.and_constant(lane, field(0)));
            self.emit.or(moved, kept)
        } else if pattern >= 0x8000 {
            let (within, quad) = (self.emit.and_constant(lane, 3), self.emit.and_constant(lane, !3));
            let (by, pattern) = (self.emit.shift_left_constant(within, 1), self.emit.word(pattern));
            let moved = self.emit.shift_right(pattern, by);
            let from = self.emit.and_constant(moved, 3);
            self.emit.or(quad, from)
        } else {
            let kept = self.emit.and_constant(lane, field(0));
            let (set, flipped) = (self.emit.word(field(5)), self.emit.word(field(10)));
            let set = self.emit.or(kept, set);
            self.emit.xor(set, flipped)
        }
    }
}
