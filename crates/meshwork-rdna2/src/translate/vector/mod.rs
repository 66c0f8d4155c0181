//! VOP1, VOP2, VOPC, VOP3, VOP3P (RDNA2 ISA, chapters 6 and 12.7 to 12.13).
//!
//! An opcode is a function of one lane's operands ([`Semantics`]), written in the tables of this folder's files. This file is what
//! all have in common: operands with their modifiers, OMOD and clamp, results. Opcodes that see other lanes are in [`lanes`].

mod convert;
mod cube;
mod divide;
mod double;
mod dpp;
mod exact;
mod float;
mod half;
mod integer;
mod lanes;
mod packed;
mod sdwa;

use super::{Scalar, Translator};
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Instruction, Lanes, OutputModifier, Source, Vector};
use crate::opcode::{Opcode, Slot};
use crate::operand::{Operand, Place, Type};
use crate::registers::Vgpr;

/// Gives what is taken with CLAMP where there is a carry, too.
type WithCarry = fn(&mut Translator<'_>, [Word; 2], Option<Bit>) -> (Word, Bit, u32);

/// What an opcode does in a lane. Narrow operands stand in the low bits, zeros above them.
#[derive(Clone, Copy)]
enum Semantics {
    Word(fn(&mut Translator<'_>, [Word; 3]) -> Word),
    /// Some operand or the result has 64 bits; those that have not stand in the low word.
    Wide(fn(&mut Translator<'_>, [Wide; 3]) -> Wide),
    /// Of halves as 32-bit floats, the result rounded to a half.
    Half(fn(&mut Translator<'_>, [Word; 3]) -> Word),
    CompareHalves(fn(&mut Translator<'_>, [Word; 2]) -> Bit),
    /// Result, and a bit for the lane's mask.
    WideWithMask(fn(&mut Translator<'_>, [Wide; 3]) -> (Wide, Bit)),
    /// A bit for the lane's mask.
    Compare(fn(&mut Translator<'_>, [Word; 2]) -> Bit),
    CompareWide(fn(&mut Translator<'_>, [Wide; 2]) -> Bit),
    /// Result and carry, of operands and the carry in.
    Carry(WithCarry),
    /// The lane's bit of a mask, or of VCC, beside the operands.
    MaskIn(fn(&mut Translator<'_>, [Word; 3], Bit) -> Word),
}

/// The tables, one file a topic.
fn semantics(instruction: &Instruction) -> Option<Semantics> {
    let opcode = instruction.opcode;
    integer::semantics(opcode)
        .or_else(|| integer::comparison(opcode))
        .or_else(|| float::semantics(opcode))
        .or_else(|| float::comparison(opcode))
        .or_else(|| convert::semantics(opcode))
        .or_else(|| half::semantics(opcode))
        .or_else(|| half::comparison(opcode))
        .or_else(|| double::semantics(opcode))
        .or_else(|| double::comparison(opcode))
        .or_else(|| divide::semantics(opcode))
        .or_else(|| cube::semantics(opcode))
}

/// A lane's operands.
struct Operands {
    values: [Wide; 3],
    types: [Type; 3],
    mask: Option<Bit>,
}

impl Translator<'_> {
    pub fn vector_instruction(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        if let Some(done) = self.lane_instruction(at, fields) {
            return done;
        }
        if let Some(done) = self.packed_instruction(at, fields) {
            return done;
        }
        let semantics = semantics(at).ok_or_else(|| self.unsupported(at))?;
        let operands = self.operands(at, fields)?;
        // All lanes have read when the first is written: operands may be the results' registers.
        let results: Vec<_> = match exact::semantics(at.opcode).filter(|_| fields.clamp) {
            Some(exact) => operands.iter().map(|each| (self.saturating(exact, each, fields.dst), None)).collect(),
            None if self.lane.is_none() && self.takes_many_operations(at.opcode) => {
                self.evaluate_repeatedly(semantics, &operands, fields.clamp)
            }
            None => operands.iter().map(|each| self.evaluate(semantics, each, fields.clamp)).collect(),
        };
        let bits: Vec<_> = results.iter().filter_map(|(_, bit)| *bit).collect();
        let results: Vec<_> = results.into_iter().map(|(value, _)| value).collect();
        if let Some(dst) = fields.dst.filter(|dst| dst.ty != Type::Mask) {
            match semantics {
                // V_DIV_SCALE has the modifiers' bits, and does not heed them.
                Semantics::WideWithMask(_) => self.write_lanes(at, fields, dst, &results)?,
                _ => self.write(at, fields, dst, &results)?,
            }
        }
        if !bits.is_empty() {
            self.write_mask(at, fields, bits);
        }
        Ok(())
    }

    /// The operands of each lane of this invocation.
    fn operands(&mut self, at: &Instruction, fields: &Vector) -> Result<Vec<Operands>, Error> {
        self.settle_for_others(fields);
        let zero = self.emit.word(0);
        let slots = at.opcode.sources();
        let mut all: Vec<_> = (0..self.lanes())
            .map(|_| Operands { values: [Wide { low: zero, high: zero }; 3], types: [Type::B32; 3], mask: None })
            .collect();
        if at.opcode == Opcode::V_DIV_FMAS_F32 {
            let vcc = self.mask(Scalar::VCC);
            all.iter_mut().zip(vcc).for_each(|(operands, bit)| operands.mask = Some(bit));
        }
        for (number, slot) in slots.iter().enumerate().take(3) {
            let source = match (slot, fields.src[number], fields.dst) {
                (Slot::Accumulator, _, Some(dst)) => Source { op_sel: fields.dst_high, ..Source::plain(dst) },
                (_, Some(source), _) => source,
                _ => continue,
            };
            if source.operand.ty == Type::Mask {
                let mask = self.mask_source(at, source.operand)?;
                all.iter_mut().zip(mask).for_each(|(operands, bit)| operands.mask = Some(bit));
                continue;
            }
            let mut words = self.source_words(at, fields, source)?;
            if number == 0 {
                words = self.other_lanes(fields, words);
            }
            for (operands, value) in all.iter_mut().zip(words) {
                operands.values[number] = self.modify(source, value);
                operands.types[number] = source.operand.ty;
            }
        }
        Ok(all)
    }

    /// What the source holds in each lane, without modifiers of its sign.
    fn source_words(&mut self, at: &Instruction, fields: &Vector, source: Source) -> Result<Vec<Wide>, Error> {
        let is_wide = source.operand.dwords == 2;
        let zero = self.emit.word(0);
        (0..self.lanes())
            .map(|lane| {
                let low = self.lane_dword(at, source.operand, 0, lane)?;
                let high = if is_wide { self.lane_dword(at, source.operand, 1, lane)? } else { zero };
                let is_narrow = source.operand.ty.is_16_bit();
                let low = match (fields.lanes, source.operand.place) {
                    (Lanes::Sdwa { .. }, _) => self.select_part(low, source),
                    // Half of the literal's 32 bits.
                    (_, Place::Literal(literal)) if is_narrow && source.op_sel => self.emit.word(literal >> 16),
                    _ if is_narrow && source.op_sel => self.emit.shift_right_constant(low, 16),
                    _ => low,
                };
                let low = if is_narrow { self.emit.and_constant(low, 0xffff) } else { low };
                Ok(Wide { low, high })
            })
            .collect()
    }

    /// ABS, then NEG: the sign bit of whatever width the operand has.
    fn modify(&mut self, source: Source, value: Wide) -> Wide {
        let sign = if source.operand.ty.is_16_bit() { 0x8000 } else { 0x8000_0000 };
        let is_wide = source.operand.ty == Type::F64;
        let mut word = if is_wide { value.high } else { value.low };
        if source.abs {
            word = self.emit.and_constant(word, !sign);
        }
        if source.neg {
            let sign = self.emit.word(sign);
            word = self.emit.xor(word, sign);
        }
        if is_wide { Wide { high: word, ..value } } else { Wide { low: word, ..value } }
    }

    /// An exact integer as its type can hold it.
    fn saturating(&mut self, exact: exact::Exact, operands: &Operands, dst: Option<Operand>) -> Wide {
        let values = std::array::from_fn(|n| self.extended(operands.values[n], operands.types[n]));
        let sum = exact(self, values);
        Wide { low: self.saturated(sum, dst.map_or(Type::B32, |dst| dst.ty)), high: self.emit.word(0) }
    }

    /// The host lacks what the opcode does.
    fn takes_many_operations(&self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            V_FMAC_F32 | V_FMA_F32 | V_FMAAK_F32 | V_FMAMK_F32 | V_FMAC_LEGACY_F32 | V_FMA_LEGACY_F32
            | V_DIV_FMAS_F32 => !self.host.fuses,
            V_FMAC_F16 | V_FMA_F16 | V_FMAAK_F16 | V_FMAMK_F16 => true,
            _ => opcode.name().contains("F64"),
        }
    }

    fn evaluate_repeatedly(
        &mut self,
        semantics: Semantics,
        operands: &[Operands],
        clamp: bool,
    ) -> Vec<(Wide, Option<Bit>)> {
        let types = operands[0].types;
        let has_mask = operands[0].mask.is_some();
        let words = |this: &mut Self, n: usize| {
            let Operands { values, mask, .. } = &operands[n];
            let mask = mask.map(|bit| this.emit.word_of(bit));
            values.iter().flat_map(|value| [value.low, value.high]).chain(mask).collect()
        };
        let mut makes_bit = false;
        let results = self.repeat(true, words, 3, |this, words| {
            let values = std::array::from_fn(|n| Wide { low: words[2 * n], high: words[2 * n + 1] });
            let mask = has_mask.then(|| this.emit.is_not_zero(words[6]));
            let (value, bit) = this.evaluate(semantics, &Operands { values, types, mask }, clamp);
            makes_bit = bit.is_some();
            let bit = match bit {
                Some(bit) => this.emit.word_of(bit),
                None => this.emit.word(0),
            };
            vec![value.low, value.high, bit]
        });
        let each = results.into_iter().map(|words| {
            let bit = makes_bit.then(|| self.emit.is_not_zero(words[2]));
            (Wide { low: words[0], high: words[1] }, bit)
        });
        each.collect()
    }

    fn evaluate(&mut self, semantics: Semantics, operands: &Operands, clamp: bool) -> (Wide, Option<Bit>) {
        let [a, b, c] = operands.values;
        let words = [a.low, b.low, c.low];
        let zero = self.emit.word(0);
        let narrow = |low| Wide { low, high: zero };
        match semantics {
            Semantics::Word(function) => (narrow(function(self, words)), None),
            Semantics::Wide(function) => (function(self, [a, b, c]), None),
            Semantics::Half(function) => {
                let wide = words.map(|half| self.emit.widen_half(half));
                let value = function(self, wide);
                (narrow(self.emit.narrow_to_half(value)), None)
            }
            Semantics::CompareHalves(function) => {
                let wide = [a.low, b.low].map(|half| self.emit.widen_half(half));
                (narrow(zero), Some(function(self, wide)))
            }
            Semantics::WideWithMask(function) => {
                let (value, bit) = function(self, [a, b, c]);
                (value, Some(bit))
            }
            Semantics::Compare(function) => (narrow(zero), Some(function(self, [a.low, b.low]))),
            Semantics::CompareWide(function) => (narrow(zero), Some(function(self, [a, b]))),
            Semantics::Carry(function) => {
                let (value, carry, limit) = function(self, [a.low, b.low], operands.mask);
                let limit = self.emit.word(limit);
                let value = if clamp { self.emit.select(carry, limit, value) } else { value };
                (narrow(value), Some(carry))
            }
            Semantics::MaskIn(function) => {
                let mask = operands.mask.unwrap_or_else(|| self.emit.bit(false));
                (narrow(function(self, words, mask)), None)
            }
        }
    }

    /// Bits of lanes that are off, or that DPP leaves out, are 0.
    fn write_mask(&mut self, at: &Instruction, fields: &Vector, bits: Vec<Bit>) {
        let active = self.mask(Scalar::EXEC);
        let mut bits: Vec<_> = bits.into_iter().zip(active).map(|(bit, on)| self.emit.both(bit, on)).collect();
        for (bit, skips) in bits.iter_mut().zip(self.lanes_not_written(fields).unwrap_or_default()) {
            let writes = self.emit.negate(skips);
            *bit = self.emit.both(*bit, writes);
        }
        let masks = [fields.dst, fields.sdst].into_iter().flatten().filter(|dst| dst.ty == Type::Mask);
        let masks: Vec<Operand> = masks.collect();
        debug_assert!(!masks.is_empty(), "{at:?} has no mask to write");
        masks.into_iter().for_each(|dst| self.set_mask_result(dst, bits.clone()));
    }

    /// OMOD and clamp of floats, then the register's part that the result takes.
    fn write(&mut self, at: &Instruction, fields: &Vector, dst: Operand, results: &[Wide]) -> Result<(), Error> {
        let finished: Vec<_> = results.iter().map(|&result| self.finish(fields, dst, result)).collect();
        self.write_lanes(at, fields, dst, &finished)
    }

    fn write_lanes(&mut self, at: &Instruction, fields: &Vector, dst: Operand, results: &[Wide]) -> Result<(), Error> {
        let Place::Vgpr(register) = dst.place else { return Err(self.unsupported(at)) };
        let skips = self.lanes_not_written(fields);
        for (lane, &result) in results.iter().enumerate() {
            let mut low = self.merge(fields, dst, register, lane, result.low);
            if let Some(skips) = &skips {
                let old = self.vector(register, lane);
                low = self.emit.select(skips[lane], old, low);
            }
            self.set_vector(register, lane, low);
            if dst.dwords == 2 {
                self.set_vector(Vgpr(register.0.wrapping_add(1)), lane, result.high);
            }
        }
        Ok(())
    }

    /// OMOD, which flushing formats only have, and CLAMP (RDNA2 ISA, 6.2.3).
    fn finish(&mut self, fields: &Vector, dst: Operand, value: Wide) -> Wide {
        if fields.omod == OutputModifier::None && !fields.clamp {
            return value;
        }
        match dst.ty {
            Type::F32 => {
                let scaled = match fields.omod {
                    OutputModifier::None => value.low,
                    OutputModifier::Times2 => self.scale(value.low, 2.0),
                    OutputModifier::Times4 => self.scale(value.low, 4.0),
                    OutputModifier::Half => self.scale(value.low, 0.5),
                };
                let low = if fields.clamp { self.clamp(scaled) } else { scaled };
                Wide { low, ..value }
            }
            // Denormals are kept: OMOD is ignored.
            Type::F16 | Type::F64 if !fields.clamp => value,
            Type::F16 => Wide { low: self.clamp_half(value.low), ..value },
            Type::F64 => self.clamp_double(value),
            // Integers that can leave their type's range are saturated already.
            _ => value,
        }
    }

    /// A narrow result leaves the rest of its register alone.
    fn merge(&mut self, fields: &Vector, dst: Operand, register: Vgpr, lane: usize, value: Word) -> Word {
        if let Lanes::Sdwa { part, unused } = fields.lanes {
            return self.merge_part(register, lane, value, part, unused);
        }
        if !dst.ty.is_16_bit() {
            return value;
        }
        let old = self.vector(register, lane);
        if fields.dst_high {
            let (low, high) = (self.emit.and_constant(old, 0xffff), self.emit.shift_left_constant(value, 16));
            self.emit.or(low, high)
        } else {
            let (low, high) = (self.emit.and_constant(value, 0xffff), self.emit.and_constant(old, 0xffff_0000));
            self.emit.or(low, high)
        }
    }
}
