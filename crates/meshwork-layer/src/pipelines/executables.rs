//! `VK_KHR_pipeline_executable_properties` on mesh pipelines: what the driver says of the graphics pipeline, then of the compute
//! pipelines, as task and mesh shader.

use core::ffi::CStr;

use ash::vk;

use super::Pipelines;
use crate::device::{DeviceData, fallback_data};
use crate::guard::guard;
use crate::hook::Pointer;

/// A pipeline of the driver that is part of one of the program's, and which of the program's stages its executables are.
struct Part {
    raw: vk::Pipeline,
    stages: Option<vk::ShaderStageFlags>,
}

fn parts(pipelines: &Pipelines, raw: vk::Pipeline) -> Vec<Part> {
    let mut parts = vec![Part { raw, stages: None }];
    if let Some(mesh) = pipelines.mesh.get(raw) {
        let (task, mesh) = mesh.mesh.compute_pipelines();
        parts.extend(task.map(|raw| Part { raw, stages: Some(vk::ShaderStageFlags::TASK_EXT) }));
        parts.push(Part { raw: mesh, stages: Some(vk::ShaderStageFlags::MESH_EXT) });
    }
    parts
}

/// A function of the driver.
///
/// # Safety
/// `T` is the type of the command's function pointer.
unsafe fn next<T: Copy>(data: &DeviceData, command: &CStr) -> Option<T> {
    const { assert!(size_of::<T>() == size_of::<Pointer>()) };
    // SAFETY: the caller's promise.
    data.next_proc(command).map(|function| unsafe { core::mem::transmute_copy::<Pointer, T>(&function) })
}

const PROPERTIES: &CStr = c"vkGetPipelineExecutablePropertiesKHR";
const STATISTICS: &CStr = c"vkGetPipelineExecutableStatisticsKHR";
const REPRESENTATIONS: &CStr = c"vkGetPipelineExecutableInternalRepresentationsKHR";

/// How many executables a pipeline of the driver has.
fn count(data: &DeviceData, raw: vk::Pipeline, count: &mut u32) -> vk::Result {
    let info = vk::PipelineInfoKHR::default().pipeline(raw);
    // SAFETY: the command's type; a live pipeline, of which nothing but the count is written.
    unsafe {
        let Some(next) = next::<vk::PFN_vkGetPipelineExecutablePropertiesKHR>(data, PROPERTIES) else {
            return vk::Result::ERROR_UNKNOWN;
        };
        next(data.fns.handle(), &info, count, core::ptr::null_mut())
    }
}

/// # Safety
/// As `vkGetPipelineExecutablePropertiesKHR`.
pub unsafe extern "system" fn properties(
    device: vk::Device,
    info: *const vk::PipelineInfoKHR<'_>,
    total: *mut u32,
    properties: *mut vk::PipelineExecutablePropertiesKHR<'_>,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let Some(next) = next::<vk::PFN_vkGetPipelineExecutablePropertiesKHR>(data, PROPERTIES) else {
            return vk::Result::ERROR_UNKNOWN;
        };
        let room = if properties.is_null() { u32::MAX } else { *total };
        let (mut found, mut result) = (0, vk::Result::SUCCESS);
        for part in parts(&fallback.pipelines, (*info).pipeline) {
            let info = vk::PipelineInfoKHR { pipeline: part.raw, ..*info };
            let mut of_part = 0;
            let counted = count(data, part.raw, &mut of_part);
            if counted != vk::Result::SUCCESS {
                return counted;
            }
            if !properties.is_null() {
                let wanted = of_part;
                of_part = wanted.min(room - found);
                if of_part < wanted {
                    result = vk::Result::INCOMPLETE;
                }
                if of_part > 0 {
                    let place = properties.add(found as usize);
                    let got = next(device, &info, &mut of_part, place);
                    if got != vk::Result::SUCCESS && got != vk::Result::INCOMPLETE {
                        return got;
                    }
                    for index in 0..part.stages.map_or(0, |_| of_part as usize) {
                        (*place.add(index)).stages = part.stages.unwrap_or_default();
                    }
                }
            }
            found += of_part;
        }
        *total = found;
        result
    })
}

/// The driver's pipeline that an executable of the program's belongs to, and the executable's index there.
fn locate(data: &DeviceData, pipelines: &Pipelines, raw: vk::Pipeline, mut index: u32) -> (vk::Pipeline, u32) {
    for part in parts(pipelines, raw) {
        let mut of_part = 0;
        if count(data, part.raw, &mut of_part) != vk::Result::SUCCESS || index < of_part {
            return (part.raw, index);
        }
        index -= of_part;
    }
    (raw, index)
}

/// # Safety
/// As `vkGetPipelineExecutableStatisticsKHR`.
pub unsafe extern "system" fn statistics(
    device: vk::Device,
    info: *const vk::PipelineExecutableInfoKHR<'_>,
    count: *mut u32,
    statistics: *mut vk::PipelineExecutableStatisticKHR<'_>,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let Some(next) = next::<vk::PFN_vkGetPipelineExecutableStatisticsKHR>(data, STATISTICS) else {
            return vk::Result::ERROR_UNKNOWN;
        };
        let (pipeline, executable_index) =
            locate(data, &fallback.pipelines, (*info).pipeline, (*info).executable_index);
        next(device, &vk::PipelineExecutableInfoKHR { pipeline, executable_index, ..*info }, count, statistics)
    })
}

/// # Safety
/// As `vkGetPipelineExecutableInternalRepresentationsKHR`.
pub unsafe extern "system" fn representations(
    device: vk::Device,
    info: *const vk::PipelineExecutableInfoKHR<'_>,
    count: *mut u32,
    representations: *mut vk::PipelineExecutableInternalRepresentationKHR<'_>,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let next = next::<vk::PFN_vkGetPipelineExecutableInternalRepresentationsKHR>(data, REPRESENTATIONS);
        let Some(next) = next else { return vk::Result::ERROR_UNKNOWN };
        let (pipeline, executable_index) =
            locate(data, &fallback.pipelines, (*info).pipeline, (*info).executable_index);
        next(device, &vk::PipelineExecutableInfoKHR { pipeline, executable_index, ..*info }, count, representations)
    })
}
