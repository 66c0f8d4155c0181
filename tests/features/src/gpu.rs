//! Instance, device and queue, as an ordinary program makes them.
//!
//! Nothing here knows of Meshwork's layer: whether mesh shaders are the driver's or the layer's is the business of the
//! environment in which the process was started.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::sync::Mutex;

use ash::{ext, khr, vk};

use crate::error::{During, Error, Result};
use crate::need::{Features, Need, Supported};

/// What validation layers said since the last call of [`take_validation_messages`].
static VALIDATION_MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub fn take_validation_messages() -> Vec<String> {
    std::mem::take(&mut VALIDATION_MESSAGES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}

/// # Safety
/// Called by the loader with valid data.
unsafe extern "system" fn keep_message(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the loader's promise.
    let message = unsafe { (*data).message_as_c_str() };
    let text = message.unwrap_or(c"").to_string_lossy().into_owned();
    VALIDATION_MESSAGES.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(text);
    vk::FALSE
}

/// The instance and its best device with mesh shaders.
pub struct Adapter {
    instance: ash::Instance,
    messenger: Option<(ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    physical: vk::PhysicalDevice,
    pub name: String,
    _entry: ash::Entry,
}

impl Adapter {
    pub fn find() -> Result<Self> {
        // SAFETY: a Vulkan loader's initialization has no precondition.
        let entry = unsafe { ash::Entry::load() }?;
        // SAFETY: asks the loader alone.
        let extensions = unsafe { entry.enumerate_instance_extension_properties(None) }.unwrap_or_default();
        let debug = extensions.iter().any(|found| found.extension_name_as_c_str() == Ok(ext::debug_utils::NAME));
        let names = [ext::debug_utils::NAME.as_ptr()];
        let application = vk::ApplicationInfo::default().application_name(c"features").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        let info = info.enabled_extension_names(if debug { &names } else { &[] });
        // SAFETY: the create-info outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.during("vkCreateInstance")?;
        let mut adapter = Self {
            messenger: None,
            physical: vk::PhysicalDevice::null(),
            name: String::new(),
            instance,
            _entry: entry,
        };
        if debug {
            adapter.listen()?;
        }
        adapter.choose()?;
        Ok(adapter)
    }

    fn listen(&mut self) -> Result<()> {
        let debug = ext::debug_utils::Instance::new(&self._entry, &self.instance);
        let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
            .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
            .pfn_user_callback(Some(keep_message));
        // SAFETY: the instance has the extension.
        let messenger = unsafe { debug.create_debug_utils_messenger(&info, None) };
        self.messenger = Some((debug, messenger.during("vkCreateDebugUtilsMessengerEXT")?));
        Ok(())
    }

    fn choose(&mut self) -> Result<()> {
        // SAFETY: the instance is alive.
        let devices = unsafe { self.instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
        let has_mesh = |physical: &vk::PhysicalDevice| {
            let supported = Supported::of(&self.instance, *physical);
            supported.has_extension(ext::mesh_shader::NAME) && supported.features.mesh.mesh_shader == vk::TRUE
        };
        self.physical = devices.into_iter().find(has_mesh).ok_or(Error::NoDevice("VK_EXT_mesh_shader"))?;
        // SAFETY: the handle comes from this instance.
        let properties = unsafe { self.instance.get_physical_device_properties(self.physical) };
        self.name = properties.device_name_as_c_str().unwrap_or(c"").to_string_lossy().into_owned();
        Ok(())
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        // SAFETY: devices borrow the adapter, so none is left.
        unsafe {
            if let Some((debug, messenger)) = self.messenger.take() {
                debug.destroy_debug_utils_messenger(messenger, None);
            }
            self.instance.destroy_instance(None);
        }
    }
}

/// An object that [`Gpu`] destroys when it goes, in reverse order of making.
pub enum Owned {
    Buffer(vk::Buffer),
    CommandPool(vk::CommandPool),
    DescriptorPool(vk::DescriptorPool),
    Event(vk::Event),
    Framebuffer(vk::Framebuffer),
    Image(vk::Image),
    ImageView(vk::ImageView),
    Memory(vk::DeviceMemory),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    QueryPool(vk::QueryPool),
    RenderPass(vk::RenderPass),
    Sampler(vk::Sampler),
    Semaphore(vk::Semaphore),
    /// With the function that destroys it.
    Shader(vk::ShaderEXT, vk::PFN_vkDestroyShaderEXT),
    SetLayout(vk::DescriptorSetLayout),
    UpdateTemplate(vk::DescriptorUpdateTemplate),
}

/// A device with one queue, and all that was made on it, for one case.
pub struct Gpu<'a> {
    pub device: ash::Device,
    pub mesh: ext::mesh_shader::Device,
    pub push_descriptor: khr::push_descriptor::Device,
    pub queue: vk::Queue,
    pub pool: vk::CommandPool,
    family: u32,
    memory_types: Vec<vk::MemoryType>,
    owned: RefCell<Vec<Owned>>,
    adapter: &'a Adapter,
}

impl<'a> Gpu<'a> {
    /// A device with `needs` enabled and no more.
    pub fn new(adapter: &'a Adapter, needs: &[Need]) -> Result<Self> {
        let Adapter { instance, physical, .. } = adapter;
        let mut supported = Supported::of(instance, *physical);
        supported.debug_utils = adapter.messenger.is_some();
        if let Some(lacking) = needs.iter().find(|need| !need.is_met(&mut supported)) {
            return Err(Error::NotSupported(*lacking));
        }
        // SAFETY: the handle comes from this instance.
        let families = unsafe { instance.get_physical_device_queue_family_properties(*physical) };
        let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        let family = families.iter().position(|family| family.queue_flags.contains(wanted));
        let family = family.ok_or(Error::NoDevice("a queue for graphics and compute"))? as u32;
        let device = create_device(adapter, family, needs)?;
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
        // SAFETY: the device was made with one queue of this family.
        let (queue, pool) = unsafe { (device.get_device_queue(family, 0), device.create_command_pool(&pool, None)) };
        // SAFETY: the handle comes from this instance.
        let memory = unsafe { instance.get_physical_device_memory_properties(*physical) };
        Ok(Self {
            mesh: ext::mesh_shader::Device::new(instance, &device),
            push_descriptor: khr::push_descriptor::Device::new(instance, &device),
            device,
            queue,
            pool: pool.during("vkCreateCommandPool")?,
            family,
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            owned: RefCell::default(),
            adapter,
        })
    }

    pub fn instance(&self) -> &ash::Instance {
        &self.adapter.instance
    }

    /// The device must have the extension.
    pub fn descriptor_buffer_properties(&self) -> vk::PhysicalDeviceDescriptorBufferPropertiesEXT<'static> {
        let mut found = vk::PhysicalDeviceDescriptorBufferPropertiesEXT::default();
        let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut found);
        // SAFETY: the handle comes from this instance, and the device has the structure's extension.
        unsafe { self.adapter.instance.get_physical_device_properties2(self.adapter.physical, &mut all) };
        found
    }

    pub fn largest_subgroup(&self) -> u32 {
        let mut found = vk::PhysicalDeviceSubgroupSizeControlProperties::default();
        let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut found);
        // SAFETY: the handle comes from this instance, and the structure is of Vulkan 1.3.
        unsafe { self.adapter.instance.get_physical_device_properties2(self.adapter.physical, &mut all) };
        found.max_subgroup_size
    }

    /// Hands an object over, to be destroyed with the device.
    pub fn keep(&self, object: Owned) {
        self.owned.borrow_mut().push(object);
    }

    pub fn memory_type(&self, bits: u32, wanted: vk::MemoryPropertyFlags) -> Option<u32> {
        let fits =
            |(index, kind): &(usize, &vk::MemoryType)| bits & 1 << index != 0 && kind.property_flags.contains(wanted);
        self.memory_types.iter().enumerate().find(fits).map(|(index, _)| index as u32)
    }

    /// A command buffer with a pool of its own.
    pub fn command_buffer(&self) -> Result<vk::CommandBuffer> {
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.family);
        // SAFETY: the device was made with a queue of this family.
        let pool = unsafe { self.device.create_command_pool(&info, None) }.during("vkCreateCommandPool")?;
        self.keep(Owned::CommandPool(pool));
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        // SAFETY: the pool was just made.
        Ok(unsafe { self.device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0])
    }

    /// Submits command buffers and waits for their end.
    pub fn submit(&self, commands: &[vk::CommandBuffer]) -> Result<()> {
        let submit = [vk::SubmitInfo::default().command_buffers(commands)];
        // SAFETY: the command buffers are recorded, of this device, and not in use, as every submission is waited for.
        unsafe {
            let fence = self.device.create_fence(&vk::FenceCreateInfo::default(), None).during("vkCreateFence")?;
            let submitted = self.device.queue_submit(self.queue, &submit, fence).during("vkQueueSubmit");
            // Who hangs here is stopped by the supervisor.
            let wait = || self.device.wait_for_fences(&[fence], true, u64::MAX).during("vkWaitForFences");
            let ended = submitted.and_then(|()| wait());
            self.device.destroy_fence(fence, None);
            ended
        }
    }
}

impl Drop for Gpu<'_> {
    fn drop(&mut self) {
        // SAFETY: every object was made on this device, is destroyed once, in reverse order, and the device is idle.
        unsafe {
            // A lost device has ended its work, too.
            let _ = self.device.device_wait_idle();
            self.device.destroy_command_pool(self.pool, None);
            for object in self.owned.get_mut().drain(..).rev() {
                destroy(&self.device, object);
            }
            self.device.destroy_device(None);
        }
    }
}

/// # Safety
/// The object was made on `device` and is not in use.
unsafe fn destroy(device: &ash::Device, object: Owned) {
    // SAFETY: the caller's promise.
    unsafe {
        match object {
            Owned::Buffer(raw) => device.destroy_buffer(raw, None),
            Owned::CommandPool(raw) => device.destroy_command_pool(raw, None),
            Owned::Event(raw) => device.destroy_event(raw, None),
            Owned::Semaphore(raw) => device.destroy_semaphore(raw, None),
            Owned::DescriptorPool(raw) => device.destroy_descriptor_pool(raw, None),
            Owned::Framebuffer(raw) => device.destroy_framebuffer(raw, None),
            Owned::Image(raw) => device.destroy_image(raw, None),
            Owned::ImageView(raw) => device.destroy_image_view(raw, None),
            Owned::Memory(raw) => device.free_memory(raw, None),
            Owned::Pipeline(raw) => device.destroy_pipeline(raw, None),
            Owned::PipelineLayout(raw) => device.destroy_pipeline_layout(raw, None),
            Owned::QueryPool(raw) => device.destroy_query_pool(raw, None),
            Owned::RenderPass(raw) => device.destroy_render_pass(raw, None),
            Owned::Sampler(raw) => device.destroy_sampler(raw, None),
            Owned::Shader(raw, destroy) => destroy(device.handle(), raw, core::ptr::null()),
            Owned::SetLayout(raw) => device.destroy_descriptor_set_layout(raw, None),
            Owned::UpdateTemplate(raw) => device.destroy_descriptor_update_template(raw, None),
        }
    }
}

fn create_device(adapter: &Adapter, family: u32, needs: &[Need]) -> Result<ash::Device> {
    let mut enabled = Features::default();
    let mut extensions: Vec<&CStr> = vec![ext::mesh_shader::NAME];
    for need in needs {
        extensions.extend(need.extension());
        if let Some(feature) = need.feature(&mut enabled) {
            *feature = vk::TRUE;
        }
    }
    let Features {
        core,
        v11,
        v12,
        mesh,
        provoking,
        descriptor_buffer,
        conditional,
        library,
        objects,
        nested,
        local_read,
        addresses,
        v13,
    } = &mut enabled;
    v12.buffer_device_address = vk::TRUE;
    nested.nested_command_buffer_rendering = nested.nested_command_buffer;
    (mesh.task_shader, mesh.mesh_shader) = (vk::TRUE, vk::TRUE);
    (v13.dynamic_rendering, v13.synchronization2) = (vk::TRUE, vk::TRUE);
    let (has_provoking, has_buffer) = (provoking.provoking_vertex_last, descriptor_buffer.descriptor_buffer);

    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities)];
    let names: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();
    let mut info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&names)
        .enabled_features(core)
        .push_next(v11)
        .push_next(v12)
        .push_next(v13)
        .push_next(mesh);
    if has_provoking == vk::TRUE {
        info = info.push_next(provoking);
    }
    if conditional.conditional_rendering == vk::TRUE {
        info = info.push_next(conditional);
    }
    if library.graphics_pipeline_library == vk::TRUE {
        info = info.push_next(library);
    }
    if objects.shader_object == vk::TRUE {
        info = info.push_next(objects);
    }
    if nested.nested_command_buffer == vk::TRUE {
        info = info.push_next(nested);
    }
    if local_read.dynamic_rendering_local_read == vk::TRUE {
        info = info.push_next(local_read);
    }
    if addresses.device_address_commands == vk::TRUE {
        info = info.push_next(addresses);
    }
    if has_buffer == vk::TRUE {
        info = info.push_next(descriptor_buffer);
    }
    // SAFETY: the extensions and features are ones that the device has.
    unsafe { adapter.instance.create_device(adapter.physical, &info, None) }.during("vkCreateDevice")
}
