//! Draws into several layers among everything else that a pass may have. Where a vertex stage cannot write the layer the pass is in
//! pieces for them.

use ash::vk::{self, SubpassContents};

use crate::case::{CASE, Case};
use crate::commands::{CLEAR, Commands, LOAD, full_scissor, full_viewport};
use crate::descriptor::STAGES;
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::picture::{BACKGROUND, COLOR_FORMAT, SIZE};
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::Buffer;

const LAYERS: u32 = 3;
const NEEDS: &[Need] = &[Need::Layers(LAYERS), Need::PreciseOcclusion];

const CELLS: Shading = Shading { shaders: "layers/cells", blend: true, ..SHADING };
const TASKS: Shading = Shading { shaders: "layers/tasks", blend: true, ..SHADING };
const FLAT: Shading = Shading { shaders: "draws/cells", ..SHADING };
const VERTICES: Shading = Shading { shaders: "draws/vertices", ..SHADING };

pub const CASES: &[Case] = &[
    Case { name: "layers/rendering", run: render, ..LAYERED },
    Case { name: "layers/resolved", samples: vk::SampleCountFlags::TYPE_4, run: render, ..LAYERED },
    Case { name: "layers/subpasses", run: walk_subpasses, ..LAYERED },
];

const LAYERED: Case = Case { needs: NEEDS, layers: LAYERS, ..CASE };

/// What is drawn, in the order of a pass.
struct Scene {
    cells: Pipeline,
    tasks: Pipeline,
    flat: Pipeline,
    vertices: Pipeline,
    corners: Buffer,
    arguments: Buffer,
    samples: vk::QueryPool,
}

fn draw(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

impl Scene {
    /// For a subpass of this render pass; none for dynamic rendering.
    fn new(f: &Frame<'_>, pass: vk::RenderPass, subpass: u32) -> Result<Self> {
        let pipeline = |shading: Shading| f.pipeline_in(&Shading { subpass, ..shading }, pass);
        let corners = [[-0.9f32, -0.7, 0.0, 1.0], [0.9, -0.7, 0.0, 1.0], [-0.9, -0.2, 0.0, 1.0]];
        Ok(Self {
            cells: pipeline(CELLS)?,
            tasks: pipeline(TASKS)?,
            flat: pipeline(FLAT)?,
            vertices: f.vertex_pipeline_in(&Shading { subpass, ..VERTICES }, pass)?,
            corners: f.gpu.buffer_with(&corners.as_flattened().iter().map(|v| v.to_bits()).collect::<Vec<_>>())?,
            arguments: f.gpu.buffer_with(&[5, 1, 1, 2, 1, 1])?,
            samples: f.gpu.query_pool(vk::QueryType::OCCLUSION, 1)?,
        })
    }

    /// Layered draws below and above others, which are of the first layer, and clears of all.
    fn first_half(&self, c: &Commands<'_>) {
        draw(c, &self.cells, 0, 30);
        draw(c, &self.cells, 3, 20);
        draw(c, &self.flat, 12, 4);
        c.bind(&self.vertices, &[]);
        c.draw_vertices(&self.corners, 3);
        draw(c, &self.cells, 10, 9);
        clear_row(c);
        draw(c, &self.tasks, 14, 3);
    }

    /// The number of samples of all layers is counted.
    fn second_half(&self, c: &Commands<'_>) {
        let device = &c.frame.gpu.device;
        // SAFETY: the pool has a query; the same below.
        unsafe { device.cmd_begin_query(c.raw, self.samples, 0, vk::QueryControlFlags::PRECISE) };
        draw(c, &self.cells, 32, 8);
        c.bind(&self.tasks, &[c.frame.set]);
        c.push(&self.tasks, STAGES, 0, &[40, 7]);
        c.draw_mesh_indirect(&self.arguments, 0, 1, 12);
        // SAFETY: as above.
        unsafe { device.cmd_end_query(c.raw, self.samples, 0) };
        c.bind(&self.cells, &[c.frame.set]);
        c.push(&self.cells, STAGES, 0, &[56, 2]);
        c.draw_mesh_indirect(&self.arguments, 12, 1, 12);
    }

    fn reset(&self, c: &Commands<'_>) {
        // SAFETY: as above.
        unsafe { c.frame.gpu.device.cmd_reset_query_pool(c.raw, self.samples, 0, 1) };
    }

    fn capture_samples(&self, f: &Frame<'_>) -> Result<()> {
        let mut found = [0_u32];
        // SAFETY: the query has ended.
        unsafe { f.gpu.device.get_query_pool_results(self.samples, 0, &mut found, vk::QueryResultFlags::WAIT) }
            .during("vkGetQueryPoolResults")?;
        f.capture(&f.gpu.buffer_with(&found)?);
        Ok(())
    }
}

/// Of the second row of cells, in all layers.
fn clear_row(c: &Commands<'_>) {
    let value = vk::ClearValue { color: vk::ClearColorValue { float32: [0.5, 0.25, 0.75, 1.0] } };
    let attachments =
        [vk::ClearAttachment { aspect_mask: vk::ImageAspectFlags::COLOR, color_attachment: 0, clear_value: value }];
    let rect = vk::Rect2D { offset: vk::Offset2D { x: 0, y: 8 }, extent: vk::Extent2D { width: SIZE, height: 8 } };
    let rects = [vk::ClearRect { rect, base_array_layer: 0, layer_count: LAYERS }];
    // SAFETY: the rectangle lies in the target.
    unsafe { c.frame.gpu.device.cmd_clear_attachments(c.raw, &attachments, &rects) };
}

fn render(f: &Frame<'_>) -> Result<()> {
    let scene = Scene::new(f, vk::RenderPass::null(), 0)?;
    f.submit(|c| {
        scene.reset(c);
        c.pass(CLEAR, || scene.first_half(c));
        let color = vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
        let access = vk::AccessFlags2::COLOR_ATTACHMENT_READ | vk::AccessFlags2::COLOR_ATTACHMENT_WRITE;
        c.barrier((color, access), (color, access));
        // Of several samples none are left to go on with.
        let load = if f.multisampled.is_some() { CLEAR } else { LOAD };
        c.pass(load, || {
            scene.second_half(c);
            if load == CLEAR {
                scene.first_half(c);
            }
        });
    })?;
    scene.capture_samples(f)
}

/// A framebuffer of several layers, and a dependency that mesh shaders wait for.
fn walk_subpasses(f: &Frame<'_>) -> Result<()> {
    let pass = two_subpasses(f)?;
    let device = &f.gpu.device;
    let views = [f.color.view];
    let info = vk::FramebufferCreateInfo::default().render_pass(pass).attachments(&views);
    // SAFETY: the view is of this device.
    let framebuffer = unsafe { device.create_framebuffer(&info.width(SIZE).height(SIZE).layers(LAYERS), None) };
    let framebuffer = framebuffer.during("vkCreateFramebuffer")?;
    f.gpu.keep(Owned::Framebuffer(framebuffer));
    let (first, second) = (Scene::new(f, pass, 0)?, Scene::new(f, pass, 1)?);
    let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }];
    let begin = vk::RenderPassBeginInfo::default().render_pass(pass).framebuffer(framebuffer);
    let begin = begin.render_area(full_scissor()).clear_values(&clear);
    f.submit(|c| {
        second.reset(c);
        c.viewports(&[full_viewport()]);
        c.scissors(&[full_scissor()]);
        // SAFETY: pass and framebuffer fit each other and the pipelines; there are two subpasses.
        unsafe {
            device.cmd_begin_render_pass(c.raw, &begin, SubpassContents::INLINE);
            first.first_half(c);
            device.cmd_next_subpass(c.raw, SubpassContents::INLINE);
            second.second_half(c);
            device.cmd_end_render_pass(c.raw);
        }
    })?;
    second.capture_samples(f)
}

fn two_subpasses(f: &Frame<'_>) -> Result<vk::RenderPass> {
    let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
    let attachments = [vk::AttachmentDescription::default()
        .format(COLOR_FORMAT)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .initial_layout(layout)
        .final_layout(layout)];
    let colors = [vk::AttachmentReference { attachment: 0, layout }];
    let subpasses = [vk::SubpassDescription::default().color_attachments(&colors); 2];
    let mesh = vk::PipelineStageFlags::MESH_SHADER_EXT | vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT;
    let written = vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::COLOR_ATTACHMENT_WRITE;
    let waits = [vk::SubpassDependency::default()
        .dst_subpass(1)
        .src_stage_mask(mesh)
        .dst_stage_mask(mesh)
        .src_access_mask(written)
        .dst_access_mask(written | vk::AccessFlags::SHADER_READ | vk::AccessFlags::COLOR_ATTACHMENT_READ)];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses).dependencies(&waits);
    // SAFETY: plain creation.
    let pass = unsafe { f.gpu.device.create_render_pass(&info, None) }.during("vkCreateRenderPass")?;
    f.gpu.keep(Owned::RenderPass(pass));
    Ok(pass)
}
