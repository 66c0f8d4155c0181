//! The process that renders: an ordinary Vulkan program, in the environment that its parent chose.

use std::ffi::OsString;
use std::time::Instant;

use ash::vk;

use crate::error::Result;
use crate::scenes::{self, Frame, Scene, Workgroups};

use super::apart::ResultArgs;
use super::args::{SceneArgs, Size};
use super::device::Gpu;
use super::measure::{Measure, resident_bytes};
use super::report::{ChildReport, Resident, Times, WorkgroupsRun};
use super::target::Target;

/// Draws a scene with the driver and layers that the environment names; for `meshwork render` to start.
#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    scene: SceneArgs,
    #[arg(long)]
    frames: u32,
    #[command(flatten)]
    result: ResultArgs,
}

impl ChildArgs {
    /// The command line that gives these arguments, but for the result's.
    pub fn command_line(scene: &SceneArgs, frames: u32) -> Vec<OsString> {
        let mut line: Vec<OsString> = vec!["render-child".into()];
        line.extend(scene.command_line());
        line.extend(["--frames".into(), frames.to_string().into()]);
        line
    }
}

pub fn run(args: &ChildArgs) -> Result<()> {
    let content = scenes::Content::load(&args.scene.scene, args.scene.options())?;
    let gpu = Gpu::open(&args.result.driver_label, args.result.layer.as_deref())?;
    let Size { width, height } = args.scene.form.size;
    let target = Target::new(&gpu, vk::Extent2D { width, height })?;
    let scene = content.build(&gpu, &target)?;

    let report = draw(&gpu, &target, scene.as_ref(), args.frames)?;
    args.result.write(&target.read(&gpu)?, &report)
}

/// Measured frames after which it is looked how much memory the process has.
const SAMPLED: [u32; 4] = [100, 1_000, 10_000, 100_000];

/// Draws a frame unmeasured, since drivers compile and allocate at first use, then `frames` measured.
fn draw(gpu: &Gpu, target: &Target, scene: &dyn Scene, frames: u32) -> Result<ChildReport> {
    let measure = Measure::new(gpu)?;
    gpu.run(|commands| {
        target.begin(gpu, commands);
        measure.count(gpu, commands, || scene.record(&Frame { gpu, target, commands }));
    })?;
    let triangles = measure.primitives(gpu)?;

    let mut frame_ms = Vec::new();
    let mut gpu_ms = Vec::new();
    let mut resident = Vec::new();
    for frame in 1..=frames {
        let start = Instant::now();
        gpu.run(|commands| {
            target.begin(gpu, commands);
            measure.time(gpu, commands, || scene.record(&Frame { gpu, target, commands }));
        })?;
        frame_ms.push(start.elapsed().as_secs_f64() * 1e3);
        gpu_ms.extend(measure.gpu_ms(gpu)?);
        if SAMPLED.contains(&frame) {
            resident.extend(resident_bytes().map(|bytes| Resident { frame, bytes }));
        }
    }

    let frames_drawn = frames + 1;
    Ok(ChildReport {
        device: gpu.name.clone(),
        frames_drawn,
        frame_ms: Times::of(frame_ms).unwrap_or(Times { median: 0.0, min: 0.0 }),
        gpu_ms: Times::of(gpu_ms),
        resident,
        mesh_draws: scene.mesh_draws(),
        triangles,
        workgroups_run: scene.workgroups().map(|workgroups| check(gpu, workgroups, frames_drawn)).transpose()?,
    })
}

/// Whether each workgroup ran once in every frame.
fn check(gpu: &Gpu, workgroups: &Workgroups, frames_drawn: u32) -> Result<WorkgroupsRun> {
    let counted: Vec<u32> = gpu.read(&workgroups.counters)?;
    let expected = &workgroups.expected;
    let wrong = counted.iter().zip(expected).filter(|&(&counted, &expected)| counted != expected * frames_drawn);
    Ok(WorkgroupsRun {
        expected: expected.iter().map(|&expected| u64::from(expected)).sum(),
        wrong: wrong.count() as u64,
    })
}
