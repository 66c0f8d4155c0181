//! `meshwork bench primitive-shader`: a translated primitive shader, by the lane and by the whole wave, beside the same pipeline
//! written as a mesh shader.
//!
//! All of them draw the same torus in turn, in one process; after it another one does, which has the layer and its fallback under it.
//! A program with code for culling culls what faces away or covers no sample; the others leave that to the device.

mod cases;
pub mod child;
mod contender;
mod torus;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};

use image::RgbaImage;
use serde::{Deserialize, Serialize};

pub use cases::{PRIMITIVE_SHADERS, PrimitiveShader};

use super::report::Spread;
use crate::driver::Driver;
use crate::environment::Environment;
use crate::error::{Error, OnFile, Result};
use crate::render::{Size, picture, read_statistics};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Translated: an invocation is a lane.
    Lane,
    /// The same, drawn by the fallback.
    Fallback,
    /// Translated: an invocation is the wave.
    Wave,
    /// Written by hand, in GLSL.
    Glsl,
}

impl Variant {
    pub const ALL: [Self; 4] = [Self::Lane, Self::Fallback, Self::Wave, Self::Glsl];

    pub fn name(self) -> &'static str {
        match self {
            Self::Lane => "lane",
            Self::Fallback => "fallback",
            Self::Wave => "wave",
            Self::Glsl => "glsl",
        }
    }
}

/// What is to be measured, of each program.
pub struct Extent {
    pub size: Size,
    pub rounds: u32,
    /// At most.
    pub triangles: u32,
    pub variants: Vec<Variant>,
}

/// What a child prints.
#[derive(Debug, Serialize, Deserialize)]
pub struct Findings {
    pub device: String,
    pub triangles: u64,
    pub variants: BTreeMap<Variant, Figures>,
    /// The most pixels in which a variant's picture differs from the first variant's.
    pub pixels_different: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    /// Of a wave.
    pub lanes: u32,
    /// The program has code for it.
    pub culling: bool,
    pub triangles: u64,
    pub variants: BTreeMap<Variant, Figures>,
    /// Of medians and sizes, by the field, as in `gpu_ms: lane/glsl`.
    pub ratios: BTreeMap<String, f64>,
    /// The most pixels in which a variant's picture differs from the first variant's.
    pub pixels_different: u64,
    /// None where arithmetic is exact; elsewhere an edge may lie in another pixel.
    pub pixels_tolerated: u64,
    /// Of the first variant's picture.
    pub pixels_drawn: u64,
    /// By the fallback.
    pub lost_workgroups: u64,
}

impl Measured {
    pub fn is_wrong(&self) -> bool {
        self.pixels_different > self.pixels_tolerated || self.pixels_drawn == 0 || self.lost_workgroups > 0
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Figures {
    pub spirv_bytes: u64,
    /// From machine code to SPIR-V; none where there is nothing to translate.
    pub translate_ms: Option<Spread>,
    /// Until the driver has the pipeline, which it has not made before.
    pub pipeline_ms: f64,
    /// `None` where the queue has no time stamps.
    pub gpu_ms: Option<Spread>,
}

impl Figures {
    /// By the field, medians of what was done several times.
    pub fn times(&self) -> [(&'static str, Option<f64>); 3] {
        let [translate_ms, gpu_ms] = [self.translate_ms, self.gpu_ms].map(|spread| spread.map(|spread| spread.median));
        [("translate_ms", translate_ms), ("pipeline_ms", Some(self.pipeline_ms)), ("gpu_ms", gpu_ms)]
    }
}

/// Lane by lane beside what is written by hand, and the whole wave beside that.
fn ratios(variants: &BTreeMap<Variant, Figures>) -> BTreeMap<String, f64> {
    type Field = (&'static str, fn(&Figures) -> Option<f64>);
    let fields: [Field; 3] = [
        ("spirv_bytes", |figures| Some(figures.spirv_bytes as f64)),
        ("pipeline_ms", |figures| Some(figures.pipeline_ms)),
        ("gpu_ms", |figures| figures.gpu_ms.map(|spread| spread.median)),
    ];
    let mut ratios = BTreeMap::new();
    for (name, field) in fields {
        let pairs =
            [(Variant::Lane, Variant::Glsl), (Variant::Fallback, Variant::Glsl), (Variant::Wave, Variant::Lane)];
        for (variant, base) in pairs {
            let [of, by] = [variant, base].map(|variant| variants.get(&variant).and_then(field));
            if let (Some(of), Some(by)) = (of, by.filter(|&by| by > 0.0)) {
                ratios.insert(format!("{name}: {}/{}", variant.name(), base.name()), of / by);
            }
        }
    }
    ratios
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, lanes, triangles, pixels_drawn, pixels_different, .. } = self;
        let culling = if self.culling { ", culling" } else { "" };
        writeln!(
            f,
            "{name}: waves of {lanes}{culling}, {triangles} triangles, {pixels_different} of {pixels_drawn} pixels differ"
        )?;
        for (variant, Figures { spirv_bytes, translate_ms, pipeline_ms, gpu_ms }) in &self.variants {
            write!(f, "  {:<8} {spirv_bytes:>8} bytes  pipeline {pipeline_ms:.3}", variant.name())?;
            gpu_ms.iter().try_for_each(|spread| write!(f, "  GPU {spread}"))?;
            translate_ms.iter().try_for_each(|spread| write!(f, "  translation {spread}"))?;
            writeln!(f)?;
        }
        self.ratios.iter().try_for_each(|(name, ratio)| writeln!(f, "  {name:<26}{ratio:8.3}"))
    }
}

/// Of so many pixels one may differ where arithmetic is not exact.
const EDGES: u64 = 1_000;

/// Starts a child for the variants of a program that the driver draws, then one for those that the layer does. What they are compared
/// by is the first one's picture.
pub fn measure(program: &PrimitiveShader, driver: &Driver, extent: &Extent) -> Result<(String, Measured)> {
    let (of_layer, of_driver): (Vec<_>, Vec<_>) =
        extent.variants.iter().partition(|variant| **variant == Variant::Fallback);
    let mut children = Vec::new();
    for (variants, mode) in [(of_driver, None), (of_layer, Some("on"))] {
        if !variants.is_empty() {
            children.push(Child::run(program, driver, extent, &variants, mode)?);
        }
    }
    let mut pixels_different = 0;
    for child in &children {
        let differing = picture::compare(&children[0].picture, &child.picture)?.pixels_different;
        pixels_different = pixels_different.max(differing).max(child.findings.pixels_different);
    }
    let pixels_drawn = children[0].picture.pixels().filter(|pixel| pixel.0 != [0, 0, 0, 255]).count() as u64;
    let lost_workgroups = children.iter().map(|child| child.lost_workgroups).sum();
    let (device, triangles) = (children[0].findings.device.clone(), children[0].findings.triangles);
    let variants = children.into_iter().flat_map(|child| child.findings.variants).collect();
    let info = &program.program()?.info;
    let measured = Measured {
        name: program.name.to_owned(),
        lanes: info.wave.lanes(),
        culling: info.ngg.culling,
        triangles,
        ratios: ratios(&variants),
        variants,
        pixels_different,
        pixels_tolerated: if program.case.is_exact() { 0 } else { pixels_drawn / EDGES },
        pixels_drawn,
        lost_workgroups,
    };
    Ok((device, measured))
}

/// A process that has drawn.
struct Child {
    findings: Findings,
    /// The first variant's.
    picture: RgbaImage,
    lost_workgroups: u64,
}

impl Child {
    fn run(
        program: &PrimitiveShader,
        driver: &Driver,
        extent: &Extent,
        variants: &[Variant],
        layer: Option<&str>,
    ) -> Result<Self> {
        let environment = Environment::new(driver.clone())?;
        let environment = match layer {
            Some(mode) => environment.with_layer(mode),
            None => environment,
        };
        let picture = environment.scratch_file("picture.png");
        let own = std::env::current_exe().on_file("find", Path::new("the running program"))?;
        let mut command = Command::new(&own);
        command.args(["primitive-shader-child", program.name, "--driver-label", &driver.label()]);
        command.args(["--size", &extent.size.to_string(), "--rounds", &extent.rounds.to_string()]);
        command.args(["--triangles", &extent.triangles.to_string()]).arg("--image").arg(&picture);
        command.args(variants.iter().flat_map(|variant| ["--variant", variant.name()]));
        command.env("MESHWORK_STATISTICS", environment.statistics_file());
        environment.apply(&mut command)?;
        // The time of a pipeline is that of making it.
        command.env("MESA_SHADER_CACHE_DISABLE", "true").env("__GL_SHADER_DISK_CACHE", "0");
        command.stdin(Stdio::null()).stderr(Stdio::inherit());
        let ended = command.output().map_err(|source| Error::Start { program: own, source })?;
        if !ended.status.success() {
            return Err(Error::Reported);
        }
        let source = |source| Error::Json { path: "a child process".into(), source };
        let findings = serde_json::from_slice(&ended.stdout).map_err(source)?;
        let statistics = layer.map(|_| read_statistics(&environment.statistics_file())).transpose()?;
        let lost_workgroups = statistics.map_or(0, |counts| counts.lost_workgroups);
        Ok(Self { findings, picture: picture::open(&picture)?, lost_workgroups })
    }
}
