//! Whether to gather: decided by what both ways were measured to take.

/// Times of each way that a trial ends with, and that are enough where all of one way are longer than all of the other.
const SAMPLES: usize = 7;
const FEW_SAMPLES: usize = 4;
/// Draws recorded in a trial before it is given up: whoever draws measures nothing, or too little.
const MOST_TRIES: u32 = 100;
/// Gathering begins only where it takes less than this part of the time, and ends where it takes longer: what is equally fast
/// does not go to and fro.
const WORTHWHILE: f64 = 0.97;
/// Uses between two trials, at first; each trial that changes nothing doubles them.
const REST: u32 = 1_000;
const LONGEST_REST: u32 = 64_000;

/// Decides for draws of one pipeline, separately for each power of two of their number, whether gathering them is faster
/// on this device. Nothing is known of a device beforehand: draws are cheap on some and dear on others.
///
/// At first both ways are used in turn, until each was timed a few times; the one with the shorter median stays. Rarely it
/// is tried again. So a scene that gathering would slow down is slowed down in a few frames, and not later.
///
/// ```
/// # let mut gathering = meshwork_gpu::Gathering::new();
/// # let (draws, gpu_ns) = (480, 1_000_000);
/// let gather = gathering.choose(draws);
/// // …record the draws, and time stamps around them; when the GPU is done:
/// gathering.took(draws, gather, gpu_ns);
/// ```
///
/// The time may be that of a whole frame, if little else in it changes from one frame to the next.
#[derive(Debug, Default)]
pub struct Gathering {
    /// By the binary logarithm of the number of draws.
    sizes: [Size; u32::BITS as usize],
}

/// What is known of one order of magnitude.
#[derive(Debug)]
struct Size {
    gathers: bool,
    /// Uses until the next trial; 0 in one.
    rest: u32,
    next_rest: u32,
    /// In the trial, so far.
    tries: u32,
    apart: Vec<u64>,
    gathered: Vec<u64>,
}

impl Default for Size {
    fn default() -> Self {
        let (apart, gathered) = (Vec::new(), Vec::new());
        Self { gathers: false, rest: 0, next_rest: REST, tries: 0, apart, gathered }
    }
}

impl Gathering {
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to gather this many draws, this time.
    pub fn choose(&mut self, draws: u32) -> bool {
        // One draw is what gathering would make of it.
        if draws < 2 {
            return false;
        }
        self.sizes[draws.ilog2() as usize].choose()
    }

    /// Tells how long the draws took, gathered or not: in the order of execution, however much later.
    pub fn took(&mut self, draws: u32, gathered: bool, gpu_ns: u64) {
        if draws >= 2 {
            self.sizes[draws.ilog2() as usize].took(gathered, gpu_ns);
        }
    }
}

impl Size {
    fn choose(&mut self) -> bool {
        if self.rest > 0 {
            self.rest -= 1;
            return self.gathers;
        }
        self.tries += 1;
        if self.tries > MOST_TRIES {
            self.end_trial(self.gathers);
            return self.gathers;
        }
        self.tries.is_multiple_of(2)
    }

    fn took(&mut self, gathered: bool, gpu_ns: u64) {
        // Outside a trial nothing is compared: what else changed in the meantime?
        if self.rest > 0 {
            return;
        }
        let samples = if gathered { &mut self.gathered } else { &mut self.apart };
        if samples.len() < SAMPLES {
            samples.push(gpu_ns);
        }
        if self.is_decided() {
            let [apart, gathered] = [&mut self.apart, &mut self.gathered].map(|samples| median(samples) as f64);
            let bar = if self.gathers { 1.0 } else { WORTHWHILE };
            self.end_trial(gathered < apart * bar);
        }
    }

    fn is_decided(&self) -> bool {
        let is_above = |a: &[u64], b: &[u64]| a.iter().min() > b.iter().max();
        match self.apart.len().min(self.gathered.len()) {
            SAMPLES => true,
            FEW_SAMPLES.. => is_above(&self.apart, &self.gathered) || is_above(&self.gathered, &self.apart),
            _ => false,
        }
    }

    fn end_trial(&mut self, gathers: bool) {
        let is_news = gathers != self.gathers;
        self.gathers = gathers;
        self.rest = if is_news { REST } else { self.next_rest };
        self.next_rest = self.rest.saturating_mul(2).min(LONGEST_REST);
        self.tries = 0;
        self.apart.clear();
        self.gathered.clear();
    }
}

fn median(samples: &mut [u64]) -> u64 {
    samples.sort_unstable();
    samples[samples.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws `frames` frames on a GPU that takes so long, and answers `latency` frames later; how many were gathered.
    fn run(
        gathering: &mut Gathering,
        draws: u32,
        frames: usize,
        latency: usize,
        time: impl Fn(usize, bool) -> u64,
    ) -> usize {
        let mut choices = Vec::new();
        for frame in 0..frames {
            choices.push(gathering.choose(draws));
            if let Some(done) = frame.checked_sub(latency) {
                gathering.took(draws, choices[done], time(done, choices[done]));
            }
        }
        choices.iter().filter(|&&gathered| gathered).count()
    }

    /// Ten frames are one that is slow for another reason.
    fn noisy(frame: usize, time: u64) -> u64 {
        if frame % 10 == 3 { time * 5 } else { time + frame as u64 % 4 }
    }

    #[test]
    fn what_is_slower_is_hardly_used() {
        let mut gathering = Gathering::new();
        let slower = |frame, gathered| noisy(frame, if gathered { 174_000 } else { 125_000 });
        let gathered = run(&mut gathering, 480, 10_000, 3, slower);
        assert!(gathered <= 5 * (SAMPLES + 2), "{gathered} of 10,000 frames");
        let far_slower = |_, gathered| if gathered { 413_000 } else { 67_000 };
        assert_eq!(run(&mut Gathering::new(), 480, 100, 0, far_slower), FEW_SAMPLES, "that is soon seen");
    }

    #[test]
    fn what_is_faster_is_used() {
        let mut gathering = Gathering::new();
        let faster = |frame, gathered| noisy(frame, if gathered { 889_000 } else { 916_000 - 4_000 });
        assert!(run(&mut gathering, 2_100, 1_000, 3, faster) <= SAMPLES + 2, "2.5 % are not worthwhile");
        let faster = |frame, gathered| noisy(frame, if gathered { 800_000 } else { 916_000 });
        let mut gathering = Gathering::new();
        let gathered = run(&mut gathering, 2_100, 1_000, 3, faster);
        assert!(gathered >= 1_000 - SAMPLES - 4, "{gathered} of 1,000 frames");
    }

    #[test]
    fn a_change_is_noticed_and_equal_ways_do_not_alternate() {
        let mut gathering = Gathering::new();
        run(&mut gathering, 100, 500, 2, |_, gathered| if gathered { 50 } else { 100 });
        assert!(gathering.sizes[6].gathers);
        // A little better than equal: stays.
        run(&mut gathering, 100, 10_000, 2, |_, gathered| if gathered { 99 } else { 100 });
        assert!(gathering.sizes[6].gathers);
        run(&mut gathering, 100, 20_000, 2, |_, gathered| if gathered { 101 } else { 100 });
        assert!(!gathering.sizes[6].gathers);
        run(&mut gathering, 100, 20_000, 2, |_, gathered| if gathered { 99 } else { 100 });
        assert!(!gathering.sizes[6].gathers);
    }

    #[test]
    fn numbers_of_draws_are_told_apart() {
        let mut gathering = Gathering::new();
        run(&mut gathering, 1_000, 100, 1, |_, gathered| if gathered { 50 } else { 100 });
        run(&mut gathering, 10, 100, 1, |_, gathered| if gathered { 100 } else { 50 });
        assert!(gathering.choose(1_000) && gathering.choose(600) && !gathering.choose(10));
        assert_eq!((0..100).filter(|_| gathering.choose(1)).count(), 0);
    }

    #[test]
    fn without_times_nothing_is_gathered_for_long() {
        let mut gathering = Gathering::new();
        let gathered = (0..2_000).filter(|_| gathering.choose(480)).count();
        assert!(gathered <= MOST_TRIES as usize, "{gathered} of 2,000 frames");
    }
}
