//! VOP3P: two 16-bit operations in one, dot products of halves, and mixed precision (RDNA2 ISA, 12.10).
//!
//! OP_SEL says which half of an operand the lower result takes, OP_SEL_HI the upper one's; NEG and NEG_HI belong to them.

use super::Translator;
use crate::emit::{Wide, Word};
use crate::error::Error;
use crate::instruction::{Instruction, Source, Vector};
use crate::opcode::Opcode::{self, *};
use crate::opcode::{Encoding, Slot};
use crate::operand::{Place, Type};

type OfWords = fn(&mut Translator<'_>, [Word; 3]) -> Word;

#[derive(Clone, Copy)]
enum Packed {
    /// Of halves as 32-bit floats.
    Float(OfWords),
    /// Of halves extended to 32 bits by their type; saturated with CLAMP. The flag: the exact result may be negative.
    Integer(OfWords, bool),
    DotFloats,
    DotIntegers,
}

fn semantics(opcode: Opcode) -> Option<Packed> {
    use Packed::{DotFloats, DotIntegers, Float, Integer};
    Some(match opcode {
        V_PK_FMA_F16 | V_PK_FMAC_F16 => Float(|t, operands| t.fma_of_halves(operands)),
        V_PK_ADD_F16 => Float(|t, [a, b, _]| t.float_op(meshwork_spirv::spirv::Op::FAdd, a, b)),
        V_PK_MUL_F16 => Float(|t, [a, b, _]| t.float_op(meshwork_spirv::spirv::Op::FMul, a, b)),
        V_PK_MIN_F16 => Float(|t, [a, b, _]| t.float_min(a, b)),
        V_PK_MAX_F16 => Float(|t, [a, b, _]| t.float_max(a, b)),
        V_PK_MAD_I16 => Integer(multiply_add, true),
        V_PK_MAD_U16 => Integer(multiply_add, false),
        V_PK_ADD_I16 => Integer(|t, [a, b, _]| t.emit.add(a, b), true),
        V_PK_ADD_U16 => Integer(|t, [a, b, _]| t.emit.add(a, b), false),
        V_PK_SUB_I16 | V_PK_SUB_U16 => Integer(|t, [a, b, _]| t.emit.sub(a, b), true),
        V_PK_MAX_I16 | V_PK_MAX_U16 => Integer(|t, [a, b, _]| t.emit.max_signed(a, b), true),
        V_PK_MIN_I16 | V_PK_MIN_U16 => Integer(|t, [a, b, _]| t.emit.min_signed(a, b), true),
        V_PK_MUL_LO_U16 => Integer(
            |t, [a, b, _]| {
                let product = t.emit.mul(a, b);
                t.emit.and_constant(product, 0xffff)
            },
            false,
        ),
        V_PK_LSHLREV_B16 => Integer(
            |t, [a, b, _]| {
                let by = t.emit.and_constant(a, 15);
                let moved = t.emit.shift_left(b, by);
                t.emit.and_constant(moved, 0xffff)
            },
            false,
        ),
        V_PK_LSHRREV_B16 | V_PK_ASHRREV_I16 => Integer(
            |t, [a, b, _]| {
                let by = t.emit.and_constant(a, 15);
                t.emit.shift_right_signed(b, by)
            },
            true,
        ),
        V_DOT2_F32_F16 | V_DOT2C_F32_F16 => DotFloats,
        V_DOT2_I32_I16 | V_DOT2_U32_U16 => DotIntegers,
        _ => return None,
    })
}

fn multiply_add(t: &mut Translator<'_>, [a, b, c]: [Word; 3]) -> Word {
    let product = t.emit.mul(a, b);
    t.emit.add(product, c)
}

impl Translator<'_> {
    /// None if the opcode does not belong here.
    pub(super) fn packed_instruction(&mut self, at: &Instruction, fields: &Vector) -> Option<Result<(), Error>> {
        match (semantics(at.opcode), at.opcode) {
            (Some(packed), _) => Some(self.halves(at, fields, packed)),
            (_, V_FMA_MIX_F32 | V_FMA_MIXLO_F16 | V_FMA_MIXHI_F16) => Some(self.mix(at, fields)),
            _ => None,
        }
    }

    fn halves(&mut self, at: &Instruction, fields: &Vector, packed: Packed) -> Result<(), Error> {
        let dst = fields.dst.ok_or_else(|| self.unsupported(at))?;
        self.settle_for_others(fields);
        let zero = self.emit.word(0);
        let (mut all, mut types) = (vec![[zero; 3]; self.lanes()], [Type::B32; 3]);
        for (number, slot) in at.opcode.sources().iter().enumerate().take(3) {
            let mut source = match (slot, fields.src[number]) {
                (Slot::Accumulator, _) => Source::plain(dst),
                (_, Some(source)) => source,
                _ => continue,
            };
            // Only VOP3P has the fields.
            source.op_sel_hi |= at.encoding != Encoding::VOP3P;
            types[number] = source.operand.ty;
            let words = if source.operand.ty.is_packed() {
                let arranged = (0..self.lanes()).map(|lane| {
                    let low = self.arranged(at, source, lane)?;
                    Ok(Wide { low, high: zero })
                });
                arranged.collect::<Result<Vec<_>, Error>>()?
            } else {
                let words = self.source_words(at, fields, source)?;
                words.into_iter().map(|word| self.modify(source, word)).collect()
            };
            let words = if number == 0 { self.other_lanes(fields, words) } else { words };
            all.iter_mut().zip(words).for_each(|(operands, value)| operands[number] = value.low);
        }
        let value = |this: &mut Self, operands| this.packed_value(packed, operands, types, dst.ty, fields.clamp);
        let loops = matches!(packed, Packed::Float(_) | Packed::DotFloats);
        let values = self.of_words(loops, &all, value);
        let results: Vec<_> = values.into_iter().map(|low| Wide { low, high: zero }).collect();
        self.write_lanes(at, fields, dst, &results)
    }

    /// What `value` makes of each lane's three words.
    fn of_words(&mut self, loops: bool, all: &[[Word; 3]], value: impl Fn(&mut Self, [Word; 3]) -> Word) -> Vec<Word> {
        let words = |_: &mut Self, n: usize| all[n].to_vec();
        let each = self.repeat(loops, words, 1, |this, words| vec![value(this, [words[0], words[1], words[2]])]);
        each.into_iter().flatten().collect()
    }

    /// A packed operand with its halves where the results are.
    fn arranged(&mut self, at: &Instruction, source: Source, lane: usize) -> Result<Word, Error> {
        let value = self.lane_dword(at, source.operand, 0, lane)?;
        let half = |this: &mut Self, upper, neg| {
            let half = if upper { this.emit.shift_right_constant(value, 16) } else { value };
            let half = this.emit.and_constant(half, 0xffff);
            let sign = this.emit.word(if neg { 0x8000 } else { 0 });
            this.emit.xor(half, sign)
        };
        let (low, high) = (half(self, source.op_sel, source.neg), half(self, source.op_sel_hi, source.neg_hi));
        Ok(self.pack_halves(low, high))
    }

    /// Of values below 2^16 in the lower half.
    pub(super) fn pack_halves(&mut self, low: Word, high: Word) -> Word {
        let high = self.emit.shift_left_constant(high, 16);
        self.emit.or(low, high)
    }

    fn half_at(&mut self, value: Word, place: u32) -> Word {
        let moved = self.emit.shift_right_constant(value, place);
        self.emit.and_constant(moved, 0xffff)
    }

    fn packed_value(&mut self, packed: Packed, operands: [Word; 3], types: [Type; 3], ty: Type, clamp: bool) -> Word {
        match packed {
            Packed::Float(function) => {
                let [low, high] = [0, 16].map(|place| {
                    let wide = operands.map(|operand| self.wide_half_at(operand, place));
                    let value = function(self, wide);
                    let half = self.emit.narrow_to_half(value);
                    if clamp { self.clamp_half(half) } else { half }
                });
                self.pack_halves(low, high)
            }
            Packed::Integer(function, may_be_negative) => {
                let [low, high] = [0, 16].map(|place| {
                    let parts = std::array::from_fn(|n| self.integer_half(operands[n], place, types[n]));
                    let value = function(self, parts);
                    let value = if clamp { self.saturate_half(value, ty, may_be_negative) } else { value };
                    self.emit.and_constant(value, 0xffff)
                });
                self.pack_halves(low, high)
            }
            // The lower product first, each sum with one rounding.
            Packed::DotFloats => {
                let value = [0, 16].into_iter().fold(operands[2], |sum, place| {
                    let (a, b) = (self.wide_half_at(operands[0], place), self.wide_half_at(operands[1], place));
                    self.fma(a, b, sum)
                });
                if clamp { self.clamp(value) } else { value }
            }
            Packed::DotIntegers => {
                let is_signed = ty == Type::I32;
                let mut sum = self.extended(Wide { low: operands[2], high: operands[2] }, types[2]);
                for place in [0, 16] {
                    let [a, b] = [0, 1].map(|n| self.integer_half(operands[n], place, types[n]));
                    let product = self.emit.mul_wide(a, b, is_signed);
                    sum = self.emit.add_wide(sum, product);
                }
                if clamp { self.saturated(sum, ty) } else { sum.low }
            }
        }
    }

    fn wide_half_at(&mut self, value: Word, place: u32) -> Word {
        let half = self.half_at(value, place);
        self.emit.widen_half(half)
    }

    fn integer_half(&mut self, value: Word, place: u32, ty: Type) -> Word {
        let half = self.half_at(value, place);
        if ty == Type::V2I16 { self.emit.sign_extend(half, 16) } else { half }
    }

    /// An exact integer of 32 bits, which has a sign if it may be negative.
    fn saturate_half(&mut self, value: Word, ty: Type, may_be_negative: bool) -> Word {
        let [zero, least, most, most_unsigned] = [0, 0xffff_8000, 0x7fff, 0xffff].map(|bits| self.emit.word(bits));
        match (ty, may_be_negative) {
            (Type::V2I16, _) => {
                let value = self.emit.max_signed(value, least);
                self.emit.min_signed(value, most)
            }
            (_, true) => {
                let value = self.emit.max_signed(value, zero);
                self.emit.min(value, most_unsigned)
            }
            (_, false) => self.emit.min(value, most_unsigned),
        }
    }

    /// An operand has 16 bits where OP_SEL_HI is set, the half that OP_SEL says. The product and sum have 32 bits and one rounding;
    /// a result of 16 bits is rounded again.
    fn mix(&mut self, at: &Instruction, fields: &Vector) -> Result<(), Error> {
        let dst = fields.dst.ok_or_else(|| self.unsupported(at))?;
        let Place::Vgpr(register) = dst.place else { return Err(self.unsupported(at)) };
        let mixed = |this: &mut Self, [a, b, c]: [Word; 3]| {
            let sum = this.fma(a, b, c);
            match (at.opcode, fields.clamp) {
                (V_FMA_MIX_F32, false) => sum,
                (V_FMA_MIX_F32, true) => this.clamp(sum),
                (_, false) => this.emit.narrow_to_half(sum),
                (_, true) => {
                    let half = this.emit.narrow_to_half(sum);
                    this.clamp_half(half)
                }
            }
        };
        let mut all = Vec::new();
        for lane in 0..self.lanes() {
            all.push(self.mixed_operands(at, fields, lane)?);
        }
        let results = self.of_words(!self.host.fuses, &all, mixed);
        for (lane, value) in results.into_iter().enumerate() {
            let old = self.vector(register, lane);
            let value = match at.opcode {
                V_FMA_MIXLO_F16 => {
                    let rest = self.emit.and_constant(old, 0xffff_0000);
                    self.emit.or(rest, value)
                }
                V_FMA_MIXHI_F16 => {
                    let rest = self.emit.and_constant(old, 0xffff);
                    self.pack_halves(rest, value)
                }
                _ => value,
            };
            self.set_vector(register, lane, value);
        }
        Ok(())
    }

    fn mixed_operands(&mut self, at: &Instruction, fields: &Vector, lane: usize) -> Result<[Word; 3], Error> {
        let mut operands = [self.emit.word(0); 3];
        for (operand, source) in operands.iter_mut().zip(fields.src) {
            if let Some(source) = source {
                *operand = self.mixed_operand(at, source, lane)?;
            }
        }
        Ok(operands)
    }

    fn mixed_operand(&mut self, at: &Instruction, source: Source, lane: usize) -> Result<Word, Error> {
        let mut operand = source.operand;
        if source.op_sel_hi {
            // An inline constant has the operand's width.
            operand.ty = Type::V2F16;
        }
        let value = self.lane_dword(at, operand, 0, lane)?;
        let value = if source.op_sel_hi { self.wide_half_at(value, if source.op_sel { 16 } else { 0 }) } else { value };
        Ok(self
            .modify(
                Source { operand: crate::operand::Operand { ty: Type::F32, ..source.operand }, ..source },
                Wide { low: value, high: value },
            )
            .low)
    }
}
