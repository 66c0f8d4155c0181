//! Integer and bit arithmetic, and integer comparisons.

use meshwork_spirv::spirv::Op;

use super::Semantics::{self, Carry, Compare, CompareWide, MaskIn, Wide as OfWide, WideWithMask, Word as OfWord};
use super::Translator;
use crate::emit::{Bit, Emit, Wide, Word};
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    arithmetic(opcode)
        .or_else(|| short(opcode))
        .or_else(|| bits(opcode))
        .or_else(|| bytes(opcode))
        .or_else(|| wide(opcode))
        .or_else(|| carry(opcode))
}

fn arithmetic(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_ADD_NC_U32 | V_ADD_NC_I32 => OfWord(|t, [a, b, _]| t.emit.add(a, b)),
        V_ADD_NC_U16 | V_ADD_NC_I16 => OfWord(|t, [a, b, _]| {
            let sum = t.emit.add(a, b);
            t.emit.and_constant(sum, 0xffff)
        }),
        V_SUB_NC_U32 | V_SUB_NC_I32 => OfWord(|t, [a, b, _]| t.emit.sub(a, b)),
        V_SUB_NC_U16 | V_SUB_NC_I16 => OfWord(|t, [a, b, _]| {
            let difference = t.emit.sub(a, b);
            t.emit.and_constant(difference, 0xffff)
        }),
        V_SUBREV_NC_U32 => OfWord(|t, [a, b, _]| t.emit.sub(b, a)),
        V_ADD3_U32 => OfWord(|t, [a, b, c]| {
            let sum = t.emit.add(a, b);
            t.emit.add(sum, c)
        }),
        V_MUL_LO_U32 => OfWord(|t, [a, b, _]| t.emit.mul(a, b)),
        V_MUL_LO_U16 => OfWord(|t, [a, b, _]| {
            let product = t.emit.mul(a, b);
            t.emit.and_constant(product, 0xffff)
        }),
        V_MUL_HI_U32 => OfWord(|t, [a, b, _]| t.emit.mul_wide(a, b, false).high),
        V_MUL_HI_I32 => OfWord(|t, [a, b, _]| t.emit.mul_wide(a, b, true).high),
        V_MUL_U32_U24 => OfWord(|t, [a, b, _]| {
            let (a, b) = (u24(&mut t.emit, a), u24(&mut t.emit, b));
            t.emit.mul(a, b)
        }),
        V_MUL_I32_I24 => OfWord(|t, [a, b, _]| {
            let (a, b) = (i24(&mut t.emit, a), i24(&mut t.emit, b));
            t.emit.mul(a, b)
        }),
        V_MUL_HI_U32_U24 => OfWord(|t, [a, b, _]| {
            let (a, b) = (u24(&mut t.emit, a), u24(&mut t.emit, b));
            t.emit.mul_wide(a, b, false).high
        }),
        V_MUL_HI_I32_I24 => OfWord(|t, [a, b, _]| {
            let (a, b) = (i24(&mut t.emit, a), i24(&mut t.emit, b));
            t.emit.mul_wide(a, b, true).high
        }),
        V_MAD_U32_U24 => OfWord(|t, [a, b, c]| {
            let (a, b) = (u24(&mut t.emit, a), u24(&mut t.emit, b));
            let product = t.emit.mul(a, b);
            t.emit.add(product, c)
        }),
        V_MAD_I32_I24 => OfWord(|t, [a, b, c]| {
            let (a, b) = (i24(&mut t.emit, a), i24(&mut t.emit, b));
            let product = t.emit.mul(a, b);
            t.emit.add(product, c)
        }),
        V_MAD_U32_U16 => OfWord(|t, [a, b, c]| {
            let product = t.emit.mul(a, b);
            t.emit.add(product, c)
        }),
        V_MIN_U32 | V_MIN_U16 => OfWord(|t, [a, b, _]| t.emit.min(a, b)),
        V_MAX_U32 | V_MAX_U16 => OfWord(|t, [a, b, _]| t.emit.max(a, b)),
        V_MIN_I32 => OfWord(|t, [a, b, _]| t.emit.min_signed(a, b)),
        V_MAX_I32 => OfWord(|t, [a, b, _]| t.emit.max_signed(a, b)),
        V_MIN3_U32 | V_MIN3_U16 => OfWord(|t, [a, b, c]| {
            let least = t.emit.min(a, b);
            t.emit.min(least, c)
        }),
        V_MAX3_U32 | V_MAX3_U16 => OfWord(|t, [a, b, c]| {
            let greatest = t.emit.max(a, b);
            t.emit.max(greatest, c)
        }),
        V_MIN3_I32 => OfWord(|t, [a, b, c]| {
            let least = t.emit.min_signed(a, b);
            t.emit.min_signed(least, c)
        }),
        V_MAX3_I32 => OfWord(|t, [a, b, c]| {
            let greatest = t.emit.max_signed(a, b);
            t.emit.max_signed(greatest, c)
        }),
        V_MED3_U32 | V_MED3_U16 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min(a, b), t.emit.max(a, b));
            let above = t.emit.max(least, c);
            t.emit.min(greatest, above)
        }),
        V_MED3_I32 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min_signed(a, b), t.emit.max_signed(a, b));
            let above = t.emit.max_signed(least, c);
            t.emit.min_signed(greatest, above)
        }),
        V_SAD_U32 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min(a, b), t.emit.max(a, b));
            let distance = t.emit.sub(greatest, least);
            t.emit.add(distance, c)
        }),
        _ => return None,
    })
}

/// Of 16 bits with sign, or with products.
fn short(opcode: Opcode) -> Option<Semantics> {
    fn signed(t: &mut Translator<'_>, words: [Word; 3], of: fn(&mut Translator<'_>, [Word; 3]) -> Word) -> Word {
        let words = words.map(|word| t.emit.sign_extend(word, 16));
        let value = of(t, words);
        t.emit.and_constant(value, 0xffff)
    }
    Some(OfWord(match opcode {
        // The low bits do not depend on signs.
        V_MAD_U16 | V_MAD_I16 => |t, [a, b, c]| {
            let product = t.emit.mul(a, b);
            let sum = t.emit.add(product, c);
            t.emit.and_constant(sum, 0xffff)
        },
        V_MAD_I32_I16 => |t, [a, b, c]| {
            let (a, b) = (t.emit.sign_extend(a, 16), t.emit.sign_extend(b, 16));
            let product = t.emit.mul(a, b);
            t.emit.add(product, c)
        },
        V_MIN_I16 => |t, words| signed(t, words, |t, [a, b, _]| t.emit.min_signed(a, b)),
        V_MAX_I16 => |t, words| signed(t, words, |t, [a, b, _]| t.emit.max_signed(a, b)),
        V_MIN3_I16 => |t, words| {
            signed(t, words, |t, [a, b, c]| {
                let least = t.emit.min_signed(a, b);
                t.emit.min_signed(least, c)
            })
        },
        V_MAX3_I16 => |t, words| {
            signed(t, words, |t, [a, b, c]| {
                let greatest = t.emit.max_signed(a, b);
                t.emit.max_signed(greatest, c)
            })
        },
        V_MED3_I16 => |t, words| {
            signed(t, words, |t, [a, b, c]| {
                let (least, greatest) = (t.emit.min_signed(a, b), t.emit.max_signed(a, b));
                let above = t.emit.max_signed(least, c);
                t.emit.min_signed(greatest, above)
            })
        },
        V_ASHRREV_I16 => |t, [a, b, _]| {
            let (by, b) = (t.emit.and_constant(a, 15), t.emit.sign_extend(b, 16));
            let moved = t.emit.shift_right_signed(b, by);
            t.emit.and_constant(moved, 0xffff)
        },
        _ => return None,
    }))
}

/// On bytes and smaller parts.
fn bytes(opcode: Opcode) -> Option<Semantics> {
    fn dot(t: &mut Translator<'_>, [a, b, c]: [Word; 3], bits: u32, is_signed: bool) -> Word {
        let high = t.emit.word(0);
        t.dot(a, b, Wide { low: c, high }, bits, is_signed).low
    }
    fn plus_distances(t: &mut Translator<'_>, [a, b, c]: [Word; 3], bits: u32, masked: bool) -> Word {
        let distances = t.distances(a, b, bits, masked);
        t.emit.add(distances, c)
    }
    Some(match opcode {
        V_DOT4C_I32_I8 | V_DOT4_I32_I8 => OfWord(|t, words| dot(t, words, 8, true)),
        V_DOT4_U32_U8 => OfWord(|t, words| dot(t, words, 8, false)),
        V_DOT8_I32_I4 => OfWord(|t, words| dot(t, words, 4, true)),
        V_DOT8_U32_U4 => OfWord(|t, words| dot(t, words, 4, false)),
        V_SAD_U8 => OfWord(|t, words| plus_distances(t, words, 8, false)),
        V_SAD_U16 => OfWord(|t, words| plus_distances(t, words, 16, false)),
        V_MSAD_U8 => OfWord(|t, words| plus_distances(t, words, 8, true)),
        V_SAD_HI_U8 => OfWord(|t, [a, b, c]| {
            let distances = t.distances(a, b, 8, false);
            let high = t.emit.shift_left_constant(distances, 16);
            t.emit.add(high, c)
        }),
        V_LERP_U8 => OfWord(|t, [a, b, c]| {
            // Sums have nine bits: even and odd bytes apart, each in 16 bits.
            let [even, odd] = [0, 8].map(|place| {
                let [a, b, c] = [a, b, c].map(|word| t.emit.shift_right_constant(word, place));
                let (a, b) = (t.emit.and_constant(a, 0x00ff_00ff), t.emit.and_constant(b, 0x00ff_00ff));
                let sum = t.emit.add(a, b);
                let round = t.emit.and_constant(c, 0x0001_0001);
                let sum = t.emit.add(sum, round);
                let half = t.emit.shift_right_constant(sum, 1);
                t.emit.and_constant(half, 0x00ff_00ff)
            });
            let odd = t.emit.shift_left_constant(odd, 8);
            t.emit.or(even, odd)
        }),
        V_SAT_PK_U8_I16 => OfWord(|t, [a, ..]| {
            let (zero, most) = (t.emit.word(0), t.emit.word(255));
            let high = t.emit.shift_right_constant(a, 16);
            let [low, high] = [a, high].map(|part| {
                let part = t.emit.sign_extend(part, 16);
                let part = t.emit.max_signed(part, zero);
                t.emit.min_signed(part, most)
            });
            let high = t.emit.shift_left_constant(high, 8);
            t.emit.or(low, high)
        }),
        V_QSAD_PK_U16_U8 => OfWide(|t, operands| t.quad_distances(operands, false)),
        V_MQSAD_PK_U16_U8 => OfWide(|t, operands| t.quad_distances(operands, true)),
        _ => return None,
    })
}

fn u24(emit: &mut Emit, word: Word) -> Word {
    emit.and_constant(word, 0xff_ffff)
}

fn i24(emit: &mut Emit, word: Word) -> Word {
    emit.sign_extend(word, 24)
}

/// Logic, shifts, fields.
fn bits(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_MOV_B32 => OfWord(|_, [a, ..]| a),
        V_CNDMASK_B32 => MaskIn(|t, [a, b, _], mask| t.emit.select(mask, b, a)),
        V_NOT_B32 => OfWord(|t, [a, ..]| t.emit.not(a)),
        V_AND_B32 => OfWord(|t, [a, b, _]| t.emit.and(a, b)),
        V_OR_B32 => OfWord(|t, [a, b, _]| t.emit.or(a, b)),
        V_XOR_B32 => OfWord(|t, [a, b, _]| t.emit.xor(a, b)),
        V_XNOR_B32 => OfWord(|t, [a, b, _]| {
            let differs = t.emit.xor(a, b);
            t.emit.not(differs)
        }),
        V_OR3_B32 => OfWord(|t, [a, b, c]| {
            let or = t.emit.or(a, b);
            t.emit.or(or, c)
        }),
        V_XOR3_B32 => OfWord(|t, [a, b, c]| {
            let xor = t.emit.xor(a, b);
            t.emit.xor(xor, c)
        }),
        V_AND_OR_B32 => OfWord(|t, [a, b, c]| {
            let and = t.emit.and(a, b);
            t.emit.or(and, c)
        }),
        V_XAD_U32 => OfWord(|t, [a, b, c]| {
            let xor = t.emit.xor(a, b);
            t.emit.add(xor, c)
        }),
        V_LSHLREV_B32 => OfWord(|t, [a, b, _]| t.emit.shift_left(b, a)),
        V_LSHRREV_B32 => OfWord(|t, [a, b, _]| t.emit.shift_right(b, a)),
        V_ASHRREV_I32 => OfWord(|t, [a, b, _]| t.emit.shift_right_signed(b, a)),
        V_LSHLREV_B16 => OfWord(|t, [a, b, _]| {
            let by = t.emit.and_constant(a, 15);
            let moved = t.emit.shift_left(b, by);
            t.emit.and_constant(moved, 0xffff)
        }),
        V_LSHRREV_B16 => OfWord(|t, [a, b, _]| {
            let by = t.emit.and_constant(a, 15);
            t.emit.shift_right(b, by)
        }),
        V_LSHL_ADD_U32 => OfWord(|t, [a, b, c]| {
            let moved = t.emit.shift_left(a, b);
            t.emit.add(moved, c)
        }),
        V_ADD_LSHL_U32 => OfWord(|t, [a, b, c]| {
            let sum = t.emit.add(a, b);
            t.emit.shift_left(sum, c)
        }),
        V_LSHL_OR_B32 => OfWord(|t, [a, b, c]| {
            let moved = t.emit.shift_left(a, b);
            t.emit.or(moved, c)
        }),
        V_ALIGNBIT_B32 => OfWord(|t, [a, b, c]| {
            let by = t.emit.and_constant(c, 31);
            t.emit.shift_right_wide(Wide { low: b, high: a }, by, false).low
        }),
        V_ALIGNBYTE_B32 => OfWord(|t, [a, b, c]| {
            let bytes = t.emit.and_constant(c, 3);
            let by = t.emit.shift_left_constant(bytes, 3);
            t.emit.shift_right_wide(Wide { low: b, high: a }, by, false).low
        }),
        V_BFE_U32 => OfWord(|t, [a, b, c]| {
            let by = t.emit.and_constant(b, 31);
            let (moved, ones) = (t.emit.shift_right(a, by), t.low_ones(c));
            t.emit.and(moved, ones)
        }),
        V_BFE_I32 => OfWord(|t, [a, b, c]| {
            let (offset, width) = (t.emit.and_constant(b, 31), t.emit.and_constant(c, 31));
            // What reaches beyond bit 31 repeats the sign.
            let (moved, zero) = (t.emit.shift_right_signed(a, offset), t.emit.word(0));
            t.emit.bits_signed(moved, zero, width)
        }),
        V_BFI_B32 => OfWord(|t, [a, b, c]| {
            let (yes, rest) = (t.emit.and(a, b), t.emit.not(a));
            let no = t.emit.and(rest, c);
            t.emit.or(yes, no)
        }),
        V_BFM_B32 => OfWord(|t, [a, b, _]| {
            let ones = t.low_ones(a);
            t.emit.shift_left(ones, b)
        }),
        V_BFREV_B32 => OfWord(|t, [a, ..]| t.emit.bit_reverse(a)),
        V_BCNT_U32_B32 => OfWord(|t, [a, b, _]| {
            let count = t.emit.bit_count(a);
            t.emit.add(count, b)
        }),
        V_FFBH_U32 => OfWord(|t, [a, ..]| t.leading_zeros(a)),
        V_FFBH_I32 => OfWord(|t, [a, ..]| t.leading_signs(a)),
        V_FFBL_B32 => OfWord(|t, [a, ..]| t.emit.lowest(a)),
        V_PERM_B32 => OfWord(|t, [a, b, c]| t.permute_bytes(Wide { low: b, high: a }, c)),
        _ => return None,
    })
}

fn wide(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_LSHLREV_B64 => OfWide(|t, [a, b, _]| t.emit.shift_left_wide(b, a.low)),
        V_LSHRREV_B64 => OfWide(|t, [a, b, _]| t.emit.shift_right_wide(b, a.low, false)),
        V_ASHRREV_I64 => OfWide(|t, [a, b, _]| t.emit.shift_right_wide(b, a.low, true)),
        _ => return None,
    })
}

fn carry(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_ADD_CO_U32 | V_ADD_CO_CI_U32 => Carry(|t, [a, b], carry| {
            let (sum, carry) = t.emit.add_carry(a, b, carry);
            (sum, carry, u32::MAX)
        }),
        V_SUB_CO_U32 | V_SUB_CO_CI_U32 => Carry(|t, [a, b], borrow| {
            let (difference, borrow) = t.emit.sub_borrow(a, b, borrow);
            (difference, borrow, 0)
        }),
        V_SUBREV_CO_U32 | V_SUBREV_CO_CI_U32 => Carry(|t, [a, b], borrow| {
            let (difference, borrow) = t.emit.sub_borrow(b, a, borrow);
            (difference, borrow, 0)
        }),
        V_MAD_U64_U32 => WideWithMask(|t, [a, b, c]| {
            let product = t.emit.mul_wide(a.low, b.low, false);
            let (low, carry) = t.emit.add_carry(product.low, c.low, None);
            let (high, carry) = t.emit.add_carry(product.high, c.high, Some(carry));
            (Wide { low, high }, carry)
        }),
        V_MAD_I64_I32 => WideWithMask(|t, [a, b, c]| {
            let product = t.emit.mul_wide(a.low, b.low, true);
            let sum = t.emit.add_wide(product, c);
            // Both have the sign that the sum has not.
            let (first, second) = (t.emit.xor(sum.high, product.high), t.emit.xor(sum.high, c.high));
            let both = t.emit.and(first, second);
            let (is_over, zero) = (both, t.emit.word(0));
            (sum, t.emit.compare(Op::SLessThan, is_over, zero))
        }),
        _ => return None,
    })
}

macro_rules! tests {
    ($opcode:expr, $($op:ident => $($name:ident)*,)*) => {
        match $opcode {
            $($($name)|* => Some(Compare(|t, [a, b]| t.emit.compare(Op::$op, a, b))),)*
            _ => None,
        }
    };
}

#[rustfmt::skip]
pub fn comparison(opcode: Opcode) -> Option<Semantics> {
    tests! { opcode,
        ULessThan => V_CMP_LT_U32 V_CMPX_LT_U32 V_CMP_LT_U16 V_CMPX_LT_U16,
        IEqual => V_CMP_EQ_U32 V_CMPX_EQ_U32 V_CMP_EQ_I32 V_CMPX_EQ_I32 V_CMP_EQ_U16 V_CMPX_EQ_U16 V_CMP_EQ_I16 V_CMPX_EQ_I16,
        ULessThanEqual => V_CMP_LE_U32 V_CMPX_LE_U32 V_CMP_LE_U16 V_CMPX_LE_U16,
        UGreaterThan => V_CMP_GT_U32 V_CMPX_GT_U32 V_CMP_GT_U16 V_CMPX_GT_U16,
        INotEqual => V_CMP_NE_U32 V_CMPX_NE_U32 V_CMP_NE_I32 V_CMPX_NE_I32 V_CMP_NE_U16 V_CMPX_NE_U16 V_CMP_NE_I16 V_CMPX_NE_I16,
        UGreaterThanEqual => V_CMP_GE_U32 V_CMPX_GE_U32 V_CMP_GE_U16 V_CMPX_GE_U16,
        SLessThan => V_CMP_LT_I32 V_CMPX_LT_I32,
        SLessThanEqual => V_CMP_LE_I32 V_CMPX_LE_I32,
        SGreaterThan => V_CMP_GT_I32 V_CMPX_GT_I32,
        SGreaterThanEqual => V_CMP_GE_I32 V_CMPX_GE_I32,
    }
    .or_else(|| short_comparison(opcode))
    .or_else(|| wide_comparison(opcode))
}

/// Of 16 bits with sign: as 32 bits with theirs.
fn short_comparison(opcode: Opcode) -> Option<Semantics> {
    fn with(t: &mut Translator<'_>, op: Op, a: Word, b: Word) -> Bit {
        let (a, b) = (t.emit.sign_extend(a, 16), t.emit.sign_extend(b, 16));
        t.emit.compare(op, a, b)
    }
    Some(match opcode {
        V_CMP_LT_I16 | V_CMPX_LT_I16 => Compare(|t, [a, b]| with(t, Op::SLessThan, a, b)),
        V_CMP_LE_I16 | V_CMPX_LE_I16 => Compare(|t, [a, b]| with(t, Op::SLessThanEqual, a, b)),
        V_CMP_GT_I16 | V_CMPX_GT_I16 => Compare(|t, [a, b]| with(t, Op::SGreaterThan, a, b)),
        V_CMP_GE_I16 | V_CMPX_GE_I16 => Compare(|t, [a, b]| with(t, Op::SGreaterThanEqual, a, b)),
        V_CMP_F_I32 | V_CMPX_F_I32 | V_CMP_F_U32 | V_CMPX_F_U32 => Compare(|t, _| t.emit.bit(false)),
        V_CMP_T_I32 | V_CMPX_T_I32 | V_CMP_T_U32 | V_CMPX_T_U32 => Compare(|t, _| t.emit.bit(true)),
        _ => return None,
    })
}

fn wide_comparison(opcode: Opcode) -> Option<Semantics> {
    Some(match opcode {
        V_CMP_F_I64 | V_CMPX_F_I64 | V_CMP_F_U64 | V_CMPX_F_U64 => CompareWide(|t, _| t.emit.bit(false)),
        V_CMP_T_I64 | V_CMPX_T_I64 | V_CMP_T_U64 | V_CMPX_T_U64 => CompareWide(|t, _| t.emit.bit(true)),
        V_CMP_EQ_U64 | V_CMPX_EQ_U64 | V_CMP_EQ_I64 | V_CMPX_EQ_I64 => CompareWide(|t, [a, b]| {
            let differs = t.differs_wide(a, b);
            t.emit.is_zero(differs)
        }),
        V_CMP_NE_U64 | V_CMPX_NE_U64 | V_CMP_NE_I64 | V_CMPX_NE_I64 => CompareWide(|t, [a, b]| {
            let differs = t.differs_wide(a, b);
            t.emit.is_not_zero(differs)
        }),
        V_CMP_LT_U64 | V_CMPX_LT_U64 => CompareWide(|t, [a, b]| t.less_wide(Op::ULessThan, a, b)),
        V_CMP_GT_U64 | V_CMPX_GT_U64 => CompareWide(|t, [a, b]| t.less_wide(Op::ULessThan, b, a)),
        V_CMP_LT_I64 | V_CMPX_LT_I64 => CompareWide(|t, [a, b]| t.less_wide(Op::SLessThan, a, b)),
        V_CMP_GT_I64 | V_CMPX_GT_I64 => CompareWide(|t, [a, b]| t.less_wide(Op::SLessThan, b, a)),
        V_CMP_GE_U64 | V_CMPX_GE_U64 => CompareWide(|t, [a, b]| {
            let less = t.less_wide(Op::ULessThan, a, b);
            t.emit.negate(less)
        }),
        V_CMP_LE_U64 | V_CMPX_LE_U64 => CompareWide(|t, [a, b]| {
            let less = t.less_wide(Op::ULessThan, b, a);
            t.emit.negate(less)
        }),
        V_CMP_GE_I64 | V_CMPX_GE_I64 => CompareWide(|t, [a, b]| {
            let less = t.less_wide(Op::SLessThan, a, b);
            t.emit.negate(less)
        }),
        V_CMP_LE_I64 | V_CMPX_LE_I64 => CompareWide(|t, [a, b]| {
            let less = t.less_wide(Op::SLessThan, b, a);
            t.emit.negate(less)
        }),
        _ => return None,
    })
}

impl Translator<'_> {
    /// The sum of the distances of parts of so many bits; masked, of those whose second operand is not 0.
    pub(super) fn distances(&mut self, a: Word, b: Word, bits: u32, masked: bool) -> Word {
        let zero = self.emit.word(0);
        (0..32).step_by(bits as usize).fold(zero, |sum, place| {
            let (place, width) = (self.emit.word(place), self.emit.word(bits));
            let (a, b) = (self.emit.bits(a, place, width), self.emit.bits(b, place, width));
            let (least, greatest) = (self.emit.min(a, b), self.emit.max(a, b));
            let mut distance = self.emit.sub(greatest, least);
            if masked {
                let is_masked = self.emit.is_zero(b);
                distance = self.emit.select(is_masked, zero, distance);
            }
            self.emit.add(sum, distance)
        })
    }

    /// Four sums of distances, the first operand moving on by a byte, each added to 16 bits of the third.
    fn quad_distances(&mut self, [a, b, c]: [Wide; 3], masked: bool) -> Wide {
        let [low, high] = [(c.low, 0), (c.high, 2)].map(|(sums, first)| {
            let [low, high] = [0, 1].map(|n| {
                let by = self.emit.word(8 * (first + n));
                let part = self.emit.shift_right_wide(a, by, false).low;
                let distances = self.distances(part, b.low, 8, masked);
                let sum = self.emit.shift_right_constant(sums, 16 * n);
                let sum = self.emit.add(sum, distances);
                self.emit.and_constant(sum, 0xffff)
            });
            self.pack_halves(low, high)
        });
        Wide { low, high }
    }

    fn differs_wide(&mut self, a: Wide, b: Wide) -> Word {
        let (low, high) = (self.emit.xor(a.low, b.low), self.emit.xor(a.high, b.high));
        self.emit.or(low, high)
    }

    /// `op` compares the upper halves.
    fn less_wide(&mut self, op: Op, a: Wide, b: Wide) -> Bit {
        let (low, high) = (self.emit.compare(Op::ULessThan, a.low, b.low), self.emit.compare(op, a.high, b.high));
        let equal = self.emit.compare(Op::IEqual, a.high, b.high);
        let both = self.emit.both(equal, low);
        self.emit.either(high, both)
    }

    /// Selectors 0 to 7 take a byte, 8 to 11 the sign of a word, 12 is 0, and what is greater 0xff (RDNA2 ISA, V_PERM_B32).
    fn permute_bytes(&mut self, from: Wide, selectors: Word) -> Word {
        let mut all = self.emit.word(0);
        for byte in 0..4 {
            let (place, eight) = (self.emit.word(8 * byte), self.emit.word(8));
            let selector = self.emit.bits(selectors, place, eight);
            let value = self.selected_byte(from, selector);
            let moved = self.emit.shift_left(value, place);
            all = self.emit.or(all, moved);
        }
        all
    }

    fn selected_byte(&mut self, from: Wide, selector: Word) -> Word {
        let (zero, ones) = (self.emit.word(0), self.emit.word(0xff));
        let low = self.emit.and_constant(selector, 7);
        let by = self.emit.shift_left_constant(low, 3);
        let moved = self.emit.shift_right_wide(from, by, false);
        let byte = self.emit.and_constant(moved.low, 0xff);

        let word = self.emit.and_constant(selector, 3);
        let by = self.emit.shift_left_constant(word, 4);
        let by = self.emit.add_constant(by, 15);
        let moved = self.emit.shift_right_wide(from, by, false);
        let sign = self.emit.and_constant(moved.low, 1);
        let is_negative = self.emit.is_not_zero(sign);
        let sign = self.emit.select(is_negative, ones, zero);

        let [eight, twelve] = [8, 12].map(|number| self.emit.word(number));
        let is_byte = self.emit.compare(Op::ULessThan, selector, eight);
        let is_sign = self.emit.compare(Op::ULessThan, selector, twelve);
        let is_zero = self.emit.compare(Op::IEqual, selector, twelve);
        let constant = self.emit.select(is_zero, zero, ones);
        let rest = self.emit.select(is_sign, sign, constant);
        self.emit.select(is_byte, byte, rest)
    }
}
