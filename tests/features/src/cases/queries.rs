//! Queries around mesh draws: what mesh shaders generate and how often task and mesh shaders run, beside what else is counted.

use ash::vk::{self, QueryPipelineStatisticFlags as Statistics, QueryResultFlags as Flags};

use crate::case::{CASE, Case, Targets};
use crate::commands::{CLEAR, Commands, LOAD};
use crate::descriptor::STAGES;
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::pipeline::{Pipeline, SHADING, Shading};
use crate::resource::Buffer;

pub(super) const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
pub(super) const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const QUERIES: &[Need] = &[Need::PrimitiveQueries, Need::PipelineStatistics];
const DRAWS: u32 = 12;
/// Words of a result with everything that a query here can have.
const RESULT: u32 = 16;

pub const CASES: &[Case] = &[
    Case { name: "queries/draws", needs: QUERIES, run: |f| count_each_draw(f, &CELLS, false), ..CASE },
    Case { name: "queries/draws_tasks", needs: QUERIES, run: |f| count_each_draw(f, &TASKS, false), ..CASE },
    Case { name: "queries/draws_indirect", needs: QUERIES, run: |f| count_each_draw(f, &CELLS, true), ..CASE },
    Case {
        name: "queries/statistics",
        needs: &[Need::PrimitiveQueries, Need::PipelineStatistics, Need::PreciseOcclusion],
        targets: Targets::ColorDepth,
        run: count_everything,
        ..CASE
    },
    Case {
        name: "queries/reset",
        needs: &[Need::PrimitiveQueries, Need::PipelineStatistics, Need::HostQueryReset],
        run: reset_and_read,
        ..CASE
    },
    Case { name: "queries/twice", needs: QUERIES, run: submit_twice, ..CASE },
    Case { name: "queries/vertex_work", needs: &[Need::PipelineStatistics], run: count_vertex_work, ..CASE },
    Case { name: "queries/nothing", needs: QUERIES, run: count_nothing, ..CASE },
];

pub(super) fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

pub(super) fn primitives(f: &Frame<'_>, count: u32) -> Result<vk::QueryPool> {
    f.gpu.query_pool(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, count)
}

pub(super) fn statistics(f: &Frame<'_>, statistics: Statistics, count: u32) -> Result<vk::QueryPool> {
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::PIPELINE_STATISTICS)
        .pipeline_statistics(statistics)
        .query_count(count);
    // SAFETY: the structure is valid.
    let raw = unsafe { f.gpu.device.create_query_pool(&info, None) }.during("vkCreateQueryPool")?;
    f.gpu.keep(Owned::QueryPool(raw));
    Ok(raw)
}

fn invocations(f: &Frame<'_>, count: u32) -> Result<vk::QueryPool> {
    statistics(f, Statistics::TASK_SHADER_INVOCATIONS_EXT | Statistics::MESH_SHADER_INVOCATIONS_EXT, count)
}

impl Commands<'_> {
    pub(super) fn reset(&self, pool: vk::QueryPool, count: u32) {
        // SAFETY: the command buffer is being recorded, and the pool has so many queries; the same below.
        unsafe { self.frame.gpu.device.cmd_reset_query_pool(self.raw, pool, 0, count) };
    }

    pub(super) fn counted(&self, pool: vk::QueryPool, query: u32, record: impl FnOnce()) {
        self.counted_with(pool, query, vk::QueryControlFlags::empty(), record);
    }

    pub(super) fn counted_with(
        &self,
        pool: vk::QueryPool,
        query: u32,
        flags: vk::QueryControlFlags,
        record: impl FnOnce(),
    ) {
        let device = &self.frame.gpu.device;
        // SAFETY: as above.
        unsafe {
            device.cmd_begin_query(self.raw, pool, query, flags);
            record();
            device.cmd_end_query(self.raw, pool, query);
        }
    }

    /// Results `stride` words apart.
    pub(super) fn copy_results(
        &self,
        pool: vk::QueryPool,
        queries: core::ops::Range<u32>,
        to: (&Buffer, u32),
        stride: u32,
        flags: Flags,
    ) {
        let (buffer, word) = to;
        let (count, offset) = (queries.end - queries.start, u64::from(word) * 4);
        let device = &self.frame.gpu.device;
        let (raw, stride) = (buffer.raw, u64::from(stride) * 4);
        // SAFETY: as above; the buffer holds the results.
        unsafe { device.cmd_copy_query_pool_results(self.raw, pool, queries.start, count, raw, offset, stride, flags) };
    }
}

/// A query around each draw of one run, and two around all of them and another pass.
fn count_each_draw(f: &Frame<'_>, shading: &Shading, indirect: bool) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    let arguments = f.gpu.buffer_with(&[2, 3, 1, 0, 1, 1, 3, 1, 1])?;
    let (of_draws, of_all) = (primitives(f, DRAWS)?, invocations(f, 2)?);
    let results = f.gpu.buffer((RESULT * (DRAWS + 2)) as usize)?;
    f.submit(|c| {
        c.reset(of_draws, DRAWS);
        c.reset(of_all, 2);
        c.counted(of_all, 0, || {
            c.pass(CLEAR, || {
                c.bind(&pipeline, &[f.set]);
                for draw in 0..DRAWS {
                    c.push(&pipeline, STAGES, 0, &[draw * 5 % 40, draw]);
                    let record = || match indirect && draw % 3 == 1 {
                        true => c.draw_mesh_indirect(&arguments, u64::from(draw % 2 * 12), 1, 12),
                        false => c.draw_mesh([1 + draw % 4, 1 + draw % 3, 1]),
                    };
                    // Some draws are between queries, and one query has two.
                    match draw % 4 {
                        3 => record(),
                        2 => c.counted(of_draws, draw, || {
                            record();
                            record();
                        }),
                        _ => c.counted(of_draws, draw, record),
                    }
                }
            });
            c.pass(LOAD, || draw_cells(c, &pipeline, 8, 3));
        });
        c.pass(LOAD, || c.counted(of_all, 1, || draw_cells(c, &pipeline, 16, 2)));
        for draw in (0..DRAWS).filter(|draw| draw % 4 != 3) {
            let flags = Flags::WAIT | Flags::WITH_AVAILABILITY;
            c.copy_results(of_draws, draw..draw + 1, (&results, RESULT * draw), 2, flags);
        }
        c.copy_results(of_all, 0..2, (&results, RESULT * DRAWS), RESULT, Flags::WAIT | Flags::TYPE_64);
    })?;
    f.capture(&results);
    Ok(())
}

/// Numbers of other stages beside those of task and mesh shaders, samples, and a draw of vertices, which is none of them.
fn count_everything(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..SHADING })?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let shaders = Statistics::TASK_SHADER_INVOCATIONS_EXT | Statistics::MESH_SHADER_INVOCATIONS_EXT;
    let all = statistics(f, shaders | Statistics::FRAGMENT_SHADER_INVOCATIONS, 2)?;
    let generated = primitives(f, 1)?;
    let samples = f.gpu.query_pool(vk::QueryType::OCCLUSION, 1)?;
    let results = f.gpu.buffer(3 * RESULT as usize)?;
    let device = &f.gpu.device;
    f.submit(|c| {
        c.reset(all, 2);
        c.reset(generated, 1);
        c.reset(samples, 1);
        c.counted(generated, 0, || {
            c.pass(CLEAR, || {
                c.counted(all, 0, || {
                    draw_cells(c, &cells, 0, 11);
                    // SAFETY: as above.
                    unsafe { device.cmd_begin_query(c.raw, samples, 0, vk::QueryControlFlags::PRECISE) };
                    draw_cells(c, &tasks, 16, 2);
                    // SAFETY: as above.
                    unsafe { device.cmd_end_query(c.raw, samples, 0) };
                });
                draw_cells(c, &cells, 40, 2);
            });
        });
        c.pass(LOAD, || {
            c.counted(all, 1, || {
                // lavapipe takes its primitives for those of mesh shaders, if they are counted, too.
                c.bind(&vertices, &[]);
                c.draw_vertices(&corners, 3);
                draw_cells(c, &cells, 48, 3);
            });
        });
        let flags = Flags::WAIT | Flags::WITH_AVAILABILITY;
        c.copy_results(all, 0..2, (&results, 0), 4, flags);
        c.copy_results(generated, 0..1, (&results, RESULT), 2, flags);
        c.copy_results(samples, 0..1, (&results, 2 * RESULT), 2, flags);
    })?;
    f.capture(&results);
    let mut found = [[0_u64; 4]; 2];
    let flags = Flags::TYPE_64 | Flags::WAIT | Flags::WITH_AVAILABILITY;
    // SAFETY: the queries have ended.
    unsafe { f.gpu.device.get_query_pool_results(all, 0, &mut found, flags) }.during("vkGetQueryPoolResults")?;
    f.expect("invocations of task shaders", 2, found[0][1])?;
    f.expect("availability", 1, found[1][3])?;
    let words: Vec<_> = found.as_flattened().iter().map(|&value| value as u32).collect();
    f.capture(&f.gpu.buffer_with(&words)?);
    Ok(())
}

/// Results from the host, before and after, and resets by the host and by the GPU.
fn reset_and_read(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let (generated, shaders) = (primitives(f, 3)?, invocations(f, 3)?);
    let device = &f.gpu.device;
    let mut kept = Vec::new();
    let mut read = |pools: &[vk::QueryPool], flags: Flags| -> Result<()> {
        for &pool in pools {
            let mut words = [[0x5555_5555_u32; 12]; 2];
            let (data, stride) = (words.as_mut_ptr().cast(), size_of::<[u32; 12]>() as u64);
            let get = device.fp_v1_0().get_query_pool_results;
            // SAFETY: the words have room for both results.
            let result = unsafe { get(device.handle(), pool, 1, 2, size_of_val(&words), data, stride, flags) };
            kept.push(result.as_raw() as u32);
            kept.extend(words.as_flattened());
        }
        Ok(())
    };
    // SAFETY: the pools have three queries, which no command uses yet; the same below.
    unsafe {
        device.reset_query_pool(generated, 0, 3);
        device.reset_query_pool(shaders, 0, 3);
    }
    // Of statistics that were never counted, lavapipe puts the availability where the first number belongs.
    read(&[generated], Flags::WITH_AVAILABILITY)?;
    read(&[generated, shaders], Flags::empty())?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.counted(generated, 1, || draw_cells(c, &cells, 0, 5));
            c.counted(shaders, 2, || draw_cells(c, &cells, 8, 7));
        });
        c.counted(shaders, 1, || c.pass(LOAD, || c.counted(generated, 2, || draw_cells(c, &cells, 16, 9))));
    })?;
    let both = [generated, shaders];
    read(&both, Flags::WAIT)?;
    read(&both, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY)?;
    read(&both, Flags::PARTIAL | Flags::TYPE_64)?;
    f.submit(|c| c.reset(generated, 2))?;
    // SAFETY: as above.
    unsafe { device.reset_query_pool(shaders, 1, 1) };
    read(&[generated], Flags::WITH_AVAILABILITY)?;
    read(&[shaders], Flags::empty())?;
    f.capture(&f.gpu.buffer_with(&kept)?);
    Ok(())
}

/// A command buffer that resets, counts and copies, submitted again.
fn submit_twice(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let (generated, shaders) = (primitives(f, 2)?, invocations(f, 1)?);
    let results = f.gpu.buffer(32)?;
    let commands = f.record(vk::CommandBufferUsageFlags::empty(), |c| {
        c.reset(generated, 2);
        c.reset(shaders, 1);
        c.pass(CLEAR, || {
            c.counted(generated, 0, || draw_cells(c, &cells, 0, 30));
            c.counted(shaders, 0, || {
                draw_cells(c, &tasks, 3, 4);
                c.counted(generated, 1, || draw_cells(c, &tasks, 40, 1));
            });
        });
        c.copy_results(generated, 0..2, (&results, 0), 8, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY);
        c.copy_results(shaders, 0..1, (&results, 16), 8, Flags::WAIT | Flags::TYPE_64 | Flags::WITH_AVAILABILITY);
    })?;
    for _ in 0..2 {
        f.gpu.submit(&[commands])?;
        let now = f.gpu.read(&results)?;
        f.expect("primitives of 30 cells", 60, u64::from(now[0]))?;
        f.expect("invocations of task shaders", 5, u64::from(now[16]))?;
        f.capture(&f.gpu.buffer_with(&now)?);
    }
    Ok(())
}

/// Vertices of mesh draws are worked on as often as those of ordinary indexed draws of the same lists: each once, where its triangles
/// share it. The driver's own mesh shaders have no vertex stage.
fn count_vertex_work(f: &Frame<'_>) -> Result<()> {
    const CELLS_OF_DRAWS: [u32; 3] = [40, 1, 9];
    let cells = f.pipeline(&CELLS)?;
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..SHADING })?;
    let work = statistics(f, Statistics::VERTEX_SHADER_INVOCATIONS, 2)?;
    let most = CELLS_OF_DRAWS.into_iter().max().unwrap_or(0);
    // Where they lie does not matter: nothing of them is left in the picture.
    let corners = f.gpu.buffer_with(&vec![0; 16 * most as usize])?;
    let quad = |cell: u32| [0, 1, 2, 2, 1, 3].map(|corner| 4 * cell + corner);
    let indices = f.gpu.buffer_with(&(0..most).flat_map(quad).collect::<Vec<_>>())?;
    f.submit(|c| {
        c.reset(work, 2);
        c.pass(CLEAR, || {
            c.counted(work, 0, || {
                c.bind(&vertices, &[]);
                c.bind_vertices(&corners, &indices);
                CELLS_OF_DRAWS.iter().for_each(|count| c.draw_indexed(6 * count));
            });
        });
        c.pass(CLEAR, || {
            c.counted(work, 1, || CELLS_OF_DRAWS.iter().for_each(|&count| draw_cells(c, &cells, 0, count)));
        });
    })?;
    let mut found = [0_u64; 2];
    let flags = Flags::TYPE_64 | Flags::WAIT;
    // SAFETY: the queries have ended.
    unsafe { f.gpu.device.get_query_pool_results(work, 0, &mut found, flags) }.during("vkGetQueryPoolResults")?;
    let [of_vertices, of_meshes] = found;
    f.expect("vertices of ordinary draws", 4 * u64::from(CELLS_OF_DRAWS.iter().sum::<u32>()), of_vertices)?;
    let expected = if of_meshes == 0 { 0 } else { of_vertices };
    f.expect("vertices of mesh draws", expected, of_meshes)
}

/// Queries without mesh draws, and of draws without workgroups.
fn count_nothing(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let (generated, shaders) = (primitives(f, 4)?, invocations(f, 2)?);
    let results = f.gpu.buffer(64)?;
    f.submit(|c| {
        c.reset(generated, 4);
        c.reset(shaders, 2);
        c.counted(generated, 0, || c.counted(shaders, 0, || ()));
        c.pass(CLEAR, || {
            c.counted(generated, 1, || ());
            c.counted(generated, 2, || draw_cells(c, &cells, 0, 0));
            draw_cells(c, &cells, 0, 3);
            c.counted(generated, 3, || c.counted(shaders, 1, || draw_cells(c, &tasks, 0, 0)));
        });
        c.copy_results(generated, 0..4, (&results, 0), 8, Flags::WAIT | Flags::WITH_AVAILABILITY);
        c.copy_results(shaders, 0..2, (&results, 32), 8, Flags::PARTIAL | Flags::WITH_AVAILABILITY);
    })?;
    f.capture(&results);
    Ok(())
}
