//! Images and samplers of a case on the device that draws it: for the translated program, and for its GLSL.

use ash::vk;
use meshwork_rdna2::launch::{Binding, Resources};

use crate::error::Result;
use crate::guest::images::{GuestImage, GuestImageError, GuestImages, GuestSampler};
use crate::render::{Bound, BoundObject, Gpu};

/// The set of the program's, its layout, and the images.
pub fn program_set(
    gpu: &Gpu,
    images: &GuestImages,
    resources: &Resources,
    stages: vk::ShaderStageFlags,
) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet, Vec<vk::Image>)> {
    let (mut bound, mut made) = (Vec::new(), Vec::new());
    for image in &images.images {
        let (raw, info) = filled(gpu, image, resources)?;
        made.push(raw);
        let object = BoundObject::Image(info);
        bound.push(Bound { binding: image.binding, kind: image.descriptor_type(), object });
    }
    for sampler in &images.samplers {
        let info = vk::DescriptorImageInfo::default().sampler(gpu.sampler(&sampler.create_info())?);
        let (binding, kind) = (sampler.binding, vk::DescriptorType::SAMPLER);
        bound.push(Bound { binding, kind, object: BoundObject::Image(info) });
    }
    let (layout, set) = gpu.bound_set(&bound, stages)?;
    Ok((layout, set, made))
}

/// The image with its texels, and how it is bound.
fn filled(gpu: &Gpu, image: &GuestImage, resources: &Resources) -> Result<(vk::Image, vk::DescriptorImageInfo)> {
    let raw = gpu.image_without_view(&image.create_info())?;
    let view = gpu.image_view(&image.view_info(raw))?;
    let memory = gpu.staging(&resources.memory.bytes)?;
    gpu.run(|commands| {
        // SAFETY: recording; the image was made for it, and the buffer is guest memory from the first byte on.
        unsafe { image.fill(&gpu.device, commands, raw, memory.raw, resources) };
    })?;
    Ok((raw, vk::DescriptorImageInfo::default().image_view(view).image_layout(vk::ImageLayout::GENERAL)))
}

/// A binding of the GLSL's: what its descriptor in guest memory says. `program` has the images that texels of are compared.
pub fn glsl_binding(
    gpu: &Gpu,
    set: u32,
    binding: &Binding,
    resources: &Resources,
    program: &GuestImages,
) -> Result<Option<Bound>> {
    let kind = match binding.kind.as_str() {
        "STORAGE_IMAGE" => vk::DescriptorType::STORAGE_IMAGE,
        "SAMPLED_IMAGE" => vk::DescriptorType::SAMPLED_IMAGE,
        "SAMPLER" => vk::DescriptorType::SAMPLER,
        "COMBINED_IMAGE_SAMPLER" => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        _ => return Ok(None),
    };
    let mut info = vk::DescriptorImageInfo::default();
    let mut compares = false;
    if kind != vk::DescriptorType::SAMPLER {
        let words: [u32; 8] = resources.set_dwords(set, binding.offset.unwrap_or(0));
        let is_compared = |image: &GuestImage| {
            let known = program.images.iter().find(|known| known.descriptor == image.descriptor);
            known.is_some_and(|known| known.format == vk::Format::D32_SFLOAT)
        };
        let is_written = kind == vk::DescriptorType::STORAGE_IMAGE;
        let image = |compares| GuestImage::new(binding.binding, &words, is_written, compares);
        compares = image(false)?.as_ref().is_some_and(is_compared);
        let image = image(compares)?.ok_or(GuestImageError::Null)?;
        (_, info) = filled(gpu, &image, resources)?;
    }
    let sampler_at = match kind {
        vk::DescriptorType::SAMPLER => Some(0),
        vk::DescriptorType::COMBINED_IMAGE_SAMPLER => Some(binding.sampler_at.unwrap_or(80)),
        _ => None,
    };
    if let Some(at) = sampler_at {
        let words = resources.set_dwords(set, binding.offset.unwrap_or(0) + at);
        let sampler = GuestSampler { binding: binding.binding, words, compares };
        info = info.sampler(gpu.sampler(&sampler.create_info())?);
    }
    Ok(Some(Bound { binding: binding.binding, kind, object: BoundObject::Image(info) }))
}

/// A texel buffer of the GLSL's, of texels of 32-bit components.
pub fn texel_buffer(gpu: &Gpu, binding: &Binding, memory: vk::Buffer, place: (u64, u64)) -> Result<Option<Bound>> {
    let (kind, format) = match binding.kind.as_str() {
        "UNIFORM_TEXEL_BUFFER" => (vk::DescriptorType::UNIFORM_TEXEL_BUFFER, vk::Format::R32G32B32A32_SFLOAT),
        "STORAGE_TEXEL_BUFFER" => (vk::DescriptorType::STORAGE_TEXEL_BUFFER, vk::Format::R32_UINT),
        _ => return Ok(None),
    };
    let info = vk::BufferViewCreateInfo::default().buffer(memory).format(format).offset(place.0).range(place.1);
    let object = BoundObject::TexelBuffer(gpu.buffer_view(&info)?);
    Ok(Some(Bound { binding: binding.binding, kind, object }))
}
