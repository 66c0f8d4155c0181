//! Masks: a bit for each lane of the guest's wave.
//!
//! A mask is a value of the whole wave: as many words as its lanes need, though a program holds it in the four of a `uvec4`.

use meshwork_spirv::spirv::{GlslStd450Op, Op};
use meshwork_spirv::{Code, Id};

use super::values::extended;

/// Lanes that one word of a mask has bits for.
const WORD: u32 = 32;

/// The width of the guest's wave: a power of two from 4 to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    pub lanes: u32,
}

impl Wave {
    /// Words of a mask.
    pub fn words(self) -> u32 {
        self.lanes.div_ceil(WORD)
    }

    /// All lanes that one word has bits for.
    pub fn full_word(self) -> u32 {
        if self.lanes < WORD { (1 << self.lanes) - 1 } else { u32::MAX }
    }
}

/// The words of a mask; bits beyond the wave are zero.
#[derive(Clone)]
pub struct Mask {
    wave: Wave,
    words: Vec<Id>,
}

/// Which lanes, seen from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    Own,
    Before,
    UpToOwn,
    FromOwn,
    After,
}

impl Mask {
    pub fn new(wave: Wave, words: Vec<Id>) -> Self {
        Self { wave, words }
    }

    /// From a program's `uvec4`.
    pub fn from_value(code: &mut Code<'_>, wave: Wave, value: Id) -> Self {
        let (u32, full) = (code.module.u32_type(), code.module.u32(wave.full_word()));
        let words = (0..wave.words()).map(|n| {
            let word = code.extract(u32, value, n);
            if wave.full_word() == u32::MAX { word } else { code.u32(Op::BitwiseAnd, word, full) }
        });
        Self { words: words.collect(), wave }
    }

    /// As a program's `uvec4`.
    pub fn to_value(&self, code: &mut Code<'_>) -> Id {
        let (uvec4, zero) = (code.module.uvec_type(4), code.module.u32(0));
        let words: Vec<_> = self.words.iter().copied().chain(std::iter::repeat(zero)).take(4).collect();
        code.construct(uvec4, &words)
    }

    /// The lanes that `lanes` says, of `lane`.
    pub fn of(code: &mut Code<'_>, wave: Wave, lane: Id, lanes: Lanes) -> Self {
        let u32 = code.module.u32_type();
        let [zero, one, ones, full, bits] =
            [0, 1, u32::MAX, wave.full_word(), WORD - 1].map(|value| code.module.u32(value));
        let place = code.u32(Op::BitwiseAnd, lane, bits);
        let own = code.u32(Op::ShiftLeftLogical, one, place);
        let before = code.u32(Op::ISub, own, one);
        let words = (0..wave.words()).map(|n| {
            // The lane's own bit and those before it in this word.
            let (own, before) = if wave.words() == 1 {
                (own, before)
            } else {
                let (first, next) = (code.module.u32(n * WORD), code.module.u32((n + 1) * WORD));
                let (begun, over) =
                    (code.compare(Op::UGreaterThanEqual, lane, first), code.compare(Op::UGreaterThanEqual, lane, next));
                let inside = code.compare(Op::LogicalNotEqual, begun, over);
                let own = code.value(Op::Select, u32, [inside.into(), own.into(), zero.into()]);
                let outside = code.value(Op::Select, u32, [over.into(), ones.into(), zero.into()]);
                (own, code.value(Op::Select, u32, [inside.into(), before.into(), outside.into()]))
            };
            let through = |code: &mut Code<'_>| code.u32(Op::BitwiseOr, own, before);
            // Beyond the wave there is no lane.
            let rest = |code: &mut Code<'_>, word| code.u32(Op::BitwiseXor, full, word);
            match lanes {
                Lanes::Own => own,
                Lanes::Before => before,
                Lanes::UpToOwn => through(code),
                Lanes::FromOwn => rest(code, before),
                Lanes::After => {
                    let through = through(code);
                    rest(code, through)
                }
            }
        });
        Self { words: words.collect(), wave }
    }

    pub fn and(&self, code: &mut Code<'_>, other: &Self) -> Self {
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| code.u32(Op::BitwiseAnd, a, b));
        Self { words: words.collect(), wave: self.wave }
    }

    /// Whether it has a bit.
    pub fn any(&self, code: &mut Code<'_>) -> Id {
        let zero = code.module.u32(0);
        let all = self.words.iter().copied().reduce(|a, b| code.u32(Op::BitwiseOr, a, b)).unwrap_or(zero);
        code.compare(Op::INotEqual, all, zero)
    }

    pub fn none(&self, code: &mut Code<'_>) -> Id {
        let (any, bool) = (self.any(code), code.module.bool_type());
        code.value(Op::LogicalNot, bool, [any.into()])
    }

    /// Whether it has the bit of `lane`.
    pub fn bit(&self, code: &mut Code<'_>, lane: Id) -> Id {
        let [zero, one, bits] = [0, 1, WORD - 1].map(|value| code.module.u32(value));
        let mut word = self.words[0];
        for (n, &next) in self.words.iter().enumerate().skip(1) {
            let (first, u32) = (code.module.u32(n as u32 * WORD), code.module.u32_type());
            let reached = code.compare(Op::UGreaterThanEqual, lane, first);
            word = code.value(Op::Select, u32, [reached.into(), next.into(), word.into()]);
        }
        let place = code.u32(Op::BitwiseAnd, lane, bits);
        let shifted = code.u32(Op::ShiftRightLogical, word, place);
        let bit = code.u32(Op::BitwiseAnd, shifted, one);
        code.compare(Op::INotEqual, bit, zero)
    }

    /// How many bits it has.
    pub fn count(&self, code: &mut Code<'_>) -> Id {
        let (u32, zero) = (code.module.u32_type(), code.module.u32(0));
        let counts: Vec<_> = self.words.iter().map(|&word| code.value(Op::BitCount, u32, [word.into()])).collect();
        counts.into_iter().reduce(|a, b| code.u32(Op::IAdd, a, b)).unwrap_or(zero)
    }

    /// The lane of its lowest bit, of which it has one.
    pub fn lowest(&self, code: &mut Code<'_>) -> Id {
        self.find(code, GlslStd450Op::FindILsb, self.words.len() - 1, |place| place.checked_sub(1))
    }

    /// The lane of its highest bit, of which it has one.
    pub fn highest(&self, code: &mut Code<'_>) -> Id {
        let last = self.words.len() - 1;
        self.find(code, GlslStd450Op::FindUMsb, 0, |place| (place < last).then_some(place + 1))
    }

    /// Looks in the words from `last` on, each of which comes before those looked at already.
    fn find(&self, code: &mut Code<'_>, op: GlslStd450Op, last: usize, next: impl Fn(usize) -> Option<usize>) -> Id {
        let (u32, zero) = (code.module.u32_type(), code.module.u32(0));
        let mut found = None;
        let mut place = Some(last);
        while let Some(n) = place {
            let word = self.words[n];
            let (bit, first) = (extended(code, op, u32, &[word]), code.module.u32(n as u32 * WORD));
            let lane = if n == 0 { bit } else { code.u32(Op::IAdd, bit, first) };
            found = Some(match found {
                None => lane,
                Some(other) => {
                    let here = code.compare(Op::INotEqual, word, zero);
                    code.value(Op::Select, u32, [here.into(), lane.into(), Id::into(other)])
                }
            });
            place = next(n);
        }
        found.unwrap_or(zero)
    }
}
