//! What the mock driver says of pipelines, and is told of them.

use core::ffi::CStr;

use ash::vk;
use ash::vk::Handle;
use meshwork_layer::hook::Pointer;
use meshwork_layer::loader;

use super::driver;

commands! { asked,
    "vkGetPipelineExecutablePropertiesKHR": PFN_vkGetPipelineExecutablePropertiesKHR = properties;
    "vkGetPipelineExecutableStatisticsKHR": PFN_vkGetPipelineExecutableStatisticsKHR = statistics;
    "vkSetDebugUtilsObjectNameEXT": PFN_vkSetDebugUtilsObjectNameEXT = set_name;
}

pub fn function(name: &CStr) -> vk::PFN_vkVoidFunction {
    asked(name)
}

/// Each pipeline has two executables.
unsafe extern "system" fn properties(
    _: vk::Device,
    _: *const vk::PipelineInfoKHR<'_>,
    count: *mut u32,
    properties: *mut vk::PipelineExecutablePropertiesKHR<'_>,
) -> vk::Result {
    let of_pipeline = vk::PipelineExecutablePropertiesKHR { stages: vk::ShaderStageFlags::ALL, ..Default::default() };
    // SAFETY: valid arguments.
    unsafe { loader::write_array(&[of_pipeline; 2], count, properties.cast()) }
}

/// An executable has one statistic, the handle of its pipeline and its index.
unsafe extern "system" fn statistics(
    _: vk::Device,
    info: *const vk::PipelineExecutableInfoKHR<'_>,
    count: *mut u32,
    statistics: *mut vk::PipelineExecutableStatisticKHR<'_>,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe {
        *count = 1;
        (*statistics).value.u64 = (*info).pipeline.as_raw() * 10 + u64::from((*info).executable_index);
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn set_name(_: vk::Device, info: *const vk::DebugUtilsObjectNameInfoEXT<'_>) -> vk::Result {
    // SAFETY: valid arguments.
    let (handle, name) = unsafe { ((*info).object_handle, CStr::from_ptr((*info).p_object_name)) };
    driver(|driver| driver.names.push((handle, name.to_string_lossy().into_owned())));
    vk::Result::SUCCESS
}
