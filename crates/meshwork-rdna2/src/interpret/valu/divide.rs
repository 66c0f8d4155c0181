//! The three steps around the Newton iterations of a division: scaling, the last fused step, and what the iterations get wrong
//! (RDNA2 ISA, V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP). Sources are quotient or operand, denominator, numerator.

use super::Semantics::{self, Bits, MaskIn, WithMask};
use crate::interpret::float::Float;
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_DIV_SCALE_F32 => WithMask(|m, v| scale(m.f32(), 96, 64, 23, v)),
        V_DIV_SCALE_F64 => WithMask(|m, v| scale(m.f64(), 768, 128, 53, v)),
        V_DIV_FMAS_F32 => MaskIn(|m, [a, b, c], scaled| {
            let sum = m.f32().fma(a, b, c);
            if scaled { m.f32().ldexp(sum, 32) } else { sum }
        }),
        V_DIV_FMAS_F64 => MaskIn(|m, [a, b, c], scaled| {
            let sum = m.f64().fma(a, b, c);
            if scaled { m.f64().ldexp(sum, 64) } else { sum }
        }),
        V_DIV_FIXUP_F16 => Bits(|m, v| fixup(m.f16(), None, v)),
        V_DIV_FIXUP_F32 => Bits(|m, v| fixup(m.f32(), Some((-150, 0xff)), v)),
        V_DIV_FIXUP_F64 => Bits(|m, v| fixup(m.f64(), Some((-1075, 0x7ff)), v)),
        _ => return None,
    })
}

/// Powers of two on numerator or denominator where the iterations would leave the format; the mask asks V_DIV_FMAS to undo it.
fn scale(float: Float, far: i32, by: i32, tiny: i32, [value, denominator, numerator]: [u64; 3]) -> (u64, bool) {
    let format = float.format;
    let up = || float.ldexp(value, by);
    if format.is_zero(numerator) || format.is_zero(denominator) {
        return (format.nan(), false);
    }
    let (n, d) = (format.exponent(numerator), format.exponent(denominator));
    // Exponents of the quotient and of the denominator's reciprocal that are those of denormals.
    let least = 1 - (format.exponent(format.one()));
    let quotient_denormal = n - d < least;
    let reciprocal_denormal = d - format.exponent(format.one()) > -least;
    if n - d >= far {
        (if value == denominator { up() } else { value }, true)
    } else if format.is_denormal(denominator) {
        (up(), false)
    } else if reciprocal_denormal && quotient_denormal {
        (if value == denominator { up() } else { value }, true)
    } else if reciprocal_denormal {
        (float.ldexp(value, -by), false)
    } else if quotient_denormal {
        (if value == numerator { up() } else { value }, true)
    } else if n <= tiny {
        (up(), false)
    } else {
        (value, false)
    }
}

/// The quotient with its sign, and the special cases.
fn fixup(float: Float, range: Option<(i32, i32)>, [quotient, denominator, numerator]: [u64; 3]) -> u64 {
    let format = float.format;
    let sign = (denominator ^ numerator) & format.sign();
    let (n, d) = (float.input(numerator), float.input(denominator));
    if format.is_nan(n) || format.is_nan(d) {
        return float.result(if format.is_nan(n) { n } else { d });
    }
    let (zero, infinite) = ((format.is_zero(n), format.is_zero(d)), (format.is_infinite(n), format.is_infinite(d)));
    if zero == (true, true) || infinite == (true, true) {
        return format.sign() | format.nan();
    } else if zero.1 || infinite.0 {
        return sign | format.infinity();
    } else if infinite.1 || zero.0 {
        return sign;
    }
    if let Some((least, greatest)) = range {
        let distance = format.exponent(numerator) - format.exponent(denominator);
        if distance < least {
            return sign | float.result(1);
        } else if format.exponent(denominator) == greatest {
            return sign | format.infinity();
        }
    }
    sign | format.magnitude(float.result(quotient))
}
