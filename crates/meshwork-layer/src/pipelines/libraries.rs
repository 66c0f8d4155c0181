//! Pipeline libraries (`VK_EXT_graphics_pipeline_library`).
//!
//! Libraries without mesh shaders are the driver's, and pipelines of such libraries alone, too. Of each one, the parts that a mesh
//! pipeline can be linked with are kept as well, as *leaves*: owned state and shaders. What a fragment shader becomes
//! ([`meshwork_passes::lower`]) depends on the mesh shader, and what is recorded of a mesh shader on the fragment shader. So a
//! library does not know yet what its shaders become, and linking makes it: the driver's pipeline is linked from new libraries
//! of the leaves whose stages change, and from the program's own libraries where nothing does.
//!
//! A library with a mesh shader has no object of the driver that could stand for it. Its handle is a library of the vertex
//! input, which mesh pipelines have not: an object to be named and destroyed.

use std::sync::Arc;
use std::time::Instant;

use ash::vk;
use meshwork_passes::ErrorKind;
use vk::GraphicsPipelineLibraryFlagsEXT as Parts;
use vk::PipelineCreateFlags2KHR as Flags2;

use super::error::Error;
use super::owned::OwnedInfo;
use super::raster;
use super::shaders::Stages;
use super::{Pipelines, create};
use crate::chain;
use crate::device::{DeviceData, Fallback};
use crate::objects::layouts::{PipelineLayout, slice};
use crate::stages::has_mesh_shaders;

/// What is kept of a pipeline library.
#[derive(Clone)]
pub struct Library {
    pub leaves: Vec<Part>,
}

/// A leaf, and the driver's library that is nothing but it.
#[derive(Clone)]
pub struct Part {
    pub leaf: Arc<Leaf>,
    /// `None` where there is none: it has stages that the driver cannot have, or other leaves beside it.
    pub raw: Option<vk::Pipeline>,
}

/// The state that one create info adds to a pipeline: pre-rasterization with mesh shaders, fragment shader, fragment output.
pub struct Leaf {
    pub parts: Parts,
    pub info: OwnedInfo,
    pub stages: Stages,
    /// Keeps the driver's object, too, which the program may have destroyed.
    pub layout: Option<Arc<PipelineLayout>>,
}

impl Library {
    pub fn has_mesh_shader(&self) -> bool {
        self.leaves.iter().any(|part| part.leaf.stages.mesh.is_some())
    }
}

/// The parts that a create info has itself.
///
/// # Safety
/// `info` is valid.
pub unsafe fn parts(info: &vk::GraphicsPipelineCreateInfo) -> Parts {
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(library) = chain::find::<vk::GraphicsPipelineLibraryCreateInfoEXT>(info.p_next) {
            return library.flags;
        }
        let links = chain::find::<vk::PipelineLibraryCreateInfoKHR>(info.p_next).is_some_and(|l| l.library_count > 0);
        match links || create::flags(info).contains(Flags2::LIBRARY) {
            true => Parts::empty(),
            false => {
                Parts::VERTEX_INPUT_INTERFACE
                    | Parts::PRE_RASTERIZATION_SHADERS
                    | Parts::FRAGMENT_SHADER
                    | Parts::FRAGMENT_OUTPUT_INTERFACE
            }
        }
    }
}

/// The stages that count of a create info.
///
/// # Safety
/// `info` is valid and outlives the stages.
pub unsafe fn stages<'a>(info: &vk::GraphicsPipelineCreateInfo<'a>) -> &'a [vk::PipelineShaderStageCreateInfo<'a>] {
    // SAFETY: the caller's promise.
    unsafe {
        match parts(info).intersects(Parts::PRE_RASTERIZATION_SHADERS | Parts::FRAGMENT_SHADER) {
            true => slice(info.p_stages, info.stage_count),
            false => &[],
        }
    }
}

/// The leaves of the libraries that a pipeline is linked from.
///
/// # Safety
/// `info` is valid.
pub unsafe fn linked(pipelines: &Pipelines, info: &vk::GraphicsPipelineCreateInfo) -> Vec<Part> {
    // SAFETY: the caller's promise.
    let libraries = unsafe {
        chain::find::<vk::PipelineLibraryCreateInfoKHR>(info.p_next)
            .map_or(&[][..], |info| slice(info.p_libraries, info.library_count))
    };
    let leaves = |raw: &vk::Pipeline| pipelines.libraries.get(*raw).map(|library| library.leaves.clone());
    libraries.iter().filter_map(leaves).flatten().collect()
}

/// Creates a library, and what is to be kept of it.
///
/// # Safety
/// `info` is valid and has the flag `LIBRARY`.
pub unsafe fn create(
    data: &DeviceData,
    fallback: &Fallback,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<(vk::Pipeline, Library), Error> {
    // SAFETY: the caller's promise.
    unsafe {
        let own = Leaf::of(fallback, info)?;
        let linked = linked(&fallback.pipelines, info);
        let is_merged =
            chain::find::<vk::PipelineLibraryCreateInfoKHR>(info.p_next).is_some_and(|l| l.library_count > 0);
        // Libraries may be destroyed before one that has them linked.
        let mut leaves: Vec<Part> = linked.into_iter().map(|part| Part { raw: None, ..part }).collect();
        leaves.extend(own.map(|leaf| Part { leaf: Arc::new(leaf), raw: None }));
        let mut library = Library { leaves };
        if library.has_mesh_shader() {
            return Ok((placeholder(data, cache, info, allocator)?, library));
        }
        let raw = match raster::create_ordinary(data, &fallback.objects, cache, info, allocator) {
            // A fragment shader for mesh pipelines alone.
            Err(Error::Ordinary(ErrorKind::Unsupported { .. })) => {
                return Ok((placeholder(data, cache, info, allocator)?, library));
            }
            other => other?,
        };
        if let ([part], false) = (&mut library.leaves[..], is_merged) {
            // A vertex input in the same library stands in the way of ours.
            part.raw = (!parts(info).contains(Parts::VERTEX_INPUT_INTERFACE)).then_some(raw);
        }
        Ok((raw, library))
    }
}

/// The handle of a library that the driver cannot have.
///
/// # Safety
/// `info` is valid.
unsafe fn placeholder(
    data: &DeviceData,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    let started = Instant::now();
    let flags = vk::PipelineCreateFlags::LIBRARY_KHR;
    let input = vk::PipelineVertexInputStateCreateInfo::default();
    let raw = vertex_input(data, cache, flags, &input, vk::PrimitiveTopology::TRIANGLE_LIST, allocator)?;
    // SAFETY: the caller's promise.
    unsafe { create::feedback(info, started) };
    Ok(raw)
}

/// A library of the vertex input that lowered shaders have, made with the flags of the library beside it.
pub fn vertex_input(
    data: &DeviceData,
    cache: vk::PipelineCache,
    flags: vk::PipelineCreateFlags,
    input: &vk::PipelineVertexInputStateCreateInfo<'_>,
    topology: vk::PrimitiveTopology,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
    let mut parts = vk::GraphicsPipelineLibraryCreateInfoEXT::default().flags(Parts::VERTEX_INPUT_INTERFACE);
    let driver = vk::GraphicsPipelineCreateInfo::default()
        .flags(flags)
        .vertex_input_state(input)
        .input_assembly_state(&assembly)
        .push_next(&mut parts);
    // SAFETY: a valid create info for this device, whose feature `graphicsPipelineLibrary` the program enabled.
    unsafe { raster::create_one(data, cache, &driver, allocator) }
}

impl Leaf {
    /// What of a library's own state a mesh pipeline can be linked with, if anything.
    ///
    /// # Safety
    /// `info` is valid.
    unsafe fn of(fallback: &Fallback, info: &vk::GraphicsPipelineCreateInfo) -> Result<Option<Self>, Error> {
        let objects = &fallback.objects;
        // SAFETY: the caller's promise.
        unsafe {
            let parts = parts(info) & !Parts::VERTEX_INPUT_INTERFACE;
            let has_mesh = stages(info).iter().any(|stage| has_mesh_shaders(stage.stage));
            // A vertex shader is never linked with a mesh shader.
            if parts.is_empty() || parts.contains(Parts::PRE_RASTERIZATION_SHADERS) && !has_mesh {
                return Ok(None);
            }
            let stages = Stages::of(objects, stages(info), info.p_next)?;
            Ok(Some(Self {
                parts,
                info: OwnedInfo::new(objects, info, parts),
                stages,
                layout: objects.pipeline_layouts.get(info.layout),
            }))
        }
    }
}
