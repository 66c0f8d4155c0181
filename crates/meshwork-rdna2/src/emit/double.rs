//! Floats of 64 bits in two words, on integers: no host has to have them, and one rounding is one rounding everywhere. Denormals are kept.
//!
//! a · b + c is what all arithmetic is made of. The product's 106 bits and the addend are brought to one unit in 128 bits; what falls below
//! is kept as a bit that says that something was there, as in `fma_of_integers` beside it.

use meshwork_spirv::spirv::Op;

use super::fma::Sum;
use super::many::Many;
use super::{Bit, Emit, Wide, Word};

const SIGN: u32 = 0x8000_0000;
/// Upper words of infinity, of a quiet NaN, and of 1.
pub const INFINITY: u32 = 0x7ff0_0000;
pub const NAN: u32 = 0x7ff8_0000;
pub const ONE: u32 = 0x3ff0_0000;
const BIAS: u32 = 1023;
/// A significand's unit is 2 to the exponent field minus this.
const UNIT: u32 = BIAS + 52;

/// A finite double. Denormals have the exponent of the least normal numbers.
struct Parts {
    sign: Word,
    exponent: Word,
    significand: Wide,
}

impl Emit {
    pub fn double(&mut self, high: u32) -> Wide {
        Wide { low: self.word(0), high: self.word(high) }
    }

    /// a · b + c with one rounding.
    pub fn fma_double(&mut self, operands: [Wide; 3]) -> Wide {
        self.call_wide("fma_double", &operands, |emit, operands| {
            emit.fused_double([operands[0], operands[1], operands[2]])
        })
    }

    pub fn add_double(&mut self, a: Wide, b: Wide) -> Wide {
        let one = self.double(ONE);
        self.fma_double([a, one, b])
    }

    /// The addend is -0: it leaves the sign of a product alone that is 0.
    pub fn mul_double(&mut self, a: Wide, b: Wide) -> Wide {
        let minus_zero = self.double(SIGN);
        self.fma_double([a, b, minus_zero])
    }

    /// Times 2 to the power `by`.
    pub fn scale_double(&mut self, a: Wide, by: Word) -> Wide {
        let zero = self.word(0);
        self.call_wide("scale_double", &[a, Wide { low: by, high: zero }], |emit, operands| {
            let (a, by) = (operands[0], operands[1].low);
            // Beyond every distance of two doubles, and far from where sums wrap.
            let (least, most) = (emit.word(0_u32.wrapping_sub(4096)), emit.word(4096));
            let by = emit.max_signed(by, least);
            let by = emit.min_signed(by, most);
            let parts = emit.double_parts(a);
            let (zero, unit) = (emit.word(0), emit.add_constant(parts.exponent, UNIT.wrapping_neg()));
            let unit = emit.add(unit, by);
            let value = [parts.significand.low, parts.significand.high, zero, zero];
            let scaled = emit.rounded_double(parts.sign, value, unit);
            let is_finite = emit.is_finite_double(a);
            emit.select_wide(is_finite, scaled, a)
        })
    }

    pub fn double_magnitude(&mut self, a: Wide) -> Wide {
        Wide { high: self.and_constant(a.high, !SIGN), ..a }
    }

    pub fn is_nan_double(&mut self, a: Wide) -> Bit {
        let (magnitude, infinity) = (self.double_magnitude(a), self.double(INFINITY));
        self.less_wide(infinity, magnitude)
    }

    pub fn is_infinite_double(&mut self, a: Wide) -> Bit {
        let (magnitude, infinity) = (self.double_magnitude(a), self.word(INFINITY));
        let (is_high, is_low) = (self.compare(Op::IEqual, magnitude.high, infinity), self.is_zero(a.low));
        self.both(is_high, is_low)
    }

    pub fn is_finite_double(&mut self, a: Wide) -> Bit {
        let (magnitude, infinity) = (self.double_magnitude(a), self.word(INFINITY));
        self.compare(Op::ULessThan, magnitude.high, infinity)
    }

    pub fn is_zero_double(&mut self, a: Wide) -> Bit {
        let magnitude = self.double_magnitude(a);
        let any = self.or(magnitude.low, magnitude.high);
        self.is_zero(any)
    }

    /// The exponent's field.
    pub fn double_exponent(&mut self, a: Wide) -> Word {
        let moved = self.shift_right_constant(a.high, 20);
        self.and_constant(moved, 0x7ff)
    }

    fn double_parts(&mut self, a: Wide) -> Parts {
        let (sign, field) = (self.and_constant(a.high, SIGN), self.double_exponent(a));
        let is_denormal = self.is_zero(field);
        let (one, zero, leading) = (self.word(1), self.word(0), self.word(1 << 20));
        let exponent = self.select(is_denormal, one, field);
        let leading = self.select(is_denormal, zero, leading);
        let fraction = self.and_constant(a.high, 0xf_ffff);
        Parts { sign, exponent, significand: Wide { low: a.low, high: self.or(fraction, leading) } }
    }

    fn fused_double(&mut self, [a, b, c]: [Wide; 3]) -> Wide {
        let [x, y, z] = [a, b, c].map(|operand| self.double_parts(operand));
        let product_sign = self.xor(x.sign, y.sign);
        let product = self.mul_many(x.significand, y.significand);
        let exponents = self.add(x.exponent, y.exponent);
        // No product is below every addend, however great the other factor is.
        let [a_zero, b_zero] = [a, b].map(|operand| self.is_zero_double(operand));
        let any_zero = self.either(a_zero, b_zero);
        let zero = self.word(0);
        let exponents = self.select(any_zero, zero, exponents);
        let (sign, sum, unit) = self.aligned_doubles(product_sign, product, exponents, &z);
        let finite = self.rounded_double(sign, sum, unit);

        // What is not finite, from the last case to the first.
        let (nan, infinity) = (self.double(NAN), self.word(INFINITY));
        let [a_infinite, b_infinite, c_infinite] = [a, b, c].map(|operand| self.is_infinite_double(operand));
        let product_infinite = self.either(a_infinite, b_infinite);
        let infinite_product = Wide { low: nan.low, high: self.or(product_sign, infinity) };
        let value = self.select_wide(c_infinite, c, finite);
        let value = self.select_wide(product_infinite, infinite_product, value);
        let both = self.both(product_infinite, c_infinite);
        let opposed = self.compare(Op::INotEqual, product_sign, z.sign);
        let cancels = self.both(both, opposed);
        let no_product = self.both(product_infinite, any_zero);
        let invalid = self.either(cancels, no_product);
        let invalid = [a, b, c].into_iter().fold(invalid, |invalid, operand| {
            let is_nan = self.is_nan_double(operand);
            self.either(invalid, is_nan)
        });
        self.select_wide(invalid, nan, value)
    }

    /// The sum, its sign and the power of its unit. The product is so many times 2^(`exponents` - 2 [`UNIT`]).
    fn aligned_doubles(&mut self, sign: Word, product: Many, exponents: Word, addend: &Parts) -> (Word, Many, Word) {
        // The product moves up by 20, below bit 127; the addend by as much and the distance of the units, but at most by 73.
        const UP: u32 = 20;
        const MOST: u32 = 73;
        let zero = self.word(0);
        let distance = self.sub(addend.exponent, exponents);
        let distance = self.add_constant(distance, UNIT);
        let farthest = self.word(MOST - UP);
        let is_far = self.compare(Op::SGreaterThan, distance, farthest);
        let up = self.word(UP);
        let near_product = self.shift_left_many(product, up);
        let beyond = self.sub(distance, farthest);
        let far_product = self.shift_right_many_sticky(near_product, beyond);
        let product = self.select_many(is_far, far_product, near_product);

        let wide = [addend.significand.low, addend.significand.high, zero, zero];
        let (own, limit) = (self.add_constant(distance, UP), self.word(MOST));
        let own = self.select(is_far, limit, own);
        let raised = self.shift_left_many(wide, own);
        let is_below = self.compare(Op::SLessThan, own, zero);
        let by = self.sub(zero, own);
        let lowered = self.shift_right_many_sticky(wide, by);
        let other = self.select_many(is_below, lowered, raised);

        let near_unit = self.add_constant(exponents, (2 * UNIT + UP).wrapping_neg());
        let far_unit = self.add_constant(addend.exponent, (UNIT + MOST).wrapping_neg());
        let unit = self.select(is_far, far_unit, near_unit);

        let same = self.compare(Op::IEqual, sign, addend.sign);
        let sum = self.add_many(product, other);
        let is_less = self.less_many(product, other);
        let (greater, less) = (self.select_many(is_less, other, product), self.select_many(is_less, product, other));
        let difference = self.sub_many(greater, less);
        let value = self.select_many(same, sum, difference);
        let sign = self.select(is_less, addend.sign, sign);
        // What cancels is +0.
        let (is_nothing, cancels) = (self.is_zero_many(value), self.negate(same));
        let is_plus = self.both(is_nothing, cancels);
        (self.select(is_plus, zero, sign), value, unit)
    }

    /// `value` times 2^`unit` to the nearest double, of two the even one.
    fn rounded_double(&mut self, sign: Word, value: Many, unit: Word) -> Wide {
        let (place, most, one) = (self.highest_many(value), self.word(127), self.word(1));
        let by = self.sub(most, place);
        let normal = self.shift_left_many(value, by);
        let exponent = self.add(unit, place);
        let exponent = self.add_constant(exponent, BIAS);
        // A denormal's significand moves down, and its exponent is that of the least normal one.
        let is_small = self.compare(Op::SLessThan, exponent, one);
        let down = self.sub(one, exponent);
        let small = self.shift_right_many_sticky(normal, down);
        let [lowest, low, third, high] = self.select_many(is_small, small, normal);
        let exponent = self.select(is_small, one, exponent);

        // Of the 53 highest bits 32 are in the upper word; eleven bits of the third and the others are what is rounded off.
        let eleven = self.word(11);
        let significand = self.shift_right_wide(Wide { low: third, high }, eleven, false);
        let dropped = self.and_constant(third, 0x7ff);
        let half = self.word(0x400);
        let rest = self.or(lowest, low);
        let has_rest = self.is_not_zero(rest);
        let is_beyond = self.compare(Op::UGreaterThan, dropped, half);
        let is_half = self.compare(Op::IEqual, dropped, half);
        let odd = self.and_constant(significand.low, 1);
        let odd = self.is_not_zero(odd);
        let decides = self.either(has_rest, odd);
        let to_next = self.both(is_half, decides);
        let up = self.either(is_beyond, to_next);

        // The leading bit carries into the exponent, and so does a significand that rounds up to the next power.
        let biased = self.sub(exponent, one);
        let zero = self.word(0);
        let biased = Wide { low: zero, high: self.shift_left_constant(biased, 20) };
        let bits = self.add_wide(biased, significand);
        let up = Wide { low: self.word_of(up), high: zero };
        let bits = self.add_wide(bits, up);
        let (infinity, huge) = (self.double(INFINITY), self.word(0x7ff));
        let is_huge = self.compare(Op::SGreaterThanEqual, exponent, huge);
        let bits = self.select_wide(is_huge, infinity, bits);
        let is_nothing = self.is_zero_many(value);
        let bits = self.select_wide(is_nothing, Wide { low: zero, high: zero }, bits);
        Wide { high: self.or(bits.high, sign), ..bits }
    }

    /// To the nearest float of 32 bits; its denormals are rounded as such.
    pub fn narrow_double(&mut self, a: Wide) -> Word {
        let parts = self.double_parts(a);
        let unit = self.add_constant(parts.exponent, UNIT.wrapping_neg());
        let finite = self.rounded(&Sum { sign: parts.sign, value: parts.significand }, unit);
        let (infinity, nan) = (self.word(0x7f80_0000), self.word(0x7fc0_0000));
        let infinite = self.or(parts.sign, infinity);
        let (is_infinite, is_nan) = (self.is_infinite_double(a), self.is_nan_double(a));
        let value = self.select(is_infinite, infinite, finite);
        self.select(is_nan, nan, value)
    }

    /// A float of 32 bits that is no denormal.
    pub fn widen_float(&mut self, a: Word) -> Wide {
        let (sign, magnitude) = (self.and_constant(a, SIGN), self.and_constant(a, !SIGN));
        let (low, moved) = (self.shift_left_constant(a, 29), self.shift_right_constant(magnitude, 3));
        let normal = self.add_constant(moved, (BIAS - 127) << 20);
        let (infinity, nan, zero) = (self.word(0x7f80_0000), self.word(NAN), self.word(0));
        let (is_zero, is_infinite) = (self.is_zero(magnitude), self.compare(Op::IEqual, magnitude, infinity));
        let is_nan = self.compare(Op::UGreaterThan, magnitude, infinity);
        let infinite = self.word(INFINITY);
        let high = self.select(is_zero, zero, normal);
        let high = self.select(is_infinite, infinite, high);
        let high = self.select(is_nan, nan, high);
        Wide { low, high: self.or(high, sign) }
    }

    /// An integer of 32 bits and its sign.
    pub fn double_of_magnitude(&mut self, magnitude: Word, sign: Word) -> Wide {
        let zero = self.word(0);
        self.rounded_double(sign, [magnitude, zero, zero, zero], zero)
    }
}
