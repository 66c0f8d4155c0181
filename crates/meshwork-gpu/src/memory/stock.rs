//! What a pool lends and what it keeps, without Vulkan.

use std::time::{Duration, Instant};

/// A free piece that nobody took for this long is given back to the device: what is free is what was in use a moment ago.
const IDLE: Duration = Duration::from_secs(1);

/// What memory is for, which is where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// Written by the host, read by the GPU.
    Tables,
    /// Written by the GPU, read by the host.
    Statistics,
    /// The GPU's alone.
    Records,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub usage: Usage,
    pub bytes: u64,
}

/// Pieces of memory, lent and free, and a ceiling for their sum. What is asked for beyond the ceiling is counted and not
/// refused: callers ask how much is [left](Self::left) and want less.
pub(crate) struct Stock<T> {
    ceiling: u64,
    lent: u64,
    /// The most there ever was.
    peak: u64,
    /// In the order in which they came back.
    free: Vec<Free<T>>,
}

struct Free<T> {
    piece: T,
    size: Size,
    since: Instant,
}

impl<T> Stock<T> {
    pub fn new(ceiling: u64) -> Self {
        Self { ceiling, lent: 0, peak: 0, free: Vec::new() }
    }

    /// A free piece of that size or more: the smallest that is not wastefully large. Without one the caller makes a piece of
    /// exactly that size. It is lent in either case.
    pub fn take(&mut self, size: Size) -> Option<T> {
        let fits = |free: &Free<T>| {
            free.size.usage == size.usage && free.size.bytes >= size.bytes && free.size.bytes / 4 <= size.bytes
        };
        // The last of equals, so that those which are too many grow old.
        let best = (0..self.free.len()).rev().filter(|&i| fits(&self.free[i])).min_by_key(|&i| self.free[i].size.bytes);
        let found = best.map(|i| self.free.remove(i));
        self.lent += found.as_ref().map_or(size, |free| free.size).bytes;
        self.peak = self.peak.max(self.bytes());
        found.map(|free| free.piece)
    }

    pub fn give(&mut self, piece: T, size: Size, now: Instant) {
        self.lose(size);
        self.free.push(Free { piece, size, since: now });
    }

    /// A lent piece does not come back, or was never made.
    pub fn lose(&mut self, size: Size) {
        self.lent -= size.bytes;
    }

    /// Free pieces that are to be given back to the device: idle ones, and the oldest while the ceiling is exceeded.
    pub fn surplus(&mut self, now: Instant) -> Vec<T> {
        let mut bytes = self.bytes();
        let mut count = 0;
        for free in &self.free {
            if bytes <= self.ceiling && now.saturating_duration_since(free.since) <= IDLE {
                break;
            }
            bytes -= free.size.bytes;
            count += 1;
        }
        self.free.drain(..count).map(|free| free.piece).collect()
    }

    /// All free pieces.
    pub fn clear(&mut self) -> Vec<T> {
        self.free.drain(..).map(|free| free.piece).collect()
    }

    /// Bytes that may be lent without exceeding the ceiling; free pieces make room.
    pub fn left(&self) -> u64 {
        self.ceiling.saturating_sub(self.lent)
    }

    pub fn ceiling(&self) -> u64 {
        self.ceiling
    }

    pub fn lent(&self) -> u64 {
        self.lent
    }

    /// The most that [`Self::bytes`] ever was.
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// Everything, lent and free.
    pub fn bytes(&self) -> u64 {
        self.lent + self.free.iter().map(|free| free.size.bytes).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn records(bytes: u64) -> Size {
        Size { usage: Usage::Records, bytes }
    }

    /// Takes and gives as a pool does; a piece is its size.
    struct Pool {
        stock: Stock<Size>,
        now: Instant,
        made: usize,
    }

    impl Pool {
        fn new(ceiling: u64) -> Self {
            Self { stock: Stock::new(ceiling), now: Instant::now(), made: 0 }
        }

        fn take(&mut self, size: Size) -> Size {
            let found = self.stock.take(size);
            self.made += usize::from(found.is_none());
            self.stock.surplus(self.now);
            found.unwrap_or(size)
        }

        fn give(&mut self, size: Size) {
            self.stock.give(size, size, self.now);
            self.stock.surplus(self.now);
        }

        fn pass(&mut self, time: Duration) {
            self.now += time;
        }
    }

    /// Frames of `grass`, three in flight.
    #[test]
    fn ten_thousand_frames_take_as_much_as_three() {
        let mut pool = Pool::new(1 << 30);
        let of_frame = [Usage::Tables, Usage::Statistics, Usage::Records];
        let bytes = |usage| if usage == Usage::Records { 43 * MIB } else { 64 << 10 };
        let mut in_flight = std::collections::VecDeque::new();
        for frame in 0..10_000 {
            if in_flight.len() == 3 {
                let finished: [Size; 3] = in_flight.pop_front().expect("three");
                finished.into_iter().for_each(|size| pool.give(size));
            }
            in_flight.push_back(of_frame.map(|usage| pool.take(Size { usage, bytes: bytes(usage) })));
            pool.pass(Duration::from_millis(16));
            if frame >= 2 {
                assert_eq!((pool.made, pool.stock.bytes()), (9, 3 * (43 * MIB + (128 << 10))));
            }
        }
    }

    #[test]
    fn after_a_peak_what_lies_idle_is_given_back() {
        let mut pool = Pool::new(1 << 30);
        let level: Vec<_> = [200, 100, 50, 10, 10, 10].map(|mib| pool.take(records(mib * MIB))).into();
        level.into_iter().for_each(|size| pool.give(size));
        assert_eq!(pool.stock.bytes(), 380 * MIB, "it may be needed in the next frame");
        // A menu, with one small pass a frame.
        for _ in 0..70 {
            pool.pass(Duration::from_millis(16));
            let piece = pool.take(records(9 * MIB));
            pool.give(piece);
        }
        assert_eq!((pool.made, pool.stock.bytes()), (6, 10 * MIB), "though any of three could serve it");
    }

    #[test]
    fn free_pieces_make_room_under_the_ceiling() {
        let mut pool = Pool::new(100 * MIB);
        let (small, large) = (pool.take(records(10 * MIB)), pool.take(records(60 * MIB)));
        assert_eq!(pool.stock.left(), 30 * MIB);
        pool.give(large);
        assert_eq!((pool.stock.left(), pool.stock.bytes()), (90 * MIB, 70 * MIB));
        let larger = pool.take(records(90 * MIB));
        assert_eq!((pool.stock.left(), pool.stock.bytes()), (0, 100 * MIB));
        // What cannot want less goes beyond, and is the first to go.
        let tables = pool.take(Size { usage: Usage::Tables, bytes: MIB });
        assert_eq!((pool.stock.left(), pool.stock.bytes()), (0, 101 * MIB));
        [larger, small, tables].into_iter().for_each(|size| pool.give(size));
        assert_eq!((pool.stock.left(), pool.stock.bytes()), (100 * MIB, 11 * MIB));
    }

    #[test]
    fn a_piece_serves_its_own_usage_and_is_not_wasted() {
        let mut pool = Pool::new(1 << 30);
        let piece = pool.take(records(40 * MIB));
        pool.give(piece);
        assert_eq!(pool.stock.take(Size { usage: Usage::Tables, bytes: 40 * MIB }), None);
        assert_eq!(pool.stock.take(records(9 * MIB)), None);
        assert_eq!(pool.stock.take(records(10 * MIB)), Some(piece));
    }
}
