//! One benchmark, all variants of it.

use std::collections::BTreeMap;

use indicatif::ProgressBar;

use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::render::{FormArgs, SceneArgs, Size, picture};
use crate::scenes::Options;

use super::benchmarks::Benchmark;
use super::child::{Batch, Greeting, Ready, Request};
use super::report::{Figures, Measured, Split, Spread, ratios};
use super::variant::Variant;
use super::worker::Worker;

/// A batch takes about this long where frames are shorter.
const BATCH_MS: f64 = 100.0;
const MOST_FRAMES: u32 = 200;
/// Then the children are started anew: where the memory of a process happens to lie makes a scene a hundredth slower or faster.
const ROUNDS_OF_A_PROCESS: u32 = 2;

/// What holds for every benchmark of a run.
pub struct Conditions<'a> {
    pub driver: &'a Driver,
    pub size: Size,
    pub rounds: u32,
    /// Whether to find out what GPU time is made of.
    pub split: bool,
    pub progress: &'a ProgressBar,
}

pub struct Outcome {
    pub device: String,
    pub figures: Measured,
}

/// A process that draws a variant, and its samples.
struct Contestant {
    worker: Worker,
    /// Frames of a batch.
    frames: u32,
    whole: Batch,
    /// Of frames in which nothing is drawn.
    without_pixels: Batch,
}

/// What all processes of a variant found.
#[derive(Default)]
struct Samples {
    whole: Batch,
    without_pixels: Batch,
    /// Where it is asked for, and the variant hoists.
    hoisted_ms: Vec<f64>,
    /// The rest, of the last process.
    counts: Counts,
    lost_workgroups: u64,
}

/// Of a frame.
#[derive(Default)]
struct Counts {
    dispatches: u64,
    barriers: u64,
    record_bytes: u64,
    /// Where the layer counted them.
    triangles: Option<u64>,
}

impl Conditions<'_> {
    pub fn measure(&self, benchmark: &Benchmark, options: Options) -> Result<Outcome> {
        let Options { triangles, draws } = options;
        let scene = SceneArgs { scene: benchmark.scene.clone(), form: FormArgs { size: self.size, triangles, draws } };
        let title = draws.map_or(benchmark.name.into(), |draws| format!("{} with {draws} draws", benchmark.name));
        let (mut first, mut samples, mut pixels_different) = (None, BTreeMap::<Variant, Samples>::new(), 0);
        for start in (0..self.rounds).step_by(ROUNDS_OF_A_PROCESS as usize) {
            self.progress.set_message(format!("{title} on {}: preparing", self.driver.label()));
            let (ready, workers) = self.start(&scene)?;
            pixels_different = compare(&workers)?.max(pixels_different);
            let mut contestants = workers.into_iter().map(Contestant::new).collect::<Result<Vec<_>>>()?;
            for round in start..self.rounds.min(start + ROUNDS_OF_A_PROCESS) {
                let message = format!("{title} on {}: round {} of {}", self.driver.label(), round + 1, self.rounds);
                self.progress.set_message(message);
                // Another begins each round: none always follows the same one.
                let first = round as usize % contestants.len();
                let (last, next) = contestants.split_at_mut(first);
                next.iter_mut().chain(last).try_for_each(|contestant| contestant.draw(self.split))?;
            }
            for contestant in contestants {
                samples.entry(contestant.worker.variant).or_default().add(contestant)?;
            }
            first.get_or_insert(ready);
        }
        if self.split {
            self.progress.set_message(format!("{title} on {}: hoists", self.driver.label()));
            for (variant, samples) in samples.iter_mut().filter(|(variant, _)| variant.hoists_passes()) {
                samples.hoisted_ms = self.time_hoists(*variant, &scene)?;
            }
        }
        let ready = first.ok_or(Error::Reported)?;
        let figures = figures(benchmark.name, &ready, samples, pixels_different);
        Ok(Outcome { device: ready.device, figures })
    }

    /// Starts a child for each variant that can draw the scene on the device.
    fn start(&self, scene: &SceneArgs) -> Result<(Ready, Vec<Worker>)> {
        let start = |variant| Worker::start(variant, scene, self.driver, false);
        // All at once: a scene may take long to make.
        let variants = Variant::ALL.into_iter().filter(|variant| variant.can_draw(&scene.scene));
        let started = variants.map(start).collect::<Result<Vec<_>>>()?;
        let mut workers = Vec::new();
        let mut ready = None;
        for mut worker in started {
            if let Greeting::Ready(own) = worker.greeting()? {
                ready.get_or_insert(own);
                workers.push(worker);
            }
        }
        // A child that may not be left out has failed, and said why, before none is left.
        Ok((ready.ok_or(Error::Reported)?, workers))
    }

    /// GPU time of a variant's hoists, in milliseconds, by a process of its own: time stamps cost the frame what a small scene's whole
    /// hoist does.
    fn time_hoists(&self, variant: Variant, scene: &SceneArgs) -> Result<Vec<f64>> {
        let mut worker = Worker::start(variant, scene, self.driver, true)?;
        let _: Greeting = worker.greeting()?;
        let mut contestant = Contestant::new(worker)?;
        contestant.draw(false)?;
        let (statistics, _) = contestant.worker.finish()?;
        let hoists = statistics.map(|counts| counts.hoist_ns).unwrap_or_default();
        Ok(hoists.iter().map(|&ns| ns as f64 / 1e6).collect())
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

impl Contestant {
    /// Draws a frame, to choose the size of batches by. The first frame of one is not measured, if there are several.
    fn new(mut worker: Worker) -> Result<Self> {
        let frame = worker.draw(Request { frames: 1, pixels: true })?;
        let frame_ms = frame.frame_ms.into_iter().fold(f64::MIN_POSITIVE, f64::max);
        let frames = ((BATCH_MS / frame_ms) as u32).clamp(1, MOST_FRAMES);
        let frames = if frames > 1 { frames + 1 } else { 1 };
        Ok(Self { worker, frames, whole: Batch::default(), without_pixels: Batch::default() })
    }

    fn draw(&mut self, split: bool) -> Result<()> {
        let frames = self.frames;
        self.whole.append(self.worker.draw(Request { frames, pixels: true })?.settled());
        if split {
            self.without_pixels.append(self.worker.draw(Request { frames, pixels: false })?.settled());
        }
        Ok(())
    }
}

impl Samples {
    /// Ends the child.
    fn add(&mut self, contestant: Contestant) -> Result<()> {
        let (statistics, frames) = contestant.worker.finish()?;
        self.whole.append(contestant.whole);
        self.without_pixels.append(contestant.without_pixels);
        if let Some(counts) = statistics {
            self.lost_workgroups += counts.lost_workgroups;
            // In the first frames there may be more.
            self.counts = Counts {
                dispatches: counts.dispatches / frames,
                barriers: counts.barriers / frames,
                record_bytes: counts.record_bytes / frames,
                triangles: Some(counts.triangles / frames),
            };
        }
        Ok(())
    }

    fn figures(self) -> Figures {
        let gpu_ms = Spread::of(self.whole.gpu_ms);
        let hoisted = Spread::of(self.hoisted_ms).map(|hoists| hoists.median);
        let parts = gpu_ms.zip(Spread::of(self.without_pixels.gpu_ms));
        Figures {
            gpu_ms,
            frame_ms: Spread::of(self.whole.frame_ms).unwrap_or_default(),
            record_ms: Spread::of(self.whole.record_ms).unwrap_or_default(),
            dispatches: self.counts.dispatches,
            barriers: self.counts.barriers,
            record_bytes: self.counts.record_bytes,
            lost_workgroups: self.lost_workgroups,
            split_ms: parts.map(|(whole, without_pixels)| Split::new(whole, without_pixels, hoisted)),
        }
    }
}

impl Batch {
    fn append(&mut self, batch: Self) {
        self.frame_ms.extend(batch.frame_ms);
        self.gpu_ms.extend(batch.gpu_ms);
        self.record_ms.extend(batch.record_ms);
    }

    /// Leaves out a first frame of several: the GPU and the caches have been another child's.
    fn settled(self) -> Self {
        let settled = |times: Vec<f64>| {
            let first = usize::from(times.len() > 1);
            times.into_iter().skip(first).collect()
        };
        let Self { frame_ms, gpu_ms, record_ms } = self;
        Self { frame_ms: settled(frame_ms), gpu_ms: settled(gpu_ms), record_ms: settled(record_ms) }
    }
}

fn figures(name: &str, ready: &Ready, samples: BTreeMap<Variant, Samples>, pixels_different: u64) -> Measured {
    let counted = samples.values().find_map(|samples| samples.counts.triangles);
    let variants = samples.into_iter().map(|(variant, samples)| (variant, samples.figures())).collect();
    Measured {
        name: name.to_owned(),
        mesh_draws: ready.mesh_draws,
        triangles: ready.triangles.or(counted).unwrap_or(0),
        ratios: ratios(&variants, |figures| figures.time().median),
        frame_ratios: ratios(&variants, |figures| figures.frame_ms.median),
        variants,
        pixels_different,
    }
}
