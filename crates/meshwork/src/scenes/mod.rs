//! What `meshwork render` draws: built-in scenes made by code, and model files.

mod backdrop;
mod blend;
mod camera;
mod grass;
mod knot;
mod meshlets;
mod prepass;
mod triangle;

use std::path::Path;

use ash::vk;

use crate::error::{Error, Result};
use crate::render::{Buffer, Gpu, Target};

/// The built-in scenes.
pub const NAMES: [&str; 5] = ["triangle", "meshlets", "grass", "prepass", "blend"];

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
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Triangles of the scene `meshlets`, about.
    pub triangles: Option<u32>,
    /// Draws of the scene `prepass`.
    pub draws: Option<u32>,
}

/// Whether `name` is a scene, or a file that looks like a model.
pub fn check_name(name: &str) -> Result<()> {
    if NAMES.contains(&name) || is_model(name) {
        return Ok(());
    }
    Err(Error::UnknownScene { name: name.to_owned(), scenes: NAMES.to_vec() })
}

fn is_model(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["glb", "gltf", "obj"].contains(&extension.to_ascii_lowercase().as_str()))
}

/// Makes the scene or loads the model file `name`.
pub fn build(name: &str, gpu: &Gpu, target: &Target, options: Options) -> Result<Box<dyn Scene>> {
    match name {
        "triangle" => Ok(Box::new(triangle::Triangle::new(gpu)?)),
        "meshlets" => Ok(Box::new(meshlets::Meshlets::knot(gpu, target, options.triangles)?)),
        "grass" => Ok(Box::new(grass::Grass::new(gpu, target)?)),
        "prepass" => Ok(Box::new(prepass::Prepass::new(gpu, target, options.draws)?)),
        "blend" => Ok(Box::new(blend::Blend::new(gpu, target)?)),
        path => Ok(Box::new(meshlets::Meshlets::load(gpu, target, path.as_ref())?)),
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
