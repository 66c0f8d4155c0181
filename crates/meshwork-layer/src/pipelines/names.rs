//! Names that the program gives to pipelines reach all of the driver's pipelines behind them.

use std::ffi::{CStr, CString};

use ash::vk;
use vk::Handle;

use crate::device::{DeviceData, fallback_data};
use crate::guard::guard;
use crate::hook::Pointer;

/// # Safety
/// As `vkSetDebugUtilsObjectNameEXT`.
pub unsafe extern "system" fn set_object_name(
    device: vk::Device,
    info: *const vk::DebugUtilsObjectNameInfoEXT<'_>,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let program = &*info;
        if program.object_type == vk::ObjectType::PIPELINE
            && let Some(mesh) = fallback.pipelines.mesh.get(vk::Pipeline::from_raw(program.object_handle))
        {
            let (task, mesh) = mesh.mesh.compute_pipelines();
            let parts = [(task, "task shader"), (Some(mesh), "mesh shader")];
            for (raw, what) in parts.into_iter().filter_map(|(raw, what)| Some((raw?, what))) {
                let name = program.p_object_name.as_ref().map(|name| CStr::from_ptr(name).to_string_lossy());
                let name = name.and_then(|name| CString::new(format!("{name}, {what}")).ok());
                let p_object_name = name.as_ref().map_or(core::ptr::null(), |name| name.as_ptr());
                let info = vk::DebugUtilsObjectNameInfoEXT {
                    object_type: vk::ObjectType::PIPELINE,
                    object_handle: raw.as_raw(),
                    p_object_name,
                    ..Default::default()
                };
                let result = set_in_driver(data, &info);
                if result != vk::Result::SUCCESS {
                    return result;
                }
            }
        }
        set_in_driver(data, program)
    })
}

/// # Safety
/// `info` is valid.
unsafe fn set_in_driver(data: &DeviceData, info: &vk::DebugUtilsObjectNameInfoEXT) -> vk::Result {
    let Some(next) = data.next_proc(c"vkSetDebugUtilsObjectNameEXT") else { return vk::Result::ERROR_UNKNOWN };
    // SAFETY: the driver's function of this name has this type; the caller's promise.
    unsafe { core::mem::transmute::<Pointer, vk::PFN_vkSetDebugUtilsObjectNameEXT>(next)(data.fns.handle(), info) }
}
