//! The smallest program: one workgroup, one triangle, no descriptor and no push constant.

use ash::vk;

use super::{Frame, Scene};
use crate::error::Result;
use crate::render::{Depth, Gpu, MeshPipeline, Pass, Start, shader};

pub struct Triangle {
    pipeline: vk::Pipeline,
}

impl Triangle {
    pub fn new(gpu: &Gpu) -> Result<Self> {
        let pipeline = gpu.mesh_pipeline(&MeshPipeline {
            task: None,
            mesh: shader!("triangle.mesh"),
            fragment: Some(shader!("triangle.frag")),
            layout: gpu.pipeline_layout(&[], &[])?,
            depth: Depth::Absent,
            cull: vk::CullModeFlags::NONE,
            blend: false,
        })?;
        Ok(Self { pipeline })
    }
}

impl Scene for Triangle {
    fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, target, commands } = *frame;
        let pass = Pass { color: Some(Start::Clear([0.02, 0.024, 0.035, 1.0])), depth: None };
        target.pass(gpu, commands, pass, || {
            target.set_picture_viewport(gpu, commands);
            // SAFETY: recording in a pass that fits the pipeline.
            unsafe {
                gpu.device.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, self.pipeline);
                gpu.mesh.cmd_draw_mesh_tasks(commands, 1, 1, 1);
            }
        });
    }

    fn mesh_draws(&self) -> u64 {
        1
    }
}
