//! Mesh pipelines as a program creates them.

use std::path::{Path, PathBuf};
use std::process::Command;

use ash::vk;

const TRIANGLE_MESH: &[u8] = include_bytes!("../../../meshwork/shaders/triangle.mesh.spv");
const RATE_MESH: &[u8] = include_bytes!("../../../meshwork-passes/tests/shaders/shading_rate.mesh.spv");
const TRIANGLE_FRAGMENT: &[u8] = include_bytes!("../../../meshwork/shaders/triangle.frag.spv");
const BLEND_TASK: &[u8] = include_bytes!("../../../meshwork/shaders/blend.task.spv");
const BLEND_MESH: &[u8] = include_bytes!("../../../meshwork/shaders/blend_tasks.mesh.spv");
const BLEND_FRAGMENT: &[u8] = include_bytes!("../../../meshwork/shaders/blend.frag.spv");

/// Results of creating, in one call, a mesh pipeline, one with a task shader and derived from the first, and one without
/// fragment shader; where there are shading rates, also one whose mesh shader writes them.
///
/// # Safety
/// `device` was created with mesh shaders, and creation feedback and shading rates where they are asked for.
pub unsafe fn create(device: &ash::Device, asks_feedback: bool, shading_rate: bool) -> Vec<String> {
    use vk::ShaderStageFlags as Stage;
    // SAFETY: a plain Vulkan program; every object is used while it lives.
    unsafe {
        let render_pass = render_pass(device);
        let stages = Stage::TASK_EXT | Stage::MESH_EXT;
        let ranges = [vk::PushConstantRange { stage_flags: stages, offset: 0, size: 88 }];
        let bindings = [vk::DescriptorSetLayoutBinding::default()
            .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(1)
            .stage_flags(stages)];
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let set_layout = device.create_descriptor_set_layout(&info, None).expect("set layout");
        let set_layouts = [set_layout];
        let info = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&ranges).set_layouts(&set_layouts);
        let layout = device.create_pipeline_layout(&info, None).expect("pipeline layout");
        // Legal, and the layer still needs it.
        device.destroy_descriptor_set_layout(set_layout, None);

        let mut sources = vec![TRIANGLE_MESH, TRIANGLE_FRAGMENT, BLEND_TASK, BLEND_MESH, BLEND_FRAGMENT];
        sources.extend(shading_rate.then_some(RATE_MESH));
        let module = |bytes: &[u8]| {
            let words = words(bytes);
            device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None).expect("module")
        };
        let modules: Vec<_> = sources.into_iter().map(module).collect();
        let stage =
            |stage, module| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main");
        let triangle = [stage(Stage::MESH_EXT, modules[0]), stage(Stage::FRAGMENT, modules[1])];
        let blend = [
            stage(Stage::TASK_EXT, modules[2]),
            stage(Stage::MESH_EXT, modules[3]),
            stage(Stage::FRAGMENT, modules[4]),
        ];
        let discarding = [triangle[0]];
        let rated = modules.get(5).map(|&module| [stage(Stage::MESH_EXT, module)]);

        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let discard = |discard| {
            vk::PipelineRasterizationStateCreateInfo::default().rasterizer_discard_enable(discard).line_width(1.0)
        };
        let (drawn, discarded) = (discard(false), discard(true));
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let attachments =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blending = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
        let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .viewport_state(&viewport)
            .multisample_state(&samples)
            .color_blend_state(&blending)
            .dynamic_state(&dynamic)
            .layout(layout)
            .render_pass(render_pass)
            .base_pipeline_index(-1);
        let mut total = vk::PipelineCreationFeedback::default();
        let mut by_stage = [vk::PipelineCreationFeedback { duration: 77, ..Default::default() }; 3];
        let mut feedback = vk::PipelineCreationFeedbackCreateInfo::default()
            .pipeline_creation_feedback(&mut total)
            .pipeline_stage_creation_feedbacks(&mut by_stage);
        let mut derived = info
            .stages(&blend)
            .rasterization_state(&drawn)
            .flags(vk::PipelineCreateFlags::DERIVATIVE)
            .base_pipeline_index(0);
        if asks_feedback {
            derived = derived.push_next(&mut feedback);
        }
        let mut infos = vec![
            info.stages(&triangle).rasterization_state(&drawn).flags(vk::PipelineCreateFlags::ALLOW_DERIVATIVES),
            derived,
            info.stages(&discarding).rasterization_state(&discarded),
        ];
        infos.extend(rated.iter().map(|rated| info.stages(rated).rasterization_state(&drawn)));
        let made = match device.create_graphics_pipelines(vk::PipelineCache::null(), &infos, None) {
            Ok(made) => made,
            Err((made, _)) => made,
        };
        if asks_feedback {
            assert!(total.flags.contains(vk::PipelineCreationFeedbackFlags::VALID) && total.duration > 0);
            assert!(by_stage.iter().all(|stage| stage.flags.is_empty() && stage.duration == 0));
        }

        let told = |pipeline: &vk::Pipeline| match *pipeline == vk::Pipeline::null() {
            true => "NULL".to_owned(),
            false => "SUCCESS".to_owned(),
        };
        let results = made.iter().map(told).collect();
        made.into_iter().for_each(|pipeline| device.destroy_pipeline(pipeline, None));
        modules.into_iter().for_each(|module| device.destroy_shader_module(module, None));
        device.destroy_pipeline_layout(layout, None);
        device.destroy_render_pass(render_pass, None);
        results
    }
}

/// Results of creating a vertex and a compute pipeline of a module that has a mesh shader too.
///
/// # Safety
/// `device` was created with mesh shaders.
pub unsafe fn create_ordinary(device: &ash::Device) -> Vec<String> {
    let tools = PathBuf::from(std::env::var_os("MESHWORK_TOOLS").expect("set by cargo xtask test"));
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../meshwork-passes/tests/assembly/mesh_and_ordinary.spvasm");
    let assembled = Command::new(tools.join("root/usr/bin/spirv-as"))
        .args(["--target-env", "spv1.5", "-o", "-"])
        .arg(source)
        .output()
        .expect("spirv-as");
    let words = words(&assembled.stdout);
    // SAFETY: a plain Vulkan program; every object is used while it lives.
    unsafe {
        let render_pass = render_pass(device);
        let layout = device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default(), None).expect("layout");
        let module =
            device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None).expect("module");
        let stage = |stage, name| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(name);
        let stages = [stage(vk::ShaderStageFlags::VERTEX, c"vertex_main")];
        let input = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let discard =
            vk::PipelineRasterizationStateCreateInfo::default().rasterizer_discard_enable(true).line_width(1.0);
        let graphics = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .rasterization_state(&discard)
            .layout(layout)
            .render_pass(render_pass);
        let compute = vk::ComputePipelineCreateInfo::default()
            .stage(stage(vk::ShaderStageFlags::COMPUTE, c"compute_main"))
            .layout(layout);
        let cache = vk::PipelineCache::null();
        let made = [
            device.create_graphics_pipelines(cache, &[graphics], None),
            device.create_compute_pipelines(cache, &[compute], None),
        ];
        let told = |made: &Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>| match made {
            Ok(_) => "SUCCESS".to_owned(),
            Err((_, error)) => format!("{error:?}"),
        };
        let results = made.iter().map(told).collect();
        made.into_iter().flatten().flatten().for_each(|pipeline| device.destroy_pipeline(pipeline, None));
        device.destroy_shader_module(module, None);
        device.destroy_pipeline_layout(layout, None);
        device.destroy_render_pass(render_pass, None);
        results
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// With a dependency that names the mesh stage.
///
/// # Safety
/// `device` was created with mesh shaders.
unsafe fn render_pass(device: &ash::Device) -> vk::RenderPass {
    let attachments = [vk::AttachmentDescription::default()
        .format(vk::Format::R8G8B8A8_UNORM)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .final_layout(vk::ImageLayout::GENERAL)];
    let colors = [vk::AttachmentReference { attachment: 0, layout: vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL }];
    let subpasses = [vk::SubpassDescription::default().color_attachments(&colors)];
    let dependencies = [vk::SubpassDependency {
        src_subpass: vk::SUBPASS_EXTERNAL,
        dst_subpass: 0,
        src_stage_mask: vk::PipelineStageFlags::TRANSFER | vk::PipelineStageFlags::MESH_SHADER_EXT,
        dst_stage_mask: vk::PipelineStageFlags::MESH_SHADER_EXT | vk::PipelineStageFlags::DRAW_INDIRECT,
        src_access_mask: vk::AccessFlags::TRANSFER_WRITE,
        dst_access_mask: vk::AccessFlags::SHADER_READ | vk::AccessFlags::INDIRECT_COMMAND_READ,
        ..Default::default()
    }];
    let info =
        vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses).dependencies(&dependencies);
    // SAFETY: a valid create info.
    unsafe { device.create_render_pass(&info, None) }.expect("render pass")
}
