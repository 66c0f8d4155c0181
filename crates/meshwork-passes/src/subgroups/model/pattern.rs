//! Patterns of indices, for tests of the model and of drivers, and for benchmarks.

/// Who reads whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All read one.
    Uniform,
    /// Each half of the subgroup reads one of its own.
    HalfWave,
    /// All read the one that lies so far on.
    Rotate,
    Xor,
    Random,
    /// Each reads one of four.
    FewSources,
    /// Some indices are the subgroup's size, more, or as large as can be.
    OutOfRange,
}

impl Pattern {
    pub const ALL: [Self; 7] =
        [Self::Uniform, Self::HalfWave, Self::Rotate, Self::Xor, Self::Random, Self::FewSources, Self::OutOfRange];

    /// The index that `invocation` of a subgroup of `size` reads by; `seed` chooses one of the pattern's kind.
    pub fn index(self, size: u32, invocation: u32, seed: u32) -> u32 {
        let one = scramble(seed) % size;
        let random = scramble(seed ^ scramble(invocation));
        match self {
            Self::Uniform => one,
            Self::HalfWave => invocation & (size / 2) | (one % (size / 2).max(1)),
            Self::Rotate => (invocation + one) % size,
            Self::Xor => invocation ^ one,
            Self::Random => random % size,
            Self::FewSources => scramble(seed.wrapping_add(random % 4)) % size,
            Self::OutOfRange => [size, u32::MAX, size + 1, invocation][random as usize % 4],
        }
    }
}

/// A finalizer of MurmurHash3: neighbours get far from each other.
fn scramble(mut bits: u32) -> u32 {
    bits = (bits ^ bits >> 16).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ bits >> 13).wrapping_mul(0xc2b2_ae35);
    bits ^ bits >> 16
}
