//! Queries of samples, fragments and compute shaders around mesh draws that may take several steps, of which only the GPU knows.

use ash::vk::{self, CommandBufferUsageFlags as Usage, QueryPipelineStatisticFlags as Statistics};
use vk::{QueryControlFlags as Control, QueryResultFlags as Flags};

use super::queries::{CELLS, TASKS, draw_cells, statistics};
use crate::case::{CASE, Case};
use crate::commands::{CLEAR, Commands, LOAD};
use crate::descriptor::STAGES;
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::Pipeline;

const QUERIES: &[Need] = &[Need::PreciseOcclusion, Need::PipelineStatistics];
const AROUND: &[Need] = &[Need::PreciseOcclusion, Need::PipelineStatistics, Need::MultiDrawIndirect];
const CONDITION: &[Need] = &[Need::PreciseOcclusion, Need::ConditionalRendering];
/// Pixels of a cell.
const CELL: u64 = 36;

pub const CASES: &[Case] = &[
    Case { name: "query_parts/around", needs: AROUND, run: count_around, ..CASE },
    Case { name: "query_parts/inside", needs: QUERIES, run: count_inside, ..CASE },
    Case { name: "query_parts/condition", needs: CONDITION, run: count_on_condition, ..CASE },
    Case { name: "query_parts/results", needs: QUERIES, run: read_results, ..CASE },
    Case { name: "query_parts/in_secondary", needs: QUERIES, run: count_in_secondaries, ..CASE },
];

/// Tasks that emit 1 to 8 cells each, from this row on.
fn draw_rows(c: &Commands<'_>, pipeline: &Pipeline, row: u32, tasks: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[8 * row, row]);
    c.draw_mesh([tasks, 1, 1]);
}

/// Cells of so many rows from `row` on: their numbers begin with the row's remainder by 8, which is 0.
fn cells_of_rows(tasks: u64) -> u64 {
    (0..tasks).map(|task| 1 + task % 8).sum()
}

fn samples(f: &Frame<'_>, count: u32) -> Result<vk::QueryPool> {
    f.gpu.query_pool(vk::QueryType::OCCLUSION, count)
}

/// What counts samples, fragments and compute invocations is open around two passes, between dispatches of the program, twice.
fn count_around(f: &Frame<'_>) -> Result<()> {
    let (tasks, cells, compute) = (f.pipeline(&TASKS)?, f.pipeline(&CELLS)?, f.compute_pipeline("draws/arguments")?);
    let arguments = f.gpu.buffer_with(&[1, 1, 1, 2, 1, 1, 3, 1, 1])?;
    let drawn = samples(f, 1)?;
    let shaders = Statistics::FRAGMENT_SHADER_INVOCATIONS | Statistics::COMPUTE_SHADER_INVOCATIONS;
    let all = statistics(f, shaders, 1)?;
    let results = f.gpu.buffer(16)?;
    let commands = f.record(Usage::empty(), |c| {
        c.reset(drawn, 1);
        c.reset(all, 1);
        c.counted(all, 0, || {
            c.bind(&compute, &[f.set]);
            c.dispatch([3, 1, 1]);
            c.counted_with(drawn, 0, Control::PRECISE, || {
                c.pass(CLEAR, || {
                    draw_rows(c, &tasks, 0, 7);
                    draw_cells(c, &cells, 8, 2);
                });
                c.pass(LOAD, || {
                    c.bind(&cells, &[f.set]);
                    c.push(&cells, STAGES, 0, &[48, 3]);
                    c.draw_mesh_indirect(&arguments, 0, 3, 12);
                });
            });
            c.bind(&compute, &[f.set]);
            c.dispatch([1, 1, 1]);
        });
        c.copy_results(drawn, 0..1, (&results, 0), 4, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY);
        c.copy_results(all, 0..1, (&results, 8), 4, Flags::WAIT | Flags::WITH_AVAILABILITY);
    })?;
    for _ in 0..2 {
        f.gpu.submit(&[commands])?;
        let now = f.gpu.read(&results)?;
        let expected = CELL * (cells_of_rows(7) + 2 + 6);
        f.expect("samples", expected, u64::from(now[0]))?;
        f.expect("availability of samples", 1, u64::from(now[2]))?;
        f.expect("invocations of compute shaders", 32, u64::from(now[9]))?;
        f.capture(&f.gpu.buffer_with(&now)?);
    }
    Ok(())
}

/// Queries that begin and end in a pass: around one draw, several, none, and in a secondary command buffer.
fn count_inside(f: &Frame<'_>) -> Result<()> {
    let (tasks, cells) = (f.pipeline(&TASKS)?, f.pipeline(&CELLS)?);
    let drawn = samples(f, 4)?;
    let compute = f.compute_pipeline("draws/arguments")?;
    let all = statistics(f, Statistics::FRAGMENT_SHADER_INVOCATIONS | Statistics::COMPUTE_SHADER_INVOCATIONS, 1)?;
    let fragments = statistics(f, Statistics::FRAGMENT_SHADER_INVOCATIONS, 1)?;
    let results = f.gpu.buffer(32)?;
    f.submit(|c| {
        c.reset(drawn, 4);
        c.reset(all, 1);
        c.reset(fragments, 1);
        // lavapipe crashes where a query that counts compute shaders begins with none bound.
        c.bind(&compute, &[f.set]);
        c.pass(CLEAR, || {
            c.counted(all, 0, || {
                c.counted_with(drawn, 0, Control::PRECISE, || draw_rows(c, &tasks, 0, 8));
                c.counted_with(drawn, 1, Control::PRECISE, || ());
                c.counted_with(drawn, 2, Control::PRECISE, || {
                    draw_cells(c, &cells, 6, 3);
                    draw_rows(c, &tasks, 0, 5);
                    draw_cells(c, &cells, 56, 8);
                });
            });
            c.counted(fragments, 0, || draw_rows(c, &tasks, 2, 6));
            c.counted_with(drawn, 3, Control::PRECISE, || draw_rows(c, &tasks, 0, 1));
        });
        c.copy_results(drawn, 0..4, (&results, 0), 2, Flags::WAIT | Flags::WITH_AVAILABILITY);
        c.copy_results(all, 0..1, (&results, 8), 8, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY);
        c.copy_results(fragments, 0..1, (&results, 16), 4, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY);
    })?;
    let now = f.gpu.read(&results)?;
    let counted = [cells_of_rows(8), 0, 3 + cells_of_rows(5) + 8, 1].map(|cells| CELL * cells);
    for (query, expected) in counted.into_iter().enumerate() {
        f.expect("samples", expected, u64::from(now[2 * query]))?;
    }
    f.expect("compute shaders in a pass", 0, u64::from(now[10]))?;
    f.capture(&results);
    Ok(())
}

/// A condition that does not hold, around a pass or in it, says nothing of what is summed.
fn count_on_condition(f: &Frame<'_>) -> Result<()> {
    let tasks = f.pipeline(&TASKS)?;
    let condition = f.gpu.buffer_for(2, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&condition, &[0, 1])?;
    let drawn = samples(f, 3)?;
    let results = f.gpu.buffer(16)?;
    let under = |c: &Commands<'_>, word: u64, record: &dyn Fn()| {
        let info = vk::ConditionalRenderingBeginInfoEXT::default().buffer(condition.raw).offset(4 * word);
        let condition = ash::ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
        // SAFETY: the command buffer is being recorded, and the extension is enabled.
        unsafe {
            (condition.fp().cmd_begin_conditional_rendering_ext)(c.raw, &info);
            record();
            (condition.fp().cmd_end_conditional_rendering_ext)(c.raw);
        }
    };
    f.submit(|c| {
        c.reset(drawn, 3);
        c.counted_with(drawn, 0, Control::PRECISE, || {
            c.pass(CLEAR, || draw_rows(c, &tasks, 0, 6));
            under(c, 0, &|| c.pass(LOAD, || draw_rows(c, &tasks, 0, 8)));
            under(c, 1, &|| c.pass(LOAD, || draw_rows(c, &tasks, 0, 4)));
        });
        c.pass(LOAD, || {
            c.counted_with(drawn, 1, Control::PRECISE, || {
                draw_rows(c, &tasks, 0, 5);
                under(c, 0, &|| draw_rows(c, &tasks, 0, 8));
            });
        });
        under(c, 0, &|| {
            c.pass(LOAD, || c.counted_with(drawn, 2, Control::PRECISE, || draw_rows(c, &tasks, 0, 7)));
            c.copy_results(drawn, 0..3, (&results, 0), 2, Flags::WAIT | Flags::WITH_AVAILABILITY);
        });
    })?;
    let now = f.gpu.read(&results)?;
    let counted = [cells_of_rows(6) + cells_of_rows(4), cells_of_rows(5), 0].map(|cells| CELL * cells);
    for (query, expected) in counted.into_iter().enumerate() {
        f.expect("samples", expected, u64::from(now[2 * query]))?;
    }
    f.capture(&results);
    Ok(())
}

/// Results in every form, from the host and by copies in another command buffer; and after a reset.
fn read_results(f: &Frame<'_>) -> Result<()> {
    let tasks = f.pipeline(&TASKS)?;
    let drawn = samples(f, 4)?;
    let device = &f.gpu.device;
    let mut kept = Vec::new();
    let mut read = |first: u32, count: u32, flags: Flags| -> Result<()> {
        let mut words = [0x5555_5555_u32; 32];
        let get = device.fp_v1_0().get_query_pool_results;
        let (bytes, data) = (size_of_val(&words), words.as_mut_ptr().cast());
        // SAFETY: the words have room for four results.
        let result = unsafe { get(device.handle(), drawn, first, count, bytes, data, 32, flags) };
        if result.as_raw() < 0 {
            return Err(result).during("vkGetQueryPoolResults");
        }
        kept.push(result.as_raw() as u32);
        kept.extend(words);
        Ok(())
    };
    let draw = |c: &Commands<'_>, query: u32, count: u32| {
        c.pass(CLEAR, || c.counted_with(drawn, query, Control::PRECISE, || draw_rows(c, &tasks, 0, count)));
    };
    f.submit(|c| {
        c.reset(drawn, 4);
        (0..3).for_each(|query| draw(c, query, 8 - query));
    })?;
    read(0, 3, Flags::empty())?;
    read(0, 3, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY)?;
    read(1, 3, Flags::WITH_AVAILABILITY)?;
    let results = f.gpu.buffer(64)?;
    f.submit(|c| {
        c.copy_results(drawn, 0..3, (&results, 0), 3, Flags::empty());
        c.copy_results(drawn, 1..3, (&results, 16), 8, Flags::PARTIAL | Flags::TYPE_64);
        c.copy_results(drawn, 2..3, (&results, 40), 2, Flags::WAIT);
    })?;
    f.capture(&results);
    // What was summed before is not part of what is counted now.
    f.submit(|c| {
        c.reset(drawn, 2);
        draw(c, 0, 1);
    })?;
    read(0, 3, Flags::WITH_AVAILABILITY)?;
    f.capture(&f.gpu.buffer_with(&kept)?);
    Ok(())
}

/// A secondary command buffer that begins passes by itself.
fn passes_of(
    f: &Frame<'_>,
    inheritance: &vk::CommandBufferInheritanceInfo<'_>,
    count: u32,
) -> Result<vk::CommandBuffer> {
    let (tasks, cells) = (f.pipeline(&TASKS)?, f.pipeline(&CELLS)?);
    f.record_secondary(Usage::SIMULTANEOUS_USE, inheritance, |c| {
        c.pass(LOAD, || {
            draw_cells(c, &cells, 56, 2);
            draw_rows(c, &tasks, 0, count);
        });
        c.bind(&tasks, &[f.set]);
        c.push(&tasks, STAGES, 0, &[0, 5]);
        c.pass(LOAD, || c.draw_mesh([count - 1, 1, 1]));
    })
}

/// Executed several times, with queries in one of them.
fn count_in_secondaries(f: &Frame<'_>) -> Result<()> {
    let tasks = f.pipeline(&TASKS)?;
    let drawn = samples(f, 2)?;
    let plain = vk::CommandBufferInheritanceInfo::default();
    let (five, seven) = (passes_of(f, &plain, 5)?, passes_of(f, &plain, 7)?);
    let counts = f.record_secondary(Usage::empty(), &plain, |c| {
        c.reset(drawn, 2);
        c.counted_with(drawn, 0, Control::PRECISE, || c.pass(LOAD, || draw_rows(c, &tasks, 0, 6)));
        c.pass(LOAD, || c.counted_with(drawn, 1, Control::PRECISE, || draw_rows(c, &tasks, 0, 8)));
    })?;
    let results = f.gpu.buffer(4)?;
    f.submit(|c| {
        c.pass(CLEAR, || ());
        // SAFETY: the command buffers were recorded to their ends.
        unsafe { f.gpu.device.cmd_execute_commands(c.raw, &[five, seven, counts, five]) };
        c.copy_results(drawn, 0..2, (&results, 0), 2, Flags::WAIT | Flags::WITH_AVAILABILITY);
    })?;
    let now = f.gpu.read(&results)?;
    for (query, rows) in [6, 8].into_iter().enumerate() {
        f.expect("samples", CELL * cells_of_rows(rows), u64::from(now[2 * query]))?;
    }
    f.capture(&results);
    Ok(())
}
