//! The set of a run's images and samplers.

use ash::vk;

use super::{Object, Run};
use crate::error::{During, Result};
use crate::guest::images::{GuestImage, GuestImages};

impl Run<'_> {
    /// Set [`crate::guest::images::IMAGE_SET`] and its layout.
    pub(super) fn image_set(&mut self, guest: &GuestImages) -> Result<(vk::DescriptorSetLayout, vk::DescriptorSet)> {
        let device = &self.gpu.device;
        let bindings = guest.layout_bindings(vk::ShaderStageFlags::COMPUTE);
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: plain creation.
        let layout =
            unsafe { device.create_descriptor_set_layout(&info, None) }.during("vkCreateDescriptorSetLayout")?;
        self.objects.push(Object::SetLayout(layout));
        let size = |binding: &vk::DescriptorSetLayoutBinding<'_>| vk::DescriptorPoolSize {
            ty: binding.descriptor_type,
            descriptor_count: 1,
        };
        let set = self.allocate_set(layout, &bindings.iter().map(size).collect::<Vec<_>>())?;
        for image in &guest.images {
            let view = self.image(image)?;
            let info = vk::DescriptorImageInfo::default().image_view(view).image_layout(vk::ImageLayout::GENERAL);
            self.write_image(set, image.binding, image.descriptor_type(), info);
        }
        for sampler in &guest.samplers {
            // SAFETY: plain creation.
            let raw = unsafe { self.gpu.device.create_sampler(&sampler.create_info(), None) };
            let raw = raw.during("vkCreateSampler")?;
            self.objects.push(Object::Sampler(raw));
            let info = vk::DescriptorImageInfo::default().sampler(raw);
            self.write_image(set, sampler.binding, vk::DescriptorType::SAMPLER, info);
        }
        Ok((layout, set))
    }

    fn write_image(&self, set: vk::DescriptorSet, binding: u32, ty: vk::DescriptorType, info: vk::DescriptorImageInfo) {
        let info = [info];
        let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding).descriptor_type(ty);
        // SAFETY: set, view and sampler are alive, and not in use.
        unsafe { self.gpu.device.update_descriptor_sets(&[write.image_info(&info)], &[]) };
    }

    fn image(&mut self, guest: &GuestImage) -> Result<vk::ImageView> {
        let device = &self.gpu.device;
        // SAFETY: plain creation.
        let image = unsafe { device.create_image(&guest.create_info(), None) }.during("vkCreateImage")?;
        self.objects.push(Object::Image(image));
        // SAFETY: the image was created above.
        let requirements = unsafe { device.get_image_memory_requirements(image) };
        let memory = self.allocate(requirements, vk::MemoryPropertyFlags::empty())?;
        let device = &self.gpu.device;
        // SAFETY: both were made above, for each other.
        unsafe { device.bind_image_memory(image, memory, 0) }.during("vkBindImageMemory")?;
        // SAFETY: the view's format and range are the image's.
        let view = unsafe { device.create_image_view(&guest.view_info(image), None) }.during("vkCreateImageView")?;
        self.objects.push(Object::View(view));
        self.images.push(image);
        Ok(view)
    }
}
