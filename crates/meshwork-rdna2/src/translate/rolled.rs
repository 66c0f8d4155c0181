//! A whole wave on hosts that compile slowly: an instruction is a loop over the lanes, and a vector register an array of a word for each.
//!
//! In the loop the invocation is the one lane whose turn it is, so an instruction is translated as in lane mode. What it reads of other
//! lanes it would find half written: such instructions stand there for all lanes at once, as on other hosts.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{LoopControl, Op};

use super::Translator;
use crate::emit::{Bit, Word};
use crate::instruction::{Fields, Instruction, Lanes};
use crate::opcode::Opcode::*;
use crate::operand::Type;

/// Whether no lane sees another one in an instruction, and something is done for each.
pub fn goes_by_lanes(at: &Instruction) -> bool {
    match &at.fields {
        Fields::Vector(fields) => {
            let sees_others = matches!(
                at.opcode,
                V_READFIRSTLANE_B32 | V_READLANE_B32 | V_WRITELANE_B32 | V_PERMLANE16_B32 | V_PERMLANEX16_B32
            );
            !sees_others && matches!(fields.lanes, Lanes::Own | Lanes::Sdwa { .. })
        }
        Fields::Lds(_) => !matches!(at.opcode, DS_PERMUTE_B32 | DS_BPERMUTE_B32 | DS_SWIZZLE_B32),
        Fields::Export(_) | Fields::Buffer(_) | Fields::Flat(_) | Fields::Image(_) => true,
        _ => false,
    }
}

/// The instructions of a block, those together that may share a loop: what one lane does in them no other one finds.
pub fn runs(block: &[Instruction], writes_memory: bool) -> impl Iterator<Item = &[Instruction]> {
    block.chunk_by(move |one, next| {
        let joins = |at: &Instruction| is_of_lane(at, writes_memory) && goes_by_lanes(at);
        joins(one) && joins(next) && !writes_mask(one)
    })
}

/// Whether nothing but registers of its lane and read-only memory is read, and no memory of others written.
fn is_of_lane(at: &Instruction, writes_memory: bool) -> bool {
    match &at.fields {
        Fields::Vector(_) | Fields::Export(_) => true,
        Fields::Buffer(_) | Fields::Flat(_) => !writes_memory,
        _ => false,
    }
}

/// A mask is a number only when all lanes have given their bits.
fn writes_mask(at: &Instruction) -> bool {
    let Fields::Vector(fields) = &at.fields else { return false };
    [fields.dst, fields.sdst].into_iter().flatten().any(|operand| operand.ty == Type::Mask)
}

impl Translator<'_> {
    /// Does `body` for all lanes of this invocation: as a loop in which it has one, if it rolls.
    pub fn for_own_lanes<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        if !self.rolls {
            return body(self);
        }
        self.put_down();
        self.forget_masks();
        let mut sums = Vec::new();
        let result = self.for_numbers(self.wave.lanes(), LoopControl::DONT_UNROLL, |this, lane| {
            this.emit.note_most(lane, this.wave.lanes() - 1);
            this.lane = Some(lane);
            let result = body(this);
            this.put_down();
            for (register, bits) in this.take_masks() {
                sums.push((register, this.add_bit(sums.len(), bits[0], lane)));
            }
            this.lane = None;
            result
        });
        for (register, halves) in sums {
            for (half, sum) in (0..).zip(halves) {
                let value = Word(self.emit.load(self.emit.types.word, sum));
                self.set_scalar(register.offset(half), value);
            }
        }
        result
    }

    /// Puts a lane's bit into the mask of a loop with that number; the first lane clears it.
    fn add_bit(&mut self, number: usize, bit: Bit, lane: Word) -> Vec<Id> {
        let (word, zero, one) = (self.emit.types.word, self.emit.word(0), self.emit.word(1));
        let (place, half) = (self.emit.and_constant(lane, 31), self.emit.shift_right_constant(lane, 5));
        let own = self.emit.shift_left(one, place);
        let own = self.emit.select(bit, own, zero);
        let is_first = self.emit.is_zero(lane);
        let halves: Vec<_> = (0..self.wave.mask_dwords()).map(|half| self.mask_sum(number, half)).collect();
        for (n, &sum) in (0..).zip(&halves) {
            let before = Word(self.emit.load(word, sum));
            let before = self.emit.select(is_first, zero, before);
            let n = self.emit.word(n);
            let is_here = self.emit.compare(Op::IEqual, half, n);
            let part = self.emit.select(is_here, own, zero);
            let sum_now = self.emit.or(before, part);
            self.emit.store(sum, sum_now.0);
        }
        halves
    }

    fn mask_sum(&mut self, number: usize, half: u8) -> Id {
        let at = 2 * number + usize::from(half);
        while self.mask_sums.len() <= at {
            let (ty, zero) = (self.emit.types.word, self.emit.word(0));
            let sum = self.emit.local(ty, zero.0);
            self.mask_sums.push(sum);
        }
        self.mask_sums[at]
    }

    /// Lanes that have something of their own in this invocation, in a loop over them, too.
    pub fn own_lanes(&self) -> u32 {
        if self.rolls { self.wave.lanes() } else { self.lanes() as u32 }
    }

    /// The place of lane `n` among them.
    pub fn own_lane(&mut self, n: usize) -> Word {
        if self.rolls { self.lane_number(n) } else { self.emit.word(n as u32) }
    }
}
