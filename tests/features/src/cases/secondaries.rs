//! Secondary command buffers with mesh draws.

use ash::ext;
use ash::vk::{self, CommandBufferUsageFlags};

use super::passes::keep_queries;
use crate::case::{CASE, Case};
use crate::commands::{CLEAR, Commands, LOAD, full_scissor, full_viewport};
use crate::descriptor::{STAGES, push_range};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::need::Need;
use crate::picture::COLOR_FORMAT;
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::Buffer;

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const VERTICES: Shading = Shading { shaders: "draws/vertices", ..SHADING };

pub const CASES: &[Case] = &[
    Case { name: "secondaries/mixed", run: mix_draws, ..CASE },
    Case { name: "secondaries/executed_again", run: execute_again, ..CASE },
    Case { name: "secondaries/at_once", run: submit_at_once, ..CASE },
    Case { name: "secondaries/indirect", run: draw_indirect, ..CASE },
    Case { name: "secondaries/own_pass", run: begin_a_pass, ..CASE },
    Case { name: "secondaries/after", run: draw_after, ..CASE },
    Case { name: "secondaries/suspended", run: suspend_and_resume, ..CASE },
    Case { name: "secondaries/layout", run: destroy_the_layout, ..CASE },
    Case { name: "secondaries/condition", needs: &[Need::ConditionalRendering], run: draw_on_condition, ..CASE },
    Case { name: "nested/mixed", needs: &[Need::NestedCommandBuffers], run: nest, ..CASE },
    Case { name: "secondaries/occlusion", needs: &[Need::PreciseOcclusion], run: count_samples, ..CASE },
    Case { name: "secondaries/primitives", needs: &[Need::PrimitiveQueries], run: count_primitives, ..CASE },
];

const CONTENTS_SECONDARY: vk::RenderingFlags = vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS;
pub const CONTINUES: CommandBufferUsageFlags = CommandBufferUsageFlags::RENDER_PASS_CONTINUE;
const AGAIN: CommandBufferUsageFlags = CommandBufferUsageFlags::SIMULTANEOUS_USE;

/// A secondary command buffer with viewport and scissor set.
pub fn secondary(
    f: &Frame<'_>,
    usage: CommandBufferUsageFlags,
    record: impl FnOnce(&Commands<'_>),
) -> Result<vk::CommandBuffer> {
    secondary_in(f, usage, vk::RenderingFlags::empty(), record)
}

/// The same for a pass with flags.
fn secondary_in(
    f: &Frame<'_>,
    usage: CommandBufferUsageFlags,
    flags: vk::RenderingFlags,
    record: impl FnOnce(&Commands<'_>),
) -> Result<vk::CommandBuffer> {
    let formats = [COLOR_FORMAT];
    let mut rendering = vk::CommandBufferInheritanceRenderingInfo::default()
        .flags(flags)
        .color_attachment_formats(&formats)
        .rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let inheritance = vk::CommandBufferInheritanceInfo::default().push_next(&mut rendering);
    f.record_secondary(usage, &inheritance, |c| {
        c.viewports(&[full_viewport()]);
        c.scissors(&[full_scissor()]);
        record(c);
    })
}

/// A pass that executes them.
pub fn execute(c: &Commands<'_>, load: vk::AttachmentLoadOp, secondaries: &[&[vk::CommandBuffer]]) {
    execute_in(c, load, vk::RenderingFlags::empty(), secondaries);
}

fn execute_in(
    c: &Commands<'_>,
    load: vk::AttachmentLoadOp,
    flags: vk::RenderingFlags,
    secondaries: &[&[vk::CommandBuffer]],
) {
    c.begin_pass(load, CONTENTS_SECONDARY | flags);
    // SAFETY: the secondary command buffers fit the pass.
    unsafe {
        for together in secondaries {
            c.frame.gpu.device.cmd_execute_commands(c.raw, together);
        }
        c.frame.gpu.device.cmd_end_rendering(c.raw);
    }
}

fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

fn triangle(f: &Frame<'_>, x: f32) -> Result<Buffer> {
    let corners = [[x, -0.2, 0.0, 1.0], [x + 0.8, -0.2, 0.0, 1.0], [x, 0.9, 0.0, 1.0]];
    f.gpu.buffer_with(&corners.as_flattened().iter().map(|value: &f32| value.to_bits()).collect::<Vec<_>>())
}

/// Secondary command buffers with vertex draws, mesh draws and both, each with state of its own.
fn mix_draws(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let vertices = f.vertex_pipeline(&VERTICES)?;
    let (left, right) = (triangle(f, -0.9)?, triangle(f, 0.1)?);
    let plain = secondary(f, CONTINUES | AGAIN, |c| {
        c.bind(&vertices, &[]);
        c.draw_vertices(&left, 3);
    })?;
    let mesh = secondary(f, CONTINUES | AGAIN, |c| draw_cells(c, &cells, 0, 30))?;
    let both = secondary(f, CONTINUES, |c| {
        draw_cells(c, &tasks, 8, 3);
        c.bind(&vertices, &[]);
        c.draw_vertices(&right, 3);
        draw_cells(c, &cells, 40, 7);
    })?;
    f.submit(|c| execute(c, CLEAR, &[&[plain], &[mesh, both], &[plain, mesh]]))
}

/// Several times in one pass, in several passes and in several command buffers: what the workgroups count tells how often.
fn execute_again(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let mesh = secondary(f, CONTINUES | AGAIN, |c| {
        draw_cells(c, &cells, 0, 20);
        draw_cells(c, &tasks, 32, 2);
    })?;
    let commands = f.record(CommandBufferUsageFlags::empty(), |c| {
        execute(c, CLEAR, &[&[mesh], &[mesh, mesh]]);
        order(c);
        execute(c, LOAD, &[&[mesh]]);
    })?;
    f.gpu.submit(&[commands])?;
    f.gpu.submit(&[commands])?;
    f.submit(|c| execute(c, LOAD, &[&[mesh]]))
}

/// One pass writes to the targets after another.
fn order(c: &Commands<'_>) {
    let color = vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT;
    let access = vk::AccessFlags2::COLOR_ATTACHMENT_READ | vk::AccessFlags2::COLOR_ATTACHMENT_WRITE;
    c.barrier((color, access), (color, access));
}

/// Two primary command buffers with the same secondary one are pending at once.
fn submit_at_once(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let mesh = secondary(f, CONTINUES | AGAIN, |c| {
        draw_cells(c, &cells, 10, 20);
        draw_cells(c, &tasks, 32, 2);
    })?;
    let record = |load| {
        f.record(AGAIN, |c| {
            order(c);
            execute(c, load, &[&[mesh]]);
        })
    };
    let (first, second) = (record(CLEAR)?, record(LOAD)?);
    f.gpu.submit(&[first, second, first])
}

/// How many workgroups there are only the GPU knows, and it changes.
fn draw_indirect(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let arguments = f.gpu.buffer_with(&[0, 1, 1])?;
    let mesh = secondary(f, CONTINUES, |c| {
        for (pipeline, base) in [(&cells, 0), (&tasks, 24)] {
            c.bind(pipeline, &[f.set]);
            c.push(pipeline, STAGES, 0, &[base, base]);
            c.draw_mesh_indirect(&arguments, 0, 1, 12);
        }
    })?;
    let commands = f.record(CommandBufferUsageFlags::empty(), |c| execute(c, LOAD, &[&[mesh]]))?;
    f.submit(|c| c.pass(CLEAR, || ()))?;
    for groups in [5, 1, 3] {
        f.gpu.write(&arguments, &[groups])?;
        f.gpu.submit(&[commands])?;
    }
    Ok(())
}

/// Dynamic rendering may begin and end in a secondary command buffer.
fn begin_a_pass(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let passes = secondary(f, AGAIN, |c| {
        c.pass(LOAD, || draw_cells(c, &cells, 3, 20));
        order(c);
        c.pass(LOAD, || draw_cells(c, &tasks, 32, 3));
    })?;
    f.submit(|c| {
        c.pass(CLEAR, || ());
        for _ in 0..2 {
            order(c);
            // SAFETY: the primary command buffer is outside a pass.
            unsafe { f.gpu.device.cmd_execute_commands(c.raw, &[passes]) };
        }
    })
}

/// All state is undefined after secondary command buffers, and is set anew.
fn draw_after(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let compute = f.compute_pipeline("passes/more")?;
    let mesh = secondary(f, CONTINUES, |c| draw_cells(c, &cells, 3, 20))?;
    f.submit(|c| {
        c.bind(&compute, &[f.set]);
        c.dispatch([1, 1, 1]);
        execute(c, CLEAR, &[&[mesh]]);
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        c.barrier((all, access), (all, access));
        c.bind(&compute, &[f.set]);
        c.dispatch([1, 1, 1]);
        c.barrier((all, access), (all, access));
        c.pass(LOAD, || {
            draw_cells(c, &tasks, 32, 2);
            c.push(&tasks, STAGES, 0, &[48]);
            c.draw_mesh([1, 1, 1]);
        });
    })
}

/// Halves of one pass in two command buffers, each of secondary ones.
fn suspend_and_resume(f: &Frame<'_>) -> Result<()> {
    use vk::RenderingFlags as Half;
    let tasks = f.pipeline(&TASKS)?;
    let vertices = f.vertex_pipeline(&VERTICES)?;
    let (left, right) = (triangle(f, -0.9)?, triangle(f, 0.1)?);
    let plain = |half, buffer| {
        secondary_in(f, CONTINUES, half, |c: &Commands<'_>| {
            c.bind(&vertices, &[]);
            c.draw_vertices(buffer, 3);
        })
    };
    let (first, last) = (plain(Half::SUSPENDING, &left)?, plain(Half::RESUMING, &right)?);
    let mesh = secondary_in(f, CONTINUES, Half::RESUMING, |c| draw_cells(c, &tasks, 16, 3))?;
    let once = CommandBufferUsageFlags::ONE_TIME_SUBMIT;
    let suspended = f.record(once, |c| execute_in(c, CLEAR, Half::SUSPENDING, &[&[first]]))?;
    let resumed = f.record(once, |c| execute_in(c, CLEAR, Half::RESUMING, &[&[mesh], &[last]]))?;
    f.gpu.submit(&[suspended, resumed])
}

/// The pipeline layout lives as long as the secondary command buffer is recorded, and no longer.
fn destroy_the_layout(f: &Frame<'_>) -> Result<()> {
    let (device, sets, ranges) = (&f.gpu.device, [f.set_layout], [push_range(STAGES, 0, 2)]);
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
    // SAFETY: plain creation.
    let layout = unsafe { device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
    let cells = f.pipeline_with(&CELLS, layout)?;
    let mesh = secondary(f, CONTINUES | AGAIN, |c| {
        draw_cells(c, &cells, 0, 20);
        draw_cells(c, &cells, 30, 9);
    })?;
    // SAFETY: no command buffer that uses it is being recorded.
    unsafe { device.destroy_pipeline_layout(layout, None) };
    f.submit(|c| {
        execute(c, CLEAR, &[&[mesh]]);
        order(c);
        execute(c, LOAD, &[&[mesh]]);
    })
}

/// Conditions that begin and end in a secondary command buffer.
fn draw_on_condition(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let words = f.gpu.buffer_for(2, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&words, &[0, 1])?;
    let conditional = ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
    let mesh = secondary(f, CONTINUES | AGAIN, |c| {
        draw_cells(c, &cells, 0, 12);
        for (offset, pipeline, base) in [(0, &cells, 16), (4, &cells, 24), (0, &tasks, 32), (4, &tasks, 40)] {
            let info = vk::ConditionalRenderingBeginInfoEXT::default().buffer(words.raw).offset(offset);
            // SAFETY: the buffer is of this device.
            unsafe {
                (conditional.fp().cmd_begin_conditional_rendering_ext)(c.raw, &info);
                draw_cells(c, pipeline, base, 3);
                (conditional.fp().cmd_end_conditional_rendering_ext)(c.raw);
            }
        }
        draw_cells(c, &cells, 56, 5);
    })?;
    f.submit(|c| execute(c, CLEAR, &[&[mesh], &[mesh]]))
}

/// Secondary command buffers that execute others, and a pass that has both draws and secondary command buffers.
fn nest(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let vertices = f.vertex_pipeline(&VERTICES)?;
    let (left, right) = (triangle(f, -0.9)?, triangle(f, 0.1)?);
    let plain = |buffer: &Buffer| {
        secondary(f, CONTINUES | AGAIN, |c| {
            c.bind(&vertices, &[]);
            c.draw_vertices(buffer, 3);
        })
    };
    let (left, right) = (plain(&left)?, plain(&right)?);
    let mesh = secondary(f, CONTINUES | AGAIN, |c| draw_cells(c, &cells, 0, 20))?;
    let nested = |buffers: &[vk::CommandBuffer], last: u32| {
        secondary(f, CONTINUES | AGAIN, |c| {
            draw_cells(c, &tasks, 24, 1);
            // SAFETY: the command buffers fit the pass.
            unsafe { f.gpu.device.cmd_execute_commands(c.raw, buffers) };
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            draw_cells(c, &cells, last, 2);
        })
    };
    let (inner, outer) = (nested(&[mesh, left], 30)?, nested(&[right], 50)?);
    let only_executes = secondary(f, CONTINUES | AGAIN, |c| {
        // SAFETY: as above.
        unsafe { f.gpu.device.cmd_execute_commands(c.raw, &[inner, outer, inner]) };
    })?;
    f.submit(|c| {
        execute(c, CLEAR, &[&[left], &[only_executes, right]]);
        order(c);
        c.begin_pass(LOAD, vk::RenderingFlags::CONTENTS_INLINE_EXT | CONTENTS_SECONDARY);
        for buffers in [[left, right], [mesh, left]] {
            c.viewports(&[full_viewport()]);
            c.scissors(&[full_scissor()]);
            draw_cells(c, &tasks, 40, 1);
            // SAFETY: as above.
            unsafe { f.gpu.device.cmd_execute_commands(c.raw, &buffers) };
        }
        // SAFETY: begun above.
        unsafe { f.gpu.device.cmd_end_rendering(c.raw) };
    })
}

/// An occlusion query in a secondary command buffer.
fn count_samples(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let queries = f.gpu.query_pool(vk::QueryType::OCCLUSION, 1)?;
    let device = &f.gpu.device;
    let mesh = secondary(f, CONTINUES, |c| {
        draw_cells(c, &cells, 0, 20);
        // SAFETY: the pool is of this device and has one query.
        unsafe {
            device.cmd_begin_query(c.raw, queries, 0, vk::QueryControlFlags::PRECISE);
            draw_cells(c, &cells, 30, 9);
            device.cmd_end_query(c.raw, queries, 0);
        }
        draw_cells(c, &tasks, 40, 2);
    })?;
    f.submit(|c| {
        // SAFETY: as above.
        unsafe { device.cmd_reset_query_pool(c.raw, queries, 0, 1) };
        execute(c, CLEAR, &[&[mesh]]);
    })?;
    keep_queries(f, queries, &[9 * 36])
}

/// Queries inside of secondary command buffers, also of one that has nothing else.
fn count_primitives(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let queries = f.gpu.query_pool(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, 3)?;
    let device = &f.gpu.device;
    let counted = |c: &Commands<'_>, query, record: &dyn Fn()| {
        // SAFETY: the command buffer is being recorded, and the pool has three queries; the same below.
        unsafe {
            device.cmd_begin_query(c.raw, queries, query, vk::QueryControlFlags::empty());
            record();
            device.cmd_end_query(c.raw, queries, query);
        }
    };
    let nothing = secondary(f, CONTINUES, |c| counted(c, 0, &|| ()))?;
    let mesh = secondary(f, CONTINUES, |c| {
        counted(c, 1, &|| draw_cells(c, &cells, 0, 20));
        draw_cells(c, &cells, 24, 3);
        counted(c, 2, &|| draw_cells(c, &tasks, 32, 2));
    })?;
    f.submit(|c| {
        // SAFETY: as above.
        unsafe { device.cmd_reset_query_pool(c.raw, queries, 0, 3) };
        execute(c, CLEAR, &[&[nothing]]);
        execute(c, LOAD, &[&[mesh]]);
    })?;
    keep_queries(f, queries, &[0, 40, 2 * (1 + 2)])
}
