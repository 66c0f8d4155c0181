//! Images and samplers of a program on a device. What their T#s and S#s say becomes objects of Vulkan; texels come from guest memory,
//! and written images go back there, where they are compared with the rest of it.

use std::collections::BTreeMap;

use ash::vk;
use meshwork_rdna2::launch::{ImageDescriptor, Resources};
use meshwork_rdna2::translate::{BindingPoint, Bindings, ImageBinding};
use meshwork_rdna2::{DescriptorPath, ImageDim, ImageUse, ImageUseKind, Instruction, image_uses};

use super::format::format;
use super::launch::Workgroups;

/// Behind the set of the translator's own buffers.
pub const IMAGE_SET: u32 = 1;

/// Why there is no object for an image.
#[derive(Debug, thiserror::Error)]
pub enum GuestImageError {
    #[error(transparent)]
    Program(#[from] meshwork_rdna2::Error),

    #[error("an image of {dim:?} that is used as another")]
    Dimension { dim: ImageDim },

    #[error("an image of format {0}")]
    Format(u8),

    #[error("a null descriptor that its GLSL uses")]
    Null,
}

/// Descriptors of set [`IMAGE_SET`].
#[derive(Default)]
pub struct GuestImages {
    pub images: Vec<GuestImage>,
    pub samplers: Vec<GuestSampler>,
    /// Where the translated program finds them.
    pub bindings: Bindings,
}

pub struct GuestImage {
    pub binding: u32,
    pub descriptor: ImageDescriptor,
    pub format: vk::Format,
    pub is_written: bool,
}

#[derive(Clone, Copy)]
pub struct GuestSampler {
    pub binding: u32,
    pub words: [u32; 4],
    /// A sampler of Vulkan's does or does not.
    pub compares: bool,
}

impl GuestImages {
    /// What a program uses whose waves begin with those of the groups.
    pub fn of(program: &[Instruction], resources: &Resources, groups: &Workgroups) -> Result<Self, GuestImageError> {
        let uses = &image_uses(program)?;
        let sgprs = groups.inputs.first().map_or(&[][..], |group| &group.waves[0].sgprs);
        let mut found = Self::default();
        let mut by_image: BTreeMap<&DescriptorPath, Vec<&ImageUse>> = BTreeMap::new();
        uses.iter().for_each(|one| by_image.entry(&one.image).or_default().push(one));
        for (path, uses) in by_image {
            let words = resources.descriptor(sgprs, path);
            let binding = found.add_image(&words, &uses)?;
            found.bindings.images.insert(path.clone(), binding);
        }
        for one in uses {
            let Some(path) = &one.sampler else { continue };
            if !found.bindings.samplers.contains_key(path) {
                let (words, binding) = (resources.descriptor(sgprs, path), found.next());
                let compares = one.kind == ImageUseKind::Compare;
                found.samplers.push(GuestSampler { binding, words, compares });
                found.bindings.samplers.insert(path.clone(), BindingPoint { set: IMAGE_SET, binding });
            }
        }
        Ok(found)
    }

    pub fn is_empty(&self) -> bool {
        self.images.is_empty() && self.samplers.is_empty()
    }

    fn next(&self) -> u32 {
        (self.images.len() + self.samplers.len()) as u32
    }

    fn add_image(&mut self, words: &[u32; 8], uses: &[&ImageUse]) -> Result<ImageBinding, GuestImageError> {
        let is = |kinds: &[ImageUseKind]| uses.iter().any(|one| kinds.contains(&one.kind));
        let is_written = is(&[ImageUseKind::Store, ImageUseKind::Atomic]);
        let image = GuestImage::new(self.next(), words, is_written, is(&[ImageUseKind::Compare]))?;
        let Some(image) = image else { return Ok(ImageBinding::Null) };
        let (descriptor, binding) = (image.descriptor, image.binding);
        if uses.iter().any(|one| one.dim != descriptor.dim) {
            return Err(GuestImageError::Dimension { dim: descriptor.dim });
        }
        self.images.push(image);
        let (at, texels) = (BindingPoint { set: IMAGE_SET, binding }, descriptor.texel());
        Ok(match is_written {
            true => ImageBinding::Storage { at, texels, format: descriptor.storage_format() },
            false => ImageBinding::Sampled { at, texels, is_cube_array: false },
        })
    }
}

impl GuestImage {
    /// None for a null descriptor.
    pub fn new(
        binding: u32,
        words: &[u32; 8],
        is_written: bool,
        is_compared: bool,
    ) -> Result<Option<Self>, GuestImageError> {
        let Some(descriptor) = ImageDescriptor::from_words(words) else { return Ok(None) };
        let unknown = || GuestImageError::Format(descriptor.format);
        let format = match descriptor.format_name().and_then(format).ok_or_else(unknown)? {
            vk::Format::R32_SFLOAT if is_compared => vk::Format::D32_SFLOAT,
            format => format,
        };
        Ok(Some(Self { binding, descriptor, format, is_written }))
    }

    pub fn descriptor_type(&self) -> vk::DescriptorType {
        if self.is_written { vk::DescriptorType::STORAGE_IMAGE } else { vk::DescriptorType::SAMPLED_IMAGE }
    }

    fn layers(&self) -> u32 {
        if self.descriptor.dim == ImageDim::D3 { 1 } else { self.descriptor.size[2] }
    }

    fn aspect(&self) -> vk::ImageAspectFlags {
        match self.format {
            vk::Format::D32_SFLOAT => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }

    fn extent(&self, level: u32) -> vk::Extent3D {
        let [width, height, depth] = self.descriptor.level_size(level);
        let depth = if self.descriptor.dim == ImageDim::D3 { depth } else { 1 };
        vk::Extent3D { width, height, depth }
    }

    pub fn create_info(&self) -> vk::ImageCreateInfo<'static> {
        let descriptor = &self.descriptor;
        let ty = match descriptor.dim {
            ImageDim::D1 | ImageDim::D1Array => vk::ImageType::TYPE_1D,
            ImageDim::D3 => vk::ImageType::TYPE_3D,
            _ => vk::ImageType::TYPE_2D,
        };
        let flags = match descriptor.dim {
            ImageDim::Cube => vk::ImageCreateFlags::CUBE_COMPATIBLE,
            _ => vk::ImageCreateFlags::empty(),
        };
        let usage = match self.is_written {
            true => vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::TRANSFER_SRC,
            false => vk::ImageUsageFlags::SAMPLED,
        };
        vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(ty)
            .format(self.format)
            .extent(self.extent(0))
            .mip_levels(descriptor.levels)
            .array_layers(self.layers())
            .samples(vk::SampleCountFlags::from_raw(descriptor.samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_DST)
    }

    fn range(&self) -> vk::ImageSubresourceRange {
        let range = vk::ImageSubresourceRange::default().aspect_mask(self.aspect());
        range.level_count(self.descriptor.levels).layer_count(self.layers())
    }

    /// All of it, of the dimension that the instructions name.
    pub fn view_info(&self, image: vk::Image) -> vk::ImageViewCreateInfo<'static> {
        let ty = match self.descriptor.dim {
            ImageDim::D1 => vk::ImageViewType::TYPE_1D,
            ImageDim::D1Array => vk::ImageViewType::TYPE_1D_ARRAY,
            ImageDim::D2 | ImageDim::D2Msaa => vk::ImageViewType::TYPE_2D,
            ImageDim::D2Array | ImageDim::D2MsaaArray => vk::ImageViewType::TYPE_2D_ARRAY,
            ImageDim::D3 => vk::ImageViewType::TYPE_3D,
            ImageDim::Cube => vk::ImageViewType::CUBE,
        };
        let info = vk::ImageViewCreateInfo::default().image(image).view_type(ty).format(self.format);
        info.subresource_range(self.range())
    }

    /// Where its texels lie in a buffer of the window that begins at `base`: row by row, layer by layer, level by level.
    fn regions(&self, base: u64) -> Vec<vk::BufferImageCopy> {
        let descriptor = &self.descriptor;
        let mut offset = self.offset(base);
        let mut regions = Vec::new();
        for level in 0..descriptor.levels {
            let layers = vk::ImageSubresourceLayers::default().aspect_mask(self.aspect()).mip_level(level);
            let region = vk::BufferImageCopy::default().buffer_offset(offset).image_extent(self.extent(level));
            regions.push(region.image_subresource(layers.layer_count(self.layers())));
            let texels: u32 = descriptor.level_size(level).iter().product();
            offset += u64::from(texels) * u64::from(descriptor.texel_bytes());
        }
        regions
    }

    /// Addresses in T#s have 48 bits.
    fn offset(&self, base: u64) -> u64 {
        self.descriptor.address.wrapping_sub(base) & 0xffff_ffff_ffff
    }

    /// Fills the image from guest memory, and leaves it in layout GENERAL.
    ///
    /// # Safety
    /// The command buffer is being recorded; the image has [`Self::create_info`]; the buffer holds guest memory from `base` on.
    pub unsafe fn fill(
        &self,
        device: &ash::Device,
        commands: vk::CommandBuffer,
        image: vk::Image,
        memory: vk::Buffer,
        resources: &Resources,
    ) {
        use vk::{AccessFlags as Access, ImageLayout as Layout};
        let (target, base) = (Layout::TRANSFER_DST_OPTIMAL, resources.memory.base);
        // SAFETY: the caller's promise; the regions are those of the image, and so is the colour.
        unsafe {
            self.barrier(
                device,
                commands,
                image,
                (Layout::UNDEFINED, target),
                (Access::empty(), Access::TRANSFER_WRITE),
            );
            if self.descriptor.samples > 1 {
                // They cannot be copied to; all texels are alike.
                let color = vk::ClearColorValue { uint32: self.first_texel(resources) };
                device.cmd_clear_color_image(commands, image, target, &color, &[self.range()]);
            } else {
                device.cmd_copy_buffer_to_image(commands, memory, image, target, &self.regions(base));
            }
            let shader = Access::SHADER_READ | Access::SHADER_WRITE;
            self.barrier(device, commands, image, (target, Layout::GENERAL), (Access::TRANSFER_WRITE, shader));
        }
    }

    /// Of components of 32 bits.
    fn first_texel(&self, resources: &Resources) -> [u32; 4] {
        let bytes = resources.memory.slice(self.descriptor.address, self.descriptor.texel_bytes() as usize);
        let mut words = bytes.unwrap_or_default().chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        std::array::from_fn(|_| words.next().map_or(0, u32::from_le_bytes))
    }

    /// Copies a written image back to guest memory.
    ///
    /// # Safety
    /// As for [`Self::fill`], which comes before it.
    pub unsafe fn bring_back(
        &self,
        device: &ash::Device,
        commands: vk::CommandBuffer,
        image: vk::Image,
        memory: vk::Buffer,
        base: u64,
    ) {
        use vk::{AccessFlags as Access, ImageLayout as Layout};
        // SAFETY: the caller's promise.
        unsafe {
            let access = (Access::SHADER_WRITE, Access::TRANSFER_READ);
            self.barrier(device, commands, image, (Layout::GENERAL, Layout::GENERAL), access);
            device.cmd_copy_image_to_buffer(commands, image, Layout::GENERAL, memory, &self.regions(base));
        }
    }

    /// # Safety
    /// The command buffer is being recorded, and the image has [`Self::create_info`].
    unsafe fn barrier(
        &self,
        device: &ash::Device,
        commands: vk::CommandBuffer,
        image: vk::Image,
        layouts: (vk::ImageLayout, vk::ImageLayout),
        access: (vk::AccessFlags, vk::AccessFlags),
    ) {
        let barrier = vk::ImageMemoryBarrier::default()
            .image(image)
            .subresource_range(self.range())
            .old_layout(layouts.0)
            .new_layout(layouts.1)
            .src_access_mask(access.0)
            .dst_access_mask(access.1)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED);
        let all = vk::PipelineStageFlags::ALL_COMMANDS;
        // SAFETY: the caller's promise.
        unsafe { device.cmd_pipeline_barrier(commands, all, all, vk::DependencyFlags::empty(), &[], &[], &[barrier]) };
    }
}

impl GuestSampler {
    /// What the S# says (RDNA2 ISA, table of image sampler descriptors), of what the launch writes into one.
    pub fn create_info(&self) -> vk::SamplerCreateInfo<'static> {
        let [first, second, third, _] = self.words;
        let wrap = |shift: u32| match first >> shift & 7 {
            0 => vk::SamplerAddressMode::REPEAT,
            1 => vk::SamplerAddressMode::MIRRORED_REPEAT,
            6 => vk::SamplerAddressMode::CLAMP_TO_BORDER,
            _ => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        };
        let filter = |shift: u32| match third >> shift & 3 {
            0 => vk::Filter::NEAREST,
            _ => vk::Filter::LINEAR,
        };
        vk::SamplerCreateInfo::default()
            .address_mode_u(wrap(0))
            .address_mode_v(wrap(3))
            .address_mode_w(wrap(6))
            .mag_filter(filter(20))
            .min_filter(filter(22))
            .mipmap_mode(vk::SamplerMipmapMode::NEAREST)
            .min_lod((second & 0xfff) as f32 / 256.0)
            .max_lod((second >> 12 & 0xfff) as f32 / 256.0)
            .compare_enable(self.compares)
            .compare_op(vk::CompareOp::from_raw((first >> 12 & 7) as i32))
    }
}
