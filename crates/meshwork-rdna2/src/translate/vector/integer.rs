//! Integer and bit arithmetic, and integer comparisons.

use meshwork_spirv::spirv::Op;

use super::Semantics::{self, Carry, Compare, CompareWide, MaskIn, Wide as OfWide, Word as OfWord};
use super::Translator;
use crate::emit::{Bit, Emit, Wide, Word};
use crate::opcode::Opcode::{self, *};

pub fn semantics(opcode: Opcode) -> Option<Semantics> {
    arithmetic(opcode).or_else(|| bits(opcode)).or_else(|| wide(opcode)).or_else(|| carry(opcode))
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
        V_MIN3_U32 => OfWord(|t, [a, b, c]| {
            let least = t.emit.min(a, b);
            t.emit.min(least, c)
        }),
        V_MAX3_U32 => OfWord(|t, [a, b, c]| {
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
        V_MED3_U32 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min(a, b), t.emit.max(a, b));
            let above = t.emit.max(least, c);
            t.emit.min(greatest, above)
        }),
        V_MED3_I32 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min_signed(a, b), t.emit.max_signed(a, b));
            let above = t.emit.max_signed(least, c);
            t.emit.min_signed(greatest, above)
        }),
        V_DOT4_U32_U8 => OfWord(|t, [a, b, c]| {
            (0..32).step_by(8).fold(c, |sum, place| {
                let place = t.emit.word(place);
                let width = t.emit.word(8);
                let (a, b) = (t.emit.bits(a, place, width), t.emit.bits(b, place, width));
                let product = t.emit.mul(a, b);
                t.emit.add(sum, product)
            })
        }),
        V_SAD_U32 => OfWord(|t, [a, b, c]| {
            let (least, greatest) = (t.emit.min(a, b), t.emit.max(a, b));
            let distance = t.emit.sub(greatest, least);
            t.emit.add(distance, c)
        }),
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
        V_ADD_CO_U32 | V_ADD_CO_CI_U32 => Carry(|t, [a, b], carry| t.emit.add_carry(a, b, carry)),
        V_SUB_CO_U32 | V_SUB_CO_CI_U32 => Carry(|t, [a, b], borrow| t.emit.sub_borrow(a, b, borrow)),
        V_SUBREV_CO_U32 | V_SUBREV_CO_CI_U32 => Carry(|t, [a, b], borrow| t.emit.sub_borrow(b, a, borrow)),
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
