//! Devices: creation, and what the layer keeps of one.

use core::ffi::CStr;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use ash::vk;
use meshwork_abi::TargetProfile;
use parking_lot::Mutex;

use crate::advertise::Verdict;
use crate::dispatch::{DispatchMap, Key};
use crate::enable::{DriverDeviceInfo, Features, Given, Request};
use crate::guard::guard;
use crate::hook;
use crate::hook::HookTable;
use crate::instance::instance_data;
use crate::loader::{self, SetDeviceLoaderData};
use crate::objects::{self, Objects};
use crate::pipelines::{self, Pipelines};
use crate::queue::Queues;
use crate::record::{self, Recording};
use crate::settings::Settings;
use crate::statistics::Statistics;
use crate::{address_commands, chain, command, queue};

/// The hooked commands of devices, queues and command buffers.
pub static HOOKS: LazyLock<HookTable> = LazyLock::new(|| {
    let groups = [&[DEVICE_HOOKS, pipelines::HOOKS, command::HOOKS], queue::HOOKS, objects::HOOKS];
    HookTable::new(groups.into_iter().flatten().copied().flatten().copied().chain(record::hooks()))
});

const DEVICE_HOOKS: &[hook::Hook] = &[
    hook!(vkGetDeviceProcAddr: PFN_vkGetDeviceProcAddr = loader::get_device_proc_addr, Always),
    hook!(vkDestroyDevice: PFN_vkDestroyDevice = destroy_device, Always),
];

/// All live devices.
pub static DEVICES: DispatchMap<DeviceData> = DispatchMap::new();

/// What the layer keeps of a `VkDevice`.
pub struct DeviceData {
    /// The next layer's instance functions.
    pub instance: ash::Instance,
    pub physical_device: vk::PhysicalDevice,
    /// The next layer's functions.
    pub fns: ash::Device,
    pub next_get_device_proc_addr: vk::PFN_vkGetDeviceProcAddr,
    set_loader_data: Option<SetDeviceLoaderData>,
    pub settings: Settings,
    /// As the program asked for it and the layer or the driver gives it, for the statistics: `native`, `fallback` or `none`.
    mesh_shaders: &'static str,
    /// `None`: the layer steps aside on this device.
    pub fallback: Option<Fallback>,
}

/// The state of a device whose mesh shaders run as compute and vertex shaders, or whose commands with addresses take buffers.
pub struct Fallback {
    pub profile: TargetProfile,
    /// The driver clears the attachments of a pass with several views only where a condition around the pass holds, which is for
    /// draws, dispatches and `vkCmdClearAttachments` alone (the specification's chapter "Conditional Rendering").
    pub clears_views_under_conditions: bool,
    /// Mesh shaders are the layer's. Without them it steps aside but for commands with addresses: no pass is kept.
    pub gives_mesh_shaders: bool,
    /// `VK_KHR_device_address_commands` is the layer's.
    pub gives_address_commands: bool,
    pub statistics: Statistics,
    // What uses the context goes before it.
    pub pipelines: Pipelines,
    pub objects: Objects,
    pub recording: Recording,
    pub queues: Queues,
    pub gpu: meshwork_gpu::Context,
}

impl Fallback {
    fn new(
        data: &DeviceData,
        profile: &TargetProfile,
        features: &vk::PhysicalDeviceFeatures,
        queues: &[vk::DeviceQueueCreateInfo],
        given: Given,
    ) -> Result<Self, meshwork_gpu::Error> {
        let mut driver = vk::PhysicalDeviceDriverProperties::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
        // SAFETY: the physical device is of this instance; the chain holds a core structure.
        unsafe { data.instance.get_physical_device_properties2(data.physical_device, &mut properties) };
        let limits = properties.properties.limits;
        let default = meshwork_gpu::Limits::default();
        let settings = &data.settings;
        let gpu = meshwork_gpu::Context::new(&meshwork_gpu::ContextDesc {
            instance: &data.instance,
            physical_device: data.physical_device,
            device: &data.fns,
            multi_draw_indirect: features.multi_draw_indirect == vk::TRUE,
            limits: meshwork_gpu::Limits {
                memory_bytes: settings.memory,
                step_workgroups: settings.step_workgroups,
                time_hoists: settings.time_hoists,
                max_index: match features.full_draw_index_uint32 {
                    vk::TRUE => limits.max_draw_indexed_index_value,
                    _ => default.max_index,
                },
                ..default
            },
        })?;
        Ok(Self {
            profile: profile.clone(),
            // Mesa 25.0.7: `clear_attachment_layers` in lavapipe's `lvp_execute.c`. Later ones are not known to be otherwise.
            clears_views_under_conditions: driver.driver_id == vk::DriverId::MESA_LLVMPIPE,
            gives_mesh_shaders: given.shaders,
            gives_address_commands: given.address_commands,
            statistics: Statistics::default(),
            pipelines: Pipelines::default(),
            objects: Objects::default(),
            recording: Recording::new(|name| data.next_proc(name)),
            queues: Queues::new(|name| data.next_proc(name), queues),
            gpu,
        })
    }
}

impl DeviceData {
    /// A function of the next layer, for commands that [`Self::fns`] does not have.
    pub fn next_proc(&self, name: &CStr) -> vk::PFN_vkVoidFunction {
        // SAFETY: the device is live while its data is.
        unsafe { (self.next_get_device_proc_addr)(self.fns.handle(), name.as_ptr()) }
    }

    /// Makes a dispatchable handle usable that the layer created itself from [`Self::fns`].
    pub fn adopt(&self, handle: impl vk::Handle) -> vk::Result {
        match self.set_loader_data {
            // SAFETY: the handle was just made by this device's driver and has a dispatch word.
            Some(set) => unsafe { set(self.fns.handle(), handle.as_raw() as *mut _) },
            None => vk::Result::SUCCESS,
        }
    }
}

/// The data of a live device, queue or command buffer.
///
/// # Safety
/// `handle` is live and stays so while the reference is used.
pub unsafe fn device_data<'a>(handle: impl vk::Handle) -> &'a DeviceData {
    // SAFETY: the caller's promise. Every handle that reaches the layer belongs to a device made through it.
    unsafe { DEVICES.get(Key::of(handle)) }.expect("the handle's device was created through this layer")
}

/// The data of a live device, queue or command buffer whose device has a fallback: for hooks of presence `Wraps` and
/// `Implements`, which other devices never hand out.
///
/// # Safety
/// As [`device_data`].
pub unsafe fn fallback_data<'a>(handle: impl vk::Handle) -> (&'a DeviceData, &'a Fallback) {
    // SAFETY: the caller's promise.
    let data = unsafe { device_data(handle) };
    (data, data.fallback.as_ref().expect("this hook is handed out on devices with a fallback only"))
}

/// # Safety
/// As `vkCreateDevice`.
pub unsafe extern "system" fn create_device(
    physical_device: vk::PhysicalDevice,
    info: *const vk::DeviceCreateInfo,
    allocator: *const vk::AllocationCallbacks,
    device: *mut vk::Device,
) -> vk::Result {
    // SAFETY: the loader calls with valid arguments and its links in the chain.
    guard(|| unsafe {
        let instance = instance_data(physical_device);
        let set_loader_data = loader::device_loader_data((*info).p_next);
        let Some((_, next_get_device_proc_addr)) = loader::next_device((*info).p_next) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        let verdict = instance.verdict(physical_device);
        let request = Request::of(&*info);
        announce(&instance.fns, physical_device, &verdict, request);

        let given = given(&instance.fns, physical_device, &verdict, request);
        if given.needs_fallback() && request.several_devices {
            tracing::error!("the mesh shader fallback does not support device groups (VkDeviceGroupDeviceCreateInfo)");
            return vk::Result::ERROR_FEATURE_NOT_PRESENT;
        }
        let mut driver = given.changes_device().then(|| {
            let supported = given.needs_fallback().then(|| Features::supported(&instance.fns, physical_device));
            DriverDeviceInfo::new(&*info, given, supported.as_ref())
        });
        let driver_info = driver.as_mut().map_or(*info, |driver| driver.info(&*info));
        let result = (instance.fns.fp_v1_0().create_device)(physical_device, &driver_info, allocator, device);
        if result != vk::Result::SUCCESS {
            return result;
        }
        let raw = *device;
        let load = |name: &CStr| {
            next_get_device_proc_addr(raw, name.as_ptr()).map_or(core::ptr::null(), |pointer| pointer as *const _)
        };
        let mut data = DeviceData {
            instance: instance.fns.clone(),
            physical_device,
            fns: ash::Device::load_with(load, raw),
            next_get_device_proc_addr,
            set_loader_data,
            settings: instance.settings.clone(),
            mesh_shaders: match &*verdict {
                Verdict::Native if request.extension => "native",
                Verdict::Fallback(_) if request.shaders => "fallback",
                _ => "none",
            },
            fallback: None,
        };
        if let (Verdict::Fallback(profile), Some(driver), true) = (&*verdict, &driver, given.needs_fallback()) {
            let queues = chain::array((*info).p_queue_create_infos, (*info).queue_create_info_count);
            match Fallback::new(&data, profile, driver.core_features(), queues, given) {
                Ok(fallback) => data.fallback = Some(fallback),
                Err(error) => {
                    tracing::error!("mesh shader fallback: {error}");
                    (data.fns.fp_v1_0().destroy_device)(raw, allocator);
                    return error.vk_result();
                }
            }
        }
        DEVICES.insert(Key::of(raw), Box::new(data));
        result
    })
}

/// What the layer gives a device.
fn given(instance: &ash::Instance, physical_device: vk::PhysicalDevice, verdict: &Verdict, request: Request) -> Given {
    if !matches!(verdict, Verdict::Fallback(_)) {
        return Given::default();
    }
    let driver_has_address_commands = || {
        // SAFETY: the physical device is of this instance.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical_device) };
        let is_it =
            |extension: &vk::ExtensionProperties| extension.extension_name_as_c_str() == Ok(address_commands::NAME);
        extensions.unwrap_or_default().iter().any(is_it)
    };
    Given::new(request, request.address_extension && driver_has_address_commands())
}

/// The launch message: what is true of mesh shaders on this device. Told once, however often a program makes devices.
fn announce(instance: &ash::Instance, physical_device: vk::PhysicalDevice, verdict: &Verdict, request: Request) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let what = match (verdict, request.shaders) {
        (Verdict::Native, _) => "has mesh shaders of its own, Meshwork steps aside".to_owned(),
        (Verdict::Fallback(_), true) => "mesh shaders run as Meshwork's fallback".to_owned(),
        (Verdict::Fallback(_), false) => "Meshwork offers mesh shaders, the program uses none".to_owned(),
        (Verdict::Neither(reason), _) => format!("no mesh shaders: {reason}"),
    };
    let message = format!("{}: {what}", device_name(instance, physical_device));
    if TOLD.lock().insert(message.clone()) {
        tracing::info!("{message}");
    }
}

fn device_name(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> String {
    // SAFETY: the physical device is of this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical_device) };
    properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned()
}

/// # Safety
/// As `vkDestroyDevice`.
unsafe extern "system" fn destroy_device(device: vk::Device, allocator: *const vk::AllocationCallbacks) {
    // SAFETY: the loader calls with a live device that nobody else uses.
    guard(|| unsafe {
        if device == vk::Device::null() {
            return;
        }
        let Some(mut data) = DEVICES.remove(Key::of(device)) else { return };
        // Its threads and objects belong to the device and go first.
        if let Some(fallback) = &data.fallback {
            fallback.queues.stop();
            fallback.recording.forget_all(&data);
        }
        let fallback = data.fallback.take();
        if let Some(Fallback { statistics, gpu, .. }) = &fallback {
            statistics.peak_memory_bytes.add(gpu.peak_memory_bytes());
        }
        if let Some(path) = &data.settings.statistics {
            let statistics = fallback.as_ref().map(|fallback| &fallback.statistics);
            let name = device_name(&data.instance, data.physical_device);
            statistics.unwrap_or(&Statistics::default()).write(path, &name, data.mesh_shaders);
        }
        drop(fallback);
        (data.fns.fp_v1_0().destroy_device)(device, allocator);
    })
}
