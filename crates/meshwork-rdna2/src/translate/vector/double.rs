//! 64-bit floats, as `emit` has them on integers. Denormals are kept, as FLOAT_MODE of all drivers says.
//!
//! What takes a table or an iteration of the unit (reciprocals, square roots, the steps of a division) is not translated: compilers make
//! them of these.

use meshwork_spirv::spirv::Op;

use super::Semantics::{self, CompareWide, Wide as OfWide};
use super::Translator;
use crate::emit::double::{INFINITY, NAN, ONE};
use crate::emit::{Bit, Wide, Word};
use crate::opcode::Opcode::{self, *};

const SIGN: u32 = 0x8000_0000;
/// Exponent field of 1, and of the least double without a fraction.
const BIAS: u32 = 1023;
const WHOLE: u32 = BIAS + 52;

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(OfWide(match opcode {
        V_ADD_F64 => |t, [a, b, _]| t.emit.add_double(a, b),
        V_MUL_F64 => |t, [a, b, _]| t.emit.mul_double(a, b),
        V_FMA_F64 => |t, operands| t.emit.fma_double(operands),
        V_MIN_F64 => |t, [a, b, _]| t.double_extreme(a, b, true),
        V_MAX_F64 => |t, [a, b, _]| t.double_extreme(a, b, false),
        V_TRUNC_F64 => |t, [a, ..]| t.whole_double(a, Direction::Zero),
        V_CEIL_F64 => |t, [a, ..]| t.whole_double(a, Direction::Up),
        V_FLOOR_F64 => |t, [a, ..]| t.whole_double(a, Direction::Down),
        V_RNDNE_F64 => |t, [a, ..]| t.whole_double(a, Direction::Nearest),
        V_FRACT_F64 => |t, [a, ..]| t.double_fraction(a),
        V_LDEXP_F64 => |t, [a, b, _]| t.emit.scale_double(a, b.low),
        V_FREXP_EXP_I32_F64 => |t, [a, ..]| {
            let (low, high) = (t.double_frexp(a), t.emit.word(0));
            Wide { low, high }
        },
        V_FREXP_MANT_F64 => |t, [a, ..]| {
            let (exponent, zero) = (t.double_frexp(a), t.emit.word(0));
            let by = t.emit.sub(zero, exponent);
            t.emit.scale_double(a, by)
        },
        V_CVT_F32_F64 => |t, [a, ..]| {
            let float = t.emit.narrow_double(a);
            Wide { low: t.emit.flush(float), high: t.emit.word(0) }
        },
        V_CVT_F64_F32 => |t, [a, ..]| {
            let float = t.emit.flush(a.low);
            t.emit.widen_float(float)
        },
        V_CVT_F64_I32 => |t, [a, ..]| {
            let (sign, zero) = (t.emit.and_constant(a.low, SIGN), t.emit.word(0));
            let negative = t.emit.sub(zero, a.low);
            let is_negative = t.emit.is_not_zero(sign);
            let magnitude = t.emit.select(is_negative, negative, a.low);
            t.emit.double_of_magnitude(magnitude, sign)
        },
        V_CVT_F64_U32 => |t, [a, ..]| {
            let plus = t.emit.word(0);
            t.emit.double_of_magnitude(a.low, plus)
        },
        V_CVT_I32_F64 => |t, [a, ..]| t.integer_of_double(a, true),
        V_CVT_U32_F64 => |t, [a, ..]| t.integer_of_double(a, false),
        _ => return None,
    }))
}

/// The sixteen comparisons (RDNA2 ISA, 12.11): those with N are true where a NaN is an operand.
pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    Some(CompareWide(match opcode {
        V_CMP_F_F64 | V_CMPX_F_F64 => |t, _| t.emit.bit(false),
        V_CMP_LT_F64 | V_CMPX_LT_F64 => |t, [a, b]| t.double_order(a, b).less,
        V_CMP_EQ_F64 | V_CMPX_EQ_F64 => |t, [a, b]| t.double_order(a, b).equal,
        V_CMP_LE_F64 | V_CMPX_LE_F64 => |t, [a, b]| {
            let order = t.double_order(a, b);
            t.emit.either(order.less, order.equal)
        },
        V_CMP_GT_F64 | V_CMPX_GT_F64 => |t, [a, b]| t.double_order(b, a).less,
        V_CMP_LG_F64 | V_CMPX_LG_F64 => |t, [a, b]| {
            let order = t.double_order(a, b);
            let neither = t.emit.either(order.equal, order.unordered);
            t.emit.negate(neither)
        },
        V_CMP_GE_F64 | V_CMPX_GE_F64 => |t, [a, b]| {
            let order = t.double_order(b, a);
            t.emit.either(order.less, order.equal)
        },
        V_CMP_O_F64 | V_CMPX_O_F64 => |t, [a, b]| {
            let unordered = t.double_order(a, b).unordered;
            t.emit.negate(unordered)
        },
        V_CMP_U_F64 | V_CMPX_U_F64 => |t, [a, b]| t.double_order(a, b).unordered,
        V_CMP_NGE_F64 | V_CMPX_NGE_F64 => |t, [a, b]| {
            let order = t.double_order(a, b);
            t.emit.either(order.less, order.unordered)
        },
        V_CMP_NLG_F64 | V_CMPX_NLG_F64 => |t, [a, b]| {
            let order = t.double_order(a, b);
            t.emit.either(order.equal, order.unordered)
        },
        V_CMP_NGT_F64 | V_CMPX_NGT_F64 => |t, [a, b]| {
            let greater = t.double_order(b, a).less;
            t.emit.negate(greater)
        },
        V_CMP_NLE_F64 | V_CMPX_NLE_F64 => |t, [a, b]| {
            let order = t.double_order(b, a);
            t.emit.either(order.less, order.unordered)
        },
        V_CMP_NEQ_F64 | V_CMPX_NEQ_F64 => |t, [a, b]| {
            let equal = t.double_order(a, b).equal;
            t.emit.negate(equal)
        },
        V_CMP_NLT_F64 | V_CMPX_NLT_F64 => |t, [a, b]| {
            let less = t.double_order(a, b).less;
            t.emit.negate(less)
        },
        V_CMP_TRU_F64 | V_CMPX_TRU_F64 => |t, _| t.emit.bit(true),
        V_CMP_CLASS_F64 | V_CMPX_CLASS_F64 => |t, [a, classes]| {
            let alike = t.float_of_the_class(a);
            t.is_of_class(&super::float::SINGLE, alike, classes.low)
        },
        _ => return None,
    }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Zero,
    Up,
    Down,
    Nearest,
}

struct Order {
    less: Bit,
    equal: Bit,
    unordered: Bit,
}

impl Translator<'_> {
    /// Integers that order like the doubles, -0 below +0.
    fn double_rank(&mut self, a: Wide) -> Wide {
        let by = self.emit.word(31);
        let all = self.emit.shift_right_signed(a.high, by);
        let (low, high) = (self.emit.xor(a.low, all), self.emit.xor(a.high, all));
        // Negative ones below the others, all without a sign.
        let sign = self.emit.word(SIGN);
        let opposite = self.emit.not(all);
        let flip = self.emit.and(opposite, sign);
        Wide { low, high: self.emit.or(high, flip) }
    }

    fn double_order(&mut self, a: Wide, b: Wide) -> Order {
        let [a_nan, b_nan] = [a, b].map(|operand| self.emit.is_nan_double(operand));
        let unordered = self.emit.either(a_nan, b_nan);
        // 0 and -0 are the same.
        let plus = self.emit.double(0);
        let [a, b] = [a, b].map(|operand| {
            let is_zero = self.emit.is_zero_double(operand);
            let operand = self.emit.select_wide(is_zero, plus, operand);
            self.double_rank(operand)
        });
        let less = self.emit.less_wide(a, b);
        let greater = self.emit.less_wide(b, a);
        let either = self.emit.either(less, greater);
        let ordered = self.emit.negate(unordered);
        let equal = self.emit.negate(either);
        Order { less: self.emit.both(less, ordered), equal: self.emit.both(equal, ordered), unordered }
    }

    /// A NaN loses to a number.
    fn double_extreme(&mut self, a: Wide, b: Wide, least: bool) -> Wide {
        let (x, y) = (self.double_rank(a), self.double_rank(b));
        let takes_first = if least { self.emit.less_wide(x, y) } else { self.emit.less_wide(y, x) };
        let [a_nan, b_nan] = [a, b].map(|operand| self.emit.is_nan_double(operand));
        let value = self.emit.select_wide(takes_first, a, b);
        let value = self.emit.select_wide(b_nan, a, value);
        self.emit.select_wide(a_nan, b, value)
    }

    /// To a double without fraction. A magnitude that is rounded up carries into the exponent.
    fn whole_double(&mut self, a: Wide, direction: Direction) -> Wide {
        let magnitude = self.emit.double_magnitude(a);
        let exponent = self.emit.double_exponent(a);
        // Bits of the fraction, between 1 and 52 where the number is 1 or greater and has some.
        let (whole, one, zero) = (self.emit.word(WHOLE), self.emit.word(1), self.emit.word(0));
        let bits = self.emit.sub(whole, exponent);
        let unit = self.emit.shift_left_wide(Wide { low: one, high: zero }, bits);
        let below = self.emit.sub_wide(unit, Wide { low: one, high: zero });
        let fraction =
            Wide { low: self.emit.and(magnitude.low, below.low), high: self.emit.and(magnitude.high, below.high) };
        let down = self.emit.sub_wide(magnitude, fraction);
        let up = self.emit.add_wide(down, unit);
        let bias = self.emit.word(BIAS);
        let is_small = self.emit.compare(Op::ULessThan, exponent, bias);
        let (nothing, full) = (self.emit.double(0), self.emit.double(ONE));
        let down = self.emit.select_wide(is_small, nothing, down);
        let up = self.emit.select_wide(is_small, full, up);
        let rest = self.emit.select_wide(is_small, magnitude, fraction);

        let any = self.emit.or(rest.low, rest.high);
        let has_rest = self.emit.is_not_zero(any);
        let sign = self.emit.and_constant(a.high, SIGN);
        let is_negative = self.emit.is_not_zero(sign);
        let goes_up = match direction {
            Direction::Zero => self.emit.bit(false),
            Direction::Down => self.emit.both(is_negative, has_rest),
            Direction::Up => {
                let is_positive = self.emit.negate(is_negative);
                self.emit.both(is_positive, has_rest)
            }
            Direction::Nearest => {
                let small_half = self.emit.double((BIAS - 1) << 20);
                let half = self.emit.shift_right_wide(unit, one, false);
                let half = self.emit.select_wide(is_small, small_half, half);
                let is_above = self.emit.less_wide(half, rest);
                let (low, high) = (self.emit.xor(half.low, rest.low), self.emit.xor(half.high, rest.high));
                let differs = self.emit.or(low, high);
                let is_half = self.emit.is_zero(differs);
                // The last bit before the fraction; of 1 it is the exponent's.
                let last = self.emit.shift_right_wide(magnitude, bits, false);
                let odd = self.emit.and_constant(last.low, 1);
                let odd = self.emit.is_not_zero(odd);
                let is_great = self.emit.negate(is_small);
                let odd = self.emit.both(odd, is_great);
                let to_even = self.emit.both(is_half, odd);
                self.emit.either(is_above, to_even)
            }
        };
        let value = self.emit.select_wide(goes_up, up, down);
        let is_whole = self.emit.compare(Op::UGreaterThanEqual, exponent, whole);
        let value = self.emit.select_wide(is_whole, magnitude, value);
        Wide { high: self.emit.or(value.high, sign), ..value }
    }

    /// Below 1 also where the difference rounds up.
    fn double_fraction(&mut self, a: Wide) -> Wide {
        let floor = self.whole_double(a, Direction::Down);
        let sign = self.emit.word(SIGN);
        let negative = Wide { high: self.emit.xor(floor.high, sign), ..floor };
        let fraction = self.emit.add_double(a, negative);
        let all = self.emit.word(u32::MAX);
        let below_one = Wide { low: all, high: self.emit.word(ONE - 1) };
        let least = self.double_extreme(fraction, below_one, true);
        let is_nan = self.emit.is_nan_double(fraction);
        self.emit.select_wide(is_nan, fraction, least)
    }

    /// The power of two that leaves ±[0.5, 1); 0 of what is 0 or not finite.
    fn double_frexp(&mut self, a: Wide) -> Word {
        let exponent = self.emit.double_exponent(a);
        let normal = self.emit.add_constant(exponent, (BIAS - 1).wrapping_neg());
        // A denormal's unit is 2^-1074.
        let fraction = self.emit.double_magnitude(a);
        let (high, low) = (self.emit.highest(fraction.high), self.emit.highest(fraction.low));
        let (in_high, beyond) = (self.emit.is_not_zero(fraction.high), self.emit.add_constant(high, 32));
        let place = self.emit.select(in_high, beyond, low);
        let denormal = self.emit.add_constant(place, 1073_u32.wrapping_neg());
        let is_denormal = self.emit.is_zero(exponent);
        let value = self.emit.select(is_denormal, denormal, normal);
        let (is_zero, is_finite) = (self.emit.is_zero_double(a), self.emit.is_finite_double(a));
        let (not_zero, zero) = (self.emit.negate(is_zero), self.emit.word(0));
        let has_one = self.emit.both(not_zero, is_finite);
        self.emit.select(has_one, value, zero)
    }

    /// Towards zero, saturated; a NaN is 0.
    fn integer_of_double(&mut self, a: Wide, is_signed: bool) -> Wide {
        let exponent = self.emit.double_exponent(a);
        let fraction = self.emit.and_constant(a.high, 0xf_ffff);
        let leading = self.emit.word(1 << 20);
        let significand = Wide { low: a.low, high: self.emit.or(fraction, leading) };
        let whole = self.emit.word(WHOLE);
        let by = self.emit.sub(whole, exponent);
        let magnitude = self.emit.shift_right_wide(significand, by, false).low;
        let (bias, end) = (self.emit.word(BIAS), self.emit.word(BIAS + 32));
        let is_small = self.emit.compare(Op::ULessThan, exponent, bias);
        let is_great = self.emit.compare(Op::UGreaterThanEqual, exponent, end);
        let (zero, all) = (self.emit.word(0), self.emit.word(u32::MAX));
        let magnitude = self.emit.select(is_small, zero, magnitude);
        let magnitude = self.emit.select(is_great, all, magnitude);
        let sign = self.emit.and_constant(a.high, SIGN);
        let is_negative = self.emit.is_not_zero(sign);
        let value = if is_signed {
            let (most, least) = (self.emit.word(i32::MAX as u32), self.emit.word(SIGN));
            let positive = self.emit.min(magnitude, most);
            let bounded = self.emit.min(magnitude, least);
            let negative = self.emit.sub(zero, bounded);
            self.emit.select(is_negative, negative, positive)
        } else {
            self.emit.select(is_negative, zero, magnitude)
        };
        let is_nan = self.emit.is_nan_double(a);
        Wide { low: self.emit.select(is_nan, zero, value), high: zero }
    }

    /// A float of 32 bits in the double's class.
    fn float_of_the_class(&mut self, a: Wide) -> Word {
        let sign = self.emit.and_constant(a.high, SIGN);
        let [zero, denormal, normal, infinity, signaling, silent] =
            [0, 1, 0x3f80_0000, 0x7f80_0000, 0x7f80_0001, 0x7fc0_0000].map(|bits| self.emit.word(bits));
        let exponent = self.emit.double_exponent(a);
        let quiet = self.emit.and_constant(a.high, NAN & !INFINITY);
        let (is_quiet, is_denormal) = (self.emit.is_not_zero(quiet), self.emit.is_zero(exponent));
        let (is_zero, is_finite) = (self.emit.is_zero_double(a), self.emit.is_finite_double(a));
        let is_infinite = self.emit.is_infinite_double(a);
        let value = self.emit.select(is_quiet, silent, signaling);
        let value = self.emit.select(is_infinite, infinity, value);
        let value = self.emit.select(is_finite, normal, value);
        let value = self.emit.select(is_denormal, denormal, value);
        let value = self.emit.select(is_zero, zero, value);
        self.emit.or(value, sign)
    }

    /// To 0…1, a NaN to 0.
    pub(super) fn clamp_double(&mut self, a: Wide) -> Wide {
        let (zero, one) = (self.emit.double(0), self.emit.double(ONE));
        let is_nan = self.emit.is_nan_double(a);
        let sign = self.emit.and_constant(a.high, SIGN);
        let is_negative = self.emit.is_not_zero(sign);
        let is_less = self.emit.less_wide(a, one);
        let value = self.emit.select_wide(is_less, a, one);
        let is_none = self.emit.either(is_nan, is_negative);
        self.emit.select_wide(is_none, zero, value)
    }
}
