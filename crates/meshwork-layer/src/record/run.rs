//! Runs: consecutive mesh draws with one pipeline and one descriptor state.

use std::sync::Arc;

use ash::vk;

use super::emit::Emit;
use super::state::{DescriptorBuffers, Sets, State};
use crate::pipelines::MeshPipelineData;

/// A run of a pass: what its draws have in common.
pub struct Run {
    pipeline: Arc<MeshPipelineData>,
    sets: Sets,
    pub descriptor_buffers: DescriptorBuffers,
    /// `BindPoint::serial` when the sets were compared last.
    sets_serial: core::cell::Cell<u32>,
    raster_serial: u32,
}

/// What ended a run: why the next draw does not continue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// There was no run.
    None,
    Pipeline,
    Descriptors,
    /// State of the rasterizer. A run's further steps draw all of its draws again, with the state of the last.
    RasterState,
    /// A command between the draws that is not state: it must not happen twice, nor move.
    OtherCommand,
    /// The setting `MESHWORK_RUNS=0`.
    Setting,
    /// It was the last of its pass.
    Pass,
}

impl RunEnd {
    /// As the statistics name it.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::None => return None,
            Self::Pipeline => "pipeline",
            Self::Descriptors => "descriptors",
            Self::RasterState => "raster_state",
            Self::OtherCommand => "other_command",
            Self::Setting => "setting",
            Self::Pass => "pass",
        })
    }
}

impl Run {
    pub fn new(pipeline: Arc<MeshPipelineData>, state: &State) -> Self {
        Self {
            sets: state.graphics.sets.iter().copied().take(pipeline.layout.sets.len()).collect(),
            pipeline,
            descriptor_buffers: state.descriptor_buffers,
            sets_serial: state.graphics.serial.into(),
            raster_serial: state.raster_serial,
        }
    }

    /// Whether a draw with this state belongs to the run.
    pub fn continues(&self, state: &State) -> Result<(), RunEnd> {
        let same_pipeline = state.mesh_pipeline.as_ref().is_some_and(|pipeline| Arc::ptr_eq(pipeline, &self.pipeline));
        if !same_pipeline {
            Err(RunEnd::Pipeline)
        } else if !self.same_descriptors(state) {
            Err(RunEnd::Descriptors)
        } else if self.raster_serial != state.raster_serial {
            Err(RunEnd::RasterState)
        } else {
            Ok(())
        }
    }

    fn same_descriptors(&self, state: &State) -> bool {
        if self.sets_serial.get() == state.graphics.serial {
            return true;
        }
        let now = state.graphics.sets.iter().take(self.pipeline.layout.sets.len());
        let same =
            self.sets.iter().eq(now) && core::ptr::eq(self.descriptor_buffers.infos, state.descriptor_buffers.infos);
        if same {
            self.sets_serial.set(state.graphics.serial);
        }
        same
    }

    /// Binds the run's descriptors at the compute bind point, outside a pass. A set is bound only where the layout's definition
    /// of it is the same.
    pub fn bind(&self, to: &mut impl Emit, layout: vk::PipelineLayout) {
        for (number, (bound, own)) in (0..).zip(self.sets.iter().zip(&self.pipeline.layout.sets)) {
            if let Some(bound) =
                bound.filter(|bound| own.as_ref().is_some_and(|own| own.definition == bound.definition))
            {
                bound.emit(to, vk::PipelineBindPoint::COMPUTE, layout, number);
            }
        }
    }
}
