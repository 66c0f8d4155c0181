//! Binary floating point as the vector unit computes it: every rounding mode, denormals kept or flushed, one rounding a result.
//!
//! Values are bit patterns in the low bits of a `u64`, so that one implementation serves 16, 32 and 64 bits.

use std::cmp::Ordering;

/// In the order of MODE.FP_ROUND (RDNA2 ISA, 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    NearestEven,
    Up,
    Down,
    Zero,
}

impl Rounding {
    pub fn from_mode(bits: u32) -> Self {
        [Self::NearestEven, Self::Up, Self::Down, Self::Zero][(bits & 3) as usize]
    }
}

/// What is too small to stay where MODE flushes denormal results. Neither the manual nor Vulkan says, and hosts differ; all between is
/// what lies so near below the least normal number that it rounds up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tiny {
    /// What is denormal when it is rounded to a denormal's places.
    #[default]
    Rounded,
    /// What is below the least normal number when it is rounded as if exponents had no end (IEEE 754, 7.5, "after rounding"): x86.
    Unbounded,
}

/// Bits of an IEEE 754 interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub bits: u32,
    pub fraction: u32,
}

pub const F16: Format = Format { bits: 16, fraction: 10 };
pub const F32: Format = Format { bits: 32, fraction: 23 };
pub const F64: Format = Format { bits: 64, fraction: 52 };

impl Format {
    pub const fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    pub const fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction)
    }

    /// The quiet NaN that an invalid operation gives.
    pub const fn nan(self) -> u64 {
        self.infinity() | self.quiet()
    }

    pub const fn greatest(self) -> u64 {
        self.infinity() - 1
    }

    pub const fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }

    /// Greatest number below 1.
    pub const fn below_one(self) -> u64 {
        self.one() - 1
    }

    const fn quiet(self) -> u64 {
        1 << (self.fraction - 1)
    }

    const fn bias(self) -> i32 {
        (1 << (self.bits - self.fraction - 2)) - 1
    }

    /// Exponent of a denormal's last bit.
    const fn least_exponent(self) -> i32 {
        1 - self.bias() - self.fraction as i32
    }

    pub const fn magnitude(self, x: u64) -> u64 {
        x & (self.sign() - 1)
    }

    pub const fn is_negative(self, x: u64) -> bool {
        x & self.sign() != 0
    }

    pub const fn is_nan(self, x: u64) -> bool {
        self.magnitude(x) > self.infinity()
    }

    pub const fn is_signaling(self, x: u64) -> bool {
        self.is_nan(x) && x & self.quiet() == 0
    }

    pub const fn is_infinite(self, x: u64) -> bool {
        self.magnitude(x) == self.infinity()
    }

    pub const fn is_zero(self, x: u64) -> bool {
        self.magnitude(x) == 0
    }

    pub const fn is_denormal(self, x: u64) -> bool {
        !self.is_zero(x) && self.magnitude(x) < 1 << self.fraction
    }

    /// The exponent field.
    pub const fn exponent(self, x: u64) -> i32 {
        (self.magnitude(x) >> self.fraction) as i32
    }

    /// Exact: every format fits into 64 bits.
    pub fn to_f64(self, x: u64) -> f64 {
        match self.unpack(x) {
            Number::Nan => f64::NAN,
            Number::Infinite(negative) => {
                if negative {
                    -f64::INFINITY
                } else {
                    f64::INFINITY
                }
            }
            Number::Finite(value) => f64::from_bits(value.round(F64, Rounding::NearestEven)),
        }
    }

    fn unpack(self, x: u64) -> Number {
        let negative = self.is_negative(x);
        let fraction = x & ((1 << self.fraction) - 1);
        let exponent = self.exponent(x);
        if self.is_nan(x) {
            Number::Nan
        } else if self.is_infinite(x) {
            Number::Infinite(negative)
        } else if exponent == 0 {
            Number::Finite(Finite { negative, exponent: self.least_exponent(), significand: u128::from(fraction) })
        } else {
            let significand = u128::from(fraction | 1 << self.fraction);
            Number::Finite(Finite { negative, exponent: self.least_exponent() + exponent - 1, significand })
        }
    }
}

enum Number {
    Nan,
    Infinite(bool),
    Finite(Finite),
}

/// ± significand · 2^exponent. The significand has at most 127 bits; its last may stand for anything smaller that is not 0.
#[derive(Clone, Copy)]
struct Finite {
    negative: bool,
    exponent: i32,
    significand: u128,
}

impl Finite {
    fn from_integer(value: i128) -> Self {
        Self { negative: value < 0, exponent: 0, significand: value.unsigned_abs() }
    }

    fn product(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            significand: self.significand * other.significand,
        }
    }

    /// The significand's first bit becomes bit 125: a sum fits, and 20 bits stand below what any format keeps.
    fn normalized(self) -> Self {
        let shift = self.significand.leading_zeros() as i32 - 2;
        Self { exponent: self.exponent - shift, significand: self.significand << shift, ..self }
    }

    fn sum(self, other: Self, rounding: Rounding) -> Self {
        let zero = rounding == Rounding::Down;
        if self.significand == 0 && other.significand == 0 {
            let negative = if self.negative == other.negative { self.negative } else { zero };
            return Self { negative, ..self };
        } else if self.significand == 0 {
            return other;
        } else if other.significand == 0 {
            return self;
        }
        let (mut large, mut small) = (self.normalized(), other.normalized());
        if (large.exponent, large.significand) < (small.exponent, small.significand) {
            std::mem::swap(&mut large, &mut small);
        }
        let small_significand = shift_right_sticky(small.significand, (large.exponent - small.exponent) as u32);
        if large.negative == small.negative {
            large.significand += small_significand;
        } else {
            large.significand -= small_significand;
            if large.significand == 0 {
                large.negative = zero;
            }
        }
        large
    }

    /// To an integer, in units of 2^`unit`.
    fn round_to(self, unit: i32, rounding: Rounding) -> u128 {
        let Ok(shift) = u32::try_from(unit - self.exponent) else {
            return self.significand << (self.exponent - unit).min(127);
        };
        if shift == 0 {
            return self.significand;
        }
        let kept = self.significand.checked_shr(shift).unwrap_or(0);
        let lost = self.significand - kept.checked_shl(shift).unwrap_or(0);
        let half = 1u128.checked_shl(shift - 1).unwrap_or(u128::MAX);
        let up = match rounding {
            Rounding::NearestEven => lost > half || lost == half && kept & 1 == 1,
            Rounding::Up => lost != 0 && !self.negative,
            Rounding::Down => lost != 0 && self.negative,
            Rounding::Zero => false,
        };
        kept + u128::from(up)
    }

    fn round(self, format: Format, rounding: Rounding) -> u64 {
        let sign = if self.negative { format.sign() } else { 0 };
        if self.significand == 0 {
            return sign;
        }
        let first = self.exponent + 127 - self.significand.leading_zeros() as i32;
        let unit = (first - format.fraction as i32).max(format.least_exponent());
        let significand = self.round_to(unit, rounding);
        // The hidden bit, and a carry out of the rounding, count the exponent up by themselves.
        let steps = (unit - format.least_exponent()) as u128;
        let magnitude = (steps << format.fraction) + significand;
        if magnitude < u128::from(format.infinity()) {
            return sign | magnitude as u64;
        }
        let infinite = match rounding {
            Rounding::NearestEven => true,
            Rounding::Up => !self.negative,
            Rounding::Down => self.negative,
            Rounding::Zero => false,
        };
        sign | if infinite { format.infinity() } else { format.greatest() }
    }

    /// Whether it is below the least normal number when only its significand is rounded.
    fn is_tiny(self, format: Format, rounding: Rounding) -> bool {
        let first = self.exponent + 127 - self.significand.leading_zeros() as i32;
        let fraction = format.fraction as i32;
        // A carry makes it twice as large.
        first < format.least_exponent() + fraction && self.round_to(first - fraction, rounding) >> (fraction + 1) == 0
    }
}

fn shift_right_sticky(value: u128, shift: u32) -> u128 {
    match value.checked_shr(shift) {
        Some(kept) => kept | u128::from(kept << shift != value),
        None => u128::from(value != 0),
    }
}

/// A format, and what MODE says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    pub format: Format,
    pub rounding: Rounding,
    pub flush_inputs: bool,
    pub flush_results: bool,
    pub tiny: Tiny,
    /// MODE.FP16_OVFL: what overflows becomes the greatest number.
    pub saturate: bool,
    /// MODE.IEEE: a signaling NaN comes out of minima and maxima.
    pub ieee: bool,
}

impl Float {
    /// What the transcendental unit does with 32 bits, whatever MODE says.
    pub fn flushing(self) -> Self {
        Self { flush_inputs: true, flush_results: true, ..self }
    }

    pub fn with_rounding(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// An operand as the arithmetic sees it.
    pub fn input(&self, x: u64) -> u64 {
        if self.flush_inputs && self.format.is_denormal(x) { x & self.format.sign() } else { x }
    }

    /// A result that needs no rounding.
    pub fn result(&self, x: u64) -> u64 {
        if self.format.is_nan(x) {
            x | self.format.quiet()
        } else if self.flush_results && self.format.is_denormal(x) {
            x & self.format.sign()
        } else {
            x
        }
    }

    pub fn value(&self, x: u64) -> f64 {
        self.format.to_f64(self.input(x))
    }

    fn unpack(&self, x: u64) -> Number {
        self.format.unpack(self.input(x))
    }

    fn round(&self, value: Finite) -> u64 {
        let rounded = self.result(value.round(self.format, self.rounding));
        if self.flush_results && self.tiny == Tiny::Unbounded && value.is_tiny(self.format, self.rounding) {
            return rounded & self.format.sign();
        }
        if self.saturate && self.format.is_infinite(rounded) { rounded - 1 } else { rounded }
    }

    /// The first NaN among the operands, quieted.
    fn nan_of(&self, operands: &[u64]) -> Option<u64> {
        operands.iter().find(|x| self.format.is_nan(**x)).map(|x| x | self.format.quiet())
    }

    fn infinity(&self, negative: bool) -> u64 {
        self.format.infinity() | if negative { self.format.sign() } else { 0 }
    }

    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.fma(a, self.format.one(), b)
    }

    pub fn sub(&self, a: u64, b: u64) -> u64 {
        self.add(a, b ^ self.format.sign())
    }

    pub fn mul(&self, a: u64, b: u64) -> u64 {
        // Minus zero as addend keeps the product's sign of zero, but when rounding down a zero of plus would lose its own.
        match (self.unpack(a), self.unpack(b)) {
            (Number::Finite(x), Number::Finite(y)) => self.round(x.product(y)),
            _ => self.fma(a, b, 0),
        }
    }

    /// a · b + c with one rounding.
    pub fn fma(&self, a: u64, b: u64, c: u64) -> u64 {
        if let Some(nan) = self.nan_of(&[a, b, c]) {
            return nan;
        }
        let negative = self.format.is_negative(a ^ b);
        match (self.unpack(a), self.unpack(b), self.unpack(c)) {
            (Number::Finite(x), Number::Finite(y), Number::Finite(z)) => self.round(x.product(y).sum(z, self.rounding)),
            (Number::Finite(_), Number::Finite(_), _) => c,
            _ if self.format.is_zero(self.input(a)) || self.format.is_zero(self.input(b)) => self.format.nan(),
            (_, _, Number::Infinite(sign)) if sign != negative => self.format.nan(),
            _ => self.infinity(negative),
        }
    }

    /// The DX9 rule: 0 times anything is 0 (RDNA2 ISA, V_MUL_LEGACY_F32).
    pub fn mul_legacy(&self, a: u64, b: u64) -> u64 {
        if self.format.is_zero(self.input(a)) || self.format.is_zero(self.input(b)) { 0 } else { self.mul(a, b) }
    }

    pub fn fma_legacy(&self, a: u64, b: u64, c: u64) -> u64 {
        let zero = self.format.is_zero(self.input(a)) || self.format.is_zero(self.input(b));
        if zero { self.add(0, c) } else { self.fma(a, b, c) }
    }

    pub fn compare(&self, a: u64, b: u64) -> Option<Ordering> {
        self.value(a).partial_cmp(&self.value(b))
    }

    pub fn min(&self, a: u64, b: u64) -> u64 {
        self.select(a, b, |order| order == Ordering::Less)
    }

    pub fn max(&self, a: u64, b: u64) -> u64 {
        self.select(a, b, |order| order == Ordering::Greater)
    }

    /// A NaN loses to a number, and -0 is less than +0 (RDNA2 ISA, V_MIN_F32, V_MAX_F32).
    fn select(&self, a: u64, b: u64, takes_first: impl Fn(Ordering) -> bool) -> u64 {
        let (a, b) = (self.input(a), self.input(b));
        let signaling = |x| self.ieee && self.format.is_signaling(x);
        let order = |x: f64, y: f64| x.total_cmp(&y);
        let first = if signaling(a) {
            true
        } else if signaling(b) || self.format.is_nan(a) {
            false
        } else {
            self.format.is_nan(b) || takes_first(order(self.format.to_f64(a), self.format.to_f64(b)))
        };
        self.result(if first { a } else { b })
    }

    pub fn min3(&self, a: u64, b: u64, c: u64) -> u64 {
        self.min(self.min(a, b), c)
    }

    pub fn max3(&self, a: u64, b: u64, c: u64) -> u64 {
        self.max(self.max(a, b), c)
    }

    /// The middle one; with a NaN, the least (RDNA2 ISA, V_MED3_F32).
    pub fn med3(&self, a: u64, b: u64, c: u64) -> u64 {
        if [a, b, c].into_iter().any(|x| self.format.is_nan(x)) {
            return self.min3(a, b, c);
        }
        let most = self.max3(a, b, c);
        let is_most = |x| self.compare(x, most) == Some(Ordering::Equal);
        if is_most(a) {
            self.max(b, c)
        } else if is_most(b) {
            self.max(a, c)
        } else {
            self.max(a, b)
        }
    }

    /// To an integer of the same format.
    pub fn round_integral(&self, x: u64, rounding: Rounding) -> u64 {
        match self.unpack(x) {
            Number::Finite(value) if value.exponent < 0 => {
                let significand = value.round_to(0, rounding);
                self.round(Finite { significand, exponent: 0, ..value })
            }
            _ => self.result(self.input(x)),
        }
    }

    /// x - floor(x), below 1 also where that rounds up (RDNA2 ISA, V_FRACT_F32).
    pub fn fract(&self, x: u64) -> u64 {
        if self.format.is_infinite(x) {
            return self.format.nan();
        }
        let fraction = self.sub(x, self.round_integral(x, Rounding::Down));
        if self.format.is_nan(fraction) { fraction } else { self.min(fraction, self.format.below_one()) }
    }

    pub fn ldexp(&self, x: u64, exponent: i32) -> u64 {
        match self.unpack(x) {
            Number::Finite(value) => {
                // Beyond any format's range, and far from where the sum could wrap.
                let exponent = value.exponent + exponent.clamp(-0x1_0000, 0x1_0000);
                self.round(Finite { exponent, ..value })
            }
            _ => self.result(x),
        }
    }

    /// ± [0.5, 1), the sign and what is not finite kept.
    pub fn frexp_mantissa(&self, x: u64) -> u64 {
        self.ldexp(x, -self.frexp_exponent(x))
    }

    /// The power of two for [`Self::frexp_mantissa`]; 0 for 0, infinity and NaN.
    pub fn frexp_exponent(&self, x: u64) -> i32 {
        match self.unpack(x) {
            Number::Finite(value) if value.significand != 0 => {
                value.exponent + 128 - value.significand.leading_zeros() as i32
            }
            _ => 0,
        }
    }

    pub fn from_integer(&self, value: i128) -> u64 {
        self.round(Finite::from_integer(value))
    }

    /// Saturated to `least..=greatest`, NaN to 0.
    pub fn to_integer(&self, x: u64, rounding: Rounding, least: i128, greatest: i128) -> i128 {
        match self.unpack(x) {
            Number::Nan => 0,
            Number::Infinite(negative) => {
                if negative {
                    least
                } else {
                    greatest
                }
            }
            Number::Finite(value) => {
                // No integer type has more than 64 bits, so 100 are enough to saturate.
                let magnitude = if value.exponent > 60 { 1 << 100 } else { value.round_to(0, rounding) as i128 };
                let integer = if value.significand == 0 { 0 } else { magnitude };
                (if value.negative { -integer } else { integer }).clamp(least, greatest)
            }
        }
    }

    /// From another format. The operand's denormals are `from`'s business, the result's ours.
    pub fn convert(&self, from: &Float, x: u64) -> u64 {
        match from.unpack(x) {
            Number::Nan => {
                // Sign and the upper bits of the payload stay.
                let payload = (x & (from.format.quiet() - 1)) as u128;
                let payload = (payload << 64 >> from.format.fraction << self.format.fraction >> 64) as u64;
                let sign = if from.format.is_negative(x) { self.format.sign() } else { 0 };
                sign | self.format.nan() | payload & (self.format.quiet() - 1)
            }
            Number::Infinite(negative) => self.infinity(negative),
            Number::Finite(value) => self.round(value),
        }
    }

    /// A value computed with 64 bits, rounded.
    pub fn from_f64(&self, value: f64) -> u64 {
        let wide = Float { format: F64, flush_inputs: false, flush_results: false, ..*self };
        self.convert(&wide, value.to_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn float(format: Format) -> Float {
        Float {
            format,
            rounding: Rounding::NearestEven,
            flush_inputs: false,
            flush_results: false,
            tiny: Tiny::Rounded,
            saturate: false,
            ieee: false,
        }
    }

    fn same32(ours: u64, host: f32) -> bool {
        F32.is_nan(ours) && host.is_nan() || ours == u64::from(host.to_bits())
    }

    /// Bit patterns near the edges of the format as often as any other.
    fn bits32() -> impl Strategy<Value = u32> {
        let edges = [0u32, 1, 0x7f_ffff, 0x80_0000, 0x3f7f_ffff, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000];
        prop_oneof![
            any::<u32>(),
            (prop::sample::select(edges.to_vec()), 0u32..4, any::<bool>())
                .prop_map(|(bits, more, sign)| (bits + more) ^ if sign { 0x8000_0000 } else { 0 }),
            // Exponents near each other: sums that cancel.
            (0x3e00_0000u32..0x4100_0000, any::<bool>()).prop_map(|(bits, sign)| bits | u32::from(sign) << 31),
        ]
    }

    proptest! {
        #[test]
        fn sums_and_products_of_32_bits_are_the_hosts(a in bits32(), b in bits32(), c in bits32()) {
            let f = float(F32);
            let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
            let (a, b, c) = (u64::from(a), u64::from(b), u64::from(c));
            prop_assert!(same32(f.add(a, b), x + y), "{x:e} + {y:e}");
            prop_assert!(same32(f.sub(a, b), x - y), "{x:e} - {y:e}");
            prop_assert!(same32(f.mul(a, b), x * y), "{x:e} * {y:e}");
            prop_assert!(same32(f.fma(a, b, c), x.mul_add(y, z)), "{x:e} * {y:e} + {z:e}");
        }

        #[test]
        fn sums_and_products_of_64_bits_are_the_hosts(a in any::<u64>(), b in any::<u64>(), c in any::<u64>(), near in any::<bool>()) {
            // Random exponents hardly ever meet: half of the cases have them within a few powers of two.
            let place = |x: u64| if near { x & !(0x7ff << 52) | (0x3f8 + (x >> 52 & 15)) << 52 } else { x };
            let (a, b, c) = (place(a), place(b), place(c));
            let f = float(F64);
            let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
            let same = |ours: u64, host: f64| F64.is_nan(ours) && host.is_nan() || ours == host.to_bits();
            prop_assert!(same(f.add(a, b), x + y));
            prop_assert!(same(f.mul(a, b), x * y));
            prop_assert!(same(f.fma(a, b, c), x.mul_add(y, z)));
        }

        #[test]
        fn conversions_and_roundings_are_the_hosts(a in any::<u64>(), b in bits32()) {
            prop_assert!(same32(float(F32).convert(&float(F64), a), f64::from_bits(a) as f32));
            let x = f32::from_bits(b);
            let f = float(F32);
            prop_assert!(same32(f.round_integral(u64::from(b), Rounding::Down), x.floor()));
            prop_assert!(same32(f.round_integral(u64::from(b), Rounding::Up), x.ceil()));
            prop_assert!(same32(f.round_integral(u64::from(b), Rounding::Zero), x.trunc()));
            prop_assert!(same32(f.round_integral(u64::from(b), Rounding::NearestEven), x.round_ties_even()));
            prop_assert_eq!(f.to_integer(u64::from(b), Rounding::Zero, i32::MIN.into(), i32::MAX.into()), i128::from(x as i32));
            prop_assert_eq!(f.to_integer(u64::from(b), Rounding::Zero, 0, u32::MAX.into()), i128::from(x as u32));
            prop_assert!(same32(f.from_integer(i128::from(a as i64)), a as i64 as f32));
        }

        /// A result rounded up and one rounded down enclose the exact one and are neighbours or equal.
        #[test]
        fn directed_roundings_enclose(a in bits32(), b in bits32()) {
            let (a, b) = (u64::from(a), u64::from(b));
            let f = float(F32);
            let down = f.with_rounding(Rounding::Down).mul(a, b);
            let up = f.with_rounding(Rounding::Up).mul(a, b);
            let exact = F32.to_f64(a) * F32.to_f64(b);
            if !exact.is_nan() {
                prop_assert!(F32.to_f64(down) <= exact && exact <= F32.to_f64(up));
                prop_assert!(down == up || F32.magnitude(down).abs_diff(F32.magnitude(up)) == 1 || F32.is_zero(down) != F32.is_zero(up));
            }
        }
    }

    #[test]
    fn sixteen_bits() {
        let f = float(F16);
        assert_eq!(f.add(0x3c00, 0x3c00), 0x4000);
        assert_eq!(f.mul(0x7bff, 0x4000), 0x7c00);
        assert_eq!(Float { saturate: true, ..f }.mul(0x7bff, 0x4000), 0x7bff);
        // 1 + 2^-11 is half way: to even.
        assert_eq!(f.add(0x3c00, 0x1000), 0x3c00);
        assert_eq!(f.with_rounding(Rounding::Up).add(0x3c00, 0x1000), 0x3c01);
        // Product and addend are 71 binary orders apart: more than 64-bit floats hold.
        assert_eq!(f.with_rounding(Rounding::Up).fma(0x0001, 0x0001, 0x7800), 0x7801);
        assert_eq!(F16.to_f64(0x0001), 2f64.powi(-24));
    }
}
