//! A pass with mesh draws: its compute work, the pass, and what the program had bound before.

use ash::vk;
use meshwork_gpu::{Plan, RecordStatistics, RunIndex};

use super::memory::Memory;
use super::pass::{End, Pass};
use super::pieces::Mappings;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::render_pass;
use super::run::RunEnd;
use super::state::DescriptorBuffers;
use super::table::Functions;
use crate::device::{DeviceData, Fallback};

/// A pass with mesh draws while it is recorded.
pub struct MeshPass<'a> {
    pub data: &'a DeviceData,
    pub fallback: &'a Fallback,
    pub functions: &'a Functions,
    pub raw: vk::CommandBuffer,
    pub pass: &'a Pass,
    pub plan: Plan,
    /// What is bound now.
    descriptor_buffers: DescriptorBuffers,
    /// Commands of the list that are moved between two pieces.
    pub lifted: Vec<usize>,
    /// Pieces that are still to be begun.
    pub pieces_left: usize,
    /// A piece is begun.
    pub inside: bool,
    pub mappings: Mappings,
    pub memory: Memory,
}

impl Recorder {
    /// # Safety
    /// The program ends the pass now.
    pub unsafe fn record_mesh_pass(&mut self, mut pass: Pass, end: End) -> Result<(), Refusal> {
        let arena = self.arena.get_or_insert_with(|| self.fallback.gpu.arena());
        let plan = core::mem::take(&mut pass.plan).finish(arena)?;
        let lifted = pass.lifted_commands(&plan);
        let extra_steps: u32 = (0..plan.run_count()).map(|run| plan.extra_steps(RunIndex(run))).sum();
        let mut recording = MeshPass {
            data: self.data,
            fallback: self.fallback,
            functions: self.out.functions,
            raw: self.raw,
            pass: &pass,
            plan,
            descriptor_buffers: pass.descriptor_buffers,
            pieces_left: 1 + extra_steps as usize + lifted.len(),
            lifted,
            inside: false,
            mappings: Mappings::default(),
            memory: Memory::default(),
        };
        // SAFETY: the caller's promise; the list holds what the program recorded in this pass.
        unsafe {
            let (before, after) = render_pass::mesh_dependencies(self.fallback, pass.begin);
            render_pass::depend(&self.data.fns, self.out.functions, self.raw, &before);
            recording.hoist();
            recording.restore_graphics();
            let result = recording.replay(&self.out.list);
            // Where a piece could not be begun, no pass is open.
            if recording.inside {
                end.call(self.fallback, self.raw);
            }
            render_pass::depend(&self.data.fns, self.out.functions, self.raw, &after);
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

    pub fn count(&self, recorded: RecordStatistics) {
        self.fallback.statistics.dispatches.add(recorded.dispatches.into());
        self.fallback.statistics.barriers.add(recorded.barriers.into());
    }
}
