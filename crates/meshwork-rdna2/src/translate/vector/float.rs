//! 32-bit float arithmetic and comparisons.
//!
//! FLOAT_MODE is the drivers' 0xc0: round to nearest even, denormals of 32 bits flushed, those of 16 and 64 kept. Operands and results
//! are flushed here, since hosts differ: also those that flush when they are told to, of what would round up to the least normal number.

use meshwork_spirv::spirv::{GlslStd450Op, Op};

use super::Semantics::{self, Compare, Word as OfWord};
use super::Translator;
use crate::emit::{Bit, Float, Word};
use crate::opcode::Opcode::{self, *};

/// Bits of a format: of the sign, of infinity, of the least quiet NaN and the least normal number.
pub struct Format {
    sign: u32,
    infinity: u32,
    quiet: u32,
    least_normal: u32,
}

pub const SINGLE: Format =
    Format { sign: 0x8000_0000, infinity: 0x7f80_0000, quiet: 0x7fc0_0000, least_normal: 0x0080_0000 };
pub const HALF: Format = Format { sign: 0x8000, infinity: 0x7c00, quiet: 0x7e00, least_normal: 0x0400 };

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(OfWord(match opcode {
        V_ADD_F32 => |t, [a, b, _]| t.float_op(Op::FAdd, a, b),
        V_SUB_F32 => |t, [a, b, _]| t.float_op(Op::FSub, a, b),
        V_SUBREV_F32 => |t, [a, b, _]| t.float_op(Op::FSub, b, a),
        V_MUL_F32 => |t, [a, b, _]| t.float_op(Op::FMul, a, b),
        V_MUL_LEGACY_F32 => |t, [a, b, _]| {
            let product = t.float_op(Op::FMul, a, b);
            t.unless_zero_factor(a, b, product)
        },
        V_FMAC_F32 | V_FMA_F32 | V_FMAAK_F32 | V_FMAMK_F32 => |t, [a, b, c]| t.fma(a, b, c),
        V_FMAC_LEGACY_F32 | V_FMA_LEGACY_F32 => |t, [a, b, c]| {
            let sum = t.fma(a, b, c);
            let zero = t.emit.word(0);
            let addend = t.float_op(Op::FAdd, zero, c);
            t.with_zero_factor(a, b, addend, sum)
        },
        V_MULLIT_F32 => |t, [a, b, c]| t.mullit(a, b, c),
        V_MIN_F32 => |t, [a, b, _]| t.float_min(a, b),
        V_MAX_F32 => |t, [a, b, _]| t.float_max(a, b),
        V_MIN3_F32 => |t, [a, b, c]| {
            let least = t.float_min(a, b);
            t.float_min(least, c)
        },
        V_MAX3_F32 => |t, [a, b, c]| {
            let greatest = t.float_max(a, b);
            t.float_max(greatest, c)
        },
        V_MED3_F32 => |t, [a, b, c]| t.float_median(a, b, c),
        V_TRUNC_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::Trunc, a),
        V_CEIL_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::Ceil, a),
        V_FLOOR_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::Floor, a),
        V_RNDNE_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::RoundEven, a),
        V_FRACT_F32 => |t, [a, ..]| {
            let fraction = t.fraction(a);
            // Below 1 also where the difference rounds up.
            let below_one = t.emit.word(0x3f7f_ffff);
            let least = t.float_min(fraction, below_one);
            let is_nan = t.emit.is_nan(fraction);
            t.emit.select(is_nan, fraction, least)
        },
        V_LDEXP_F32 => |t, [a, b, _]| t.float_ldexp(a, b),
        V_FREXP_MANT_F32 => |t, [a, ..]| t.frexp_significand(a),
        V_FREXP_EXP_I32_F32 => |t, [a, ..]| t.frexp_exponent(a),
        V_RCP_F32 | V_RCP_IFLAG_F32 => |t, [a, ..]| {
            let one = t.emit.word(1.0_f32.to_bits());
            t.float_op(Op::FDiv, one, a)
        },
        V_SQRT_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::Sqrt, a),
        V_RSQ_F32 => |t, [a, ..]| t.float_glsl(GlslStd450Op::InverseSqrt, a),
        // Hosts promise nothing of NaNs and of what lies outside a function's domain.
        V_EXP_F32 => |t, [a, ..]| {
            let value = t.float_glsl(GlslStd450Op::Exp2, a);
            let is_nan = t.emit.is_nan(a);
            t.emit.select(is_nan, a, value)
        },
        V_LOG_F32 => |t, [a, ..]| {
            let value = t.float_glsl(GlslStd450Op::Log2, a);
            let is_nan = t.emit.is_nan(a);
            let nan = t.emit.word(0x7fc0_0000);
            let (float, zero) = (t.float_in(a), t.emit.float_constant(0.0));
            let is_negative = t.emit.float_compare(Op::FOrdLessThan, float, zero);
            let is_outside = t.emit.either(is_nan, is_negative);
            t.emit.select(is_outside, nan, value)
        },
        V_SIN_F32 => |t, [a, ..]| t.float_of_revolutions(GlslStd450Op::Sin, a),
        V_COS_F32 => |t, [a, ..]| t.float_of_revolutions(GlslStd450Op::Cos, a),
        _ => return None,
    }))
}

macro_rules! tests {
    ($opcode:expr, $($op:ident => $($name:ident)*,)*) => {
        match $opcode {
            $($($name)|* => Some(Compare(|t, [a, b]| t.float_compare(Op::$op, a, b))),)*
            _ => None,
        }
    };
}

/// The sixteen comparisons (RDNA2 ISA, 12.11): those with N are true where a NaN is an operand.
pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    tests! { opcode,
        FOrdLessThan => V_CMP_LT_F32 V_CMPX_LT_F32,
        FOrdEqual => V_CMP_EQ_F32 V_CMPX_EQ_F32,
        FOrdLessThanEqual => V_CMP_LE_F32 V_CMPX_LE_F32,
        FOrdGreaterThan => V_CMP_GT_F32 V_CMPX_GT_F32,
        FOrdNotEqual => V_CMP_LG_F32 V_CMPX_LG_F32,
        FOrdGreaterThanEqual => V_CMP_GE_F32 V_CMPX_GE_F32,
        FUnordLessThan => V_CMP_NGE_F32 V_CMPX_NGE_F32,
        FUnordEqual => V_CMP_NLG_F32 V_CMPX_NLG_F32,
        FUnordLessThanEqual => V_CMP_NGT_F32 V_CMPX_NGT_F32,
        FUnordGreaterThan => V_CMP_NLE_F32 V_CMPX_NLE_F32,
        FUnordNotEqual => V_CMP_NEQ_F32 V_CMPX_NEQ_F32,
        FUnordGreaterThanEqual => V_CMP_NLT_F32 V_CMPX_NLT_F32,
    }
    .or_else(|| match opcode {
        V_CMP_U_F32 | V_CMPX_U_F32 => Some(Compare(|t, [a, b]| t.is_unordered(a, b))),
        V_CMP_O_F32 | V_CMPX_O_F32 => Some(Compare(|t, [a, b]| {
            let unordered = t.is_unordered(a, b);
            t.emit.negate(unordered)
        })),
        V_CMP_F_F32 | V_CMPX_F_F32 => Some(Compare(|t, _| t.emit.bit(false))),
        V_CMP_TRU_F32 | V_CMPX_TRU_F32 => Some(Compare(|t, _| t.emit.bit(true))),
        V_CMP_CLASS_F32 | V_CMPX_CLASS_F32 => Some(Compare(|t, [a, classes]| t.is_of_class(&SINGLE, a, classes))),
        _ => None,
    })
}

impl Translator<'_> {
    /// An operand as arithmetic sees it.
    pub(super) fn float_in(&mut self, word: Word) -> Float {
        let word = self.emit.flush(word);
        let word = self.hidden(word);
        self.emit.float(word)
    }

    /// The same value, of which a host that draws conclusions does not know that it is 0.
    pub(super) fn hidden(&mut self, word: Word) -> Word {
        if !self.host.folds_zeros {
            return word;
        }
        // No launch has so many workgroups.
        let group = self.group();
        let zero = self.emit.shift_right_constant(group, 31);
        self.emit.xor(word, zero)
    }

    pub(super) fn float_out(&mut self, float: Float) -> Word {
        let word = self.emit.float_bits(float);
        self.emit.flush(word)
    }

    /// Operands of what the host may flush by itself. Its compiler leaves out operations with constants, as a register may be that nobody
    /// wrote or a sum before a loop.
    fn arithmetic_in<const N: usize>(&mut self, words: [Word; N]) -> [Float; N] {
        let flushes = self.flushes() && words.iter().all(|&word| self.emit.is_untold(word));
        words.map(|word| if flushes { self.emit.float(word) } else { self.float_in(word) })
    }

    fn arithmetic_out(&mut self, float: Float) -> Word {
        if self.flushes() {
            let word = self.emit.float_bits(float);
            self.emit.note_flushed(word);
        }
        self.float_out(float)
    }

    pub fn flushes(&self) -> bool {
        self.host.flushes && self.lane.is_some()
    }

    pub(super) fn float_op(&mut self, op: Op, a: Word, b: Word) -> Word {
        if op == Op::FSub && self.host.folds_zeros {
            let sign = self.emit.word(0x8000_0000);
            let negative = self.emit.xor(b, sign);
            return self.float_op(Op::FAdd, a, negative);
        }
        // Divisions are many operations of the host, of which nothing is known.
        if op == Op::FDiv {
            let (a, b) = (self.float_in(a), self.float_in(b));
            let value = self.emit.float_op(op, a, b);
            return self.float_out(value);
        }
        let [a, b] = self.arithmetic_in([a, b]);
        let value = self.emit.float_op(op, a, b);
        self.arithmetic_out(value)
    }

    pub(super) fn float_glsl(&mut self, op: GlslStd450Op, a: Word) -> Word {
        let a = self.float_in(a);
        let value = self.emit.float_glsl(op, &[a]);
        self.float_out(value)
    }

    pub(super) fn float_compare(&mut self, op: Op, a: Word, b: Word) -> Bit {
        let [a, b] = self.arithmetic_in([a, b]);
        self.emit.float_compare(op, a, b)
    }

    pub(super) fn is_unordered(&mut self, a: Word, b: Word) -> Bit {
        let (a, b) = (self.emit.is_nan(a), self.emit.is_nan(b));
        self.emit.either(a, b)
    }

    /// The DX9 rule: 0 times anything is 0.
    fn unless_zero_factor(&mut self, a: Word, b: Word, value: Word) -> Word {
        let zero = self.emit.word(0);
        self.with_zero_factor(a, b, zero, value)
    }

    /// `zero` where one of the two counts as 0, else `other`.
    fn with_zero_factor(&mut self, a: Word, b: Word, zero: Word, other: Word) -> Word {
        let [a, b] = [a, b].map(|word| {
            let exponent = self.emit.and_constant(word, 0x7f80_0000);
            self.emit.is_zero(exponent)
        });
        let either = self.emit.either(a, b);
        self.emit.select(either, zero, other)
    }

    /// RDNA2 ISA, V_MULLIT_F32: the specular part of a lighting coefficient.
    fn mullit(&mut self, a: Word, b: Word, c: Word) -> Word {
        let product = self.float_op(Op::FMul, a, b);
        let product = self.unless_zero_factor(a, b, product);
        let (y, z) = (self.float_in(b), self.float_in(c));
        let (least, zero) = (self.emit.float_constant(-f32::MAX), self.emit.float_constant(0.0));
        let is_least = self.emit.float_compare(Op::FOrdLessThanEqual, y, least);
        let is_none = self.emit.float_compare(Op::FOrdLessThanEqual, z, zero);
        let unordered = self.is_unordered(b, c);
        let either = self.emit.either(is_least, is_none);
        let either = self.emit.either(either, unordered);
        let least = self.emit.word((-f32::MAX).to_bits());
        self.emit.select(either, least, product)
    }

    pub(super) fn fraction(&mut self, word: Word) -> Word {
        let floor = self.float_glsl(GlslStd450Op::Floor, word);
        self.float_op(Op::FSub, word, floor)
    }

    pub(super) fn float_min(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.emit.flush(a), self.emit.flush(b));
        let equal = self.emit.or(a, b);
        self.float_extreme(GlslStd450Op::NMin, a, b, equal)
    }

    pub(super) fn float_max(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.emit.flush(a), self.emit.flush(b));
        let equal = self.emit.and(a, b);
        self.float_extreme(GlslStd450Op::NMax, a, b, equal)
    }

    /// A NaN loses to a number. `equal` is what comes of two that are equal: the same number, or zeros, of which no host promises that
    /// -0 is less than +0.
    fn float_extreme(&mut self, op: GlslStd450Op, a: Word, b: Word, equal: Word) -> Word {
        let (a, b) = (self.float_in(a), self.float_in(b));
        let extreme = self.emit.float_glsl(op, &[a, b]);
        let extreme = self.emit.float_bits(extreme);
        let is_equal = self.emit.float_compare(Op::FOrdEqual, a, b);
        let value = self.emit.select(is_equal, equal, extreme);
        self.emit.note_flushed(value);
        value
    }

    /// What is left without the greatest, of which -0 is as good as +0, is the greater one; with a NaN, the least.
    fn float_median(&mut self, a: Word, b: Word, c: Word) -> Word {
        let [without_a, without_b, without_c] = [(b, c), (a, c), (a, b)].map(|(a, b)| self.float_max(a, b));
        let most = self.float_max(without_c, c);
        let [is_a, is_b] = [a, b].map(|word| self.float_compare(Op::FOrdEqual, word, most));
        let middle = self.emit.select(is_b, without_b, without_c);
        let middle = self.emit.select(is_a, without_a, middle);
        let least = self.float_min(a, b);
        let with_nan = self.float_min(least, c);
        let (ab, c) = (self.is_unordered(a, b), self.emit.is_nan(c));
        let has_nan = self.emit.either(ab, c);
        self.emit.select(has_nan, with_nan, middle)
    }

    /// One rounding.
    pub(super) fn fma(&mut self, a: Word, b: Word, c: Word) -> Word {
        if self.host.fuses {
            let operands = self.arithmetic_in([a, b, c]);
            let value = self.emit.host_fma(operands);
            return self.arithmetic_out(value);
        }
        let operands = [a, b, c].map(|word| self.emit.flush(word)).map(|word| self.hidden(word));
        let value = self.emit.fused_multiply_add(operands, self.host.float64);
        self.emit.flush(value)
    }

    /// The same of halves as 32-bit floats, to be rounded to a half.
    pub(super) fn fma_of_halves(&mut self, operands: [Word; 3]) -> Word {
        let operands = operands.map(|word| self.hidden(word));
        self.emit.fused_multiply_add_of_halves(operands)
    }

    /// Of an angle in revolutions, whose whole ones are taken off first: the host takes radians.
    fn float_of_revolutions(&mut self, op: GlslStd450Op, word: Word) -> Word {
        let a = self.float_in(word);
        let whole = self.emit.float_glsl(GlslStd450Op::RoundEven, &[a]);
        let rest = self.emit.float_op(Op::FSub, a, whole);
        let tau = self.emit.float_constant(std::f32::consts::TAU);
        let angle = self.emit.float_op(Op::FMul, rest, tau);
        let value = self.emit.float_glsl(op, &[angle]);
        let value = self.float_out(value);
        // The unit gives up beyond 256 revolutions.
        let magnitude = self.emit.and_constant(word, 0x7fff_ffff);
        let [domain, infinity] = [256.0_f32, f32::INFINITY].map(|bound| self.emit.word(bound.to_bits()));
        let is_beyond = self.emit.compare(Op::UGreaterThan, magnitude, domain);
        let is_finite = self.emit.compare(Op::ULessThan, magnitude, infinity);
        let gives_up = self.emit.both(is_beyond, is_finite);
        let start = self.emit.word(if op == GlslStd450Op::Cos { 1.0_f32.to_bits() } else { 0 });
        self.emit.select(gives_up, start, value)
    }

    /// Exact but for overflow and for denormals, which are flushed.
    pub(super) fn float_ldexp(&mut self, word: Word, by: Word) -> Word {
        let word = self.emit.flush(word);
        let (low, high) = (self.emit.word(0_u32.wrapping_sub(512)), self.emit.word(512));
        let by = self.emit.max_signed(by, low);
        let by = self.emit.min_signed(by, high);
        let [sign, magnitude, exponent] = self.sign_magnitude_exponent(word);
        let moved = self.emit.add(exponent, by);
        let [zero, one, most, infinity] = [0, 1, 255, 0x7f80_0000].map(|bits| self.emit.word(bits));
        let shifted = self.emit.shift_left_constant(by, 23);
        let value = self.emit.add(magnitude, shifted);
        let is_small = self.emit.compare(Op::SLessThan, moved, one);
        let is_great = self.emit.compare(Op::SGreaterThanEqual, moved, most);
        // The greatest denormal may round up to the least normal number.
        let fraction = self.emit.and_constant(magnitude, 0x7f_ffff);
        let all = self.emit.word(0x7f_ffff);
        let is_full = self.emit.compare(Op::IEqual, fraction, all);
        let is_last = self.emit.is_zero(moved);
        let rounds_up = self.emit.both(is_full, is_last);
        let least = self.emit.word(0x0080_0000);
        let small = self.emit.select(rounds_up, least, zero);
        let value = self.emit.select(is_small, small, value);
        let value = self.emit.select(is_great, infinity, value);
        let value = self.emit.or(value, sign);
        let is_kept = self.is_zero_or_not_finite(exponent);
        self.emit.select(is_kept, word, value)
    }

    fn sign_magnitude_exponent(&mut self, word: Word) -> [Word; 3] {
        let (sign, magnitude) = (self.emit.and_constant(word, 0x8000_0000), self.emit.and_constant(word, 0x7fff_ffff));
        [sign, magnitude, self.emit.shift_right_constant(magnitude, 23)]
    }

    /// By the exponent field, of a value without denormals.
    fn is_zero_or_not_finite(&mut self, exponent: Word) -> Bit {
        let most = self.emit.word(255);
        let (is_zero, is_special) = (self.emit.is_zero(exponent), self.emit.compare(Op::IEqual, exponent, most));
        self.emit.either(is_zero, is_special)
    }

    /// ±[0.5, 1).
    fn frexp_significand(&mut self, word: Word) -> Word {
        let word = self.emit.flush(word);
        let [sign, magnitude, exponent] = self.sign_magnitude_exponent(word);
        let fraction = self.emit.and_constant(magnitude, 0x7f_ffff);
        let half = self.emit.word(0x3f00_0000);
        let value = self.emit.or(fraction, half);
        let value = self.emit.or(value, sign);
        let is_kept = self.is_zero_or_not_finite(exponent);
        self.emit.select(is_kept, word, value)
    }

    pub(super) fn frexp_exponent(&mut self, word: Word) -> Word {
        let word = self.emit.flush(word);
        let [_, _, exponent] = self.sign_magnitude_exponent(word);
        let value = self.emit.add_constant(exponent, 0_u32.wrapping_sub(126));
        let (is_none, zero) = (self.is_zero_or_not_finite(exponent), self.emit.word(0));
        self.emit.select(is_none, zero, value)
    }

    /// Times a power of two: OMOD.
    pub(super) fn scale(&mut self, word: Word, by: f32) -> Word {
        let by = self.emit.word(by.to_bits());
        self.float_op(Op::FMul, word, by)
    }

    /// To 0…1; a NaN becomes 0 (DX10_CLAMP).
    pub(super) fn clamp(&mut self, word: Word) -> Word {
        let (zero, one) = (self.emit.word(0), self.emit.word(1.0_f32.to_bits()));
        // Positive floats order like their bits, and so do positive NaNs, above all others.
        let is_negative = self.emit.compare(Op::SLessThan, word, zero);
        let least = self.emit.min(word, one);
        let is_nan = self.emit.is_nan(word);
        let is_zero = self.emit.either(is_negative, is_nan);
        self.emit.select(is_zero, zero, least)
    }

    /// Whether the mask has the bit of the value's class (RDNA2 ISA, V_CMP_CLASS_F32): from bit 0 on signaling and quiet NaN,
    /// -infinity, negative normal and denormal, -0, +0, positive denormal and normal, +infinity. Denormals are seen as such.
    pub(super) fn is_of_class(&mut self, format: &Format, word: Word, classes: Word) -> Bit {
        let magnitude = self.emit.and_constant(word, format.sign - 1);
        let [infinity, quiet, least_normal] =
            [format.infinity, format.quiet, format.least_normal].map(|bits| self.emit.word(bits));
        let is_negative = self.emit.and_constant(word, format.sign);
        let is_negative = self.emit.is_not_zero(is_negative);

        let pick = |this: &mut Self, negative: u32, positive: u32| {
            let (negative, positive) = (this.emit.word(negative), this.emit.word(positive));
            this.emit.select(is_negative, negative, positive)
        };
        let [zero, denormal, normal, infinite] =
            [(5, 6), (4, 7), (3, 8), (2, 9)].map(|(negative, positive)| pick(self, negative, positive));
        let [signaling, silent] = [0, 1].map(|class| self.emit.word(class));

        let is_zero = self.emit.is_zero(magnitude);
        let is_denormal = self.emit.compare(Op::ULessThan, magnitude, least_normal);
        let is_finite = self.emit.compare(Op::ULessThan, magnitude, infinity);
        let is_infinite = self.emit.compare(Op::IEqual, magnitude, infinity);
        let is_quiet = self.emit.compare(Op::UGreaterThanEqual, magnitude, quiet);
        let nan = self.emit.select(is_quiet, silent, signaling);
        let class = self.emit.select(is_infinite, infinite, nan);
        let class = self.emit.select(is_finite, normal, class);
        let class = self.emit.select(is_denormal, denormal, class);
        let class = self.emit.select(is_zero, zero, class);
        let moved = self.emit.shift_right(classes, class);
        let bit = self.emit.and_constant(moved, 1);
        self.emit.is_not_zero(bit)
    }
}
