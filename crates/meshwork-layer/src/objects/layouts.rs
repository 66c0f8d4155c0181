//! Descriptor set layouts and pipeline layouts: task and mesh shaders see their descriptors as compute shaders, and their push
//! constants through memory.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ash::vk;

use super::Destroy;
use crate::chain;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::stages::{descriptor_stages, has_mesh_shaders, push_constant_stages};

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateDescriptorSetLayout: PFN_vkCreateDescriptorSetLayout = create_set_layout),
    hook!(vkDestroyDescriptorSetLayout: PFN_vkDestroyDescriptorSetLayout = destroy_set_layout),
    hook!(vkGetDescriptorSetLayoutSupport: PFN_vkGetDescriptorSetLayoutSupport = set_layout_support),
    hook!(vkGetDescriptorSetLayoutSupportKHR: PFN_vkGetDescriptorSetLayoutSupport = set_layout_support),
    hook!(vkCreatePipelineLayout: PFN_vkCreatePipelineLayout = create_pipeline_layout),
    hook!(vkDestroyPipelineLayout: PFN_vkDestroyPipelineLayout = destroy_pipeline_layout),
];

/// What is kept of a descriptor set layout. The driver's object lives until no pipeline layout needs it: the program may
/// destroy its layouts once the pipelines are made, and the fallback makes pipeline layouts of its own of them.
pub struct SetLayout {
    pub raw: vk::DescriptorSetLayout,
    /// Equal for identically defined layouts, whose sets are compatible.
    pub definition: u64,
    pub flags: vk::DescriptorSetLayoutCreateFlags,
    /// Dynamic offsets that binding such a set takes.
    pub dynamic_offsets: u32,
    /// Some binding is visible to task or mesh shaders.
    pub reaches_mesh: bool,
    _destroy: Destroy<vk::DescriptorSetLayout>,
}

impl SetLayout {
    pub fn is_push(&self) -> bool {
        self.flags.contains(vk::DescriptorSetLayoutCreateFlags::PUSH_DESCRIPTOR_KHR)
    }
}

/// What is kept of a pipeline layout. The driver's object lives until no recording needs it.
pub struct PipelineLayout {
    /// By set number; `None` where the program gave a null handle.
    pub sets: Vec<Option<Arc<SetLayout>>>,
    /// As the program has them.
    pub push_constants: Vec<vk::PushConstantRange>,
    _destroy: Option<Destroy<vk::PipelineLayout>>,
}

impl PipelineLayout {
    /// Of shader objects, which have no object for it.
    pub fn of_sets(sets: Vec<Option<Arc<SetLayout>>>, push_constants: Vec<vk::PushConstantRange>) -> Self {
        Self { sets, push_constants, _destroy: None }
    }

    pub fn set(&self, number: u32) -> Option<&SetLayout> {
        self.sets.get(number as usize)?.as_deref()
    }
}

/// What makes two set layouts identically defined.
///
/// # Safety
/// `info` is valid.
unsafe fn definition(info: &vk::DescriptorSetLayoutCreateInfo, bindings: &[vk::DescriptorSetLayoutBinding]) -> u64 {
    let mut hasher = DefaultHasher::new();
    info.flags.hash(&mut hasher);
    // SAFETY: the caller's promise; a binding has as many immutable samplers as descriptors, or none.
    unsafe {
        let flags = chain::find::<vk::DescriptorSetLayoutBindingFlagsCreateInfo>(info.p_next);
        let flags = flags.map_or(&[][..], |flags| slice(flags.p_binding_flags, flags.binding_count));
        let mutable = chain::find::<vk::MutableDescriptorTypeCreateInfoEXT>(info.p_next);
        let mutable = mutable.map_or(&[][..], |list| {
            slice(list.p_mutable_descriptor_type_lists, list.mutable_descriptor_type_list_count)
        });
        for (index, binding) in bindings.iter().enumerate() {
            (binding.binding, binding.descriptor_type, binding.descriptor_count, binding.stage_flags).hash(&mut hasher);
            let samplers = if binding.p_immutable_samplers.is_null() { 0 } else { binding.descriptor_count };
            slice(binding.p_immutable_samplers, samplers).hash(&mut hasher);
            flags.get(index).copied().unwrap_or_default().hash(&mut hasher);
            if let Some(types) = mutable.get(index) {
                slice(types.p_descriptor_types, types.descriptor_type_count).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

/// # Safety
/// `info` is valid and outlives the bindings.
unsafe fn bindings<'a>(info: &vk::DescriptorSetLayoutCreateInfo<'a>) -> Vec<vk::DescriptorSetLayoutBinding<'a>> {
    // SAFETY: the caller's promise.
    unsafe { slice(info.p_bindings, info.binding_count) }.to_vec()
}

fn driver_bindings<'a>(program: &[vk::DescriptorSetLayoutBinding<'a>]) -> Vec<vk::DescriptorSetLayoutBinding<'a>> {
    let rewrite = |binding: &vk::DescriptorSetLayoutBinding<'a>| vk::DescriptorSetLayoutBinding {
        stage_flags: descriptor_stages(binding.stage_flags),
        ..*binding
    };
    program.iter().map(rewrite).collect()
}

/// The driver's ranges: without task and mesh stages, whose push constants do not reach it.
pub fn driver_ranges(program: &[vk::PushConstantRange]) -> Vec<vk::PushConstantRange> {
    let rewrite = |range: &vk::PushConstantRange| {
        Some(vk::PushConstantRange { stage_flags: push_constant_stages(range.stage_flags)?, ..*range })
    };
    program.iter().filter_map(rewrite).collect()
}

/// # Safety
/// As `vkCreateDescriptorSetLayout`.
unsafe extern "system" fn create_set_layout(
    device: vk::Device,
    info: *const vk::DescriptorSetLayoutCreateInfo<'_>,
    _allocator: *const vk::AllocationCallbacks<'_>,
    layout: *mut vk::DescriptorSetLayout,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let program = bindings(&*info);
        let driver = driver_bindings(&program);
        let driver_info = vk::DescriptorSetLayoutCreateInfo { p_bindings: driver.as_ptr(), ..*info };
        // Without the program's allocator, which need not live as long as the driver's object does here.
        let result = (data.fns.fp_v1_0().create_descriptor_set_layout)(device, &driver_info, core::ptr::null(), layout);
        if result != vk::Result::SUCCESS {
            return result;
        }
        let is_dynamic = |binding: &&vk::DescriptorSetLayoutBinding| {
            use vk::DescriptorType as Type;
            matches!(binding.descriptor_type, Type::UNIFORM_BUFFER_DYNAMIC | Type::STORAGE_BUFFER_DYNAMIC)
        };
        let raw = *layout;
        fallback.objects.set_layouts.insert(
            raw,
            SetLayout {
                raw,
                definition: definition(&*info, &program),
                flags: (*info).flags,
                dynamic_offsets: program.iter().filter(is_dynamic).map(|binding| binding.descriptor_count).sum(),
                reaches_mesh: program.iter().any(|binding| has_mesh_shaders(binding.stage_flags)),
                _destroy: Destroy { device, function: data.fns.fp_v1_0().destroy_descriptor_set_layout, raw },
            },
        );
        result
    })
}

/// # Safety
/// As `vkDestroyDescriptorSetLayout`.
unsafe extern "system" fn destroy_set_layout(
    device: vk::Device,
    layout: vk::DescriptorSetLayout,
    _allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe { fallback_data(device).1.objects.set_layouts.remove(layout) });
}

/// # Safety
/// As `vkGetDescriptorSetLayoutSupport`.
unsafe extern "system" fn set_layout_support(
    device: vk::Device,
    info: *const vk::DescriptorSetLayoutCreateInfo<'_>,
    support: *mut vk::DescriptorSetLayoutSupport<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, _) = fallback_data(device);
        let driver = driver_bindings(&bindings(&*info));
        let info = vk::DescriptorSetLayoutCreateInfo { p_bindings: driver.as_ptr(), ..*info };
        (data.fns.fp_v1_1().get_descriptor_set_layout_support)(device, &info, support);
    });
}

/// # Safety
/// As `vkCreatePipelineLayout`.
unsafe extern "system" fn create_pipeline_layout(
    device: vk::Device,
    info: *const vk::PipelineLayoutCreateInfo<'_>,
    _allocator: *const vk::AllocationCallbacks<'_>,
    layout: *mut vk::PipelineLayout,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let push_constants = slice((*info).p_push_constant_ranges, (*info).push_constant_range_count);
        let ranges = driver_ranges(push_constants);
        let driver = vk::PipelineLayoutCreateInfo {
            push_constant_range_count: ranges.len() as u32,
            p_push_constant_ranges: ranges.as_ptr(),
            ..*info
        };
        // As with set layouts.
        let result = (data.fns.fp_v1_0().create_pipeline_layout)(device, &driver, core::ptr::null(), layout);
        if result == vk::Result::SUCCESS {
            let sets = slice((*info).p_set_layouts, (*info).set_layout_count);
            fallback.objects.pipeline_layouts.insert(
                *layout,
                PipelineLayout {
                    sets: sets.iter().map(|set| fallback.objects.set_layouts.get(*set)).collect(),
                    push_constants: push_constants.to_vec(),
                    _destroy: Some(Destroy {
                        device,
                        function: data.fns.fp_v1_0().destroy_pipeline_layout,
                        raw: *layout,
                    }),
                },
            );
        }
        result
    })
}

/// # Safety
/// As `vkDestroyPipelineLayout`.
unsafe extern "system" fn destroy_pipeline_layout(
    device: vk::Device,
    layout: vk::PipelineLayout,
    _allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe { fallback_data(device).1.objects.pipeline_layouts.remove(layout) });
}

/// An array of a Vulkan structure; its pointer may be anything where the count is 0.
///
/// # Safety
/// `pointer` has `count` elements that outlive the slice.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, count: u32) -> &'a [T] {
    match count {
        0 => &[],
        // SAFETY: the caller's promise.
        _ => unsafe { core::slice::from_raw_parts(pointer, count as usize) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn driver_ranges_have_no_mesh_stages() {
        use vk::ShaderStageFlags as Stages;
        let range = |stage_flags, offset| vk::PushConstantRange { stage_flags, offset, size: 16 };
        let program = [range(Stages::TASK_EXT, 0), range(Stages::MESH_EXT | Stages::FRAGMENT, 16)];
        let driver = driver_ranges(&program);
        assert_eq!(driver.len(), 1);
        assert_eq!((driver[0].stage_flags, driver[0].offset), (Stages::FRAGMENT, 16));
    }
}
