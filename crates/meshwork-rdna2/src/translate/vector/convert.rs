//! Conversions. To integers they saturate, and a NaN becomes 0 (RDNA2 ISA, V_CVT_I32_F32).

use meshwork_spirv::spirv::{GlslStd450Op, Op};

use super::Semantics::{self, Word as OfWord};
use super::Translator;
use crate::emit::{Float, Word};
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(OfWord(match opcode {
        V_CVT_F32_I32 => |t, [a, ..]| t.float_of_integer(a, true),
        V_CVT_F32_U32 => |t, [a, ..]| t.float_of_integer(a, false),
        V_CVT_F32_UBYTE0 => |t, [a, ..]| t.float_of_byte(a, 0),
        V_CVT_F32_UBYTE1 => |t, [a, ..]| t.float_of_byte(a, 1),
        V_CVT_F32_UBYTE2 => |t, [a, ..]| t.float_of_byte(a, 2),
        V_CVT_F32_UBYTE3 => |t, [a, ..]| t.float_of_byte(a, 3),
        V_CVT_U32_F32 => |t, [a, ..]| {
            let a = t.float_in(a);
            let whole = t.emit.float_glsl(GlslStd450Op::Trunc, &[a]);
            t.unsigned_of_float(whole)
        },
        V_CVT_I32_F32 => |t, [a, ..]| {
            let a = t.float_in(a);
            let whole = t.emit.float_glsl(GlslStd450Op::Trunc, &[a]);
            t.signed_of_float(whole)
        },
        V_CVT_FLR_I32_F32 => |t, [a, ..]| {
            let a = t.float_in(a);
            let whole = t.emit.float_glsl(GlslStd450Op::Floor, &[a]);
            t.signed_of_float(whole)
        },
        _ => return None,
    }))
}

impl Translator<'_> {
    fn float_of_integer(&mut self, word: Word, is_signed: bool) -> Word {
        let float = self.emit.types.float;
        let value = if is_signed {
            let int = self.emit.types.int;
            let word = self.emit.cast(int, word.0);
            self.emit.value(Op::ConvertSToF, float, [word.into()])
        } else {
            self.emit.value(Op::ConvertUToF, float, [word.0.into()])
        };
        self.emit.float_bits(Float(value))
    }

    fn float_of_byte(&mut self, word: Word, byte: u32) -> Word {
        let (place, width) = (self.emit.word(8 * byte), self.emit.word(8));
        let byte = self.emit.bits(word, place, width);
        self.float_of_integer(byte, false)
    }

    /// Saturated; what is out of range is undefined in SPIR-V.
    fn unsigned_of_float(&mut self, float: Float) -> Word {
        let (zero, end) = (self.emit.float_constant(0.0), self.emit.float_constant(4_294_967_296.0));
        let is_high = self.emit.float_compare(Op::FOrdGreaterThanEqual, float, end);
        let is_in = self.emit.float_compare(Op::FOrdGreaterThan, float, zero);
        let safe = self.emit.or_zero(is_in, is_high, float);
        let ty = self.emit.types.word;
        let value = Word(self.emit.value(Op::ConvertFToU, ty, [safe.0.into()]));
        let most = self.emit.word(u32::MAX);
        self.emit.select(is_high, most, value)
    }

    fn signed_of_float(&mut self, float: Float) -> Word {
        let (start, end) = (self.emit.float_constant(-2_147_483_648.0), self.emit.float_constant(2_147_483_648.0));
        let is_high = self.emit.float_compare(Op::FOrdGreaterThanEqual, float, end);
        let is_low = self.emit.float_compare(Op::FOrdLessThan, float, start);
        let is_in = self.emit.float_compare(Op::FOrdGreaterThanEqual, float, start);
        let safe = self.emit.or_zero(is_in, is_high, float);
        let int = self.emit.types.int;
        let value = self.emit.value(Op::ConvertFToS, int, [safe.0.into()]);
        let word = self.emit.types.word;
        let value = Word(self.emit.cast(word, value));
        let (most, least) = (self.emit.word(i32::MAX as u32), self.emit.word(i32::MIN as u32));
        let value = self.emit.select(is_high, most, value);
        self.emit.select(is_low, least, value)
    }
}
