//! `cargo xtask demo`: the demo scene with mesh shaders and without, side by side.
//!
//! With a GPU of its own and a driver for it, the machine needs nothing else: the scene is drawn there. Otherwise drivers
//! are brought: lavapipe draws natively and by the fallback, SwiftShader, which has no mesh shaders, by the fallback.

mod picture;
mod report;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::cargo::Cargo;
use crate::error::{Error, Result};
use crate::process;
use crate::progress::Progress;
use crate::tools;
use crate::workspace::Workspace;
use picture::Comparison;

const SCENE: &str = "meshlets";
const SIZE: &str = "960x540";

/// Frames to measure: a CPU takes about a second for one.
const FRAMES: &str = "5";
const FRAMES_ON_GPU: &str = "50";

const BUILD: [&str; 5] = ["--release", "--package", "VkLayer_meshwork", "--package", "meshwork"];

/// The object that `meshwork render --json` prints.
#[derive(Debug, Deserialize)]
struct Rendering {
    driver: String,
    device: String,
    size: [u32; 2],
    frames: u32,
    paths: Paths,
    pixels_different: Option<u64>,
    difference: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Paths {
    native: Option<Figures>,
    fallback: Option<Figures>,
}

/// One path's figures, of one frame.
#[derive(Debug, Deserialize)]
struct Figures {
    image: PathBuf,
    frame_ms: Times,
    gpu_ms: Option<Times>,
    mesh_draws: u64,
    dispatches: u64,
    barriers: u64,
    triangles: Option<u64>,
    record_bytes: u64,
    lost_workgroups: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Times {
    median: f64,
    min: f64,
}

impl Rendering {
    /// The paths that were drawn, by name.
    fn paths(&self) -> impl Iterator<Item = (&'static str, &Figures)> {
        let paths = [("native", &self.paths.native), ("fallback", &self.paths.fallback)];
        paths.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)))
    }
}

/// Draws, writes the report and prints where it lies; `software` leaves a GPU aside.
pub fn run(workspace: &Workspace, progress: &Progress, software: bool) -> Result<()> {
    let system = !software && has_gpu();
    if !system {
        tools::provide(workspace, progress)?;
    }
    let cargo = Cargo::new(workspace, progress)?;
    cargo.step(progress, "building in release", "build", &BUILD)?;

    let folder = workspace.target.join("demo");
    // Pictures of an earlier run must not stand beside this one's.
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let stage = Stage { program: workspace.target.join("release/meshwork"), folder: &folder, progress };
    let demo = if system { stage.on_gpu()? } else { stage.on_cpu()? };

    let page = folder.join("report.html");
    std::fs::write(&page, report::html(&demo)).map_err(Error::file(&page))?;
    print!("{}", report::text(&demo));
    for (_, figures) in demo.renderings.iter().flat_map(Rendering::paths) {
        println!("  {}", workspace.relative(&folder.join(&figures.image)));
    }
    println!("report: {}", workspace.relative(&page));
    match demo.renderings.iter().filter_map(|rendering| rendering.pixels_different).sum() {
        0 => Ok(()),
        pixels => Err(Error::PixelsDiffer { pixels }),
    }
}

/// What was drawn.
struct Demo {
    renderings: Vec<Rendering>,
    /// The fallback on a driver without mesh shaders against the one with them.
    across_drivers: Option<Comparison>,
}

/// Where and with what scenes are drawn.
struct Stage<'a> {
    program: PathBuf,
    folder: &'a Path,
    progress: &'a Progress,
}

impl Stage<'_> {
    fn on_gpu(&self) -> Result<Demo> {
        // A GPU without mesh shaders, the one that all of this is for, cannot draw natively: a triangle tells.
        let path = match self.draw("triangle", "system", "native", "1") {
            Ok(_) => "both",
            Err(_) => "fallback",
        };
        Ok(Demo { renderings: vec![self.render("system", path, FRAMES_ON_GPU)?], across_drivers: None })
    }

    fn on_cpu(&self) -> Result<Demo> {
        let lavapipe = self.render("lavapipe", "both", FRAMES)?;
        let swiftshader = self.render("swiftshader", "fallback", FRAMES)?;
        let across_drivers = match (&lavapipe.paths.native, &swiftshader.paths.fallback) {
            (Some(native), Some(fallback)) => {
                let difference = Path::new("swiftshader.difference.png");
                Some(picture::compare(self.folder, &native.image, &fallback.image, difference)?)
            }
            _ => None,
        };
        Ok(Demo { renderings: vec![lavapipe, swiftshader], across_drivers })
    }

    fn render(&self, driver: &str, path: &str, frames: &str) -> Result<Rendering> {
        let step = step(SCENE, driver, path);
        let json = self.progress.step(&step, |_| self.draw(SCENE, driver, path, frames))?;
        serde_json::from_str(&json).map_err(|source| Error::Answer { step, source })
    }

    /// Runs the command and returns the JSON that it prints.
    fn draw(&self, scene: &str, driver: &str, path: &str, frames: &str) -> Result<String> {
        let mut command = Command::new(&self.program);
        command.current_dir(self.folder).args(["render", scene, "--json", "--size", SIZE, "--frames", frames]);
        command.args(["--driver", driver, "--path", path, "--output", &format!("{driver}.png")]);
        // Exit code 1 says that the pictures differ: something to report, not to stop at.
        process::output_of(&step(scene, driver, path), &mut command, &[0, 1])
    }
}

fn step(scene: &str, driver: &str, path: &str) -> String {
    format!("drawing {scene} on {driver}, path {path}")
}

/// Whether there is a GPU with a Vulkan driver: a device node, and a manifest of a driver other than a CPU's.
fn has_gpu() -> bool {
    let device = ["/dev/dri", "/dev/nvidia0"].iter().any(|node| Path::new(node).exists());
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    device && entries.map(|entry| entry.file_name()).any(|name| !name.to_string_lossy().starts_with("lvp_icd"))
}
