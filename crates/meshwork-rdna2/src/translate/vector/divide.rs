//! The three steps around the Newton iterations of a division (RDNA2 ISA, V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP). Sources are quotient or
//! operand, denominator, numerator.

use meshwork_spirv::spirv::Op;

use super::Semantics::{self, MaskIn, WideWithMask, Word as OfWord};
use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::opcode::Opcode::{self, *};

/// The quiet NaN of an invalid operation.
const NAN: u32 = 0x7fc0_0000;

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_DIV_SCALE_F32 => WideWithMask(|t, [value, denominator, numerator]| {
            let (low, bit) = t.division_scale(value.low, denominator.low, numerator.low);
            (Wide { low, high: value.high }, bit)
        }),
        V_DIV_FMAS_F32 => MaskIn(|t, [a, b, c], is_scaled| {
            let sum = t.fma(a, b, c);
            let by = t.emit.word(32);
            let scaled = t.float_ldexp(sum, by);
            t.emit.select(is_scaled, scaled, sum)
        }),
        V_DIV_FIXUP_F32 => {
            OfWord(|t, [quotient, denominator, numerator]| t.division_fixup(quotient, denominator, numerator))
        }
        _ => return None,
    })
}

impl Translator<'_> {
    fn exponent_field(&mut self, word: Word) -> Word {
        let moved = self.emit.shift_right_constant(word, 23);
        self.emit.and_constant(moved, 0xff)
    }

    fn is_signless_zero(&mut self, word: Word) -> Bit {
        let magnitude = self.emit.and_constant(word, 0x7fff_ffff);
        self.emit.is_zero(magnitude)
    }

    /// Powers of two on numerator or denominator where the iterations would leave the format; the bit asks V_DIV_FMAS to undo it.
    fn division_scale(&mut self, value: Word, denominator: Word, numerator: Word) -> (Word, Bit) {
        let [up, down] = [64, 0_u32.wrapping_sub(64)].map(|by| {
            let by = self.emit.word(by);
            self.float_ldexp(value, by)
        });
        let (n, d) = (self.exponent_field(numerator), self.exponent_field(denominator));
        let distance = self.emit.sub(n, d);
        let [far, least, tiny, greatest, nan] =
            [96, 0_u32.wrapping_sub(126), 23, 253, NAN].map(|number| self.emit.word(number));
        let is_denominator = self.emit.compare(Op::IEqual, value, denominator);
        let is_numerator = self.emit.compare(Op::IEqual, value, numerator);
        let (as_denominator, as_numerator) =
            (self.emit.select(is_denominator, up, value), self.emit.select(is_numerator, up, value));

        let is_far = self.emit.compare(Op::SGreaterThanEqual, distance, far);
        let is_denormal = self.emit.is_zero(d);
        let is_quotient_denormal = self.emit.compare(Op::SLessThan, distance, least);
        let is_reciprocal_denormal = self.emit.compare(Op::UGreaterThan, d, greatest);
        let is_tiny = self.emit.compare(Op::ULessThanEqual, n, tiny);
        let both = self.emit.both(is_reciprocal_denormal, is_quotient_denormal);
        let (n_zero, d_zero) = (self.is_signless_zero(numerator), self.is_signless_zero(denominator));
        let is_zero = self.emit.either(n_zero, d_zero);

        // From the last of the cases to the first, which goes before the others.
        let (no, yes) = (self.emit.bit(false), self.emit.bit(true));
        let cases = [
            (is_tiny, up, no),
            (is_quotient_denormal, as_numerator, yes),
            (is_reciprocal_denormal, down, no),
            (both, as_denominator, yes),
            (is_denormal, up, no),
            (is_far, as_denominator, yes),
            (is_zero, nan, no),
        ];
        cases.into_iter().fold((value, no), |(result, asks), (holds, other, other_asks)| {
            let not = self.emit.negate(holds);
            let (kept, taken) = (self.emit.both(asks, not), self.emit.both(other_asks, holds));
            (self.emit.select(holds, other, result), self.emit.either(kept, taken))
        })
    }

    /// The quotient with its sign, and the special cases.
    fn division_fixup(&mut self, quotient: Word, denominator: Word, numerator: Word) -> Word {
        let signs = self.emit.xor(denominator, numerator);
        let sign = self.emit.and_constant(signs, 0x8000_0000);
        let (n, d) = (self.emit.flush(numerator), self.emit.flush(denominator));
        let [infinity, invalid, least] =
            [0x7f80_0000, 0x8000_0000 | NAN, 0_u32.wrapping_sub(150)].map(|bits| self.emit.word(bits));
        let [is_n_infinite, is_d_infinite] = [n, d].map(|word| {
            let magnitude = self.emit.and_constant(word, 0x7fff_ffff);
            self.emit.compare(Op::IEqual, magnitude, infinity)
        });
        let (is_n_zero, is_d_zero) = (self.is_signless_zero(n), self.is_signless_zero(d));
        let (n_exponent, d_exponent) = (self.exponent_field(numerator), self.exponent_field(denominator));
        let distance = self.emit.sub(n_exponent, d_exponent);
        let is_denormal = self.emit.compare(Op::SLessThan, distance, least);

        let flushed = self.emit.flush(quotient);
        let magnitude = self.emit.and_constant(flushed, 0x7fff_ffff);
        let value = self.emit.or(magnitude, sign);
        let (both_zero, both_infinite) =
            (self.emit.both(is_n_zero, is_d_zero), self.emit.both(is_n_infinite, is_d_infinite));
        let is_invalid = self.emit.either(both_zero, both_infinite);
        let is_infinite = self.emit.either(is_d_zero, is_n_infinite);
        let is_zero = self.emit.either(is_d_infinite, is_n_zero);
        let is_zero = self.emit.either(is_zero, is_denormal);
        let (is_n_nan, is_d_nan) = (self.emit.is_nan(n), self.emit.is_nan(d));
        let signed_infinity = self.emit.or(sign, infinity);
        // From the last of the cases to the first, which goes before the others.
        let value = self.emit.select(is_zero, sign, value);
        let value = self.emit.select(is_infinite, signed_infinity, value);
        let value = self.emit.select(is_invalid, invalid, value);
        let value = self.emit.select(is_d_nan, d, value);
        self.emit.select(is_n_nan, n, value)
    }
}
