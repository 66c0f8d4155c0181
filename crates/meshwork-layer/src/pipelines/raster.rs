//! The driver's graphics pipeline: lowered vertex stage, fragment stage, and the program's fixed-function state.

use ash::vk;
use meshwork_abi::Topology;
use meshwork_gpu::{RECORDS_ATTRIBUTE, RECORDS_BINDING};
use meshwork_passes::Lowered;
use vk::TaggedStructure;

use super::error::Error;
use super::shaders::Shaders;
use crate::chain::Chain;
use crate::device::DeviceData;
use crate::objects::layouts::slice;

/// A driver's shader module for the time of a call.
struct Module<'a> {
    data: &'a DeviceData,
    raw: vk::ShaderModule,
}

impl<'a> Module<'a> {
    fn new(data: &'a DeviceData, words: &[u32]) -> Result<Self, Error> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: lowered words are a valid module.
        let raw = unsafe { data.fns.create_shader_module(&info, None) }.map_err(Error::Driver)?;
        Ok(Self { data, raw })
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and pipelines do not need their modules.
        unsafe { self.data.fns.destroy_shader_module(self.raw, None) };
    }
}

/// Creates it.
///
/// # Safety
/// `info` is valid and has a mesh stage, and `lowered` is made of its shaders.
pub unsafe fn create(
    data: &DeviceData,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    shaders: &Shaders,
    lowered: &Lowered,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    let vertex = Module::new(data, &lowered.vertex)?;
    // SAFETY: the caller's promise.
    let program_stages = unsafe { slice(info.p_stages, info.stage_count) };
    let program_fragment = program_stages.iter().find(|stage| stage.stage == vk::ShaderStageFlags::FRAGMENT);
    let fragment = fragment_module(data, shaders, lowered)?;
    let mut fragment_chain = Chain::default();
    let mut stages = vec![
        vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::VERTEX)
            .module(vertex.raw)
            .name(c"main"),
    ];
    stages.extend(program_fragment.map(|program| match &fragment {
        Some(module) => {
            let words = vk::ShaderModuleCreateInfo::STRUCTURE_TYPE;
            // SAFETY: the caller's promise.
            fragment_chain = unsafe { Chain::copy(program.p_next, |s_type| s_type != words) };
            vk::PipelineShaderStageCreateInfo { module: module.raw, p_next: fragment_chain.link(), ..*program }
        }
        None => *program,
    }));

    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&[RECORDS_BINDING])
        .vertex_attribute_descriptions(&[RECORDS_ATTRIBUTE]);
    let input_assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(match lowered.layout.topology {
        Topology::Points => vk::PrimitiveTopology::POINT_LIST,
        Topology::Lines => vk::PrimitiveTopology::LINE_LIST,
        Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
    });
    // SAFETY: the caller's promise.
    let dynamic = unsafe { info.p_dynamic_state.as_ref().map_or_else(Vec::new, |dynamic| dynamic_states(dynamic)) };
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
    // SAFETY: the caller's promise.
    let mut chain = unsafe { Chain::copy(info.p_next, |_| true) };
    if let Some(feedback) = chain.get_mut::<vk::PipelineCreationFeedbackCreateInfo>() {
        // Its stages are not the program's; see `create::feedback`.
        feedback.pipeline_stage_creation_feedback_count = 0;
        feedback.p_pipeline_stage_creation_feedbacks = core::ptr::null_mut();
    }
    let driver = vk::GraphicsPipelineCreateInfo {
        p_next: chain.link(),
        stage_count: stages.len() as u32,
        p_stages: stages.as_ptr(),
        p_vertex_input_state: &vertex_input,
        p_input_assembly_state: &input_assembly,
        p_tessellation_state: core::ptr::null(),
        p_dynamic_state: &dynamic,
        ..*info
    };
    // SAFETY: a valid create info for this device.
    unsafe { create_one(data, cache, &driver, allocator) }
}

/// The driver's module of the fragment stage, where it is not the program's own.
fn fragment_module<'a>(
    data: &'a DeviceData,
    shaders: &Shaders,
    lowered: &Lowered,
) -> Result<Option<Module<'a>>, Error> {
    let (Some(program), Some(words)) = (&shaders.fragment, &lowered.fragment) else { return Ok(None) };
    if !program.module.hidden && *program.module.words == **words {
        return Ok(None);
    }
    Module::new(data, words).map(Some)
}

/// One graphics pipeline of the driver.
///
/// # Safety
/// `info` is valid for the driver.
pub unsafe fn create_one(
    data: &DeviceData,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    let mut raw = vk::Pipeline::null();
    // SAFETY: the caller's promise.
    let result = unsafe {
        (data.fns.fp_v1_0().create_graphics_pipelines)(data.fns.handle(), cache, 1, info, allocator, &mut raw)
    };
    match result {
        vk::Result::SUCCESS => Ok(raw),
        other => Err(Error::Driver(other)),
    }
}

/// The program's dynamic states without those of the vertex input, which a mesh pipeline has not and ours has static.
///
/// # Safety
/// `program` is valid.
unsafe fn dynamic_states(program: &vk::PipelineDynamicStateCreateInfo) -> Vec<vk::DynamicState> {
    // SAFETY: the caller's promise.
    let states = unsafe { slice(program.p_dynamic_states, program.dynamic_state_count) };
    let is_vertex_input = |state: &vk::DynamicState| {
        matches!(
            *state,
            vk::DynamicState::PRIMITIVE_TOPOLOGY
                | vk::DynamicState::PRIMITIVE_RESTART_ENABLE
                | vk::DynamicState::VERTEX_INPUT_EXT
                | vk::DynamicState::VERTEX_INPUT_BINDING_STRIDE
                | vk::DynamicState::PATCH_CONTROL_POINTS_EXT
        )
    };
    states.iter().copied().filter(|state| !is_vertex_input(state)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertex_input_is_not_dynamic() {
        let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::PRIMITIVE_TOPOLOGY, vk::DynamicState::CULL_MODE];
        let info = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
        // SAFETY: `info` is valid.
        let kept = unsafe { dynamic_states(&info) };
        assert_eq!(kept, [vk::DynamicState::VIEWPORT, vk::DynamicState::CULL_MODE]);
    }
}
