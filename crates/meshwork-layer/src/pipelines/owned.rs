//! The state of a pipeline library, owned: what its create info points to may be gone when the library is linked.

use core::ffi::{CStr, c_void};
use core::ptr::null;
use std::sync::Arc;

use ash::vk;
use vk::{GraphicsPipelineLibraryFlagsEXT as Parts, TaggedStructure};

use super::libraries::stages;
use super::module::is_module;
use super::shaders::module_of;
use crate::chain::Chain;
use crate::objects::Objects;
use crate::objects::layouts::slice;
use crate::objects::shader_modules::ShaderModule;

/// A graphics pipeline's create info with all that some of its parts need. Its stages hold their code themselves
/// (`VkShaderModuleCreateInfo`), which `graphicsPipelineLibrary` allows. What creates another pipeline than this state
/// describes is left out: libraries, outputs, the pipeline that it is derived from.
pub struct OwnedInfo {
    info: vk::GraphicsPipelineCreateInfo<'static>,
    _memory: Memory,
}

// SAFETY: the pointers lead into memory that the value owns and that nothing writes.
unsafe impl Send for OwnedInfo {}
// SAFETY: as above.
unsafe impl Sync for OwnedInfo {}

/// What the copies point to.
#[derive(Default)]
struct Memory {
    /// Each an array, aligned as any Vulkan structure.
    arrays: Vec<Box<[u64]>>,
    chains: Vec<Chain>,
    modules: Vec<Arc<ShaderModule>>,
}

/// What of a create info counts, by its dynamic states and its subpass.
struct Counts<'a> {
    parts: Parts,
    dynamic: &'a [vk::DynamicState],
    /// Nothing is rasterized, so most state is ignored.
    discards: bool,
    color: bool,
    depth_stencil: bool,
}

impl OwnedInfo {
    /// Copies what `parts` of the pipeline need.
    ///
    /// # Safety
    /// `info` is valid.
    pub unsafe fn new(objects: &Objects, info: &vk::GraphicsPipelineCreateInfo, parts: Parts) -> Self {
        let mut memory = Memory::default();
        // SAFETY: the caller's promise; pointers of state that does not count are not read.
        unsafe {
            let dynamic = info.p_dynamic_state.as_ref();
            let counts = Counts::of(objects, info, parts);
            let info = vk::GraphicsPipelineCreateInfo {
                p_next: memory.info_chain(info.p_next, parts),
                flags: info.flags & !vk::PipelineCreateFlags::DERIVATIVE,
                p_stages: memory.stages(objects, stages(info)),
                stage_count: stages(info).len() as u32,
                p_viewport_state: memory.viewport(info, &counts),
                p_rasterization_state: memory.rasterization(info, &counts),
                p_multisample_state: memory.multisample(info, &counts),
                p_depth_stencil_state: memory.depth_stencil(info, &counts),
                p_color_blend_state: memory.color_blend(info, &counts),
                p_dynamic_state: dynamic.map_or(null(), |dynamic| memory.dynamic(dynamic)),
                layout: info.layout,
                render_pass: info.render_pass,
                subpass: info.subpass,
                ..Default::default()
            };
            Self { info, _memory: memory }
        }
    }

    /// Valid while `self` lives; the layout and the render pass are the program's.
    pub fn info(&self) -> vk::GraphicsPipelineCreateInfo<'_> {
        self.info
    }
}

impl<'a> Counts<'a> {
    /// # Safety
    /// `info` is valid and outlives the value.
    unsafe fn of(objects: &Objects, info: &vk::GraphicsPipelineCreateInfo<'a>, parts: Parts) -> Self {
        // SAFETY: the caller's promise; the rasterization state is valid where its part is there.
        unsafe {
            let dynamic = info.p_dynamic_state.as_ref();
            let dynamic = dynamic.map_or(&[][..], |state| slice(state.p_dynamic_states, state.dynamic_state_count));
            let rasterization = match parts.contains(Parts::PRE_RASTERIZATION_SHADERS) {
                true => info.p_rasterization_state.as_ref(),
                false => None,
            };
            let discards = rasterization.is_some_and(|state| state.rasterizer_discard_enable == vk::TRUE)
                && !dynamic.contains(&vk::DynamicState::RASTERIZER_DISCARD_ENABLE);
            // State of attachments that a subpass has not is ignored.
            let render_pass = objects.render_passes.get(info.render_pass);
            let subpass = render_pass.as_ref().and_then(|pass| pass.subpasses.get(info.subpass as usize));
            Self {
                parts,
                dynamic,
                discards,
                color: subpass.is_none_or(|subpass| !subpass.colors.is_empty()),
                depth_stencil: subpass.is_none_or(|subpass| subpass.depth_stencil.is_some()),
            }
        }
    }

    fn is_dynamic(&self, state: vk::DynamicState) -> bool {
        self.dynamic.contains(&state)
    }
}

impl Memory {
    /// Copies a structure or an array; null stays null.
    ///
    /// # Safety
    /// `from` is null or has `count` elements.
    unsafe fn array<T: Copy>(&mut self, from: *const T, count: usize) -> *const T {
        const { assert!(align_of::<T>() <= align_of::<u64>()) };
        if from.is_null() || count == 0 {
            return null();
        }
        let mut copy = vec![0_u64; (count * size_of::<T>()).div_ceil(size_of::<u64>())].into_boxed_slice();
        // SAFETY: the caller's promise, and the copy is at least as large.
        unsafe { core::ptr::copy_nonoverlapping(from, copy.as_mut_ptr().cast::<T>(), count) };
        self.arrays.push(copy);
        self.arrays.last().map_or(null(), |copy| copy.as_ptr().cast())
    }

    fn keep<T: Copy>(&mut self, value: &T) -> *const T {
        // SAFETY: one element.
        unsafe { self.array(value, 1) }
    }

    fn chain(&mut self, mut chain: Chain) -> *const c_void {
        let first = chain.link();
        self.chains.push(chain);
        first
    }

    /// # Safety
    /// A valid chain.
    unsafe fn plain_chain(&mut self, p_next: *const c_void) -> *const c_void {
        // SAFETY: the caller's promise.
        let chain = unsafe { Chain::copy(p_next, |_| true) };
        self.chain(chain)
    }

    /// # Safety
    /// A valid chain of a graphics pipeline's create info.
    unsafe fn info_chain(&mut self, p_next: *const c_void, parts: Parts) -> *const c_void {
        let left_out = [
            vk::PipelineLibraryCreateInfoKHR::STRUCTURE_TYPE,
            vk::GraphicsPipelineLibraryCreateInfoEXT::STRUCTURE_TYPE,
            vk::PipelineCreationFeedbackCreateInfo::STRUCTURE_TYPE,
            vk::GraphicsPipelineShaderGroupsCreateInfoNV::STRUCTURE_TYPE,
        ];
        // SAFETY: the caller's promise, here and below: arrays are as long as their counts say, where they count.
        unsafe {
            let mut chain = Chain::copy(p_next, |s_type| !left_out.contains(&s_type));
            let outputs = parts.contains(Parts::FRAGMENT_OUTPUT_INTERFACE);
            if let Some(flags) = chain.get_mut::<vk::PipelineCreateFlags2CreateInfoKHR>() {
                flags.flags &= !vk::PipelineCreateFlags2KHR::DERIVATIVE;
            }
            if let Some(rendering) = chain.get_mut::<vk::PipelineRenderingCreateInfo>() {
                // The other parts read the view mask alone.
                let count = if outputs { rendering.color_attachment_count } else { 0 };
                rendering.p_color_attachment_formats = self.array(rendering.p_color_attachment_formats, count as usize);
                rendering.color_attachment_count = count;
            }
            if let Some(rectangles) = chain.get_mut::<vk::PipelineDiscardRectangleStateCreateInfoEXT>() {
                let count = rectangles.discard_rectangle_count as usize;
                rectangles.p_discard_rectangles = self.array(rectangles.p_discard_rectangles, count);
            }
            if let Some(samples) = chain.get_mut::<vk::AttachmentSampleCountInfoAMD>() {
                let count = samples.color_attachment_count as usize;
                samples.p_color_attachment_samples = self.array(samples.p_color_attachment_samples, count);
            }
            if let Some(locations) = chain.get_mut::<vk::RenderingAttachmentLocationInfoKHR>() {
                let count = locations.color_attachment_count as usize;
                locations.p_color_attachment_locations = self.array(locations.p_color_attachment_locations, count);
            }
            if let Some(inputs) = chain.get_mut::<vk::RenderingInputAttachmentIndexInfoKHR>() {
                let count = inputs.color_attachment_count as usize;
                inputs.p_color_attachment_input_indices = self.array(inputs.p_color_attachment_input_indices, count);
                inputs.p_depth_input_attachment_index = self.array(inputs.p_depth_input_attachment_index, 1);
                inputs.p_stencil_input_attachment_index = self.array(inputs.p_stencil_input_attachment_index, 1);
            }
            self.chain(chain)
        }
    }

    /// # Safety
    /// The stages are valid.
    unsafe fn stages(
        &mut self,
        objects: &Objects,
        program: &[vk::PipelineShaderStageCreateInfo],
    ) -> *const vk::PipelineShaderStageCreateInfo<'static> {
        let mut stages = Vec::new();
        for stage in program {
            // SAFETY: the caller's promise.
            unsafe {
                let mut chain = Chain::copy(stage.p_next, |s_type| !is_module(s_type));
                if let Some(module) = module_of(objects, stage) {
                    let code = vk::ShaderModuleCreateInfo {
                        code_size: size_of_val(&*module.words),
                        p_code: module.words.as_ptr(),
                        ..Default::default()
                    };
                    chain.push(code);
                    self.modules.push(module);
                }
                let name = CStr::from_ptr(stage.p_name).to_bytes_with_nul();
                stages.push(vk::PipelineShaderStageCreateInfo {
                    p_next: self.chain(chain),
                    flags: stage.flags,
                    stage: stage.stage,
                    p_name: self.array(name.as_ptr(), name.len()).cast(),
                    p_specialization_info: match stage.p_specialization_info.as_ref() {
                        Some(info) => self.specialization(info),
                        None => null(),
                    },
                    ..Default::default()
                });
            }
        }
        // SAFETY: a slice has as many elements as it says.
        unsafe { self.array(stages.as_ptr(), stages.len()) }
    }

    /// # Safety
    /// `info` is valid.
    unsafe fn specialization(&mut self, info: &vk::SpecializationInfo) -> *const vk::SpecializationInfo<'static> {
        // SAFETY: the caller's promise.
        unsafe {
            let info = vk::SpecializationInfo {
                map_entry_count: info.map_entry_count,
                p_map_entries: self.array(info.p_map_entries, info.map_entry_count as usize),
                data_size: info.data_size,
                p_data: self.array(info.p_data.cast::<u8>(), info.data_size).cast(),
                ..Default::default()
            };
            self.keep(&info)
        }
    }

    /// # Safety
    /// `info` is valid, here and below.
    unsafe fn viewport(
        &mut self,
        info: &vk::GraphicsPipelineCreateInfo,
        counts: &Counts,
    ) -> *const vk::PipelineViewportStateCreateInfo<'static> {
        if !counts.parts.contains(Parts::PRE_RASTERIZATION_SHADERS) || counts.discards {
            return null();
        }
        // SAFETY: the caller's promise: arrays that are dynamic are ignored.
        unsafe {
            let Some(state) = info.p_viewport_state.as_ref() else { return null() };
            let mut chain = Chain::copy(state.p_next, |_| true);
            if let Some(scalings) = chain.get_mut::<vk::PipelineViewportWScalingStateCreateInfoNV>() {
                let fixed = !counts.is_dynamic(vk::DynamicState::VIEWPORT_W_SCALING_NV);
                let count = if fixed { scalings.viewport_count as usize } else { 0 };
                scalings.p_viewport_w_scalings = self.array(scalings.p_viewport_w_scalings, count);
            }
            if let Some(swizzles) = chain.get_mut::<vk::PipelineViewportSwizzleStateCreateInfoNV>() {
                let count = swizzles.viewport_count as usize;
                swizzles.p_viewport_swizzles = self.array(swizzles.p_viewport_swizzles, count);
            }
            let viewports = match counts.is_dynamic(vk::DynamicState::VIEWPORT) {
                true => 0,
                false => state.viewport_count as usize,
            };
            let scissors = match counts.is_dynamic(vk::DynamicState::SCISSOR) {
                true => 0,
                false => state.scissor_count as usize,
            };
            let state = vk::PipelineViewportStateCreateInfo {
                p_next: self.chain(chain),
                flags: state.flags,
                viewport_count: state.viewport_count,
                p_viewports: self.array(state.p_viewports, viewports),
                scissor_count: state.scissor_count,
                p_scissors: self.array(state.p_scissors, scissors),
                ..Default::default()
            };
            self.keep(&state)
        }
    }

    /// # Safety
    /// As [`Self::viewport`].
    unsafe fn rasterization(
        &mut self,
        info: &vk::GraphicsPipelineCreateInfo,
        counts: &Counts,
    ) -> *const vk::PipelineRasterizationStateCreateInfo<'static> {
        if !counts.parts.contains(Parts::PRE_RASTERIZATION_SHADERS) {
            return null();
        }
        // SAFETY: the caller's promise.
        unsafe {
            let Some(state) = info.p_rasterization_state.as_ref() else { return null() };
            let p_next = self.plain_chain(state.p_next);
            self.keep(&vk::PipelineRasterizationStateCreateInfo {
                p_next,
                _marker: core::marker::PhantomData,
                ..*state
            })
        }
        .cast()
    }

    /// # Safety
    /// As [`Self::viewport`].
    unsafe fn multisample(
        &mut self,
        info: &vk::GraphicsPipelineCreateInfo,
        counts: &Counts,
    ) -> *const vk::PipelineMultisampleStateCreateInfo<'static> {
        if !counts.parts.intersects(Parts::FRAGMENT_SHADER | Parts::FRAGMENT_OUTPUT_INTERFACE) || counts.discards {
            return null();
        }
        // SAFETY: the caller's promise.
        unsafe {
            let Some(state) = info.p_multisample_state.as_ref() else { return null() };
            let mut chain = Chain::copy(state.p_next, |_| true);
            if let Some(locations) = chain.get_mut::<vk::PipelineSampleLocationsStateCreateInfoEXT>() {
                let fixed = !counts.is_dynamic(vk::DynamicState::SAMPLE_LOCATIONS_EXT);
                let info = &mut locations.sample_locations_info;
                let count = if fixed { info.sample_locations_count } else { 0 };
                info.p_sample_locations = self.array(info.p_sample_locations, count as usize);
                info.sample_locations_count = count;
            }
            let mask_words = match counts.is_dynamic(vk::DynamicState::SAMPLE_MASK_EXT) {
                true => 0,
                false => state.rasterization_samples.as_raw().div_ceil(32) as usize,
            };
            let state = vk::PipelineMultisampleStateCreateInfo {
                p_next: self.chain(chain),
                p_sample_mask: self.array(state.p_sample_mask, mask_words),
                ..*state
            };
            self.keep(&state).cast()
        }
    }

    /// # Safety
    /// As [`Self::viewport`].
    unsafe fn depth_stencil(
        &mut self,
        info: &vk::GraphicsPipelineCreateInfo,
        counts: &Counts,
    ) -> *const vk::PipelineDepthStencilStateCreateInfo<'static> {
        if !counts.parts.contains(Parts::FRAGMENT_SHADER) || counts.discards || !counts.depth_stencil {
            return null();
        }
        // SAFETY: the caller's promise.
        unsafe {
            let Some(state) = info.p_depth_stencil_state.as_ref() else { return null() };
            let p_next = self.plain_chain(state.p_next);
            self.keep(&vk::PipelineDepthStencilStateCreateInfo { p_next, ..*state }).cast()
        }
    }

    /// # Safety
    /// As [`Self::viewport`].
    unsafe fn color_blend(
        &mut self,
        info: &vk::GraphicsPipelineCreateInfo,
        counts: &Counts,
    ) -> *const vk::PipelineColorBlendStateCreateInfo<'static> {
        if !counts.parts.contains(Parts::FRAGMENT_OUTPUT_INTERFACE) || counts.discards || !counts.color {
            return null();
        }
        // SAFETY: the caller's promise; the attachments are ignored where all of them are dynamic, when they are null here.
        unsafe {
            let Some(state) = info.p_color_blend_state.as_ref() else { return null() };
            let mut chain = Chain::copy(state.p_next, |_| true);
            if let Some(writes) = chain.get_mut::<vk::PipelineColorWriteCreateInfoEXT>() {
                let fixed = !counts.is_dynamic(vk::DynamicState::COLOR_WRITE_ENABLE_EXT);
                let count = if fixed { writes.attachment_count as usize } else { 0 };
                writes.p_color_write_enables = self.array(writes.p_color_write_enables, count);
            }
            let replaced = [
                vk::DynamicState::COLOR_BLEND_ENABLE_EXT,
                vk::DynamicState::COLOR_BLEND_EQUATION_EXT,
                vk::DynamicState::COLOR_WRITE_MASK_EXT,
            ];
            let fixed = !replaced.iter().all(|&state| counts.is_dynamic(state));
            let count = if fixed { state.attachment_count as usize } else { 0 };
            let state = vk::PipelineColorBlendStateCreateInfo {
                p_next: self.chain(chain),
                p_attachments: self.array(state.p_attachments, count),
                ..*state
            };
            self.keep(&state).cast()
        }
    }

    /// # Safety
    /// `state` is valid.
    unsafe fn dynamic(
        &mut self,
        state: &vk::PipelineDynamicStateCreateInfo,
    ) -> *const vk::PipelineDynamicStateCreateInfo<'static> {
        // SAFETY: the caller's promise.
        unsafe {
            let p_dynamic_states = self.array(state.p_dynamic_states, state.dynamic_state_count as usize);
            let dynamic_state_count = state.dynamic_state_count;
            self.keep(&vk::PipelineDynamicStateCreateInfo {
                p_dynamic_states,
                dynamic_state_count,
                ..Default::default()
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the copy points to stays when the program's structures go; what does not count is not read.
    #[test]
    fn a_copy_needs_nothing_of_the_program() {
        let dangling = core::ptr::without_provenance::<u8>(8);
        let owned = {
            let specialization_data = [7_u32, 9];
            let entries = [vk::SpecializationMapEntry { constant_id: 3, offset: 4, size: 4 }];
            let bytes: Vec<u8> = specialization_data.iter().flat_map(|word| word.to_ne_bytes()).collect();
            let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&bytes);
            let words = [0x0723_0203_u32, 0, 0, 1, 0];
            let mut code = vk::ShaderModuleCreateInfo::default().code(&words);
            let name = c"entry".to_owned();
            let stages = [vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::FRAGMENT)
                .name(&name)
                .specialization_info(&specialization)
                .push_next(&mut code)];
            let depth = vk::PipelineDepthStencilStateCreateInfo::default().depth_test_enable(true);
            let dynamic = [vk::DynamicState::STENCIL_REFERENCE];
            let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
            let mut rendering = vk::PipelineRenderingCreateInfo::default().view_mask(5);
            rendering.color_attachment_count = 2;
            rendering.p_color_attachment_formats = dangling.cast();
            let mut info = vk::GraphicsPipelineCreateInfo::default()
                .stages(&stages)
                .depth_stencil_state(&depth)
                .dynamic_state(&dynamic)
                .push_next(&mut rendering);
            // Parts that the library has not.
            info.p_viewport_state = dangling.cast();
            info.p_rasterization_state = dangling.cast();
            info.p_color_blend_state = dangling.cast();
            // SAFETY: valid for a library of the fragment part.
            unsafe { OwnedInfo::new(&Objects::default(), &info, Parts::FRAGMENT_SHADER) }
        };
        let info = owned.info();
        assert!(info.p_viewport_state.is_null() && info.p_color_blend_state.is_null());
        // SAFETY: the copy owns what it points to.
        unsafe {
            let stage = &*info.p_stages;
            assert_eq!(CStr::from_ptr(stage.p_name), c"entry");
            let specialization = &*stage.p_specialization_info;
            assert_eq!((*specialization.p_map_entries).constant_id, 3);
            assert_eq!(*specialization.p_data.cast::<[u32; 2]>(), [7, 9]);
            let code = crate::chain::find::<vk::ShaderModuleCreateInfo>(stage.p_next).unwrap();
            assert_eq!((code.code_size, *code.p_code), (20, 0x0723_0203));
            assert_eq!((*info.p_depth_stencil_state).depth_test_enable, vk::TRUE);
            assert_eq!(*(*info.p_dynamic_state).p_dynamic_states, vk::DynamicState::STENCIL_REFERENCE);
            let rendering = crate::chain::find::<vk::PipelineRenderingCreateInfo>(info.p_next).unwrap();
            assert_eq!((rendering.view_mask, rendering.color_attachment_count), (5, 0));
        }
    }
}
