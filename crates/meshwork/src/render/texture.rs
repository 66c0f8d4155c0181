//! Textures for fragment shaders.

use ash::vk;
use image::imageops::FilterType;
use image::{Rgba, Rgba32FImage, RgbaImage};

use crate::error::Result;

use super::device::Gpu;

impl Gpu {
    /// A set whose binding 0 is the picture with its mip levels, for shaders that filter it themselves.
    pub fn texture_set(&self, layout: vk::DescriptorSetLayout, picture: &RgbaImage) -> Result<vk::DescriptorSet> {
        let view = self.texture(picture)?;
        let kind = vk::DescriptorType::SAMPLED_IMAGE;
        let set = self.allocate_set(layout, kind, 1)?;
        let info = vk::DescriptorImageInfo::default().image_view(view);
        let info = [info.image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
        let write = vk::WriteDescriptorSet::default().dst_set(set).descriptor_type(kind).image_info(&info);
        // SAFETY: set and view are alive, and the set is in no command buffer yet.
        unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        Ok(set)
    }

    fn texture(&self, picture: &RgbaImage) -> Result<vk::ImageView> {
        let levels = levels(linear(picture));
        let size = |level: &Rgba32FImage| vk::Extent3D { width: level.width(), height: level.height(), depth: 1 };
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(vk::Format::R16G16B16A16_SFLOAT)
            .extent(size(&levels[0]))
            .mip_levels(levels.len() as u32)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST);
        let (image, view) = self.image(&info, vk::ImageAspectFlags::COLOR)?;

        let halves: Vec<u16> = levels.iter().flat_map(|level| level.as_raw()).copied().map(half).collect();
        let staging = self.staging(bytemuck::cast_slice(&halves))?;
        let mut offset = 0;
        let mut regions = Vec::new();
        for (mip_level, level) in levels.iter().enumerate() {
            let layers = vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1);
            let layers = layers.mip_level(mip_level as u32);
            let region = vk::BufferImageCopy::default().buffer_offset(offset).image_subresource(layers);
            regions.push(region.image_extent(size(level)));
            offset += size_of_val(&level.as_raw()[..]) as u64 / 2;
        }
        self.run(|commands| {
            let range = vk::ImageSubresourceRange::default()
                .aspect_mask(vk::ImageAspectFlags::COLOR)
                .level_count(levels.len() as u32)
                .layer_count(1);
            let barrier = vk::ImageMemoryBarrier::default()
                .image(image)
                .subresource_range(range)
                .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
                .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED);
            let target = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
            let before = barrier.new_layout(target).dst_access_mask(vk::AccessFlags::TRANSFER_WRITE);
            let after = barrier
                .old_layout(target)
                .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)
                .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                .dst_access_mask(vk::AccessFlags::SHADER_READ);
            let none = vk::DependencyFlags::empty();
            let top = vk::PipelineStageFlags::TOP_OF_PIPE;
            let transfer = vk::PipelineStageFlags::TRANSFER;
            let fragment = vk::PipelineStageFlags::FRAGMENT_SHADER;
            // SAFETY: recording; the staging buffer holds every level.
            unsafe {
                self.device.cmd_pipeline_barrier(commands, top, transfer, none, &[], &[], &[before]);
                self.device.cmd_copy_buffer_to_image(commands, staging.raw, image, target, &regions);
                self.device.cmd_pipeline_barrier(commands, transfer, fragment, none, &[], &[], &[after]);
            }
        })?;
        Ok(view)
    }
}

/// Every Vulkan device takes textures of this size (`maxImageDimension2D`).
const MAX_SIZE: u32 = 4096;

/// From sRGB, which devices filter with fewer bits than floats.
fn linear(picture: &RgbaImage) -> Rgba32FImage {
    let decode = |byte: u8| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Rgba32FImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [r, g, b, a] = picture.get_pixel(x, y).0;
        Rgba([decode(r), decode(g), decode(b), f32::from(a) / 255.0])
    })
}

/// A number from 0 to 1 in the 16 bits of a half float, rounded down.
fn half(value: f32) -> u16 {
    /// The exponents of one differ by this between the formats.
    const BIAS: u32 = 127 - 15;
    let bits = value.clamp(0.0, 1.0).to_bits();
    // Too small for a normal half: a hundredth of what a byte of sRGB can tell from black.
    if bits >> 23 <= BIAS { 0 } else { ((bits >> 13) - (BIAS << 10)) as u16 }
}

/// The picture, then each level half the size of the one before, to a single pixel.
fn levels(picture: Rgba32FImage) -> Vec<Rgba32FImage> {
    let halve = |level: &Rgba32FImage| {
        let (width, height) = ((level.width() / 2).max(1), (level.height() / 2).max(1));
        image::imageops::resize(level, width, height, FilterType::Triangle)
    };
    let mut largest = picture;
    while largest.width().max(largest.height()) > MAX_SIZE {
        largest = halve(&largest);
    }
    let mut levels = vec![largest];
    while let Some(level) = levels.last().filter(|level| level.dimensions() > (1, 1)) {
        levels.push(halve(level));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_those_of_the_format() {
        assert_eq!([0.0, 1.0, 0.5, 0.25, 0.1, 7.0].map(half), [0, 0x3c00, 0x3800, 0x3400, 0x2e66, 0x3c00]);
    }

    #[test]
    fn levels_end_with_one_pixel() {
        let sizes: Vec<_> = levels(Rgba32FImage::new(5, 3)).iter().map(Rgba32FImage::dimensions).collect();
        assert_eq!(sizes, [(5, 3), (2, 1), (1, 1)]);
        let sizes: Vec<_> = levels(Rgba32FImage::new(1, 4)).iter().map(Rgba32FImage::dimensions).collect();
        assert_eq!(sizes, [(1, 4), (1, 2), (1, 1)]);
    }
}
