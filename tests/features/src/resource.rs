//! Buffers and images. Each has its own allocation: a case makes a handful.

use ash::vk;

use crate::error::{During, Error, Result};
use crate::gpu::{Gpu, Owned};

/// A buffer that host and GPU both see, with its device address.
#[derive(Clone, Copy)]
pub struct Buffer {
    pub raw: vk::Buffer,
    pub address: u64,
    pub words: usize,
    memory: vk::DeviceMemory,
}

const BUFFER_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::UNIFORM_BUFFER.as_raw()
        | vk::BufferUsageFlags::INDIRECT_BUFFER.as_raw()
        | vk::BufferUsageFlags::VERTEX_BUFFER.as_raw()
        | vk::BufferUsageFlags::INDEX_BUFFER.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS.as_raw(),
);

#[derive(Clone, Copy)]
pub struct Image {
    pub raw: vk::Image,
    pub view: vk::ImageView,
    pub format: vk::Format,
    pub size: u32,
    pub layers: u32,
}

impl Image {
    pub fn aspect(&self) -> vk::ImageAspectFlags {
        match self.format {
            vk::Format::D32_SFLOAT => vk::ImageAspectFlags::DEPTH,
            vk::Format::D32_SFLOAT_S8_UINT => vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }

    pub fn range(&self) -> vk::ImageSubresourceRange {
        let range = vk::ImageSubresourceRange::default().aspect_mask(self.aspect());
        range.level_count(1).layer_count(self.layers)
    }
}

/// What makes an image different from a single-layered colour target.
#[derive(Clone, Copy)]
pub struct ImageDesc {
    pub format: vk::Format,
    pub size: u32,
    pub layers: u32,
    pub samples: vk::SampleCountFlags,
    pub usage: vk::ImageUsageFlags,
}

impl Gpu<'_> {
    /// A buffer of so many zero words.
    pub fn buffer(&self, words: usize) -> Result<Buffer> {
        self.buffer_for(words, vk::BufferUsageFlags::empty())
    }

    /// The same, with a usage that only some devices know.
    pub fn buffer_for(&self, words: usize, usage: vk::BufferUsageFlags) -> Result<Buffer> {
        let info = vk::BufferCreateInfo::default().size(words as u64 * 4).usage(BUFFER_USAGE | usage);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_buffer(&info, None) }.during("vkCreateBuffer")?;
        self.keep(Owned::Buffer(raw));
        // SAFETY: the buffer was just made.
        let requirements = unsafe { self.device.get_buffer_memory_requirements(raw) };
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(requirements, wanted, vk::MemoryAllocateFlags::DEVICE_ADDRESS)?;
        // SAFETY: the memory fits the requirements and is bound once.
        unsafe { self.device.bind_buffer_memory(raw, memory, 0) }.during("vkBindBufferMemory")?;
        let info = vk::BufferDeviceAddressInfo::default().buffer(raw);
        // SAFETY: the buffer has the usage, and its memory the flag, that an address needs.
        let address = unsafe { self.device.get_buffer_device_address(&info) };
        let buffer = Buffer { raw, address, words, memory };
        self.write(&buffer, &vec![0; words])?;
        Ok(buffer)
    }

    pub fn buffer_with(&self, words: &[u32]) -> Result<Buffer> {
        let buffer = self.buffer(words.len())?;
        self.write(&buffer, words)?;
        Ok(buffer)
    }

    /// Overwrites the beginning of a buffer that no submitted work uses.
    pub fn write(&self, buffer: &Buffer, words: &[u32]) -> Result<()> {
        self.mapped(buffer, |mapped| mapped[..words.len()].copy_from_slice(words))
    }

    /// What a buffer holds that no submitted work uses.
    pub fn read(&self, buffer: &Buffer) -> Result<Vec<u32>> {
        self.mapped(buffer, |mapped| mapped.to_vec())
    }

    fn mapped<T>(&self, buffer: &Buffer, access: impl FnOnce(&mut [u32]) -> T) -> Result<T> {
        let flags = vk::MemoryMapFlags::empty();
        // SAFETY: the memory is host-visible and not mapped; mapped memory is aligned to 64 bytes or more, every bit
        // pattern is a word, and no submitted work uses it, as every submission is waited for.
        unsafe {
            let pointer = self.device.map_memory(buffer.memory, 0, vk::WHOLE_SIZE, flags).during("vkMapMemory")?;
            let value = access(std::slice::from_raw_parts_mut(pointer.cast(), buffer.words));
            self.device.unmap_memory(buffer.memory);
            Ok(value)
        }
    }

    pub fn image(&self, desc: ImageDesc) -> Result<Image> {
        let ImageDesc { format, size, layers, samples, usage } = desc;
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width: size, height: size, depth: 1 })
            .mip_levels(1)
            .array_layers(layers)
            .samples(samples)
            .usage(usage);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_image(&info, None) }.during("vkCreateImage")?;
        self.keep(Owned::Image(raw));
        // SAFETY: the image was just made.
        let requirements = unsafe { self.device.get_image_memory_requirements(raw) };
        let memory =
            self.allocate(requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL, vk::MemoryAllocateFlags::empty())?;
        // SAFETY: the memory fits the requirements and is bound once.
        unsafe { self.device.bind_image_memory(raw, memory, 0) }.during("vkBindImageMemory")?;
        let mut image = Image { raw, view: vk::ImageView::null(), format, size, layers };
        let kind = if layers == 1 { vk::ImageViewType::TYPE_2D } else { vk::ImageViewType::TYPE_2D_ARRAY };
        let view = vk::ImageViewCreateInfo::default().image(raw).view_type(kind).format(format);
        let view = view.subresource_range(image.range());
        // SAFETY: the view's format and range are the image's.
        image.view = unsafe { self.device.create_image_view(&view, None) }.during("vkCreateImageView")?;
        self.keep(Owned::ImageView(image.view));
        Ok(image)
    }

    /// A view of one layer.
    pub fn layer_view(&self, image: &Image, layer: u32) -> Result<vk::ImageView> {
        let info = vk::ImageViewCreateInfo::default().image(image.raw).view_type(vk::ImageViewType::TYPE_2D);
        let range = image.range().base_array_layer(layer).layer_count(1);
        // SAFETY: the view's format is the image's, which has the layer.
        let view = unsafe { self.device.create_image_view(&info.format(image.format).subresource_range(range), None) };
        let view = view.during("vkCreateImageView")?;
        self.keep(Owned::ImageView(view));
        Ok(view)
    }

    fn allocate(
        &self,
        requirements: vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
        flags: vk::MemoryAllocateFlags,
    ) -> Result<vk::DeviceMemory> {
        let index = self.memory_type(requirements.memory_type_bits, wanted);
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(flags);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(index.ok_or(Error::NoMemory("a buffer or an image"))?)
            .push_next(&mut flags);
        // SAFETY: the type index is the device's.
        let memory = unsafe { self.device.allocate_memory(&info, None) }.during("vkAllocateMemory")?;
        self.keep(Owned::Memory(memory));
        Ok(memory)
    }

    pub fn sampler(&self, filter: vk::Filter) -> Result<vk::Sampler> {
        let info = vk::SamplerCreateInfo::default().mag_filter(filter).min_filter(filter);
        let info = info.address_mode_u(vk::SamplerAddressMode::REPEAT).address_mode_v(vk::SamplerAddressMode::REPEAT);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_sampler(&info, None) }.during("vkCreateSampler")?;
        self.keep(Owned::Sampler(raw));
        Ok(raw)
    }

    pub fn query_pool(&self, kind: vk::QueryType, count: u32) -> Result<vk::QueryPool> {
        let info = vk::QueryPoolCreateInfo::default().query_type(kind).query_count(count);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_query_pool(&info, None) }.during("vkCreateQueryPool")?;
        self.keep(Owned::QueryPool(raw));
        Ok(raw)
    }
}
