//! DPP16 and DPP8: the first source comes from another lane (RDNA2 ISA, 6.9).

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::instruction::{Dpp16, DppControl, Lanes, Vector};
use crate::translate::Scalar;

/// Where a lane's first source comes from.
struct From {
    lane: Word,
    /// There is such a lane, and its value may be taken.
    is_there: Bit,
}

impl Translator<'_> {
    /// A lane that is off shows other lanes what it held before.
    pub(super) fn settle_for_others(&mut self, fields: &Vector) {
        if matches!(fields.lanes, Lanes::Dpp16(_) | Lanes::Dpp8 { .. }) {
            self.settle();
        }
    }

    /// The first source as DPP has it; registers are settled.
    pub(super) fn other_lanes(&mut self, fields: &Vector, values: Vec<Wide>) -> Vec<Wide> {
        let Some(from) = self.sources(fields) else { return values };
        let lanes: Vec<_> = from.iter().map(|from| from.lane).collect();
        let words: Vec<_> = values.iter().map(|value| value.low).collect();
        let words = self.shuffle(&words, &lanes);
        let zero = self.emit.word(0);
        let takes = from.iter().zip(words);
        takes.map(|(from, word)| Wide { low: self.emit.select(from.is_there, word, zero), high: zero }).collect()
    }

    /// Lanes that the instruction does not write.
    pub(super) fn lanes_not_written(&mut self, fields: &Vector) -> Option<Vec<Bit>> {
        let Lanes::Dpp16(dpp) = fields.lanes else { return None };
        let from = self.sources(fields)?;
        let masked = dpp.row_mask != 15 || dpp.bank_mask != 15;
        if dpp.bound_ctrl && !masked {
            return None;
        }
        let numbers = self.lane_numbers();
        let lanes = from.into_iter().zip(numbers);
        Some(lanes.map(|(from, lane)| self.is_not_written(dpp, from.is_there, lane)).collect())
    }

    fn is_not_written(&mut self, dpp: Dpp16, is_there: Bit, lane: Word) -> Bit {
        let mut skips = self.emit.bit(false);
        for (mask, by) in [(dpp.row_mask, 4), (dpp.bank_mask, 2)] {
            let number = self.emit.shift_right_constant(lane, by);
            let number = self.emit.and_constant(number, 3);
            let mask = self.emit.word(mask.into());
            let moved = self.emit.shift_right(mask, number);
            let bit = self.emit.and_constant(moved, 1);
            let is_off = self.emit.is_zero(bit);
            skips = self.emit.either(skips, is_off);
        }
        if dpp.bound_ctrl {
            return skips;
        }
        let is_missing = self.emit.negate(is_there);
        self.emit.either(skips, is_missing)
    }

    fn sources(&mut self, fields: &Vector) -> Option<Vec<From>> {
        let (fetch_inactive, from): (bool, Vec<_>) = match fields.lanes {
            Lanes::Dpp16(dpp) => {
                let numbers = self.lane_numbers();
                (dpp.fetch_inactive, numbers.into_iter().map(|lane| self.from16(dpp.control, lane)).collect())
            }
            Lanes::Dpp8 { select, fetch_inactive } => {
                let numbers = self.lane_numbers();
                (fetch_inactive, numbers.into_iter().map(|lane| self.from8(select, lane)).collect())
            }
            Lanes::Own | Lanes::Sdwa { .. } => return None,
        };
        if fetch_inactive {
            return Some(from);
        }
        let (lanes, inside): (Vec<_>, Vec<_>) = from.into_iter().map(|from| (from.lane, from.is_there)).unzip();
        let active = self.is_active(&lanes);
        let both = inside.into_iter().zip(active).map(|(inside, active)| self.emit.both(inside, active));
        let both: Vec<_> = both.collect();
        Some(lanes.into_iter().zip(both).map(|(lane, is_there)| From { lane, is_there }).collect())
    }

    /// Whether lanes are on.
    pub fn is_active(&mut self, lanes: &[Word]) -> Vec<Bit> {
        let (low, wide) = (self.scalar(Scalar::EXEC), self.wave.mask_dwords() == 2);
        let high = if wide { self.scalar(Scalar::EXEC.offset(1)) } else { low };
        lanes
            .iter()
            .map(|&lane| {
                let half = self.emit.word(32);
                let is_low = self.emit.compare(Op::ULessThan, lane, half);
                let word = self.emit.select(is_low, low, high);
                let moved = self.emit.shift_right(word, lane);
                let bit = self.emit.and_constant(moved, 1);
                self.emit.is_not_zero(bit)
            })
            .collect()
    }

    /// The number of each lane of this invocation.
    pub(super) fn lane_numbers(&mut self) -> Vec<Word> {
        (0..self.lanes()).map(|n| self.lane_number(n)).collect()
    }

    /// Rows have 16 lanes.
    fn from16(&mut self, control: DppControl, lane: Word) -> From {
        let (row, place) = (self.emit.and_constant(lane, !15), self.emit.and_constant(lane, 15));
        let fifteen = self.emit.word(15);
        let always = self.emit.bit(true);
        let (place, is_there) = match control {
            DppControl::QuadPerm(select) => {
                let bits = select.iter().rev().fold(0, |bits, &from| bits << 2 | u32::from(from));
                let own = self.emit.and_constant(lane, 3);
                let by = self.emit.shift_left_constant(own, 1);
                let bits = self.emit.word(bits);
                let moved = self.emit.shift_right(bits, by);
                let from = self.emit.and_constant(moved, 3);
                let quad = self.emit.and_constant(place, 12);
                (self.emit.or(quad, from), always)
            }
            DppControl::RowShl(by) => {
                let from = self.emit.add_constant(place, by.into());
                (from, self.emit.compare(Op::ULessThanEqual, from, fifteen))
            }
            DppControl::RowShr(by) => {
                let by = self.emit.word(by.into());
                (self.emit.sub(place, by), self.emit.compare(Op::UGreaterThanEqual, place, by))
            }
            DppControl::RowRor(by) => (self.emit.add_constant(place, 16 - u32::from(by)), always),
            DppControl::RowMirror => (self.emit.xor(place, fifteen), always),
            DppControl::RowHalfMirror => {
                let seven = self.emit.word(7);
                (self.emit.xor(place, seven), always)
            }
            DppControl::RowShare(from) => (self.emit.word(from.into()), always),
            DppControl::RowXmask(mask) => {
                let mask = self.emit.word(mask.into());
                (self.emit.xor(place, mask), always)
            }
        };
        let place = self.emit.and_constant(place, 15);
        From { lane: self.emit.or(row, place), is_there }
    }

    fn from8(&mut self, select: [u8; 8], lane: Word) -> From {
        let bits = select.iter().rev().fold(0, |bits, &from| bits << 3 | u32::from(from));
        let own = self.emit.and_constant(lane, 7);
        let three = self.emit.word(3);
        let by = self.emit.mul(own, three);
        let bits = self.emit.word(bits);
        let moved = self.emit.shift_right(bits, by);
        let from = self.emit.and_constant(moved, 7);
        let eight = self.emit.and_constant(lane, !7);
        From { lane: self.emit.or(eight, from), is_there: self.emit.bit(true) }
    }
}
