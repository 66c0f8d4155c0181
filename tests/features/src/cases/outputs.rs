//! What a mesh shader writes, and what the rasterizer and the fragment stage make of it.

use ash::vk;

use crate::case::{CASE, Case, Targets, Wrong};
use crate::commands::{CLEAR, full_scissor, full_viewport, scissor, viewport};
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const PARTIAL: Option<Wrong> =
    Some(Wrong { why: "stores to single components of Position lose the others", like: "outputs/vectors" });

pub const CASES: &[Case] = &[
    Case { name: "outputs/points", ..CASE },
    Case { name: "outputs/point_size", needs: &[Need::LargePoints], ..CASE },
    Case { name: "outputs/lines", ..CASE },
    Case { name: "outputs/full", ..CASE },
    Case { name: "outputs/floats", ..CASE },
    Case { name: "outputs/integers", groups: [5, 1, 1], ..CASE },
    Case { name: "outputs/doubles", needs: &[Need::Float64], groups: [5, 1, 1], ..CASE },
    Case { name: "outputs/packing", groups: [6, 1, 1], ..CASE },
    Case { name: "outputs/block", groups: [4, 1, 1], ..CASE },
    Case { name: "outputs/structure", groups: [6, 1, 1], ..CASE },
    Case { name: "outputs/arrays", groups: [6, 1, 1], ..CASE },
    Case { name: "outputs/interpolate_at", needs: &[Need::SampleRateShading], ..CASE },
    Case { name: "outputs/interpolation", ..CASE },
    Case { name: "outputs/sample", needs: &[Need::SampleRateShading], samples: vk::SampleCountFlags::TYPE_4, ..CASE },
    Case { name: "outputs/vectors", groups: [8, 1, 1], ..CASE },
    Case { name: "outputs/partial", groups: [8, 1, 1], native_is_wrong: PARTIAL, ..CASE },
    Case { name: "outputs/partial_dynamic", groups: [8, 1, 1], native_is_wrong: PARTIAL, ..CASE },
    Case { name: "outputs/foreign", ..CASE },
    Case { name: "outputs/unwritten", groups: [5, 1, 1], ..CASE },
    Case { name: "outputs/clip", needs: &[Need::ClipDistance], groups: [4, 1, 1], ..CASE },
    Case { name: "outputs/cull", needs: &[Need::CullDistance], groups: [12, 1, 1], ..CASE },
    Case { name: "outputs/cull_planes", needs: &[Need::CullDistance], groups: [64, 1, 1], ..CASE },
    Case { name: "outputs/clip_cull", needs: &[Need::ClipDistance, Need::CullDistance], groups: [4, 1, 1], ..CASE },
    Case { name: "outputs/primitive_id", needs: &[Need::GeometryShader], groups: [5, 1, 1], ..CASE },
    Case { name: "outputs/primitive_id_mesh", groups: [5, 1, 1], ..CASE },
    Case { name: "outputs/point_primitives", groups: [3, 1, 1], ..CASE },
    Case { name: "outputs/line_primitives", ..CASE },
    Case { name: "outputs/clip_dynamic", needs: &[Need::ClipDistance], ..CASE },
    Case { name: "outputs/layer", needs: &[Need::Layers(3)], layers: 3, groups: [9, 1, 1], ..CASE },
    Case {
        name: "outputs/layer_read",
        needs: &[Need::Layers(3), Need::GeometryShader],
        layers: 3,
        groups: [9, 1, 1],
        ..CASE
    },
    Case { name: "outputs/viewport", needs: &[Need::MultiViewport], run: draw_in_two_viewports, ..CASE },
    Case {
        name: "outputs/everything",
        needs: &[Need::Layers(2), Need::MultiViewport, Need::GeometryShader],
        layers: 2,
        run: draw_in_two_viewports,
        ..CASE
    },
    Case { name: "outputs/cull_primitive", groups: [12, 1, 1], ..CASE },
    Case { name: "outputs/provoking", groups: [8, 1, 1], ..CASE },
    Case {
        name: "outputs/provoking_last",
        needs: &[Need::ProvokingVertexLast],
        shading: Shading { shaders: "outputs/provoking", provoking_last: true, ..SHADING },
        groups: [8, 1, 1],
        ..CASE
    },
    Case { name: "outputs/provoking_lines", ..CASE },
    Case { name: "outputs/per_primitive", groups: [6, 1, 1], ..CASE },
    Case { name: "outputs/many", ..CASE },
    Case { name: "outputs/heavy", groups: [2, 1, 1], ..CASE },
    Case {
        name: "outputs/depth_only",
        targets: Targets::DepthOnly,
        shading: Shading { fragment: false, depth: Some(vk::CompareOp::LESS), ..SHADING },
        groups: [8, 1, 1],
        ..CASE
    },
    Case { name: "outputs/no_fragment", run: draw_without_fragments, ..CASE },
    Case { name: "outputs/no_inputs", groups: [8, 1, 1], ..CASE },
    Case {
        name: "outputs/winding",
        shading: Shading { shaders: "outputs/whole", cull: vk::CullModeFlags::BACK, ..SHADING },
        groups: [8, 1, 1],
        ..CASE
    },
    Case { name: "outputs/whole", groups: [8, 1, 1], ..CASE },
];

fn draw_in_two_viewports(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&Shading { viewports: 2, ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.viewports(&[full_viewport(), viewport(16.0, 32.0, 32.0, 64.0)]);
            c.scissors(&[full_scissor(), scissor(20, 30, 40, 20)]);
            c.bind(&pipeline, &[f.set]);
            c.draw_mesh([16, 1, 1]);
        });
    })
}

/// A pipeline without fragment stage leaves colours as they are: no driver that games run on writes them.
fn draw_without_fragments(f: &Frame<'_>) -> Result<()> {
    let seen = f.pipeline(&Shading { shaders: "outputs/whole", ..SHADING })?;
    let unseen = f.pipeline(&Shading { shaders: "outputs/depth_only", fragment: false, ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&seen, &[f.set]);
            c.draw_mesh([8, 1, 1]);
            c.bind(&unseen, &[f.set]);
            c.draw_mesh([64, 1, 1]);
        });
    })
}
