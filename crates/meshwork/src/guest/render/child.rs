//! The process that draws one picture, in the environment that its parent chose.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ash::vk;
use serde::{Deserialize, Serialize};

use super::scene::{Scene, choose_features};
use super::{CaseArgs, Way};
use crate::error::{OnFile, Result};
use crate::guest::case::Variant;
use crate::output::to_json;
use crate::render::{Gpu, Pass, Size, Start, Target, picture};

/// Of pixels that nothing is drawn in.
pub const BACKGROUND: [u8; 4] = [0; 4];

#[derive(clap::Args)]
pub struct ChildArgs {
    #[command(flatten)]
    case: CaseArgs,
    #[arg(long, value_enum)]
    way: Way,
    #[arg(long)]
    image: PathBuf,
    #[arg(long)]
    report: PathBuf,
    /// For messages.
    #[arg(long)]
    driver_label: String,
    /// A layer that must be there: the loader passes over the environment's ones that it does not find.
    #[arg(long)]
    layer: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub struct ChildReport {
    pub device: String,
}

impl ChildArgs {
    /// The command line that gives these arguments.
    pub fn command_line(
        case: &CaseArgs,
        way: Way,
        image: &Path,
        report: &Path,
        driver: &str,
        layer: Option<&str>,
    ) -> Vec<OsString> {
        let mut line: Vec<OsString> = vec!["render-guest-child".into(), (&case.case).into()];
        line.extend(["--variant".into(), (&case.variant).into(), "--size".into(), case.size.to_string().into()]);
        line.extend(["--seed".into(), case.seed.to_string().into()]);
        line.extend(["--way".into(), way.name().into(), "--image".into(), image.into()]);
        line.extend(["--report".into(), report.into(), "--driver-label".into(), driver.into()]);
        line.extend(layer.into_iter().flat_map(|layer| ["--layer".into(), layer.into()]));
        line
    }
}

pub fn run(args: &ChildArgs) -> Result<()> {
    let case = &args.case.case;
    let variant = Variant::of_name(case, &args.case.variant)?;
    let gpu = Gpu::open_with(&args.driver_label, args.layer.as_deref(), choose_features)?;
    let Size { width, height } = args.case.size;
    let target = Target::new(&gpu, vk::Extent2D { width, height })?;
    let scene = match args.way {
        Way::Glsl => Scene::of_glsl(&gpu, case, &variant, args.case.seed)?,
        Way::Native | Way::Fallback => Scene::of_program(&gpu, case, &variant, args.case.seed)?,
    };
    let background = BACKGROUND.map(|channel| f32::from(channel) / 255.0);
    gpu.run(|commands| {
        target.begin(&gpu, commands);
        let pass = Pass { color: Some(Start::Clear(background)), depth: None };
        target.pass(&gpu, commands, pass, || scene.record(&gpu, commands));
    })?;
    picture::save(&target.read(&gpu)?, &args.image)?;
    let report = ChildReport { device: gpu.name.clone() };
    std::fs::write(&args.report, to_json(&report)?).on_file("write", &args.report)
}
