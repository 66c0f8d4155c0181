//! The interface between the Vulkan loader and a layer: `vk_layer.h` and the exported functions.
//!
//! Source: "Vulkan Loader — Layer interface", layer interface version 2.

use core::ffi::{CStr, c_char, c_void};

use ash::{ext, vk};

use crate::device::{DEVICES, DeviceData};
use crate::dispatch::Key;
use crate::guard::guard;
use crate::hook::{Hook, Presence};
use crate::instance::INSTANCES;
use crate::{LAYER_NAME, device, instance, physical_device, record};

/// The interface version that we speak: the first with a negotiation, and the newest.
const INTERFACE_VERSION: u32 = 2;

/// `VkNegotiateLayerInterface`.
#[repr(C)]
pub struct NegotiateLayerInterface {
    pub s_type: u32,
    pub p_next: *mut c_void,
    pub loader_layer_interface_version: u32,
    pub get_instance_proc_addr: Option<vk::PFN_vkGetInstanceProcAddr>,
    pub get_device_proc_addr: Option<vk::PFN_vkGetDeviceProcAddr>,
    pub get_physical_device_proc_addr: Option<vk::PFN_vkGetInstanceProcAddr>,
}

/// `LAYER_NEGOTIATE_INTERFACE_STRUCT`.
const NEGOTIATE_INTERFACE_STRUCT: u32 = 1;

/// `VkLayerFunction`: what a link structure carries.
const LAYER_LINK_INFO: u32 = 0;
const LOADER_DATA_CALLBACK: u32 = 1;

/// `VkLayerInstanceLink`: the layers below, nearest first.
#[repr(C)]
pub struct InstanceLink {
    next: *mut InstanceLink,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    get_physical_device_proc_addr: Option<vk::PFN_vkGetInstanceProcAddr>,
}

/// `VkLayerDeviceLink`.
#[repr(C)]
pub struct DeviceLink {
    next: *mut DeviceLink,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    get_device_proc_addr: vk::PFN_vkGetDeviceProcAddr,
}

/// `VkLayerInstanceCreateInfo` and `VkLayerDeviceCreateInfo`, whose unions hold a pointer for every function that we ask for.
#[repr(C)]
struct LinkInfo {
    s_type: vk::StructureType,
    p_next: *const c_void,
    function: u32,
    payload: *mut c_void,
}

/// `PFN_vkSetDeviceLoaderData`: gives a dispatchable handle that a layer made for itself its dispatch pointer.
pub type SetDeviceLoaderData = unsafe extern "system" fn(vk::Device, *mut c_void) -> vk::Result;

/// Takes the next layer's entry point from the chain of a `VkInstanceCreateInfo`, and moves the chain on for that layer.
///
/// # Safety
/// `p_next` is the chain that the loader passed to `vkCreateInstance`.
pub unsafe fn next_instance(p_next: *const c_void) -> Option<vk::PFN_vkGetInstanceProcAddr> {
    // SAFETY: the loader's structure of this type and function holds a link; the protocol has each layer advance it.
    unsafe {
        let info = find_link(p_next, vk::StructureType::LOADER_INSTANCE_CREATE_INFO, LAYER_LINK_INFO)?;
        let link = (*info).payload.cast::<InstanceLink>().as_ref()?;
        (*info).payload = link.next.cast();
        Some(link.get_instance_proc_addr)
    }
}

/// Takes the next layer's entry points from the chain of a `VkDeviceCreateInfo`, and moves the chain on for that layer.
///
/// # Safety
/// `p_next` is the chain that the loader passed to `vkCreateDevice`.
pub unsafe fn next_device(
    p_next: *const c_void,
) -> Option<(vk::PFN_vkGetInstanceProcAddr, vk::PFN_vkGetDeviceProcAddr)> {
    // SAFETY: as in `next_instance`.
    unsafe {
        let info = find_link(p_next, vk::StructureType::LOADER_DEVICE_CREATE_INFO, LAYER_LINK_INFO)?;
        let link = (*info).payload.cast::<DeviceLink>().as_ref()?;
        (*info).payload = link.next.cast();
        Some((link.get_instance_proc_addr, link.get_device_proc_addr))
    }
}

/// The loader's function for dispatchable handles that the layer makes, from the chain of a `VkDeviceCreateInfo`.
///
/// # Safety
/// `p_next` is the chain that the loader passed to `vkCreateDevice`.
pub unsafe fn device_loader_data(p_next: *const c_void) -> Option<SetDeviceLoaderData> {
    // SAFETY: the loader's structure of this type and function holds a function pointer, or null.
    unsafe {
        let info = find_link(p_next, vk::StructureType::LOADER_DEVICE_CREATE_INFO, LOADER_DATA_CALLBACK)?;
        core::mem::transmute::<*mut c_void, Option<SetDeviceLoaderData>>((*info).payload)
    }
}

/// # Safety
/// `p_next` is a valid chain of Vulkan structures.
unsafe fn find_link(p_next: *const c_void, s_type: vk::StructureType, function: u32) -> Option<*mut LinkInfo> {
    let mut next = p_next as *mut LinkInfo;
    // SAFETY: each structure of a chain begins with type and next pointer; `function` is read only of the loader's own.
    unsafe {
        while !next.is_null() {
            if (*next).s_type == s_type && (*next).function == function {
                return Some(next);
            }
            next = (*next).p_next as *mut LinkInfo;
        }
    }
    None
}

/// `vkNegotiateLoaderLayerInterfaceVersion`.
///
/// # Safety
/// `interface` is null or valid.
pub unsafe fn negotiate(interface: *mut NegotiateLayerInterface) -> vk::Result {
    // SAFETY: the caller's promise.
    let Some(interface) = (unsafe { interface.as_mut() }) else { return vk::Result::ERROR_INITIALIZATION_FAILED };
    if interface.s_type != NEGOTIATE_INTERFACE_STRUCT || interface.loader_layer_interface_version < INTERFACE_VERSION {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    }
    interface.loader_layer_interface_version = INTERFACE_VERSION;
    interface.get_instance_proc_addr = Some(get_instance_proc_addr);
    interface.get_device_proc_addr = Some(get_device_proc_addr);
    interface.get_physical_device_proc_addr = None;
    vk::Result::SUCCESS
}

/// `vkGetInstanceProcAddr`. Device commands other than the ones hooked on every device come from the next layer: the loader
/// reaches those through `vkGetDeviceProcAddr`, where it is known whether the device has a fallback.
///
/// # Safety
/// As the command.
pub unsafe extern "system" fn get_instance_proc_addr(
    instance: vk::Instance,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    // SAFETY: the loader passes a live instance or null, and a name.
    guard(|| unsafe {
        let name = CStr::from_ptr(name);
        if let Some(hook) = instance::HOOKS.get(name) {
            return Some(hook.pointer);
        }
        if let Some(hook) = device::HOOKS.get(name).filter(|hook| hook.presence == Presence::Always) {
            return Some(hook.pointer);
        }
        if instance == vk::Instance::null() {
            return None;
        }
        let data = INSTANCES.get(Key::of(instance))?;
        (data.next_get_instance_proc_addr)(instance, name.as_ptr())
    })
}

/// `vkGetDeviceProcAddr`.
///
/// # Safety
/// As the command.
pub unsafe extern "system" fn get_device_proc_addr(device: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: the loader passes a live device and a name.
    guard(|| unsafe { device_function(DEVICES.get(Key::of(device))?, CStr::from_ptr(name)) })
}

/// What a device has under this name.
fn device_function(data: &DeviceData, name: &CStr) -> vk::PFN_vkVoidFunction {
    let next = data.next_proc(name);
    let hook = device::HOOKS.get(name);
    let Some(fallback) = &data.fallback else {
        return hook.filter(|hook| hook.presence == Presence::Always).map(|hook| hook.pointer).or(next);
    };
    let is_wanted = fallback.gives_mesh_shaders || record::BESIDE_ADDRESS_COMMANDS.contains(&name);
    let is_handed_out = |hook: &&Hook| match hook.presence {
        Presence::Always => true,
        Presence::Wraps => is_wanted && next.is_some(),
        Presence::Implements => fallback.gives_mesh_shaders,
        Presence::AddressCommand(becomes) => {
            fallback.gives_address_commands && device_function(data, becomes).is_some()
        }
    };
    // A command that is recorded and not known to the layer could not be put where it belongs in a pass that is kept.
    let is_lost = fallback.gives_mesh_shaders && name.to_bytes().starts_with(b"vkCmd");
    hook.filter(is_handed_out).map(|hook| hook.pointer).or(next.filter(|_| !is_lost))
}

/// `vkEnumerateInstanceLayerProperties` and `vkEnumerateDeviceLayerProperties` of a layer library: this layer.
///
/// # Safety
/// As the commands.
pub unsafe fn enumerate_layer_properties(count: *mut u32, properties: *mut vk::LayerProperties) -> vk::Result {
    let mut this =
        vk::LayerProperties { spec_version: vk::API_VERSION_1_3, implementation_version: 1, ..Default::default() };
    copy_name(&mut this.layer_name, LAYER_NAME);
    copy_name(&mut this.description, c"VK_EXT_mesh_shader on GPUs and drivers that have no mesh shaders");
    // SAFETY: the caller's promise.
    guard(|| unsafe { write_array(&[this], count, properties) })
}

/// `vkEnumerateInstanceExtensionProperties` of a layer library: the layer reads settings that a program gives it, and other layers
/// are not its business.
///
/// # Safety
/// As the command.
pub unsafe fn enumerate_instance_extension_properties(
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        if !names_this_layer(layer) {
            return vk::Result::ERROR_LAYER_NOT_PRESENT;
        }
        let mut settings =
            vk::ExtensionProperties { spec_version: ext::layer_settings::SPEC_VERSION, ..Default::default() };
        copy_name(&mut settings.extension_name, ext::layer_settings::NAME);
        write_array(&[settings], count, properties)
    })
}

/// `vkEnumerateDeviceExtensionProperties`.
///
/// # Safety
/// As the command.
pub unsafe fn enumerate_device_extension_properties(
    physical_device: vk::PhysicalDevice,
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the caller's promise.
    unsafe { physical_device::enumerate_device_extension_properties(physical_device, layer, count, properties) }
}

/// # Safety
/// `layer` is null or a C string.
pub unsafe fn names_this_layer(layer: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    !layer.is_null() && unsafe { CStr::from_ptr(layer) } == LAYER_NAME
}

/// The two-call idiom: the number of elements where `out` is null, else as many of them as fit.
///
/// # Safety
/// `count` is valid, and `out` is null or has room for `*count` elements.
pub unsafe fn write_array<T: Copy>(elements: &[T], count: *mut u32, out: *mut T) -> vk::Result {
    // SAFETY: the caller's promise; at most `*count` elements are written.
    unsafe {
        if out.is_null() {
            *count = elements.len() as u32;
            return vk::Result::SUCCESS;
        }
        let written = elements.len().min(*count as usize);
        core::ptr::copy_nonoverlapping(elements.as_ptr(), out, written);
        *count = written as u32;
        if written < elements.len() { vk::Result::INCOMPLETE } else { vk::Result::SUCCESS }
    }
}

/// Copies a name into a fixed array, with its terminator.
pub fn copy_name<const N: usize>(array: &mut [c_char; N], name: &CStr) {
    for (to, from) in array[..N - 1].iter_mut().zip(name.to_bytes()) {
        *to = *from as c_char;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_calls() {
        let mut count = 0;
        let mut out = [0; 2];
        // SAFETY: `count` and `out` have the promised sizes.
        unsafe {
            assert_eq!(write_array(&[1, 2, 3], &mut count, core::ptr::null_mut()), vk::Result::SUCCESS);
            assert_eq!(count, 3);
            count = 2;
            assert_eq!(write_array(&[1, 2, 3], &mut count, out.as_mut_ptr()), vk::Result::INCOMPLETE);
        }
        assert_eq!((count, out), (2, [1, 2]));
    }
}
