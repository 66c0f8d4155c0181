//! Opcodes that see other lanes (RDNA2 ISA, 12.7 and 12.12).

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Sum, Word};
use crate::error::Error;
use crate::instruction::{Instruction, Source, Vector};
use crate::opcode::Opcode::*;
use crate::operand::{Operand, Place};
use crate::registers::Vgpr;
use crate::translate::Scalar;

impl Translator<'_> {
    /// None if the opcode does not belong here.
    pub(super) fn lane_instruction(&mut self, at: &Instruction, fields: &Vector) -> Option<Result<(), Error>> {
        Some(match at.opcode {
            V_NOP | V_PIPEFLUSH => Ok(()),
            V_READFIRSTLANE_B32 => self.read_first(at, fields),
            V_READLANE_B32 => self.read_selected(at, fields),
            V_WRITELANE_B32 => self.write_selected(at, fields),
            V_PERMLANE16_B32 => self.permute_rows(at, fields, 0),
            V_PERMLANEX16_B32 => self.permute_rows(at, fields, 16),
            V_MBCNT_LO_U32_B32 => self.count_below(at, fields, 0),
            V_MBCNT_HI_U32_B32 => self.count_below(at, fields, 32),
            V_SWAP_B32 => self.swap(at, fields),
            _ => return None,
        })
    }

    fn source(&self, at: &Instruction, fields: &Vector, number: usize) -> Result<Source, Error> {
        fields.src[number].ok_or_else(|| self.unsupported(at))
    }

    fn destination(&self, at: &Instruction, operand: Option<Operand>) -> Result<Vgpr, Error> {
        match operand.map(|operand| operand.place) {
            Some(Place::Vgpr(register)) => Ok(register),
            _ => Err(self.unsupported(at)),
        }
    }

    /// A source in all lanes, on or off.
    fn all_lanes(&mut self, at: &Instruction, operand: Operand) -> Result<Vec<Word>, Error> {
        self.settle();
        (0..self.lanes()).map(|lane| self.lane_dword(at, operand, 0, lane)).collect()
    }

    fn read_first(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        let (low, wide) = (self.scalar(Scalar::EXEC), self.wave.mask_dwords() == 2);
        let mut first = self.emit.lowest(low);
        if wide {
            let high = self.scalar(Scalar::EXEC.offset(1));
            let in_high = self.emit.lowest(high);
            let beyond = self.emit.add_constant(in_high, 32);
            let is_low_zero = self.emit.is_zero(low);
            first = self.emit.select(is_low_zero, beyond, first);
            let any = self.emit.or(low, high);
            let (is_none, zero) = (self.emit.is_zero(any), self.emit.word(0));
            first = self.emit.select(is_none, zero, first);
        } else {
            // Lane 0 where no lane is on.
            let (is_none, zero) = (self.emit.is_zero(low), self.emit.word(0));
            first = self.emit.select(is_none, zero, first);
        }
        self.read_into(at, fields, first)
    }

    fn read_selected(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        let lane = self.selected(at, fields)?;
        self.read_into(at, fields, lane)
    }

    fn read_into(&mut self, at: &Instruction, fields: &Vector, lane: Word) -> Result<(), Error> {
        let source = self.source(at, fields, 0)?;
        let values = self.all_lanes(at, source.operand)?;
        let value = self.read_lane(&values, lane);
        let dst = fields.dst.ok_or_else(|| self.unsupported(at))?;
        self.set_scalar_dword(dst, 0, value);
        Ok(())
    }

    /// The second operand, as many bits of it as number the lanes.
    fn selected(&mut self, at: &Instruction, fields: &Vector) -> Result<Word, Error> {
        let source = self.source(at, fields, 1)?;
        let lane = self.scalar_dword(at, source.operand, 0)?;
        Ok(self.emit.and_constant(lane, self.wave.lanes() - 1))
    }

    /// EXEC does not matter.
    fn write_selected(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        let lane = self.selected(at, fields)?;
        let source = self.source(at, fields, 0)?;
        let value = self.scalar_dword(at, source.operand, 0)?;
        let register = self.destination(at, fields.dst)?;
        self.settle();
        for (n, number) in self.lane_numbers().into_iter().enumerate() {
            let old = self.vector(register, n);
            let is_it = self.emit.compare(Op::IEqual, number, lane);
            let value = self.emit.select(is_it, value, old);
            self.set_vector_anyway(register, n, value);
        }
        Ok(())
    }

    /// Four bits a lane, of two scalars, choose a lane of the own row, or with X of the other one of the two. OP_SEL of the first
    /// source is FI, of the second BOUND_CTRL.
    fn permute_rows(&mut self, at: &Instruction, fields: &Vector, other: u32) -> Result<(), Error> {
        let (from, low, high) = (self.source(at, fields, 0)?, self.source(at, fields, 1)?, self.source(at, fields, 2)?);
        let (select_low, select_high) =
            (self.scalar_dword(at, low.operand, 0)?, self.scalar_dword(at, high.operand, 0)?);
        let (fetch_inactive, bound_ctrl) = (from.op_sel, low.op_sel);
        let register = self.destination(at, fields.dst)?;
        let numbers = self.lane_numbers();
        let lanes: Vec<_> = numbers.iter().map(|&lane| self.row_source(lane, select_low, select_high, other)).collect();
        let values = self.all_lanes(at, from.operand)?;
        let values = self.shuffle(&values, &lanes);
        let is_there = if fetch_inactive { None } else { Some(self.is_active(&lanes)) };
        for (lane, mut value) in values.into_iter().enumerate() {
            if let Some(is_there) = &is_there {
                let other = if bound_ctrl { self.emit.word(0) } else { self.vector(register, lane) };
                value = self.emit.select(is_there[lane], value, other);
            }
            self.set_vector(register, lane, value);
        }
        Ok(())
    }

    fn row_source(&mut self, lane: Word, low: Word, high: Word, other: u32) -> Word {
        let (place, seven) = (self.emit.and_constant(lane, 15), self.emit.word(7));
        let is_high = self.emit.compare(Op::UGreaterThan, place, seven);
        let select = self.emit.select(is_high, high, low);
        let by = self.emit.shift_left_constant(place, 2);
        let moved = self.emit.shift_right(select, by);
        let from = self.emit.and_constant(moved, 15);
        let row = self.emit.and_constant(lane, !15);
        let other = self.emit.word(other);
        let row = self.emit.xor(row, other);
        self.emit.or(row, from)
    }

    /// How many bits of the first operand, which stands for the lanes from `first` on, belong to lanes below, plus the second.
    fn count_below(&mut self, at: &Instruction, fields: &Vector, first: u32) -> Result<(), Error> {
        let (mask, sum) = (self.source(at, fields, 0)?.operand, self.source(at, fields, 1)?.operand);
        let register = self.destination(at, fields.dst)?;
        let mut results = Vec::new();
        for n in 0..self.lanes() {
            let (mask, sum) = (self.lane_dword(at, mask, 0, n)?, self.lane_dword(at, sum, 0, n)?);
            let count = match self.emit.known(mask) {
                Some(u32::MAX) if self.lane.is_some() => self.lanes_below(n, first),
                _ => {
                    let below = self.ones_below(n, first);
                    let counted = self.emit.and(mask, below);
                    self.emit.bit_count(counted)
                }
            };
            results.push(self.emit.add(count, sum));
        }
        for (lane, value) in results.into_iter().enumerate() {
            self.set_vector(register, lane, value);
        }
        Ok(())
    }

    /// How many of the 32 lanes from `first` on come before lane `n` of this invocation: its number, mostly.
    fn lanes_below(&mut self, n: usize, first: u32) -> Word {
        let (lanes, all) = (self.lane_range(n), self.emit.word(32));
        if lanes.end <= first {
            return self.emit.word(0);
        }
        if lanes.start >= first + 32 {
            return all;
        }
        let lane = self.lane_number(n);
        if lanes.end <= first + 32 && lanes.start >= first {
            let Sum { base, constant } = self.emit.sum_of(lane);
            return match constant.checked_sub(first) {
                Some(rest) => self.emit.add_constant(base, rest),
                None => self.emit.add_constant(lane, first.wrapping_neg()),
            };
        }
        let ones = self.ones_below(n, first);
        self.emit.bit_count(ones)
    }

    /// Bits of the lanes from `first` to lane `n` of this invocation, in the word that begins at `first`.
    fn ones_below(&mut self, n: usize, first: u32) -> Word {
        let (none, all) = (self.emit.word(0), self.emit.word(u32::MAX));
        let lanes = self.lane_range(n);
        if lanes.end <= first {
            return none;
        }
        if lanes.start >= first + 32 {
            return all;
        }
        let (lane, start, end) = (self.lane_number(n), self.emit.word(first), self.emit.word(first + 32));
        let ones = self.low_ones(lane);
        if lanes.end <= first + 32 && lanes.start >= first {
            return ones;
        }
        let is_before = self.emit.compare(Op::ULessThan, lane, start);
        let is_behind = self.emit.compare(Op::UGreaterThanEqual, lane, end);
        let ones = self.emit.select(is_behind, all, ones);
        self.emit.select(is_before, none, ones)
    }

    fn swap(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        let source = self.source(at, fields, 0)?;
        let (to, from) = (self.destination(at, fields.dst)?, self.destination(at, Some(source.operand))?);
        for lane in 0..self.lanes() {
            let (a, b) = (self.vector(from, lane), self.vector(to, lane));
            self.set_vector(from, lane, b);
            self.set_vector(to, lane, a);
        }
        Ok(())
    }
}
