//! Arithmetic on words and bits.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{GlslStd450Op, Op};

use super::{Bit, Emit, Wide, Word};

impl Emit {
    fn fold(&mut self, a: Word, b: Word, fold: impl FnOnce(u32, u32) -> u32) -> Option<Word> {
        let (a, b) = (self.known(a)?, self.known(b)?);
        Some(self.word(fold(a, b)))
    }

    fn binary(&mut self, op: Op, a: Word, b: Word) -> Word {
        let ty = self.types.word;
        Word(self.value(op, ty, [a.0.into(), b.0.into()]))
    }

    /// What `word` is at most, as far as that was noted.
    pub fn most(&self, word: Word) -> u32 {
        self.known(word).or_else(|| self.most.get(&word).copied()).unwrap_or(u32::MAX)
    }

    /// Notes that `word` is at most so great.
    pub fn note_most(&mut self, word: Word, most: u32) {
        if most < u32::MAX {
            self.most.insert(word, most);
        }
    }

    pub fn add(&mut self, a: Word, b: Word) -> Word {
        match (self.known(a), self.known(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.fold(a, b, u32::wrapping_add).unwrap_or_else(|| {
                let sum = self.binary(Op::IAdd, a, b);
                self.note_sum(sum, a, b)
            }),
        }
    }

    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        if self.known(b) == Some(0) {
            return a;
        }
        self.fold(a, b, u32::wrapping_sub).unwrap_or_else(|| self.binary(Op::ISub, a, b))
    }

    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        self.fold(a, b, u32::wrapping_mul).unwrap_or_else(|| {
            let product = self.binary(Op::IMul, a, b);
            match (self.known(a), self.known(b)) {
                (None, Some(constant)) => self.note_product(product, a, constant),
                (Some(constant), None) => self.note_product(product, b, constant),
                _ => product,
            }
        })
    }

    pub fn and(&mut self, a: Word, b: Word) -> Word {
        match (self.known(a), self.known(b)) {
            (Some(u32::MAX), _) | (_, Some(0)) => b,
            (_, Some(u32::MAX)) | (Some(0), _) => a,
            // A mask of what is there anyway.
            (None, Some(mask)) if mask & (mask + 1) == 0 && self.most(a) <= mask => a,
            (None, Some(mask)) if self.follows_facts && self.bits_of(a).may_be_set() & !mask == 0 => a,
            _ => self.fold(a, b, |a, b| a & b).unwrap_or_else(|| {
                let most = self.most(a).min(self.most(b));
                let both = self.binary(Op::BitwiseAnd, a, b);
                self.note_most(both, most);
                let (a, b) = (self.bits_of(a), self.bits_of(b));
                self.note_bits(both, a.zeros | b.zeros, a.ones & b.ones)
            }),
        }
    }

    pub fn or(&mut self, a: Word, b: Word) -> Word {
        match (self.known(a), self.known(b)) {
            (Some(0), _) | (_, Some(u32::MAX)) => b,
            (_, Some(0)) | (Some(u32::MAX), _) => a,
            _ => self.fold(a, b, |a, b| a | b).unwrap_or_else(|| {
                let either = self.binary(Op::BitwiseOr, a, b);
                let (a, b) = (self.bits_of(a), self.bits_of(b));
                self.note_bits(either, a.zeros & b.zeros, a.ones | b.ones)
            }),
        }
    }

    pub fn xor(&mut self, a: Word, b: Word) -> Word {
        match (self.known(a), self.known(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.fold(a, b, |a, b| a ^ b).unwrap_or_else(|| self.binary(Op::BitwiseXor, a, b)),
        }
    }

    pub fn not(&mut self, a: Word) -> Word {
        match self.known(a) {
            Some(a) => self.word(!a),
            None => {
                let ty = self.types.word;
                Word(self.value(Op::Not, ty, [a.0.into()]))
            }
        }
    }

    /// Shifts by the low five bits of `by`.
    pub fn shift_left(&mut self, a: Word, by: Word) -> Word {
        self.shift(a, by, |a, by| a << by, Op::ShiftLeftLogical)
    }

    pub fn shift_right(&mut self, a: Word, by: Word) -> Word {
        self.shift(a, by, |a, by| a >> by, Op::ShiftRightLogical)
    }

    pub fn shift_right_signed(&mut self, a: Word, by: Word) -> Word {
        self.shift(a, by, |a, by| (a as i32 >> by) as u32, Op::ShiftRightArithmetic)
    }

    fn shift(&mut self, a: Word, by: Word, fold: fn(u32, u32) -> u32, op: Op) -> Word {
        let by = self.and_constant(by, 31);
        match (self.known(a), self.known(by)) {
            (Some(0), _) | (_, Some(0)) => a,
            (_, distance) => self.fold(a, by, fold).unwrap_or_else(|| {
                let (shifted, most) = (self.binary(op, a, by), self.most(a));
                let keeps = |by: &u32| op == Op::ShiftRightLogical || most.leading_zeros() >= *by;
                if let Some(by) = distance.filter(keeps) {
                    self.note_most(shifted, fold(most, by));
                }
                match distance.filter(|_| op != Op::ShiftRightArithmetic) {
                    Some(by) => self.note_shift(shifted, a, by, op),
                    None => shifted,
                }
            }),
        }
    }

    pub fn and_constant(&mut self, a: Word, mask: u32) -> Word {
        let mask = self.word(mask);
        self.and(a, mask)
    }

    pub fn add_constant(&mut self, a: Word, constant: u32) -> Word {
        let constant = self.word(constant);
        self.add(a, constant)
    }

    pub fn shift_left_constant(&mut self, a: Word, by: u32) -> Word {
        let by = self.word(by);
        self.shift_left(a, by)
    }

    pub fn shift_right_constant(&mut self, a: Word, by: u32) -> Word {
        let by = self.word(by);
        self.shift_right(a, by)
    }

    /// `count` bits from `offset` on. Together at most 32 (SPIR-V leaves more undefined).
    pub fn bits(&mut self, a: Word, offset: Word, count: Word) -> Word {
        let ty = self.types.word;
        let field = Word(self.value(Op::BitFieldUExtract, ty, [a.0.into(), offset.0.into(), count.0.into()]));
        let most = self.known(count).and_then(|count| 1u32.checked_shl(count)).map_or(u32::MAX, |end| end - 1);
        self.note_most(field, most);
        match (self.known(offset), self.known(count)) {
            (Some(offset), Some(count)) if offset + count <= 32 => {
                let mask = u32::MAX.checked_shr(32 - count).unwrap_or(0);
                let of = self.bits_of(a);
                let [zeros, ones] = [of.zeros, of.ones].map(|bits| bits.checked_shr(offset).unwrap_or(0) & mask);
                self.note_bits(field, zeros | !mask, ones)
            }
            _ => field,
        }
    }

    /// The same with the sign of the field's highest bit.
    pub fn bits_signed(&mut self, a: Word, offset: Word, count: Word) -> Word {
        let (int, word) = (self.types.int, self.types.word);
        let a = self.cast(int, a.0);
        let value = self.value(Op::BitFieldSExtract, int, [a.into(), offset.0.into(), count.0.into()]);
        Word(self.cast(word, value))
    }

    /// The low `from` bits with their sign.
    pub fn sign_extend(&mut self, a: Word, from: u32) -> Word {
        let by = self.word(32 - from);
        let up = self.shift_left(a, by);
        self.shift_right_signed(up, by)
    }

    pub fn bit_count(&mut self, a: Word) -> Word {
        let ty = self.types.word;
        match self.known(a) {
            Some(a) => self.word(a.count_ones()),
            None => {
                let count = Word(self.value(Op::BitCount, ty, [a.0.into()]));
                if self.follows_facts {
                    let most = self.bits_of(a).may_be_set().count_ones();
                    self.note_most(count, most);
                }
                count
            }
        }
    }

    pub fn bit_reverse(&mut self, a: Word) -> Word {
        let ty = self.types.word;
        Word(self.value(Op::BitReverse, ty, [a.0.into()]))
    }

    /// The lowest bit that is set, or all bits where none is.
    pub fn lowest(&mut self, a: Word) -> Word {
        let ty = self.types.word;
        Word(self.glsl(GlslStd450Op::FindILsb, ty, &[a.0]))
    }

    /// The highest bit that is set, or all bits where none is.
    pub fn highest(&mut self, a: Word) -> Word {
        let ty = self.types.word;
        Word(self.glsl(GlslStd450Op::FindUMsb, ty, &[a.0]))
    }

    pub fn min(&mut self, a: Word, b: Word) -> Word {
        let ty = self.types.word;
        self.fold(a, b, u32::min).unwrap_or_else(|| {
            let least = Word(self.glsl(GlslStd450Op::UMin, ty, &[a.0, b.0]));
            if self.follows_facts {
                let most = self.most(a).min(self.most(b));
                self.note_most(least, most);
            }
            least
        })
    }

    pub fn max(&mut self, a: Word, b: Word) -> Word {
        let ty = self.types.word;
        self.fold(a, b, u32::max).unwrap_or_else(|| Word(self.glsl(GlslStd450Op::UMax, ty, &[a.0, b.0])))
    }

    pub fn min_signed(&mut self, a: Word, b: Word) -> Word {
        let less = self.compare(Op::SLessThan, a, b);
        self.select(less, a, b)
    }

    pub fn max_signed(&mut self, a: Word, b: Word) -> Word {
        let less = self.compare(Op::SLessThan, a, b);
        self.select(less, b, a)
    }

    /// The 64-bit product.
    pub fn mul_wide(&mut self, a: Word, b: Word, is_signed: bool) -> Wide {
        let (op, part) =
            if is_signed { (Op::SMulExtended, self.types.int) } else { (Op::UMulExtended, self.types.word) };
        let pair = self.pair_type(part);
        let (a, b) = if is_signed { (self.cast(part, a.0), self.cast(part, b.0)) } else { (a.0, b.0) };
        let product = self.value(op, pair, [a.into(), b.into()]);
        let [low, high] = [0, 1].map(|n| {
            let half = self.value(Op::CompositeExtract, part, [product.into(), n.into()]);
            let word = self.types.word;
            Word(if is_signed { self.cast(word, half) } else { half })
        });
        Wide { low, high }
    }

    /// The structure that extended operations give.
    fn pair_type(&mut self, part: Id) -> Id {
        if let Some(&pair) = self.pair_types.get(&part) {
            return pair;
        }
        let pair = self.module.make_global(Op::TypeStruct, None, [part.into(), part.into()]);
        self.pair_types.insert(part, pair);
        pair
    }

    /// `b` is not 0.
    pub fn divide(&mut self, a: Word, b: Word) -> Word {
        self.fold(a, b, |a, b| a.checked_div(b).unwrap_or(0)).unwrap_or_else(|| self.binary(Op::UDiv, a, b))
    }

    pub fn modulo(&mut self, a: Word, b: Word) -> Word {
        self.fold(a, b, |a, b| a.checked_rem(b).unwrap_or(0)).unwrap_or_else(|| self.binary(Op::UMod, a, b))
    }

    /// A comparison of words, by the SPIR-V instruction.
    pub fn compare(&mut self, op: Op, a: Word, b: Word) -> Bit {
        if let (Some(a), Some(b)) = (self.known(a), self.known(b))
            && let Some(result) = compare_constants(op, a, b)
        {
            return self.bit(result);
        }
        // Whatever the value is.
        if a == b
            && let Some(result) = compare_constants(op, 0, 0)
        {
            return self.bit(result);
        }
        let (most_a, most_b) = (self.most(a), self.most(b));
        match (op, self.known(a), self.known(b)) {
            // Nothing is less than 0.
            (Op::ULessThan, _, Some(0)) | (Op::UGreaterThan, Some(0), _) => return self.bit(false),
            (Op::UGreaterThanEqual, _, Some(0)) | (Op::ULessThanEqual, Some(0), _) => return self.bit(true),
            (Op::ULessThan, _, Some(b)) if most_a < b => return self.bit(true),
            (Op::UGreaterThanEqual, _, Some(b)) if most_a < b => return self.bit(false),
            (Op::ULessThanEqual, Some(a), _) if most_b < a => return self.bit(false),
            (Op::UGreaterThan, Some(a), _) if most_b < a => return self.bit(true),
            _ => {}
        }
        let ty = self.types.bit;
        Bit(self.value(op, ty, [a.0.into(), b.0.into()]))
    }

    pub fn is_zero(&mut self, a: Word) -> Bit {
        let zero = self.word(0);
        self.compare(Op::IEqual, a, zero)
    }

    pub fn is_not_zero(&mut self, a: Word) -> Bit {
        let zero = self.word(0);
        self.compare(Op::INotEqual, a, zero)
    }

    pub fn select(&mut self, bit: Bit, yes: Word, no: Word) -> Word {
        if yes == no {
            return yes;
        }
        match self.known_bit(bit) {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let ty = self.types.word;
                let selected = Word(self.value(Op::Select, ty, [bit.0.into(), yes.0.into(), no.0.into()]));
                let most = self.most(yes).max(self.most(no));
                self.note_most(selected, most);
                let (yes, no) = (self.bits_of(yes), self.bits_of(no));
                self.note_bits(selected, yes.zeros & no.zeros, yes.ones & no.ones)
            }
        }
    }

    /// 1 or 0.
    pub fn word_of(&mut self, bit: Bit) -> Word {
        let (one, zero) = (self.word(1), self.word(0));
        self.select(bit, one, zero)
    }

    pub fn both(&mut self, a: Bit, b: Bit) -> Bit {
        match (self.known_bit(a), self.known_bit(b)) {
            (Some(true), _) | (_, Some(false)) => b,
            (_, Some(true)) | (Some(false), _) => a,
            _ => self.logical(Op::LogicalAnd, a, b),
        }
    }

    pub fn either(&mut self, a: Bit, b: Bit) -> Bit {
        match (self.known_bit(a), self.known_bit(b)) {
            (Some(false), _) | (_, Some(true)) => b,
            (_, Some(false)) | (Some(true), _) => a,
            _ => self.logical(Op::LogicalOr, a, b),
        }
    }

    pub fn differ(&mut self, a: Bit, b: Bit) -> Bit {
        match (self.known_bit(a), self.known_bit(b)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) => self.negate(b),
            (_, Some(true)) => self.negate(a),
            _ => self.logical(Op::LogicalNotEqual, a, b),
        }
    }

    pub fn negate(&mut self, a: Bit) -> Bit {
        match self.known_bit(a) {
            Some(a) => self.bit(!a),
            None => {
                let ty = self.types.bit;
                Bit(self.value(Op::LogicalNot, ty, [a.0.into()]))
            }
        }
    }

    fn logical(&mut self, op: Op, a: Bit, b: Bit) -> Bit {
        let ty = self.types.bit;
        Bit(self.value(op, ty, [a.0.into(), b.0.into()]))
    }

    pub fn select_wide(&mut self, bit: Bit, yes: Wide, no: Wide) -> Wide {
        Wide { low: self.select(bit, yes.low, no.low), high: self.select(bit, yes.high, no.high) }
    }

    /// `a + b + carry`, and the carry out of it.
    pub fn add_carry(&mut self, a: Word, b: Word, carry: Option<Bit>) -> (Word, Bit) {
        let sum = self.add(a, b);
        let mut out = self.compare(Op::ULessThan, sum, a);
        let Some(carry) = carry else { return (sum, out) };
        let carry = self.word_of(carry);
        let all = self.add(sum, carry);
        let again = self.compare(Op::ULessThan, all, sum);
        out = self.either(out, again);
        (all, out)
    }

    /// `a - b - borrow`, and the borrow out of it.
    pub fn sub_borrow(&mut self, a: Word, b: Word, borrow: Option<Bit>) -> (Word, Bit) {
        let difference = self.sub(a, b);
        let mut out = self.compare(Op::ULessThan, a, b);
        let Some(borrow) = borrow else { return (difference, out) };
        let borrow = self.word_of(borrow);
        let all = self.sub(difference, borrow);
        let again = self.compare(Op::ULessThan, difference, borrow);
        out = self.either(out, again);
        (all, out)
    }

    pub fn add_wide(&mut self, a: Wide, b: Wide) -> Wide {
        let (low, carry) = self.add_carry(a.low, b.low, None);
        let (high, _) = self.add_carry(a.high, b.high, Some(carry));
        Wide { low, high }
    }

    pub fn sub_wide(&mut self, a: Wide, b: Wide) -> Wide {
        let (low, borrow) = self.sub_borrow(a.low, b.low, None);
        let (high, _) = self.sub_borrow(a.high, b.high, Some(borrow));
        Wide { low, high }
    }

    /// Shifts by the low six bits of `by`.
    pub fn shift_left_wide(&mut self, a: Wide, by: Word) -> Wide {
        let (low, high, zero) = (a.low, a.high, self.word(0));
        let across = self.across(by, |emit, back| {
            let half = emit.shift_right_constant(low, 1);
            emit.shift_right(half, back)
        });
        let near = self.shift_left(high, by);
        let moved = Wide { low: self.shift_left(low, by), high: self.or(near, across) };
        let far = Wide { low: zero, high: self.shift_left(low, by) };
        self.beyond_word(by, moved, far)
    }

    pub fn shift_right_wide(&mut self, a: Wide, by: Word, is_signed: bool) -> Wide {
        let (low, high) = (a.low, a.high);
        let across = self.across(by, |emit, back| {
            let twice = emit.shift_left_constant(high, 1);
            emit.shift_left(twice, back)
        });
        let near = self.shift_right(low, by);
        let low = self.or(near, across);
        let (shifted, fill) = if is_signed {
            let sign = self.word(31);
            (self.shift_right_signed(high, by), self.shift_right_signed(high, sign))
        } else {
            (self.shift_right(high, by), self.word(0))
        };
        self.beyond_word(by, Wide { low, high: shifted }, Wide { low: shifted, high: fill })
    }

    /// What a shift by `by` below 32 brings over from the other word: one shift by 1 and one by 31 - `by`.
    fn across(&mut self, by: Word, shift: impl FnOnce(&mut Self, Word) -> Word) -> Word {
        // 31 - by, of the five bits that a shift looks at.
        let back = self.not(by);
        shift(self, back)
    }

    fn beyond_word(&mut self, by: Word, below: Wide, beyond: Wide) -> Wide {
        let sixth = self.and_constant(by, 32);
        let is_beyond = self.is_not_zero(sixth);
        self.select_wide(is_beyond, beyond, below)
    }
}

fn compare_constants(op: Op, a: u32, b: u32) -> Option<bool> {
    let (x, y) = (a as i32, b as i32);
    Some(match op {
        Op::IEqual => a == b,
        Op::INotEqual => a != b,
        Op::ULessThan => a < b,
        Op::ULessThanEqual => a <= b,
        Op::UGreaterThan => a > b,
        Op::UGreaterThanEqual => a >= b,
        Op::SLessThan => x < y,
        Op::SLessThanEqual => x <= y,
        Op::SGreaterThan => x > y,
        Op::SGreaterThanEqual => x >= y,
        _ => return None,
    })
}
