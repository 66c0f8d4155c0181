//! Two passes with something between them: the fallback does their mesh work together where nothing there makes the second
//! pass's wait, and only there.

use ash::ext;
use ash::vk::{self, AccessFlags2 as Access, PipelineStageFlags2 as Stage};

use super::passes::{DISPATCH_BEFORE, MESH_ACCESS, create_render_pass, framebuffer};
use crate::case::{CASE, Case};
use crate::commands::{CLEAR, Commands, LOAD, full_scissor, full_viewport, scissor};
use crate::descriptor::STAGES;
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::picture::BACKGROUND;
use crate::pipeline::{Pipeline, SHADING, Shading};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const COUNTED: Shading = Shading { shaders: "passes/counted", ..SHADING };

pub const CASES: &[Case] = &[
    Case { name: "hoists/state", run: |f| change_state(f, &CELLS), ..CASE },
    Case { name: "hoists/state_tasks", run: |f| change_state(f, &TASKS), ..CASE },
    Case { name: "hoists/mesh", run: |f| count(f, |c| c.barrier(MESH_WRITES, MESH_READS)), ..CASE },
    Case { name: "hoists/all", run: |f| count(f, |c| c.barrier(MESH_WRITES, (Stage::ALL_COMMANDS, ALL))), ..CASE },
    Case { name: "hoists/event", run: wait_for_event, ..CASE },
    Case { name: "hoists/dispatch", run: dispatch_between, ..CASE },
    Case { name: "hoists/arguments", run: write_arguments, ..CASE },
    Case { name: "hoists/secondary", run: execute_between, ..CASE },
    Case { name: "hoists/query", needs: &[Need::PreciseOcclusion], run: query_second, ..CASE },
    Case { name: "hoists/condition", needs: &[Need::ConditionalRendering], run: draw_second_on_condition, ..CASE },
    Case { name: "hoists/render_passes", run: |f| use_render_passes(f, [None; 3], 4), ..CASE },
    Case { name: "hoists/dependency_before", run: |f| use_render_passes(f, [None, None, Some(BEFORE)], 3), ..CASE },
    Case { name: "hoists/dependency_after", run: |f| use_render_passes(f, [None, Some(AFTER), None], 3), ..CASE },
    Case { name: "hoists/seam", run: |f| use_render_passes(f, [Some(ITSELF), None, None], 4), ..CASE },
];

const ALL: Access = Access::from_raw(Access::MEMORY_READ.as_raw() | Access::MEMORY_WRITE.as_raw());
const COLOR: (Stage, Access) = (
    Stage::COLOR_ATTACHMENT_OUTPUT,
    Access::from_raw(Access::COLOR_ATTACHMENT_READ.as_raw() | Access::COLOR_ATTACHMENT_WRITE.as_raw()),
);
const MESH_WRITES: (Stage, Access) = (Stage::MESH_SHADER_EXT, Access::SHADER_STORAGE_WRITE);
const MESH_READS: (Stage, Access) = (
    Stage::MESH_SHADER_EXT,
    Access::from_raw(Access::SHADER_STORAGE_READ.as_raw() | Access::SHADER_STORAGE_WRITE.as_raw()),
);

fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

/// Draws as many quads as the row before this one did.
fn draw_counted(c: &Commands<'_>, counted: &Pipeline, row: u32) {
    c.bind(counted, &[c.frame.set]);
    c.push(counted, STAGES, 0, &[row]);
    c.draw_mesh([8, 1, 1]);
}

/// Nothing between three passes but state and a barrier of colours. A compute pipeline that is bound there is there still.
fn change_state(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let (pipeline, cells, slow) = (f.pipeline(shading)?, f.pipeline(&CELLS)?, f.compute_pipeline("passes/slow")?);
    f.submit(|c| {
        c.pass(CLEAR, || draw_cells(c, &pipeline, 0, 6));
        c.barrier(COLOR, COLOR);
        c.bind(&slow, &[f.set]);
        c.bind(&cells, &[f.set]);
        c.push(&cells, STAGES, 0, &[20, 3]);
        c.pass(LOAD, || {
            c.draw_mesh([5, 1, 1]);
            c.scissors(&[scissor(0, 0, 40, 64)]);
        });
        c.barrier(COLOR, COLOR);
        c.pass(LOAD, || draw_cells(c, &pipeline, 32, 6));
        c.dispatch([1, 1, 1]);
    })
}

/// Of two passes, the second draws what the first one's mesh shaders counted.
fn count(f: &Frame<'_>, between: impl FnOnce(&Commands<'_>)) -> Result<()> {
    let counted = f.pipeline(&COUNTED)?;
    f.gpu.write(&f.results, &[5])?;
    f.submit(|c| {
        c.pass(CLEAR, || draw_counted(c, &counted, 0));
        c.barrier(COLOR, COLOR);
        between(c);
        c.pass(LOAD, || draw_counted(c, &counted, 1));
    })
}

fn wait_for_event(f: &Frame<'_>) -> Result<()> {
    let device = &f.gpu.device;
    // SAFETY: plain creation.
    let event = unsafe { device.create_event(&vk::EventCreateInfo::default(), None) }.during("vkCreateEvent")?;
    f.gpu.keep(Owned::Event(event));
    let ((from, writes), (to, reads)) = (MESH_WRITES, MESH_READS);
    let barriers = [vk::MemoryBarrier2::default()
        .src_stage_mask(from)
        .src_access_mask(writes)
        .dst_stage_mask(to)
        .dst_access_mask(reads)];
    let info = vk::DependencyInfo::default().memory_barriers(&barriers);
    count(f, |c| {
        // SAFETY: the event is of this device, and kept.
        unsafe {
            device.cmd_set_event2(c.raw, event, &info);
            device.cmd_wait_events2(c.raw, &[event], &[info]);
        }
    })
}

/// What the first pass counted is another number when the second one begins.
fn dispatch_between(f: &Frame<'_>) -> Result<()> {
    let slow = f.compute_pipeline("passes/slow")?;
    count(f, |c| {
        let compute = (Stage::COMPUTE_SHADER, Access::SHADER_STORAGE_WRITE);
        c.barrier(MESH_WRITES, compute);
        c.bind(&slow, &[f.set]);
        c.dispatch([1, 1, 1]);
        c.barrier(compute, MESH_READS);
    })
}

/// The second pass's arguments are written between the two.
fn write_arguments(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let arguments = f.gpu.buffer_with(&[2, 1, 1])?;
    let draw = |c: &Commands<'_>, base: u32| {
        c.bind(&cells, &[f.set]);
        c.push(&cells, STAGES, 0, &[base, base]);
        c.draw_mesh_indirect(&arguments, 0, 1, 12);
    };
    f.submit(|c| {
        c.pass(CLEAR, || draw(c, 0));
        c.barrier(COLOR, COLOR);
        c.barrier((Stage::DRAW_INDIRECT, Access::NONE), (Stage::COPY, Access::TRANSFER_WRITE));
        // SAFETY: the buffer has these bytes.
        unsafe { f.gpu.device.cmd_update_buffer(c.raw, arguments.raw, 0, &7u32.to_ne_bytes()) };
        let written = (Stage::COPY, Access::TRANSFER_WRITE);
        c.barrier(written, (Stage::DRAW_INDIRECT, Access::INDIRECT_COMMAND_READ));
        c.pass(LOAD, || draw(c, 24));
    })
}

/// The dispatch lies in a secondary command buffer.
fn execute_between(f: &Frame<'_>) -> Result<()> {
    let slow = f.compute_pipeline("passes/slow")?;
    let inheritance = vk::CommandBufferInheritanceInfo::default();
    let secondary = f.record_secondary(vk::CommandBufferUsageFlags::empty(), &inheritance, |c| {
        let compute = (Stage::COMPUTE_SHADER, Access::SHADER_STORAGE_WRITE);
        c.barrier(MESH_WRITES, compute);
        c.bind(&slow, &[f.set]);
        c.dispatch([1, 1, 1]);
        c.barrier(compute, MESH_READS);
    })?;
    // SAFETY: the secondary command buffer is of this device, and recorded.
    count(f, |c| unsafe { f.gpu.device.cmd_execute_commands(c.raw, &[secondary]) })
}

/// A query around the second pass alone.
fn query_second(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let queries = f.gpu.query_pool(vk::QueryType::OCCLUSION, 1)?;
    f.submit(|c| {
        // SAFETY: the pool is of this device and has a query.
        unsafe {
            f.gpu.device.cmd_reset_query_pool(c.raw, queries, 0, 1);
            c.pass(CLEAR, || draw_cells(c, &cells, 0, 40));
            c.barrier(COLOR, COLOR);
            f.gpu.device.cmd_begin_query(c.raw, queries, 0, vk::QueryControlFlags::PRECISE);
            c.pass(LOAD, || draw_cells(c, &cells, 8, 5));
            f.gpu.device.cmd_end_query(c.raw, queries, 0);
        }
    })?;
    let mut samples = [0u64; 1];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: the query has ended.
    unsafe { f.gpu.device.get_query_pool_results(queries, 0, &mut samples, flags) }.during("vkGetQueryPoolResults")?;
    f.expect("samples", 5 * 36, samples[0])
}

/// A condition around the second pass alone, which does not hold.
fn draw_second_on_condition(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let word = f.gpu.buffer_for(1, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&word, &[0])?;
    let conditional = ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
    let info = vk::ConditionalRenderingBeginInfoEXT::default().buffer(word.raw);
    f.submit(|c| {
        c.pass(CLEAR, || draw_cells(c, &cells, 0, 12));
        c.barrier(COLOR, COLOR);
        // SAFETY: the buffer is of this device.
        unsafe { (conditional.fp().cmd_begin_conditional_rendering_ext)(c.raw, &info) };
        c.pass(LOAD, || draw_cells(c, &cells, 16, 12));
        // SAFETY: begun above.
        unsafe { (conditional.fp().cmd_end_conditional_rendering_ext)(c.raw) };
    })
}

/// Mesh shaders of a pass wait for those before it.
const BEFORE: vk::SubpassDependency =
    vk::SubpassDependency { src_stage_mask: vk::PipelineStageFlags::MESH_SHADER_EXT, ..DISPATCH_BEFORE };
/// Those after a pass wait for it.
const AFTER: vk::SubpassDependency =
    vk::SubpassDependency { src_subpass: 0, dst_subpass: vk::SUBPASS_EXTERNAL, ..BEFORE };
/// Those of a pass wait for each other.
const ITSELF: vk::SubpassDependency = vk::SubpassDependency { src_subpass: 0, ..BEFORE };

/// Three passes, which clear their attachment, with these dependencies. Each but the last counts for itself.
fn use_render_passes(f: &Frame<'_>, dependencies: [Option<vk::SubpassDependency>; 3], last: u32) -> Result<()> {
    let order = vk::SubpassDependency {
        src_stage_mask: vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT,
        dst_stage_mask: vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT,
        src_access_mask: vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
        dst_access_mask: vk::AccessFlags::COLOR_ATTACHMENT_WRITE,
        ..DISPATCH_BEFORE
    };
    let mut passes = Vec::new();
    for (own, row) in dependencies.into_iter().zip([0, 2, last]) {
        let pass = create_render_pass(f, &[order].into_iter().chain(own).collect::<Vec<_>>())?;
        let waits = own.is_some_and(|own| own.src_subpass == own.dst_subpass);
        passes.push((pass, framebuffer(f, pass)?, f.pipeline_in(&COUNTED, pass)?, row, waits));
    }
    f.gpu.write(&f.results, &[5, 0, 4, 0, 3])?;
    let clear = [vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } }];
    f.submit(|c| {
        for (pass, framebuffer, counted, row, waits) in &passes {
            let begin = vk::RenderPassBeginInfo::default()
                .render_pass(*pass)
                .framebuffer(*framebuffer)
                .render_area(full_scissor())
                .clear_values(&clear);
            // SAFETY: pass and framebuffer fit each other and the pipeline.
            unsafe {
                f.gpu.device.cmd_begin_render_pass(c.raw, &begin, vk::SubpassContents::INLINE);
                c.viewports(&[full_viewport()]);
                c.scissors(&[full_scissor()]);
                draw_counted(c, counted, *row);
                if *waits {
                    let mesh = vk::PipelineStageFlags::MESH_SHADER_EXT;
                    c.barrier1((mesh, vk::AccessFlags::SHADER_WRITE), (mesh, MESH_ACCESS));
                }
                f.gpu.device.cmd_end_render_pass(c.raw);
            }
        }
    })
}
