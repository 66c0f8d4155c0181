//! The process that draws one picture, in the environment that its parent chose.

use std::ffi::OsString;
use std::path::PathBuf;

use ash::vk;
use meshwork_rdna2::launch::Contents;
use serde::{Deserialize, Serialize};

use super::scene::{Scene, choose_features};
use crate::error::Result;
use crate::guest::ModeArg;
use crate::guest::case::Variant;
use crate::render::{Gpu, Pass, ResultArgs, Size, Start, Target, Way};

/// Of pixels that nothing is drawn in.
pub const BACKGROUND: [u8; 4] = [0; 4];

#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    case: CaseArgs,
    #[arg(long, value_enum)]
    way: Way,
    #[command(flatten)]
    result: ResultArgs,
}

/// What is drawn.
#[derive(Clone, clap::Args)]
pub struct CaseArgs {
    pub case: PathBuf,
    #[arg(long)]
    pub variant: String,
    #[arg(long)]
    pub seed: u64,
    /// Contents of memory are of all kinds, not floats alone.
    #[arg(long)]
    pub mixed: bool,
    #[arg(long, value_enum)]
    pub mode: ModeArg,
    #[arg(long)]
    pub size: Size,
}

#[derive(Serialize, Deserialize)]
pub struct ChildReport {
    pub device: String,
}

impl ChildArgs {
    /// The command line that gives these arguments, but for the result's.
    pub fn command_line(case: &CaseArgs, way: Way) -> Vec<OsString> {
        let mut line: Vec<OsString> = vec!["guest-picture-child".into(), (&case.case).into()];
        line.extend(["--variant".into(), (&case.variant).into(), "--size".into(), case.size.to_string().into()]);
        line.extend(["--seed".into(), case.seed.to_string().into(), "--way".into(), way.name().into()]);
        line.extend(["--mode".into(), case.mode.name().into()]);
        line.extend(case.mixed.then(|| "--mixed".into()));
        line
    }
}

pub fn run(args: &ChildArgs) -> Result<()> {
    let case = &args.case.case;
    let variant = Variant::of_name(case, &args.case.variant)?;
    let gpu = Gpu::open_with(&args.result.driver_label, args.result.layer.as_deref(), choose_features)?;
    let Size { width, height } = args.case.size;
    let target = Target::new(&gpu, vk::Extent2D { width, height })?;
    let contents = (if args.case.mixed { Contents::Mixed } else { Contents::Floats }, args.case.seed);
    let scene = match args.way {
        Way::Glsl => Scene::of_glsl(&gpu, case, &variant, contents)?,
        Way::Native | Way::Fallback => Scene::of_program(&gpu, case, &variant, args.case.mode.mode(), contents)?,
    };
    let background = BACKGROUND.map(|channel| f32::from(channel) / 255.0);
    gpu.run(|commands| {
        target.begin(&gpu, commands);
        let pass = Pass { color: Some(Start::Clear(background)), depth: None };
        target.pass(&gpu, commands, pass, || scene.record(&gpu, commands));
    })?;
    args.result.write(&target.read(&gpu)?, &ChildReport { device: gpu.name.clone() })
}
