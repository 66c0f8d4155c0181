//! Render passes of several subpasses, and what mesh shaders wait for inside a pass.

use ash::vk::{self, AccessFlags, PipelineStageFlags, SubpassContents};

use super::passes::keep_queries;
use crate::case::{CASE, Case};
use crate::commands::{Commands, full_scissor, full_viewport};
use crate::descriptor::{Binding, Resource, STAGES, push_range};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::picture::{BACKGROUND, COLOR_FORMAT, SIZE};
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::{Image, ImageDesc};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const COUNTED: Shading = Shading { shaders: "passes/counted", ..SHADING };

pub const CASES: &[Case] = &[
    Case { name: "subpasses/several", run: |f| draw_in_each(f, Version::First), ..CASE },
    Case { name: "subpasses/second_version", run: |f| draw_in_each(f, Version::Second), ..CASE },
    Case {
        name: "subpasses/resolved",
        samples: vk::SampleCountFlags::TYPE_4,
        run: |f| draw_in_each(f, Version::First),
        ..CASE
    },
    Case { name: "subpasses/chain", run: chain, ..CASE },
    Case { name: "subpasses/chain_resolved", samples: vk::SampleCountFlags::TYPE_4, run: chain, ..CASE },
    Case {
        name: "subpasses/fragment_to_task",
        needs: &[Need::FragmentStores],
        results: 8192,
        run: fragment_to_task,
        ..CASE
    },
    Case { name: "subpasses/input", run: read_as_input, ..CASE },
    Case { name: "subpasses/secondaries", run: execute_secondaries, ..CASE },
    Case { name: "subpasses/event", run: wait_inside, ..CASE },
    Case { name: "subpasses/occlusion", needs: &[Need::PreciseOcclusion], run: count_samples, ..CASE },
    Case { name: "subpasses/own_tasks", run: count_for_tasks, ..CASE },
];

const MESH_ACCESS: AccessFlags =
    AccessFlags::from_raw(AccessFlags::SHADER_READ.as_raw() | AccessFlags::SHADER_WRITE.as_raw());
const COLOR_ACCESS: AccessFlags =
    AccessFlags::from_raw(AccessFlags::COLOR_ATTACHMENT_READ.as_raw() | AccessFlags::COLOR_ATTACHMENT_WRITE.as_raw());
const MESH: PipelineStageFlags = PipelineStageFlags::MESH_SHADER_EXT;
const MESH_AND_TASK: PipelineStageFlags =
    PipelineStageFlags::from_raw(MESH.as_raw() | PipelineStageFlags::TASK_SHADER_EXT.as_raw());

fn dependency(
    (src_subpass, dst_subpass): (u32, u32),
    (src_stage_mask, src_access_mask): (PipelineStageFlags, AccessFlags),
    (dst_stage_mask, dst_access_mask): (PipelineStageFlags, AccessFlags),
) -> vk::SubpassDependency {
    vk::SubpassDependency {
        src_subpass,
        dst_subpass,
        src_stage_mask,
        dst_stage_mask,
        src_access_mask,
        dst_access_mask,
        dependency_flags: vk::DependencyFlags::empty(),
    }
}

/// A render pass whose subpasses all draw to the frame's colour; where that is multisampled, the last one resolves it.
struct Pass {
    raw: vk::RenderPass,
    framebuffer: vk::Framebuffer,
}

impl Pass {
    fn new(f: &Frame<'_>, subpasses: u32, dependencies: &[vk::SubpassDependency]) -> Result<Self> {
        let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        let color = (PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT, COLOR_ACCESS);
        let in_order = (1..subpasses).map(|to| dependency((to - 1, to), color, color));
        let dependencies: Vec<_> = dependencies.iter().copied().chain(in_order).collect();
        let kept = vk::AttachmentDescription::default()
            .format(COLOR_FORMAT)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .initial_layout(layout)
            .final_layout(layout);
        let drawn = kept.samples(f.case.samples).store_op(vk::AttachmentStoreOp::DONT_CARE);
        let resolves = f.multisampled.is_some();
        let attachments = if resolves { vec![drawn, kept] } else { vec![kept] };
        let colors = [vk::AttachmentReference { attachment: 0, layout }];
        let targets = [vk::AttachmentReference { attachment: 1, layout }];
        let subpass = vk::SubpassDescription::default().color_attachments(&colors);
        let mut descriptions = vec![subpass; subpasses as usize];
        if resolves {
            descriptions[subpasses as usize - 1] = subpass.resolve_attachments(&targets);
        }
        let views = f.multisampled.iter().chain([&f.color]).map(|image| image.view).collect::<Vec<_>>();
        Self::of(f, &attachments, &descriptions, &dependencies, &views)
    }

    /// What the first subpass draws to `earlier` and is not stored, the second one reads.
    fn with_input(f: &Frame<'_>, earlier: &Image) -> Result<Self> {
        let (color, input) = (vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
        let kept = vk::AttachmentDescription::default()
            .format(COLOR_FORMAT)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .initial_layout(color)
            .final_layout(color);
        let drawn = kept
            .store_op(vk::AttachmentStoreOp::DONT_CARE)
            .initial_layout(vk::ImageLayout::UNDEFINED)
            .final_layout(input);
        let first = [vk::AttachmentReference { attachment: 0, layout: color }];
        let read = [vk::AttachmentReference { attachment: 0, layout: input }];
        let second = [vk::AttachmentReference { attachment: 1, layout: color }];
        let descriptions = [
            vk::SubpassDescription::default().color_attachments(&first),
            vk::SubpassDescription::default().input_attachments(&read).color_attachments(&second),
        ];
        let drawn_to = (PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT, AccessFlags::COLOR_ATTACHMENT_WRITE);
        let read_by = (PipelineStageFlags::FRAGMENT_SHADER, AccessFlags::INPUT_ATTACHMENT_READ);
        let dependencies = [
            dependency((0, 1), drawn_to, read_by),
            dependency((0, 1), (MESH, AccessFlags::SHADER_WRITE), (MESH, MESH_ACCESS)),
        ];
        Self::of(f, &[drawn, kept], &descriptions, &dependencies, &[earlier.view, f.color.view])
    }

    fn of(
        f: &Frame<'_>,
        attachments: &[vk::AttachmentDescription],
        subpasses: &[vk::SubpassDescription<'_>],
        dependencies: &[vk::SubpassDependency],
        views: &[vk::ImageView],
    ) -> Result<Self> {
        let info = vk::RenderPassCreateInfo::default().attachments(attachments);
        let info = info.subpasses(subpasses).dependencies(dependencies);
        // SAFETY: plain creation; the views are of this device.
        unsafe {
            let raw = f.gpu.device.create_render_pass(&info, None).during("vkCreateRenderPass")?;
            f.gpu.keep(Owned::RenderPass(raw));
            let info = vk::FramebufferCreateInfo::default().render_pass(raw).attachments(views);
            let info = info.width(SIZE).height(SIZE).layers(1);
            let framebuffer = f.gpu.device.create_framebuffer(&info, None).during("vkCreateFramebuffer")?;
            f.gpu.keep(Owned::Framebuffer(framebuffer));
            Ok(Self { raw, framebuffer })
        }
    }

    fn pipeline(&self, f: &Frame<'_>, shading: Shading, subpass: u32) -> Result<Pipeline> {
        f.pipeline_in(&Shading { subpass, ..shading }, self.raw)
    }

    /// The subpasses, each with its contents.
    fn record(&self, c: &Commands<'_>, version: Version, subpasses: &[(SubpassContents, &dyn Fn())]) {
        let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }; 2];
        let begin = vk::RenderPassBeginInfo::default()
            .render_pass(self.raw)
            .framebuffer(self.framebuffer)
            .render_area(full_scissor())
            .clear_values(&clear);
        let (device, end) = (&c.frame.gpu.device, vk::SubpassEndInfo::default());
        for (index, (contents, record)) in subpasses.iter().enumerate() {
            let info = vk::SubpassBeginInfo::default().contents(*contents);
            // SAFETY: pass and framebuffer fit each other and the pipelines; the pass has these subpasses.
            unsafe {
                match (version, index) {
                    (Version::First, 0) => device.cmd_begin_render_pass(c.raw, &begin, *contents),
                    (Version::First, _) => device.cmd_next_subpass(c.raw, *contents),
                    (Version::Second, 0) => device.cmd_begin_render_pass2(c.raw, &begin, &info),
                    (Version::Second, _) => device.cmd_next_subpass2(c.raw, &info, &end),
                }
            }
            if *contents == SubpassContents::INLINE {
                c.viewports(&[full_viewport()]);
                c.scissors(&[full_scissor()]);
            }
            record();
        }
        // SAFETY: as above.
        unsafe {
            match version {
                Version::First => device.cmd_end_render_pass(c.raw),
                Version::Second => device.cmd_end_render_pass2(c.raw, &end),
            }
        }
    }
}

/// Of the commands of render passes.
#[derive(Clone, Copy)]
enum Version {
    First,
    Second,
}

fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

fn draw_counted(c: &Commands<'_>, pipeline: &Pipeline, row: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[row]);
    c.draw_mesh([8, 1, 1]);
}

/// Mesh draws in each subpass that wait for nothing; later ones lie over earlier ones.
fn draw_in_each(f: &Frame<'_>, version: Version) -> Result<()> {
    let pass = Pass::new(f, 3, &[])?;
    let (first, last) = (pass.pipeline(f, CELLS, 0)?, pass.pipeline(f, CELLS, 2)?);
    let tasks = pass.pipeline(f, TASKS, 1)?;
    f.submit(|c| {
        let inline = SubpassContents::INLINE;
        pass.record(
            c,
            version,
            &[
                (inline, &|| draw_cells(c, &first, 0, 40)),
                (inline, &|| draw_cells(c, &tasks, 24, 3)),
                (inline, &|| draw_cells(c, &last, 30, 12)),
            ],
        );
    })
}

/// In each subpass, mesh shaders read what those of the one before it counted.
fn chain(f: &Frame<'_>) -> Result<()> {
    let after = |to| dependency((to - 1, to), (MESH, AccessFlags::SHADER_WRITE), (MESH, MESH_ACCESS));
    let pass = Pass::new(f, 4, &[after(1), after(2), after(3)])?;
    f.gpu.write(&f.results, &[6])?;
    let pipelines: Result<Vec<_>> = (0..4).map(|subpass| pass.pipeline(f, COUNTED, subpass)).collect();
    let pipelines = pipelines?;
    f.submit(|c| {
        let draw = |row: usize| draw_counted(c, &pipelines[row], row as u32);
        let inline = SubpassContents::INLINE;
        let subpasses: [(_, &dyn Fn()); 4] =
            [(inline, &|| draw(0)), (inline, &|| draw(1)), (inline, &|| draw(2)), (inline, &|| draw(3))];
        pass.record(c, Version::First, &subpasses);
    })
}

/// What fragment shaders painted, read by the task and mesh shaders of the next subpass.
fn fragment_to_task(f: &Frame<'_>) -> Result<()> {
    let written = (PipelineStageFlags::FRAGMENT_SHADER, AccessFlags::SHADER_WRITE);
    let pass = Pass::new(f, 3, &[dependency((0, 1), written, (MESH_AND_TASK, AccessFlags::SHADER_READ))])?;
    let painted = pass.pipeline(f, Shading { shaders: "passes/painted", ..SHADING }, 0)?;
    let read = pass.pipeline(f, Shading { shaders: "passes/read_painted", ..SHADING }, 1)?;
    f.submit(|c| {
        let draw = |pipeline, count| {
            c.bind(pipeline, &[f.set]);
            c.draw_mesh([count, 1, 1]);
        };
        let inline = SubpassContents::INLINE;
        pass.record(
            c,
            Version::Second,
            &[(inline, &|| draw(&painted, 4)), (inline, &|| draw(&read, 1)), (inline, &|| ())],
        );
    })
}

/// Behind a dependency of mesh shaders, fragment shaders read what the subpass before drew.
fn read_as_input(f: &Frame<'_>) -> Result<()> {
    let earlier = f.gpu.image(ImageDesc {
        format: COLOR_FORMAT,
        size: SIZE,
        layers: 1,
        samples: vk::SampleCountFlags::TYPE_1,
        usage: vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::INPUT_ATTACHMENT,
    })?;
    let pass = Pass::with_input(f, &earlier)?;
    let stages = vk::ShaderStageFlags::FRAGMENT;
    let binding = Binding { stages, ..Binding::new(vk::DescriptorType::INPUT_ATTACHMENT) };
    let set_layout = f.gpu.set_layout(&[binding])?;
    let set = f.gpu.set(set_layout, &[(0, 0, Resource::Input(&earlier))])?;
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[push_range(STAGES, 0, 2)])?;
    let (cells, tasks) = (pass.pipeline(f, CELLS, 0)?, pass.pipeline(f, TASKS, 0)?);
    let input = f.pipeline_in_with(&Shading { subpass: 1, ..SHADING }, layout, pass.raw)?;
    f.submit(|c| {
        let inline = SubpassContents::INLINE;
        pass.record(
            c,
            Version::First,
            &[
                (inline, &|| {
                    draw_cells(c, &cells, 3, 30);
                    draw_cells(c, &tasks, 16, 3);
                }),
                (inline, &|| {
                    c.bind(&input, &[f.set, set]);
                    c.draw_mesh([64, 1, 1]);
                }),
            ],
        );
    })
}

/// Subpasses of which some are in secondary command buffers, one of them behind a dependency.
fn execute_secondaries(f: &Frame<'_>) -> Result<()> {
    let waits = dependency((1, 2), (MESH, AccessFlags::SHADER_WRITE), (MESH, MESH_ACCESS));
    let pass = Pass::new(f, 3, &[waits])?;
    f.gpu.write(&f.results, &[5, 3])?;
    let (cells, tasks) = (pass.pipeline(f, CELLS, 0)?, pass.pipeline(f, TASKS, 1)?);
    let (counting, counted) = (pass.pipeline(f, COUNTED, 1)?, pass.pipeline(f, COUNTED, 2)?);
    let secondary = |subpass, record: &dyn Fn(&Commands<'_>)| {
        let inheritance = vk::CommandBufferInheritanceInfo::default()
            .render_pass(pass.raw)
            .subpass(subpass)
            .framebuffer(pass.framebuffer);
        f.record_secondary(vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE, &inheritance, |c| {
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            record(c);
        })
    };
    let empty = secondary(1, &|_| ())?;
    let first = secondary(1, &|c| {
        draw_cells(c, &tasks, 24, 3);
        draw_counted(c, &counting, 1);
    })?;
    let second = secondary(2, &|c| draw_counted(c, &counted, 2))?;
    f.submit(|c| {
        // SAFETY: the secondary command buffers fit their subpasses.
        let execute = |buffers: &[_]| unsafe { f.gpu.device.cmd_execute_commands(c.raw, buffers) };
        let secondaries = SubpassContents::SECONDARY_COMMAND_BUFFERS;
        pass.record(
            c,
            Version::Second,
            &[
                (SubpassContents::INLINE, &|| draw_cells(c, &cells, 60, 4)),
                (secondaries, &|| {
                    execute(&[empty]);
                    execute(&[first]);
                }),
                (secondaries, &|| execute(&[second])),
            ],
        );
    })
}

/// Mesh shaders wait inside the pass for an event that was set before it.
fn wait_inside(f: &Frame<'_>) -> Result<()> {
    let pass = Pass::new(f, 1, &[])?;
    let (cells, counted) = (pass.pipeline(f, CELLS, 0)?, pass.pipeline(f, COUNTED, 0)?);
    let compute = f.compute_pipeline("passes/slow")?;
    let device = &f.gpu.device;
    // SAFETY: plain creation.
    let event = unsafe { device.create_event(&vk::EventCreateInfo::default(), None) }.during("vkCreateEvent")?;
    f.gpu.keep(Owned::Event(event));
    let barrier =
        [vk::MemoryBarrier::default().src_access_mask(AccessFlags::SHADER_WRITE).dst_access_mask(MESH_ACCESS)];
    f.submit(|c| {
        c.bind(&compute, &[f.set]);
        c.dispatch([1, 1, 1]);
        let written = PipelineStageFlags::COMPUTE_SHADER;
        // SAFETY: the event is of this device.
        unsafe { device.cmd_set_event(c.raw, event, written) };
        pass.record(
            c,
            Version::First,
            &[(SubpassContents::INLINE, &|| {
                draw_cells(c, &cells, 40, 9);
                // SAFETY: as above.
                unsafe { device.cmd_wait_events(c.raw, &[event], written, MESH, &barrier, &[], &[]) };
                draw_counted(c, &counted, 0);
            })],
        );
    })
}

/// An occlusion query goes on over a barrier that mesh shaders wait for.
fn count_samples(f: &Frame<'_>) -> Result<()> {
    let wait = dependency((0, 0), (MESH_AND_TASK, AccessFlags::SHADER_WRITE), (MESH_AND_TASK, MESH_ACCESS));
    let pass = Pass::new(f, 1, &[wait])?;
    let (counted, tasks) = (pass.pipeline(f, COUNTED, 0)?, pass.pipeline(f, TASKS, 0)?);
    f.gpu.write(&f.results, &[7])?;
    let queries = f.gpu.query_pool(vk::QueryType::OCCLUSION, 1)?;
    let device = &f.gpu.device;
    f.submit(|c| {
        // SAFETY: the pool is of this device and has one query.
        unsafe { device.cmd_reset_query_pool(c.raw, queries, 0, 1) };
        pass.record(
            c,
            Version::First,
            &[(SubpassContents::INLINE, &|| {
                draw_counted(c, &counted, 0);
                // SAFETY: as above, and below.
                unsafe { device.cmd_begin_query(c.raw, queries, 0, vk::QueryControlFlags::PRECISE) };
                for row in 1..3 {
                    c.barrier1((MESH_AND_TASK, AccessFlags::SHADER_WRITE), (MESH_AND_TASK, MESH_ACCESS));
                    draw_counted(c, &counted, row);
                    draw_cells(c, &tasks, 32 + 8 * row, 1);
                }
                // SAFETY: as above.
                unsafe { device.cmd_end_query(c.raw, queries, 0) };
                draw_cells(c, &tasks, 56, 1);
            })],
        );
    })?;
    keep_queries(f, queries, &[(7 + 1) * 2 * 36])
}

/// Behind a barrier inside the pass stand draws whose number of workgroups only the GPU knows, between others.
fn count_for_tasks(f: &Frame<'_>) -> Result<()> {
    let wait = dependency((0, 0), (MESH_AND_TASK, AccessFlags::SHADER_WRITE), (MESH_AND_TASK, MESH_ACCESS));
    let pass = Pass::new(f, 1, &[wait])?;
    let (cells, tasks) = (pass.pipeline(f, CELLS, 0)?, pass.pipeline(f, TASKS, 0)?);
    let counted = pass.pipeline(f, COUNTED, 0)?;
    f.gpu.write(&f.results, &[7])?;
    f.submit(|c| {
        pass.record(
            c,
            Version::First,
            &[(SubpassContents::INLINE, &|| {
                draw_cells(c, &tasks, 8, 2);
                draw_counted(c, &counted, 0);
                for row in 1..4 {
                    c.barrier1((MESH_AND_TASK, AccessFlags::SHADER_WRITE), (MESH_AND_TASK, MESH_ACCESS));
                    draw_counted(c, &counted, row);
                    draw_cells(c, &tasks, 32 + 8 * row, 1);
                    draw_cells(c, &cells, 30, 9);
                }
            })],
        );
    })
}
