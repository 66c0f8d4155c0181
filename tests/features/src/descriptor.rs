//! Descriptor set layouts, sets and pipeline layouts.

use ash::vk;

use crate::error::{During, Result};
use crate::gpu::{Gpu, Owned};
use crate::resource::{Buffer, Image};

/// Every stage that a case may have.
pub const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
    vk::ShaderStageFlags::TASK_EXT.as_raw()
        | vk::ShaderStageFlags::MESH_EXT.as_raw()
        | vk::ShaderStageFlags::FRAGMENT.as_raw()
        | vk::ShaderStageFlags::COMPUTE.as_raw(),
);

/// Bindings 0, 1, 2… of a set. With an immutable sampler, `samplers` has one for each element.
#[derive(Clone, Copy)]
pub struct Binding<'a> {
    pub kind: vk::DescriptorType,
    pub count: u32,
    pub samplers: &'a [vk::Sampler],
    pub stages: vk::ShaderStageFlags,
}

impl Binding<'static> {
    pub fn new(kind: vk::DescriptorType) -> Self {
        Self { kind, count: 1, samplers: &[], stages: STAGES }
    }

    pub fn array(kind: vk::DescriptorType, count: u32) -> Self {
        Self { kind, count, samplers: &[], stages: STAGES }
    }
}

/// One element of a set.
#[derive(Clone, Copy)]
pub enum Resource<'a> {
    Storage(&'a Buffer),
    Uniform(&'a Buffer),
    /// So many bytes at a dynamic offset.
    UniformDynamic(&'a Buffer, u64),
    Sampled(&'a Image, vk::Sampler),
    StorageImage(&'a Image),
    /// Of a subpass.
    Input(&'a Image),
    /// Of a dynamic rendering.
    LocalInput(&'a Image),
}

impl Resource<'_> {
    pub fn kind(&self) -> vk::DescriptorType {
        match self {
            Self::Storage(_) => vk::DescriptorType::STORAGE_BUFFER,
            Self::Uniform(_) => vk::DescriptorType::UNIFORM_BUFFER,
            Self::UniformDynamic(..) => vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC,
            Self::Sampled(..) => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
            Self::StorageImage(_) => vk::DescriptorType::STORAGE_IMAGE,
            Self::Input(_) | Self::LocalInput(_) => vk::DescriptorType::INPUT_ATTACHMENT,
        }
    }

    pub fn buffer(&self) -> vk::DescriptorBufferInfo {
        let (buffer, range) = match self {
            Self::Storage(buffer) | Self::Uniform(buffer) => (buffer.raw, vk::WHOLE_SIZE),
            Self::UniformDynamic(buffer, range) => (buffer.raw, *range),
            Self::Sampled(..) | Self::StorageImage(_) | Self::Input(_) | Self::LocalInput(_) => (vk::Buffer::null(), 0),
        };
        vk::DescriptorBufferInfo { buffer, offset: 0, range }
    }

    fn image(&self) -> vk::DescriptorImageInfo {
        let info = vk::DescriptorImageInfo::default();
        match self {
            Self::Sampled(image, sampler) => {
                info.image_view(image.view).sampler(*sampler).image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)
            }
            Self::Input(image) => info.image_view(image.view).image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL),
            Self::LocalInput(image) => {
                info.image_view(image.view).image_layout(vk::ImageLayout::RENDERING_LOCAL_READ_KHR)
            }
            Self::StorageImage(image) => info.image_view(image.view).image_layout(vk::ImageLayout::GENERAL),
            _ => info,
        }
    }
}

/// The Vulkan structures of writes `(binding, element, resource)`, kept together for a call.
pub struct Writes {
    places: Vec<(u32, u32, vk::DescriptorType)>,
    buffers: Vec<[vk::DescriptorBufferInfo; 1]>,
    images: Vec<[vk::DescriptorImageInfo; 1]>,
}

impl Writes {
    pub fn new(writes: &[(u32, u32, Resource<'_>)]) -> Self {
        Self {
            places: writes.iter().map(|(binding, element, resource)| (*binding, *element, resource.kind())).collect(),
            buffers: writes.iter().map(|(.., resource)| [resource.buffer()]).collect(),
            images: writes.iter().map(|(.., resource)| [resource.image()]).collect(),
        }
    }

    pub fn to(&self, set: vk::DescriptorSet) -> Vec<vk::WriteDescriptorSet<'_>> {
        let infos = self.buffers.iter().zip(&self.images);
        let write = |((binding, element, kind), (buffer, image)): (&(u32, u32, _), (&'_ [_; 1], &'_ [_; 1]))| {
            vk::WriteDescriptorSet {
                dst_set: set,
                dst_binding: *binding,
                dst_array_element: *element,
                descriptor_count: 1,
                descriptor_type: *kind,
                p_buffer_info: buffer.as_ptr(),
                p_image_info: image.as_ptr(),
                ..Default::default()
            }
        };
        self.places.iter().zip(infos).map(write).collect()
    }
}

impl Gpu<'_> {
    pub fn set_layout(&self, bindings: &[Binding<'_>]) -> Result<vk::DescriptorSetLayout> {
        self.set_layout_with(bindings, vk::DescriptorSetLayoutCreateFlags::empty())
    }

    /// With update-after-bind pools in `flags`, every binding may be updated after it was bound.
    pub fn set_layout_with(
        &self,
        bindings: &[Binding<'_>],
        flags: vk::DescriptorSetLayoutCreateFlags,
    ) -> Result<vk::DescriptorSetLayout> {
        let raw_binding = |(index, binding): (usize, &Binding<'_>)| vk::DescriptorSetLayoutBinding {
            binding: index as u32,
            descriptor_type: binding.kind,
            descriptor_count: binding.count,
            stage_flags: binding.stages,
            p_immutable_samplers: match binding.samplers {
                [] => std::ptr::null(),
                samplers => samplers.as_ptr(),
            },
            ..Default::default()
        };
        let raw_bindings: Vec<_> = bindings.iter().enumerate().map(raw_binding).collect();
        let late = flags.contains(vk::DescriptorSetLayoutCreateFlags::UPDATE_AFTER_BIND_POOL);
        let late = if late { vk::DescriptorBindingFlags::UPDATE_AFTER_BIND } else { Default::default() };
        let binding_flags = vec![late; bindings.len()];
        let mut binding_flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&binding_flags);
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&raw_bindings).flags(flags);
        let info = info.push_next(&mut binding_flags);
        // SAFETY: the bindings and their samplers outlive the call.
        let raw = unsafe { self.device.create_descriptor_set_layout(&info, None) };
        let raw = raw.during("vkCreateDescriptorSetLayout")?;
        self.keep(Owned::SetLayout(raw));
        Ok(raw)
    }

    /// A set with what `writes` says of it: binding, element, resource.
    pub fn set(
        &self,
        layout: vk::DescriptorSetLayout,
        writes: &[(u32, u32, Resource<'_>)],
    ) -> Result<vk::DescriptorSet> {
        let size = |kind| vk::DescriptorPoolSize::default().ty(kind).descriptor_count(32);
        let sizes = [
            vk::DescriptorType::STORAGE_BUFFER,
            vk::DescriptorType::UNIFORM_BUFFER,
            vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC,
            vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
            vk::DescriptorType::STORAGE_IMAGE,
        ]
        .map(size);
        let pool = vk::DescriptorPoolCreateInfo::default()
            .max_sets(1)
            .pool_sizes(&sizes)
            .flags(vk::DescriptorPoolCreateFlags::UPDATE_AFTER_BIND);
        // SAFETY: plain creation.
        let pool = unsafe { self.device.create_descriptor_pool(&pool, None) }.during("vkCreateDescriptorPool")?;
        self.keep(Owned::DescriptorPool(pool));
        let layouts = [layout];
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: the pool was just made, and the layout is of this device.
        let sets = unsafe { self.device.allocate_descriptor_sets(&info) }.during("vkAllocateDescriptorSets")?;
        self.update(sets[0], writes);
        Ok(sets[0])
    }

    pub fn update(&self, set: vk::DescriptorSet, writes: &[(u32, u32, Resource<'_>)]) {
        let writes = Writes::new(writes);
        // SAFETY: the set and the resources are of this device, and no submitted work uses the set.
        unsafe { self.device.update_descriptor_sets(&writes.to(set), &[]) };
    }

    pub fn layout(
        &self,
        sets: &[vk::DescriptorSetLayout],
        push_constants: &[vk::PushConstantRange],
    ) -> Result<vk::PipelineLayout> {
        self.layout_of(vk::PipelineLayoutCreateInfo::default().set_layouts(sets).push_constant_ranges(push_constants))
    }

    /// A layout for pipeline libraries that have a part of the sets; the others may be null.
    pub fn independent_layout(&self, sets: &[vk::DescriptorSetLayout]) -> Result<vk::PipelineLayout> {
        let independent = vk::PipelineLayoutCreateFlags::INDEPENDENT_SETS_EXT;
        self.layout_of(vk::PipelineLayoutCreateInfo::default().flags(independent).set_layouts(sets))
    }

    fn layout_of(&self, info: vk::PipelineLayoutCreateInfo<'_>) -> Result<vk::PipelineLayout> {
        // SAFETY: the set layouts are of this device.
        let raw = unsafe { self.device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
        self.keep(Owned::PipelineLayout(raw));
        Ok(raw)
    }
}

/// A range of push constants, in words.
pub fn push_range(stages: vk::ShaderStageFlags, first: u32, count: u32) -> vk::PushConstantRange {
    vk::PushConstantRange { stage_flags: stages, offset: first * 4, size: count * 4 }
}
