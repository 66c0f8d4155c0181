//! A Vulkan driver of function pointers, and what a loader does to put the layer above it.
//!
//! Everything a test wants to know or decide is in [`Driver`], one for each thread: the tests of a program run beside each
//! other, and the layer calls the driver on the thread that calls the layer.

#![allow(dead_code, reason = "each test program uses a part")]

use core::ffi::{CStr, c_char, c_void};
use std::cell::RefCell;
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use ash::vk;
use ash::vk::{Handle, TaggedStructure};
use meshwork_layer::hook::Pointer;
use meshwork_layer::{chain, loader};

#[derive(Default)]
pub struct Driver {
    // What it has.
    pub extensions: Vec<&'static CStr>,
    pub shared_memory: u32,
    pub fails_compute_pipelines: bool,
    pub protected_memory: bool,

    // What it was asked.
    pub api_version: u32,
    pub queried_types: Vec<vk::StructureType>,
    pub device_extensions: Vec<String>,
    pub device_types: Vec<vk::StructureType>,
    pub device_address: bool,
    pub devices_destroyed: u32,
    pub instances_destroyed: u32,
    /// Flags and base of each graphics pipeline.
    pub graphics: Vec<(vk::PipelineCreateFlags, vk::Pipeline, i32)>,
    pub pipelines_destroyed: Vec<vk::Pipeline>,
    /// Names of objects, by handle.
    pub names: Vec<(u64, String)>,
    /// What was recorded, where a test wants to know.
    pub commands: Option<Vec<(vk::CommandBuffer, &'static str)>>,
    /// Commands with their arguments, of those in [`addressed`].
    pub calls: Vec<String>,
    /// Handles given out.
    pub handles: u64,
}

/// The chain of the stage of each compute pipeline, of all threads: the layer makes them on workers.
pub static COMPUTE_STAGES: Mutex<Vec<Vec<vk::StructureType>>> = Mutex::new(Vec::new());

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::default();
}

pub fn driver<R>(run: impl FnOnce(&mut Driver) -> R) -> R {
    DRIVER.with_borrow_mut(run)
}

/// A dispatchable handle: a pointer to its dispatch pointer. Leaked.
fn dispatchable() -> u64 {
    Box::into_raw(Box::new(Box::into_raw(Box::new(0_u64)))) as u64
}

fn handle() -> u64 {
    driver(|driver| {
        driver.handles += 1;
        driver.handles
    })
}

// The structures of vk_layer.h, written once more: if the layer's differ, nothing here works.
#[repr(C)]
struct InstanceLink {
    next: *mut InstanceLink,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    get_physical_device_proc_addr: *const c_void,
}

#[repr(C)]
struct DeviceLink {
    next: *mut DeviceLink,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    get_device_proc_addr: vk::PFN_vkGetDeviceProcAddr,
}

#[repr(C)]
struct LinkInfo {
    s_type: vk::StructureType,
    next: *const c_void,
    function: u32,
    link: *mut c_void,
}

/// An instance above the mock driver.
pub struct Instance(pub ash::Instance);

impl Instance {
    pub fn create() -> Self {
        // SAFETY: no chain.
        unsafe { Self::create_with(null()) }
    }

    /// With this chain behind the loader's link.
    ///
    /// # Safety
    /// The chain is valid.
    pub unsafe fn create_with(next: *const c_void) -> Self {
        let mut link = InstanceLink { next: null_mut(), get_instance_proc_addr, get_physical_device_proc_addr: null() };
        let info = LinkInfo {
            s_type: vk::StructureType::LOADER_INSTANCE_CREATE_INFO,
            next,
            function: 0,
            link: (&raw mut link).cast(),
        };
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_0);
        let mut create_info = vk::InstanceCreateInfo::default().application_info(&application);
        create_info.p_next = (&raw const info).cast();
        let mut raw = vk::Instance::null();
        // SAFETY: what a loader does.
        unsafe {
            let create: vk::PFN_vkCreateInstance =
                command(loader::get_instance_proc_addr(raw, c"vkCreateInstance".as_ptr()));
            assert_eq!(create(&create_info, null(), &mut raw), vk::Result::SUCCESS);
            assert!(info.link.is_null(), "the layer moved the chain on");
            let load = |name: &CStr| {
                loader::get_instance_proc_addr(raw, name.as_ptr()).map_or(null(), |function| function as *const c_void)
            };
            Self(ash::Instance::load_with(load, raw))
        }
    }

    pub fn physical_device(&self) -> vk::PhysicalDevice {
        // The loader gives a physical device the dispatch pointer of its instance.
        vk::PhysicalDevice::from_raw(self.0.handle().as_raw())
    }

    /// The program's `vkCreateDevice`.
    ///
    /// # Safety
    /// `program` is valid.
    pub unsafe fn create_device(&self, program: &vk::DeviceCreateInfo) -> Result<vk::Device, vk::Result> {
        let mut link = DeviceLink { next: null_mut(), get_instance_proc_addr, get_device_proc_addr };
        let info = LinkInfo {
            s_type: vk::StructureType::LOADER_DEVICE_CREATE_INFO,
            next: program.p_next,
            function: 0,
            link: (&raw mut link).cast(),
        };
        let program = vk::DeviceCreateInfo { p_next: (&raw const info).cast(), ..*program };
        let mut raw = vk::Device::null();
        // SAFETY: what a loader does.
        let result = unsafe { (self.0.fp_v1_0().create_device)(self.physical_device(), &program, null(), &mut raw) };
        if result == vk::Result::SUCCESS { Ok(raw) } else { Err(result) }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: made by `create`.
        unsafe { self.0.destroy_instance(None) };
    }
}

/// A function of the layer, or through it, of the driver.
///
/// # Safety
/// `T` is the type of the command `name`.
pub unsafe fn device_command<T: Copy>(device: vk::Device, name: &CStr) -> T {
    // SAFETY: the caller's promise.
    unsafe { command(loader::get_device_proc_addr(device, name.as_ptr())) }
}

/// # Safety
/// `T` is the function's type.
unsafe fn command<T: Copy>(function: vk::PFN_vkVoidFunction) -> T {
    let function = function.expect("the command is there");
    // SAFETY: the caller's promise; all function pointers have one size.
    unsafe { core::mem::transmute_copy(&function) }
}

macro_rules! commands {
    ($name:ident, $($command:literal: $pfn:ident = $function:expr;)*) => {
        /// The driver's function of this name.
        fn $name(name: &CStr) -> vk::PFN_vkVoidFunction {
            $(if name.to_bytes() == $command.as_bytes() {
                let function: vk::$pfn = $function;
                // SAFETY: all function pointers have one representation.
                return Some(unsafe { core::mem::transmute::<vk::$pfn, Pointer>(function) });
            })*
            None
        }
    };
}

mod addressed;
mod asked;
pub mod queues;
mod recording;

commands! { instance_command,
    "vkCreateInstance": PFN_vkCreateInstance = create_instance;
    "vkDestroyInstance": PFN_vkDestroyInstance = destroy_instance;
    "vkEnumerateDeviceExtensionProperties": PFN_vkEnumerateDeviceExtensionProperties = enumerate_extensions;
    "vkGetPhysicalDeviceProperties": PFN_vkGetPhysicalDeviceProperties = get_properties;
    "vkGetPhysicalDeviceProperties2": PFN_vkGetPhysicalDeviceProperties2 = get_properties_2;
    "vkGetPhysicalDeviceFeatures2": PFN_vkGetPhysicalDeviceFeatures2 = get_features_2;
    "vkGetPhysicalDeviceMemoryProperties": PFN_vkGetPhysicalDeviceMemoryProperties = get_memory_properties;
    "vkGetPhysicalDeviceQueueFamilyProperties": PFN_vkGetPhysicalDeviceQueueFamilyProperties = get_queue_families;
    "vkCreateDevice": PFN_vkCreateDevice = create_device;
}

commands! { device_function,
    "vkGetDeviceProcAddr": PFN_vkGetDeviceProcAddr = get_device_proc_addr;
    "vkDestroyDevice": PFN_vkDestroyDevice = destroy_device;
    "vkCreateShaderModule": PFN_vkCreateShaderModule = create_shader_module;
    "vkDestroyShaderModule": PFN_vkDestroyShaderModule = destroy_shader_module;
    "vkCreatePipelineLayout": PFN_vkCreatePipelineLayout = create_pipeline_layout;
    "vkDestroyPipelineLayout": PFN_vkDestroyPipelineLayout = destroy_pipeline_layout;
    "vkCreateComputePipelines": PFN_vkCreateComputePipelines = create_compute_pipelines;
    "vkCreateGraphicsPipelines": PFN_vkCreateGraphicsPipelines = create_graphics_pipelines;
    "vkDestroyPipeline": PFN_vkDestroyPipeline = destroy_pipeline;
    "vkCreateBuffer": PFN_vkCreateBuffer = create_buffer;
}

pub unsafe extern "system" fn get_instance_proc_addr(_: vk::Instance, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: a command's name.
    instance_command(unsafe { CStr::from_ptr(name) })
}

pub unsafe extern "system" fn get_device_proc_addr(_: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction {
    // SAFETY: a command's name.
    let name = unsafe { CStr::from_ptr(name) };
    device_function(name)
        .or_else(|| recording::function(name))
        .or_else(|| asked::function(name))
        .or_else(|| addressed::function(name))
        .or_else(|| addressed::device_function(name))
        .or_else(|| queues::function(name))
}

unsafe extern "system" fn create_instance(
    info: *const vk::InstanceCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    instance: *mut vk::Instance,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe {
        driver(|driver| driver.api_version = (*(*info).p_application_info).api_version);
        *instance = vk::Instance::from_raw(dispatchable());
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_instance(_: vk::Instance, _: *const vk::AllocationCallbacks<'_>) {
    driver(|driver| driver.instances_destroyed += 1);
}

unsafe extern "system" fn enumerate_extensions(
    _: vk::PhysicalDevice,
    _: *const c_char,
    count: *mut u32,
    properties: *mut vk::ExtensionProperties,
) -> vk::Result {
    let list: Vec<_> = driver(|driver| driver.extensions.clone()).into_iter().map(named).collect();
    // SAFETY: valid arguments.
    unsafe { loader::write_array(&list, count, properties) }
}

fn named(name: &CStr) -> vk::ExtensionProperties {
    let mut properties = vk::ExtensionProperties::default();
    loader::copy_name(&mut properties.extension_name, name);
    properties
}

fn properties() -> vk::PhysicalDeviceProperties {
    let mut properties = vk::PhysicalDeviceProperties { api_version: vk::API_VERSION_1_2, ..Default::default() };
    let limits = &mut properties.limits;
    limits.max_compute_shared_memory_size = driver(|driver| driver.shared_memory);
    limits.max_compute_work_group_invocations = 256;
    limits.max_compute_work_group_size = [256, 256, 64];
    limits.max_vertex_output_components = 128;
    limits.max_fragment_input_components = 128;
    limits.max_draw_indirect_count = 1;
    limits.buffer_image_granularity = 1;
    properties
}

unsafe extern "system" fn get_properties(_: vk::PhysicalDevice, out: *mut vk::PhysicalDeviceProperties) {
    // SAFETY: valid arguments.
    unsafe { *out = properties() };
}

unsafe extern "system" fn get_properties_2(_: vk::PhysicalDevice, out: *mut vk::PhysicalDeviceProperties2<'_>) {
    // SAFETY: valid arguments.
    unsafe {
        driver(|driver| driver.queried_types.extend(chain::types((*out).p_next)));
        (*out).properties = properties();
    }
}

unsafe extern "system" fn get_features_2(_: vk::PhysicalDevice, out: *mut vk::PhysicalDeviceFeatures2<'_>) {
    // SAFETY: valid arguments.
    unsafe {
        driver(|driver| driver.queried_types.extend(chain::types((*out).p_next)));
        if let Some(v12) = chain::find_mut::<vk::PhysicalDeviceVulkan12Features>(out.cast()) {
            v12.buffer_device_address = vk::TRUE;
        }
        let protected = driver(|driver| driver.protected_memory).into();
        if let Some(v11) = chain::find_mut::<vk::PhysicalDeviceVulkan11Features>(out.cast()) {
            v11.protected_memory = protected;
        }
        if let Some(alone) = chain::find_mut::<vk::PhysicalDeviceProtectedMemoryFeatures>(out.cast()) {
            alone.protected_memory = protected;
        }
    }
}

unsafe extern "system" fn get_memory_properties(_: vk::PhysicalDevice, out: *mut vk::PhysicalDeviceMemoryProperties) {
    // SAFETY: valid arguments.
    unsafe {
        *out = vk::PhysicalDeviceMemoryProperties { memory_type_count: 1, memory_heap_count: 1, ..Default::default() };
        (*out).memory_types[0].property_flags = vk::MemoryPropertyFlags::DEVICE_LOCAL
            | vk::MemoryPropertyFlags::HOST_VISIBLE
            | vk::MemoryPropertyFlags::HOST_COHERENT;
        (*out).memory_heaps[0].size = 1 << 30;
    }
}

unsafe extern "system" fn get_queue_families(
    _: vk::PhysicalDevice,
    count: *mut u32,
    out: *mut vk::QueueFamilyProperties,
) {
    let flags = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
    let families = [vk::QueueFamilyProperties { queue_flags: flags, queue_count: 1, ..Default::default() }];
    // SAFETY: valid arguments.
    let _ = unsafe { loader::write_array(&families, count, out) };
}

unsafe extern "system" fn create_device(
    _: vk::PhysicalDevice,
    info: *const vk::DeviceCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    device: *mut vk::Device,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe {
        let names = (0..(*info).enabled_extension_count as usize)
            .map(|i| CStr::from_ptr(*(*info).pp_enabled_extension_names.add(i)).to_string_lossy().into_owned());
        let v12 = chain::find::<vk::PhysicalDeviceVulkan12Features>((*info).p_next);
        driver(|driver| {
            driver.device_extensions = names.collect();
            driver.device_types = chain::types((*info).p_next).collect();
            driver.device_address = v12.is_some_and(|v12| v12.buffer_device_address == vk::TRUE);
        });
        *device = vk::Device::from_raw(dispatchable());
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_device(_: vk::Device, _: *const vk::AllocationCallbacks<'_>) {
    driver(|driver| driver.devices_destroyed += 1);
}

unsafe extern "system" fn create_shader_module(
    _: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    module: *mut vk::ShaderModule,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe {
        assert_eq!((*info).s_type, vk::ShaderModuleCreateInfo::STRUCTURE_TYPE);
        *module = vk::ShaderModule::from_raw(handle());
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_shader_module(
    _: vk::Device,
    _: vk::ShaderModule,
    _: *const vk::AllocationCallbacks<'_>,
) {
}

unsafe extern "system" fn create_pipeline_layout(
    _: vk::Device,
    _: *const vk::PipelineLayoutCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    layout: *mut vk::PipelineLayout,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe { *layout = vk::PipelineLayout::from_raw(handle()) };
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_pipeline_layout(
    _: vk::Device,
    _: vk::PipelineLayout,
    _: *const vk::AllocationCallbacks<'_>,
) {
}

unsafe extern "system" fn create_compute_pipelines(
    _: vk::Device,
    _: vk::PipelineCache,
    count: u32,
    infos: *const vk::ComputePipelineCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    let fails = driver(|driver| driver.fails_compute_pipelines);
    for i in 0..count as usize {
        let raw = if fails { vk::Pipeline::null() } else { vk::Pipeline::from_raw(handle()) };
        // SAFETY: valid arguments.
        unsafe {
            let types = chain::types((*infos.add(i)).stage.p_next).collect();
            COMPUTE_STAGES.lock().expect("no test panics with it").push(types);
            *pipelines.add(i) = raw;
        }
    }
    if fails { vk::Result::ERROR_OUT_OF_DEVICE_MEMORY } else { vk::Result::SUCCESS }
}

unsafe extern "system" fn create_graphics_pipelines(
    _: vk::Device,
    _: vk::PipelineCache,
    count: u32,
    infos: *const vk::GraphicsPipelineCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    pipelines: *mut vk::Pipeline,
) -> vk::Result {
    for i in 0..count as usize {
        // SAFETY: valid arguments.
        unsafe {
            let info = &*infos.add(i);
            driver(|driver| {
                driver.graphics.push((info.flags, info.base_pipeline_handle, info.base_pipeline_index));
            });
            *pipelines.add(i) = vk::Pipeline::from_raw(handle());
        }
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_pipeline(
    _: vk::Device,
    pipeline: vk::Pipeline,
    _: *const vk::AllocationCallbacks<'_>,
) {
    driver(|driver| driver.pipelines_destroyed.push(pipeline));
}

unsafe extern "system" fn create_buffer(
    _: vk::Device,
    _: *const vk::BufferCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    buffer: *mut vk::Buffer,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe { *buffer = vk::Buffer::from_raw(handle()) };
    vk::Result::SUCCESS
}
