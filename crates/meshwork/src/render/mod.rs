//! `meshwork render`: draws a scene or a model natively, through the layer, or both, and compares.
//!
//! Each path is drawn by a child process, since driver and layers are chosen by the environment.

mod args;
pub mod child;
mod device;
mod gatherer;
mod measure;
mod memory;
pub mod picture;
mod pipeline;
mod report;
mod target;
mod texture;

use std::path::{Path, PathBuf};
use std::process::Command;

use indicatif::ProgressBar;

pub use args::{SceneArgs, Size};
pub use device::{Gpu, choose_physical_device};
pub use measure::Measure;
pub use memory::Buffer;
pub(crate) use pipeline::shader;
pub use pipeline::{BoundBuffer, Depth, MESH_STAGES, MeshPipeline, VertexInput, VertexPipeline};
pub use target::{Pass, Start, Target};

use crate::Outcome;
use crate::driver::Driver;
use crate::environment::{Environment, VALIDATION_LAYER};
use crate::error::{Error, OnFile, Result};
use crate::output::{print, print_json};

use child::ChildArgs;
pub use report::Statistics;
use report::{ChildReport, PathReport, Paths, Report};

#[derive(clap::Args)]
pub struct RenderArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Frames to measure
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    frames: u32,
    /// The picture, a PNG; with '--path both' the name that the three pictures' names are made from [default: SCENE.png]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Whose mesh shaders: the driver's, the layer's, or both one after the other, compared
    #[arg(long, value_enum, default_value_t = PathChoice::Fallback)]
    path: PathChoice,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    driver: Option<Driver>,
    /// Put the Khronos validation layer below; an error that it reports is a failure
    #[arg(long)]
    validate: bool,
    /// One JSON object on the standard output
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PathChoice {
    Native,
    Fallback,
    Both,
}

/// One of the two ways to a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Native,
    Fallback,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Fallback => "fallback",
        }
    }
}

pub fn run(args: &RenderArgs) -> Result<Outcome> {
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let output = args.output.clone().unwrap_or_else(|| default_output(&args.scene.scene.to_string()));
    let progress = if args.json { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    progress.enable_steady_tick(std::time::Duration::from_millis(100));

    let draw = |way: Way, image: &Path| {
        progress.set_message(format!("drawing {} on {}, path {}", args.scene.scene, driver.label(), way.name()));
        draw_path(args, &driver, way, image)
    };
    let mut report = Report {
        scene: args.scene.scene.to_string(),
        driver: driver.label(),
        device: String::new(),
        size: [args.scene.size.width, args.scene.size.height],
        frames: args.frames,
        paths: Paths::default(),
        pixels_different: None,
        difference: None,
    };
    let (device, native, fallback) = match args.path {
        PathChoice::Native => {
            let (device, native) = draw(Way::Native, &output)?;
            (device, Some(native), None)
        }
        PathChoice::Fallback => {
            let (device, fallback) = draw(Way::Fallback, &output)?;
            (device, None, Some(fallback))
        }
        PathChoice::Both => {
            let (_, native) = draw(Way::Native, &output.with_extension("native.png"))?;
            let (device, fallback) = draw(Way::Fallback, &output.with_extension("fallback.png"))?;
            let comparison = picture::compare(&picture::open(&native.image)?, &picture::open(&fallback.image)?)?;
            let path = output.with_extension("difference.png");
            picture::save(&comparison.difference, &path)?;
            report.pixels_different = Some(comparison.pixels_different);
            report.difference = Some(path);
            (device, Some(native), Some(fallback))
        }
    };
    progress.finish_and_clear();
    report.device = device;
    report.paths = Paths { native, fallback };
    if args.json {
        print_json(&report)?;
    } else {
        print(&report.to_string())?;
    }
    Ok(if report.has_finding() { Outcome::Finding } else { Outcome::Done })
}

/// `SCENE.png`, or the model file's name with that ending, in the current folder.
fn default_output(scene: &str) -> PathBuf {
    let stem = Path::new(scene).file_stem().unwrap_or(scene.as_ref());
    Path::new(stem).with_extension("png")
}

/// Draws in a child process; returns the device's name and the path's figures.
fn draw_path(args: &RenderArgs, driver: &Driver, way: Way, image: &Path) -> Result<(String, PathReport)> {
    let mut environment = Environment::new(driver.clone())?.with_validation(args.validate);
    if way == Way::Fallback {
        environment = environment.with_layer("on");
    }
    let child_report = environment.scratch_file("report.json");
    let program = std::env::current_exe().on_file("find", Path::new("the running program"))?;
    let mut command = Command::new(&program);
    let layer = args.validate.then_some(VALIDATION_LAYER);
    command.args(ChildArgs::command_line(&args.scene, args.frames, image, &child_report, &driver.label(), layer));
    command.env("MESHWORK_STATISTICS", environment.statistics_file());
    environment.apply(&mut command)?;
    let status = command.status().map_err(|source| Error::Start { program, source })?;

    let messages = environment.validation_messages();
    let errors = messages.lines().filter(|line| line.contains("Validation Error")).count();
    if !messages.is_empty() {
        eprint!("{messages}");
    }
    match status.code() {
        Some(0) => {}
        // It has said why.
        Some(2) => return Err(Error::Reported),
        _ => return Err(Error::Rendering { path: way.name(), status }),
    }
    if errors > 0 {
        return Err(Error::Validation { path: way.name(), count: errors });
    }
    let statistics = match way {
        Way::Native => None,
        Way::Fallback => Some(read_statistics(&environment.statistics_file())?),
    };
    let child: ChildReport = read_json(&child_report)?;
    let device = child.device.clone();
    Ok((device, PathReport::merge(image.to_owned(), child, statistics)))
}

/// What the layer wrote, which proves that it ran and drew by the fallback.
pub fn read_statistics(path: &Path) -> Result<Statistics> {
    if !path.is_file() {
        return Err(Error::LayerSilent);
    }
    let statistics: Statistics = read_json(path)?;
    if statistics.mode == "fallback" { Ok(statistics) } else { Err(Error::NotFallback { mode: statistics.mode }) }
}

pub fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = std::fs::read(path).on_file("read", path)?;
    serde_json::from_slice(&bytes).map_err(|source| Error::Json { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_named_after_scene_or_file() {
        assert_eq!(default_output("grass"), Path::new("grass.png"));
        assert_eq!(default_output("models/duck.v2.glb"), Path::new("duck.png"));
    }
}
