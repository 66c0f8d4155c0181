//! The library that the Vulkan loader opens: seven exported symbols, everything else is in `meshwork-layer`.

#![allow(non_snake_case, reason = "the crate and its symbols are named as Vulkan and its loader have them")]

use core::ffi::c_char;

use ash::vk;
use meshwork_layer::loader::{self, NegotiateLayerInterface};

/// # Safety
/// Called by the loader with a valid structure.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkNegotiateLoaderLayerInterfaceVersion(
    interface: *mut NegotiateLayerInterface,
) -> vk::Result {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::negotiate(interface) }
}

/// # Safety
/// As `vkGetInstanceProcAddr`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkGetInstanceProcAddr(
    instance: vk::Instance,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::get_instance_proc_addr(instance, name) }
}

/// # Safety
/// As `vkGetDeviceProcAddr`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkGetDeviceProcAddr(device: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::get_device_proc_addr(device, name) }
}

/// # Safety
/// As `vkEnumerateInstanceLayerProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkEnumerateInstanceLayerProperties(
    count: *mut u32,
    properties: *mut vk::LayerProperties,
) -> vk::Result {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::enumerate_layer_properties(count, properties) }
}

/// # Safety
/// As `vkEnumerateDeviceLayerProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkEnumerateDeviceLayerProperties(
    _physical_device: vk::PhysicalDevice,
    count: *mut u32,
    properties: *mut vk::LayerProperties,
) -> vk::Result {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::enumerate_layer_properties(count, properties) }
}

/// # Safety
/// As `vkEnumerateInstanceExtensionProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkEnumerateInstanceExtensionProperties(
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::enumerate_instance_extension_properties(layer, count, properties) }
}

/// # Safety
/// As `vkEnumerateDeviceExtensionProperties`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkEnumerateDeviceExtensionProperties(
    physical_device: vk::PhysicalDevice,
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the arguments are handed on as they came.
    unsafe { loader::enumerate_device_extension_properties(physical_device, layer, count, properties) }
}
