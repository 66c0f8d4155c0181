//! Pipelines linked from libraries.

use ash::vk;

use crate::case::{CASE, Case, Targets, draw};
use crate::commands::CLEAR;
use crate::descriptor::{Binding, Resource};
use crate::error::Result;
use crate::frame::Frame;
use crate::library::Linking;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};

const NEEDS: &[Need] = &[Need::PipelineLibrary, Need::GraphicsPipelineLibrary];
const WITH_PRIMITIVE_ID: &[Need] = &[Need::PipelineLibrary, Need::GraphicsPipelineLibrary, Need::GeometryShader];

const fn shading(shaders: &'static str, linking: Linking) -> Shading {
    Shading { shaders, linking: Some(linking), ..SHADING }
}

pub const CASES: &[Case] = &[
    linked("libraries/fast", shading("payload/nested", Linking::Fast)),
    linked("libraries/optimized", shading("payload/nested", Linking::Optimized)),
    linked("libraries/together", shading("payload/nested", Linking::Together)),
    linked("libraries/nested", shading("outputs/per_primitive", Linking::Nested)),
    linked("libraries/mesh_in_place", shading("outputs/per_primitive", Linking::MeshInPlace)),
    linked("libraries/fragment_in_place", shading("outputs/per_primitive", Linking::FragmentInPlace)),
    linked("libraries/per_primitive", shading("outputs/per_primitive", Linking::Fast)),
    Case {
        needs: WITH_PRIMITIVE_ID,
        ..linked("libraries/primitive_id", shading("outputs/primitive_id", Linking::Optimized))
    },
    Case {
        needs: WITH_PRIMITIVE_ID,
        ..linked("libraries/primitive_id_nested", shading("outputs/primitive_id", Linking::Nested))
    },
    Case {
        targets: Targets::DepthOnly,
        ..linked(
            "libraries/no_fragment",
            Shading {
                fragment: false,
                depth: Some(vk::CompareOp::LESS),
                ..shading("outputs/depth_only", Linking::Fast)
            },
        )
    },
    Case { name: "libraries/independent", needs: NEEDS, run: link_independent_sets, ..CASE },
    Case { name: "libraries/shared", needs: WITH_PRIMITIVE_ID, run: share_fragment_shader, ..CASE },
    Case { name: "libraries/mixed", needs: NEEDS, run: mix, ..CASE },
];

const fn linked(name: &'static str, shading: Shading) -> Case {
    Case { name, needs: NEEDS, shading, groups: [4, 1, 1], run: draw, ..CASE }
}

fn link_independent_sets(f: &Frame<'_>) -> Result<()> {
    let binding = Binding::new(vk::DescriptorType::STORAGE_BUFFER);
    let before = f.gpu.set_layout(&[Binding { stages: vk::ShaderStageFlags::MESH_EXT, ..binding }])?;
    let after = f.gpu.set_layout(&[Binding { stages: vk::ShaderStageFlags::FRAGMENT, ..binding }])?;
    let layout = f.gpu.independent_layout(&[before, after])?;
    let linking = Linking::Independent([before, after]);
    let pipeline = f.pipeline_with(&shading("libraries/independent", linking), layout)?;
    let zero = f.gpu.set(before, &[(0, 0, Resource::Storage(&f.results))])?;
    let one = f.gpu.buffer_with(&[0, 200])?;
    let one = f.gpu.set(after, &[(0, 0, Resource::Storage(&one))])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[zero, one]);
            c.draw_mesh([5, 1, 1]);
        });
    })
}

/// A library of a fragment shader that reads `PrimitiveId`, linked with vertex shaders and with mesh shaders.
fn share_fragment_shader(f: &Frame<'_>) -> Result<()> {
    let linking = |linking| shading("libraries/shared", linking);
    let fragment = f.pipeline(&linking(Linking::Fragment))?.raw;
    let vertices = f.vertex_pipeline(&shading("draws/vertices", Linking::Onto(fragment)))?;
    let mesh = f.pipeline(&linking(Linking::Onto(fragment)))?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&vertices, &[f.set]);
            c.draw_vertices(&corners, 3);
            c.bind(&mesh, &[f.set]);
            c.draw_mesh([6, 1, 1]);
        });
    })
}

/// Linked pipelines and whole ones, with and without mesh shaders, in one pass.
fn mix(f: &Frame<'_>) -> Result<()> {
    let cells = f.pipeline(&shading("draws/cells", Linking::Fast))?;
    let tasks = f.pipeline(&Shading { shaders: "draws/tasks", ..SHADING })?;
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..SHADING })?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0], [0.9, 0.5, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&cells, &[f.set]);
            c.push(&cells, f.push_stages(), 0, &[24, 1]);
            c.draw_mesh([8, 1, 1]);
            c.bind(&vertices, &[]);
            c.draw_vertices(&corners, 3);
            c.bind(&tasks, &[]);
            c.push(&tasks, f.push_stages(), 0, &[40, 1]);
            c.draw_mesh([1, 1, 1]);
            c.bind(&cells, &[]);
            c.push(&cells, f.push_stages(), 0, &[34, 5]);
            c.draw_mesh([4, 1, 1]);
        });
    })
}
