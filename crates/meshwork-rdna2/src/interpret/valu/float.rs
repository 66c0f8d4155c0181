//! Float arithmetic and comparisons.

use std::cmp::Ordering;

use super::Semantics::{self, Bits, Compare};
use crate::interpret::float::{F32, Float, Rounding};
use crate::interpret::mode::Mode;
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    Some(Bits(arithmetic(opcode)?))
}

fn arithmetic(opcode: Opcode) -> Option<fn(Mode, [u64; 3]) -> u64> {
    Some(match opcode {
        V_ADD_F16 => |m, [a, b, _]| m.f16().add(a, b),
        V_ADD_F32 => |m, [a, b, _]| m.f32().add(a, b),
        V_ADD_F64 => |m, [a, b, _]| m.f64().add(a, b),
        V_SUB_F16 => |m, [a, b, _]| m.f16().sub(a, b),
        V_SUB_F32 => |m, [a, b, _]| m.f32().sub(a, b),
        V_SUBREV_F16 => |m, [a, b, _]| m.f16().sub(b, a),
        V_SUBREV_F32 => |m, [a, b, _]| m.f32().sub(b, a),
        V_MUL_F16 => |m, [a, b, _]| m.f16().mul(a, b),
        V_MUL_F32 => |m, [a, b, _]| m.f32().mul(a, b),
        V_MUL_F64 => |m, [a, b, _]| m.f64().mul(a, b),
        V_MUL_LEGACY_F32 => |m, [a, b, _]| m.f32().mul_legacy(a, b),
        V_FMAC_F16 | V_FMA_F16 | V_FMAAK_F16 | V_FMAMK_F16 => |m, [a, b, c]| m.f16().fma(a, b, c),
        V_FMAC_F32 | V_FMA_F32 | V_FMAAK_F32 | V_FMAMK_F32 => |m, [a, b, c]| m.f32().fma(a, b, c),
        V_FMA_F64 => |m, [a, b, c]| m.f64().fma(a, b, c),
        V_FMAC_LEGACY_F32 | V_FMA_LEGACY_F32 => |m, [a, b, c]| m.f32().fma_legacy(a, b, c),
        V_MULLIT_F32 => mullit,

        V_MIN_F16 => |m, [a, b, _]| m.f16().min(a, b),
        V_MIN_F32 => |m, [a, b, _]| m.f32().min(a, b),
        V_MIN_F64 => |m, [a, b, _]| m.f64().min(a, b),
        V_MAX_F16 => |m, [a, b, _]| m.f16().max(a, b),
        V_MAX_F32 => |m, [a, b, _]| m.f32().max(a, b),
        V_MAX_F64 => |m, [a, b, _]| m.f64().max(a, b),
        V_MIN3_F16 => |m, [a, b, c]| m.f16().min3(a, b, c),
        V_MIN3_F32 => |m, [a, b, c]| m.f32().min3(a, b, c),
        V_MAX3_F16 => |m, [a, b, c]| m.f16().max3(a, b, c),
        V_MAX3_F32 => |m, [a, b, c]| m.f32().max3(a, b, c),
        V_MED3_F16 => |m, [a, b, c]| m.f16().med3(a, b, c),
        V_MED3_F32 => |m, [a, b, c]| m.f32().med3(a, b, c),

        V_TRUNC_F16 => |m, [a, ..]| m.f16().round_integral(a, Rounding::Zero),
        V_TRUNC_F32 => |m, [a, ..]| m.f32().round_integral(a, Rounding::Zero),
        V_TRUNC_F64 => |m, [a, ..]| m.f64().round_integral(a, Rounding::Zero),
        V_CEIL_F16 => |m, [a, ..]| m.f16().round_integral(a, Rounding::Up),
        V_CEIL_F32 => |m, [a, ..]| m.f32().round_integral(a, Rounding::Up),
        V_CEIL_F64 => |m, [a, ..]| m.f64().round_integral(a, Rounding::Up),
        V_FLOOR_F16 => |m, [a, ..]| m.f16().round_integral(a, Rounding::Down),
        V_FLOOR_F32 => |m, [a, ..]| m.f32().round_integral(a, Rounding::Down),
        V_FLOOR_F64 => |m, [a, ..]| m.f64().round_integral(a, Rounding::Down),
        V_RNDNE_F16 => |m, [a, ..]| m.f16().round_integral(a, Rounding::NearestEven),
        V_RNDNE_F32 => |m, [a, ..]| m.f32().round_integral(a, Rounding::NearestEven),
        V_RNDNE_F64 => |m, [a, ..]| m.f64().round_integral(a, Rounding::NearestEven),
        V_FRACT_F16 => |m, [a, ..]| m.f16().fract(a),
        V_FRACT_F32 => |m, [a, ..]| m.f32().fract(a),
        V_FRACT_F64 => |m, [a, ..]| m.f64().fract(a),

        V_LDEXP_F16 => |m, [a, b, _]| m.f16().ldexp(a, (b as i16).into()),
        V_LDEXP_F32 => |m, [a, b, _]| m.f32().ldexp(a, b as i32),
        V_LDEXP_F64 => |m, [a, b, _]| m.f64().ldexp(a, b as i32),
        V_FREXP_MANT_F16 => |m, [a, ..]| m.f16().frexp_mantissa(a),
        V_FREXP_MANT_F32 => |m, [a, ..]| m.f32().frexp_mantissa(a),
        V_FREXP_MANT_F64 => |m, [a, ..]| m.f64().frexp_mantissa(a),
        V_FREXP_EXP_I16_F16 => |m, [a, ..]| m.f16().frexp_exponent(a) as u16 as u64,
        V_FREXP_EXP_I32_F32 => |m, [a, ..]| m.f32().frexp_exponent(a) as u32 as u64,
        V_FREXP_EXP_I32_F64 => |m, [a, ..]| m.f64().frexp_exponent(a) as u32 as u64,

        V_CUBEID_F32 => |m, v| m.f32().from_integer(Face::of(m, v) as i128),
        V_CUBESC_F32 => cube_s,
        V_CUBETC_F32 => cube_t,
        V_CUBEMA_F32 => cube_major,
        _ => return None,
    })
}

/// RDNA2 ISA, V_MULLIT_F32: the specular part of a lighting coefficient.
fn mullit(m: Mode, [a, b, c]: [u64; 3]) -> u64 {
    let f = m.f32();
    let (y, z) = (f.value(b), f.value(c));
    if y.is_nan() || z.is_nan() || y <= -f64::from(f32::MAX) || z <= 0.0 {
        F32.sign() | F32.greatest()
    } else {
        f.mul_legacy(a, b)
    }
}

/// Faces of a cube, by number: the axis of the greatest magnitude, z before y before x.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    PositiveX = 0,
    NegativeX = 1,
    PositiveY = 2,
    NegativeY = 3,
    PositiveZ = 4,
    NegativeZ = 5,
}

impl Face {
    fn of(m: Mode, [x, y, z]: [u64; 3]) -> Self {
        let [x, y, z] = [x, y, z].map(|v| m.f32().value(v));
        if z.abs() >= x.abs() && z.abs() >= y.abs() {
            if z < 0.0 { Self::NegativeZ } else { Self::PositiveZ }
        } else if y.abs() >= x.abs() {
            if y < 0.0 { Self::NegativeY } else { Self::PositiveY }
        } else if x < 0.0 {
            Self::NegativeX
        } else {
            Self::PositiveX
        }
    }
}

const NEG: u64 = F32.sign();

fn cube_s(m: Mode, v: [u64; 3]) -> u64 {
    let [x, _, z] = v.map(|v| m.f32().input(v));
    match Face::of(m, v) {
        Face::NegativeZ => x ^ NEG,
        Face::PositiveZ | Face::NegativeY | Face::PositiveY => x,
        Face::NegativeX => z,
        Face::PositiveX => z ^ NEG,
    }
}

fn cube_t(m: Mode, v: [u64; 3]) -> u64 {
    let [_, y, z] = v.map(|v| m.f32().input(v));
    match Face::of(m, v) {
        Face::NegativeY => z ^ NEG,
        Face::PositiveY => z,
        _ => y ^ NEG,
    }
}

fn cube_major(m: Mode, v: [u64; 3]) -> u64 {
    let [x, y, z] = v;
    let major = match Face::of(m, v) {
        Face::NegativeZ | Face::PositiveZ => z,
        Face::NegativeY | Face::PositiveY => y,
        Face::NegativeX | Face::PositiveX => x,
    };
    m.f32().ldexp(major, 1)
}

/// Of two values whether each order of them holds; `None` is unordered.
type Test = fn(Option<Ordering>) -> bool;

macro_rules! tests {
    ($opcode:expr, $($test:expr => $f16:ident $x16:ident $f32:ident $x32:ident $f64:ident $x64:ident,)*) => {
        match $opcode {
            $($f16 | $x16 => Some(Compare(|m, [a, b]| { const T: Test = $test; T(m.f16().compare(a, b)) })),
            $f32 | $x32 => Some(Compare(|m, [a, b]| { const T: Test = $test; T(m.f32().compare(a, b)) })),
            $f64 | $x64 => Some(Compare(|m, [a, b]| { const T: Test = $test; T(m.f64().compare(a, b)) })),)*
            _ => None,
        }
    };
}

/// The sixteen comparisons (RDNA2 ISA, 12.11): those with N are true where a NaN is an operand.
pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    tests! { opcode,
        |_| false => V_CMP_F_F16 V_CMPX_F_F16 V_CMP_F_F32 V_CMPX_F_F32 V_CMP_F_F64 V_CMPX_F_F64,
        |o| o == Some(Ordering::Less) => V_CMP_LT_F16 V_CMPX_LT_F16 V_CMP_LT_F32 V_CMPX_LT_F32 V_CMP_LT_F64 V_CMPX_LT_F64,
        |o| o == Some(Ordering::Equal) => V_CMP_EQ_F16 V_CMPX_EQ_F16 V_CMP_EQ_F32 V_CMPX_EQ_F32 V_CMP_EQ_F64 V_CMPX_EQ_F64,
        |o| o.is_some_and(Ordering::is_le) => V_CMP_LE_F16 V_CMPX_LE_F16 V_CMP_LE_F32 V_CMPX_LE_F32 V_CMP_LE_F64 V_CMPX_LE_F64,
        |o| o == Some(Ordering::Greater) => V_CMP_GT_F16 V_CMPX_GT_F16 V_CMP_GT_F32 V_CMPX_GT_F32 V_CMP_GT_F64 V_CMPX_GT_F64,
        |o| o.is_some_and(Ordering::is_ne) => V_CMP_LG_F16 V_CMPX_LG_F16 V_CMP_LG_F32 V_CMPX_LG_F32 V_CMP_LG_F64 V_CMPX_LG_F64,
        |o| o.is_some_and(Ordering::is_ge) => V_CMP_GE_F16 V_CMPX_GE_F16 V_CMP_GE_F32 V_CMPX_GE_F32 V_CMP_GE_F64 V_CMPX_GE_F64,
        |o| o.is_some() => V_CMP_O_F16 V_CMPX_O_F16 V_CMP_O_F32 V_CMPX_O_F32 V_CMP_O_F64 V_CMPX_O_F64,
        |o| o.is_none() => V_CMP_U_F16 V_CMPX_U_F16 V_CMP_U_F32 V_CMPX_U_F32 V_CMP_U_F64 V_CMPX_U_F64,
        |o| !o.is_some_and(Ordering::is_ge) => V_CMP_NGE_F16 V_CMPX_NGE_F16 V_CMP_NGE_F32 V_CMPX_NGE_F32 V_CMP_NGE_F64 V_CMPX_NGE_F64,
        |o| !o.is_some_and(Ordering::is_ne) => V_CMP_NLG_F16 V_CMPX_NLG_F16 V_CMP_NLG_F32 V_CMPX_NLG_F32 V_CMP_NLG_F64 V_CMPX_NLG_F64,
        |o| o != Some(Ordering::Greater) => V_CMP_NGT_F16 V_CMPX_NGT_F16 V_CMP_NGT_F32 V_CMPX_NGT_F32 V_CMP_NGT_F64 V_CMPX_NGT_F64,
        |o| !o.is_some_and(Ordering::is_le) => V_CMP_NLE_F16 V_CMPX_NLE_F16 V_CMP_NLE_F32 V_CMPX_NLE_F32 V_CMP_NLE_F64 V_CMPX_NLE_F64,
        |o| o != Some(Ordering::Equal) => V_CMP_NEQ_F16 V_CMPX_NEQ_F16 V_CMP_NEQ_F32 V_CMPX_NEQ_F32 V_CMP_NEQ_F64 V_CMPX_NEQ_F64,
        |o| o != Some(Ordering::Less) => V_CMP_NLT_F16 V_CMPX_NLT_F16 V_CMP_NLT_F32 V_CMPX_NLT_F32 V_CMP_NLT_F64 V_CMPX_NLT_F64,
        |_| true => V_CMP_TRU_F16 V_CMPX_TRU_F16 V_CMP_TRU_F32 V_CMPX_TRU_F32 V_CMP_TRU_F64 V_CMPX_TRU_F64,
    }
    .or_else(|| match opcode {
        V_CMP_CLASS_F16 | V_CMPX_CLASS_F16 => Some(Compare(|m, [a, b]| class(m.f16(), a, b))),
        V_CMP_CLASS_F32 | V_CMPX_CLASS_F32 => Some(Compare(|m, [a, b]| class(m.f32(), a, b))),
        V_CMP_CLASS_F64 | V_CMPX_CLASS_F64 => Some(Compare(|m, [a, b]| class(m.f64(), a, b))),
        _ => None,
    })
}

/// Whether the mask has the bit of the value's class (RDNA2 ISA, V_CMP_CLASS_F32). Denormals are seen whatever MODE says.
fn class(float: Float, value: u64, mask: u64) -> bool {
    let format = float.format;
    let negative = format.is_negative(value);
    let bit = if format.is_signaling(value) {
        0
    } else if format.is_nan(value) {
        1
    } else if format.is_infinite(value) {
        if negative { 2 } else { 9 }
    } else if format.is_zero(value) {
        if negative { 5 } else { 6 }
    } else if format.is_denormal(value) {
        if negative { 4 } else { 7 }
    } else if negative {
        3
    } else {
        8
    };
    mask >> bit & 1 != 0
}
