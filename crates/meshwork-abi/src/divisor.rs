//! Division by a number that one side knows and the other needs.

use bytemuck::{Pod, Zeroable};

/// `n / d` as a multiplication: `(2n * magic >> 32) >> shift`, where GPUs have no division. Right for every `n` below 2³¹ and `d`
/// up to 2³¹.
///
/// With `shift` = ⌈log₂ d⌉ and `magic` = ⌈2^(31 + shift) / d⌉ the quotient is ⌊n * magic / 2^(31 + shift)⌋, and `magic * d` is
/// above 2^(31 + shift) by less than `d`, so by less than 2^shift: `n` times that is below 2^(31 + shift), which is too little to
/// reach the next quotient.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Divisor {
    pub magic: u32,
    pub shift: u32,
}

impl Divisor {
    /// One more than the largest number that can be divided, and the largest to divide by.
    pub const LIMIT: u32 = 1 << 31;

    /// To divide by `divisor`; by 0 as by 1. `division_by` in `crates/meshwork-gpu/shaders/run.glsl` is the same.
    pub const fn new(divisor: u32) -> Self {
        let divisor = if divisor == 0 { 1 } else { divisor };
        let shift = u32::BITS - (divisor - 1).leading_zeros();
        Self { magic: (1u64 << (31 + shift)).div_ceil(divisor as u64) as u32, shift }
    }

    /// What shaders do.
    pub const fn quotient(self, n: u32) -> u32 {
        (((2 * n as u64 * self.magic as u64) >> 32) >> self.shift) as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The quotient grows with `n`, so it is right everywhere when it is right around each multiple; the last ones are hardest.
    fn check(divisor: u32) {
        let by = Divisor::new(divisor);
        let last = (Divisor::LIMIT - 1) / divisor;
        let multiples = [1, 2, 3, last / 2, last.saturating_sub(1), last].map(|k| k.saturating_mul(divisor));
        for n in multiples
            .into_iter()
            .flat_map(|n| [n.saturating_sub(1), n, n.saturating_add(1)])
            .chain([0, Divisor::LIMIT - 1])
        {
            if n < Divisor::LIMIT {
                assert_eq!(by.quotient(n), n / divisor, "{n} / {divisor}");
            }
        }
    }

    #[test]
    fn every_width_that_a_device_must_take() {
        (1..=65_536).for_each(check);
    }

    #[test]
    fn every_workgroup_of_small_draws() {
        for divisor in 1..=64 {
            let by = Divisor::new(divisor);
            (0..1 << 16).for_each(|n| assert_eq!(by.quotient(n), n / divisor));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_in_the_domain(divisor in 1..=Divisor::LIMIT, n in 0..Divisor::LIMIT) {
            check(divisor);
            prop_assert_eq!(Divisor::new(divisor).quotient(n), n / divisor);
        }

        #[test]
        fn the_argument_holds(divisor in 1..=Divisor::LIMIT) {
            let Divisor { magic, shift } = Divisor::new(divisor);
            let above = u64::from(magic) * u64::from(divisor) - (1 << (31 + shift));
            prop_assert!(above < u64::from(divisor) && u64::from(divisor) <= 1 << shift);
        }
    }
}
