//! Passes and command buffers: what one leaves for the next, and how they are submitted.

use ash::vk::{self, AccessFlags2, CommandBufferUsageFlags, PipelineStageFlags2};

use crate::case::{CASE, Case, Targets};
use crate::commands::{CLEAR, Commands, LOAD, full_scissor, full_viewport};
use crate::descriptor::{Binding, Resource, STAGES};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::picture::{BACKGROUND, COLOR_FORMAT, SIZE};
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::ImageDesc;

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const COUNTED: Shading = Shading { shaders: "passes/counted", ..SHADING };
const PAINTED: Shading = Shading { shaders: "passes/painted", ..SHADING };

pub const CASES: &[Case] = &[
    Case { name: "passes/several", run: draw_in_several_passes, ..CASE },
    Case { name: "passes/chain", run: |f| chain(f, barrier_2), ..CASE },
    Case { name: "passes/chain_1", run: |f| chain(f, barrier_1), ..CASE },
    Case { name: "passes/chain_events", run: |f| chain(f, barrier_by_event), ..CASE },
    Case { name: "passes/compute_first", run: compute_first, ..CASE },
    Case {
        name: "passes/fragment_to_task",
        needs: &[Need::FragmentStores],
        results: 8192,
        run: fragment_to_task,
        ..CASE
    },
    Case { name: "passes/sampled", run: sample_an_earlier_pass, ..CASE },
    Case { name: "passes/twice", run: submit_twice, ..CASE },
    Case { name: "passes/twice_changed", run: change_between_submissions, ..CASE },
    Case { name: "passes/twice_at_once", run: submit_twice_at_once, ..CASE },
    Case { name: "passes/several_buffers", run: submit_several_buffers, ..CASE },
    Case { name: "passes/reset", run: record_again, ..CASE },
    Case { name: "passes/secondary", run: secondary_first, ..CASE },
    Case { name: "passes/render_pass", run: |f| use_render_pass(f, false), ..CASE },
    Case { name: "passes/render_pass_2", run: |f| use_render_pass(f, true), ..CASE },
    Case { name: "passes/self_dependency", run: depend_on_itself, ..CASE },
    Case { name: "passes/suspended", run: suspend_and_resume, ..CASE },
    Case { name: "passes/suspended_resolved", samples: vk::SampleCountFlags::TYPE_4, run: suspend_and_resume, ..CASE },
    Case { name: "passes/occlusion", needs: &[Need::PreciseOcclusion], run: count_samples, ..CASE },
    Case { name: "passes/primitives", needs: &[Need::PrimitiveQueries], run: count_primitives, ..CASE },
    Case { name: "passes/clear", targets: Targets::ColorDepth, run: clear_between_draws, ..CASE },
    Case {
        name: "passes/depth_not_stored",
        targets: Targets::ColorDepth,
        depth_store: vk::AttachmentStoreOp::DONT_CARE,
        shading: Shading { shaders: "passes/leaning", depth: Some(vk::CompareOp::LESS), ..SHADING },
        groups: [50, 1, 1],
        ..CASE
    },
    Case {
        name: "passes/samples_not_stored",
        samples: vk::SampleCountFlags::TYPE_4,
        shading: CELLS,
        push: &[0, 5],
        groups: [50, 1, 1],
        ..CASE
    },
    Case { name: "passes/recorded_by_threads", run: record_by_threads, ..CASE },
    Case { name: "passes/semaphores", run: submit_in_turn, ..CASE },
    Case { name: "passes/timeline", needs: &[Need::TimelineSemaphore], run: wait_before_signal, ..CASE },
];

fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

/// Mesh draws only, vertex draws only, nothing, and mesh draws again.
fn draw_in_several_passes(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    f.submit(|c| {
        c.pass(CLEAR, || draw_cells(c, &cells, 0, 5));
        c.pass(LOAD, || ());
        c.pass(LOAD, || draw_cells(c, &tasks, 17, 2));
        c.pass(LOAD, || draw_cells(c, &cells, 2, 5));
    })
}

/// What a mesh stage wrote, read by a later mesh stage.
fn chain(f: &Frame<'_>, barrier: fn(&Commands<'_>) -> Result<()>) -> Result<()> {
    f.gpu.write(&f.results, &[5])?;
    let pipeline = f.pipeline(&COUNTED)?;
    let mut failed = Ok(());
    f.submit(|c| {
        for row in 0..6 {
            c.pass(if row == 0 { CLEAR } else { LOAD }, || {
                c.bind(&pipeline, &[f.set]);
                c.push(&pipeline, STAGES, 0, &[row]);
                c.draw_mesh([8, 1, 1]);
            });
            if failed.is_ok() {
                failed = barrier(c);
            }
        }
    })?;
    failed
}

fn barrier_2(c: &Commands<'_>) -> Result<()> {
    let mesh = PipelineStageFlags2::MESH_SHADER_EXT;
    let write = AccessFlags2::SHADER_STORAGE_WRITE;
    c.barrier((mesh, write), (mesh, write | AccessFlags2::SHADER_STORAGE_READ));
    Ok(())
}

fn barrier_1(c: &Commands<'_>) -> Result<()> {
    let mesh = vk::PipelineStageFlags::MESH_SHADER_EXT;
    let write = vk::AccessFlags::SHADER_WRITE;
    c.barrier1((mesh, write), (mesh, write | vk::AccessFlags::SHADER_READ));
    Ok(())
}

fn barrier_by_event(c: &Commands<'_>) -> Result<()> {
    let device = &c.frame.gpu.device;
    let barriers = [vk::MemoryBarrier2::default()
        .src_stage_mask(PipelineStageFlags2::MESH_SHADER_EXT)
        .src_access_mask(AccessFlags2::SHADER_STORAGE_WRITE)
        .dst_stage_mask(PipelineStageFlags2::MESH_SHADER_EXT)
        .dst_access_mask(AccessFlags2::SHADER_STORAGE_READ | AccessFlags2::SHADER_STORAGE_WRITE)];
    let info = vk::DependencyInfo::default().memory_barriers(&barriers);
    // SAFETY: the event is of this device and kept until its end.
    unsafe {
        let event = device.create_event(&vk::EventCreateInfo::default(), None).during("vkCreateEvent")?;
        c.frame.gpu.keep(Owned::Event(event));
        device.cmd_set_event2(c.raw, event, &info);
        device.cmd_wait_events2(c.raw, &[event], &[info]);
    }
    Ok(())
}

/// A dispatch writes what the mesh stage then reads, with a barrier to all graphics stages.
fn compute_first(f: &Frame<'_>) -> Result<()> {
    let (pipeline, compute) = (f.pipeline(&COUNTED)?, f.compute_pipeline("passes/slow")?);
    f.submit(|c| {
        c.bind(&compute, &[f.set]);
        c.dispatch([1, 1, 1]);
        let all = AccessFlags2::MEMORY_READ | AccessFlags2::MEMORY_WRITE;
        let written = (PipelineStageFlags2::COMPUTE_SHADER, AccessFlags2::SHADER_WRITE);
        c.barrier(written, (PipelineStageFlags2::ALL_GRAPHICS, all));
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &[7]);
            c.draw_mesh([8, 1, 1]);
        });
    })
}

fn fragment_to_task(f: &Frame<'_>) -> Result<()> {
    let painted = f.pipeline(&PAINTED)?;
    let read = f.pipeline(&Shading { shaders: "passes/read_painted", ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&painted, &[f.set]);
            c.draw_mesh([4, 1, 1]);
        });
        let readers = PipelineStageFlags2::TASK_SHADER_EXT | PipelineStageFlags2::MESH_SHADER_EXT;
        let written = (PipelineStageFlags2::FRAGMENT_SHADER, AccessFlags2::SHADER_STORAGE_WRITE);
        c.barrier(written, (readers, AccessFlags2::SHADER_STORAGE_READ));
        c.pass(LOAD, || {
            c.bind(&read, &[f.set]);
            c.draw_mesh([1, 1, 1]);
        });
    })
}

/// A copy of what one pass drew is sampled by the mesh stage of the next.
fn sample_an_earlier_pass(f: &Frame<'_>) -> Result<()> {
    let sampled = f.gpu.image(ImageDesc {
        format: COLOR_FORMAT,
        size: SIZE,
        layers: 1,
        samples: vk::SampleCountFlags::TYPE_1,
        usage: vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST,
    })?;
    let set_layout = f.gpu.set_layout(&[Binding::new(vk::DescriptorType::COMBINED_IMAGE_SAMPLER)])?;
    let sampler = f.gpu.sampler(vk::Filter::NEAREST)?;
    let set = f.gpu.set(set_layout, &[(0, 0, Resource::Sampled(&sampled, sampler))])?;
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[])?;
    let (cells, pipeline) = (f.pipeline(&CELLS)?, f.pipeline_with(&SHADING, layout)?);
    let pixels = f.gpu.buffer((SIZE * SIZE) as usize)?;
    let (color, source) = (vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
    f.submit(|c| {
        c.pass(CLEAR, || draw_cells(c, &cells, 3, 40));
        c.transition(&f.color, color, source);
        c.copy_to_buffer(&f.color, &pixels);
        c.transition(&f.color, source, color);
        c.transition(&sampled, vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        c.copy_from_buffer(&pixels, &sampled);
        // The transition's second scope is the mesh stage alone.
        let barriers = [vk::ImageMemoryBarrier2::default()
            .src_stage_mask(PipelineStageFlags2::COPY)
            .src_access_mask(AccessFlags2::TRANSFER_WRITE)
            .dst_stage_mask(PipelineStageFlags2::MESH_SHADER_EXT)
            .dst_access_mask(AccessFlags2::SHADER_SAMPLED_READ)
            .old_layout(vk::ImageLayout::TRANSFER_DST_OPTIMAL)
            .new_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)
            .image(sampled.raw)
            .subresource_range(sampled.range())];
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: the image is of this device.
        unsafe { f.gpu.device.cmd_pipeline_barrier2(c.raw, &info) };
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            c.draw_mesh([64, 1, 1]);
        });
    })
}

/// Each time, a dispatch behind the pass makes the next time draw more.
fn submit_twice(f: &Frame<'_>) -> Result<()> {
    f.gpu.write(&f.results, &[3])?;
    let (counted, tasks, more) = (f.pipeline(&COUNTED)?, f.pipeline(&TASKS)?, f.compute_pipeline("passes/more")?);
    let commands = f.record(CommandBufferUsageFlags::empty(), |c| {
        c.pass(CLEAR, || {
            c.bind(&counted, &[f.set]);
            c.push(&counted, STAGES, 0, &[0]);
            c.draw_mesh([8, 1, 1]);
            draw_cells(c, &tasks, 24, 3);
        });
        let mesh = (PipelineStageFlags2::MESH_SHADER_EXT, AccessFlags2::SHADER_STORAGE_READ);
        c.barrier(mesh, (PipelineStageFlags2::COMPUTE_SHADER, AccessFlags2::SHADER_STORAGE_WRITE));
        c.bind(&more, &[f.set]);
        c.dispatch([1, 1, 1]);
    })?;
    f.gpu.submit(&[commands])?;
    f.gpu.submit(&[commands])
}

/// Indirect arguments are what the buffer holds when the command buffer runs, not when it is recorded.
fn change_between_submissions(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let arguments = f.gpu.buffer_with(&[0, 1, 1])?;
    let commands = f.record(CommandBufferUsageFlags::empty(), |c| {
        c.pass(CLEAR, || {
            for (pipeline, base) in [(&cells, 0), (&tasks, 24)] {
                c.bind(pipeline, &[f.set]);
                c.push(pipeline, STAGES, 0, &[base, base]);
                c.draw_mesh_indirect(&arguments, 0, 1, 12);
            }
        });
    })?;
    for groups in [5, 1, 3] {
        f.gpu.write(&arguments, &[groups])?;
        f.gpu.submit(&[commands])?;
    }
    Ok(())
}

/// Two submissions of one command buffer without a wait between them.
fn submit_twice_at_once(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let commands = f.record(CommandBufferUsageFlags::SIMULTANEOUS_USE, |c| {
        let color = PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
        let access = AccessFlags2::COLOR_ATTACHMENT_WRITE;
        c.barrier((color, access), (color, access));
        c.pass(CLEAR, || {
            draw_cells(c, &cells, 0, 40);
            draw_cells(c, &tasks, 24, 3);
        });
    })?;
    let buffers = [commands];
    let submits = [vk::SubmitInfo::default().command_buffers(&buffers)];
    // SAFETY: the command buffer may be pending more than once, and is waited for below.
    unsafe { f.gpu.device.queue_submit(f.gpu.queue, &submits, vk::Fence::null()) }.during("vkQueueSubmit")?;
    f.gpu.submit(&buffers)
}

fn submit_several_buffers(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let once = CommandBufferUsageFlags::ONE_TIME_SUBMIT;
    let first = f.record(once, |c| c.pass(CLEAR, || draw_cells(c, &cells, 0, 10)))?;
    let second = f.record(once, |c| {
        let color = PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
        let access = AccessFlags2::COLOR_ATTACHMENT_READ | AccessFlags2::COLOR_ATTACHMENT_WRITE;
        c.barrier((color, access), (color, access));
        c.pass(LOAD, || draw_cells(c, &tasks, 8, 2));
    })?;
    f.gpu.submit(&[first, second])
}

/// A command buffer is recorded, submitted, and recorded anew with other work.
fn record_again(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    f.submit(|c| c.pass(CLEAR, || draw_cells(c, &tasks, 8, 4)))?;
    // SAFETY: no command buffer of the pool is pending.
    unsafe { f.gpu.device.reset_command_pool(f.gpu.pool, vk::CommandPoolResetFlags::empty()) }
        .during("vkResetCommandPool")?;
    f.submit(|c| c.pass(LOAD, || draw_cells(c, &cells, 13, 30)))
}

/// A pass of secondary command buffers with vertex draws, then one with mesh draws.
fn secondary_first(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..SHADING })?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.9, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let formats = [COLOR_FORMAT];
    let mut rendering = vk::CommandBufferInheritanceRenderingInfo::default()
        .color_attachment_formats(&formats)
        .rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let inheritance = vk::CommandBufferInheritanceInfo::default().push_next(&mut rendering);
    let continues = CommandBufferUsageFlags::RENDER_PASS_CONTINUE;
    let secondary = f.record_secondary(continues, &inheritance, |c| {
        c.viewports(&[full_viewport()]);
        c.scissors(&[full_scissor()]);
        c.bind(&vertices, &[]);
        c.draw_vertices(&corners, 3);
    })?;
    f.submit(|c| {
        let flags = vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS;
        c.begin_pass(CLEAR, flags);
        // SAFETY: the secondary command buffer fits the pass.
        unsafe {
            f.gpu.device.cmd_execute_commands(c.raw, &[secondary]);
            f.gpu.device.cmd_end_rendering(c.raw);
        }
        let color = PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
        let access = AccessFlags2::COLOR_ATTACHMENT_READ | AccessFlags2::COLOR_ATTACHMENT_WRITE;
        c.barrier((color, access), (color, access));
        c.pass(LOAD, || draw_cells(c, &cells, 20, 12));
    })
}

/// In one subpass, each mesh draw reads what the one before it counted.
fn depend_on_itself(f: &Frame<'_>) -> Result<()> {
    let mesh = vk::PipelineStageFlags::MESH_SHADER_EXT;
    let dependency = vk::SubpassDependency {
        src_subpass: 0,
        src_stage_mask: mesh,
        dst_stage_mask: mesh,
        src_access_mask: vk::AccessFlags::SHADER_WRITE,
        ..DISPATCH_BEFORE
    };
    let pass = create_render_pass(f, &[dependency])?;
    let framebuffer = framebuffer(f, pass)?;
    let counted = f.pipeline_in(&COUNTED, pass)?;
    f.gpu.write(&f.results, &[6])?;
    let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }];
    let begin = vk::RenderPassBeginInfo::default()
        .render_pass(pass)
        .framebuffer(framebuffer)
        .render_area(full_scissor())
        .clear_values(&clear);
    f.submit(|c| {
        // SAFETY: pass and framebuffer fit each other and the pipeline.
        unsafe {
            f.gpu.device.cmd_begin_render_pass(c.raw, &begin, vk::SubpassContents::INLINE);
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            c.bind(&counted, &[f.set]);
            for row in 0..4 {
                c.push(&counted, STAGES, 0, &[row]);
                c.draw_mesh([8, 1, 1]);
                c.barrier1((mesh, vk::AccessFlags::SHADER_WRITE), (mesh, MESH_ACCESS));
            }
            f.gpu.device.cmd_end_render_pass(c.raw);
        }
    })
}

pub(super) fn framebuffer(f: &Frame<'_>, pass: vk::RenderPass) -> Result<vk::Framebuffer> {
    let views = [f.color.view];
    let info = vk::FramebufferCreateInfo::default().render_pass(pass).attachments(&views);
    let info = info.width(SIZE).height(SIZE).layers(1);
    // SAFETY: pass and view are of this device.
    let framebuffer = unsafe { f.gpu.device.create_framebuffer(&info, None) }.during("vkCreateFramebuffer")?;
    f.gpu.keep(Owned::Framebuffer(framebuffer));
    Ok(framebuffer)
}

/// A `VkRenderPass` of one subpass, whose dependency lets the mesh stage read what an earlier dispatch wrote.
fn use_render_pass(f: &Frame<'_>, second_version: bool) -> Result<()> {
    let pass = match second_version {
        false => create_render_pass(f, &[DISPATCH_BEFORE])?,
        true => create_render_pass_2(f)?,
    };
    let framebuffer = framebuffer(f, pass)?;
    let (counted, tasks) = (f.pipeline_in(&COUNTED, pass)?, f.pipeline_in(&TASKS, pass)?);
    let compute = f.compute_pipeline("passes/slow")?;
    let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }];
    let begin = vk::RenderPassBeginInfo::default()
        .render_pass(pass)
        .framebuffer(framebuffer)
        .render_area(full_scissor())
        .clear_values(&clear);
    f.submit(|c| {
        c.bind(&compute, &[f.set]);
        c.dispatch([1, 1, 1]);
        // SAFETY: pass and framebuffer fit each other and the pipelines.
        unsafe {
            match second_version {
                false => f.gpu.device.cmd_begin_render_pass(c.raw, &begin, vk::SubpassContents::INLINE),
                true => f.gpu.device.cmd_begin_render_pass2(c.raw, &begin, &vk::SubpassBeginInfo::default()),
            }
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            c.bind(&counted, &[f.set]);
            c.push(&counted, STAGES, 0, &[3]);
            c.draw_mesh([8, 1, 1]);
            draw_cells(c, &tasks, 32, 8);
            match second_version {
                false => f.gpu.device.cmd_end_render_pass(c.raw),
                true => f.gpu.device.cmd_end_render_pass2(c.raw, &vk::SubpassEndInfo::default()),
            }
        }
    })
}

pub(super) const DISPATCH_BEFORE: vk::SubpassDependency = vk::SubpassDependency {
    src_subpass: vk::SUBPASS_EXTERNAL,
    dst_subpass: 0,
    src_stage_mask: vk::PipelineStageFlags::COMPUTE_SHADER,
    dst_stage_mask: vk::PipelineStageFlags::from_raw(
        vk::PipelineStageFlags::TASK_SHADER_EXT.as_raw() | vk::PipelineStageFlags::MESH_SHADER_EXT.as_raw(),
    ),
    src_access_mask: vk::AccessFlags::SHADER_WRITE,
    dst_access_mask: MESH_ACCESS,
    dependency_flags: vk::DependencyFlags::empty(),
};

pub(super) const MESH_ACCESS: vk::AccessFlags =
    vk::AccessFlags::from_raw(vk::AccessFlags::SHADER_READ.as_raw() | vk::AccessFlags::SHADER_WRITE.as_raw());

pub(super) fn create_render_pass(f: &Frame<'_>, dependencies: &[vk::SubpassDependency]) -> Result<vk::RenderPass> {
    let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
    let attachments = [vk::AttachmentDescription::default()
        .format(COLOR_FORMAT)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .initial_layout(layout)
        .final_layout(layout)];
    let colors = [vk::AttachmentReference { attachment: 0, layout }];
    let subpasses = [vk::SubpassDescription::default().color_attachments(&colors)];
    let info = vk::RenderPassCreateInfo::default();
    let info = info.attachments(&attachments).subpasses(&subpasses).dependencies(dependencies);
    // SAFETY: plain creation.
    let pass = unsafe { f.gpu.device.create_render_pass(&info, None) }.during("vkCreateRenderPass")?;
    f.gpu.keep(Owned::RenderPass(pass));
    Ok(pass)
}

fn create_render_pass_2(f: &Frame<'_>) -> Result<vk::RenderPass> {
    let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
    let attachments = [vk::AttachmentDescription2::default()
        .format(COLOR_FORMAT)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .initial_layout(layout)
        .final_layout(layout)];
    let color = vk::AttachmentReference2::default().layout(layout).aspect_mask(vk::ImageAspectFlags::COLOR);
    let colors = [color];
    let subpasses = [vk::SubpassDescription2::default().color_attachments(&colors)];
    // The barrier's masks count, not those of the dependency.
    let mut barrier = vk::MemoryBarrier2::default()
        .src_stage_mask(PipelineStageFlags2::COMPUTE_SHADER)
        .src_access_mask(AccessFlags2::SHADER_STORAGE_WRITE)
        .dst_stage_mask(PipelineStageFlags2::MESH_SHADER_EXT)
        .dst_access_mask(AccessFlags2::SHADER_STORAGE_READ | AccessFlags2::SHADER_STORAGE_WRITE);
    let dependency = vk::SubpassDependency2::default().src_subpass(vk::SUBPASS_EXTERNAL).push_next(&mut barrier);
    let dependencies = [dependency];
    let info = vk::RenderPassCreateInfo2::default();
    let info = info.attachments(&attachments).subpasses(&subpasses).dependencies(&dependencies);
    // SAFETY: plain creation.
    let pass = unsafe { f.gpu.device.create_render_pass2(&info, None) }.during("vkCreateRenderPass2")?;
    f.gpu.keep(Owned::RenderPass(pass));
    Ok(pass)
}

/// One pass whose halves lie in two command buffers.
fn suspend_and_resume(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let half = |flags, pipeline: &Pipeline, base| {
        f.record(CommandBufferUsageFlags::ONE_TIME_SUBMIT, |c| {
            c.begin_pass(CLEAR, flags);
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            draw_cells(c, pipeline, base, 8);
            // SAFETY: begun above.
            unsafe { f.gpu.device.cmd_end_rendering(c.raw) };
        })
    };
    let first = half(vk::RenderingFlags::SUSPENDING, &cells, 6)?;
    let second = half(vk::RenderingFlags::SUSPENDING | vk::RenderingFlags::RESUMING, &tasks, 16)?;
    let third = half(vk::RenderingFlags::RESUMING, &cells, 18)?;
    f.gpu.submit(&[first, second, third])
}

/// Queries around mesh draws inside the pass, their results among what is compared.
fn count_samples(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let queries = f.gpu.query_pool(vk::QueryType::OCCLUSION, 3)?;
    let device = &f.gpu.device;
    f.submit(|c| {
        // SAFETY: the pool is of this device and has three queries.
        unsafe {
            device.cmd_reset_query_pool(c.raw, queries, 0, 3);
            c.pass(CLEAR, || {
                device.cmd_begin_query(c.raw, queries, 0, vk::QueryControlFlags::PRECISE);
                draw_cells(c, &cells, 0, 40);
                device.cmd_end_query(c.raw, queries, 0);
                device.cmd_begin_query(c.raw, queries, 1, vk::QueryControlFlags::PRECISE);
                device.cmd_end_query(c.raw, queries, 1);
                draw_cells(c, &cells, 8, 5);
                device.cmd_begin_query(c.raw, queries, 2, vk::QueryControlFlags::PRECISE);
                draw_cells(c, &cells, 16, 1);
                draw_cells(c, &cells, 19, 30);
                device.cmd_end_query(c.raw, queries, 2);
            });
        }
    })?;
    keep_queries(f, queries, &[40 * 36, 0, 31 * 36])
}

/// The query may be begun before the pass, too.
fn count_primitives(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let queries = f.gpu.query_pool(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, 2)?;
    let device = &f.gpu.device;
    f.submit(|c| {
        // SAFETY: the pool is of this device and has two queries.
        unsafe {
            device.cmd_reset_query_pool(c.raw, queries, 0, 2);
            device.cmd_begin_query(c.raw, queries, 0, vk::QueryControlFlags::empty());
            c.pass(CLEAR, || draw_cells(c, &cells, 0, 5));
            device.cmd_end_query(c.raw, queries, 0);
            c.pass(LOAD, || {
                device.cmd_begin_query(c.raw, queries, 1, vk::QueryControlFlags::empty());
                draw_cells(c, &tasks, 8, 2);
                device.cmd_end_query(c.raw, queries, 1);
            });
        }
    })?;
    keep_queries(f, queries, &[10, 2 * (1 + 2)])
}

pub(super) fn keep_queries<const N: usize>(f: &Frame<'_>, queries: vk::QueryPool, expected: &[u64; N]) -> Result<()> {
    let mut found = [0u64; N];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the queries have ended.
    unsafe { f.gpu.device.get_query_pool_results(queries, 0, &mut found, flags) }.during("vkGetQueryPoolResults")?;
    for (expected, found) in expected.iter().zip(found) {
        f.expect("a query's result", *expected, found)?;
    }
    Ok(())
}

/// Attachments cleared inside the pass, between mesh draws.
fn clear_between_draws(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let color = vk::ClearColorValue { float32: [0.0, 0.25, 0.5, 1.0] };
    let attachments = [vk::ClearAttachment {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        color_attachment: 0,
        clear_value: vk::ClearValue { color },
    }];
    let rect = vk::Rect2D { offset: vk::Offset2D { x: 4, y: 4 }, extent: vk::Extent2D { width: 30, height: 20 } };
    let rects = [vk::ClearRect { rect, base_array_layer: 0, layer_count: 1 }];
    f.submit(|c| {
        c.pass(CLEAR, || {
            draw_cells(c, &cells, 0, 30);
            // SAFETY: the rectangle lies in the target.
            unsafe { f.gpu.device.cmd_clear_attachments(c.raw, &attachments, &rects) };
            draw_cells(c, &cells, 9, 3);
        });
    })
}

/// Four threads with a pool each record at the same time; the buffers are submitted together.
fn record_by_threads(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let recorders = [0, 1, 2, 3].map(|_| f.gpu.command_buffer());
    let mut buffers = Vec::new();
    for recorder in recorders {
        buffers.push(recorder?);
    }
    let (device, mesh, set) = (&f.gpu.device, &f.gpu.mesh, f.set);
    let target = f.color.view;
    std::thread::scope(|scope| {
        for (index, raw) in buffers.iter().copied().enumerate() {
            let pipeline = if index % 2 == 0 { cells } else { tasks };
            scope.spawn(move || {
                let recorder = ThreadRecorder { device, mesh, raw, target };
                recorder.record(index as u32, &pipeline, set)
            });
        }
    });
    f.gpu.submit(&buffers)
}

/// What a thread needs to record a pass.
struct ThreadRecorder<'a> {
    device: &'a ash::Device,
    mesh: &'a ash::ext::mesh_shader::Device,
    raw: vk::CommandBuffer,
    target: vk::ImageView,
}

impl ThreadRecorder<'_> {
    fn record(&self, index: u32, pipeline: &Pipeline, set: vk::DescriptorSet) {
        let Self { device, mesh, raw, target } = *self;
        let colors = [vk::RenderingAttachmentInfo::default()
            .image_view(target)
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(if index == 0 { CLEAR } else { LOAD })
            .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } })];
        let info = vk::RenderingInfo::default().render_area(full_scissor()).layer_count(1).color_attachments(&colors);
        let access = vk::AccessFlags::COLOR_ATTACHMENT_READ | vk::AccessFlags::COLOR_ATTACHMENT_WRITE;
        let barrier = [vk::MemoryBarrier::default().src_access_mask(access).dst_access_mask(access)];
        let (stage, no) = (vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT, vk::DependencyFlags::empty());
        // SAFETY: this thread alone uses the command buffer and its pool; everything is of this device.
        let recorded = unsafe {
            device.begin_command_buffer(raw, &vk::CommandBufferBeginInfo::default()).and_then(|()| {
                device.cmd_pipeline_barrier(raw, stage, stage, no, &barrier, &[], &[]);
                device.cmd_begin_rendering(raw, &info);
                device.cmd_set_viewport(raw, 0, &[full_viewport()]);
                device.cmd_set_scissor(raw, 0, &[full_scissor()]);
                device.cmd_bind_pipeline(raw, pipeline.point, pipeline.raw);
                device.cmd_bind_descriptor_sets(raw, pipeline.point, pipeline.layout, 0, &[set], &[]);
                for draw in 0..10 {
                    let words = [16 * index + draw, draw];
                    device.cmd_push_constants(raw, pipeline.layout, STAGES, 0, bytemuck::cast_slice(&words));
                    mesh.cmd_draw_mesh_tasks(raw, 1, 1, 1);
                }
                device.cmd_end_rendering(raw);
                device.end_command_buffer(raw)
            })
        };
        assert!(recorded.is_ok(), "recording in a thread: {recorded:?}");
    }
}

/// Three submissions in one call, each waiting for the one before in its mesh stage; the last draws what the others counted.
fn submit_in_turn(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks, counted) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?, f.pipeline(&COUNTED)?);
    let count = f.record(CommandBufferUsageFlags::SIMULTANEOUS_USE, |c| {
        c.pass(CLEAR, || {
            draw_cells(c, &cells, 0, 60);
            draw_cells(c, &tasks, 0, 8);
        });
    })?;
    let show = f.record(CommandBufferUsageFlags::ONE_TIME_SUBMIT, |c| {
        c.pass(CLEAR, || {
            c.bind(&counted, &[f.set]);
            for row in [0, 2, 4, 6] {
                c.push(&counted, STAGES, 0, &[row]);
                c.draw_mesh([8, 1, 1]);
            }
        });
    })?;
    let device = &f.gpu.device;
    let mut semaphores = Vec::new();
    for _ in 0..2 {
        // SAFETY: plain creation.
        let semaphore = unsafe { device.create_semaphore(&vk::SemaphoreCreateInfo::default(), None) };
        semaphores.push([semaphore.during("vkCreateSemaphore")?]);
        f.gpu.keep(Owned::Semaphore(semaphores[semaphores.len() - 1][0]));
    }
    let (count, show) = ([count], [show]);
    let stages = [vk::PipelineStageFlags::MESH_SHADER_EXT | vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT];
    let submit = vk::SubmitInfo::default();
    let submits = [
        submit.command_buffers(&count).signal_semaphores(&semaphores[0]),
        submit
            .command_buffers(&count)
            .wait_semaphores(&semaphores[0])
            .wait_dst_stage_mask(&stages)
            .signal_semaphores(&semaphores[1]),
        submit.command_buffers(&show).wait_semaphores(&semaphores[1]).wait_dst_stage_mask(&stages),
    ];
    // SAFETY: the command buffers are recorded and waited for.
    unsafe {
        device.queue_submit(f.gpu.queue, &submits, vk::Fence::null()).during("vkQueueSubmit")?;
        device.queue_wait_idle(f.gpu.queue).during("vkQueueWaitIdle")
    }
}

/// A submission that waits for a value which the host signals later: no call may block on it.
fn wait_before_signal(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let commands = f.record(CommandBufferUsageFlags::ONE_TIME_SUBMIT, |c| {
        c.pass(CLEAR, || {
            draw_cells(c, &cells, 0, 9);
            draw_cells(c, &tasks, 16, 4);
        });
    })?;
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE);
    let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
    let device = &f.gpu.device;
    // SAFETY: plain creation.
    let semaphore = unsafe { device.create_semaphore(&info, None) }.during("vkCreateSemaphore")?;
    f.gpu.keep(Owned::Semaphore(semaphore));
    let wait = [vk::SemaphoreSubmitInfo::default()
        .semaphore(semaphore)
        .value(1)
        .stage_mask(PipelineStageFlags2::TASK_SHADER_EXT | PipelineStageFlags2::MESH_SHADER_EXT)];
    let signal = [vk::SemaphoreSubmitInfo::default()
        .semaphore(semaphore)
        .value(2)
        .stage_mask(PipelineStageFlags2::ALL_COMMANDS)];
    let buffers = [vk::CommandBufferSubmitInfo::default().command_buffer(commands)];
    let submit = vk::SubmitInfo2::default();
    let submit = submit.wait_semaphore_infos(&wait).signal_semaphore_infos(&signal).command_buffer_infos(&buffers);
    let (semaphores, values) = ([semaphore], [2]);
    let end = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
    let start = vk::SemaphoreSignalInfo::default().semaphore(semaphore).value(1);
    // SAFETY: the command buffer is recorded and waited for.
    unsafe {
        device.queue_submit2(f.gpu.queue, &[submit], vk::Fence::null()).during("vkQueueSubmit2")?;
        device.signal_semaphore(&start).during("vkSignalSemaphore")?;
        device.wait_semaphores(&end, u64::MAX).during("vkWaitSemaphores")
    }
}
