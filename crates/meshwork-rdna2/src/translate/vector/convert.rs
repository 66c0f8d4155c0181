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
        V_CVT_RPI_I32_F32 => |t, [a, ..]| {
            let half = t.emit.word(0.5_f32.to_bits());
            let sum = t.float_op(Op::FAdd, a, half);
            let sum = t.emit.float(sum);
            let whole = t.emit.float_glsl(GlslStd450Op::Floor, &[sum]);
            t.signed_of_float(whole)
        },
        // Sixteenths, of four bits with sign.
        V_CVT_OFF_F32_I4 => |t, [a, ..]| {
            let (signed, sixteenth) = (t.emit.sign_extend(a, 4), t.emit.word(0.0625_f32.to_bits()));
            let float = t.float_of_integer(signed, true);
            t.float_op(Op::FMul, float, sixteenth)
        },
        V_CVT_F16_F32 => |t, [a, ..]| t.emit.narrow_to_half(a),
        V_CVT_F32_F16 => |t, [a, ..]| t.emit.widen_half(a),
        V_CVT_F16_U16 => |t, [a, ..]| {
            let float = t.float_of_short(a);
            t.emit.narrow_to_half(float)
        },
        V_CVT_F16_I16 => |t, [a, ..]| {
            let signed = t.emit.sign_extend(a, 16);
            let float = t.float_of_integer(signed, true);
            t.emit.narrow_to_half(float)
        },
        V_CVT_U16_F16 => |t, [a, ..]| {
            let whole = t.whole_of_half(a);
            let (value, most) = (t.unsigned_of_float(whole), t.emit.word(0xffff));
            t.emit.min(value, most)
        },
        V_CVT_I16_F16 => |t, [a, ..]| {
            let whole = t.whole_of_half(a);
            let value = t.signed_of_float(whole);
            t.saturated_i16(value)
        },
        V_CVT_PKRTZ_F16_F32 => |t, [a, b, _]| {
            let (low, high) = (t.emit.truncate_to_half(a), t.emit.truncate_to_half(b));
            t.pack_halves(low, high)
        },
        // NaNs become quiet.
        V_PACK_B32_F16 => |t, [a, b, _]| {
            let [low, high] = [a, b].map(|half| {
                let wide = t.emit.widen_half(half);
                t.emit.narrow_to_half(wide)
            });
            t.pack_halves(low, high)
        },
        V_CVT_PK_U16_U32 => |t, [a, b, _]| {
            let most = t.emit.word(0xffff);
            let (low, high) = (t.emit.min(a, most), t.emit.min(b, most));
            t.pack_halves(low, high)
        },
        V_CVT_PK_I16_I32 => |t, [a, b, _]| {
            let (low, high) = (t.saturated_i16(a), t.saturated_i16(b));
            t.pack_halves(low, high)
        },
        V_CVT_PKNORM_I16_F32 => |t, [a, b, _]| {
            let (low, high) = (t.normalized_short(a, true), t.normalized_short(b, true));
            t.pack_halves(low, high)
        },
        V_CVT_PKNORM_U16_F32 => |t, [a, b, _]| {
            let (low, high) = (t.normalized_short(a, false), t.normalized_short(b, false));
            t.pack_halves(low, high)
        },
        V_CVT_PKNORM_I16_F16 => |t, [a, b, _]| {
            let [low, high] = [a, b].map(|half| t.normalized_half(half, true));
            t.pack_halves(low, high)
        },
        V_CVT_PKNORM_U16_F16 => |t, [a, b, _]| {
            let [low, high] = [a, b].map(|half| t.normalized_half(half, false));
            t.pack_halves(low, high)
        },
        V_CVT_NORM_I16_F16 => |t, [a, ..]| t.normalized_half(a, true),
        V_CVT_NORM_U16_F16 => |t, [a, ..]| t.normalized_half(a, false),
        // Into the byte that the second operand names.
        V_CVT_PK_U8_F32 => |t, [a, b, c]| {
            let a = t.float_in(a);
            let whole = t.emit.float_glsl(GlslStd450Op::RoundEven, &[a]);
            let (value, most) = (t.unsigned_of_float(whole), t.emit.word(255));
            let value = t.emit.min(value, most);
            let place = t.emit.and_constant(b, 3);
            let by = t.emit.shift_left_constant(place, 3);
            let (value, hole) = (t.emit.shift_left(value, by), t.emit.shift_left(most, by));
            let kept = t.emit.not(hole);
            let rest = t.emit.and(c, kept);
            t.emit.or(rest, value)
        },
        _ => return None,
    }))
}

impl Translator<'_> {
    fn float_of_integer(&mut self, word: Word, is_signed: bool) -> Word {
        if is_signed {
            let (float, int) = (self.emit.types.float, self.emit.types.int);
            let word = self.emit.cast(int, word.0);
            let value = self.emit.value(Op::ConvertSToF, float, [word.into()]);
            return self.emit.float_bits(Float(value));
        }
        // SwiftShader rounds the conversion of great numbers twice. That of halves is exact, and their sum is rounded once.
        let (low, high) = (self.emit.and_constant(word, 0xffff), self.emit.shift_right_constant(word, 16));
        let [low, high] = [low, high].map(|half| self.float_of_short(half));
        let scale = self.emit.float_constant(65_536.0);
        let (low, high) = (self.emit.float(low), self.emit.float(high));
        let high = self.emit.float_op(Op::FMul, high, scale);
        let sum = self.emit.float_op(Op::FAdd, high, low);
        self.emit.float_bits(sum)
    }

    /// Of an integer below 2^16.
    fn float_of_short(&mut self, word: Word) -> Word {
        let float = self.emit.types.float;
        let value = self.emit.value(Op::ConvertUToF, float, [word.0.into()]);
        self.emit.float_bits(Float(value))
    }

    fn float_of_byte(&mut self, word: Word, byte: u32) -> Word {
        let (place, width) = (self.emit.word(8 * byte), self.emit.word(8));
        let byte = self.emit.bits(word, place, width);
        self.float_of_short(byte)
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

    fn whole_of_half(&mut self, half: Word) -> Float {
        let wide = self.emit.widen_half(half);
        let wide = self.emit.float(wide);
        self.emit.float_glsl(GlslStd450Op::Trunc, &[wide])
    }

    fn saturated_i16(&mut self, word: Word) -> Word {
        let (least, most) = (self.emit.word(0xffff_8000), self.emit.word(0x7fff));
        let word = self.emit.max_signed(word, least);
        let word = self.emit.min_signed(word, most);
        self.emit.and_constant(word, 0xffff)
    }

    fn normalized_half(&mut self, half: Word, is_signed: bool) -> Word {
        let wide = self.emit.widen_half(half);
        self.normalized_short(wide, is_signed)
    }

    /// Clamped to ±1 or to 0 to 1, times the greatest integer, to the nearest. The product may need more bits than a float has: one that was
    /// rounded to the middle between integers goes to the side where it came from.
    fn normalized_short(&mut self, word: Word, is_signed: bool) -> Word {
        let greatest = if is_signed { 32_767.0_f32 } else { 65_535.0 };
        let one = self.emit.word(1.0_f32.to_bits());
        let least = self.emit.word(if is_signed { (-1.0_f32).to_bits() } else { 0 });
        let is_nan = self.emit.is_nan(word);
        let clamped = self.float_max(word, least);
        let clamped = self.float_min(clamped, one);
        let scale = self.emit.word(greatest.to_bits());
        let product = self.float_op(Op::FMul, clamped, scale);
        let sign = self.emit.word(0x8000_0000);
        let negative = self.emit.xor(product, sign);
        let lost = self.fma(clamped, scale, negative);

        let float = self.emit.float(product);
        let [down, even, up] = [GlslStd450Op::Floor, GlslStd450Op::RoundEven, GlslStd450Op::Ceil]
            .map(|op| self.emit.float_glsl(op, &[float]));
        let above = self.emit.float_op(Op::FSub, float, down);
        let half = self.emit.float_constant(0.5);
        let is_middle = self.emit.float_compare(Op::FOrdEqual, above, half);
        let (lost, zero) = (self.emit.float(lost), self.emit.float_constant(0.0));
        let [is_above, is_below] = [Op::FOrdGreaterThan, Op::FOrdLessThan].map(|op| {
            let is_beside = self.emit.float_compare(op, lost, zero);
            self.emit.both(is_middle, is_beside)
        });
        let whole = self.emit.float_select(is_above, up, even);
        let whole = self.emit.float_select(is_below, down, whole);
        let value = if is_signed { self.signed_of_float(whole) } else { self.unsigned_of_float(whole) };
        let value = self.emit.and_constant(value, 0xffff);
        let none = self.emit.word(0);
        self.emit.select(is_nan, none, value)
    }
}
