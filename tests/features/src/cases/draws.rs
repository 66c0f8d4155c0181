//! Draw commands, alone and many in a pass.

use ash::vk::{AccessFlags2, PipelineStageFlags2};

use crate::case::{CASE, Case, Wrong};
use crate::commands::{CLEAR, scissor, viewport};
use crate::descriptor::Resource;
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const LARGE: Case = Case { push: &[70_000], shading: Shading { shaders: "draws/large", ..SHADING }, ..CASE };
const BLEND: Shading = Shading { blend: true, ..SHADING };
const BLEND_TASKS: Shading = Shading { shaders: "draws/blend_tasks", ..BLEND };

pub const CASES: &[Case] = &[
    Case { name: "draws/direct", run: |f| draw_directly(f, &CELLS), ..CASE },
    Case { name: "draws/direct_tasks", run: |f| draw_directly(f, &TASKS), ..CASE },
    Case { name: "draws/nothing", run: draw_nothing, ..CASE },
    Case { name: "draws/indirect", needs: &[Need::MultiDrawIndirect], run: |f| draw_indirectly(f, &CELLS), ..CASE },
    Case {
        name: "draws/indirect_tasks",
        needs: &[Need::MultiDrawIndirect],
        run: |f| draw_indirectly(f, &TASKS),
        ..CASE
    },
    Case { name: "draws/indirect_single", run: draw_indirectly_one_by_one, ..CASE },
    Case { name: "draws/indirect_count", needs: &[Need::DrawIndirectCount], run: |f| count_draws(f, &CELLS), ..CASE },
    Case {
        name: "draws/indirect_count_tasks",
        needs: &[Need::DrawIndirectCount],
        run: |f| count_draws(f, &TASKS),
        ..CASE
    },
    Case { name: "draws/from_compute", needs: &[Need::MultiDrawIndirect], run: draw_what_compute_says, ..CASE },
    Case { name: "draws/count_from_compute", needs: &[Need::DrawIndirectCount], run: count_what_compute_says, ..CASE },
    Case { name: "draws/many", run: draw_many, ..CASE },
    Case { name: "draws/pipelines", run: change_everything, ..CASE },
    Case { name: "draws/viewports", run: change_viewports, ..CASE },
    Case { name: "draws/mixed", run: |f| mix_with_vertices(f, true), ..CASE },
    Case {
        name: "draws/mixed_push",
        native_is_wrong: Some(Wrong {
            why: "push constants that another pipeline's draw used do not reach the task stage",
            like: "draws/mixed",
        }),
        run: |f| mix_with_vertices(f, false),
        ..CASE
    },
    Case { name: "draws/row", groups: [65_535, 1, 1], push: &[65_535], ..LARGE },
    Case { name: "draws/plane", groups: [1000, 70, 1], ..LARGE },
    Case { name: "draws/space", groups: [35, 40, 50], ..LARGE },
    Case { name: "draws/large_tasks", groups: [250, 4, 70], push: &[70_000], ..CASE },
    Case { name: "draws/large_emit", groups: [2, 1, 1], ..CASE },
    Case { name: "draws/blend", shading: BLEND, groups: [40, 1, 1], push: &[0], ..CASE },
    Case { name: "draws/blend_tasks", shading: BLEND, groups: [12, 1, 1], push: &[0], ..CASE },
    Case { name: "draws/blend_draws", run: blend_across_draws, ..CASE },
];

fn draw_directly(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for (base, groups) in [(0, [3, 1, 1]), (16, [1, 2, 1]), (5, [2, 3, 1]), (40, [1, 1, 1])] {
                c.push(&pipeline, f.push_stages(), 0, &[base, 7 * base]);
                c.draw_mesh(groups);
            }
        });
    })
}

/// Draws of no workgroups, before and after one that draws.
fn draw_nothing(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&tasks, &[f.set]);
            c.push(&tasks, f.push_stages(), 0, &[8, 3]);
            c.draw_mesh([0, 1, 1]);
            c.bind(&cells, &[]);
            c.draw_mesh([3, 0, 1]);
            c.draw_mesh([3, 1, 1]);
            c.draw_mesh([5, 5, 0]);
            c.bind(&tasks, &[]);
            c.draw_mesh([2, 2, 0]);
        });
    })
}

fn draw_indirectly(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    // From byte 8 on, 20 bytes apart: three draws, one of them empty.
    let arguments = f.gpu.buffer_with(&[99, 99, 2, 1, 1, 99, 99, 0, 1, 1, 99, 99, 3, 2, 1])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, f.push_stages(), 0, &[8, 1]);
            c.draw_mesh_indirect(&arguments, 8, 3, 20);
            c.push(&pipeline, f.push_stages(), 0, &[32, 1]);
            c.draw_mesh_indirect(&arguments, 8, 0, 20);
            c.push(&pipeline, f.push_stages(), 0, &[37, 1]);
            c.draw_mesh_indirect(&arguments, 48, 1, 0);
        });
    })
}

/// Without `multiDrawIndirect`.
fn draw_indirectly_one_by_one(f: &Frame<'_>) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let arguments = f.gpu.buffer_with(&[2, 1, 1, 0, 1, 1, 3, 2, 1])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            for (index, pipeline) in [&cells, &tasks, &tasks, &cells, &tasks].into_iter().enumerate() {
                c.bind(pipeline, &[f.set]);
                c.push(pipeline, f.push_stages(), 0, &[9 * index as u32, 1]);
                c.draw_mesh_indirect(&arguments, [12, 0, 24, 24, 12][index], 1, 12);
            }
        });
    })
}

fn count_draws(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    let arguments = f.gpu.buffer_with(&[99, 1, 1, 1, 99, 2, 1, 1, 99, 3, 1, 1, 99, 4, 1, 1])?;
    let counts = f.gpu.buffer_with(&[0, 2, 100, 1])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            // Where the count is (in words), and the most draws: fewer than, none of, and more than there are.
            for (index, (count, max)) in [(1, 4), (0, 4), (2, 3), (3, 4), (2, 1), (1, 0)].into_iter().enumerate() {
                c.push(&pipeline, f.push_stages(), 0, &[10 * index as u32, 1]);
                c.draw_mesh_indirect_count((&arguments, 4), (&counts, 4 * count), max, 16);
            }
        });
    })
}

const ARGUMENTS_WRITTEN: (PipelineStageFlags2, AccessFlags2) =
    (PipelineStageFlags2::COMPUTE_SHADER, AccessFlags2::SHADER_WRITE);
const ARGUMENTS_READ: (PipelineStageFlags2, AccessFlags2) =
    (PipelineStageFlags2::DRAW_INDIRECT, AccessFlags2::INDIRECT_COMMAND_READ);

fn draw_what_compute_says(f: &Frame<'_>) -> Result<()> {
    let (pipeline, arguments) = (f.pipeline(&TASKS)?, f.compute_pipeline("draws/arguments")?);
    f.submit(|c| {
        c.bind(&arguments, &[f.set]);
        c.dispatch([1, 1, 1]);
        c.barrier(ARGUMENTS_WRITTEN, ARGUMENTS_READ);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, f.push_stages(), 0, &[3, 9]);
            c.draw_mesh_indirect(&f.results, 4 * 512, 8, 20);
        });
    })
}

fn count_what_compute_says(f: &Frame<'_>) -> Result<()> {
    let (pipeline, arguments) = (f.pipeline(&TASKS)?, f.compute_pipeline("draws/arguments")?);
    f.submit(|c| {
        c.bind(&arguments, &[f.set]);
        c.dispatch([1, 1, 1]);
        c.barrier(ARGUMENTS_WRITTEN, ARGUMENTS_READ);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, f.push_stages(), 0, &[0, 9]);
            c.draw_mesh_indirect_count((&f.results, 4 * 517), (&f.results, 4 * 511), 5, 20);
        });
    })
}

fn draw_many(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&CELLS)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for draw in 0..400 {
                c.push(&pipeline, f.push_stages(), 0, &[draw * 13 % 61, draw]);
                c.draw_mesh([1 + draw % 3, 1, 1]);
            }
        });
    })
}

/// Pipelines, sets and push constants change from draw to draw.
fn change_everything(f: &Frame<'_>) -> Result<()> {
    let pipelines = [f.pipeline(&CELLS)?, f.pipeline(&TASKS)?];
    let other = f.gpu.buffer(256)?;
    f.capture(&other);
    let sets = [f.set, f.gpu.set(f.set_layout, &[(0, 0, Resource::Storage(&other))])?];
    f.submit(|c| {
        c.pass(CLEAR, || {
            for draw in 0..24 {
                let pipeline = &pipelines[draw / 2 % 2];
                c.bind(pipeline, &[sets[draw / 3 % 2]]);
                c.push(pipeline, f.push_stages(), 0, &[draw as u32 * 5, draw as u32]);
                c.draw_mesh([1 + draw as u32 % 2, 1, 1]);
            }
        });
    })
}

fn change_viewports(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&CELLS)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for draw in 0..16 {
                let (x, y) = (draw % 4 * 16, draw / 4 * 16);
                c.viewports(&[viewport(x as f32, y as f32, 16.0, (16 << (draw % 2)) as f32)]);
                c.scissors(&[scissor(x + draw % 3, y, 14, 12)]);
                c.push(&pipeline, f.push_stages(), 0, &[0, draw as u32]);
                c.draw_mesh([8, 8, 1]);
            }
        });
    })
}

/// Vertex and index buffers stay bound across mesh draws, and push constants across pipelines: pushing them again changes
/// nothing.
fn mix_with_vertices(f: &Frame<'_>, push_again: bool) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..SHADING })?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0], [0.9, 0.5, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let indices = f.gpu.buffer_with(&[0, 1, 2, 2, 1, 3])?;
    f.submit(|c| {
        c.bind_vertices(&corners, &indices);
        c.pass(CLEAR, || {
            c.bind(&cells, &[f.set]);
            c.push(&cells, f.push_stages(), 0, &[24, 1]);
            c.draw_mesh([8, 1, 1]);
            c.bind(&vertices, &[]);
            c.draw_indexed(6);
            c.bind(&tasks, &[]);
            if push_again {
                c.push(&tasks, f.push_stages(), 0, &[24, 1]);
            }
            c.draw_mesh([2, 1, 1]);
            c.bind(&vertices, &[]);
            c.draw_vertices(&corners, 3);
            c.bind(&cells, &[]);
            c.push(&cells, f.push_stages(), 0, &[34, 5]);
            c.draw_mesh([4, 1, 1]);
        });
    })
}

/// Draws of two pipelines, direct and indirect, whose order shows.
fn blend_across_draws(f: &Frame<'_>) -> Result<()> {
    let pipelines = [f.pipeline(&Shading { shaders: "draws/blend", ..BLEND })?, f.pipeline(&BLEND_TASKS)?];
    let arguments = f.gpu.buffer_with(&[3, 1, 1])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            for draw in 0..20 {
                let pipeline = &pipelines[draw / 3 % 2];
                c.bind(pipeline, &[f.set]);
                c.push(pipeline, f.push_stages(), 0, &[3 * draw as u32]);
                match draw % 4 {
                    0 => c.draw_mesh_indirect(&arguments, 0, 1, 12),
                    _ => c.draw_mesh([1 + draw as u32 % 3, 1, 1]),
                }
            }
        });
    })
}
