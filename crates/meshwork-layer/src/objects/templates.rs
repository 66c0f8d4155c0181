//! Descriptor update templates: what they read from memory, so that a push with one can be kept and issued again.

use ash::vk;

use super::layouts::slice;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateDescriptorUpdateTemplate: PFN_vkCreateDescriptorUpdateTemplate = create),
    hook!(vkCreateDescriptorUpdateTemplateKHR: PFN_vkCreateDescriptorUpdateTemplate = create),
    hook!(vkDestroyDescriptorUpdateTemplate: PFN_vkDestroyDescriptorUpdateTemplate = destroy),
    hook!(vkDestroyDescriptorUpdateTemplateKHR: PFN_vkDestroyDescriptorUpdateTemplate = destroy),
];

/// What is kept of a descriptor update template.
pub struct Template {
    /// Of a template for pushes.
    pub bind_point: vk::PipelineBindPoint,
    pub entries: Vec<vk::DescriptorUpdateTemplateEntry>,
    /// Bytes from the data pointer on that an update reads.
    pub data_bytes: usize,
}

impl Template {
    fn new(bind_point: vk::PipelineBindPoint, entries: &[vk::DescriptorUpdateTemplateEntry]) -> Self {
        let end = |entry: &vk::DescriptorUpdateTemplateEntry| match entry.descriptor_count {
            0 => 0,
            // Inline uniform blocks count bytes, in one piece.
            count if entry.descriptor_type == vk::DescriptorType::INLINE_UNIFORM_BLOCK => entry.offset + count as usize,
            count => entry.offset + (count as usize - 1) * entry.stride + descriptor_bytes(entry.descriptor_type),
        };
        Self { bind_point, data_bytes: entries.iter().map(end).max().unwrap_or(0), entries: entries.to_vec() }
    }
}

/// Size of the structure or handle that describes one descriptor in an update.
pub fn descriptor_bytes(descriptor: vk::DescriptorType) -> usize {
    use vk::DescriptorType as Type;
    match descriptor {
        Type::UNIFORM_TEXEL_BUFFER | Type::STORAGE_TEXEL_BUFFER => size_of::<vk::BufferView>(),
        Type::UNIFORM_BUFFER | Type::STORAGE_BUFFER | Type::UNIFORM_BUFFER_DYNAMIC | Type::STORAGE_BUFFER_DYNAMIC => {
            size_of::<vk::DescriptorBufferInfo>()
        }
        Type::ACCELERATION_STRUCTURE_KHR => size_of::<vk::AccelerationStructureKHR>(),
        Type::ACCELERATION_STRUCTURE_NV => size_of::<vk::AccelerationStructureNV>(),
        _ => size_of::<vk::DescriptorImageInfo>(),
    }
}

/// # Safety
/// As `vkCreateDescriptorUpdateTemplate`.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const vk::DescriptorUpdateTemplateCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    template: *mut vk::DescriptorUpdateTemplate,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_1().create_descriptor_update_template)(device, info, allocator, template);
        if result == vk::Result::SUCCESS {
            let entries = slice((*info).p_descriptor_update_entries, (*info).descriptor_update_entry_count);
            fallback.objects.templates.insert(*template, Template::new((*info).pipeline_bind_point, entries));
        }
        result
    })
}

/// # Safety
/// As `vkDestroyDescriptorUpdateTemplate`.
unsafe extern "system" fn destroy(
    device: vk::Device,
    template: vk::DescriptorUpdateTemplate,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.templates.remove(template);
        (data.fns.fp_v1_1().destroy_descriptor_update_template)(device, template, allocator);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_an_update_reads() {
        let entry = |descriptor_type, offset, descriptor_count, stride| vk::DescriptorUpdateTemplateEntry {
            descriptor_type,
            offset,
            descriptor_count,
            stride,
            ..Default::default()
        };
        let entries = [
            entry(vk::DescriptorType::STORAGE_BUFFER, 0, 2, 32),
            entry(vk::DescriptorType::INLINE_UNIFORM_BLOCK, 56, 20, 0),
            entry(vk::DescriptorType::SAMPLER, 500, 0, 24),
        ];
        assert_eq!(Template::new(vk::PipelineBindPoint::GRAPHICS, &entries[..1]).data_bytes, 56);
        assert_eq!(Template::new(vk::PipelineBindPoint::GRAPHICS, &entries).data_bytes, 76);
    }
}
