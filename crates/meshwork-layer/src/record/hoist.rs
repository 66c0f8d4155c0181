//! The compute work of a pass's mesh draws, recorded before the pass, and the pass after it.

use std::sync::Arc;

use ash::vk;
use meshwork_gpu::{Plan, RecordStatistics, RunIndex};

use super::memory::Memory;
use super::pass::{End, MeshDrawEntry, Pass};
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::split::Place;
use super::state::{DescriptorBuffers, Sets, State};
use super::table::Functions;
use crate::device::{DeviceData, Fallback};
use crate::pipelines::MeshPipelineData;

/// A run of a pass: what its draws have in common.
pub struct Run {
    pipeline: Arc<MeshPipelineData>,
    sets: Sets,
    descriptor_buffers: DescriptorBuffers,
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

    /// Binds the run's descriptors at the compute bind point.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, and what the program bound is alive.
    unsafe fn bind(&self, functions: &Functions, raw: vk::CommandBuffer, layout: vk::PipelineLayout) {
        // SAFETY: the caller's promise; a set is bound only where the layout's definition of it is the same.
        unsafe {
            for (number, (bound, own)) in (0..).zip(self.sets.iter().zip(&self.pipeline.layout.sets)) {
                if let Some(bound) =
                    bound.filter(|bound| own.as_ref().is_some_and(|own| own.definition == bound.definition))
                {
                    bound.bind(functions, raw, vk::PipelineBindPoint::COMPUTE, layout, number);
                }
            }
        }
    }
}

/// What recording a mesh pass needs, so that its parts can be lent out one by one.
struct MeshPass<'a> {
    data: &'a DeviceData,
    fallback: &'a Fallback,
    functions: &'a Functions,
    raw: vk::CommandBuffer,
    pass: &'a Pass,
    plan: Plan,
    /// What is bound now.
    descriptor_buffers: DescriptorBuffers,
    /// Pieces that are still to be begun.
    pieces_left: u32,
    memory: Memory,
}

impl Recorder {
    /// A pass with mesh draws: its compute work, then the pass in one piece or more.
    ///
    /// # Safety
    /// The program ends the pass now.
    pub unsafe fn record_mesh_pass(&mut self, mut pass: Pass, end: End) -> Result<(), Refusal> {
        let arena = self.arena.get_or_insert_with(|| self.fallback.gpu.arena());
        let plan = core::mem::take(&mut pass.plan).finish(arena)?;
        let extra_steps = (0..plan.run_count()).map(|run| plan.extra_steps(RunIndex(run))).sum::<u32>();
        let mut recording = MeshPass {
            data: self.data,
            fallback: self.fallback,
            functions: self.out.functions,
            raw: self.raw,
            pass: &pass,
            plan,
            descriptor_buffers: pass.descriptor_buffers,
            pieces_left: extra_steps + 1,
            memory: Memory::default(),
        };
        // SAFETY: the caller's promise; the list holds what the program recorded in this pass.
        unsafe {
            recording.hoist();
            recording.restore_graphics();
            let mut result = recording.begin_piece(true);
            self.out.list.replay(self.out.functions, self.raw, |draw| {
                if let Err(refusal) = recording.draw(draw) {
                    result = Err(refusal);
                }
            });
            end.call(self.fallback, self.raw);
            self.restore_compute();
            result
        }
    }

    /// Binds again what the program has bound for compute: the hoist disturbed it.
    ///
    /// # Safety
    /// `raw` is recording, and what the program bound is alive.
    unsafe fn restore_compute(&self) {
        let (compute, at) = (&self.state.compute, vk::PipelineBindPoint::COMPUTE);
        // SAFETY: the caller's promise; every set is bound as the program bound it.
        unsafe {
            if compute.pipeline != vk::Pipeline::null() {
                self.data.fns.cmd_bind_pipeline(self.raw, at, compute.pipeline);
            }
            for (number, bound) in (0..).zip(&compute.sets) {
                if let Some(bound) = bound {
                    bound.bind(self.out.functions, self.raw, at, bound.layout, number);
                }
            }
        }
    }
}

impl MeshPass<'_> {
    /// # Safety
    /// `raw` is recording outside a pass; the same for the other functions, except where they say inside.
    unsafe fn hoist(&mut self) {
        let (pass, functions, raw) = (self.pass, self.functions, self.raw);
        let buffers = &mut self.descriptor_buffers;
        // SAFETY: the caller's promise.
        let mut bind = |run: RunIndex, layout| unsafe {
            let run = &pass.runs[run.0];
            if *buffers != run.descriptor_buffers {
                run.descriptor_buffers.bind(functions, raw);
                *buffers = run.descriptor_buffers;
            }
            run.bind(functions, raw, layout);
        };
        // SAFETY: the arena is reset only when the program says that the GPU is done with the command buffer.
        let recorded = unsafe { self.plan.record_hoist(&self.fallback.gpu, raw, &mut bind) };
        let statistics = &self.fallback.statistics;
        statistics.passes.add(1);
        statistics.mesh_draws.add(pass.draws.len() as u64);
        statistics.runs.add(pass.runs.len() as u64);
        RunEnd::Pass.name().into_iter().for_each(|name| statistics.run_ended(name));
        statistics.record_bytes.add(self.plan.record_bytes());
        self.count(recorded);
    }

    /// What the program set for graphics and the hoist disturbed, as it was when the pass began.
    unsafe fn restore_graphics(&mut self) {
        // SAFETY: the caller's promise; what the program bound is alive.
        unsafe {
            self.pass.push_constants.restore(&self.data.fns, self.raw);
            if self.descriptor_buffers == self.pass.descriptor_buffers {
                return;
            }
            // Binding buffers makes the offsets into them invalid.
            self.pass.descriptor_buffers.bind(self.functions, self.raw);
            for (number, bound) in (0..).zip(&self.pass.graphics_sets) {
                if let Some(bound) = bound.filter(|bound| bound.is_in_buffer()) {
                    bound.bind(self.functions, self.raw, vk::PipelineBindPoint::GRAPHICS, bound.layout, number);
                }
            }
        }
    }

    unsafe fn begin_piece(&mut self, first: bool) -> Result<(), Refusal> {
        self.pieces_left -= 1;
        let place = Place { first, last: self.pieces_left == 0 };
        // SAFETY: the caller's promise; the beginning's arguments are owned.
        unsafe {
            if place.first && place.last {
                self.pass.begin.call(self.fallback, self.raw);
                return Ok(());
            }
            self.pass.begin.call_piece(self.data, self.fallback, self.raw, &mut self.memory, place)
        }
    }

    /// A mesh draw of the list, and after the last one of its run the run's further steps. Inside the pass.
    unsafe fn draw(&mut self, index: usize) -> Result<(), Refusal> {
        let draws = &self.pass.draws;
        let range = draws[index].range;
        // SAFETY: inside the pass, after the hoist.
        unsafe { self.plan.record_draws(&self.fallback.gpu, self.raw, range) };
        if draws.get(index + 1).is_some_and(|next| next.range.run == range.run) {
            return Ok(());
        }
        let first = draws.partition_point(|draw| draw.range.run < range.run);
        if self.plan.extra_steps(range.run) > 0 && draws[first].query_of_pass {
            return Err(Refusal::WithMeshDraws("a query that begins inside a pass which is recorded in pieces"));
        }
        for _ in 0..self.plan.extra_steps(range.run) {
            // SAFETY: as above.
            unsafe { self.step(range.run, &draws[first..=index])? };
        }
        Ok(())
    }

    /// A further step of a run, between two pieces of the pass, and its draws. From inside the pass to inside the next piece.
    unsafe fn step(&mut self, run: RunIndex, draws: &[MeshDrawEntry]) -> Result<(), Refusal> {
        let (pass, functions, raw) = (self.pass, self.functions, self.raw);
        // SAFETY: the caller's promise.
        unsafe {
            pass.begin.end_piece(self.fallback, raw);
            super::split::barrier_between_pieces(&self.data.fns, raw);
            let mut bind = |run: RunIndex, layout| pass.runs[run.0].bind(functions, raw, layout);
            let recorded = self.plan.record_step(&self.fallback.gpu, raw, run, &mut bind);
            self.fallback.statistics.extra_steps.add(1);
            self.count(recorded);
            self.begin_piece(false)?;
            draws[0].mappings.restore(functions, raw);
            for draw in draws {
                draw.push_constants.restore(&self.data.fns, raw);
                self.plan.record_draws(&self.fallback.gpu, raw, draw.range);
            }
        }
        Ok(())
    }

    fn count(&self, recorded: RecordStatistics) {
        self.fallback.statistics.dispatches.add(recorded.dispatches.into());
        self.fallback.statistics.barriers.add(recorded.barriers.into());
    }
}
