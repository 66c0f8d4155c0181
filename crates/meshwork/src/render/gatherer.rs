//! What a device needs to gather draws, if the command was asked to.

use std::cell::{Cell, RefCell};

use ash::vk;
use meshwork_gpu::{Arena, Context, ContextDesc, GatheredDraws, Limits};
use meshwork_passes::{Gathered, MeshShaders, PayloadLimits, ProvokingVertex, Stage, TargetProfile, gather};

use crate::error::Result;

use super::device::Gpu;
use super::pipeline::MeshPipeline;

pub struct Gatherer {
    profile: TargetProfile,
    arena: RefCell<Arena>,
    context: Context,
    /// What went wrong in recording, which itself cannot fail.
    failure: Cell<Option<meshwork_gpu::Error>>,
}

impl Gatherer {
    pub fn new(instance: &ash::Instance, physical_device: vk::PhysicalDevice, device: &ash::Device) -> Result<Self> {
        let limits = Limits::default();
        let context =
            Context::new(&ContextDesc { instance, physical_device, device, multi_draw_indirect: false, limits })?;
        Ok(Self {
            profile: meshwork_gpu::target_profile(instance, physical_device),
            arena: RefCell::new(context.arena()),
            context,
            failure: Cell::default(),
        })
    }

    pub fn shaders(&self, desc: &MeshPipeline<'_>) -> Result<Gathered> {
        let words = |code: &[u8]| bytemuck::pod_collect_to_vec::<u8, u32>(code);
        let (task, mesh, fragment) = (desc.task.map(words), words(desc.mesh), desc.fragment.map(words));
        let stage = |words| Stage { words, entry_point: "main", specialization: &[] };
        let shaders = MeshShaders {
            task: task.as_deref().map(stage),
            mesh: stage(&mesh),
            fragment: fragment.as_deref().map(stage),
            provoking_vertex: ProvokingVertex::First,
        };
        Ok(gather(&shaders, &self.profile, &PayloadLimits::default())?)
    }

    /// Records draws, in a pass, with a pipeline of gathered shaders and its sets bound.
    pub fn record(
        &self,
        gpu: &Gpu,
        commands: vk::CommandBuffer,
        layout: vk::PipelineLayout,
        draws: &mut GatheredDraws,
    ) {
        match draws.finish(&mut self.arena.borrow_mut()) {
            // SAFETY: recording in a pass that fits the pipeline; the arena is reset when frames have been waited for.
            Ok(draw) => unsafe { draw.record(&self.context, &gpu.mesh, commands, layout) },
            Err(error) => self.fail(error),
        }
    }

    pub fn fail(&self, error: meshwork_gpu::Error) {
        self.failure.set(Some(error));
    }

    /// Whether everything could be recorded.
    pub fn check(&self) -> Result<()> {
        self.failure.take().map_or(Ok(()), |error| Err(error.into()))
    }

    /// Takes the tables of earlier frames back; they have been waited for.
    pub fn reset(&self) {
        self.arena.borrow_mut().reset();
    }
}
