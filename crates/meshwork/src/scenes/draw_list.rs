//! Direct draws of one pipeline that differ in their push constants: one by one, or gathered into one.

use std::cell::RefCell;

use ash::vk;
use bytemuck::Pod;
use meshwork_gpu::{GATHERED_PUSH_CONSTANTS, GatheredDraws};

use super::{Frame, push};
use crate::error::Result;
use crate::render::{Gpu, MeshPipeline};

pub struct DrawList<T> {
    pub layout: vk::PipelineLayout,
    draws: Vec<Draw<T>>,
    gathered: Option<RefCell<GatheredDraws>>,
}

pub struct Draw<T> {
    /// In x.
    pub workgroups: u32,
    pub push_constants: T,
}

const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::MESH_EXT;

impl<T: Pod> DrawList<T> {
    pub fn new(gpu: &Gpu, sets: &[vk::DescriptorSetLayout], draws: Vec<Draw<T>>) -> Result<Self> {
        let apart = vk::PushConstantRange::default().stage_flags(STAGES).size(size_of::<T>() as u32);
        let range = if gpu.gatherer.is_some() { GATHERED_PUSH_CONSTANTS } else { apart };
        Ok(Self { layout: gpu.pipeline_layout(sets, &[range])?, draws, gathered: None })
    }

    /// A pipeline to record the draws with: of gathered shaders, if they are to be gathered.
    pub fn pipeline(&mut self, gpu: &Gpu, desc: &MeshPipeline<'_>) -> Result<vk::Pipeline> {
        let Some(gatherer) = &gpu.gatherer else { return gpu.mesh_pipeline(desc) };
        let shaders = gatherer.shaders(desc)?;
        self.gathered = Some(RefCell::new(GatheredDraws::new(shaders.push_constant_bytes)));
        let task = shaders.task.as_deref().map(bytemuck::cast_slice);
        gpu.mesh_pipeline(&MeshPipeline { task, mesh: bytemuck::cast_slice(&shaders.mesh), ..*desc })
    }

    /// Records the draws, in a pass, with the pipeline and its sets bound.
    pub fn record(&self, frame: &Frame<'_>) {
        let Frame { gpu, commands, .. } = *frame;
        if let (Some(gatherer), Some(gathered)) = (&gpu.gatherer, &self.gathered) {
            let mut gathered = gathered.borrow_mut();
            gathered.clear();
            for Draw { workgroups, push_constants } in &self.draws {
                if let Err(error) = gathered.draw([*workgroups, 1, 1], bytemuck::bytes_of(push_constants)) {
                    gatherer.fail(error);
                }
            }
            return gatherer.record(gpu, commands, self.layout, &mut gathered);
        }
        for Draw { workgroups, push_constants } in &self.draws {
            // SAFETY: recording in a pass that fits the pipeline.
            unsafe {
                push(frame, self.layout, STAGES, push_constants);
                gpu.mesh.cmd_draw_mesh_tasks(commands, *workgroups, 1, 1);
            }
        }
    }

    pub fn len(&self) -> u64 {
        self.draws.len() as u64
    }
}
