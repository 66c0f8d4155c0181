//! Pipelines that never have mesh shaders, but whose modules may.

use ash::vk;

use super::error::Error;
use super::module::DriverStage;
use super::shaders::is_hidden;
use crate::device::{Fallback, fallback_data};
use crate::guard::guard;
use crate::hook::Pointer;
use crate::objects::layouts::slice;

/// # Safety
/// As `vkCreateComputePipelines`.
pub unsafe extern "system" fn create_compute(
    device: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::ComputePipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let program = slice(infos, count);
        let without_mesh =
            |info: &vk::ComputePipelineCreateInfo| DriverStage::without_mesh(data, &fallback.objects, &info.stage);
        let mut stripped = match program.iter().map(without_mesh).collect::<Result<Vec<_>, Error>>() {
            Ok(stripped) => stripped,
            Err(error) => {
                fallback.pipelines.tell(&error);
                core::slice::from_raw_parts_mut(pipelines, count as usize).fill(vk::Pipeline::null());
                return error.vk_result();
            }
        };
        let driver = program.iter().zip(&mut stripped).map(|(program, stripped)| match stripped {
            Some(stripped) => vk::ComputePipelineCreateInfo { stage: stripped.info(&program.stage), ..*program },
            None => *program,
        });
        let driver: Vec<_> = driver.collect();
        (data.fns.fp_v1_0().create_compute_pipelines)(device, cache, count, driver.as_ptr(), allocator, pipelines)
    })
}

/// # Safety
/// As `vkCreateRayTracingPipelinesKHR`.
pub unsafe extern "system" fn create_ray_tracing(
    device: vk::Device,
    deferred: vk::DeferredOperationKHR,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::RayTracingPipelineCreateInfoKHR<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let stages = slice(infos, count).iter().flat_map(|info| slice(info.p_stages, info.stage_count));
        if let Some(result) = refused(fallback, stages, core::slice::from_raw_parts_mut(pipelines, count as usize)) {
            return result;
        }
        let Some(next) = data.next_proc(c"vkCreateRayTracingPipelinesKHR") else { return vk::Result::ERROR_UNKNOWN };
        let next = core::mem::transmute::<Pointer, vk::PFN_vkCreateRayTracingPipelinesKHR>(next);
        next(device, deferred, cache, count, infos, allocator, pipelines)
    })
}

/// # Safety
/// As `vkCreateRayTracingPipelinesNV`.
pub unsafe extern "system" fn create_ray_tracing_nv(
    device: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::RayTracingPipelineCreateInfoNV<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let stages = slice(infos, count).iter().flat_map(|info| slice(info.p_stages, info.stage_count));
        if let Some(result) = refused(fallback, stages, core::slice::from_raw_parts_mut(pipelines, count as usize)) {
            return result;
        }
        let Some(next) = data.next_proc(c"vkCreateRayTracingPipelinesNV") else { return vk::Result::ERROR_UNKNOWN };
        let next = core::mem::transmute::<Pointer, vk::PFN_vkCreateRayTracingPipelinesNV>(next);
        next(device, cache, count, infos, allocator, pipelines)
    })
}

/// What to return where the driver cannot have a stage: one of a module that has mesh shaders too.
///
/// # Safety
/// The stages are valid.
unsafe fn refused<'a>(
    fallback: &Fallback,
    mut stages: impl Iterator<Item = &'a vk::PipelineShaderStageCreateInfo<'a>>,
    pipelines: &mut [vk::Pipeline],
) -> Option<vk::Result> {
    // SAFETY: the caller's promise.
    let hidden = stages.any(|stage| unsafe { is_hidden(&fallback.objects, stage) });
    hidden.then(|| {
        let error = Error::Unsupported("a ray tracing stage in a module with mesh shaders");
        fallback.pipelines.tell(&error);
        pipelines.fill(vk::Pipeline::null());
        error.vk_result()
    })
}
