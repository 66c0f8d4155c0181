//! Buffers, images and the list of everything to destroy with the device.
//!
//! Every resource has its own allocation: a scene makes a dozen, and the command exits after one.

use ash::vk;
use bytemuck::Pod;

use crate::error::{During, Error, Result};

use super::device::Gpu;

/// An object that `Gpu` destroys when it goes, in reverse order of making.
pub enum Owned {
    Buffer(vk::Buffer),
    Image(vk::Image),
    ImageView(vk::ImageView),
    BufferView(vk::BufferView),
    Sampler(vk::Sampler),
    Memory(vk::DeviceMemory),
    Pipeline(vk::Pipeline),
    PipelineLayout(vk::PipelineLayout),
    SetLayout(vk::DescriptorSetLayout),
    DescriptorPool(vk::DescriptorPool),
    QueryPool(vk::QueryPool),
}

impl Owned {
    /// # Safety
    /// The object was made on `device`, is not in use and is destroyed once.
    pub(super) unsafe fn destroy(self, device: &ash::Device) {
        // SAFETY: passed on to the caller.
        unsafe {
            match self {
                Self::Buffer(raw) => device.destroy_buffer(raw, None),
                Self::Image(raw) => device.destroy_image(raw, None),
                Self::ImageView(raw) => device.destroy_image_view(raw, None),
                Self::BufferView(raw) => device.destroy_buffer_view(raw, None),
                Self::Sampler(raw) => device.destroy_sampler(raw, None),
                Self::Memory(raw) => device.free_memory(raw, None),
                Self::Pipeline(raw) => device.destroy_pipeline(raw, None),
                Self::PipelineLayout(raw) => device.destroy_pipeline_layout(raw, None),
                Self::SetLayout(raw) => device.destroy_descriptor_set_layout(raw, None),
                Self::DescriptorPool(raw) => device.destroy_descriptor_pool(raw, None),
                Self::QueryPool(raw) => device.destroy_query_pool(raw, None),
            }
        }
    }
}

/// A buffer with its device address.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub raw: vk::Buffer,
    pub address: u64,
    pub size: u64,
    memory: vk::DeviceMemory,
}

const HOST_VISIBLE: vk::MemoryPropertyFlags = vk::MemoryPropertyFlags::from_raw(
    vk::MemoryPropertyFlags::HOST_VISIBLE.as_raw() | vk::MemoryPropertyFlags::HOST_COHERENT.as_raw(),
);

impl Gpu {
    /// Hands an object over to be destroyed with the device.
    pub fn keep(&self, object: Owned) {
        self.owned.borrow_mut().push(object);
    }

    /// A buffer in device memory that holds `data`, for shaders to read by descriptor or address.
    pub fn upload<T: Pod>(&self, data: &[T], usage: vk::BufferUsageFlags) -> Result<Buffer> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        // An empty buffer is not legal; nothing reads the padding.
        let size = (bytes.len() as u64).max(4);
        let transfer = vk::BufferUsageFlags::TRANSFER_DST;
        let buffer = self.buffer(size, usage | transfer, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
        let staging = self.staging(bytes)?;
        self.run(|commands| {
            let region = [vk::BufferCopy::default().size(size)];
            // SAFETY: both buffers hold `size` bytes and are alive.
            unsafe { self.device.cmd_copy_buffer(commands, staging.raw, buffer.raw, &region) };
        })?;
        Ok(buffer)
    }

    /// A buffer in device memory, of what may be there.
    pub fn uninitialised(&self, size: u64, usage: vk::BufferUsageFlags) -> Result<Buffer> {
        self.buffer(size.max(4), usage, vk::MemoryPropertyFlags::DEVICE_LOCAL)
    }

    /// A buffer that the host filled, to copy from.
    pub fn staging(&self, bytes: &[u8]) -> Result<Buffer> {
        self.shared_bytes(bytes, vk::BufferUsageFlags::TRANSFER_SRC)
    }

    /// A zeroed buffer that host and GPU both read and write.
    pub fn shared(&self, size: u64, usage: vk::BufferUsageFlags) -> Result<Buffer> {
        let buffer = self.buffer(size, usage, HOST_VISIBLE)?;
        self.with_mapped(&buffer, |mapped| mapped.fill(0))?;
        Ok(buffer)
    }

    /// A buffer that host and GPU both read and write, with these bytes at first.
    pub fn shared_bytes(&self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<Buffer> {
        let buffer = self.buffer((bytes.len() as u64).max(4), usage, HOST_VISIBLE)?;
        self.with_mapped(&buffer, |mapped| mapped[..bytes.len()].copy_from_slice(bytes))?;
        Ok(buffer)
    }

    /// What a shared buffer holds. The GPU must be done writing it.
    pub fn read<T: Pod>(&self, buffer: &Buffer) -> Result<Vec<T>> {
        self.with_mapped(buffer, |mapped| bytemuck::pod_collect_to_vec(mapped))
    }

    fn with_mapped<T>(&self, buffer: &Buffer, access: impl FnOnce(&mut [u8]) -> T) -> Result<T> {
        let (device, size) = (&self.device, buffer.size);
        // SAFETY: the memory is host-visible, as only `staging`, `shared` and `shared_bytes` come here, and not mapped.
        let pointer = unsafe { device.map_memory(buffer.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()) };
        let pointer = pointer.during("vkMapMemory")?.cast::<u8>();
        // SAFETY: the allocation holds at least the buffer's size; no other reference to it exists while it is mapped here,
        // and the GPU is idle, as `Gpu::run` waits.
        let value = access(unsafe { std::slice::from_raw_parts_mut(pointer, size as usize) });
        // SAFETY: mapped above.
        unsafe { device.unmap_memory(buffer.memory) };
        Ok(value)
    }

    fn buffer(&self, size: u64, usage: vk::BufferUsageFlags, wanted: vk::MemoryPropertyFlags) -> Result<Buffer> {
        let usage = usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_buffer(&info, None) }.during("vkCreateBuffer")?;
        self.keep(Owned::Buffer(raw));
        // SAFETY: the buffer was just made.
        let requirements = unsafe { self.device.get_buffer_memory_requirements(raw) };
        let memory = self.allocate(requirements, wanted, vk::MemoryAllocateFlags::DEVICE_ADDRESS)?;
        // SAFETY: the memory fits the requirements and is bound once.
        unsafe { self.device.bind_buffer_memory(raw, memory, 0) }.during("vkBindBufferMemory")?;
        let info = vk::BufferDeviceAddressInfo::default().buffer(raw);
        // SAFETY: the buffer has the usage and its memory the flag that an address needs.
        let address = unsafe { self.device.get_buffer_device_address(&info) };
        Ok(Buffer { raw, address, size, memory })
    }

    /// A 2D image in device memory with a view of all its levels.
    pub fn image(
        &self,
        info: &vk::ImageCreateInfo<'_>,
        aspect: vk::ImageAspectFlags,
    ) -> Result<(vk::Image, vk::ImageView)> {
        let image = self.image_without_view(info)?;
        let range = vk::ImageSubresourceRange::default()
            .aspect_mask(aspect)
            .level_count(info.mip_levels)
            .layer_count(info.array_layers);
        let view = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(info.format)
            .subresource_range(range);
        Ok((image, self.image_view(&view)?))
    }

    /// An image in device memory.
    pub fn image_without_view(&self, info: &vk::ImageCreateInfo<'_>) -> Result<vk::Image> {
        // SAFETY: plain creation.
        let image = unsafe { self.device.create_image(info, None) }.during("vkCreateImage")?;
        self.keep(Owned::Image(image));
        // SAFETY: the image was just made.
        let requirements = unsafe { self.device.get_image_memory_requirements(image) };
        let flags = vk::MemoryAllocateFlags::empty();
        let memory = self.allocate(requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL, flags)?;
        // SAFETY: the memory fits the requirements and is bound once.
        unsafe { self.device.bind_image_memory(image, memory, 0) }.during("vkBindImageMemory")?;
        Ok(image)
    }

    /// A view of one of the device's images.
    pub fn image_view(&self, info: &vk::ImageViewCreateInfo<'_>) -> Result<vk::ImageView> {
        // SAFETY: the view's format and range are the image's.
        let view = unsafe { self.device.create_image_view(info, None) }.during("vkCreateImageView")?;
        self.keep(Owned::ImageView(view));
        Ok(view)
    }

    pub fn sampler(&self, info: &vk::SamplerCreateInfo<'_>) -> Result<vk::Sampler> {
        // SAFETY: plain creation.
        let sampler = unsafe { self.device.create_sampler(info, None) }.during("vkCreateSampler")?;
        self.keep(Owned::Sampler(sampler));
        Ok(sampler)
    }

    /// Texels in a buffer with the usage for them.
    pub fn buffer_view(&self, info: &vk::BufferViewCreateInfo<'_>) -> Result<vk::BufferView> {
        // SAFETY: the range is inside the buffer.
        let view = unsafe { self.device.create_buffer_view(info, None) }.during("vkCreateBufferView")?;
        self.keep(Owned::BufferView(view));
        Ok(view)
    }

    fn allocate(
        &self,
        requirements: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
        flags: vk::MemoryAllocateFlags,
    ) -> Result<vk::DeviceMemory> {
        let types = &self.memory_properties.memory_types[..self.memory_properties.memory_type_count as usize];
        let fits = |index: usize| requirements.memory_type_bits & 1 << index != 0;
        let index = (0..types.len()).find(|&index| fits(index) && types[index].property_flags.contains(wanted));
        let index =
            index.ok_or_else(|| Error::Lacks { device: self.name.clone(), what: "a memory type for a buffer" })?;
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(flags);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(index as u32)
            .push_next(&mut flags);
        // SAFETY: the type index is the device's.
        let memory = unsafe { self.device.allocate_memory(&info, None) }.during("vkAllocateMemory")?;
        self.keep(Owned::Memory(memory));
        Ok(memory)
    }
}
