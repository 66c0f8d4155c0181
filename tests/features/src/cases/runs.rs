//! Neighbouring mesh draws with something between them: the fallback gathers them where that changes nothing, and a draw still
//! has the state it was recorded with, in its place among the others.

use ash::vk;

use crate::case::{CASE, Case, Targets};
use crate::commands::{CLEAR, Commands, scissor, viewport};
use crate::descriptor::{Resource, STAGES, push_range};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::pipeline::{Pipeline, SHADING, Shading};

/// What is drawn over another draw is seen only where the stencil reference is another one.
const OTHER_REFERENCE: vk::StencilOpState = vk::StencilOpState {
    fail_op: vk::StencilOp::KEEP,
    pass_op: vk::StencilOp::REPLACE,
    depth_fail_op: vk::StencilOp::KEEP,
    compare_op: vk::CompareOp::NOT_EQUAL,
    compare_mask: 0xFF,
    write_mask: 0xFF,
    reference: 0,
};

const CELLS: Shading = Shading {
    shaders: "draws/cells",
    stencil: Some(OTHER_REFERENCE),
    dynamic: &[vk::DynamicState::STENCIL_REFERENCE, vk::DynamicState::CULL_MODE],
    ..SHADING
};
const TASKS: Shading = Shading { shaders: "draws/tasks", ..CELLS };
const DEPTH: Case = Case { targets: Targets::ColorDepth, ..CASE };
const DRAWS: u32 = 24;

pub const CASES: &[Case] = &[
    Case { name: "runs/state", run: |f| change_state(f, &CELLS, false), ..DEPTH },
    Case { name: "runs/state_tasks", run: |f| change_state(f, &TASKS, false), ..DEPTH },
    Case { name: "runs/state_indirect", run: |f| change_state(f, &CELLS, true), ..DEPTH },
    Case {
        name: "runs/material",
        run: |f| change_material(f, &Shading { shaders: "runs/material", ..CELLS }),
        ..DEPTH
    },
    Case {
        name: "runs/material_tasks",
        run: |f| change_material(f, &Shading { shaders: "runs/material_tasks", ..CELLS }),
        ..DEPTH
    },
    Case { name: "runs/between", run: |f| draw_between(f, &CELLS), ..DEPTH },
    Case { name: "runs/between_tasks", run: |f| draw_between(f, &TASKS), ..DEPTH },
    Case { name: "runs/queries", needs: &[Need::PreciseOcclusion], run: query_each_draw, ..DEPTH },
];

/// A few overlapping cells for each draw.
fn draw(c: &Commands<'_>, pipeline: &Pipeline, draw: u32) {
    c.push(pipeline, c.frame.push_stages(), 0, &[draw * 5 % 40, draw]);
    c.draw_mesh([1 + draw % 4, 1 + draw % 3, 1]);
}

/// Raster state and push constants from draw to draw.
fn change_state(f: &Frame<'_>, shading: &Shading, indirect: bool) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    let arguments = f.gpu.buffer_with(&[2, 3, 1, 0, 1, 1, 3, 1, 1])?;
    let device = &f.gpu.device;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for number in 0..DRAWS {
                // SAFETY: the command buffer is being recorded.
                unsafe {
                    let cull = if number % 7 == 6 { vk::CullModeFlags::BACK } else { vk::CullModeFlags::NONE };
                    device.cmd_set_cull_mode(c.raw, cull);
                    device.cmd_set_stencil_reference(c.raw, vk::StencilFaceFlags::FRONT_AND_BACK, number % 3);
                    if number % 5 == 0 {
                        device.cmd_set_stencil_reference(c.raw, vk::StencilFaceFlags::BACK, number % 2);
                    }
                }
                if number % 4 == 1 {
                    c.viewports(&[viewport((number % 3) as f32, 2.0, 64.0, 60.0)]);
                }
                if number % 3 == 2 {
                    c.scissors(&[scissor((number % 8) as i32, 3, 50, 56)]);
                }
                if indirect && number % 3 == 1 {
                    c.push(&pipeline, f.push_stages(), 0, &[number, number]);
                    c.draw_mesh_indirect(&arguments, u64::from(number % 2 * 12), 1, 12);
                } else {
                    draw(c, &pipeline, number);
                }
            }
        });
    })
}

/// Sets that only fragment shaders see, from draw to draw; the one with results is bound again.
fn change_material(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let binding = vk::DescriptorSetLayoutBinding::default()
        .descriptor_type(vk::DescriptorType::UNIFORM_BUFFER)
        .descriptor_count(1)
        .stage_flags(vk::ShaderStageFlags::FRAGMENT);
    let bindings = [binding];
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    // SAFETY: the structure is valid.
    let material = unsafe { f.gpu.device.create_descriptor_set_layout(&info, None) };
    let material = material.during("vkCreateDescriptorSetLayout")?;
    f.gpu.keep(Owned::SetLayout(material));
    let layout = f.gpu.layout(&[f.set_layout, material], &[push_range(STAGES, 0, 16)])?;
    let pipeline = f.pipeline_with(shading, layout)?;
    let mut sets = Vec::new();
    for number in 0..5 {
        let tint = [0.0, 0.2 * number as f32, 1.0 - 0.2 * number as f32, 1.0].map(f32::to_bits);
        let tint = f.gpu.buffer_with(&tint)?;
        sets.push(f.gpu.set(material, &[(0, 0, Resource::Uniform(&tint))])?);
    }
    let device = &f.gpu.device;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            // SAFETY: the command buffer is being recorded.
            unsafe { device.cmd_set_cull_mode(c.raw, vk::CullModeFlags::NONE) };
            for number in 0..DRAWS {
                // SAFETY: as above.
                unsafe {
                    device.cmd_set_stencil_reference(c.raw, vk::StencilFaceFlags::FRONT_AND_BACK, number % 4);
                }
                let set = sets[number as usize % 5];
                match number % 3 {
                    0 => c.bind_sets(&pipeline, 0, &[f.set, set], &[]),
                    _ => c.bind_sets(&pipeline, 1, &[set], &[]),
                }
                draw(c, &pipeline, number);
            }
        });
    })
}

/// Draws of a vertex pipeline, clears, and pipelines and sets that are bound again.
fn draw_between(f: &Frame<'_>, shading: &Shading) -> Result<()> {
    let pipeline = f.pipeline(shading)?;
    let vertices = f.vertex_pipeline(&Shading { shaders: "draws/vertices", ..CELLS })?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0], [0.9, 0.5, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let indices = f.gpu.buffer_with(&[0, 1, 2, 2, 1, 3])?;
    let device = &f.gpu.device;
    f.submit(|c| {
        c.bind_vertices(&corners, &indices);
        c.pass(CLEAR, || {
            for number in 0..DRAWS {
                // SAFETY: the command buffer is being recorded.
                unsafe {
                    device.cmd_set_cull_mode(c.raw, vk::CullModeFlags::NONE);
                    device.cmd_set_stencil_reference(c.raw, vk::StencilFaceFlags::FRONT_AND_BACK, number % 4);
                }
                c.bind(&pipeline, &[f.set]);
                draw(c, &pipeline, number);
                match number % 6 {
                    1 => {
                        c.bind(&vertices, &[]);
                        c.draw_indexed(6);
                    }
                    3 => clear(c, number),
                    5 => {
                        c.bind(&vertices, &[]);
                        c.draw_vertices(&corners, 3);
                        c.bind_vertices(&corners, &indices);
                    }
                    _ => {}
                }
            }
        });
    })
}

/// A part of the picture and its stencil.
fn clear(c: &Commands<'_>, number: u32) {
    let value = 0.1 + 0.03 * number as f32;
    let color = vk::ClearValue { color: vk::ClearColorValue { float32: [0.0, value, 1.0 - value, 1.0] } };
    let color = vk::ClearAttachment::default().aspect_mask(vk::ImageAspectFlags::COLOR).clear_value(color);
    let stencil = vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: number % 3 } };
    let stencil = vk::ClearAttachment::default().aspect_mask(vk::ImageAspectFlags::STENCIL).clear_value(stencil);
    let rect = vk::ClearRect::default().rect(scissor(8 * (number % 8) as i32, 0, 8, 40)).layer_count(1);
    // SAFETY: inside a pass with these attachments.
    unsafe { c.frame.gpu.device.cmd_clear_attachments(c.raw, &[color, stencil], &[rect]) };
}

/// An occlusion query for every draw.
fn query_each_draw(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&CELLS)?;
    let queries = f.gpu.query_pool(vk::QueryType::OCCLUSION, DRAWS)?;
    let device = &f.gpu.device;
    f.submit(|c| {
        // SAFETY: the command buffer is being recorded, and the pool has as many queries as there are draws; the same below.
        unsafe { device.cmd_reset_query_pool(c.raw, queries, 0, DRAWS) };
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            // SAFETY: as above.
            unsafe { device.cmd_set_cull_mode(c.raw, vk::CullModeFlags::NONE) };
            for number in 0..DRAWS {
                // SAFETY: as above.
                unsafe {
                    device.cmd_set_stencil_reference(c.raw, vk::StencilFaceFlags::FRONT_AND_BACK, number % 3);
                    device.cmd_begin_query(c.raw, queries, number, vk::QueryControlFlags::PRECISE);
                    draw(c, &pipeline, number);
                    device.cmd_end_query(c.raw, queries, number);
                }
            }
        });
    })?;
    let mut samples = [0_u32; DRAWS as usize];
    // SAFETY: as above.
    unsafe { device.get_query_pool_results(queries, 0, &mut samples, vk::QueryResultFlags::WAIT) }
        .during("vkGetQueryPoolResults")?;
    let kept = f.gpu.buffer_with(&samples)?;
    f.capture(&kept);
    Ok(())
}
