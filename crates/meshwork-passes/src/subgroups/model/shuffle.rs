//! Shuffles: what they give, and what each way to lower them gives and costs.

use super::Wave;
use crate::subgroups::Strategy;

/// What invocations get, and in how many trips of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One for each invocation of the subgroup. `None`: undefined, as for inactive ones.
    pub values: Vec<Option<u64>>,
    pub trips: u32,
}

/// An operation, by how an invocation finds its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Shuffle,
    Xor,
    Up,
    Down,
    /// Within clusters of so many invocations.
    Rotate(u32),
}

impl Operation {
    /// The invocation whose value `invocation` gets; it may be beyond the subgroup.
    pub fn source(self, invocation: u32, selector: u32) -> u32 {
        match self {
            Self::Shuffle => selector,
            Self::Xor => invocation ^ selector,
            Self::Up => invocation.wrapping_sub(selector),
            Self::Down => invocation.wrapping_add(selector),
            Self::Rotate(cluster) => {
                let last = cluster - 1;
                invocation & !last | invocation.wrapping_add(selector) & last
            }
        }
    }
}

/// What SPIR-V defines: the source's value where the source is active and in the subgroup.
pub fn shuffled(wave: Wave, values: &[u64], indices: &[u32]) -> Vec<Option<u64>> {
    let values = known(values);
    let get = |invocation| wave.is_active(invocation).then(|| wave.broadcast(&values, indices[invocation as usize]));
    (0..wave.size()).map(|invocation| get(invocation).flatten()).collect()
}

/// Executes a shuffle as `strategy` lowers it. `tests`: whether the mixed loop tests first if the index is uniform.
pub fn lowered(wave: Wave, strategy: Strategy, tests: bool, values: &[u64], indices: &[u32]) -> Outcome {
    let serves = match strategy {
        Strategy::Native | Strategy::Workgroup => {
            return Outcome { values: shuffled(wave, values, indices), trips: 0 };
        }
        Strategy::Rotate => Serves { tests: false, source: false, offset: true },
        Strategy::Sources => Serves { tests: true, source: true, offset: false },
        Strategy::Mixed => Serves { tests, source: true, offset: true },
    };
    looped(wave, serves, values, indices)
}

/// What a loop does: see `lower_shuffle::functions`.
#[derive(Clone, Copy)]
struct Serves {
    tests: bool,
    source: bool,
    offset: bool,
}

fn looped(wave: Wave, serves: Serves, values: &[u64], indices: &[u32]) -> Outcome {
    let known = known(values);
    let index = |invocation: u32| indices[invocation as usize];
    let offset = |invocation: u32| index(invocation).wrapping_sub(invocation) & wave.last();
    let mut result = vec![None; wave.size() as usize];
    let Some(first) = wave.first_active() else { return Outcome { values: result, trips: 0 } };
    if serves.tests && wave.ballot(|invocation| index(invocation) != index(first)) == 0 {
        let value = wave.broadcast(&known, index(first) & wave.last());
        wave.active().for_each(|invocation| result[invocation as usize] = value);
        return Outcome { values: result, trips: 0 };
    }
    let (mut open, mut trips, mut next) = (wave.ballot(|_| true), 0, first);
    while open != 0 {
        trips += 1;
        let (source, turn) = (index(next), offset(next));
        for invocation in wave.active() {
            let by_source = serves.source && index(invocation) == source;
            let by_offset = serves.offset && offset(invocation) == turn;
            if by_source {
                result[invocation as usize] = wave.broadcast(&known, source & wave.last());
            }
            if by_offset {
                result[invocation as usize] = wave.rotate(&known, invocation, turn);
            }
            if by_source || by_offset {
                open &= !(1 << invocation);
            }
        }
        next = open.trailing_zeros();
    }
    Outcome { values: result, trips }
}

fn known(values: &[u64]) -> Vec<Option<u64>> {
    values.iter().copied().map(Some).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
    use proptest::strategy::Strategy as _;

    use super::super::pattern::Pattern;
    use super::*;

    const LOOPS: [Strategy; 3] = [Strategy::Rotate, Strategy::Sources, Strategy::Mixed];

    /// A subgroup, values and indices.
    fn shuffles() -> impl proptest::strategy::Strategy<Value = (Wave, Vec<u64>, Vec<u32>)> {
        let patterns = prop::sample::select(&Pattern::ALL[..]);
        (2..=7_u32, any::<u128>(), prop::bool::weighted(0.3), patterns, any::<u32>()).prop_map(
            |(digits, mask, all, pattern, seed)| {
                let size = 1 << digits;
                let wave = Wave::new(size, if all { u128::MAX } else { mask }).expect("a size");
                let values = (0..size).map(|n| u64::from(seed).wrapping_mul(u64::from(n) + 1) << 20 | u64::from(n));
                let indices = (0..size).map(|invocation| pattern.index(size, invocation, seed));
                (wave, values.collect(), indices.collect())
            },
        )
    }

    proptest! {
        #[test]
        fn who_wants_an_active_source_gets_its_value((wave, values, indices) in shuffles()) {
            let expected = shuffled(wave, &values, &indices);
            for (strategy, tests) in LOOPS.into_iter().flat_map(|strategy| [(strategy, true), (strategy, false)]) {
                let outcome = lowered(wave, strategy, tests, &values, &indices);
                for (invocation, value) in expected.iter().enumerate().filter(|(_, value)| value.is_some()) {
                    prop_assert_eq!(&outcome.values[invocation], value, "{} in {:?}", invocation, strategy);
                }
            }
        }

        #[test]
        fn the_mixed_loop_takes_no_more_trips_than_the_others((wave, values, indices) in shuffles()) {
            let trips = |strategy, tests| lowered(wave, strategy, tests, &values, &indices).trips;
            for tests in [false, true] {
                prop_assert!(trips(Strategy::Mixed, tests) <= trips(Strategy::Rotate, tests));
                prop_assert!(trips(Strategy::Mixed, tests) <= wave.active().count() as u32);
            }
            // And without the test no more than there are distinct sources.
            let sources: std::collections::HashSet<u32> = wave.active().map(|n| indices[n as usize]).collect();
            prop_assert!(trips(Strategy::Mixed, false) as usize <= sources.len());
            prop_assert!(trips(Strategy::Sources, true) as usize <= sources.len());
        }
    }

    #[test]
    fn trips_of_patterns() {
        let wave = Wave::full(32).expect("a size");
        let values: Vec<u64> = (0..32).collect();
        let trips = |strategy, tests, index: &dyn Fn(u32) -> u32| {
            let indices: Vec<u32> = (0..32).map(index).collect();
            lowered(wave, strategy, tests, &values, &indices).trips
        };
        for index in [0, 5, 31, 32, u32::MAX] {
            assert_eq!(trips(Strategy::Mixed, true, &|_| index), 0);
            assert_eq!(trips(Strategy::Mixed, false, &|_| index), 1);
            assert_eq!(trips(Strategy::Rotate, false, &|_| index), 32);
        }
        // Each half of the subgroup reads its own first invocation.
        let half = |invocation: u32| invocation & 16;
        assert_eq!(trips(Strategy::Mixed, true, &half), 2);
        // Both halves have the same offsets.
        assert_eq!(trips(Strategy::Rotate, false, &half), 16);
        let rotate = |invocation: u32| (invocation + 5) % 32;
        assert_eq!(trips(Strategy::Mixed, true, &rotate), 1);
        assert_eq!(trips(Strategy::Rotate, false, &rotate), 1);
        assert_eq!(trips(Strategy::Sources, true, &rotate), 32);
        assert_eq!(trips(Strategy::Mixed, true, &|invocation| invocation ^ 1), 2);
    }

    #[test]
    fn sources_of_relative_operations() {
        assert_eq!(Operation::Xor.source(5, 3), 6);
        assert_eq!(Operation::Up.source(5, 6), u32::MAX);
        assert_eq!(Operation::Down.source(5, 6), 11);
        assert_eq!(Operation::Rotate(8).source(13, 6), 11);
    }
}
