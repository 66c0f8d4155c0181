//! Graphics pipelines with mesh shaders: each becomes compute pipelines and a graphics pipeline of the driver.
//!
//! | room | holds |
//! |---|---|
//! | [`create`] | `vkCreateGraphicsPipelines`: order, results, and what runs beside what |
//! | [`shaders`] | the program's shaders out of a create info; lowering, once for equal shaders |
//! | [`libraries`] | pipeline libraries: what is kept of them, for linking |
//! | [`owned`] | a library's create info, copied with all it points to |
//! | [`raster`] | the driver's graphics pipelines: lowered vertex and fragment stage |
//! | [`shader_objects`] | shader objects, and what is made of those that are drawn together |
//! | [`executables`], [`names`] | what the program asks about pipelines, and calls them |
//! | [`others`] | compute and ray tracing pipelines |
//! | [`module`] | shader modules made for the driver; modules with mesh shaders in other pipelines |

mod create;
mod error;
mod executables;
mod libraries;
mod module;
mod names;
mod others;
mod owned;
mod raster;
mod shader_objects;
mod shaders;

use std::collections::HashSet;
use std::sync::Arc;

use ash::vk;
use parking_lot::Mutex;

use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::objects::layouts::PipelineLayout;
use crate::objects::{Destroy, Table};

pub use error::Error;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateGraphicsPipelines: PFN_vkCreateGraphicsPipelines = create::create_graphics),
    hook!(vkCreateComputePipelines: PFN_vkCreateComputePipelines = others::create_compute),
    hook!(vkCreateRayTracingPipelinesKHR: PFN_vkCreateRayTracingPipelinesKHR = others::create_ray_tracing),
    hook!(vkCreateRayTracingPipelinesNV: PFN_vkCreateRayTracingPipelinesNV = others::create_ray_tracing_nv),
    hook!(vkDestroyPipeline: PFN_vkDestroyPipeline = destroy),
    hook!(vkCreateShadersEXT: PFN_vkCreateShadersEXT = shader_objects::create),
    hook!(vkDestroyShaderEXT: PFN_vkDestroyShaderEXT = shader_objects::destroy),
    hook!(vkGetShaderBinaryDataEXT: PFN_vkGetShaderBinaryDataEXT = shader_objects::binary_data),
    hook!(
        vkGetPipelineExecutablePropertiesKHR: PFN_vkGetPipelineExecutablePropertiesKHR = executables::properties
    ),
    hook!(
        vkGetPipelineExecutableStatisticsKHR: PFN_vkGetPipelineExecutableStatisticsKHR = executables::statistics
    ),
    hook!(
        vkGetPipelineExecutableInternalRepresentationsKHR: PFN_vkGetPipelineExecutableInternalRepresentationsKHR =
            executables::representations
    ),
    hook!(vkSetDebugUtilsObjectNameEXT: PFN_vkSetDebugUtilsObjectNameEXT = names::set_object_name),
    hook!(vkCreatePipelineCache: PFN_vkCreatePipelineCache = create_cache),
];

/// The mesh pipelines of a device.
#[derive(Default)]
pub struct Pipelines {
    pub mesh: Table<vk::Pipeline, MeshPipelineData>,
    libraries: Table<vk::Pipeline, libraries::Library>,
    pub shader_objects: Table<vk::ShaderEXT, shader_objects::ShaderObject>,
    pub combinations: shader_objects::Combinations,
    lowered: shaders::LoweringCache,
    /// Failures that were logged.
    told: Mutex<HashSet<String>>,
}

/// What is kept of a graphics pipeline with a mesh shader. Its handle is the driver's graphics pipeline.
pub struct MeshPipelineData {
    /// The compute side.
    pub mesh: Arc<meshwork_gpu::MeshPipeline>,
    /// The program's pipeline layout, which the program may have destroyed.
    pub layout: Arc<PipelineLayout>,
    /// The driver's libraries that the graphics pipeline is linked from.
    _libraries: Vec<Destroy<vk::Pipeline>>,
    /// Where there is no graphics pipeline, but shader objects.
    pub objects: Option<shader_objects::LoweredObjects>,
}

impl Pipelines {
    fn forget(&self, raw: vk::Pipeline) {
        self.mesh.remove(raw);
        self.libraries.remove(raw);
    }

    /// Logs a failure, once.
    fn tell(&self, error: &Error) {
        let message = error.to_string();
        if self.told.lock().insert(message.clone()) {
            tracing::error!("a pipeline is not created: {message}");
        }
    }
}

/// # Safety
/// As `vkDestroyPipeline`.
unsafe extern "system" fn destroy(
    device: vk::Device,
    pipeline: vk::Pipeline,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.pipelines.forget(pipeline);
        (data.fns.fp_v1_0().destroy_pipeline)(device, pipeline, allocator);
    });
}

/// The workers use the program's cache beside each other, so it cannot be one that the program synchronizes.
///
/// # Safety
/// As `vkCreatePipelineCache`.
unsafe extern "system" fn create_cache(
    device: vk::Device,
    info: *const vk::PipelineCacheCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    cache: *mut vk::PipelineCache,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, _) = fallback_data(device);
        let flags = (*info).flags & !vk::PipelineCacheCreateFlags::EXTERNALLY_SYNCHRONIZED;
        let info = vk::PipelineCacheCreateInfo { flags, ..*info };
        (data.fns.fp_v1_0().create_pipeline_cache)(device, &info, allocator, cache)
    })
}
