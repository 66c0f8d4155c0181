//! An image to draw into, and a queue: the ordinary part.

use std::path::Path;

use ash::vk;

use crate::Result;

pub const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// Instance, device, one colour image and a buffer to read it back.
pub struct Offscreen {
    // Loaded functions are valid while the loader is.
    _entry: ash::Entry,
    pub instance: ash::Instance,
    pub physical_device: vk::PhysicalDevice,
    pub device: ash::Device,
    queue: vk::Queue,
    pool: vk::CommandPool,
    size: vk::Extent2D,
    image: vk::Image,
    view: vk::ImageView,
    pixels: vk::Buffer,
    image_memory: vk::DeviceMemory,
    pixel_memory: vk::DeviceMemory,
}

impl Offscreen {
    /// The first device that has Vulkan 1.3 and can run the fallback.
    pub fn new(size: vk::Extent2D) -> Result<Self> {
        // SAFETY: the loader is the system's.
        let entry = unsafe { ash::Entry::load() }?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: as in every Vulkan program: handles below are alive where they are used, and create-infos outlive calls.
        unsafe {
            let instance = entry.create_instance(&info, None)?;
            let fits = |&physical: &vk::PhysicalDevice| {
                instance.get_physical_device_properties(physical).api_version >= vk::API_VERSION_1_3
                    && meshwork_gpu::missing_requirements(&instance, physical).is_empty()
            };
            let physical_device =
                instance.enumerate_physical_devices()?.into_iter().find(fits).ok_or("no fitting GPU")?;
            let family = instance
                .get_physical_device_queue_family_properties(physical_device)
                .iter()
                .position(|f| f.queue_flags.contains(vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE))
                .ok_or("no graphics queue")? as u32;
            // Lowered shaders may use what the target's profile promises.
            let features = vk::PhysicalDeviceFeatures {
                shader_int64: instance.get_physical_device_features(physical_device).shader_int64,
                ..Default::default()
            };
            let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut v12 = vk::PhysicalDeviceVulkan12Features::default().buffer_device_address(true);
            let mut v13 = vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_features(&features)
                .push_next(&mut v12)
                .push_next(&mut v13);
            let device = instance.create_device(physical_device, &info, None)?;
            let queue = device.get_device_queue(family, 0);
            let info = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            let pool = device.create_command_pool(&info, None)?;

            let memory = instance.get_physical_device_memory_properties(physical_device);
            let allocate = |requirements: vk::MemoryRequirements, flags| -> Result<vk::DeviceMemory> {
                let kind = (0..memory.memory_type_count)
                    .find(|&i| {
                        requirements.memory_type_bits & 1 << i != 0
                            && memory.memory_types[i as usize].property_flags.contains(flags)
                    })
                    .ok_or("no memory type")?;
                let info = vk::MemoryAllocateInfo::default().allocation_size(requirements.size).memory_type_index(kind);
                Ok(device.allocate_memory(&info, None)?)
            };
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(FORMAT)
                .extent(size.into())
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
            let image = device.create_image(&info, None)?;
            let image_memory = allocate(device.get_image_memory_requirements(image), Default::default())?;
            device.bind_image_memory(image, image_memory, 0)?;
            let info = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(FORMAT)
                .subresource_range(COLOR);
            let view = device.create_image_view(&info, None)?;
            let info = vk::BufferCreateInfo::default()
                .size(u64::from(size.width * size.height * 4))
                .usage(vk::BufferUsageFlags::TRANSFER_DST);
            let pixels = device.create_buffer(&info, None)?;
            let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let pixel_memory = allocate(device.get_buffer_memory_requirements(pixels), visible)?;
            device.bind_buffer_memory(pixels, pixel_memory, 0)?;
            Ok(Self {
                _entry: entry,
                instance,
                physical_device,
                device,
                queue,
                pool,
                size,
                image,
                view,
                pixels,
                image_memory,
                pixel_memory,
            })
        }
    }

    pub fn name(&self) -> String {
        // SAFETY: the physical device is the instance's.
        let properties = unsafe { self.instance.get_physical_device_properties(self.physical_device) };
        properties.device_name_as_c_str().map_or_else(|_| String::new(), |name| name.to_string_lossy().into())
    }

    /// Begins the pass with a clear.
    pub fn begin_pass(&self, cmd: vk::CommandBuffer) {
        let write = vk::AccessFlags::COLOR_ATTACHMENT_WRITE;
        let (top, output) = (vk::PipelineStageFlags::TOP_OF_PIPE, vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT);
        let attachment = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        self.barrier(cmd, top, vk::AccessFlags::empty(), vk::ImageLayout::UNDEFINED, output, write, attachment);
        self.begin(cmd, vk::AttachmentLoadOp::CLEAR);
    }

    /// Begins it again, on top of what the last submit left.
    pub fn resume_pass(&self, cmd: vk::CommandBuffer) {
        let access = vk::AccessFlags::COLOR_ATTACHMENT_WRITE | vk::AccessFlags::COLOR_ATTACHMENT_READ;
        let (transfer, output) = (vk::PipelineStageFlags::TRANSFER, vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT);
        let (source, attachment) = (vk::ImageLayout::TRANSFER_SRC_OPTIMAL, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        self.barrier(cmd, transfer, vk::AccessFlags::TRANSFER_READ, source, output, access, attachment);
        self.begin(cmd, vk::AttachmentLoadOp::LOAD);
    }

    fn begin(&self, cmd: vk::CommandBuffer, load_op: vk::AttachmentLoadOp) {
        let clear = vk::ClearValue { color: vk::ClearColorValue { float32: [0.02, 0.03, 0.06, 1.0] } };
        let attachments = [vk::RenderingAttachmentInfo::default()
            .image_view(self.view)
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(load_op)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(clear)];
        let info =
            vk::RenderingInfo::default().render_area(self.size.into()).layer_count(1).color_attachments(&attachments);
        // SAFETY: the command buffer is recording and the image is in the named layout.
        unsafe { self.device.cmd_begin_rendering(cmd, &info) };
    }

    pub fn end_pass(&self, cmd: vk::CommandBuffer) {
        // SAFETY: a pass is open.
        unsafe { self.device.cmd_end_rendering(cmd) };
    }

    /// Records with `record`, then the copy of the image, submits and waits.
    pub fn submit(&self, record: impl FnOnce(vk::CommandBuffer)) -> Result<()> {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
        let once = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: as in `new`; the wait makes the end of the function the end of the execution.
        unsafe {
            let cmd = self.device.allocate_command_buffers(&info)?[0];
            self.device.begin_command_buffer(cmd, &once)?;
            record(cmd);
            let (output, write) =
                (vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT, vk::AccessFlags::COLOR_ATTACHMENT_WRITE);
            let (transfer, read) = (vk::PipelineStageFlags::TRANSFER, vk::AccessFlags::TRANSFER_READ);
            let (attachment, source) =
                (vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
            self.barrier(cmd, output, write, attachment, transfer, read, source);
            let region = vk::BufferImageCopy::default()
                .image_subresource(vk::ImageSubresourceLayers {
                    aspect_mask: vk::ImageAspectFlags::COLOR,
                    layer_count: 1,
                    ..Default::default()
                })
                .image_extent(self.size.into());
            self.device.cmd_copy_image_to_buffer(cmd, self.image, source, self.pixels, &[region]);
            let host = vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ);
            let flags = vk::DependencyFlags::empty();
            self.device.cmd_pipeline_barrier(cmd, transfer, vk::PipelineStageFlags::HOST, flags, &[host], &[], &[]);
            self.device.end_command_buffer(cmd)?;
            let submit = vk::SubmitInfo::default().command_buffers(std::slice::from_ref(&cmd));
            self.device.queue_submit(self.queue, &[submit], vk::Fence::null())?;
            self.device.queue_wait_idle(self.queue)?;
        }
        Ok(())
    }

    /// Writes the picture of the last submit as PNG.
    pub fn save(&self, path: &Path) -> Result<()> {
        let bytes = self.size.width as usize * self.size.height as usize * 4;
        // SAFETY: the memory is host-visible, `bytes` long, and no submit is under way.
        let pixels = unsafe {
            let start = self.device.map_memory(self.pixel_memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?;
            std::slice::from_raw_parts(start.cast::<u8>(), bytes).to_vec()
        };
        image::save_buffer(path, &pixels, self.size.width, self.size.height, image::ColorType::Rgba8)?;
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of an image barrier")]
    fn barrier(
        &self,
        cmd: vk::CommandBuffer,
        from: vk::PipelineStageFlags,
        from_access: vk::AccessFlags,
        from_layout: vk::ImageLayout,
        to: vk::PipelineStageFlags,
        to_access: vk::AccessFlags,
        to_layout: vk::ImageLayout,
    ) {
        let barrier = vk::ImageMemoryBarrier::default()
            .src_access_mask(from_access)
            .dst_access_mask(to_access)
            .old_layout(from_layout)
            .new_layout(to_layout)
            .image(self.image)
            .subresource_range(COLOR);
        // SAFETY: the command buffer is recording outside a pass.
        unsafe {
            self.device.cmd_pipeline_barrier(cmd, from, to, vk::DependencyFlags::empty(), &[], &[], &[barrier]);
        }
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        // SAFETY: `submit` waits, so nothing is in use.
        unsafe {
            self.device.destroy_buffer(self.pixels, None);
            self.device.destroy_image_view(self.view, None);
            self.device.destroy_image(self.image, None);
            self.device.free_memory(self.image_memory, None);
            self.device.free_memory(self.pixel_memory, None);
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

const COLOR: vk::ImageSubresourceRange = vk::ImageSubresourceRange {
    aspect_mask: vk::ImageAspectFlags::COLOR,
    base_mip_level: 0,
    level_count: 1,
    base_array_layer: 0,
    layer_count: 1,
};
