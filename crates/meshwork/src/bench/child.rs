//! The process that draws one variant of a benchmark. It announces itself on the standard output, then draws a batch of frames
//! for each request on the standard input, until that ends. Both are JSON objects, one a line.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ash::vk;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::error::{Error, OnFile, Result};
use crate::output::print;
use crate::render::{Gpu, Measure, SceneArgs, Size, Target, picture};
use crate::scenes::{self, Frame, Scene};

/// Draws a scene when told to; for `meshwork bench` to start.
#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    scene: SceneArgs,
    #[arg(long)]
    image: PathBuf,
    /// For messages.
    #[arg(long)]
    driver_label: String,
    /// A device without mesh shaders is no failure.
    #[arg(long)]
    may_lack: bool,
    /// Gather the scene's draws.
    #[arg(long)]
    gather: bool,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Greeting {
    Ready(Ready),
    /// The device has no mesh shaders; nothing follows.
    Lacks,
}

/// Frames have been drawn and the picture is written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Ready {
    pub device: String,
    pub mesh_draws: u64,
    /// Where the driver counts them.
    pub triangles: Option<u64>,
}

/// A batch to draw.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    pub frames: u32,
    /// Otherwise vertices are worked on, and nothing is drawn.
    pub pixels: bool,
}

/// Milliseconds of each frame of a batch.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Batch {
    /// From the beginning of recording to the answer that the GPU is done.
    pub frame_ms: Vec<f64>,
    /// Empty where the queue has no time stamps.
    pub gpu_ms: Vec<f64>,
    /// Processor time of the recording thread, from `vkBeginCommandBuffer` to `vkEndCommandBuffer`.
    pub record_ms: Vec<f64>,
}

/// Frames before the first line: drivers compile and allocate at first use, and the layer learns how much memory is enough.
pub const FRAMES_BEFORE: u32 = 3;

pub fn run(args: &ChildArgs) -> Result<()> {
    let mut gpu = match Gpu::open(&args.driver_label, None) {
        Err(Error::Lacks { .. }) if args.may_lack => return say(&Greeting::Lacks),
        other => other?,
    };
    if args.gather {
        gpu.gather_draws()?;
    }
    let content = scenes::Content::load(&args.scene.scene, args.scene.options())?;
    let Size { width, height } = args.scene.form.size;
    let target = Target::new(&gpu, vk::Extent2D { width, height })?;
    let scene = content.build(&gpu, &target)?;
    drop(content);

    let painter = Painter::new(&gpu, &target, scene.as_ref())?;
    let triangles = painter.count_triangles()?;
    for _ in 1..FRAMES_BEFORE {
        painter.draw(&mut Batch::default())?;
    }
    picture::save(&target.read(&gpu)?, &args.image)?;
    say(&Greeting::Ready(Ready { device: gpu.name.clone(), mesh_draws: scene.mesh_draws(), triangles }))?;

    let input = Path::new("the standard input");
    for line in std::io::stdin().lock().lines() {
        let line = line.on_file("read", input)?;
        let request = serde_json::from_str(&line);
        let Request { frames, pixels } = request.map_err(|source| Error::Json { path: input.to_owned(), source })?;
        target.draws_pixels.set(pixels);
        let mut batch = Batch::default();
        for _ in 0..frames {
            painter.draw(&mut batch)?;
        }
        say(&batch)?;
    }
    Ok(())
}

fn say(value: &impl Serialize) -> Result<()> {
    let line = serde_json::to_string(value).map_err(|source| Error::WriteJson { source })?;
    print(&format!("{line}\n"))
}

/// Draws frames, one after the other has ended, always recorded anew into the same command buffer.
pub struct Painter<'a> {
    gpu: &'a Gpu,
    target: &'a Target,
    scene: &'a dyn Scene,
    measure: Measure,
    commands: vk::CommandBuffer,
}

impl<'a> Painter<'a> {
    pub fn new(gpu: &'a Gpu, target: &'a Target, scene: &'a dyn Scene) -> Result<Self> {
        Ok(Self { gpu, target, scene, measure: Measure::new(gpu)?, commands: gpu.allocate_commands()? })
    }

    pub fn draw(&self, batch: &mut Batch) -> Result<()> {
        self.gpu.reset_commands()?;
        let (start, clock) = (Instant::now(), thread_time());
        self.gpu.record(self.commands, |commands| {
            self.target.begin(self.gpu, commands);
            self.measure.time(self.gpu, commands, || self.record(commands));
        })?;
        batch.record_ms.push((thread_time() - clock) as f64 / 1e6);
        self.gpu.submit_and_wait(self.commands)?;
        batch.frame_ms.push(start.elapsed().as_secs_f64() * 1e3);
        batch.gpu_ms.extend(self.measure.gpu_ms(self.gpu)?);
        Ok(())
    }

    fn count_triangles(&self) -> Result<Option<u64>> {
        self.gpu.reset_commands()?;
        self.gpu.record(self.commands, |commands| {
            self.target.begin(self.gpu, commands);
            self.measure.count(self.gpu, commands, || self.record(commands));
        })?;
        self.gpu.submit_and_wait(self.commands)?;
        self.measure.primitives(self.gpu)
    }

    fn record(&self, commands: vk::CommandBuffer) {
        self.scene.record(&Frame { gpu: self.gpu, target: self.target, commands });
    }
}

/// Processor time that this thread has taken, in nanoseconds.
pub fn thread_time() -> i64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
