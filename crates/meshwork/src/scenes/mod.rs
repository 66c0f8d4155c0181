//! What `meshwork render` draws: built-in scenes made by code, and model files.

mod backdrop;
mod blend;
mod camera;
mod draw_list;
mod grass;
mod knot;
mod meshlets;
mod polygons;
mod prepass;
mod triangle;
mod turn;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ash::vk;

use crate::error::Result;
use crate::render::{Buffer, Gpu, Target};
use meshlets::Shading;
use polygons::Polygon;

/// A scene, ready to be drawn any number of times; every frame shows the same picture.
pub trait Scene {
    /// Records one frame: whatever must happen before, and the render passes on the target.
    fn record(&self, frame: &Frame<'_>);

    /// Mesh draw commands that [`Scene::record`] records.
    fn mesh_draws(&self) -> u64;

    /// The counters of a scene whose workgroups count themselves.
    fn workgroups(&self) -> Option<&Workgroups> {
        None
    }
}

/// A frame in recording.
pub struct Frame<'a> {
    pub gpu: &'a Gpu,
    pub target: &'a Target,
    pub commands: vk::CommandBuffer,
}

/// A counter for each task and mesh workgroup of a frame, which that workgroup increments.
pub struct Workgroups {
    pub counters: Buffer,
    /// What each counter grows by in a frame: 1, or 0 where no workgroup is meant to run.
    pub expected: Vec<u32>,
}

/// How a scene is made; the defaults are the scene's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Triangles of the scenes `meshlets` and `per-primitive`, about.
    pub triangles: Option<u32>,
    /// Draws of the scenes `prepass`, `one-triangle` and `many-small`.
    pub draws: Option<u32>,
}

/// What `meshwork render` is asked to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    Triangle,
    Meshlets,
    Grass,
    Prepass,
    Blend,
    OneTriangle,
    ManySmall,
    PerPrimitive,
    Model(PathBuf),
}

impl Name {
    /// Whether its draws, the backdrop's apart, are those of a [`draw_list::DrawList`], which can be gathered.
    pub fn can_be_gathered(&self) -> bool {
        matches!(self, Self::Prepass | Self::OneTriangle | Self::ManySmall)
    }
}

/// The built-in scenes.
const BUILT_IN: [(&str, Name); 8] = [
    ("triangle", Name::Triangle),
    ("meshlets", Name::Meshlets),
    ("grass", Name::Grass),
    ("prepass", Name::Prepass),
    ("blend", Name::Blend),
    ("one-triangle", Name::OneTriangle),
    ("many-small", Name::ManySmall),
    ("per-primitive", Name::PerPrimitive),
];

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, name)) = BUILT_IN.iter().find(|(name, _)| *name == text) {
            return Ok(name.clone());
        }
        let extension = Path::new(text).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if ["glb", "gltf", "obj"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
            return Ok(Self::Model(text.into()));
        }
        let names = BUILT_IN.map(|(name, _)| name).join(", ");
        Err(format!("scenes are {names}; model files end in .glb, .gltf or .obj"))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(path) => path.display().fmt(f),
            built_in => f.write_str(BUILT_IN.iter().find(|(_, name)| name == built_in).map_or("", |(name, _)| name)),
        }
    }
}

/// A scene's share in host memory, made before any GPU is opened: a broken file is reported as such everywhere.
pub enum Content {
    Triangle,
    Meshlets(Box<meshlets::Content>),
    Grass,
    Prepass { draws: u32 },
    Blend,
    Polygons { polygon: Polygon, draws: u32 },
}

impl Content {
    pub fn load(name: &Name, options: Options) -> Result<Self> {
        let polygons = |polygon: Polygon| Self::Polygons {
            polygon,
            draws: options.draws.unwrap_or_else(|| polygon.default_draws()),
        };
        let knot = |shading| Self::Meshlets(Box::new(meshlets::Content::knot(options.triangles, shading)));
        Ok(match name {
            Name::Triangle => Self::Triangle,
            Name::Meshlets => knot(Shading::Smooth),
            Name::Grass => Self::Grass,
            Name::Prepass => Self::Prepass { draws: options.draws.unwrap_or(prepass::DEFAULT_DRAWS) },
            Name::Blend => Self::Blend,
            Name::OneTriangle => polygons(Polygon::Triangle),
            Name::ManySmall => polygons(Polygon::Disc),
            Name::PerPrimitive => knot(Shading::Flat),
            Name::Model(path) => Self::Meshlets(Box::new(meshlets::Content::load(path)?)),
        })
    }

    pub fn build(&self, gpu: &Gpu, target: &Target) -> Result<Box<dyn Scene>> {
        Ok(match self {
            Self::Triangle => Box::new(triangle::Triangle::new(gpu)?),
            Self::Meshlets(content) => Box::new(meshlets::Meshlets::new(gpu, target, content)?),
            Self::Grass => Box::new(grass::Grass::new(gpu, target)?),
            Self::Prepass { draws } => Box::new(prepass::Prepass::new(gpu, target, *draws)?),
            Self::Blend => Box::new(blend::Blend::new(gpu, target)?),
            Self::Polygons { polygon, draws } => Box::new(polygons::Polygons::new(gpu, target, *polygon, *draws)?),
        })
    }
}

/// Sets the push constants from offset 0.
///
/// # Safety
/// The frame is in recording, and `layout` has a range from 0 for `stages` that holds `T`.
unsafe fn push<T: bytemuck::Pod>(
    frame: &Frame<'_>,
    layout: vk::PipelineLayout,
    stages: vk::ShaderStageFlags,
    value: &T,
) {
    // SAFETY: passed on to the caller.
    unsafe { frame.gpu.device.cmd_push_constants(frame.commands, layout, stages, 0, bytemuck::bytes_of(value)) };
}
