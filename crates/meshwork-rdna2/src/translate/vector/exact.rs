//! CLAMP of integers: the exact result, of 64 bits, as near as the type of the result holds.

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Wide, Word};
use crate::opcode::Opcode::{self, *};
use crate::operand::Type;

/// Of operands extended by their types.
pub type Exact = fn(&mut Translator<'_>, [Wide; 3]) -> Wide;

/// Opcodes whose exact result may not fit.
pub fn semantics(opcode: Opcode) -> Option<Exact> {
    Some(match opcode {
        V_ADD_NC_U32 | V_ADD_NC_I32 | V_ADD_NC_U16 | V_ADD_NC_I16 => |t, [a, b, _]| t.emit.add_wide(a, b),
        V_SUB_NC_U32 | V_SUB_NC_I32 | V_SUB_NC_U16 | V_SUB_NC_I16 => |t, [a, b, _]| t.emit.sub_wide(a, b),
        V_SUBREV_NC_U32 => |t, [a, b, _]| t.emit.sub_wide(b, a),
        V_MUL_U32_U24 => |t, [a, b, _]| product24(t, a, b, false),
        V_MUL_I32_I24 => |t, [a, b, _]| product24(t, a, b, true),
        V_MAD_U32_U24 => |t, [a, b, c]| {
            let product = product24(t, a, b, false);
            t.emit.add_wide(product, c)
        },
        V_MAD_I32_I24 => |t, [a, b, c]| {
            let product = product24(t, a, b, true);
            t.emit.add_wide(product, c)
        },
        V_MAD_U16 | V_MAD_U32_U16 => |t, [a, b, c]| {
            let product = t.emit.mul_wide(a.low, b.low, false);
            t.emit.add_wide(product, c)
        },
        V_MAD_I16 | V_MAD_I32_I16 => |t, [a, b, c]| {
            let product = t.emit.mul_wide(a.low, b.low, true);
            t.emit.add_wide(product, c)
        },
        V_SAD_U8 => |t, [a, b, c]| with_distances(t, [a, b, c], 8, false),
        V_SAD_HI_U8 => |t, [a, b, c]| {
            let distances = t.distances(a.low, b.low, 8, false);
            let (low, high) = (t.emit.shift_left_constant(distances, 16), t.emit.word(0));
            t.emit.add_wide(Wide { low, high }, c)
        },
        V_SAD_U16 => |t, [a, b, c]| with_distances(t, [a, b, c], 16, false),
        V_SAD_U32 => |t, [a, b, c]| {
            let (least, greatest) = (t.emit.min(a.low, b.low), t.emit.max(a.low, b.low));
            let (low, high) = (t.emit.sub(greatest, least), t.emit.word(0));
            t.emit.add_wide(Wide { low, high }, c)
        },
        V_MSAD_U8 => |t, [a, b, c]| with_distances(t, [a, b, c], 8, true),
        V_DOT4C_I32_I8 | V_DOT4_I32_I8 => |t, [a, b, c]| t.dot(a.low, b.low, c, 8, true),
        V_DOT4_U32_U8 => |t, [a, b, c]| t.dot(a.low, b.low, c, 8, false),
        V_DOT8_I32_I4 => |t, [a, b, c]| t.dot(a.low, b.low, c, 4, true),
        V_DOT8_U32_U4 => |t, [a, b, c]| t.dot(a.low, b.low, c, 4, false),
        _ => return None,
    })
}

fn with_distances(t: &mut Translator<'_>, [a, b, c]: [Wide; 3], bits: u32, masked: bool) -> Wide {
    let (low, high) = (t.distances(a.low, b.low, bits, masked), t.emit.word(0));
    t.emit.add_wide(Wide { low, high }, c)
}

fn product24(t: &mut Translator<'_>, a: Wide, b: Wide, is_signed: bool) -> Wide {
    let [a, b] = [a, b].map(|factor| {
        if is_signed { t.emit.sign_extend(factor.low, 24) } else { t.emit.and_constant(factor.low, 0xff_ffff) }
    });
    t.emit.mul_wide(a, b, is_signed)
}

impl Translator<'_> {
    /// An integer operand by its type.
    pub(super) fn extended(&mut self, value: Wide, ty: Type) -> Wide {
        let low = if ty == Type::I16 { self.emit.sign_extend(value.low, 16) } else { value.low };
        match ty {
            Type::I16 | Type::I32 => self.wide_of_signed(low),
            Type::I64 | Type::U64 | Type::B64 => value,
            _ => Wide { low, high: self.emit.word(0) },
        }
    }

    fn wide_of_signed(&mut self, low: Word) -> Wide {
        let by = self.emit.word(31);
        Wide { low, high: self.emit.shift_right_signed(low, by) }
    }

    /// As near as a type of up to 32 bits holds.
    pub(super) fn saturated(&mut self, exact: Wide, ty: Type) -> Word {
        let zero = self.emit.word(0);
        let is_negative = self.emit.compare(Op::SLessThan, exact.high, zero);
        let is_signed = matches!(ty, Type::I16 | Type::I32);
        let (least, most) = if is_signed { (0x8000_0000, 0x7fff_ffff) } else { (0, u32::MAX) };
        let (least, most) = (self.emit.word(least), self.emit.word(most));
        let limit = self.emit.select(is_negative, least, most);
        let fitting = if is_signed { self.wide_of_signed(exact.low).high } else { zero };
        let fits = self.emit.compare(Op::IEqual, exact.high, fitting);
        let word = self.emit.select(fits, exact.low, limit);
        let short = |this: &mut Self, bits| this.emit.word(bits);
        match ty {
            Type::I16 => {
                let (least, most) = (short(self, 0xffff_8000), short(self, 0x7fff));
                let word = self.emit.max_signed(word, least);
                self.emit.min_signed(word, most)
            }
            Type::U16 | Type::B16 => {
                let most = short(self, 0xffff);
                self.emit.min(word, most)
            }
            _ => word,
        }
    }

    /// Products of parts of so many bits, and a sum.
    pub(super) fn dot(&mut self, a: Word, b: Word, sum: Wide, bits: u32, is_signed: bool) -> Wide {
        (0..32).step_by(bits as usize).fold(sum, |sum, place| {
            let [a, b] = [a, b].map(|word| {
                let (place, width) = (self.emit.word(place), self.emit.word(bits));
                if is_signed { self.emit.bits_signed(word, place, width) } else { self.emit.bits(word, place, width) }
            });
            let product = self.emit.mul(a, b);
            let product =
                if is_signed { self.wide_of_signed(product) } else { Wide { low: product, high: self.emit.word(0) } };
            self.emit.add_wide(sum, product)
        })
    }
}
