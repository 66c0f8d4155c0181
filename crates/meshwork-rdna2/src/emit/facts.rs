//! What is known of words before anybody computes them.
//!
//! A wave's lanes are known, and so is much of what a launch puts into registers: addresses of LDS are a lane's number times a constant, and
//! inside. What follows from it is decided here and not on the device. Only lanes are followed like that: the whole wave is the plain reading
//! of a program, by which they are judged.

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Id, Operand};

use super::{Emit, Word};

/// Bits that are 0 and bits that are 1, whatever else a word is.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits {
    pub zeros: u32,
    pub ones: u32,
}

impl Bits {
    fn of(constant: u32) -> Self {
        Self { zeros: !constant, ones: constant }
    }

    /// Those of a number that is at most so great.
    fn of_most(most: u32) -> Self {
        Self { zeros: !(u32::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)), ones: 0 }
    }

    fn both(self, other: Self) -> Self {
        Self { zeros: self.zeros | other.zeros, ones: self.ones | other.ones }
    }

    pub fn may_be_set(self) -> u32 {
        !self.zeros
    }

    /// How many of the lowest bits are known.
    fn low(self) -> u32 {
        (self.zeros | self.ones).trailing_ones()
    }
}

/// A number that is another one and a constant, without a carry out of it.
#[derive(Clone, Copy)]
pub struct Sum {
    pub base: Word,
    pub constant: u32,
}

/// A number that is another one times a constant, below 2³².
#[derive(Clone, Copy)]
pub struct Product {
    /// None where it was multiplied in a block that need not come before.
    pub of: Option<Word>,
    pub by: u32,
}

impl Emit {
    pub(super) fn bits_of(&self, word: Word) -> Bits {
        let noted = self.bits.get(&word).copied().unwrap_or_default();
        self.known(word).map_or_else(|| noted.both(Bits::of_most(self.most(word))), Bits::of)
    }

    /// Whether no compiler knows the word, however far it looks: it comes of memory, and of nothing by which it could become a constant.
    pub fn is_untold(&self, word: Word) -> bool {
        self.untold.contains(&word.0)
    }

    pub(super) fn note_untold(&mut self, op: Op, result: Id, operands: &[Operand]) {
        let is_untold = |operand: &Operand| matches!(operand, Operand::Id(id) if self.untold.contains(id));
        let is_constant = |operand: &Operand| matches!(operand, Operand::Id(id) if self.known(Word(*id)).is_some());
        let comes_of_it = match op {
            Op::Load | Op::Bitcast => operands.first().is_some_and(is_untold),
            Op::Select => operands[1..].iter().any(is_untold),
            // A block stands behind each value.
            Op::Phi => operands.iter().step_by(2).all(is_untold),
            Op::FAdd | Op::FSub | Op::FMul | Op::ExtInst | Op::FunctionCall => operands.iter().any(is_untold),
            // Signs of floats.
            Op::BitwiseAnd | Op::BitwiseXor => operands.iter().any(is_untold) && operands.iter().any(is_constant),
            _ => false,
        };
        if self.follows_facts && comes_of_it {
            self.untold.insert(result);
        }
    }

    pub fn is_multiple_of_four(&self, word: Word) -> bool {
        self.bits_of(word).zeros & 3 == 3
    }

    /// Notes what is known of `word`; gives the constant that it then is, or `word`.
    pub(super) fn note_bits(&mut self, word: Word, zeros: u32, ones: u32) -> Word {
        if !self.follows_facts || self.known(word).is_some() {
            return word;
        }
        let bits = self.bits_of(word).both(Bits { zeros, ones });
        if bits.zeros | bits.ones == u32::MAX {
            return self.word(bits.ones);
        }
        self.bits.insert(word, bits);
        let most = self.most(word).min(bits.may_be_set());
        self.note_most(word, most);
        word
    }

    /// `word` as a base and a constant.
    pub fn sum_of(&self, word: Word) -> Sum {
        self.sums.get(&word).copied().unwrap_or(Sum { base: word, constant: 0 })
    }

    /// What the word was multiplied from, where that is known.
    pub fn product_of(&self, word: Word) -> Option<Product> {
        self.products.get(&word).copied()
    }

    /// How far the word lies from that of the next lane, where it is a lane's number times this, and what is the same for all.
    pub fn stride_of(&self, word: Word) -> Option<u32> {
        self.strides.get(&word).copied()
    }

    pub fn note_stride(&mut self, word: Word, stride: u32) {
        if self.follows_facts {
            self.strides.insert(word, stride);
        }
    }

    /// Notes that `word` is what `like` was elsewhere. Of other words there `lane` is one here, too.
    pub fn note_same(&mut self, word: Word, like: Word, lane: Option<Word>) -> Word {
        let Bits { zeros, ones } = self.bits_of(like);
        if self.follows_facts {
            self.note_most(word, self.most(like));
            if self.is_untold(like) {
                self.untold.insert(word.0);
            }
            if let Some(stride) = self.stride_of(like) {
                self.note_stride(word, stride);
            }
            if let Some(Product { of, by }) = self.product_of(like) {
                self.products.insert(word, Product { of: of.filter(|_| of == lane), by });
            }
        }
        self.note_bits(word, zeros, ones)
    }

    /// What is known of `sum`, which is that of `a` and `b`.
    pub(super) fn note_sum(&mut self, sum: Word, a: Word, b: Word) -> Word {
        if !self.follows_facts {
            return sum;
        }
        let (of_a, of_b) = (self.bits_of(a), self.bits_of(b));
        let low = u32::MAX.checked_shr(32 - of_a.low().min(of_b.low())).unwrap_or(0);
        let ones = of_a.ones.wrapping_add(of_b.ones) & low;
        if let Some(most) = self.most(a).checked_add(self.most(b)) {
            self.note_most(sum, most);
            let (base, constant) = if self.known(a).is_some() { (b, self.known(a)) } else { (a, self.known(b)) };
            if let Some(constant) = constant {
                let of_base = self.sum_of(base);
                self.sums.insert(sum, Sum { base: of_base.base, constant: of_base.constant + constant });
            }
            let strides = [a, b].map(|word| if self.known(word).is_some() { Some(0) } else { self.stride_of(word) });
            if let [Some(a), Some(b)] = strides {
                self.note_stride(sum, a + b);
            }
        }
        self.note_bits(sum, low & !ones, ones)
    }

    /// What is known of `shifted`, which is `a` shifted left, or right with zeros.
    pub(super) fn note_shift(&mut self, shifted: Word, a: Word, by: u32, op: Op) -> Word {
        let of = self.bits_of(a);
        if op == Op::ShiftRightLogical {
            let fill = !(u32::MAX >> by);
            return self.note_bits(shifted, of.zeros >> by | fill, of.ones >> by);
        }
        if self.most(a).leading_zeros() >= by
            && let Some(stride) = self.stride_of(a)
        {
            self.note_stride(shifted, stride << by);
        }
        let fill = !(u32::MAX << by);
        self.note_bits(shifted, of.zeros << by | fill, of.ones << by)
    }

    /// What is known of `product`, which is that of `a` and a constant.
    pub(super) fn note_product(&mut self, product: Word, a: Word, constant: u32) -> Word {
        if !self.follows_facts {
            return product;
        }
        if let Some(most) = self.most(a).checked_mul(constant) {
            self.note_most(product, most);
            self.products.insert(product, Product { of: Some(a), by: constant });
            let Sum { base, constant: added } = self.sum_of(a);
            if added > 0 {
                let by = self.word(constant);
                let base = self.mul(base, by);
                self.sums.insert(product, Sum { base, constant: added * constant });
            }
            if let Some(stride) = self.stride_of(a) {
                self.note_stride(product, stride * constant);
            }
        }
        let zeros = self.bits_of(a).zeros.trailing_ones() + constant.trailing_zeros();
        self.note_bits(product, u32::MAX.checked_shl(zeros).map_or(u32::MAX, |rest| !rest), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lane's number, of 32.
    fn lane(emit: &mut Emit) -> Word {
        let (ty, zero) = (emit.types.word, emit.word(0));
        let pointer = emit.local(ty, zero.0);
        let lane = Word(emit.load(ty, pointer));
        emit.note_most(lane, 31);
        emit.note_stride(lane, 1);
        lane
    }

    #[test]
    fn addresses_of_lanes_are_known() {
        let mut emit = Emit::new(0x0001_0500, true);
        let lane = lane(&mut emit);
        let stride = emit.word(36);
        let item = emit.mul(lane, stride);
        let byte = emit.add_constant(item, 4632);
        assert_eq!(emit.product_of(item).map(|product| (product.of, product.by)), Some((Some(lane), 36)));
        assert_eq!((emit.most(byte), emit.stride_of(byte)), (31 * 36 + 4632, Some(36)));
        let next = emit.add_constant(byte, 8);
        assert_eq!((emit.sum_of(next).base, emit.sum_of(next).constant), (item, 4640));
        let within = emit.and_constant(next, 3);
        assert_eq!(emit.known(within), Some(0), "a multiple of four");
        let end = emit.word(8000);
        let is_inside = emit.compare(Op::ULessThan, next, end);
        assert_eq!(emit.known_bit(is_inside), Some(true));
    }

    #[test]
    fn a_sum_that_may_carry_out_is_nothing_but_itself() {
        let mut emit = Emit::new(0x0001_0500, true);
        let lane = lane(&mut emit);
        let far = emit.add_constant(lane, u32::MAX - 30);
        assert_eq!((emit.sum_of(far).base, emit.stride_of(far)), (far, None));
        let near = emit.add_constant(lane, u32::MAX - 31);
        assert_eq!(emit.sum_of(near).base, lane);
    }

    #[test]
    fn fields_of_what_is_half_known() {
        let mut emit = Emit::new(0x0001_0500, true);
        let (ty, zero) = (emit.types.word, emit.word(0));
        let pointer = emit.local(ty, zero.0);
        let info = Word(emit.load(ty, pointer));
        let counts = emit.and_constant(info, 0xffff);
        let one = emit.word(1 << 28);
        let info = emit.or(counts, one);
        let [wave, waves] = [24, 28].map(|by| {
            let moved = emit.shift_right_constant(info, by);
            emit.and_constant(moved, 15)
        });
        assert_eq!((emit.known(wave), emit.known(waves)), (Some(0), Some(1)));
        let (offset, count) = (emit.word(24), emit.word(4));
        let field = emit.bits(info, offset, count);
        assert_eq!(emit.known(field), Some(0));
        let again = emit.and_constant(counts, 0x0fff_ffff);
        assert_eq!(again, counts);
    }

    #[test]
    fn the_whole_wave_follows_nothing_of_it() {
        let mut emit = Emit::new(0x0001_0500, false);
        let lane = lane(&mut emit);
        let next = emit.add_constant(lane, 4);
        assert_eq!((emit.sum_of(next).base, emit.stride_of(next), emit.most(next)), (next, None, u32::MAX));
    }
}
