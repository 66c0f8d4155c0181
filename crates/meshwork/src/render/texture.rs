//! Textures for fragment shaders.

use ash::vk;
use image::RgbaImage;
use image::imageops::FilterType;

use crate::error::{During, Result};

use super::device::Gpu;
use super::memory::Owned;

impl Gpu {
    /// Trilinear, repeating.
    pub fn sampler(&self) -> Result<vk::Sampler> {
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(vk::Filter::LINEAR)
            .min_filter(vk::Filter::LINEAR)
            .mipmap_mode(vk::SamplerMipmapMode::LINEAR)
            .max_lod(vk::LOD_CLAMP_NONE);
        // SAFETY: plain creation.
        let raw = unsafe { self.device.create_sampler(&info, None) }.during("vkCreateSampler")?;
        self.keep(Owned::Sampler(raw));
        Ok(raw)
    }

    /// A set whose binding 0 is the picture with its mip levels, and the sampler.
    pub fn texture_set(
        &self,
        layout: vk::DescriptorSetLayout,
        sampler: vk::Sampler,
        picture: &RgbaImage,
    ) -> Result<vk::DescriptorSet> {
        let view = self.texture(picture)?;
        let kind = vk::DescriptorType::COMBINED_IMAGE_SAMPLER;
        let set = self.allocate_set(layout, kind, 1)?;
        let info = vk::DescriptorImageInfo::default().sampler(sampler).image_view(view);
        let info = [info.image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
        let write = vk::WriteDescriptorSet::default().dst_set(set).descriptor_type(kind).image_info(&info);
        // SAFETY: set, view and sampler are alive, and the set is in no command buffer yet.
        unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        Ok(set)
    }

    fn texture(&self, picture: &RgbaImage) -> Result<vk::ImageView> {
        let levels = levels(picture);
        let size = |level: &RgbaImage| vk::Extent3D { width: level.width(), height: level.height(), depth: 1 };
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(vk::Format::R8G8B8A8_SRGB)
            .extent(size(&levels[0]))
            .mip_levels(levels.len() as u32)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST);
        let (image, view) = self.image(&info, vk::ImageAspectFlags::COLOR)?;

        let bytes: Vec<u8> = levels.iter().flat_map(|level| level.as_raw()).copied().collect();
        let staging = self.staging(&bytes)?;
        let mut offset = 0;
        let mut regions = Vec::new();
        for (mip_level, level) in levels.iter().enumerate() {
            let layers = vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1);
            let layers = layers.mip_level(mip_level as u32);
            let region = vk::BufferImageCopy::default().buffer_offset(offset).image_subresource(layers);
            regions.push(region.image_extent(size(level)));
            offset += level.as_raw().len() as u64;
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

/// The picture, then each level half the size of the one before, to a single pixel.
fn levels(picture: &RgbaImage) -> Vec<RgbaImage> {
    let halve = |level: &RgbaImage| {
        let (width, height) = ((level.width() / 2).max(1), (level.height() / 2).max(1));
        image::imageops::resize(level, width, height, FilterType::Triangle)
    };
    let mut largest = picture.clone();
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
    fn levels_end_with_one_pixel() {
        let sizes: Vec<_> = levels(&RgbaImage::new(5, 3)).iter().map(RgbaImage::dimensions).collect();
        assert_eq!(sizes, [(5, 3), (2, 1), (1, 1)]);
        let sizes: Vec<_> = levels(&RgbaImage::new(1, 4)).iter().map(RgbaImage::dimensions).collect();
        assert_eq!(sizes, [(1, 4), (1, 2), (1, 1)]);
    }
}
