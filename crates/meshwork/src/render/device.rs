//! Instance, device and queue of an ordinary Vulkan program that draws with mesh shaders, or runs compute shaders.
//!
//! Nothing here knows of Meshwork's layer: whether mesh shaders are the driver's or the layer's is the business of the
//! environment in which the process was started.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;

use ash::{ext, khr, vk};

use crate::error::{During, Error, Result};
use crate::loader;

use super::gatherer::Gatherer;
use super::memory::Owned;

/// After this long without an answer the GPU is taken for hung.
const TIMEOUT_SECONDS: u64 = 300;

/// Device extensions that every scene uses. The instance asks for Vulkan 1.2, so dynamic rendering is an extension.
const EXTENSIONS: [&CStr; 2] = [ext::mesh_shader::NAME, khr::dynamic_rendering::NAME];

/// A Vulkan device with one queue, and everything that was made on it. Objects live until the device goes: the command
/// draws one scene and exits.
pub struct Gpu {
    pub name: String,
    /// Enabled.
    pub features: vk::PhysicalDeviceFeatures,
    /// Invocations of every subgroup, where that is certain for full workgroups of that size.
    pub subgroup: Option<u32>,
    pub driver: vk::DriverId,
    pub device: ash::Device,
    pub mesh: ext::mesh_shader::Device,
    pub rendering: khr::dynamic_rendering::Device,
    pub queue: vk::Queue,
    /// Nanoseconds of a time stamp's tick; `None` where the queue has no time stamps.
    pub timestamp_period: Option<f64>,
    /// Mesh primitives can be counted with a query.
    pub mesh_queries: bool,
    /// Shaders may have the Vulkan memory model.
    pub has_memory_model: bool,
    /// Shaders may have 8-bit integers, in storage buffers, too.
    pub has_bytes: bool,
    /// Shaders may ask that NaNs, infinities and signs of zeros of 32-bit floats are kept.
    pub keeps_specials: bool,
    /// Present where draws are to be gathered.
    pub gatherer: Option<Gatherer>,
    pub(super) memory_properties: vk::PhysicalDeviceMemoryProperties,
    pub(super) pool: vk::CommandPool,
    pub(super) owned: RefCell<Vec<Owned>>,
    /// What it still runs may be using any object: none is destroyed.
    is_hung: Cell<bool>,
    physical: vk::PhysicalDevice,
    instance: ash::Instance,
    // Declared last: unloading the library must come after everything else.
    _entry: ash::Entry,
}

impl Gpu {
    /// Opens the most capable device that the driver reports. `driver` is for messages; `layer` is to be there.
    pub fn open(driver: &str, layer: Option<&str>) -> Result<Self> {
        Self::open_with(driver, layer, |_| vk::PhysicalDeviceFeatures::default())
    }

    /// The same, with features chosen among those that the device has.
    pub fn open_with(
        driver: &str,
        layer: Option<&str>,
        choose: fn(&vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures,
    ) -> Result<Self> {
        Self::open_for(Work::Drawing, driver, layer, choose)
    }

    /// The same for compute shaders alone, of a device that need not have mesh shaders.
    pub fn open_for_compute(
        driver: &str,
        choose: fn(&vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures,
    ) -> Result<Self> {
        Self::open_for(Work::Computing, driver, None, choose)
    }

    fn open_for(
        work: Work,
        driver: &str,
        layer: Option<&str>,
        choose: fn(&vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures,
    ) -> Result<Self> {
        let entry = loader::load()?;
        if let Some(layer) = layer {
            require_layer(&entry, layer)?;
        }
        let application = vk::ApplicationInfo::default().application_name(c"meshwork").api_version(vk::API_VERSION_1_2);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the create info and all it points to outlive the call.
        let instance = unsafe { entry.create_instance(&info, None) };
        let instance = match instance {
            Err(vk::Result::ERROR_INCOMPATIBLE_DRIVER) => return Err(Error::NoDevice { driver: driver.to_owned() }),
            other => other.during("vkCreateInstance")?,
        };
        match create_device(work, &instance, driver, choose) {
            Ok(parts) => Ok(parts.into_gpu(entry, instance)),
            Err(error) => {
                // SAFETY: no object of the instance is left.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    pub fn limits(&self) -> vk::PhysicalDeviceLimits {
        // SAFETY: the handle comes from this instance.
        unsafe { self.instance.get_physical_device_properties(self.physical) }.limits
    }

    pub fn mesh_properties(&self) -> vk::PhysicalDeviceMeshShaderPropertiesEXT<'static> {
        let mut mesh = vk::PhysicalDeviceMeshShaderPropertiesEXT::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut mesh);
        // SAFETY: the handle comes from this instance; the device has the extension that the structure belongs to.
        unsafe { self.instance.get_physical_device_properties2(self.physical, &mut properties) };
        vk::PhysicalDeviceMeshShaderPropertiesEXT { p_next: std::ptr::null_mut(), ..mesh }
    }

    /// From here on scenes are made whose draws are gathered.
    pub fn gather_draws(&mut self) -> Result<()> {
        self.gatherer = Some(Gatherer::new(&self.instance, self.physical, &self.device)?);
        Ok(())
    }

    /// Records commands, submits them and waits until the GPU has run them.
    pub fn run(&self, record: impl FnOnce(vk::CommandBuffer)) -> Result<()> {
        let commands = self.allocate_commands()?;
        self.record(commands, record)?;
        let outcome = self.submit_and_wait(commands);
        if !self.is_hung.get() {
            // SAFETY: the wait is over.
            unsafe { self.device.free_command_buffers(self.pool, &[commands]) };
        }
        outcome
    }

    /// A command buffer, gone with the device.
    pub fn allocate_commands(&self) -> Result<vk::CommandBuffer> {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        // SAFETY: the pool is the device's and used by this thread only; `Gpu` is not `Sync`.
        Ok(unsafe { self.device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0])
    }

    /// Makes every command buffer one that can be recorded, again too.
    pub fn reset_commands(&self) -> Result<()> {
        self.gatherer.iter().for_each(Gatherer::reset);
        let flags = vk::CommandPoolResetFlags::empty();
        // SAFETY: what was submitted has been waited for.
        unsafe { self.device.reset_command_pool(self.pool, flags) }.during("vkResetCommandPool")
    }

    /// Records a command buffer that was just allocated or reset, for one submission.
    pub fn record(&self, commands: vk::CommandBuffer, record: impl FnOnce(vk::CommandBuffer)) -> Result<()> {
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the command buffer is this device's, and neither recorded nor in use.
        unsafe { self.device.begin_command_buffer(commands, &info) }.during("vkBeginCommandBuffer")?;
        record(commands);
        self.gatherer.iter().try_for_each(Gatherer::check)?;
        // SAFETY: recording was begun above.
        unsafe { self.device.end_command_buffer(commands) }.during("vkEndCommandBuffer")
    }

    /// Submits a recorded command buffer and waits until the GPU has run it.
    pub fn submit_and_wait(&self, commands: vk::CommandBuffer) -> Result<()> {
        let device = &self.device;
        // SAFETY: plain creation.
        let fence = unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }.during("vkCreateFence")?;
        let buffers = [commands];
        let submit = vk::SubmitInfo::default().command_buffers(&buffers);
        // SAFETY: the commands are recorded, the queue is used by this thread only.
        let submitted = unsafe { device.queue_submit(self.queue, &[submit], fence) }.during("vkQueueSubmit");
        let outcome = submitted.and_then(|()| {
            // SAFETY: the fence was submitted above.
            match unsafe { device.wait_for_fences(&[fence], true, TIMEOUT_SECONDS * 1_000_000_000) } {
                Err(vk::Result::TIMEOUT) => {
                    self.is_hung.set(true);
                    Err(Error::Hang { seconds: TIMEOUT_SECONDS })
                }
                other => other.during("vkWaitForFences"),
            }
        });
        if !self.is_hung.get() {
            // SAFETY: the wait is over.
            unsafe { device.destroy_fence(fence, None) };
        }
        outcome
    }
}

impl Gpu {
    /// What is made from here on goes with the scope.
    pub fn scope(&self) -> Scope<'_> {
        Scope { gpu: self, first: self.owned.borrow().len() }
    }

    fn destroy_from(&self, first: usize) {
        if self.is_hung.get() {
            return;
        }
        for object in self.owned.borrow_mut().drain(first..).rev() {
            // SAFETY: it was made on this device and is in nobody's use: each submission is waited for.
            unsafe { object.destroy(&self.device) };
        }
    }
}

/// Objects of a while.
pub struct Scope<'a> {
    gpu: &'a Gpu,
    first: usize,
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        self.gpu.destroy_from(self.first);
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if self.is_hung.get() {
            return;
        }
        // SAFETY: every object was made on this device by this struct, and nothing uses them after it; a lost device may
        // report an error on the wait, and its objects may still be destroyed.
        unsafe {
            let _ = self.device.device_wait_idle();
            // It has memory of the device.
            self.gatherer = None;
            self.destroy_from(0);
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

fn require_layer(entry: &ash::Entry, layer: &str) -> Result<()> {
    // SAFETY: the loader is alive.
    let layers = unsafe { entry.enumerate_instance_layer_properties() };
    let layers = layers.during("vkEnumerateInstanceLayerProperties")?;
    let has_name =
        |found: &vk::LayerProperties| found.layer_name_as_c_str().is_ok_and(|name| name.to_bytes() == layer.as_bytes());
    if layers.iter().any(has_name) { Ok(()) } else { Err(Error::NoVulkanLayer { layer: layer.to_owned() }) }
}

/// What `create_device` found and made.
struct Parts {
    name: String,
    features: vk::PhysicalDeviceFeatures,
    subgroup: Option<u32>,
    driver: vk::DriverId,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    timestamp_period: Option<f64>,
    mesh_queries: bool,
    has_memory_model: bool,
    has_bytes: bool,
    keeps_specials: bool,
    memory_properties: vk::PhysicalDeviceMemoryProperties,
}

impl Parts {
    fn into_gpu(self, entry: ash::Entry, instance: ash::Instance) -> Gpu {
        Gpu {
            name: self.name,
            features: self.features,
            subgroup: self.subgroup,
            driver: self.driver,
            is_hung: Cell::new(false),
            mesh: ext::mesh_shader::Device::new(&instance, &self.device),
            rendering: khr::dynamic_rendering::Device::new(&instance, &self.device),
            device: self.device,
            queue: self.queue,
            timestamp_period: self.timestamp_period,
            mesh_queries: self.mesh_queries,
            has_memory_model: self.has_memory_model,
            has_bytes: self.has_bytes,
            keeps_specials: self.keeps_specials,
            gatherer: None,
            memory_properties: self.memory_properties,
            pool: self.pool,
            owned: RefCell::default(),
            physical: self.physical,
            instance,
            _entry: entry,
        }
    }
}

/// What a device is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Drawing,
    Computing,
}

fn create_device(
    work: Work,
    instance: &ash::Instance,
    driver: &str,
    choose: fn(&vk::PhysicalDeviceFeatures) -> vk::PhysicalDeviceFeatures,
) -> Result<Parts> {
    let physical = choose_physical_device(instance, driver)?;
    // SAFETY: the handle comes from this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    let name = properties.device_name_as_c_str().unwrap_or(c"unnamed device").to_string_lossy().into_owned();
    let lacks = |what| Error::Lacks { device: name.clone(), what };

    let draws = work == Work::Drawing;
    let mesh_queries = draws && check_features(instance, physical).map_err(lacks)?;
    // SAFETY: as above.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let (wanted, queue) = match work {
        Work::Drawing => (vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE, "a queue for graphics and compute"),
        Work::Computing => (vk::QueueFlags::COMPUTE, "a queue for compute"),
    };
    let family = families.iter().position(|family| family.queue_flags.contains(wanted));
    let family = family.ok_or_else(|| lacks(queue))?;
    let has_timestamps = families[family].timestamp_valid_bits > 0;

    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family as u32).queue_priorities(&priorities)];
    let extensions = EXTENSIONS.map(CStr::as_ptr);
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().task_shader(true).mesh_shader(true);
    mesh = mesh.mesh_shader_queries(mesh_queries);
    let mut rendering = vk::PhysicalDeviceDynamicRenderingFeatures::default().dynamic_rendering(true);
    let mut vulkan12 = vulkan12_features(instance, physical).buffer_device_address(true);
    let has_memory_model = vulkan12.vulkan_memory_model != 0;
    let has_bytes = vulkan12.shader_int8 != 0;
    // SAFETY: as above.
    let features = choose(&unsafe { instance.get_physical_device_features(physical) });
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_features(&features)
        .push_next(&mut vulkan12);
    let info = if draws {
        info.enabled_extension_names(&extensions).push_next(&mut mesh).push_next(&mut rendering)
    } else {
        info
    };
    // SAFETY: extensions and features were found above.
    let device = unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")?;

    let pool = vk::CommandPoolCreateInfo::default()
        .flags(vk::CommandPoolCreateFlags::TRANSIENT)
        .queue_family_index(family as u32);
    // SAFETY: the family is one the device was created with.
    let pool = match unsafe { device.create_command_pool(&pool, None) }.during("vkCreateCommandPool") {
        Ok(pool) => pool,
        Err(error) => {
            // SAFETY: the device has no object yet.
            unsafe { device.destroy_device(None) };
            return Err(error);
        }
    };
    let Known { driver, subgroup, keeps_specials } = known_of(instance, physical);
    Ok(Parts {
        name,
        features,
        subgroup,
        driver,
        physical,
        // SAFETY: queue 0 of the family was asked for above.
        queue: unsafe { device.get_device_queue(family as u32, 0) },
        device,
        pool,
        timestamp_period: has_timestamps.then_some(properties.limits.timestamp_period.into()),
        mesh_queries,
        has_memory_model,
        has_bytes,
        keeps_specials,
        // SAFETY: as above.
        memory_properties: unsafe { instance.get_physical_device_memory_properties(physical) },
    })
}

/// What is known of a device without features being asked for.
struct Known {
    driver: vk::DriverId,
    /// The size of subgroups where that is certain. NVIDIA's have 32 invocations in order, always. Others may choose; CPU drivers have
    /// narrower ones than any wave.
    subgroup: Option<u32>,
    keeps_specials: bool,
}

fn known_of(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Known {
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default();
    properties = properties.push_next(&mut subgroup).push_next(&mut driver).push_next(&mut floats);
    // SAFETY: the handle comes from this instance, and the chain holds structures of Vulkan 1.2.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let is_certain = driver.driver_id == vk::DriverId::NVIDIA_PROPRIETARY;
    Known {
        driver: driver.driver_id,
        subgroup: is_certain.then_some(subgroup.subgroup_size),
        keeps_specials: floats.shader_signed_zero_inf_nan_preserve_float32 != 0,
    }
}

/// The first device of the best type.
pub fn choose_physical_device(instance: &ash::Instance, driver: &str) -> Result<vk::PhysicalDevice> {
    // SAFETY: the instance is alive.
    let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
    let rank = |&device: &vk::PhysicalDevice| {
        // SAFETY: the handle comes from this instance.
        match unsafe { instance.get_physical_device_properties(device) }.device_type {
            vk::PhysicalDeviceType::DISCRETE_GPU => 0,
            vk::PhysicalDeviceType::INTEGRATED_GPU => 1,
            vk::PhysicalDeviceType::VIRTUAL_GPU => 2,
            _ => 3,
        }
    };
    devices.into_iter().min_by_key(rank).ok_or_else(|| Error::NoDevice { driver: driver.to_owned() })
}

/// Of features that the device has those that guests use.
fn vulkan12_features(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
) -> vk::PhysicalDeviceVulkan12Features<'static> {
    let mut vulkan12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut vulkan12);
    // SAFETY: the handle comes from this instance; the structure is one of Vulkan 1.2.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    // With the memory model alone no shader may have atomics of the device's scope.
    let has_memory_model = vulkan12.vulkan_memory_model != 0 && vulkan12.vulkan_memory_model_device_scope != 0;
    let has_bytes = vulkan12.shader_int8 != 0 && vulkan12.storage_buffer8_bit_access != 0;
    // A primitive shader's GLSL may compute with halves.
    vk::PhysicalDeviceVulkan12Features::default()
        .shader_float16(vulkan12.shader_float16 != 0)
        .vulkan_memory_model(has_memory_model)
        .vulkan_memory_model_device_scope(has_memory_model)
        .shader_int8(has_bytes)
        .storage_buffer8_bit_access(has_bytes)
}

/// Names the first thing that the scenes need and the device lacks, or says whether mesh primitives can be counted.
fn check_features(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<bool, &'static str> {
    // SAFETY: the handle comes from this instance.
    let properties = unsafe { instance.get_physical_device_properties(physical) };
    if properties.api_version < vk::API_VERSION_1_2 {
        return Err("Vulkan 1.2");
    }
    // SAFETY: as above.
    let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
    let has = |name: &CStr| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));
    if !has(ext::mesh_shader::NAME) {
        return Err("mesh shaders (VK_EXT_mesh_shader)");
    }
    if !has(khr::dynamic_rendering::NAME) {
        return Err("VK_KHR_dynamic_rendering");
    }
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
    let mut vulkan12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut mesh).push_next(&mut vulkan12);
    // SAFETY: the chain holds structures of Vulkan 1.2 and of an extension that was found above.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    match () {
        () if mesh.mesh_shader == 0 => Err("the feature meshShader"),
        () if mesh.task_shader == 0 => Err("the feature taskShader"),
        () if vulkan12.buffer_device_address == 0 => Err("the feature bufferDeviceAddress"),
        () => Ok(mesh.mesh_shader_queries != 0),
    }
}
