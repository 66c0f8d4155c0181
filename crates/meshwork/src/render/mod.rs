//! `meshwork render`: draws a scene or a model natively, through the layer, or both, and compares.
//!
//! With `--guest` it draws a primitive shader's case ([`crate::guest::render`]).

mod apart;
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

use indicatif::ProgressBar;

pub use apart::{Ground, ResultArgs, Way};
pub use args::{FormArgs, SceneArgs, Size};
pub use device::{Gpu, Scope, choose_physical_device};
pub use measure::Measure;
pub use memory::Buffer;
pub(crate) use pipeline::shader;
pub use pipeline::{Bound, BoundObject, Depth, MESH_STAGES, MeshPipeline, VertexInput, VertexPipeline};
pub use target::{Pass, Start, Target};

use crate::Outcome;
use crate::driver::Driver;
use crate::error::{Error, OnFile, Result};
use crate::guest::render::{self as guest, GuestArgs};
use crate::output::{print, print_json};
use crate::scenes;

use child::ChildArgs;
pub use report::Statistics;
use report::{ChildReport, PathReport, Paths, Report};

#[derive(clap::Args)]
pub struct RenderArgs {
    /// triangle, meshlets, grass, prepass, blend, one-triangle, many-small, per-primitive, or a .glb, .gltf or .obj file
    #[arg(value_name = "SCENE|FILE", required_unless_present = "guest")]
    scene: Option<scenes::Name>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    guest: GuestArgs,
    /// Frames to measure
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    frames: u32,
    #[command(flatten)]
    how: PathArgs,
}

/// How pictures are drawn.
#[derive(clap::Args)]
pub struct PathArgs {
    /// The picture, a PNG; where there are several, the name that their names are made from [default: SCENE.png or CASE.png]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Whose mesh shaders: the driver's, the layer's, or both one after the other, compared
    #[arg(long, value_enum, default_value_t = PathChoice::Fallback)]
    pub path: PathChoice,
    /// lavapipe, swiftshader, system or a driver's manifest [default: system where a driver is installed]
    #[arg(long, value_name = "DRIVER")]
    pub driver: Option<Driver>,
    /// Put the Khronos validation layer below; an error that it reports is a failure
    #[arg(long)]
    pub validate: bool,
    /// One JSON object on the standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PathChoice {
    Native,
    Fallback,
    Both,
}

pub fn run(args: &RenderArgs) -> Result<Outcome> {
    match &args.scene {
        Some(scene) => run_scene(&SceneArgs { scene: scene.clone(), form: args.form }, args.frames, &args.how),
        None => guest::run(&args.guest, args.form.size, &args.how),
    }
}

fn run_scene(scene: &SceneArgs, frames: u32, args: &PathArgs) -> Result<Outcome> {
    let driver = args.driver.clone().unwrap_or_else(Driver::default_here);
    let name = scene.scene.to_string();
    let output = args.output.clone().unwrap_or_else(|| default_output(&name));
    let progress = if args.json { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    progress.enable_steady_tick(std::time::Duration::from_millis(100));

    let draw_path = |way: Way, image: &Path| {
        progress.set_message(format!("drawing {name} on {}, path {}", driver.label(), way.name()));
        let arguments = ChildArgs::command_line(scene, frames);
        let ground = Ground { driver: &driver, validate: args.validate, layer: way == Way::Fallback };
        let (child, statistics) = ground.draw::<ChildReport>(way, arguments, image)?;
        Ok::<_, Error>((child.device.clone(), PathReport::merge(image.to_owned(), child, statistics)))
    };
    let mut report = Report {
        scene: name.clone(),
        driver: driver.label(),
        device: String::new(),
        size: [scene.form.size.width, scene.form.size.height],
        frames,
        paths: Paths::default(),
        pixels_different: None,
        difference: None,
    };
    let (device, native, fallback) = match args.path {
        PathChoice::Native => {
            let (device, native) = draw_path(Way::Native, &output)?;
            (device, Some(native), None)
        }
        PathChoice::Fallback => {
            let (device, fallback) = draw_path(Way::Fallback, &output)?;
            (device, None, Some(fallback))
        }
        PathChoice::Both => {
            let (_, native) = draw_path(Way::Native, &output.with_extension("native.png"))?;
            let (device, fallback) = draw_path(Way::Fallback, &output.with_extension("fallback.png"))?;
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
