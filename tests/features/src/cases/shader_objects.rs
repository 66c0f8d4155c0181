//! Shader objects in place of pipelines.

use crate::case::{CASE, Case};
use crate::commands::{CLEAR, LOAD};
use crate::descriptor::STAGES;
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};
use crate::shader_object::Code;

const fn object(name: &'static str, shaders: &'static str, run: fn(&Frame<'_>) -> Result<()>) -> Case {
    let shading = Shading { shaders, ..SHADING };
    Case { name, needs: &[Need::ShaderObject], shading, groups: [4, 1, 1], run, ..CASE }
}

pub const CASES: &[Case] = &[
    object("shader_objects/unlinked", "payload/nested", |f| draw(f, Code::Unlinked)),
    object("shader_objects/linked", "payload/nested", |f| draw(f, Code::Linked)),
    object("shader_objects/binary", "payload/nested", |f| draw(f, Code::Binary)),
    object("shader_objects/per_primitive", "outputs/per_primitive", |f| draw(f, Code::Unlinked)),
    object("shader_objects/per_primitive_binary", "outputs/per_primitive", |f| draw(f, Code::Binary)),
    object("shader_objects/mixed", "draws/cells", mix),
];

fn draw(f: &Frame<'_>, code: Code) -> Result<()> {
    let objects = f.shader_objects(&f.case.shading, code)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.object_state(&objects);
            c.bind_objects(&objects);
            c.bind_object_set();
            c.draw_mesh(f.case.groups);
        });
    })
}

/// Draws of mesh shaders, vertex shaders and a mesh pipeline, in one pass and the next. Vertex state that was set once holds.
fn mix(f: &Frame<'_>) -> Result<()> {
    let cells = f.shader_objects(&f.case.shading, Code::Unlinked)?;
    let tasks = f.shader_objects(&Shading { shaders: "draws/tasks", ..SHADING }, Code::Unlinked)?;
    let vertices = f.vertex_shader_objects("draws/vertices")?;
    let pipeline = f.pipeline(&f.case.shading)?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0], [0.9, 0.5, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let indices = f.gpu.buffer_with(&[0, 1, 2, 2, 1, 3])?;
    f.submit(|c| {
        c.bind_vertices(&corners, &indices);
        c.object_state(&cells);
        c.bind_object_set();
        c.bind_objects(&cells);
        for base in [16, 40] {
            c.pass(if base == 16 { CLEAR } else { LOAD }, || {
                c.object_state(&cells);
                c.push(&pipeline, STAGES, 0, &[base, 1]);
                c.draw_mesh([8, 1, 1]);
                c.bind_objects(&vertices);
                c.draw_indexed(6);
                c.bind_objects(&tasks);
                // lavapipe's own task shaders do not see what was pushed before they were bound.
                c.push(&pipeline, STAGES, 0, &[base, 1]);
                c.draw_mesh([1, 1, 1]);
                c.bind_objects(&cells);
                c.push(&pipeline, STAGES, 0, &[base + 2, 5]);
                c.draw_mesh([3, 1, 1]);
            });
        }
        c.pass(LOAD, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &[56, 3]);
            c.draw_mesh([4, 1, 1]);
        });
    })
}
