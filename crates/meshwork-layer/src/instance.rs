//! Instances: creation, and the queries about physical devices.

use core::ffi::{CStr, c_char};
use std::sync::LazyLock;

use ash::vk;

use crate::dispatch::{DispatchMap, Key};
use crate::guard::guard;
use crate::hook;
use crate::hook::HookTable;
use crate::loader;

/// The hooked commands of instances and physical devices.
pub static HOOKS: LazyLock<HookTable> = LazyLock::new(|| {
    HookTable::new(&[&[
        hook!(vkGetInstanceProcAddr: PFN_vkGetInstanceProcAddr = loader::get_instance_proc_addr, Always),
        hook!(vkCreateInstance: PFN_vkCreateInstance = create_instance, Always),
        hook!(vkDestroyInstance: PFN_vkDestroyInstance = destroy_instance, Always),
        hook!(vkCreateDevice: PFN_vkCreateDevice = crate::device::create_device, Always),
        hook!(
            vkEnumerateDeviceExtensionProperties: PFN_vkEnumerateDeviceExtensionProperties =
                enumerate_device_extension_properties,
            Always
        ),
    ]])
});

/// All live instances.
pub static INSTANCES: DispatchMap<InstanceData> = DispatchMap::new();

/// What the layer keeps of a `VkInstance`.
pub struct InstanceData {
    /// The next layer's functions.
    pub fns: ash::Instance,
    pub next_get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
}

/// The data of a live instance or physical device.
///
/// # Safety
/// `handle` is live and stays so while the reference is used.
pub unsafe fn instance_data<'a>(handle: impl vk::Handle) -> &'a InstanceData {
    // SAFETY: the caller's promise. Every handle that reaches the layer belongs to an instance made through it.
    unsafe { INSTANCES.get(Key::of(handle)) }.expect("the handle's instance was created through this layer")
}

/// # Safety
/// As `vkCreateInstance`.
unsafe extern "system" fn create_instance(
    info: *const vk::InstanceCreateInfo,
    allocator: *const vk::AllocationCallbacks,
    instance: *mut vk::Instance,
) -> vk::Result {
    // SAFETY: the loader calls with valid arguments and its link in the chain.
    guard(|| unsafe {
        let Some(next_get_instance_proc_addr) = loader::next_instance((*info).p_next) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let create = next_get_instance_proc_addr(vk::Instance::null(), c"vkCreateInstance".as_ptr());
        let Some(create) = core::mem::transmute::<vk::PFN_vkVoidFunction, Option<vk::PFN_vkCreateInstance>>(create)
        else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let result = create(info, allocator, instance);
        if result != vk::Result::SUCCESS {
            return result;
        }
        let raw = *instance;
        let load = |name: &CStr| {
            next_get_instance_proc_addr(raw, name.as_ptr()).map_or(core::ptr::null(), |pointer| pointer as *const _)
        };
        let data = InstanceData { fns: ash::Instance::load_with(load, raw), next_get_instance_proc_addr };
        INSTANCES.insert(Key::of(raw), Box::new(data));
        result
    })
}

/// # Safety
/// As `vkDestroyInstance`.
unsafe extern "system" fn destroy_instance(instance: vk::Instance, allocator: *const vk::AllocationCallbacks) {
    // SAFETY: the loader calls with a live instance that nobody else uses.
    guard(|| unsafe {
        if instance != vk::Instance::null()
            && let Some(data) = INSTANCES.remove(Key::of(instance))
        {
            (data.fns.fp_v1_0().destroy_instance)(instance, allocator);
        }
    })
}

/// # Safety
/// As `vkEnumerateDeviceExtensionProperties`.
pub unsafe extern "system" fn enumerate_device_extension_properties(
    physical_device: vk::PhysicalDevice,
    layer: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    // SAFETY: the loader calls with valid arguments.
    guard(|| unsafe {
        if loader::names_this_layer(layer) {
            return loader::write_array(&[], count, properties);
        }
        let data = instance_data(physical_device);
        (data.fns.fp_v1_0().enumerate_device_extension_properties)(physical_device, layer, count, properties)
    })
}
