//! One benchmark, all variants of it.

use std::collections::BTreeMap;

use indicatif::ProgressBar;

use crate::driver::Driver;
use crate::error::Result;
use crate::render::{SceneArgs, Size, picture};
use crate::scenes::Options;

use super::benchmarks::Benchmark;
use super::child::{Batch, Greeting, Ready};
use super::report::{Figures, Measured, Spread, ratios};
use super::variant::Variant;
use super::worker::Worker;

/// A batch takes about this long where frames are shorter.
const BATCH_MS: f64 = 100.0;
const MOST_FRAMES: u32 = 200;

/// What holds for every benchmark of a run.
pub struct Conditions<'a> {
    pub driver: &'a Driver,
    pub size: Size,
    pub rounds: u32,
    pub progress: &'a ProgressBar,
}

pub struct Outcome {
    pub device: String,
    pub figures: Measured,
}

impl Conditions<'_> {
    pub fn measure(&self, benchmark: &Benchmark, options: Options) -> Result<Outcome> {
        let Options { triangles, draws } = options;
        let scene = SceneArgs { scene: benchmark.scene.clone(), size: self.size, triangles, draws };
        let title = draws.map_or(benchmark.name.into(), |draws| format!("{} with {draws} draws", benchmark.name));
        self.progress.set_message(format!("{title} on {}: preparing", self.driver.label()));
        let (ready, mut workers) = self.start(&scene)?;
        let pixels_different = compare(&workers)?;

        let mut samples: Vec<Batch> = workers.iter().map(|_| Batch::default()).collect();
        let batches = workers.iter_mut().map(batch_size).collect::<Result<Vec<_>>>()?;
        for round in 0..self.rounds {
            self.progress.set_message(format!(
                "{title} on {}: round {} of {}",
                self.driver.label(),
                round + 1,
                self.rounds
            ));
            for turn in 0..workers.len() {
                // Another begins each round: none always follows the same one.
                let index = (turn + round as usize) % workers.len();
                samples[index].append(workers[index].draw(batches[index])?);
            }
        }
        let figures = figures(benchmark.name, &ready, workers, samples, pixels_different)?;
        Ok(Outcome { device: ready.device, figures })
    }

    /// Starts a child for each variant that the device can draw.
    fn start(&self, scene: &SceneArgs) -> Result<(Ready, Vec<Worker>)> {
        // All at once: a scene may take long to make.
        let started: Vec<_> = Variant::ALL
            .into_iter()
            .map(|variant| Worker::start(variant, scene, self.driver))
            .collect::<Result<_>>()?;
        let mut workers = Vec::new();
        let mut ready = None;
        for mut worker in started {
            if let Greeting::Ready(own) = worker.greeting()? {
                ready.get_or_insert(own);
                workers.push(worker);
            }
        }
        // Only the first variant may be left out.
        Ok((ready.ok_or(crate::error::Error::Reported)?, workers))
    }
}

/// Pixels in which a picture differs from the first one, at most.
fn compare(workers: &[Worker]) -> Result<u64> {
    let pictures = workers.iter().map(|worker| picture::open(&worker.picture())).collect::<Result<Vec<_>>>()?;
    let mut most = 0;
    for other in &pictures[1..] {
        most = most.max(picture::compare(&pictures[0], other)?.pixels_different);
    }
    Ok(most)
}

/// Frames of a batch: the first is not measured, if there are several.
fn batch_size(worker: &mut Worker) -> Result<u32> {
    let frame_ms = worker.draw(1)?.frame_ms.into_iter().fold(f64::MIN_POSITIVE, f64::max);
    let frames = ((BATCH_MS / frame_ms) as u32).clamp(1, MOST_FRAMES);
    Ok(if frames > 1 { frames + 1 } else { 1 })
}

impl Batch {
    /// Leaves out a first frame of several: the GPU and the caches have been another child's.
    fn append(&mut self, batch: Self) {
        let Self { frame_ms, gpu_ms, record_ms } = batch;
        let settled = |times: Vec<f64>| {
            let first = usize::from(times.len() > 1);
            times.into_iter().skip(first)
        };
        self.frame_ms.extend(settled(frame_ms));
        self.gpu_ms.extend(settled(gpu_ms));
        self.record_ms.extend(settled(record_ms));
    }
}

fn figures(
    name: &str,
    ready: &Ready,
    workers: Vec<Worker>,
    samples: Vec<Batch>,
    pixels_different: u64,
) -> Result<Measured> {
    let mut variants = BTreeMap::new();
    let mut triangles = ready.triangles;
    for (worker, times) in workers.into_iter().zip(samples) {
        let variant = worker.variant;
        let (statistics, frames) = worker.finish()?;
        // In the first frames there may be more.
        let per_frame = |count: u64| count / frames;
        let counts = statistics.as_ref();
        triangles = triangles.or(counts.map(|counts| per_frame(counts.triangles)));
        let spread = |times| Spread::of(times).unwrap_or_default();
        variants.insert(
            variant,
            Figures {
                gpu_ms: Spread::of(times.gpu_ms),
                frame_ms: spread(times.frame_ms),
                record_ms: spread(times.record_ms),
                dispatches: counts.map_or(0, |counts| per_frame(counts.dispatches)),
                barriers: counts.map_or(0, |counts| per_frame(counts.barriers)),
                record_bytes: counts.map_or(0, |counts| per_frame(counts.record_bytes)),
                lost_workgroups: counts.map_or(0, |counts| counts.lost_workgroups),
            },
        );
    }
    Ok(Measured {
        name: name.to_owned(),
        mesh_draws: ready.mesh_draws,
        triangles: triangles.unwrap_or(0),
        ratios: ratios(&variants, |figures| figures.time().median),
        frame_ratios: ratios(&variants, |figures| figures.frame_ms.median),
        variants,
        pixels_different,
    })
}
