//! Many seeds, by several workers.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::check::{Request, Verdict};
use crate::error::Result;
use crate::worker::{PROFILES, Setup, Worker};

/// Cases that one worker process judges before another takes its place, so that what drivers keep stays small.
const CASES_A_WORKER: usize = 500;

/// A seed whose outcome is not the same.
#[derive(Clone, Debug)]
pub struct Finding {
    pub seed: u64,
    pub verdict: Verdict,
}

/// Judges all seeds; `done` is called behind each.
pub fn run(
    setup: &Setup,
    seeds: Range<u64>,
    jobs: usize,
    done: &(dyn Fn(u64, &Verdict) + Sync),
) -> Result<Vec<Finding>> {
    let pieces = pieces(seeds);
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Vec::new());
    let job = || -> Result<()> {
        while let Some((profile, seeds)) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut worker = Worker::start(setup, *profile)?;
            for &seed in seeds {
                let verdict = worker.ask(&Request::of(seed))?;
                done(seed, &verdict);
                if let Verdict::Crashed(_) = verdict {
                    worker = Worker::start(setup, *profile)?;
                }
                if verdict != Verdict::Same {
                    let mut findings = findings.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    findings.push(Finding { seed, verdict });
                }
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().try_for_each(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let mut findings = findings.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    findings.sort_by_key(|finding| finding.seed);
    Ok(findings)
}

/// Seeds of one profile each, as many as one worker judges.
fn pieces(seeds: Range<u64>) -> Vec<(usize, Vec<u64>)> {
    let of_profile = |profile: usize| {
        let seeds: Vec<_> = seeds.clone().filter(|&seed| crate::worker::profile(seed) == profile).collect();
        seeds.chunks(CASES_A_WORKER).map(|chunk| (profile, chunk.to_vec())).collect::<Vec<_>>()
    };
    (0..PROFILES.len()).flat_map(of_profile).collect()
}

/// Takes smaller cases as long as they are findings, too; `report` is called for each, so that an end by hand loses nothing.
pub fn minimise(
    setup: &Setup,
    mut request: Request,
    report: &dyn Fn(&Request, &Verdict) -> Result<()>,
) -> Result<(Request, Verdict)> {
    let profile = crate::worker::profile(request.seed);
    let mut worker = Worker::start(setup, profile)?;
    let mut verdict = worker.ask(&request)?;
    let (mut from, mut is_smallest) = (0, verdict == Verdict::Same);
    while !is_smallest {
        is_smallest = true;
        let count = crate::shrink::smaller(&request.case()).len();
        // What did not help seldom helps after a later step: go on behind it, and begin again at the end.
        for choice in (from..count).chain(0..from.min(count)) {
            if let Verdict::Crashed(_) = verdict {
                worker = Worker::start(setup, profile)?;
            }
            let mut smaller = request.clone();
            smaller.path.push(choice);
            let found = worker.ask(&smaller)?;
            if let Verdict::Crashed(_) = found {
                worker = Worker::start(setup, profile)?;
            }
            if found != Verdict::Same && same_kind(&found, &verdict) {
                report(&smaller, &found)?;
                (request, verdict, from, is_smallest) = (smaller, found, choice, false);
                break;
            }
        }
    }
    Ok((request, verdict))
}

fn same_kind(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        // Not from one error into another.
        (Verdict::Failed(a), Verdict::Failed(b)) | (Verdict::Crashed(a), Verdict::Crashed(b)) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}
