//! A device with mesh shaders, memory that the host sees, and a picture to draw into.

use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use ash::{ext, khr, vk};

/// Square, and small enough that squares overlap.
pub const SIZE: u32 = 96;
const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// Everything is left to the end of the process but the device: one test makes it.
pub struct Gpu {
    pub instance: ash::Instance,
    pub physical: vk::PhysicalDevice,
    pub device: ash::Device,
    pub mesh: ext::mesh_shader::Device,
    rendering: khr::dynamic_rendering::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    picture: vk::Image,
    view: vk::ImageView,
    _entry: ash::Entry,
}

/// Memory that the host sees.
pub struct Buffer {
    pub raw: vk::Buffer,
    pub address: u64,
    bytes: *mut u8,
    size: usize,
}

static VALIDATION_ERRORS: AtomicU32 = AtomicU32::new(0);

/// What the validation layer said, where it is installed.
pub fn validation_errors() -> u32 {
    VALIDATION_ERRORS.load(Ordering::Relaxed)
}

/// # Safety
/// Called by the validation layer, with a message.
unsafe extern "system" fn told(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layer passes a structure with a string that ends.
    let message = unsafe { CStr::from_ptr((*data).p_message) };
    eprintln!("{}", message.to_string_lossy());
    VALIDATION_ERRORS.fetch_add(1, Ordering::Relaxed);
    vk::FALSE
}

fn tools() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    std::env::var_os("MESHWORK_TOOLS").map_or_else(own, PathBuf::from)
}

impl Gpu {
    /// On lavapipe, or why not.
    pub fn open() -> Result<Self, &'static str> {
        let driver = tools().join("icd/lavapipe.json");
        if !driver.is_file() {
            return Err("lavapipe is not provided");
        }
        // SAFETY: no other thread of this program reads the environment meanwhile: it has one test.
        unsafe {
            std::env::set_var("VK_DRIVER_FILES", driver);
            std::env::set_var("VK_LAYER_PATH", tools().join("layers"));
        }
        // SAFETY: the loader is the tools folder's or the system's.
        let entry = unsafe { ash::Entry::load() }.map_err(|_| "there is no Vulkan loader")?;
        let instance = create_instance(&entry);
        // SAFETY: the instance is alive.
        let devices = unsafe { instance.enumerate_physical_devices() }.unwrap_or_default();
        let physical = *devices.first().ok_or("lavapipe reports no device")?;
        let device = create_device(&instance, physical)?;
        // SAFETY: queue family 0 was asked for.
        let queue = unsafe { device.get_device_queue(0, 0) };
        let info = vk::CommandPoolCreateInfo::default();
        // SAFETY: plain creation.
        let pool = unsafe { device.create_command_pool(&info, None) }.expect("a pool");
        let mut gpu = Self {
            mesh: ext::mesh_shader::Device::new(&instance, &device),
            rendering: khr::dynamic_rendering::Device::new(&instance, &device),
            instance,
            physical,
            device,
            queue,
            pool,
            picture: vk::Image::null(),
            view: vk::ImageView::null(),
            _entry: entry,
        };
        gpu.make_picture();
        Ok(gpu)
    }

    fn make_picture(&mut self) {
        let extent = vk::Extent3D { width: SIZE, height: SIZE, depth: 1 };
        let info = vk::ImageCreateInfo::default().image_type(vk::ImageType::TYPE_2D).format(FORMAT).extent(extent);
        let info = info.mip_levels(1).array_layers(1).samples(vk::SampleCountFlags::TYPE_1);
        let info = info.usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
        // SAFETY: the memory is bound before the view is made; memory type 0 is lavapipe's only one.
        unsafe {
            self.picture = self.device.create_image(&info, None).expect("an image");
            let size = self.device.get_image_memory_requirements(self.picture).size;
            let memory = self.device.allocate_memory(&vk::MemoryAllocateInfo::default().allocation_size(size), None);
            self.device.bind_image_memory(self.picture, memory.expect("memory"), 0).expect("bound");
            let info = vk::ImageViewCreateInfo::default().image(self.picture).format(FORMAT);
            let info = info.view_type(vk::ImageViewType::TYPE_2D).subresource_range(range());
            self.view = self.device.create_image_view(&info, None).expect("a view");
        }
    }

    pub fn buffer(&self, size: usize) -> Buffer {
        let usage = vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
            | vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::TRANSFER_DST;
        let info = vk::BufferCreateInfo::default().size(size as u64).usage(usage);
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        // SAFETY: the memory is bound before the address is asked for; memory type 0 is host-visible on lavapipe.
        unsafe {
            let raw = self.device.create_buffer(&info, None).expect("a buffer");
            let size_of_memory = self.device.get_buffer_memory_requirements(raw).size;
            let info = vk::MemoryAllocateInfo::default().allocation_size(size_of_memory).push_next(&mut flags);
            let memory = self.device.allocate_memory(&info, None).expect("memory");
            self.device.bind_buffer_memory(raw, memory, 0).expect("bound");
            let bytes = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()).expect("mapped");
            let address = self.device.get_buffer_device_address(&vk::BufferDeviceAddressInfo::default().buffer(raw));
            Buffer { raw, address, bytes: bytes.cast(), size }
        }
    }

    pub fn layout(&self, range: vk::PushConstantRange) -> vk::PipelineLayout {
        let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(std::slice::from_ref(&range));
        // SAFETY: plain creation.
        unsafe { self.device.create_pipeline_layout(&info, None) }.expect("a layout")
    }

    /// A pipeline that lays colours over each other.
    pub fn pipeline(&self, stages: &[(vk::ShaderStageFlags, &[u32])], layout: vk::PipelineLayout) -> vk::Pipeline {
        let stage = |&(stage, words): &(vk::ShaderStageFlags, &[u32])| {
            // SAFETY: the words are a module.
            let module = unsafe {
                self.device
                    .create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None)
                    .expect("a module")
            };
            vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main")
        };
        let stages: Vec<_> = stages.iter().map(stage).collect();
        let area = [vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width: SIZE, height: SIZE } }];
        let side = SIZE as f32;
        let viewport = [vk::Viewport { x: 0.0, y: 0.0, width: side, height: side, min_depth: 0.0, max_depth: 1.0 }];
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewport).scissors(&area);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let blend = vk::PipelineColorBlendAttachmentState::default()
            .blend_enable(true)
            .src_color_blend_factor(vk::BlendFactor::SRC_ALPHA)
            .dst_color_blend_factor(vk::BlendFactor::ONE_MINUS_SRC_ALPHA)
            .color_write_mask(vk::ColorComponentFlags::RGBA);
        let blend = [blend];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blend);
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&[FORMAT]);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: modules and layout are alive.
        let made = unsafe { self.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        made.expect("a pipeline")[0]
    }

    /// Draws into the cleared picture, waits, and returns it.
    pub fn draw(&self, pipeline: vk::Pipeline, record: impl FnOnce(vk::CommandBuffer)) -> Vec<u8> {
        let pixels = self.buffer((SIZE * SIZE * 4) as usize);
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        // SAFETY: recorded here, in order, and waited for; the picture belongs to nobody else.
        unsafe {
            let cmd = self.device.allocate_command_buffers(&info).expect("a command buffer")[0];
            self.device.begin_command_buffer(cmd, &vk::CommandBufferBeginInfo::default()).expect("begun");
            self.change_layout(cmd, vk::ImageLayout::UNDEFINED, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
            let color = vk::RenderingAttachmentInfo::default()
                .image_view(self.view)
                .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE);
            let extent = vk::Extent2D { width: SIZE, height: SIZE };
            let info = vk::RenderingInfo::default()
                .render_area(vk::Rect2D { offset: vk::Offset2D::default(), extent })
                .layer_count(1)
                .color_attachments(std::slice::from_ref(&color));
            self.rendering.cmd_begin_rendering(cmd, &info);
            self.device.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::GRAPHICS, pipeline);
            record(cmd);
            self.rendering.cmd_end_rendering(cmd);
            self.change_layout(cmd, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
            let layers = vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1);
            let extent = vk::Extent3D { width: SIZE, height: SIZE, depth: 1 };
            let region = vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent);
            let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
            self.device.cmd_copy_image_to_buffer(cmd, self.picture, layout, pixels.raw, &[region]);
            self.device.end_command_buffer(cmd).expect("ended");
            let submit = vk::SubmitInfo::default().command_buffers(std::slice::from_ref(&cmd));
            self.device.queue_submit(self.queue, &[submit], vk::Fence::null()).expect("submitted");
            self.device.queue_wait_idle(self.queue).expect("done");
        }
        pixels.read()
    }

    /// # Safety
    /// `cmd` is recording outside a render pass.
    unsafe fn change_layout(&self, cmd: vk::CommandBuffer, from: vk::ImageLayout, to: vk::ImageLayout) {
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        let write = vk::AccessFlags::MEMORY_WRITE;
        let barrier = vk::ImageMemoryBarrier::default()
            .image(self.picture)
            .subresource_range(range())
            .old_layout(from)
            .new_layout(to)
            .src_access_mask(write)
            .dst_access_mask(write | vk::AccessFlags::MEMORY_READ);
        // SAFETY: the caller's contract.
        unsafe { self.device.cmd_pipeline_barrier(cmd, all, all, vk::DependencyFlags::empty(), &[], &[], &[barrier]) };
    }
}

impl Buffer {
    pub fn clear(&self) {
        // SAFETY: mapped for as long as the device lives, and the GPU is idle between draws.
        unsafe { self.bytes.write_bytes(0, self.size) };
    }

    pub fn read(&self) -> Vec<u8> {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.bytes, self.size) }.to_vec()
    }
}

fn range() -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default().aspect_mask(vk::ImageAspectFlags::COLOR).level_count(1).layer_count(1)
}

/// With validation where it is installed.
fn create_instance(entry: &ash::Entry) -> ash::Instance {
    let validation = c"VK_LAYER_KHRONOS_validation";
    // SAFETY: the loader is alive.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }.unwrap_or_default();
    let has_validation = layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(validation));
    let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
    let mut messenger = vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR)
        .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
        .pfn_user_callback(Some(told));
    let (names, extensions) = ([validation.as_ptr()], [ext::debug_utils::NAME.as_ptr()]);
    let count = usize::from(has_validation);
    let info = vk::InstanceCreateInfo::default()
        .application_info(&application)
        .enabled_layer_names(&names[..count])
        .enabled_extension_names(&extensions[..count])
        .push_next(&mut messenger);
    // SAFETY: the create-info and what it points to outlive the call.
    let instance = unsafe { entry.create_instance(&info, None) }.expect("an instance");
    if has_validation {
        messenger.p_next = std::ptr::null();
        let debug = ext::debug_utils::Instance::new(entry, &instance);
        // SAFETY: plain creation.
        unsafe { debug.create_debug_utils_messenger(&messenger, None) }.expect("a messenger");
    }
    instance
}

fn create_device(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<ash::Device, &'static str> {
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
    let extensions = [ext::mesh_shader::NAME.as_ptr(), khr::dynamic_rendering::NAME.as_ptr()];
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().task_shader(true).mesh_shader(true);
    let mut rendering = vk::PhysicalDeviceDynamicRenderingFeatures::default().dynamic_rendering(true);
    let mut v11 = vk::PhysicalDeviceVulkan11Features::default().shader_draw_parameters(true);
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default().buffer_device_address(true);
    let features = vk::PhysicalDeviceFeatures::default().vertex_pipeline_stores_and_atomics(true);
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .enabled_features(&features)
        .push_next(&mut mesh)
        .push_next(&mut rendering)
        .push_next(&mut v11)
        .push_next(&mut v12);
    // SAFETY: queue family 0 exists on every device; the rest is of this instance.
    unsafe { instance.create_device(physical, &info, None) }.map_err(|_| "lavapipe has no mesh shaders")
}
