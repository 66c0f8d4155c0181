//! What the dwords of synthesised push constants and buffers are.

use fastrand::Rng;

/// What a program finds in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Floats between -1 and 1.
    Floats,
    /// Small numbers and addresses among them, for programs that count to what they find, or follow it. How many of each the seed says.
    Mixed,
}

/// Numbers are less.
const COUNTS: u32 = 8;
/// Bytes that addresses point into: to its first half, on a multiple of [`ALIGN`].
pub(super) const HEAP_BYTES: u32 = 0x8000;
const ALIGN: u32 = 16;

/// Random dwords.
pub(super) struct Words {
    pub random: Rng,
    /// Parts of all pairs of dwords that are addresses, and of all other dwords that are numbers.
    addresses: f32,
    counts: f32,
    heap: u64,
}

impl Words {
    /// `heap` is where addresses point to.
    pub fn new(contents: Contents, seed: u64, heap: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let [addresses, counts] = match contents {
            Contents::Floats => [0.0; 2],
            Contents::Mixed => [(); 2].map(|()| random.f32()),
        };
        Self { random, addresses, counts, heap }
    }

    pub fn float(&mut self, from: f32, to: f32) -> u32 {
        (from + self.random.f32() * (to - from)).to_bits()
    }

    pub fn take(&mut self, count: u32) -> Vec<u32> {
        let count = count as usize;
        let mut words = Vec::with_capacity(count);
        while words.len() < count {
            // Addresses are aligned as compilers align them.
            if words.len().is_multiple_of(2) && words.len() + 2 <= count && self.chance(self.addresses) {
                words.extend(self.address());
            } else {
                words.push(if self.chance(self.counts) { self.random.u32(..COUNTS) } else { self.float(-1.0, 1.0) });
            }
        }
        words
    }

    /// Of 48 bits: with the sign above them it would be a NaN as a float.
    fn address(&mut self) -> [u32; 2] {
        let address = self.heap + u64::from(ALIGN * self.random.u32(..HEAP_BYTES / 2 / ALIGN));
        [address as u32, (address >> 32) as u32 & 0xffff]
    }

    fn chance(&mut self, part: f32) -> bool {
        part > 0.0 && self.random.f32() < part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_only_floats() {
        let words = Words::new(Contents::Floats, 3, 0).take(999);
        assert_eq!(words.len(), 999);
        assert!(words.iter().all(|word| f32::from_bits(*word).abs() <= 1.0 && *word & 0x7f80_0000 != 0 || *word == 0));
    }

    /// Under some seed a program finds a number where it counts and an address where it follows one.
    #[test]
    fn mixed_words_are_numbers_and_addresses_too() {
        const HEAP: u64 = 0xffff_8000_0001_0000;
        let words: Vec<u32> = (0..20).flat_map(|seed| Words::new(Contents::Mixed, seed, HEAP).take(64)).collect();
        assert!(words.iter().any(|word| (1..COUNTS).contains(word)));
        let is_address =
            |pair: &[u32]| pair[1] == 0x8000 && (0x1_0000..0x1_4000).contains(&pair[0]) && pair[0].is_multiple_of(16);
        assert!(words.chunks_exact(2).any(is_address));
    }
}
