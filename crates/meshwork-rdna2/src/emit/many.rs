//! Unsigned integers of four words, the lowest first.

use meshwork_spirv::spirv::Op;

use super::{Bit, Emit, Wide, Word};

pub type Many = [Word; 4];

impl Emit {
    /// The product of two values of 64 bits.
    pub fn mul_many(&mut self, a: Wide, b: Wide) -> Many {
        let zero = self.word(0);
        let [low, first, second, high] = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)]
            .map(|(a, b)| self.mul_wide(a, b, false));
        let sum = self.add_many([low.low, low.high, high.low, high.high], [zero, first.low, first.high, zero]);
        self.add_many(sum, [zero, second.low, second.high, zero])
    }

    pub fn add_many(&mut self, a: Many, b: Many) -> Many {
        let mut carry = None;
        std::array::from_fn(|n| {
            let (sum, out) = self.add_carry(a[n], b[n], carry);
            carry = Some(out);
            sum
        })
    }

    pub fn sub_many(&mut self, a: Many, b: Many) -> Many {
        let mut borrow = None;
        std::array::from_fn(|n| {
            let (difference, out) = self.sub_borrow(a[n], b[n], borrow);
            borrow = Some(out);
            difference
        })
    }

    pub fn less_many(&mut self, a: Many, b: Many) -> Bit {
        let no = self.bit(false);
        (0..4).fold(no, |less, n| {
            let (below, equal) = (self.compare(Op::ULessThan, a[n], b[n]), self.compare(Op::IEqual, a[n], b[n]));
            let still = self.both(equal, less);
            self.either(below, still)
        })
    }

    pub fn select_many(&mut self, bit: Bit, yes: Many, no: Many) -> Many {
        std::array::from_fn(|n| self.select(bit, yes[n], no[n]))
    }

    pub fn is_zero_many(&mut self, a: Many) -> Bit {
        let any = a.into_iter().reduce(|any, word| self.or(any, word)).unwrap_or(a[0]);
        self.is_zero(any)
    }

    /// By 0 to 127.
    pub fn shift_left_many(&mut self, a: Many, by: Word) -> Many {
        let zero = self.word(0);
        let words = [32, 64].into_iter().fold(a, |words, step| {
            let bit = self.and_constant(by, step);
            let (moves, whole) = (self.is_not_zero(bit), step as usize / 32);
            std::array::from_fn(|n| {
                let moved = if n >= whole { words[n - whole] } else { zero };
                self.select(moves, moved, words[n])
            })
        });
        std::array::from_fn(|n| match n {
            0 => self.shift_left(words[0], by),
            _ => self.shift_left_wide_within(words[n - 1], words[n], by),
        })
    }

    /// The upper word of two, shifted left by the low five bits of `by`.
    fn shift_left_wide_within(&mut self, low: Word, high: Word, by: Word) -> Word {
        let (below, left) = (self.and_constant(by, 31), self.word(31));
        let back = self.sub(left, below);
        let half = self.shift_right_constant(low, 1);
        let (across, moved) = (self.shift_right(half, back), self.shift_left(high, by));
        self.or(moved, across)
    }

    /// Any distance to the right; the lowest bit says whether something fell out.
    pub fn shift_right_many_sticky(&mut self, a: Many, by: Word) -> Many {
        let (zero, most) = (self.word(0), self.word(127));
        let by = self.min(by, most);
        let mut lost = zero;
        let words = [32, 64].into_iter().fold(a, |words, step| {
            let bit = self.and_constant(by, step);
            let (moves, whole) = (self.is_not_zero(bit), step as usize / 32);
            for &word in &words[..whole] {
                let dropped = self.select(moves, word, zero);
                lost = self.or(lost, dropped);
            }
            std::array::from_fn(|n| {
                let moved = words.get(n + whole).copied().unwrap_or(zero);
                self.select(moves, moved, words[n])
            })
        });
        let (one, own) = (self.word(1), self.and_constant(by, 31));
        let end = self.shift_left(one, own);
        let below = self.sub(end, one);
        let dropped = self.and(words[0], below);
        lost = self.or(lost, dropped);
        let mut shifted: Many = std::array::from_fn(|n| match words.get(n + 1) {
            None => self.shift_right(words[n], by),
            Some(&high) => self.shift_right_wide_within(words[n], high, by),
        });
        let is_lost = self.is_not_zero(lost);
        let sticky = self.word_of(is_lost);
        shifted[0] = self.or(shifted[0], sticky);
        shifted
    }

    /// The lower word of two, shifted right by the low five bits of `by`.
    fn shift_right_wide_within(&mut self, low: Word, high: Word, by: Word) -> Word {
        let (below, left) = (self.and_constant(by, 31), self.word(31));
        let back = self.sub(left, below);
        let twice = self.shift_left_constant(high, 1);
        let (across, moved) = (self.shift_left(twice, back), self.shift_right(low, by));
        self.or(moved, across)
    }

    /// The place of the highest bit that is set; of 0, all bits.
    pub fn highest_many(&mut self, a: Many) -> Word {
        let lowest = self.highest(a[0]);
        (1..4).fold(lowest, |place, n| {
            let own = self.highest(a[n]);
            let (own, is_there) = (self.add_constant(own, 32 * n as u32), self.is_not_zero(a[n]));
            self.select(is_there, own, place)
        })
    }
}
