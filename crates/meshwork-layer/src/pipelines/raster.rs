//! The driver's graphics pipeline: lowered vertex stage, fragment stage, and the program's fixed-function state.

use ash::vk;
use meshwork_abi::Topology;
use meshwork_gpu::{RECORDS_ATTRIBUTE, RECORDS_BINDING};
use meshwork_passes::Lowered;

use super::error::Error;
use super::module::{DriverStage, Module};
use super::shaders::Shaders;
use crate::chain::Chain;
use crate::device::DeviceData;
use crate::objects::Objects;
use crate::objects::layouts::slice;

/// The raster side of a mesh pipeline.
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
    // SAFETY: the caller's promise.
    let mut fragment = unsafe { driver_fragment(data, program_fragment, shaders, lowered) }?;
    let mut stages = vec![
        vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::VERTEX)
            .module(vertex.raw)
            .name(c"main"),
    ];
    stages.extend(program_fragment.map(|program| match &mut fragment {
        Some(fragment) => fragment.info(program),
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

/// The driver's fragment stage, where it is not the program's own.
///
/// # Safety
/// `program` is valid.
unsafe fn driver_fragment<'a>(
    data: &'a DeviceData,
    program: Option<&vk::PipelineShaderStageCreateInfo>,
    shaders: &Shaders,
    lowered: &Lowered,
) -> Result<Option<DriverStage<'a>>, Error> {
    let (Some(program), Some(shader), Some(words)) = (program, &shaders.fragment, &lowered.fragment) else {
        return Ok(None);
    };
    if !shader.module.hidden && *shader.module.words == **words {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    Ok(Some(unsafe { DriverStage::new(program, Module::new(data, words)?) }))
}

/// A pipeline without mesh shaders, of modules that may have some beside the stages that are used.
///
/// # Safety
/// `info` is valid.
pub unsafe fn create_ordinary(
    data: &DeviceData,
    objects: &Objects,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    // SAFETY: the caller's promise.
    unsafe {
        let program = slice(info.p_stages, info.stage_count);
        let without_mesh = |stage| DriverStage::without_mesh(data, objects, stage);
        let mut stripped = program.iter().map(without_mesh).collect::<Result<Vec<_>, Error>>()?;
        let stages = program.iter().zip(&mut stripped).map(|(program, stripped)| match stripped {
            Some(stripped) => stripped.info(program),
            None => *program,
        });
        let stages: Vec<_> = stages.collect();
        create_one(data, cache, &vk::GraphicsPipelineCreateInfo { p_stages: stages.as_ptr(), ..*info }, allocator)
    }
}

/// One graphics pipeline of the driver.
///
/// # Safety
/// `info` is valid for the driver.
unsafe fn create_one(
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
