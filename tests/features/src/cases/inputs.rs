//! Shaders and draws that other implementations of mesh shaders got wrong.

use ash::vk;

use crate::case::{CASE, Case};
use crate::commands::CLEAR;
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };

pub const CASES: &[Case] = &[
    Case {
        name: "inputs/draw_index",
        needs: &[Need::DrawParameters, Need::MultiDrawIndirect],
        run: |f| {
            let pipeline = f.pipeline(&f.case.shading)?;
            let arguments = f.gpu.buffer_with(&[1; 24])?;
            f.submit(|c| {
                c.pass(CLEAR, || {
                    c.bind(&pipeline, &[f.set]);
                    c.draw_mesh_indirect(&arguments, 0, 8, 12);
                });
            })
        },
        ..CASE
    },
    Case { name: "inputs/no_position", run: draw_without_positions, ..CASE },
    Case { name: "inputs/count_of_zero", needs: &[Need::DrawIndirectCount], run: draw_after_nothing, ..CASE },
    Case { name: "inputs/five_invocations", groups: [3, 1, 1], ..CASE },
    Case { name: "inputs/later_subgroups", results: 2048, groups: [2, 3, 2], ..CASE },
    Case { name: "inputs/next_primitive", ..CASE },
    Case { name: "inputs/halves", needs: &[Need::Int16], groups: [8, 1, 1], ..CASE },
    Case { name: "inputs/flat_clipped", groups: [4, 1, 1], ..CASE },
    Case { name: "inputs/barrier", groups: [2, 1, 1], ..CASE },
    Case { name: "inputs/thousand_tasks", groups: [1000, 1, 1], ..CASE },
    Case { name: "inputs/points", needs: &[Need::LargePoints], ..CASE },
    Case { name: "inputs/strip", ..CASE },
    Case { name: "inputs/primitive_id_unwritten", needs: &[Need::GeometryShader], groups: [8, 1, 1], ..CASE },
];

/// A shader that writes no position, whose primitives are culled whatever theirs is.
fn draw_without_positions(f: &Frame<'_>) -> Result<()> {
    let nowhere = f.pipeline(&Shading { cull: vk::CullModeFlags::FRONT_AND_BACK, ..SHADING })?;
    let cells = f.pipeline(&CELLS)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&nowhere, &[f.set]);
            c.draw_mesh([9, 1, 1]);
            c.bind(&cells, &[f.set]);
            c.push(&cells, f.push_stages(), 0, &[3, 1]);
            c.draw_mesh([4, 1, 1]);
        });
    })
}

/// An indirect draw whose count is 0, and then a direct one.
fn draw_after_nothing(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&CELLS)?;
    let words = f.gpu.buffer_with(&[0, 7, 1, 1])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&cells, &[f.set]);
            c.push(&cells, f.push_stages(), 0, &[8, 2]);
            c.draw_mesh_indirect_count((&words, 4), (&words, 0), 1, 12);
            c.push(&cells, f.push_stages(), 0, &[24, 3]);
            c.draw_mesh([5, 1, 1]);
        });
    })
}
