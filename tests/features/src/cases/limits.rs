//! What the layer advertises, at its maximum.

use crate::case::{CASE, Case, Wrong, draw};
use crate::commands::CLEAR;
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const SIZE: Shading = Shading { shaders: "limits/size", ..SHADING };
/// Workgroups of the first stage are counted.
const LARGE: Case = Case {
    shading: Shading { shaders: "draws/large", ..SHADING },
    run: |f| draw_and_count(f, f.case.groups.iter().product()),
    ..CASE
};
const TOTAL: u32 = 1 << 22;

pub const CASES: &[Case] = &[
    Case {
        name: "limits/memory",
        needs: &[Need::WorkgroupMemoryAndPayload(49_152)],
        groups: [3, 1, 1],
        native_is_wrong: Some(Wrong { why: "it has less memory", like: "limits/less_memory" }),
        ..CASE
    },
    Case {
        name: "limits/less_memory",
        shading: Shading { shaders: "limits/memory", specialization: &[(0, 4096), (1, 7168)], ..SHADING },
        groups: [3, 1, 1],
        ..CASE
    },
    Case { name: "limits/outputs", ..CASE },
    Case { name: "limits/components", ..CASE },
    Case { name: "limits/few_draws", run: |f| draw_one_by_one(f, 400), ..CASE },
    Case { name: "limits/layers", needs: &[Need::Layers(8)], layers: 8, groups: [64, 1, 1], ..CASE },
    size("limits/size_x", &[(0, 256), (1, 1), (2, 1)], 256),
    size("limits/size_y", &[(0, 1), (1, 256), (2, 1)], 256),
    size("limits/size_z", &[(0, 2), (1, 1), (2, 128)], 256),
    size("limits/size_x_most", &[(0, 1024), (1, 1), (2, 1)], 1024),
    size("limits/size_y_most", &[(0, 1), (1, 1024), (2, 1)], 1024),
    size("limits/size_z_most", &[(0, 1), (1, 1), (2, 1024)], 1024),
];

/// What runs for too long to be run in every way.
pub const LARGE_CASES: &[Case] = &[
    Case { name: "limits/column", groups: [1, 65_535, 1], push: &[65_535], ..LARGE },
    Case { name: "limits/depth", groups: [1, 1, 65_535], push: &[65_535], ..LARGE },
    Case { name: "limits/meshes", groups: [2048, 32, 64], push: &[TOTAL], ..LARGE },
    Case {
        name: "limits/tasks",
        groups: [64, 1024, 64],
        push: &[TOTAL],
        shading: Shading { shaders: "draws/large_tasks", ..SHADING },
        ..LARGE
    },
    Case { name: "limits/emitted", run: |f| draw_and_count(f, 65_535 * 64), ..CASE },
    Case { name: "limits/draws", run: |f| draw_one_by_one(f, 100_000), ..CASE },
];

/// The case's draw, whose workgroups count themselves in the results buffer.
fn draw_and_count(f: &Frame<'_>, workgroups: u32) -> Result<()> {
    draw(f)?;
    let counted = f.gpu.read(&f.results)?.iter().map(|&count| u64::from(count)).sum();
    f.expect("workgroups", workgroups.into(), counted)
}

/// Draws of one workgroup, the same 400 again and again.
fn draw_one_by_one(f: &Frame<'_>, draws: u32) -> Result<()> {
    let pipeline = f.pipeline(&Shading { shaders: "draws/cells", ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for number in (0..draws).map(|draw| draw % 400) {
                c.push(&pipeline, f.push_stages(), 0, &[number * 13 % 61, number]);
                c.draw_mesh([1, 1, 1]);
            }
        });
    })
}

/// Task and mesh workgroups of this size, with so many invocations.
const fn size(name: &'static str, specialization: &'static [(u32, u32)], invocations: u32) -> Case {
    let needs: &[Need] = match invocations {
        256 => &[Need::Invocations(256)],
        _ => &[Need::Invocations(1024)],
    };
    Case { name, needs, shading: Shading { specialization, ..SIZE }, ..CASE }
}
