//! What subgroup operations do, executed on the host: the reference for values and for trips of loops.
//!
//! - [`shuffle`]: what a shuffle gives every invocation, and each way to lower it, as an algorithm on masks, indices and values.
//! - [`pattern`]: indices that tests and benchmarks shuffle by.
//! - [`machine`]: executes functions of SPIR-V for a whole subgroup at once: what the passes emit, not what they mean to.
//!
//! A value is `None` where SPIR-V says that it is undefined. Tests of drivers compare only what is defined.

pub mod machine;
pub mod pattern;
pub mod shuffle;

/// Invocations of a subgroup, and which of them are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    size: u32,
    active: u128,
}

impl Wave {
    /// A subgroup of `size` invocations, a power of two up to 128; of `active`, bits beyond it do not count.
    pub fn new(size: u32, active: u128) -> Option<Self> {
        let known = if size == 128 { u128::MAX } else { (1_u128.checked_shl(size)?).wrapping_sub(1) };
        (size.is_power_of_two() && size <= 128).then_some(Self { size, active: active & known })
    }

    /// All invocations active.
    pub fn full(size: u32) -> Option<Self> {
        Self::new(size, u128::MAX)
    }

    pub fn size(&self) -> u32 {
        self.size
    }

    /// `SubgroupSize - 1`.
    pub fn last(&self) -> u32 {
        self.size - 1
    }

    pub fn is_active(&self, invocation: u32) -> bool {
        invocation < self.size && self.active >> invocation & 1 != 0
    }

    /// Active invocations, in order.
    pub fn active(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let wave = *self;
        (0..self.size).filter(move |&invocation| wave.is_active(invocation))
    }

    /// What `OpGroupNonUniformElect` elects; none where none is active.
    pub fn first_active(&self) -> Option<u32> {
        self.active().next()
    }

    /// `OpGroupNonUniformBallot`.
    pub fn ballot(&self, vote: impl Fn(u32) -> bool) -> u128 {
        self.active().filter(|&invocation| vote(invocation)).fold(0, |bits, invocation| bits | 1 << invocation)
    }

    /// `OpGroupNonUniformBroadcast`: what every active invocation gets.
    pub fn broadcast<T: Clone>(&self, values: &[Option<T>], id: u32) -> Option<T> {
        self.is_active(id).then(|| values.get(id as usize).cloned().flatten()).flatten()
    }

    /// `OpGroupNonUniformRotateKHR`: what one invocation gets.
    pub fn rotate<T: Clone>(&self, values: &[Option<T>], invocation: u32, by: u32) -> Option<T> {
        self.broadcast(values, invocation.wrapping_add(by) & self.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_a_power_of_two_up_to_128() {
        for size in [1, 4, 8, 16, 32, 64, 128] {
            let wave = Wave::full(size).expect("a size");
            assert_eq!(wave.active().count() as u32, size);
            assert!(!wave.is_active(size));
        }
        for size in [0, 3, 12, 256] {
            assert_eq!(Wave::full(size), None);
        }
        // The high half of a mask counts.
        assert_eq!(Wave::new(64, 1 << 40).and_then(|wave| wave.first_active()), Some(40));
        assert_eq!(Wave::new(32, 1 << 40).and_then(|wave| wave.first_active()), None);
    }
}
