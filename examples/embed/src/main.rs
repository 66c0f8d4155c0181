//! Draws mesh shaders on a GPU without mesh shaders, with the crates alone: no layer, and no `VK_EXT_mesh_shader`.
//!
//! The parts an engine or an emulator would take over are [`Planet::new`] (lower, create), [`Planet::plan`],
//! [`Planet::begin`] (hoist, draw) and [`Planet::go_on`] (step, draw). The rest is an ordinary offscreen Vulkan program.
//!
//! `cargo run -p embed -- planet.png [WORKGROUPS]`, the most workgroups that a step may run.

mod offscreen;

use std::sync::Arc;

use ash::vk;
use meshwork_gpu::{
    Arena, Context, ContextDesc, Continuation, DrawBindings, DrawRange, Limits, MeshDraw, MeshPipeline,
    MeshPipelineDesc, Plan, PlanBuilder, StageOptions, VertexInputState, target_profile,
};
use meshwork_passes::{MeshShaders, ProvokingVertex, Stage, lower};
use offscreen::{FORMAT, Offscreen};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const SIZE: vk::Extent2D = vk::Extent2D { width: 960, height: 540 };

fn main() -> Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "planet.png".into());
    let step_workgroups = std::env::args().nth(2).map_or(Ok(u32::MAX), |number| number.parse())?;
    let gpu = Offscreen::new(SIZE)?;
    let context = Context::new(&ContextDesc {
        instance: &gpu.instance,
        physical_device: gpu.physical_device,
        device: &gpu.device,
        multi_draw_indirect: false,
        limits: Limits { step_workgroups, ..Limits::default() },
    })?;
    let planet = Planet::new(&gpu, &context)?;

    // The arena holds what the recorded commands use until the GPU is done with them.
    let mut arena = context.arena();
    let (plan, draw) = planet.plan(&mut arena)?;
    gpu.submit(|cmd| planet.begin(&gpu, &context, &plan, draw, cmd))?;
    // How many mesh workgroups a task shader asks for only the GPU knows. What the memory did not hold runs now.
    let mut step = 0;
    // SAFETY: `submit` waited, and the arena is reset below.
    while unsafe { plan.statistics(draw.run) }.unfinished != 0 {
        step += 1;
        gpu.submit(|cmd| planet.go_on(&gpu, &context, &plan, draw, step, cmd))?;
    }
    let totals = arena.reset();

    gpu.save(path.as_ref())?;
    let (workgroups, triangles, steps) = (totals.mesh_workgroups, totals.primitives, totals.steps);
    println!("{}: {workgroups} mesh workgroups, {triangles} triangles, {steps} steps, {path}", gpu.name());
    planet.destroy(&gpu.device);
    Ok(())
}

/// A mesh pipeline: the lowered task and mesh shader as compute, the lowered vertex shader and the fragment shader as raster.
struct Planet {
    mesh: Arc<MeshPipeline>,
    layout: vk::PipelineLayout,
    raster: vk::Pipeline,
}

impl Planet {
    fn new(gpu: &Offscreen, context: &Context) -> Result<Self> {
        let words = |bytes: &[u8]| ash::util::read_spv(&mut std::io::Cursor::new(bytes));
        let task = words(include_bytes!("../shaders/planet.task.spv"))?;
        let mesh = words(include_bytes!("../shaders/planet.mesh.spv"))?;
        let fragment = words(include_bytes!("../shaders/planet.frag.spv"))?;
        let stage = |words| Stage { words, entry_point: "main", specialization: &[] };
        let (task, mesh, fragment) = (Some(stage(&task)), stage(&mesh), Some(stage(&fragment)));
        let shaders = MeshShaders { task, mesh, fragment, provoking_vertex: ProvokingVertex::First };

        let lowered = lower(&shaders, &target_profile(&gpu.instance, gpu.physical_device))?;

        let mesh = context.create_mesh_pipeline(MeshPipelineDesc {
            task: lowered.task.as_deref(),
            mesh: &lowered.mesh,
            task_options: StageOptions::default(),
            mesh_options: StageOptions::default(),
            record: lowered.layout,
            merges_draws: lowered.merges_draws,
            set_layouts: &[],
            cache: vk::PipelineCache::null(),
            flags: vk::PipelineCreateFlags::empty(),
        })?;
        // SAFETY: an empty layout of a live device.
        let layout = unsafe { gpu.device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default(), None) }?;
        let fragment = lowered.fragment.as_deref().ok_or("no fragment stage")?;
        let raster = raster_pipeline(&gpu.device, layout, &lowered.vertex, fragment, &mesh)?;
        Ok(Self { mesh: Arc::new(mesh), layout, raster })
    }

    /// The draws of the pass, in order: here one.
    fn plan(&self, arena: &mut Arena) -> Result<(Plan, DrawRange)> {
        let mut push_constants = [0; 8];
        push_constants[..4].copy_from_slice(&0.4f32.to_le_bytes());
        push_constants[4..].copy_from_slice(&(SIZE.width as f32 / SIZE.height as f32).to_le_bytes());
        let mut builder = PlanBuilder::new();
        builder.begin_run(&self.mesh);
        let draw = builder.draw(MeshDraw::Direct([8, 1, 1]), &push_constants, false)?;
        Ok((builder.finish(arena, Continuation::Read)?, draw))
    }

    fn begin(&self, gpu: &Offscreen, context: &Context, plan: &Plan, draw: DrawRange, cmd: vk::CommandBuffer) {
        // SAFETY: `cmd` is recording; the arena outlives the execution; the shaders use no descriptor sets to bind.
        unsafe { plan.record_hoist(context, cmd, &mut |_, _| {}) };
        gpu.begin_pass(cmd);
        self.draw(gpu, context, plan, draw, cmd);
    }

    fn go_on(
        &self,
        gpu: &Offscreen,
        context: &Context,
        plan: &Plan,
        draw: DrawRange,
        step: u32,
        cmd: vk::CommandBuffer,
    ) {
        // SAFETY: as above.
        unsafe { plan.record_step(context, cmd, draw.run, step, &mut |_, _| {}) };
        gpu.resume_pass(cmd);
        self.draw(gpu, context, plan, draw, cmd);
    }

    /// Inside a pass, which it ends.
    fn draw(&self, gpu: &Offscreen, context: &Context, plan: &Plan, draw: DrawRange, cmd: vk::CommandBuffer) {
        // SAFETY: the pipeline fits the attachments of the pass, and the hoist or a step came before it.
        unsafe {
            gpu.device.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::GRAPHICS, self.raster);
            plan.record_draws(context, cmd, draw, &mut DrawBindings::default());
        }
        gpu.end_pass(cmd);
    }

    fn destroy(self, device: &ash::Device) {
        // SAFETY: `Offscreen::submit` waited for the GPU.
        unsafe {
            device.destroy_pipeline(self.raster, None);
            device.destroy_pipeline_layout(self.layout, None);
        }
    }
}

fn raster_pipeline(
    device: &ash::Device,
    layout: vk::PipelineLayout,
    vertex: &[u32],
    fragment: &[u32],
    mesh: &MeshPipeline,
) -> Result<vk::Pipeline> {
    let module = |words| {
        // SAFETY: `lower` made the words, and they pass spirv-val.
        unsafe { device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None) }
    };
    let modules =
        [(vk::ShaderStageFlags::VERTEX, module(vertex)?), (vk::ShaderStageFlags::FRAGMENT, module(fragment)?)];
    let stages = modules
        .map(|(stage, module)| vk::PipelineShaderStageCreateInfo::default().stage(stage).module(module).name(c"main"));
    let input = VertexInputState::new(mesh.record());
    let input = input.info();
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(mesh.topology());
    let viewports =
        [vk::Viewport { width: SIZE.width as f32, height: SIZE.height as f32, max_depth: 1.0, ..Default::default() }];
    let scissors = [SIZE.into()];
    let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .cull_mode(vk::CullModeFlags::BACK)
        .front_face(vk::FrontFace::CLOCKWISE)
        .line_width(1.0);
    let samples = vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let targets = [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&targets);
    let formats = [FORMAT];
    let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .color_blend_state(&blend)
        .layout(layout)
        .push_next(&mut rendering);
    // SAFETY: everything that the create-info names is alive.
    let made = unsafe { device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
    for (_, module) in modules {
        // SAFETY: a module may go once its pipelines are made.
        unsafe { device.destroy_shader_module(module, None) };
    }
    Ok(made.map_err(|(_, result)| result)?[0])
}
