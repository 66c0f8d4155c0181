//! Pipelines of emitted modules.

use ash::vk;

use super::gpu::Gpu;
use super::target::{COLOR, DEPTH, Targets, VALUE};
use crate::emit::Modules;
use crate::error::{During, Result};
use crate::sequence::State;

/// A mesh pipeline, or, with a vertex stage in the place of the mesh stage, an ordinary one.
pub fn create(
    gpu: &Gpu,
    targets: &Targets,
    layout: vk::PipelineLayout,
    modules: &Modules,
    (state, viewports): (State, u32),
    is_vertex: bool,
) -> Result<vk::Pipeline> {
    let geometry = if is_vertex { vk::ShaderStageFlags::VERTEX } else { vk::ShaderStageFlags::MESH_EXT };
    let all = [
        (vk::ShaderStageFlags::TASK_EXT, modules.task.as_ref()),
        (geometry, Some(&modules.mesh)),
        (vk::ShaderStageFlags::FRAGMENT, Some(&modules.fragment)),
    ];
    let mut stages = Vec::new();
    for (stage, words) in all.into_iter().filter_map(|(stage, words)| Some((stage, words?))) {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the generator makes valid modules, which tests have judged.
        let module = unsafe { gpu.device.create_shader_module(&info, None) }.during("vkCreateShaderModule")?;
        stages.push(vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main"));
    }
    let pipeline = create_from(gpu, targets, layout, &stages, (state, viewports), is_vertex);
    for stage in stages {
        // SAFETY: no pipeline is being made of it any more.
        unsafe { gpu.device.destroy_shader_module(stage.module, None) };
    }
    pipeline
}

fn create_from(
    gpu: &Gpu,
    targets: &Targets,
    layout: vk::PipelineLayout,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    (state, viewports): (State, u32),
    is_vertex: bool,
) -> Result<vk::Pipeline> {
    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default();
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
    let viewports = vk::PipelineViewportStateCreateInfo::default().viewport_count(viewports).scissor_count(viewports);
    let mode = match state.provoking_last {
        true => vk::ProvokingVertexModeEXT::LAST_VERTEX,
        false => vk::ProvokingVertexModeEXT::FIRST_VERTEX,
    };
    let mut provoking =
        vk::PipelineRasterizationProvokingVertexStateCreateInfoEXT::default().provoking_vertex_mode(mode);
    let cull = if state.cull_back { vk::CullModeFlags::BACK } else { vk::CullModeFlags::NONE };
    let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0).cull_mode(cull);
    let raster = raster.push_next(&mut provoking);
    let samples = vk::PipelineMultisampleStateCreateInfo::default();
    let samples = samples.rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let depth = vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(state.depth)
        .depth_write_enable(state.depth)
        .depth_compare_op(vk::CompareOp::LESS);
    let blend = vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(state.blend)
        .src_color_blend_factor(vk::BlendFactor::SRC_ALPHA)
        .dst_color_blend_factor(vk::BlendFactor::ONE_MINUS_SRC_ALPHA)
        .src_alpha_blend_factor(vk::BlendFactor::ONE)
        .color_write_mask(vk::ColorComponentFlags::RGBA);
    let attachments = [blend, blend.blend_enable(false)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
    let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
    let colors = [COLOR, VALUE];
    let mut rendering = vk::PipelineRenderingCreateInfo::default();
    rendering = rendering.color_attachment_formats(&colors).depth_attachment_format(DEPTH);
    let mut info = vk::GraphicsPipelineCreateInfo::default()
        .stages(stages)
        .viewport_state(&viewports)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(layout);
    if is_vertex {
        info = info.vertex_input_state(&vertex_input).input_assembly_state(&assembly);
    }
    info = if state.pass_objects { info.render_pass(targets.pass()) } else { info.push_next(&mut rendering) };
    // SAFETY: all that the create-info points to is alive, and of this device.
    let pipelines = unsafe { gpu.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
    Ok(pipelines.map_err(|(_, result)| result).during("vkCreateGraphicsPipelines")?[0])
}
