//! Instances: creation, and what is kept of one.

use core::ffi::CStr;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use ash::vk;
use meshwork_abi::TargetProfile;
use parking_lot::Mutex;

use crate::advertise::{Choice, Facts, Verdict};
use crate::dispatch::{DispatchMap, Key};
use crate::guard::guard;
use crate::hook::{Hook, HookTable};
use crate::settings::{Mode, Settings};
use crate::{hook, loader, physical_device};

/// The hooked commands of instances and physical devices.
pub static HOOKS: LazyLock<HookTable> =
    LazyLock::new(|| HookTable::new(INSTANCE_HOOKS.iter().chain(physical_device::HOOKS).copied()));

const INSTANCE_HOOKS: &[Hook] = &[
    hook!(vkGetInstanceProcAddr: PFN_vkGetInstanceProcAddr = loader::get_instance_proc_addr, Always),
    hook!(vkCreateInstance: PFN_vkCreateInstance = create_instance, Always),
    hook!(vkDestroyInstance: PFN_vkDestroyInstance = destroy_instance, Always),
    hook!(vkCreateDevice: PFN_vkCreateDevice = crate::device::create_device, Always),
];

/// All live instances.
pub static INSTANCES: DispatchMap<InstanceData> = DispatchMap::new();

/// What the layer keeps of a `VkInstance`.
pub struct InstanceData {
    /// The next layer's functions.
    pub fns: ash::Instance,
    pub next_get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    /// That the instance was created for.
    api_version: u32,
    pub settings: Settings,
    verdicts: Mutex<HashMap<vk::PhysicalDevice, Arc<Verdict>>>,
}

impl InstanceData {
    /// What becomes of mesh shaders on a physical device; decided once.
    pub fn verdict(&self, physical_device: vk::PhysicalDevice) -> Arc<Verdict> {
        let mut verdicts = self.verdicts.lock();
        verdicts.entry(physical_device).or_insert_with(|| Arc::new(self.decide(physical_device))).clone()
    }

    fn decide(&self, physical_device: vk::PhysicalDevice) -> Verdict {
        let mode = self.settings.mode;
        match Facts::read(&self.fns, physical_device, mode).choose(mode) {
            Choice::Native => Verdict::Native,
            Choice::Fallback => Verdict::Fallback(Box::new(self.profile(physical_device))),
            Choice::Neither(reason) => Verdict::Neither(reason),
        }
    }

    /// What lowered shaders may use. Not what the device could do for an instance of a later version, nor what the advertised
    /// features exclude.
    fn profile(&self, physical_device: vk::PhysicalDevice) -> TargetProfile {
        let mut profile = meshwork_gpu::target_profile(&self.fns, physical_device);
        if self.api_version < vk::API_VERSION_1_3 {
            profile.spirv_version = profile.spirv_version.min(SPIRV_1_5);
        }
        // What is recorded of such a pass is [`crate::record::layers`].
        profile.layer_by_layer = !profile.shader_output_layer;
        profile.vertex_input = self.settings.vertex_input.unwrap_or(profile.vertex_input);
        profile
    }
}

/// SPIR-V 1.5, the newest of Vulkan 1.2.
const SPIRV_1_5: u32 = 0x0001_0500;

/// The data of a live instance or physical device.
///
/// # Safety
/// `handle` is live and stays so while the reference is used.
pub unsafe fn instance_data<'a>(handle: impl vk::Handle) -> &'a InstanceData {
    // SAFETY: the caller's promise. Every handle that reaches the layer belongs to an instance made through it.
    unsafe { INSTANCES.get(Key::of(handle)) }.expect("the handle's instance was created through this layer")
}

/// The version that the fallback's own work is written for. A program that asks for less gets it too: the version only bounds
/// what may be used, and which device the program chooses is not known yet.
const FALLBACK_API_VERSION: u32 = vk::API_VERSION_1_2;

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
        let mut application = (*info).p_application_info.as_ref().copied().unwrap_or_default();
        let mut lower = *info;
        let settings = Settings::of_instance((*info).p_next);
        if settings.mode != Mode::Off && application.api_version < FALLBACK_API_VERSION {
            application.api_version = FALLBACK_API_VERSION;
            lower.p_application_info = &application;
        }
        let result = create(&lower, allocator, instance);
        if result != vk::Result::SUCCESS {
            return result;
        }
        let raw = *instance;
        let load = |name: &CStr| {
            next_get_instance_proc_addr(raw, name.as_ptr()).map_or(core::ptr::null(), |pointer| pointer as *const _)
        };
        let fns = ash::Instance::load_with(load, raw);
        let api_version = application.api_version;
        let verdicts = Mutex::default();
        let data = InstanceData { fns, next_get_instance_proc_addr, api_version, settings, verdicts };
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
