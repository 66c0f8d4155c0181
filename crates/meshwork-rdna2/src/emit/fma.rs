//! a · b + c with one rounding: for hosts whose `Fma` may round twice (the specification of GLSL.std.450 lets them).
//!
//! With 64-bit floats the product is exact, and the sum is rounded to odd: its last bit says that something was lost, so that rounding
//! to 32 bits is as good as the only one (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
//!
//! Without them all is done on integers. The product's 48 bits and the addend are brought to one unit in 64 bits; what falls below is kept as a bit that says that
//! something was there. Denormal operands count as zeros; a denormal result is rounded as such.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Capability, Decoration, Op};

use super::{Bit, Emit, Wide, Word};

/// A float's parts. The significand has its leading bit, and is 0 for what counts as zero.
struct Parts {
    sign: Word,
    exponent: Word,
    significand: Word,
}

/// A magnitude times 2 to a power that the caller knows.
pub(super) struct Sum {
    pub sign: Word,
    pub value: Wide,
}

impl Emit {
    /// A function of the module, made where it is first called; `doubles`: with 64-bit floats.
    pub fn fused_multiply_add(&mut self, operands: [Word; 3], doubles: bool) -> Word {
        self.call("fma", &operands, if doubles { Self::fma_of_doubles } else { Self::fma_of_integers })
    }

    fn fma_of_doubles(&mut self, operands: &[Word]) -> Word {
        self.module.add_capability(Capability::Float64);
        let double = self.module.get_or_make(Op::TypeFloat, None, [64.into()]);
        let [a, b, c] = [operands[0], operands[1], operands[2]].map(|word| {
            let float = self.float(word);
            self.value(Op::FConvert, double, [float.0.into()])
        });
        let mut of = |op, x: Id, y: Id| {
            let value = self.value(op, double, [x.into(), y.into()]);
            self.module.decorate(value, Decoration::NoContraction, &[]);
            value
        };
        // The sum, and what its rounding lost, exactly (Knuth's TwoSum).
        let product = of(Op::FMul, a, b);
        let sum = of(Op::FAdd, product, c);
        let addend = of(Op::FSub, sum, product);
        let rest = of(Op::FSub, sum, addend);
        let (lost_product, lost_addend) = (of(Op::FSub, product, rest), of(Op::FSub, c, addend));
        let lost = of(Op::FAdd, lost_product, lost_addend);

        let zero = self.module.null(double);
        let bit = self.types.bit;
        let is_inexact = Bit(self.value(Op::FOrdNotEqual, bit, [lost.into(), zero.into()]));
        let [sum_bits, lost_bits] = [sum, lost].map(|value| self.double_bits(value));
        // Towards zero where the sum was rounded away from it, then odd.
        let signs = self.xor(sum_bits.high, lost_bits.high);
        let opposed = self.and_constant(signs, 0x8000_0000);
        let opposed = self.is_not_zero(opposed);
        let one = self.word_of(opposed);
        let (low, borrow) = self.sub_borrow(sum_bits.low, one, None);
        let borrow = self.word_of(borrow);
        let high = self.sub(sum_bits.high, borrow);
        let odd = self.word(1);
        let odd = Wide { low: self.or(low, odd), high };
        let bits = self.select_wide(is_inexact, odd, sum_bits);
        let pair = self.module.uvec_type(2);
        let pair = self.construct(pair, &[bits.low.0, bits.high.0]);
        let sum = self.value(Op::Bitcast, double, [pair.into()]);
        let float = self.types.float;
        let float = self.value(Op::FConvert, float, [sum.into()]);
        self.float_bits(super::Float(float))
    }

    fn double_bits(&mut self, double: Id) -> Wide {
        let pair = self.module.uvec_type(2);
        let pair = self.value(Op::Bitcast, pair, [double.into()]);
        self.wide_of_pair(pair)
    }

    fn fma_of_integers(&mut self, operands: &[Word]) -> Word {
        let [a, b, c] = [operands[0], operands[1], operands[2]].map(|word| self.parts(word));
        let product = self.mul_wide(a.significand, b.significand, false);
        let sign = self.xor(a.sign, b.sign);
        let exponents = self.add(a.exponent, b.exponent);
        let (sum, unit) = self.aligned_sum(Sum { sign, value: product }, exponents, &c);
        let rounded = self.rounded(&sum, unit);
        let plain = self.host_sum(operands);
        // What is not finite, and a zero product, the host gets right: one of its roundings has nothing to round. But its product of finite
        // factors may be infinite, and an addend that is not finite then is all there is.
        let all = self.or(product.low, product.high);
        let is_zero = self.is_zero(all);
        let most = self.word(255);
        let [a, b, c] = [a, b, c].map(|parts| self.compare(Op::IEqual, parts.exponent, most));
        let factors = self.either(a, b);
        let is_plain = self.either(factors, is_zero);
        let value = self.select(c, operands[2], rounded);
        self.select(is_plain, plain, value)
    }

    fn parts(&mut self, word: Word) -> Parts {
        let sign = self.and_constant(word, 0x8000_0000);
        let exponent = self.shift_right_constant(word, 23);
        let exponent = self.and_constant(exponent, 0xff);
        let fraction = self.and_constant(word, 0x7f_ffff);
        let leading = self.word(0x80_0000);
        let significand = self.or(fraction, leading);
        let (is_zero, zero) = (self.is_zero(exponent), self.word(0));
        Parts { sign, exponent, significand: self.select(is_zero, zero, significand) }
    }

    fn host_sum(&mut self, operands: &[Word]) -> Word {
        let (a, b) = (self.float(operands[0]), self.float(operands[1]));
        let product = self.float_op(Op::FMul, a, b);
        let c = self.float(operands[2]);
        let sum = self.float_op(Op::FAdd, product, c);
        self.float_bits(sum)
    }

    /// The product is so many times 2^(`exponents` - 300), the addend so many times 2^(its exponent - 150). Gives the sum and the power
    /// of its unit.
    fn aligned_sum(&mut self, product: Sum, exponents: Word, addend: &Parts) -> (Sum, Word) {
        // The product moves up by 14, below bit 62; the addend by as much and the distance of the units, but not above bit 62.
        let distance = self.sub(addend.exponent, exponents);
        let distance = self.add_constant(distance, 150);
        let most = self.word(25);
        let is_far = self.compare(Op::SGreaterThan, distance, most);
        let (fourteen, zero) = (self.word(14), self.word(0));
        let up = self.shift_left_wide(product.value, fourteen);
        let beyond = self.sub(distance, most);
        let down = self.shift_right_sticky(up, beyond);
        let product_value = self.select_wide(is_far, down, up);

        let wide = Wide { low: addend.significand, high: zero };
        let own = self.add_constant(distance, 14);
        let limit = self.word(39);
        let own = self.select(is_far, limit, own);
        let raised = self.shift_left_wide(wide, own);
        let is_below = self.compare(Op::SLessThan, own, zero);
        let by = self.sub(zero, own);
        let lowered = self.shift_right_sticky(wide, by);
        let addend_value = self.select_wide(is_below, lowered, raised);

        let near_unit = self.add_constant(exponents, 0_u32.wrapping_sub(314));
        let far_unit = self.add_constant(addend.exponent, 0_u32.wrapping_sub(189));
        let unit = self.select(is_far, far_unit, near_unit);
        let addend = Sum { sign: addend.sign, value: addend_value };
        (self.signed_sum(Sum { value: product_value, ..product }, addend), unit)
    }

    fn signed_sum(&mut self, a: Sum, b: Sum) -> Sum {
        let same = self.compare(Op::IEqual, a.sign, b.sign);
        let sum = self.add_wide(a.value, b.value);
        let is_less = self.less_wide(a.value, b.value);
        let (greater, less) =
            (self.select_wide(is_less, b.value, a.value), self.select_wide(is_less, a.value, b.value));
        let (low, borrow) = self.sub_borrow(greater.low, less.low, None);
        let (high, _) = self.sub_borrow(greater.high, less.high, Some(borrow));
        let value = self.select_wide(same, sum, Wide { low, high });
        let sign = self.select(is_less, b.sign, a.sign);
        // What cancels is +0.
        let any = self.or(value.low, value.high);
        let (is_nothing, zero) = (self.is_zero(any), self.word(0));
        let cancels = self.negate(same);
        let is_plus = self.both(is_nothing, cancels);
        Sum { sign: self.select(is_plus, zero, sign), value }
    }

    pub fn less_wide(&mut self, a: Wide, b: Wide) -> Bit {
        let (low, high) = (self.compare(Op::ULessThan, a.low, b.low), self.compare(Op::ULessThan, a.high, b.high));
        let equal = self.compare(Op::IEqual, a.high, b.high);
        let both = self.both(equal, low);
        self.either(high, both)
    }

    /// Shifts right by any distance; the lowest bit says whether something fell out.
    fn shift_right_sticky(&mut self, value: Wide, by: Word) -> Wide {
        let most = self.word(63);
        let by = self.min(by, most);
        let shifted = self.shift_right_wide(value, by, false);
        let back = self.shift_left_wide(shifted, by);
        let (low, high) = (self.xor(back.low, value.low), self.xor(back.high, value.high));
        let lost = self.or(low, high);
        let is_lost = self.is_not_zero(lost);
        let sticky = self.word_of(is_lost);
        Wide { low: self.or(shifted.low, sticky), high: shifted.high }
    }

    /// To the nearest float, of two the even one.
    pub(super) fn rounded(&mut self, sum: &Sum, unit: Word) -> Word {
        let (high, low) = (self.highest(sum.value.high), self.highest(sum.value.low));
        let in_high = self.is_not_zero(sum.value.high);
        let beyond = self.add_constant(high, 32);
        let place = self.select(in_high, beyond, low);
        let most = self.word(63);
        let by = self.sub(most, place);
        let normal = self.shift_left_wide(sum.value, by);
        let exponent = self.add(unit, place);
        let exponent = self.add_constant(exponent, 127);

        // A denormal's significand moves down, and its exponent is that of the least normal one.
        let one = self.word(1);
        let is_small = self.compare(Op::SLessThan, exponent, one);
        let down = self.sub(one, exponent);
        let small = self.shift_right_sticky(normal, down);
        let value = self.select_wide(is_small, small, normal);
        let exponent = self.select(is_small, one, exponent);

        let significand = self.shift_right_constant(value.high, 8);
        let rest = Wide { low: value.low, high: self.and_constant(value.high, 0xff) };
        let (half, zero) = (self.word(0x80), self.word(0));
        let is_above = self.less_wide(Wide { low: zero, high: half }, rest);
        let is_half_high = self.compare(Op::IEqual, rest.high, half);
        let is_half_low = self.is_zero(rest.low);
        let is_half = self.both(is_half_high, is_half_low);
        let odd = self.and_constant(significand, 1);
        let odd = self.is_not_zero(odd);
        let to_even = self.both(is_half, odd);
        let up = self.either(is_above, to_even);
        let up = self.word_of(up);

        // The leading bit carries into the exponent, and so does a significand that rounds up to the next power.
        let biased = self.sub(exponent, one);
        let biased = self.shift_left_constant(biased, 23);
        let bits = self.add(biased, significand);
        let bits = self.add(bits, up);
        let infinity = self.word(0x7f80_0000);
        let huge = self.word(255);
        let is_huge = self.compare(Op::SGreaterThanEqual, exponent, huge);
        let bits = self.min(bits, infinity);
        let bits = self.select(is_huge, infinity, bits);
        let any = self.or(sum.value.low, sum.value.high);
        let is_nothing = self.is_zero(any);
        let bits = self.select(is_nothing, zero, bits);
        self.or(bits, sum.sign)
    }
}
