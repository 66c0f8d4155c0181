//! Conversions. To integers they saturate, and a NaN becomes 0 (RDNA2 ISA, V_CVT_I32_F32).

use super::Semantics::{self, Bits};
use crate::interpret::float::{F32, Float, Rounding};
use crate::interpret::mode::Mode;
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(Bits(conversion(opcode)?))
}

fn conversion(opcode: Opcode) -> Option<fn(Mode, [u64; 3]) -> u64> {
    Some(match opcode {
        V_CVT_F32_I32 => |m, [a, ..]| m.f32().from_integer((a as i32).into()),
        V_CVT_F32_U32 => |m, [a, ..]| m.f32().from_integer((a as u32).into()),
        V_CVT_F64_I32 => |m, [a, ..]| m.f64().from_integer((a as i32).into()),
        V_CVT_F64_U32 => |m, [a, ..]| m.f64().from_integer((a as u32).into()),
        V_CVT_F16_I16 => |m, [a, ..]| m.f16().from_integer((a as i16).into()),
        V_CVT_F16_U16 => |m, [a, ..]| m.f16().from_integer((a as u16).into()),
        V_CVT_F32_UBYTE0 => |m, [a, ..]| m.f32().from_integer((a as u8).into()),
        V_CVT_F32_UBYTE1 => |m, [a, ..]| m.f32().from_integer(((a >> 8) as u8).into()),
        V_CVT_F32_UBYTE2 => |m, [a, ..]| m.f32().from_integer(((a >> 16) as u8).into()),
        V_CVT_F32_UBYTE3 => |m, [a, ..]| m.f32().from_integer(((a >> 24) as u8).into()),
        // Sixteenths, of four bits with sign.
        V_CVT_OFF_F32_I4 => |m, [a, ..]| m.f32().ldexp(m.f32().from_integer(((a << 4) as i8 >> 4).into()), -4),

        V_CVT_I32_F32 => |m, [a, ..]| to_i32(m.f32(), a, Rounding::Zero),
        V_CVT_I32_F64 => |m, [a, ..]| to_i32(m.f64(), a, Rounding::Zero),
        V_CVT_U32_F32 => |m, [a, ..]| to_u32(m.f32(), a),
        V_CVT_U32_F64 => |m, [a, ..]| to_u32(m.f64(), a),
        V_CVT_I16_F16 => |m, [a, ..]| m.f16().to_integer(a, Rounding::Zero, -0x8000, 0x7fff) as u16 as u64,
        V_CVT_U16_F16 => |m, [a, ..]| m.f16().to_integer(a, Rounding::Zero, 0, 0xffff) as u64,
        V_CVT_FLR_I32_F32 => |m, [a, ..]| to_i32(m.f32(), a, Rounding::Down),
        V_CVT_RPI_I32_F32 => |m, [a, ..]| to_i32(m.f32(), m.f32().add(a, HALF), Rounding::Down),

        V_CVT_F16_F32 => |m, [a, ..]| m.f16().convert(&m.f32(), a),
        V_CVT_F32_F16 => |m, [a, ..]| m.f32().convert(&m.f16(), a),
        V_CVT_F32_F64 => |m, [a, ..]| m.f32().convert(&m.f64(), a),
        V_CVT_F64_F32 => |m, [a, ..]| m.f64().convert(&m.f32(), a),

        V_CVT_PKRTZ_F16_F32 => |m, [a, b, _]| {
            let half = m.f16().with_rounding(Rounding::Zero);
            pack(half.convert(&m.f32(), a), half.convert(&m.f32(), b))
        },
        V_PACK_B32_F16 => |m, [a, b, _]| pack(m.f16().result(m.f16().input(a)), m.f16().result(m.f16().input(b))),
        V_CVT_PK_U16_U32 => |_, [a, b, _]| pack(a.min(0xffff), b.min(0xffff)),
        V_CVT_PK_I16_I32 => |_, [a, b, _]| pack(saturate_i16(a), saturate_i16(b)),
        V_CVT_PKNORM_I16_F32 => |m, [a, b, _]| pack(snorm16(m.f32(), a), snorm16(m.f32(), b)),
        V_CVT_PKNORM_U16_F32 => |m, [a, b, _]| pack(unorm16(m.f32(), a), unorm16(m.f32(), b)),
        V_CVT_PKNORM_I16_F16 => |m, [a, b, _]| pack(snorm16(m.f16(), a), snorm16(m.f16(), b)),
        V_CVT_PKNORM_U16_F16 => |m, [a, b, _]| pack(unorm16(m.f16(), a), unorm16(m.f16(), b)),
        V_CVT_NORM_I16_F16 => |m, [a, ..]| snorm16(m.f16(), a),
        V_CVT_NORM_U16_F16 => |m, [a, ..]| unorm16(m.f16(), a),
        V_CVT_PK_U8_F32 => |m, [a, b, c]| {
            let place = 8 * (b & 3);
            let byte = m.f32().to_integer(a, m.f32().rounding, 0, 255) as u64;
            c & !(255 << place) | byte << place
        },
        _ => return None,
    })
}

const HALF: u64 = F32.one() - (1 << F32.fraction);

fn to_i32(float: Float, a: u64, rounding: Rounding) -> u64 {
    float.to_integer(a, rounding, i32::MIN.into(), i32::MAX.into()) as u32 as u64
}

fn to_u32(float: Float, a: u64) -> u64 {
    float.to_integer(a, Rounding::Zero, 0, u32::MAX.into()) as u64
}

const fn pack(low: u64, high: u64) -> u64 {
    low & 0xffff | (high & 0xffff) << 16
}

fn saturate_i16(a: u64) -> u64 {
    (a as i32).clamp(-0x8000, 0x7fff) as u16 as u64
}

/// Clamped to ±1, times the greatest integer, to the nearest.
fn snorm16(float: Float, a: u64) -> u64 {
    normalized(float, a, -1.0, 32767.0) as u16 as u64
}

fn unorm16(float: Float, a: u64) -> u64 {
    normalized(float, a, 0.0, 65535.0) as u64
}

fn normalized(float: Float, a: u64, least: f64, scale: f64) -> i64 {
    let value = float.value(a);
    if value.is_nan() { 0 } else { (value.clamp(least, 1.0) * scale).round_ties_even() as i64 }
}
