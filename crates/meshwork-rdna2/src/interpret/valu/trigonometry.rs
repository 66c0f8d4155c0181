//! Reciprocals, roots, exponentials, sines: computed with 64 bits and rounded once, within the manual's error (1 unit in the last
//! place for most). With 32 bits the unit flushes denormals whatever MODE says.

use std::f64::consts::FRAC_PI_2;

use super::Semantics::{self, Bits};
use crate::interpret::float::Float;
use crate::interpret::mode::Mode;
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(Bits(function(opcode)?))
}

fn function(opcode: Opcode) -> Option<fn(Mode, [u64; 3]) -> u64> {
    Some(match opcode {
        V_RCP_F16 => |m, [a, ..]| of(m.f16(), a, f64::recip),
        V_RCP_F32 | V_RCP_IFLAG_F32 => |m, [a, ..]| of(m.f32().flushing(), a, f64::recip),
        V_RCP_F64 => |m, [a, ..]| of(m.f64(), a, f64::recip),
        V_SQRT_F16 => |m, [a, ..]| of(m.f16(), a, f64::sqrt),
        V_SQRT_F32 => |m, [a, ..]| of(m.f32().flushing(), a, f64::sqrt),
        V_SQRT_F64 => |m, [a, ..]| of(m.f64(), a, f64::sqrt),
        V_RSQ_F16 => |m, [a, ..]| of(m.f16(), a, reciprocal_root),
        V_RSQ_F32 => |m, [a, ..]| of(m.f32().flushing(), a, reciprocal_root),
        V_RSQ_F64 => |m, [a, ..]| of(m.f64(), a, reciprocal_root),
        V_EXP_F16 => |m, [a, ..]| of(m.f16(), a, f64::exp2),
        V_EXP_F32 => |m, [a, ..]| of(m.f32().flushing(), a, f64::exp2),
        V_LOG_F16 => |m, [a, ..]| of(m.f16(), a, f64::log2),
        V_LOG_F32 => |m, [a, ..]| of(m.f32().flushing(), a, f64::log2),
        V_SIN_F16 => |m, [a, ..]| of(m.f16(), a, sine),
        V_SIN_F32 => |m, [a, ..]| of(m.f32().flushing(), a, sine),
        V_COS_F16 => |m, [a, ..]| of(m.f16(), a, cosine),
        V_COS_F32 => |m, [a, ..]| of(m.f32().flushing(), a, cosine),
        V_TRIG_PREOP_F64 => |_, [a, b, _]| pre_op(a, b),
        _ => return None,
    })
}

fn of(float: Float, a: u64, function: impl Fn(f64) -> f64) -> u64 {
    float.from_f64(function(float.value(a)))
}

fn reciprocal_root(x: f64) -> f64 {
    // The root of -0 is -0, and its reciprocal -∞.
    x.sqrt().recip()
}

/// Revolutions beyond which the unit gives up (RDNA2 ISA, V_SIN_F32).
const DOMAIN: f64 = 256.0;

/// Of revolutions; 0 beyond the domain.
fn sine(x: f64) -> f64 {
    if x.is_finite() && x.abs() > DOMAIN { 0.0 } else { quarters(x, 0) }
}

/// Of revolutions; 1 beyond the domain.
fn cosine(x: f64) -> f64 {
    if x.is_finite() && x.abs() > DOMAIN { 1.0 } else { quarters(x, 1) }
}

/// The sine, `ahead` quarters on. The quarter is taken off exactly, so that zeros and ones are exact.
fn quarters(x: f64, ahead: i64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let quarter = (4.0 * x).round_ties_even();
    let rest = (4.0 * x - quarter) * FRAC_PI_2;
    match (quarter as i64 + ahead).rem_euclid(4) {
        // Keeps the sign of zero.
        0 => rest.sin(),
        1 => rest.cos(),
        2 => -rest.sin(),
        _ => -rest.cos(),
    }
}

/// 2/π in words of 24 bits, from the first behind the point on.
const TWO_OVER_PI: [u32; 51] = [
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
    0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
    0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
    0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
    0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0,
];

/// 53 bits of 2/π for the reduction of a great angle, chosen by its exponent and a number of segments (RDNA2 ISA,
/// V_TRIG_PREOP_F64).
fn pre_op(a: u64, segment: u64) -> u64 {
    let exponent = (a >> 52 & 0x7ff) as i32;
    let shift = 53 * (segment & 31) as i32 + (exponent - 1077).max(0);
    let bit = |place: i32| TWO_OVER_PI.get((place / 24) as usize).map_or(0, |word| word >> (23 - place % 24) & 1);
    let bits = (0..53).fold(0u64, |bits, place| bits << 1 | u64::from(bit(shift + place)));
    let scale = -53 - shift + if exponent >= 1968 { 128 } else { 0 };
    let float = Mode::new(0xf0).f64();
    float.ldexp(float.from_integer(bits.into()), scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The segments of an angle of exponent 0 are 2/π itself, 53 bits after 53 bits.
    #[test]
    fn segments_of_two_over_pi() {
        let one = 1f64.to_bits();
        let first = f64::from_bits(pre_op(one, 0));
        let second = f64::from_bits(pre_op(one, 1));
        assert_eq!(first + second, std::f64::consts::FRAC_2_PI);
        assert!(second < first * 2f64.powi(-50) && second > 0.0);
    }
}
