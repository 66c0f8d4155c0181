//! A device, native or with the layer, and the making of buffers and images on it. It lives as long as its process, which
//! also ends what was made on it.

use ash::{ext, vk};

use crate::error::{During, Error, Result};
use crate::sequence::SIZE;

pub const LAYER: &std::ffi::CStr = c"VK_LAYER_MESHWORK_mesh_shader";

pub struct Gpu {
    pub device: ash::Device,
    pub mesh: ext::mesh_shader::Device,
    pub queue: vk::Queue,
    pub family: u32,
    memory_types: Vec<vk::MemoryType>,
    _instance: ash::Instance,
}

/// A buffer that the host sees.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub raw: vk::Buffer,
    mapped: *mut u32,
    words: usize,
}

impl Buffer {
    pub fn write(&self, words: &[u32]) {
        assert!(words.len() <= self.words, "a buffer of {} words is too small for {}", self.words, words.len());
        // SAFETY: mapped for good, of that size, and no submitted work uses it: every submission is waited for.
        unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), self.mapped, words.len()) };
    }

    pub fn read(&self) -> Vec<u32> {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.mapped, self.words) }.to_vec()
    }
}

#[derive(Clone, Copy)]
pub struct Image {
    pub raw: vk::Image,
    pub view: vk::ImageView,
    pub range: vk::ImageSubresourceRange,
}

impl Gpu {
    pub fn new(entry: &ash::Entry, with_layer: bool) -> Result<Self> {
        let layers = [LAYER.as_ptr()];
        let application = vk::ApplicationInfo::default().application_name(c"fuzz").api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        let info = info.enabled_layer_names(if with_layer { &layers } else { &[] });
        // SAFETY: the create-info outlives the call.
        let instance = unsafe { entry.create_instance(&info, None) }.during("vkCreateInstance")?;
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.enumerate_physical_devices() }.during("vkEnumeratePhysicalDevices")?;
        let physical = *devices.first().ok_or(Error::NoDevice("Vulkan"))?;
        // SAFETY: the handle comes from this instance.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        let family = families.iter().position(|family| family.queue_flags.contains(wanted));
        let family = family.ok_or(Error::NoDevice("a queue for graphics and compute"))? as u32;
        let device = create_device(&instance, physical, family)?;
        // SAFETY: the device was made with one queue of this family; the physical device is the instance's.
        let (queue, memory) =
            unsafe { (device.get_device_queue(family, 0), instance.get_physical_device_memory_properties(physical)) };
        Ok(Self {
            mesh: ext::mesh_shader::Device::new(&instance, &device),
            queue,
            family,
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            device,
            _instance: instance,
        })
    }

    pub fn buffer(&self, words: usize) -> Result<Buffer> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::INDIRECT_BUFFER
            | vk::BufferUsageFlags::TRANSFER_DST;
        let info = vk::BufferCreateInfo::default().size(words as u64 * 4).usage(usage);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_buffer(&info, None) }.during("vkCreateBuffer")?;
        // SAFETY: the buffer was just made.
        let requirements = unsafe { self.device.get_buffer_memory_requirements(raw) };
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(requirements, wanted)?;
        // SAFETY: the memory fits the requirements, is bound and mapped once, and stays.
        let mapped = unsafe {
            self.device.bind_buffer_memory(raw, memory, 0).during("vkBindBufferMemory")?;
            self.device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).during("vkMapMemory")?
        };
        Ok(Buffer { raw, mapped: mapped.cast(), words })
    }

    pub fn image(&self, format: vk::Format, aspect: vk::ImageAspectFlags, layers: u32) -> Result<Image> {
        let attachment = match aspect {
            vk::ImageAspectFlags::COLOR => vk::ImageUsageFlags::COLOR_ATTACHMENT,
            _ => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
        };
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width: SIZE, height: SIZE, depth: 1 })
            .mip_levels(1)
            .array_layers(layers)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(attachment | vk::ImageUsageFlags::TRANSFER_SRC);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_image(&info, None) }.during("vkCreateImage")?;
        // SAFETY: the image was just made.
        let requirements = unsafe { self.device.get_image_memory_requirements(raw) };
        let memory = self.allocate(requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
        // SAFETY: the memory fits the requirements and is bound once.
        unsafe { self.device.bind_image_memory(raw, memory, 0) }.during("vkBindImageMemory")?;
        let range = vk::ImageSubresourceRange::default().aspect_mask(aspect).level_count(1).layer_count(layers);
        let view = vk::ImageViewCreateInfo::default()
            .image(raw)
            .view_type(vk::ImageViewType::TYPE_2D_ARRAY)
            .format(format)
            .subresource_range(range);
        // SAFETY: the view's format and range are the image's.
        let view = unsafe { self.device.create_image_view(&view, None) }.during("vkCreateImageView")?;
        Ok(Image { raw, view, range })
    }

    fn allocate(
        &self,
        requirements: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory> {
        let fits = |(index, ty): &(usize, &vk::MemoryType)| {
            requirements.memory_type_bits & 1 << index != 0 && ty.property_flags.contains(wanted)
        };
        let index = self.memory_types.iter().enumerate().find(fits).map(|(index, _)| index as u32);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(index.ok_or(Error::NoDevice("memory for buffers and images"))?);
        // SAFETY: the type index is the device's.
        unsafe { self.device.allocate_memory(&info, None) }.during("vkAllocateMemory")
    }
}

/// Features are asked for without a look: creation fails, and says so, where one is lacking.
fn create_device(instance: &ash::Instance, physical: vk::PhysicalDevice, family: u32) -> Result<ash::Device> {
    let core = vk::PhysicalDeviceFeatures::default()
        .independent_blend(true)
        .multi_draw_indirect(true)
        .multi_viewport(true)
        .geometry_shader(true)
        .large_points(true)
        .occlusion_query_precise(true)
        .fragment_stores_and_atomics(true)
        .vertex_pipeline_stores_and_atomics(true)
        .shader_clip_distance(true)
        .shader_cull_distance(true);
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default().shader_draw_parameters(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default()
        .buffer_device_address(true)
        .draw_indirect_count(true)
        .shader_output_layer(true)
        .shader_output_viewport_index(true);
    let mut v13 =
        vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true).maintenance4(true);
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().task_shader(true).mesh_shader(true);
    let mut provoking = vk::PhysicalDeviceProvokingVertexFeaturesEXT::default().provoking_vertex_last(true);
    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities)];
    let extensions = [ext::mesh_shader::NAME.as_ptr(), ext::provoking_vertex::NAME.as_ptr()];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .enabled_features(&core)
        .push_next(&mut v11)
        .push_next(&mut v12)
        .push_next(&mut v13)
        .push_next(&mut mesh)
        .push_next(&mut provoking);
    // SAFETY: every structure is of Vulkan 1.3 or of an extension that is enabled with it.
    unsafe { instance.create_device(physical, &info, None) }.during("vkCreateDevice")
}
