//! The sky and ground behind a scene: one mesh workgroup, one triangle over the picture.

use ash::vk;
use bytemuck::{Pod, Zeroable};

use super::{Frame, push};
use crate::error::Result;
use crate::render::{Depth, Gpu, MeshPipeline, Target, shader};

pub struct Backdrop {
    pipeline: vk::Pipeline,
    layout: vk::PipelineLayout,
    push: Push,
}

/// `Push` of `shaders/backdrop.frag`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Push {
    top: [f32; 4],
    horizon: [f32; 4],
    bottom: [f32; 4],
    picture: [f32; 2],
    horizon_height: f32,
}

/// Linear colours; the horizon's height is 0 at the picture's top and 1 at its bottom.
pub struct Gradient {
    pub top: [f32; 3],
    pub horizon: [f32; 3],
    pub bottom: [f32; 3],
    pub horizon_height: f32,
}

impl Backdrop {
    /// `depth` says whether the pass has a depth image; it is left as it is.
    pub fn new(gpu: &Gpu, target: &Target, depth: Depth, gradient: &Gradient) -> Result<Self> {
        let range =
            vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::FRAGMENT).size(size_of::<Push>() as u32);
        let layout = gpu.pipeline_layout(&[], &[range])?;
        let pipeline = gpu.mesh_pipeline(&MeshPipeline {
            task: None,
            mesh: shader!("backdrop.mesh"),
            fragment: Some(shader!("backdrop.frag")),
            layout,
            depth,
            cull: vk::CullModeFlags::NONE,
            blend: false,
        })?;
        let color = |[r, g, b]: [f32; 3]| [r, g, b, 1.0];
        let push = Push {
            top: color(gradient.top),
            horizon: color(gradient.horizon),
            bottom: color(gradient.bottom),
            picture: target.size().to_array(),
            horizon_height: gradient.horizon_height,
        };
        Ok(Self { pipeline, layout, push })
    }

    /// Records the draw, in a pass.
    pub fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, commands, .. } = *frame;
        // SAFETY: recording in a pass that fits the pipeline.
        unsafe {
            gpu.device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, self.pipeline);
            push(frame, self.layout, vk::ShaderStageFlags::FRAGMENT, &self.push);
            gpu.mesh.cmd_draw_mesh_tasks(commands, 1, 1, 1);
        }
    }
}
