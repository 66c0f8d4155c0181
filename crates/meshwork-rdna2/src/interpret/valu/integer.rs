//! Integer and bit arithmetic, and integer comparisons.

use super::Semantics::{self, Bits, Carry, CompareIntegers, Integer, MaskIn};
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    exact(opcode).map(Integer).or_else(|| bits(opcode)).or_else(|| carry(opcode))
}

/// Sums, products, orders: exact, then cut or saturated to the type of the result.
fn exact(opcode: Opcode) -> Option<fn([i128; 3]) -> i128> {
    Some(match opcode {
        V_ADD_NC_U32 | V_ADD_NC_I32 | V_ADD_NC_U16 | V_ADD_NC_I16 => |[a, b, _]| a + b,
        V_SUB_NC_U32 | V_SUB_NC_I32 | V_SUB_NC_U16 | V_SUB_NC_I16 => |[a, b, _]| a - b,
        V_SUBREV_NC_U32 => |[a, b, _]| b - a,
        V_ADD3_U32 => |[a, b, c]| a + b + c,
        V_MUL_LO_U32 | V_MUL_LO_U16 => |[a, b, _]| a * b,
        V_MUL_HI_U32 | V_MUL_HI_I32 => |[a, b, _]| (a * b) >> 32,
        V_MUL_U32_U24 => |[a, b, _]| u24(a) * u24(b),
        V_MUL_I32_I24 => |[a, b, _]| i24(a) * i24(b),
        V_MUL_HI_U32_U24 => |[a, b, _]| (u24(a) * u24(b)) >> 32,
        V_MUL_HI_I32_I24 => |[a, b, _]| (i24(a) * i24(b)) >> 32,
        V_MAD_U32_U24 => |[a, b, c]| u24(a) * u24(b) + c,
        V_MAD_I32_I24 => |[a, b, c]| i24(a) * i24(b) + c,
        V_MAD_U16 | V_MAD_I16 | V_MAD_U32_U16 | V_MAD_I32_I16 => |[a, b, c]| a * b + c,

        V_MIN_I32 | V_MIN_U32 | V_MIN_I16 | V_MIN_U16 => |[a, b, _]| a.min(b),
        V_MAX_I32 | V_MAX_U32 | V_MAX_I16 | V_MAX_U16 => |[a, b, _]| a.max(b),
        V_MIN3_I32 | V_MIN3_U32 | V_MIN3_I16 | V_MIN3_U16 => |[a, b, c]| a.min(b).min(c),
        V_MAX3_I32 | V_MAX3_U32 | V_MAX3_I16 | V_MAX3_U16 => |[a, b, c]| a.max(b).max(c),
        V_MED3_I32 | V_MED3_U32 | V_MED3_I16 | V_MED3_U16 => |[a, b, c]| a.max(b).min(a.min(b).max(c)),

        V_SAD_U8 => |[a, b, c]| sad(a, b, 8, |_| true) + c,
        V_SAD_HI_U8 => |[a, b, c]| (sad(a, b, 8, |_| true) << 16) + c,
        V_SAD_U16 => |[a, b, c]| sad(a, b, 16, |_| true) + c,
        V_SAD_U32 => |[a, b, c]| (a - b).abs() + c,
        V_MSAD_U8 => |[a, b, c]| sad(a, b, 8, |reference| reference != 0) + c,

        V_DOT4C_I32_I8 | V_DOT4_I32_I8 => |[a, b, c]| dot(a, b, 8, signed) + c,
        V_DOT4_U32_U8 => |[a, b, c]| dot(a, b, 8, unsigned) + c,
        V_DOT8_I32_I4 => |[a, b, c]| dot(a, b, 4, signed) + c,
        V_DOT8_U32_U4 => |[a, b, c]| dot(a, b, 4, unsigned) + c,
        _ => return None,
    })
}

/// Logic, shifts, fields. A shift takes as many bits of its amount as it needs (RDNA2 ISA, V_LSHLREV_B32).
fn bits(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_MOV_B32 => Bits(|_, [a, ..]| a),
        V_CNDMASK_B32 => MaskIn(|_, [a, b, _], mask| if mask { b } else { a }),
        V_NOT_B32 => Bits(|_, [a, ..]| (!a as u32).into()),
        V_AND_B32 => Bits(|_, [a, b, _]| a & b),
        V_OR_B32 => Bits(|_, [a, b, _]| a | b),
        V_XOR_B32 => Bits(|_, [a, b, _]| a ^ b),
        V_XNOR_B32 => Bits(|_, [a, b, _]| (!(a ^ b) as u32).into()),
        V_OR3_B32 => Bits(|_, [a, b, c]| a | b | c),
        V_XOR3_B32 => Bits(|_, [a, b, c]| a ^ b ^ c),
        V_AND_OR_B32 => Bits(|_, [a, b, c]| a & b | c),
        V_XAD_U32 => Bits(|_, [a, b, c]| low((a ^ b) + c)),

        V_LSHLREV_B16 => Bits(|_, [a, b, _]| b << (a & 15) & 0xffff),
        V_LSHLREV_B32 => Bits(|_, [a, b, _]| low(b << (a & 31))),
        V_LSHLREV_B64 => Bits(|_, [a, b, _]| b << (a & 63)),
        V_LSHRREV_B16 => Bits(|_, [a, b, _]| b >> (a & 15)),
        V_LSHRREV_B32 => Bits(|_, [a, b, _]| b >> (a & 31)),
        V_LSHRREV_B64 => Bits(|_, [a, b, _]| b >> (a & 63)),
        V_ASHRREV_I16 => Bits(|_, [a, b, _]| (b as i16 >> (a & 15)) as u16 as u64),
        V_ASHRREV_I32 => Bits(|_, [a, b, _]| (b as i32 >> (a & 31)) as u32 as u64),
        V_ASHRREV_I64 => Bits(|_, [a, b, _]| (b as i64 >> (a & 63)) as u64),
        V_LSHL_ADD_U32 => Bits(|_, [a, b, c]| low((a << (b & 31)) + c)),
        V_ADD_LSHL_U32 => Bits(|_, [a, b, c]| low((a + b) << (c & 31))),
        V_LSHL_OR_B32 => Bits(|_, [a, b, c]| low(a << (b & 31)) | c),
        V_ALIGNBIT_B32 => Bits(|_, [a, b, c]| low((a << 32 | b) >> (c & 31))),
        V_ALIGNBYTE_B32 => Bits(|_, [a, b, c]| low((a << 32 | b) >> (8 * (c & 3)))),

        V_BFE_U32 => Bits(|_, [a, b, c]| (a >> (b & 31)) & ones(c & 31)),
        V_BFE_I32 => Bits(|_, [a, b, c]| field_signed(a as u32, b as u32 & 31, c as u32 & 31).into()),
        V_BFI_B32 => Bits(|_, [a, b, c]| a & b | !a & c),
        V_BFM_B32 => Bits(|_, [a, b, _]| low(ones(a & 31) << (b & 31))),
        V_BFREV_B32 => Bits(|_, [a, ..]| (a as u32).reverse_bits().into()),
        V_BCNT_U32_B32 => Bits(|_, [a, b, _]| low(u64::from(a.count_ones()) + b)),
        V_FFBH_U32 => Bits(|_, [a, ..]| leading((a as u32).leading_zeros())),
        V_FFBH_I32 => Bits(|_, [a, ..]| leading((a as u32 ^ (a as i32 >> 31) as u32).leading_zeros())),
        V_FFBL_B32 => Bits(|_, [a, ..]| leading((a as u32).trailing_zeros())),
        V_PERM_B32 => Bits(|_, [a, b, c]| permute_bytes(a << 32 | b, c as u32).into()),
        V_LERP_U8 => Bits(|_, [a, b, c]| bytes(|byte| ((a >> byte & 255) + (b >> byte & 255) + (c >> byte & 1)) >> 1)),
        V_SAT_PK_U8_I16 => Bits(|_, [a, ..]| saturate_byte(a as i16) | saturate_byte((a >> 16) as i16) << 8),
        V_QSAD_PK_U16_U8 => Bits(|_, v| quad_sad(v, |_| true)),
        V_MQSAD_PK_U16_U8 => Bits(|_, v| quad_sad(v, |reference| reference != 0)),
        _ => return None,
    })
}

/// The mask result says that the exact one does not fit (RDNA2 ISA, V_ADD_CO_CI_U32).
fn carry(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_ADD_CO_U32 => Carry(|[a, b, _], _| a + b),
        V_SUB_CO_U32 => Carry(|[a, b, _], _| a - b),
        V_SUBREV_CO_U32 => Carry(|[a, b, _], _| b - a),
        V_ADD_CO_CI_U32 => Carry(|[a, b, _], carry| a + b + i128::from(carry)),
        V_SUB_CO_CI_U32 => Carry(|[a, b, _], borrow| a - b - i128::from(borrow)),
        V_SUBREV_CO_CI_U32 => Carry(|[a, b, _], borrow| b - a - i128::from(borrow)),
        V_MAD_U64_U32 => Semantics::WithMask(|_, [a, b, c]| {
            let exact = u128::from(a) * u128::from(b) + u128::from(c);
            (exact as u64, exact >> 64 != 0)
        }),
        V_MAD_I64_I32 => Semantics::WithMask(|_, [a, b, c]| {
            let exact = i128::from(a as i32) * i128::from(b as i32) + i128::from(c as i64);
            (exact as u64, i64::try_from(exact).is_err())
        }),
        _ => return None,
    })
}

macro_rules! tests {
    ($opcode:expr, $($test:expr => $($name:ident)*,)*) => {
        match $opcode {
            $($($name)|* => Some(CompareIntegers($test)),)*
            _ => None,
        }
    };
}

#[rustfmt::skip]
pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    tests! { opcode,
        |_| false => V_CMP_F_I32 V_CMPX_F_I32 V_CMP_F_U32 V_CMPX_F_U32 V_CMP_F_I64 V_CMPX_F_I64 V_CMP_F_U64 V_CMPX_F_U64,
        |[a, b]| a < b => V_CMP_LT_I16 V_CMPX_LT_I16 V_CMP_LT_U16 V_CMPX_LT_U16 V_CMP_LT_I32 V_CMPX_LT_I32
            V_CMP_LT_U32 V_CMPX_LT_U32 V_CMP_LT_I64 V_CMPX_LT_I64 V_CMP_LT_U64 V_CMPX_LT_U64,
        |[a, b]| a == b => V_CMP_EQ_I16 V_CMPX_EQ_I16 V_CMP_EQ_U16 V_CMPX_EQ_U16 V_CMP_EQ_I32 V_CMPX_EQ_I32
            V_CMP_EQ_U32 V_CMPX_EQ_U32 V_CMP_EQ_I64 V_CMPX_EQ_I64 V_CMP_EQ_U64 V_CMPX_EQ_U64,
        |[a, b]| a <= b => V_CMP_LE_I16 V_CMPX_LE_I16 V_CMP_LE_U16 V_CMPX_LE_U16 V_CMP_LE_I32 V_CMPX_LE_I32
            V_CMP_LE_U32 V_CMPX_LE_U32 V_CMP_LE_I64 V_CMPX_LE_I64 V_CMP_LE_U64 V_CMPX_LE_U64,
        |[a, b]| a > b => V_CMP_GT_I16 V_CMPX_GT_I16 V_CMP_GT_U16 V_CMPX_GT_U16 V_CMP_GT_I32 V_CMPX_GT_I32
            V_CMP_GT_U32 V_CMPX_GT_U32 V_CMP_GT_I64 V_CMPX_GT_I64 V_CMP_GT_U64 V_CMPX_GT_U64,
        |[a, b]| a != b => V_CMP_NE_I16 V_CMPX_NE_I16 V_CMP_NE_U16 V_CMPX_NE_U16 V_CMP_NE_I32 V_CMPX_NE_I32
            V_CMP_NE_U32 V_CMPX_NE_U32 V_CMP_NE_I64 V_CMPX_NE_I64 V_CMP_NE_U64 V_CMPX_NE_U64,
        |[a, b]| a >= b => V_CMP_GE_I16 V_CMPX_GE_I16 V_CMP_GE_U16 V_CMPX_GE_U16 V_CMP_GE_I32 V_CMPX_GE_I32
            V_CMP_GE_U32 V_CMPX_GE_U32 V_CMP_GE_I64 V_CMPX_GE_I64 V_CMP_GE_U64 V_CMPX_GE_U64,
        |_| true => V_CMP_T_I32 V_CMPX_T_I32 V_CMP_T_U32 V_CMPX_T_U32 V_CMP_T_I64 V_CMPX_T_I64 V_CMP_T_U64 V_CMPX_T_U64,
    }
}

const fn low(value: u64) -> u64 {
    value & 0xffff_ffff
}

const fn ones(count: u64) -> u64 {
    (1 << count) - 1
}

const fn u24(value: i128) -> i128 {
    value & 0xff_ffff
}

const fn i24(value: i128) -> i128 {
    value << 104 >> 104
}

fn field_signed(value: u32, offset: u32, width: u32) -> u32 {
    if width == 0 {
        return 0;
    }
    // What reaches beyond bit 31 repeats the sign.
    let shifted = value as i32 >> offset;
    (shifted << (32 - width) >> (32 - width)) as u32
}

/// Place of the first bit, -1 if there is none.
fn leading(count: u32) -> u64 {
    if count == 32 { 0xffff_ffff } else { count.into() }
}

/// Of four bytes each.
fn bytes(function: impl Fn(u32) -> u64) -> u64 {
    (0..32).step_by(8).fold(0, |all, byte| all | function(byte) << byte)
}

/// Selectors 0 to 7 take a byte, 8 to 11 the sign of a word, 12 is 0, and what is greater 0xff (RDNA2 ISA, V_PERM_B32).
fn permute_bytes(from: u64, selectors: u32) -> u32 {
    let select = |selector: u8| match selector {
        0..=7 => (from >> (8 * selector)) as u8,
        8..=11 => {
            if from >> (16 * (selector - 8) + 15) & 1 != 0 {
                0xff
            } else {
                0
            }
        }
        12 => 0,
        _ => 0xff,
    };
    u32::from_le_bytes(selectors.to_le_bytes().map(select))
}

fn saturate_byte(value: i16) -> u64 {
    value.clamp(0, 255) as u64
}

const fn unsigned(value: i128, bits: u32) -> i128 {
    value & ((1 << bits) - 1)
}

const fn signed(value: i128, bits: u32) -> i128 {
    value << (128 - bits) >> (128 - bits)
}

/// Differences of parts, where `counts` takes the second operand's.
fn sad(a: i128, b: i128, bits: u32, counts: impl Fn(i128) -> bool) -> i128 {
    let part = |value: i128, place: u32| unsigned(value >> place, bits);
    let places = (0..32).step_by(bits as usize).filter(|place| counts(part(b, *place)));
    places.map(|place| (part(a, place) - part(b, place)).abs()).sum()
}

fn dot(a: i128, b: i128, bits: u32, part: fn(i128, u32) -> i128) -> i128 {
    (0..32).step_by(bits as usize).map(|place| part(a >> place, bits) * part(b >> place, bits)).sum()
}

/// Four sums of differences, the first operand moving on by a byte, each added to 16 bits of the third.
fn quad_sad([a, b, c]: [u64; 3], counts: fn(i128) -> bool) -> u64 {
    (0..4).fold(0, |all, step| {
        let sum = sad((a >> (8 * step)).into(), b.into(), 8, counts) as u64 + (c >> (16 * step) & 0xffff);
        all | (sum & 0xffff) << (16 * step)
    })
}
