//! What a shader is told about where it runs.

use ash::vk;

use crate::case::{CASE, Case, Wrong};
use crate::commands::CLEAR;
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const ARITHMETIC: vk::SubgroupFeatureFlags = vk::SubgroupFeatureFlags::from_raw(
    vk::SubgroupFeatureFlags::BASIC.as_raw()
        | vk::SubgroupFeatureFlags::VOTE.as_raw()
        | vk::SubgroupFeatureFlags::BALLOT.as_raw()
        | vk::SubgroupFeatureFlags::SHUFFLE.as_raw()
        | vk::SubgroupFeatureFlags::ARITHMETIC.as_raw(),
);

pub const CASES: &[Case] = &[
    Case { name: "builtins/invocations", groups: [2, 2, 1], ..CASE },
    Case { name: "builtins/workgroups", groups: [4, 4, 3], ..CASE },
    Case {
        name: "builtins/draw_index",
        needs: &[Need::DrawParameters, Need::MultiDrawIndirect],
        run: draw_several,
        ..CASE
    },
    Case {
        name: "builtins/draw_index_mesh",
        needs: &[Need::DrawParameters, Need::MultiDrawIndirect],
        run: draw_several,
        ..CASE
    },
    Case {
        name: "builtins/draw_index_count",
        needs: &[Need::DrawParameters, Need::DrawIndirectCount],
        shading: Shading { shaders: "builtins/draw_index", ..SHADING },
        run: |f| {
            let pipeline = f.pipeline(&f.case.shading)?;
            let arguments = f.gpu.buffer_with(&[3, 2, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1])?;
            f.submit(|c| {
                c.pass(CLEAR, || {
                    c.bind(&pipeline, &[f.set]);
                    c.draw_mesh_indirect_count((&arguments, 4), (&arguments, 0), 4, 12);
                    c.draw_mesh_indirect_count((&arguments, 4), (&arguments, 0), 2, 24);
                });
            })
        },
        ..CASE
    },
    Case {
        name: "builtins/indirect",
        run: |f| {
            let pipeline = f.pipeline(&SHADING)?;
            let arguments = f.gpu.buffer_with(&[2, 3, 2, 1, 1, 3])?;
            f.submit(|c| {
                c.pass(CLEAR, || {
                    c.bind(&pipeline, &[f.set]);
                    c.draw_mesh_indirect(&arguments, 0, 1, 12);
                    c.draw_mesh_indirect(&arguments, 12, 1, 12);
                });
            })
        },
        ..CASE
    },
    Case {
        name: "builtins/subgroup_ids",
        needs: &[Need::Subgroups(vk::SubgroupFeatureFlags::BASIC)],
        groups: [32, 1, 1],
        ..CASE
    },
    Case { name: "builtins/subgroup_operations", needs: &[Need::Subgroups(ARITHMETIC)], ..CASE },
    Case {
        name: "builtins/full_subgroups",
        needs: &[Need::Subgroups(ARITHMETIC), Need::SubgroupSizeControl, Need::WholeSubgroups],
        shading: Shading { shaders: "builtins/subgroup_operations", full_subgroups: true, ..SHADING },
        native_is_wrong: Some(Wrong {
            why: "no subgroup size can be required of its task and mesh shaders",
            like: "builtins/subgroup_operations",
        }),
        ..CASE
    },
    Case { name: "builtins/fragment", groups: [12, 1, 1], ..CASE },
    Case { name: "builtins/helpers", ..CASE },
];

/// A direct draw, whose index is 0, between indirect ones.
fn draw_several(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&SHADING)?;
    let arguments = f.gpu.buffer_with(&[2, 1, 1, 0, 3, 1, 1, 0, 1, 1, 1, 0, 4, 1, 1, 0])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.draw_mesh_indirect(&arguments, 0, 4, 16);
            c.draw_mesh([1, 1, 1]);
            c.draw_mesh_indirect(&arguments, 32, 2, 16);
        });
    })
}
