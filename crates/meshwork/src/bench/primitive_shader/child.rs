//! The process that times a program. It prints one JSON object.

use std::path::PathBuf;

use ash::vk;

use super::cases::{PRIMITIVE_SHADERS, PrimitiveShader, find};
use super::contender::{Contender, Work};
use super::{Figures, Findings, Variant};
use crate::bench::child::{Batch, Painter};
use crate::bench::report::Spread;
use crate::error::Result;
use crate::guest::choose_features;
use crate::output::print_json;
use crate::render::{Gpu, Size, Target, picture};

/// Draws of a variant between those of others take about this long.
const BATCH_MS: f64 = 50.0;
const MOST_FRAMES: u32 = 50;

#[derive(clap::Args)]
pub struct ChildArgs {
    #[arg(value_parser = find)]
    program: &'static PrimitiveShader,
    /// For messages.
    #[arg(long)]
    driver_label: String,
    #[arg(long)]
    size: Size,
    #[arg(long)]
    rounds: u32,
    #[arg(long)]
    triangles: u32,
    /// For the first variant's picture.
    #[arg(long)]
    image: PathBuf,
    #[arg(long = "variant", value_enum, required = true)]
    variants: Vec<Variant>,
}

pub fn run(args: &ChildArgs) -> Result<()> {
    let gpu = Gpu::open_with(&args.driver_label, None, choose_features)?;
    let Size { width, height } = args.size;
    let target = Target::new(&gpu, vk::Extent2D { width, height })?;
    let work = Work::new(args.program, args.triangles, &target)?;
    // A first pipeline, which finds the driver asleep, is another program's.
    let other = PRIMITIVE_SHADERS.iter().find(|other| other.case != args.program.case).unwrap_or(args.program);
    Work::new(other, 1, &target)?.contender(&gpu, Variant::Glsl)?;
    let contenders = (args.variants.iter().map(|&variant| Ok((variant, work.contender(&gpu, variant)?))))
        .collect::<Result<Vec<_>>>()?;
    let mut timed = contenders
        .iter()
        .map(|(variant, contender)| Timed::new(&gpu, &target, *variant, contender))
        .collect::<Result<Vec<_>>>()?;

    // Another begins each round: none always follows the same one.
    for round in 0..args.rounds as usize {
        let first = round % timed.len();
        let (last, next) = timed.split_at_mut(first);
        next.iter_mut().chain(last).try_for_each(Timed::draw)?;
    }
    let pictures: Vec<_> = timed.iter_mut().map(|timed| std::mem::take(&mut timed.picture)).collect();
    let mut pixels_different = 0;
    for other in &pictures[1..] {
        pixels_different = picture::compare(&pictures[0], other)?.pixels_different.max(pixels_different);
    }
    picture::save(&pictures[0], &args.image)?;
    let variants = timed.into_iter().map(Timed::figures).collect();
    print_json(&Findings { device: gpu.name.clone(), triangles: work.triangles(), variants, pixels_different })
}

/// A contender and its samples.
struct Timed<'a> {
    variant: Variant,
    contender: &'a Contender,
    painter: Painter<'a>,
    picture: image::RgbaImage,
    /// Of a batch.
    frames: u32,
    gpu_ms: Vec<f64>,
}

impl<'a> Timed<'a> {
    /// The picture comes before times.
    fn new(gpu: &'a Gpu, target: &'a Target, variant: Variant, contender: &'a Contender) -> Result<Self> {
        let painter = Painter::new(gpu, target, contender)?;
        painter.draw(&mut Batch::default())?;
        let picture = target.read(gpu)?;
        let mut batch = Batch::default();
        painter.draw(&mut batch)?;
        let frame_ms = batch.frame_ms.into_iter().fold(f64::MIN_POSITIVE, f64::max);
        // The first frame of several is not measured.
        let frames = ((BATCH_MS / frame_ms) as u32).clamp(1, MOST_FRAMES);
        let frames = if frames > 1 { frames + 1 } else { 1 };
        Ok(Self { variant, contender, painter, picture, frames, gpu_ms: Vec::new() })
    }

    fn draw(&mut self) -> Result<()> {
        let mut batch = Batch::default();
        (0..self.frames).try_for_each(|_| self.painter.draw(&mut batch))?;
        let first = usize::from(batch.gpu_ms.len() > 1);
        self.gpu_ms.extend(batch.gpu_ms.into_iter().skip(first));
        Ok(())
    }

    fn figures(self) -> (Variant, Figures) {
        let Contender { spirv_bytes, translate_ms, pipeline_ms, .. } = *self.contender;
        (self.variant, Figures { spirv_bytes, translate_ms, pipeline_ms, gpu_ms: Spread::of(self.gpu_ms) })
    }
}
