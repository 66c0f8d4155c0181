//! Floats of 16 bits in the low bits of a word, by integers: GLSL.std.450 promises neither the rounding nor the denormals of its packing.

use meshwork_spirv::spirv::Op;

use super::{Emit, Float, Word};

/// Bits of the least normal number, of what is too great, and of infinity, as 32-bit floats; and what the exponents' biases differ by.
const LEAST_NORMAL: u32 = 0x3880_0000;
const TOO_GREAT: u32 = 0x4780_0000;
const INFINITY: u32 = 0x7f80_0000;
const BIAS: u32 = 112 << 23;

impl Emit {
    /// Every half is a normal 32-bit float.
    pub fn widen_half(&mut self, half: Word) -> Word {
        if self.known(half) == Some(0) {
            return half;
        }
        self.call("widen_half", &[half], |emit, operands| {
            let magnitude = emit.and_constant(operands[0], 0x7fff);
            let sign = emit.and_constant(operands[0], 0x8000);
            let sign = emit.shift_left_constant(sign, 16);
            let moved = emit.shift_left_constant(magnitude, 13);
            let normal = emit.add_constant(moved, BIAS);
            let infinity = emit.word(INFINITY);
            let special = emit.or(moved, infinity);
            let quiet = emit.word(INFINITY | 0x40_0000);
            let nan = emit.or(moved, quiet);

            let float = emit.types.float;
            let units = Float(emit.value(Op::ConvertUToF, float, [magnitude.0.into()]));
            let unit = emit.float_constant(2_f32.powi(-24));
            let denormal = emit.float_op(Op::FMul, units, unit);
            let denormal = emit.float_bits(denormal);

            let [least, most] = [0x400, 0x7c00].map(|bits| emit.word(bits));
            let is_denormal = emit.compare(Op::ULessThan, magnitude, least);
            let is_special = emit.compare(Op::UGreaterThanEqual, magnitude, most);
            let is_nan = emit.compare(Op::UGreaterThan, magnitude, most);
            let value = emit.select(is_denormal, denormal, normal);
            let value = emit.select(is_special, special, value);
            let value = emit.select(is_nan, nan, value);
            emit.or(value, sign)
        })
    }

    /// To the nearest half, of two the even one.
    pub fn narrow_to_half(&mut self, float: Word) -> Word {
        self.call("narrow_to_half", &[float], |emit, operands| emit.narrow(operands[0], true))
    }

    /// Towards zero.
    pub fn truncate_to_half(&mut self, float: Word) -> Word {
        self.call("truncate_to_half", &[float], |emit, operands| emit.narrow(operands[0], false))
    }

    fn narrow(&mut self, float: Word, to_nearest: bool) -> Word {
        let magnitude = self.and_constant(float, 0x7fff_ffff);
        let sign = self.shift_right_constant(float, 16);
        let sign = self.and_constant(sign, 0x8000);
        let thirteen = self.word(13);
        let normal = self.add_constant(magnitude, BIAS.wrapping_neg());
        let normal = self.dropped(normal, thirteen, to_nearest);

        // A denormal's unit is 2^-24; the significand's unit lies 126 minus the exponent's field below it.
        let exponent = self.shift_right_constant(magnitude, 23);
        let (bias, most) = (self.word(126), self.word(31));
        let by = self.sub(bias, exponent);
        let by = self.min(by, most);
        let fraction = self.and_constant(magnitude, 0x7f_ffff);
        let leading = self.word(0x80_0000);
        let significand = self.or(fraction, leading);
        let denormal = self.dropped(significand, by, to_nearest);

        let [least, end, infinity] = [LEAST_NORMAL, TOO_GREAT, INFINITY].map(|bits| self.word(bits));
        let is_denormal = self.compare(Op::ULessThan, magnitude, least);
        let value = self.select(is_denormal, denormal, normal);
        let half_infinity = self.word(0x7c00);
        let is_great = self.compare(Op::UGreaterThanEqual, magnitude, end);
        let great = if to_nearest { half_infinity } else { self.word(0x7bff) };
        let value = self.select(is_great, great, value);
        let is_infinite = self.compare(Op::IEqual, magnitude, infinity);
        let value = self.select(is_infinite, half_infinity, value);
        // A NaN keeps the upper bits of its payload, and is quiet.
        let payload = self.shift_right_constant(float, 13);
        let (payload, quiet) = (self.and_constant(payload, 0x1ff), self.word(0x7e00));
        let nan = self.or(payload, quiet);
        let is_nan = self.compare(Op::UGreaterThan, magnitude, infinity);
        let value = self.select(is_nan, nan, value);
        self.or(value, sign)
    }

    /// Without the low `by` bits.
    fn dropped(&mut self, value: Word, by: Word, to_nearest: bool) -> Word {
        let whole = self.shift_right(value, by);
        if !to_nearest {
            return whole;
        }
        let (one, odd) = (self.word(1), self.and_constant(whole, 1));
        let below = self.sub(by, one);
        let half = self.shift_left(one, below);
        let almost = self.sub(half, one);
        let sum = self.add(value, almost);
        let sum = self.add(sum, odd);
        self.shift_right(sum, by)
    }

    /// a · b + c of halves seen as 32-bit floats, so that rounding it to a half is the only rounding: the product is exact, and the sum
    /// is rounded to odd, as in `fma_of_doubles`.
    pub fn fused_multiply_add_of_halves(&mut self, operands: [Word; 3]) -> Word {
        self.call("fma_of_halves", &operands, |emit, operands| {
            let [a, b, c] = [operands[0], operands[1], operands[2]].map(|word| emit.float(word));
            // The sum, and what its rounding lost, exactly (Knuth's TwoSum).
            let product = emit.float_op(Op::FMul, a, b);
            let sum = emit.float_op(Op::FAdd, product, c);
            let addend = emit.float_op(Op::FSub, sum, product);
            let rest = emit.float_op(Op::FSub, sum, addend);
            let lost_product = emit.float_op(Op::FSub, product, rest);
            let lost_addend = emit.float_op(Op::FSub, c, addend);
            let lost = emit.float_op(Op::FAdd, lost_product, lost_addend);
            let (sum, lost) = (emit.float_bits(sum), emit.float_bits(lost));
            let magnitude = emit.and_constant(lost, 0x7fff_ffff);
            // Of an infinite sum the loss is no number.
            let (is_lost, is_nan) = (emit.is_not_zero(magnitude), emit.is_nan(lost));
            let is_number = emit.negate(is_nan);
            let is_inexact = emit.both(is_lost, is_number);
            let signs = emit.xor(sum, lost);
            let opposed = emit.shift_right_constant(signs, 31);
            let towards_zero = emit.sub(sum, opposed);
            let one = emit.word(1);
            let odd = emit.or(towards_zero, one);
            emit.select(is_inexact, odd, sum)
        })
    }
}
