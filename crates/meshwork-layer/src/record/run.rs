//! Runs: consecutive mesh draws with one pipeline and one descriptor state.

use ash::vk;

use super::emit::Emit;
use super::memory::Memory;
use super::state::{BoundSet, DescriptorBuffers, Sets, State};
use crate::pipelines::MeshPipelineData;

/// A run of a pass: what its draws have in common.
pub struct Run {
    /// Its place in [`super::pass::Pass::pipelines`].
    pub pipeline: usize,
    /// At its first draw. Those that only other stages see may be others at later draws. They lie in the memory of the pass's
    /// commands: a run is small, since there may be one for each draw.
    sets: &'static [Option<BoundSet>],
    pub descriptor_buffers: DescriptorBuffers,
    /// `BindPoint::serial` when the sets were compared last.
    sets_serial: u32,
    /// All draws are direct and there is no task stage.
    has_known_size: bool,
    /// There are other commands than state between its draws.
    is_interrupted: bool,
}

/// The bound sets that the pipeline's layout has.
fn of_layout<'a>(sets: &'a Sets, pipeline: &MeshPipelineData) -> &'a [Option<BoundSet>] {
    &sets[..sets.len().min(pipeline.layout.sets.len())]
}

fn bound(sets: &[Option<BoundSet>], number: usize) -> Option<&BoundSet> {
    sets.get(number)?.as_ref()
}

/// What ended a run: why the next draw does not continue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    Pipeline,
    Descriptors,
    /// A command between the draws that is not state, and would happen twice if the run needed a further step: only the GPU
    /// knows how many workgroups there are ([`super::steps`]).
    OtherCommand,
    /// The setting `MESHWORK_RUNS=0`.
    Setting,
    /// It was the last of its pass.
    Pass,
}

impl RunEnd {
    pub const ALL: [Self; 5] = [Self::Pipeline, Self::Descriptors, Self::OtherCommand, Self::Setting, Self::Pass];

    /// As the statistics name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Descriptors => "descriptors",
            Self::OtherCommand => "other_command",
            Self::Setting => "setting",
            Self::Pass => "pass",
        }
    }
}

impl Run {
    /// Begins with a draw, with the pipeline at this place. `memory` is not reset while the run lives.
    pub fn new(
        (place, pipeline): (usize, &MeshPipelineData),
        state: &State,
        is_direct: bool,
        memory: &mut Memory,
    ) -> Self {
        let sets = of_layout(&state.graphics.sets, pipeline);
        Self {
            pipeline: place,
            // SAFETY: the copy has as many elements, and lies in the memory for as long as it is not reset.
            sets: unsafe { std::slice::from_raw_parts(memory.keep_slice(sets), sets.len()) },
            has_known_size: is_direct && !pipeline.mesh.has_task(),
            descriptor_buffers: state.descriptor_buffers,
            sets_serial: state.graphics.serial,
            is_interrupted: false,
        }
    }

    /// Makes a draw with this state and the run's pipeline part of the run, or says why it is none. `is_interrupted`: there were
    /// other commands than state since the last one.
    pub fn join(
        &mut self,
        pipeline: &MeshPipelineData,
        state: &State,
        is_direct: bool,
        is_interrupted: bool,
    ) -> Result<(), RunEnd> {
        let has_known_size = self.has_known_size && is_direct;
        let is_interrupted = self.is_interrupted || is_interrupted;
        if !self.same_descriptors(pipeline, state) {
            return Err(RunEnd::Descriptors);
        } else if is_interrupted && !has_known_size {
            return Err(RunEnd::OtherCommand);
        }
        (self.has_known_size, self.is_interrupted) = (has_known_size, is_interrupted);
        Ok(())
    }

    fn same_descriptors(&mut self, pipeline: &MeshPipelineData, state: &State) -> bool {
        if self.sets_serial == state.graphics.serial {
            return true;
        }
        // Of sets that task and mesh shaders may use.
        let same = self.descriptor_buffers == state.descriptor_buffers
            && (0..).zip(&pipeline.layout.sets).all(|(number, own)| {
                own.as_ref().is_none_or(|own| !own.reaches_mesh)
                    || bound(self.sets, number) == bound(&state.graphics.sets, number)
            });
        if same {
            self.sets_serial = state.graphics.serial;
        }
        same
    }

    /// Binds the run's descriptors as they were at its first draw.
    pub fn bind_first(&self, to: &mut impl Emit) {
        for (number, bound) in (0..).zip(self.sets) {
            if let Some(bound) = bound {
                bound.emit(to, vk::PipelineBindPoint::GRAPHICS, bound.layout, number);
            }
        }
    }

    /// Binds what task and mesh shaders see of the run's descriptors at the compute bind point, outside a pass. A set is bound
    /// only where the layout's definition of it is the same.
    pub fn bind(&self, pipeline: &MeshPipelineData, to: &mut impl Emit, layout: vk::PipelineLayout) {
        for (number, (bound, own)) in (0..).zip(self.sets.iter().zip(&pipeline.layout.sets)) {
            if let (Some(bound), Some(own)) = (bound, own)
                && own.reaches_mesh
                && own.definition == bound.definition
            {
                bound.emit(to, vk::PipelineBindPoint::COMPUTE, layout, number);
            }
        }
    }
}
