//! Mesh draws in several views. No driver here has them: each case looks like its twin, which draws every view in passes of its own.

use ash::ext;
use ash::vk::{self, QueryResultFlags as Flags, SubpassContents};

use crate::case::{CASE, Case, Wrong};
use crate::commands::{CLEAR, Commands, LOAD, full_scissor, full_viewport};
use crate::descriptor::STAGES;
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::library::Linking;
use crate::need::Need;
use crate::picture::{BACKGROUND, COLOR_FORMAT, SIZE};
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::Buffer;
use crate::shader_object::Code;

const LAYERS: u32 = 3;
const ALL: u32 = 0b111;
const SPARSE: u32 = 0b101;
/// As many as every device with multiview has, and these drivers no more.
const MOST_LAYERS: u32 = 6;
const MOST: u32 = 0b11_1111;

const TOGETHER: &[Need] = &[Need::MultiDrawIndirect, Need::Multiview, Need::Views(LAYERS)];
// Of the twins, too: the shaders are the same.
const APART: &[Need] = &[Need::MultiDrawIndirect, Need::Multiview];
const CONDITION: &[Need] = &[Need::ConditionalRendering, Need::MultiDrawIndirect, Need::Multiview, Need::Views(LAYERS)];
const CONDITION_APART: &[Need] = &[Need::ConditionalRendering, Need::MultiDrawIndirect, Need::Multiview];
const QUERIES: &[Need] = &[Need::PrimitiveQueries, Need::PreciseOcclusion, Need::Multiview, Need::Views(LAYERS)];
const LINKED: &[Need] = &[
    Need::PipelineLibrary,
    Need::GraphicsPipelineLibrary,
    Need::MultiDrawIndirect,
    Need::Multiview,
    Need::Views(LAYERS),
];
const OBJECTS: &[Need] = &[Need::ShaderObject, Need::Multiview, Need::Views(LAYERS)];

pub const CASES: &[Case] = &[
    together("multiview/draws", "multiview/draws_apart", |f| draw_often(f, Views::Together(ALL))),
    apart("multiview/draws_apart", |f| draw_often(f, Views::Apart(ALL))),
    together("multiview/sparse", "multiview/sparse_apart", |f| draw_often(f, Views::Together(SPARSE))),
    apart("multiview/sparse_apart", |f| draw_often(f, Views::Apart(SPARSE))),
    Case {
        needs: &[Need::MultiDrawIndirect, Need::Multiview, Need::Views(MOST_LAYERS)],
        layers: MOST_LAYERS,
        ..together("multiview/most", "multiview/most_apart", |f| draw_often(f, Views::Together(MOST)))
    },
    Case { layers: MOST_LAYERS, ..apart("multiview/most_apart", |f| draw_often(f, Views::Apart(MOST))) },
    together("multiview/indirect", "multiview/indirect_apart", |f| draw_indirect(f, Views::Together(ALL))),
    apart("multiview/indirect_apart", |f| draw_indirect(f, Views::Apart(ALL))),
    together("multiview/secondaries", "multiview/indirect_apart", execute_secondaries),
    Case { needs: LINKED, ..together("multiview/linked", "multiview/indirect_apart", draw_linked) },
    Case { needs: OBJECTS, ..together("shader_objects/multiview", "shader_objects/multiview_apart", draw_objects) },
    apart("shader_objects/multiview_apart", draw_objects_apart),
    together("multiview/subpasses", "multiview/subpasses_apart", walk_subpasses),
    apart("multiview/subpasses_apart", draw_subpasses_apart),
    Case {
        needs: CONDITION,
        ..together("multiview/condition", "multiview/condition_apart", |f| {
            clear_on_condition(f, Views::Together(ALL), "multiview/views")
        })
    },
    Case {
        needs: CONDITION_APART,
        ..apart("multiview/condition_apart", |f| clear_on_condition(f, Views::Apart(ALL), "multiview/views"))
    },
    Case {
        needs: CONDITION,
        ..together("multiview/condition_tasks", "multiview/condition_tasks_apart", |f| {
            clear_on_condition(f, Views::Together(ALL), "multiview/tasks")
        })
    },
    Case {
        needs: CONDITION_APART,
        ..apart("multiview/condition_tasks_apart", |f| clear_on_condition(f, Views::Apart(ALL), "multiview/tasks"))
    },
    Case {
        needs: QUERIES,
        ..together("multiview/queries", "multiview/queries_apart", |f| count(f, Views::Together(ALL)))
    },
    Case {
        needs: &[Need::PrimitiveQueries, Need::PreciseOcclusion, Need::Multiview],
        ..apart("multiview/queries_apart", |f| count(f, Views::Apart(ALL)))
    },
];

const fn together(name: &'static str, like: &'static str, run: fn(&Frame<'_>) -> Result<()>) -> Case {
    let native_is_wrong = Some(Wrong { why: "there is no multiviewMeshShader", like });
    Case { name, needs: TOGETHER, layers: LAYERS, native_is_wrong, run, ..CASE }
}

const fn apart(name: &'static str, run: fn(&Frame<'_>) -> Result<()>) -> Case {
    Case { name, needs: APART, layers: LAYERS, run, ..CASE }
}

/// The views of a pass by their mask.
#[derive(Clone, Copy)]
enum Views {
    Together(u32),
    /// A pass for each, into its layer.
    Apart(u32),
}

fn of_mask(mask: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |view| mask >> view & 1 != 0)
}

impl Views {
    fn shading(self, shaders: &'static str) -> Shading {
        let view_mask = match self {
            Self::Together(mask) => mask,
            Self::Apart(_) => 0,
        };
        let specialization: &[_] = if view_mask == 0 { &[(0, 1)] } else { &[] };
        Shading { shaders, blend: true, view_mask, specialization, ..SHADING }
    }

    /// Passes on what the layers hold. `record` is told which view is drawn apart.
    fn passes(self, c: &Commands<'_>, flags: vk::RenderingFlags, record: impl Fn(u32)) -> Result<()> {
        self.passes_that(LOAD, c, flags, record)
    }

    fn passes_that(
        self,
        load: vk::AttachmentLoadOp,
        c: &Commands<'_>,
        flags: vk::RenderingFlags,
        record: impl Fn(u32),
    ) -> Result<()> {
        match self {
            Self::Together(mask) => render(c, (c.frame.color.view, load), mask, flags, || record(0)),
            Self::Apart(mask) => {
                for view in of_mask(mask) {
                    let layer = c.frame.gpu.layer_view(&c.frame.color, view)?;
                    render(c, (layer, load), 0, flags, || record(view));
                }
            }
        }
        Ok(())
    }
}

fn render(
    c: &Commands<'_>,
    (view, load): (vk::ImageView, vk::AttachmentLoadOp),
    mask: u32,
    flags: vk::RenderingFlags,
    record: impl FnOnce(),
) {
    let color = vk::RenderingAttachmentInfo::default()
        .image_view(view)
        .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
        .load_op(load)
        .store_op(vk::AttachmentStoreOp::STORE)
        .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } });
    let info = vk::RenderingInfo::default().flags(flags).render_area(full_scissor()).layer_count(1).view_mask(mask);
    let device = &c.frame.gpu.device;
    // SAFETY: the attachment is in this layout; the same below.
    unsafe { device.cmd_begin_rendering(c.raw, &info.color_attachments(&[color])) };
    if flags.is_empty() {
        c.viewports(&[full_viewport()]);
        c.scissors(&[full_scissor()]);
    }
    record();
    // SAFETY: begun above.
    unsafe { device.cmd_end_rendering(c.raw) };
}

/// Clears all layers, then records `passes`.
fn submit(f: &Frame<'_>, passes: impl FnOnce(&Commands<'_>) -> Result<()>) -> Result<()> {
    let mut result = Ok(());
    f.submit(|c| {
        c.pass(CLEAR, || ());
        result = passes(c);
    })?;
    result
}

fn draw(c: &Commands<'_>, pipeline: &Pipeline, [base, view]: [u32; 2], groups: [u32; 3]) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base + groups[0], view]);
    c.draw_mesh(groups);
}

/// Runs of draws over each other, of shaders that read their view, of others, and with task shaders.
fn draw_often(f: &Frame<'_>, views: Views) -> Result<()> {
    let [own, tasks, shared] = ["multiview/views", "multiview/tasks", "multiview/shared"].map(|s| views.shading(s));
    let (own, tasks, shared) = (f.pipeline(&own)?, f.pipeline(&tasks)?, f.pipeline(&shared)?);
    submit(f, |c| {
        views.passes(c, vk::RenderingFlags::empty(), |view| {
            for base in 0..6 {
                draw(c, &own, [base * 7, view], [5 + base, 2, 1]);
            }
            draw(c, &shared, [3, view], [20, 1, 1]);
            draw(c, &shared, [9, view], [20, 1, 1]);
            for base in [0, 20, 33] {
                draw(c, &tasks, [base, view], [3, 1, 1]);
            }
            draw(c, &own, [12, view], [40, 1, 1]);
        })
    })
}

const BASES: [u32; 3] = [0, 11, 30];

fn arguments(f: &Frame<'_>) -> Result<Buffer> {
    f.gpu.buffer_with(&[7, 2, 1, 0, 1, 1, 9, 1, 1, 2, 1, 1])
}

fn draw_from(c: &Commands<'_>, [own, tasks]: [&Pipeline; 2], arguments: &Buffer, view: u32) {
    for base in BASES {
        c.bind(own, &[c.frame.set]);
        c.push(own, STAGES, 0, &[base, base, view]);
        c.draw_mesh_indirect(arguments, 0, 3, 12);
        c.bind(tasks, &[c.frame.set]);
        c.push(tasks, STAGES, 0, &[base + 8, 2 * base, view]);
        c.draw_mesh_indirect(arguments, 36, 1, 12);
        draw(c, tasks, [base + 20, view], [2, 1, 1]);
    }
}

fn draw_indirect(f: &Frame<'_>, views: Views) -> Result<()> {
    draw_indirect_with(f, views, None)
}

fn draw_linked(f: &Frame<'_>) -> Result<()> {
    draw_indirect_with(f, Views::Together(ALL), Some(Linking::Fast))
}

fn draw_indirect_with(f: &Frame<'_>, views: Views, linking: Option<Linking>) -> Result<()> {
    let [own, tasks] = ["multiview/views", "multiview/tasks"].map(|s| Shading { linking, ..views.shading(s) });
    let (own, tasks, arguments) = (f.pipeline(&own)?, f.pipeline(&tasks)?, arguments(f)?);
    submit(f, |c| {
        let none = vk::RenderingFlags::empty();
        views.passes(c, none, |view| draw_from(c, [&own, &tasks], &arguments, view))
    })
}

/// The same draws in a secondary command buffer that continues the pass.
fn execute_secondaries(f: &Frame<'_>) -> Result<()> {
    let views = Views::Together(ALL);
    let [own, tasks] = ["multiview/views", "multiview/tasks"].map(|s| views.shading(s));
    let (own, tasks, arguments) = (f.pipeline(&own)?, f.pipeline(&tasks)?, arguments(f)?);
    let formats = [COLOR_FORMAT];
    let mut rendering = vk::CommandBufferInheritanceRenderingInfo::default()
        .view_mask(ALL)
        .color_attachment_formats(&formats)
        .rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let inheritance = vk::CommandBufferInheritanceInfo::default().push_next(&mut rendering);
    let continues = vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE;
    let secondary = f.record_secondary(continues, &inheritance, |c| {
        c.viewports(&[full_viewport()]);
        c.scissors(&[full_scissor()]);
        draw_from(c, [&own, &tasks], &arguments, 0);
    })?;
    submit(f, |c| {
        views.passes(c, vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS, |_| {
            // SAFETY: the secondary command buffer fits the pass.
            unsafe { f.gpu.device.cmd_execute_commands(c.raw, &[secondary]) };
        })
    })
}

/// Where they are drawn.
const OBJECTS_AT: [u32; 3] = [0, 24, 50];

/// Shader objects, which are told their views when they are drawn.
fn draw_objects(f: &Frame<'_>) -> Result<()> {
    let views = Views::Together(ALL);
    let objects = |shaders| f.shader_objects(&views.shading(shaders), Code::Unlinked);
    let (own, tasks) = (objects("multiview/views")?, objects("multiview/tasks")?);
    // For its layout.
    let pipeline = f.pipeline(&views.shading("multiview/views"))?;
    submit(f, |c| {
        views.passes(c, vk::RenderingFlags::empty(), |view| {
            for (objects, base) in [&own, &tasks, &own].into_iter().zip(OBJECTS_AT) {
                c.object_state(objects);
                c.bind_objects(objects);
                c.bind_object_set();
                c.push(&pipeline, STAGES, 0, &[base, base, view]);
                c.draw_mesh([4, 1, 1]);
            }
        })
    })
}

/// Pipelines: shader objects of lavapipe, too, may not ask for their view.
fn draw_objects_apart(f: &Frame<'_>) -> Result<()> {
    let views = Views::Apart(ALL);
    let pipeline = |shaders| f.pipeline(&Shading { blend: false, ..views.shading(shaders) });
    let (own, tasks) = (pipeline("multiview/views")?, pipeline("multiview/tasks")?);
    submit(f, |c| {
        views.passes(c, vk::RenderingFlags::empty(), |view| {
            for (pipeline, base) in [&own, &tasks, &own].into_iter().zip(OBJECTS_AT) {
                c.bind(pipeline, &[f.set]);
                c.push(pipeline, STAGES, 0, &[base, base, view]);
                c.draw_mesh([4, 1, 1]);
            }
        })
    })
}

/// Of the subpasses.
const MASKS: [u32; 2] = [0b011, 0b110];

fn draw_subpass(c: &Commands<'_>, [own, tasks]: &[Pipeline; 2], base: u32, view: u32) {
    draw(c, own, [base, view], [9, 3, 1]);
    draw(c, tasks, [base + 6, view], [4, 1, 1]);
    draw(c, own, [base + 4, view], [30, 1, 1]);
}

/// A render pass of two subpasses with views of their own, between which mesh shaders wait.
fn walk_subpasses(f: &Frame<'_>) -> Result<()> {
    let pass = two_subpasses(f)?;
    let pipeline = |shaders, subpass| f.pipeline_in(&Shading { shaders, subpass, blend: true, ..SHADING }, pass);
    let pipelines = [
        [pipeline("multiview/views", 0)?, pipeline("multiview/tasks", 0)?],
        [pipeline("multiview/views", 1)?, pipeline("multiview/tasks", 1)?],
    ];
    let (device, views) = (&f.gpu.device, [f.color.view]);
    let info = vk::FramebufferCreateInfo::default().render_pass(pass).attachments(&views);
    // SAFETY: the view is of this device.
    let framebuffer = unsafe { device.create_framebuffer(&info.width(SIZE).height(SIZE).layers(1), None) };
    let framebuffer = framebuffer.during("vkCreateFramebuffer")?;
    f.gpu.keep(Owned::Framebuffer(framebuffer));
    let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }];
    let begin = vk::RenderPassBeginInfo::default().render_pass(pass).framebuffer(framebuffer);
    let begin = begin.render_area(full_scissor()).clear_values(&clear);
    f.submit(|c| {
        // SAFETY: pass and framebuffer fit each other and the pipelines.
        unsafe { device.cmd_begin_render_pass(c.raw, &begin, SubpassContents::INLINE) };
        for (pipelines, base) in pipelines.iter().zip([0, 10]) {
            if base > 0 {
                // SAFETY: there is a next one.
                unsafe { device.cmd_next_subpass(c.raw, SubpassContents::INLINE) };
            }
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            draw_subpass(c, pipelines, base, 0);
        }
        // SAFETY: it was begun.
        unsafe { device.cmd_end_render_pass(c.raw) };
    })
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
    let waits = vk::SubpassDependency::default()
        .dst_subpass(1)
        .src_stage_mask(mesh)
        .dst_stage_mask(mesh)
        .src_access_mask(written)
        .dst_access_mask(written | vk::AccessFlags::SHADER_READ | vk::AccessFlags::COLOR_ATTACHMENT_READ);
    let mut views = vk::RenderPassMultiviewCreateInfo::default().view_masks(&MASKS);
    let waits = [waits];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    let info = info.dependencies(&waits).push_next(&mut views);
    // SAFETY: plain creation.
    let pass = unsafe { f.gpu.device.create_render_pass(&info, None) }.during("vkCreateRenderPass")?;
    f.gpu.keep(Owned::RenderPass(pass));
    Ok(pass)
}

fn draw_subpasses_apart(f: &Frame<'_>) -> Result<()> {
    let pipeline = |shaders| f.pipeline(&Views::Apart(ALL).shading(shaders));
    let pipelines = [pipeline("multiview/views")?, pipeline("multiview/tasks")?];
    submit(f, |c| {
        for (mask, base) in MASKS.into_iter().zip([0, 10]) {
            let draw = |view| draw_subpass(c, &pipelines, base, view);
            Views::Apart(mask).passes(c, vk::RenderingFlags::empty(), draw)?;
        }
        Ok(())
    })
}

/// A condition that does not hold discards draws, and their shaders' side effects, but not what a pass does at its beginning.
fn clear_on_condition(f: &Frame<'_>, views: Views, shaders: &'static str) -> Result<()> {
    let pipeline = f.pipeline(&views.shading(shaders))?;
    let words = f.gpu.buffer_for(2, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&words, &[0, 1])?;
    let conditional = ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
    let none = vk::RenderingFlags::empty();
    submit(f, |c| {
        views.passes(c, none, |view| draw(c, &pipeline, [0, view], [9, 1, 1]))?;
        for (offset, load, base) in [(0, CLEAR, 20), (4, LOAD, 40), (0, LOAD, 50)] {
            let condition = vk::ConditionalRenderingBeginInfoEXT::default().buffer(words.raw).offset(offset);
            // SAFETY: the buffer is of this device, and the condition begins and ends outside the passes.
            unsafe { (conditional.fp().cmd_begin_conditional_rendering_ext)(c.raw, &condition) };
            let passes = views.passes_that(load, c, none, |view| draw(c, &pipeline, [base, view], [6, 1, 1]));
            // SAFETY: as above.
            unsafe { (conditional.fp().cmd_end_conditional_rendering_ext)(c.raw) };
            passes?;
        }
        Ok(())
    })
}

/// A query in a pass of several views is one for each; what counts is their sum.
fn count(f: &Frame<'_>, views: Views) -> Result<()> {
    let [own, shared] = ["multiview/views", "multiview/shared"].map(|s| views.shading(s));
    let (own, shared) = (f.pipeline(&own)?, f.pipeline(&shared)?);
    let kinds = [vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, vk::QueryType::OCCLUSION];
    let control = [vk::QueryControlFlags::empty(), vk::QueryControlFlags::PRECISE];
    let [primitives, samples] = kinds.map(|kind| f.gpu.query_pool(kind, 2 * LAYERS));
    let pools = [primitives?, samples?];
    let device = &f.gpu.device;
    submit(f, |c| {
        for pool in pools {
            // SAFETY: the pools have so many queries; the same below.
            unsafe { device.cmd_reset_query_pool(c.raw, pool, 0, 2 * LAYERS) };
        }
        views.passes(c, vk::RenderingFlags::empty(), |view| {
            let counted = |first: u32, record: &dyn Fn()| {
                let begin = |(pool, control): (&vk::QueryPool, _)| unsafe {
                    // SAFETY: as above.
                    device.cmd_begin_query(c.raw, *pool, first + view, control);
                };
                pools.iter().zip(control).for_each(begin);
                record();
                // SAFETY: as above.
                pools.iter().for_each(|pool| unsafe { device.cmd_end_query(c.raw, *pool, first + view) });
            };
            counted(0, &|| draw(c, &own, [0, view], [30, 1, 1]));
            counted(LAYERS, &|| {
                draw(c, &own, [40, view], [10, 1, 1]);
                draw(c, &shared, [20, view], [25, 1, 1]);
            });
        })
    })?;
    let mut sums = Vec::new();
    for (pool, first) in pools.into_iter().flat_map(|pool| [(pool, 0), (pool, LAYERS)]) {
        let mut found = [0_u32; LAYERS as usize];
        // SAFETY: the queries have ended, each view's.
        unsafe { device.get_query_pool_results(pool, first, &mut found, Flags::WAIT) }
            .during("vkGetQueryPoolResults")?;
        sums.push(found.iter().sum());
    }
    f.expect("primitives of 30 quads in each view", u64::from(2 * 30 * LAYERS), u64::from(sums[0]))?;
    f.capture(&f.gpu.buffer_with(&sums)?);
    Ok(())
}
