//! A pass with mesh draws: its compute work, the pass, and what the program had bound before.

use std::ops::Range;

use ash::vk;
use meshwork_gpu::{Continuation, DrawRange, Plan, RecordStatistics, RunIndex};

use super::commands::{BeginConditionalRenderingEXT, EndConditionalRenderingEXT};
use super::cut::Continue;
use super::emit::{Direct, Emit};
use super::list::List;
use super::memory::Memory;
use super::parts::Disturbed;
use super::pass::{End, Pass};
use super::pieces::{Mappings, Walk};
use super::query_parts::Slots;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::render_pass;
use super::run::RunEnd;
use super::state::DescriptorBuffers;
use super::steps::Steps;
use super::table::Functions;
use crate::device::{DeviceData, Fallback};

/// A pass with mesh draws while it is recorded.
pub struct MeshPass<'a> {
    pub data: &'a DeviceData,
    pub fallback: &'a Fallback,
    pub functions: &'a Functions,
    pub raw: vk::CommandBuffer,
    pub pass: &'a Pass,
    pub list: &'a List,
    pub plan: &'a Plan,
    pub steps: Steps,
    /// Where the steps of uncertain runs are executed one by one.
    pub gpu: Option<&'a mut dyn Continue>,
    /// Draws of one run with nothing between them, which become one command.
    pub waiting: Option<DrawRange>,
    /// What is bound now.
    pub descriptor_buffers: DescriptorBuffers,
    /// Queries of the driver's that began in the pass and are open.
    pub open: Slots,
    /// A condition that began in the pass and is active in it now.
    pub condition: Option<BeginConditionalRenderingEXT>,
    /// Pieces that are still to be begun.
    pub pieces_left: usize,
    /// A piece is begun.
    pub inside: bool,
    pub mappings: Mappings,
    pub walk: Walk,
    /// The present place in the list.
    pub at: usize,
    pub memory: Memory,
}

impl Recorder {
    /// # Safety
    /// The program ends the pass now.
    pub unsafe fn record_mesh_pass(&mut self, mut pass: Pass, end: End) -> Result<(), Refusal> {
        self.has_records = true;
        self.state.open.count_waiting(&mut self.plan);
        let is_cut = self.is_cut(&pass);
        let continuation = if is_cut { Continuation::Read } else { Continuation::Recorded };
        let arena = self.arena.get_or_insert_with(|| self.fallback.gpu.arena());
        let plan = self.plan.finish(arena, continuation)?;
        let steps = Steps::of(&pass, &plan, |run| if is_cut { 0 } else { plan.extra_steps(run) });
        // SAFETY: the caller's promise.
        unsafe { self.state.open.split_outside(self.out.raw, |slot| is_cut || slot.pool.counts_compute) };
        if is_cut {
            // SAFETY: the caller's promise.
            return unsafe { self.record_cut_pass(pass, plan, end) };
        }
        let raw = self.out.raw;
        let mut recording = MeshPass::new(self.data, self.fallback, raw, &pass, &self.out.list, &plan, steps);
        // SAFETY: the caller's promise; the list holds what the program recorded in this pass.
        unsafe {
            let (before, after) = render_pass::mesh_dependencies(self.fallback, pass.begin);
            render_pass::depend(&self.data.fns, self.out.functions, raw, &before);
            recording.pause_outside(|slot| slot.pool.counts_compute);
            recording.hoist();
            recording.restore_graphics(&pass.graphics);
            recording.resume_outside(|slot| slot.pool.counts_compute);
            let result = recording.record(end);
            render_pass::depend(&self.data.fns, self.out.functions, raw, &after);
            // The hoist disturbed it.
            let (compute, at) = (&self.state.compute, vk::PipelineBindPoint::COMPUTE);
            let mut driver = Direct { functions: self.out.functions, raw };
            compute.emit_pipeline(&mut driver, at);
            self.state.shaders.emit_compute(&mut driver);
            compute.emit_sets(&mut driver, at);
            self.state.log.absorb(&self.out.list, &mut self.state_memory)?;
            self.tables = pass.take_tables();
            result
        }
    }
}

impl<'a> MeshPass<'a> {
    pub fn new(
        data: &'a DeviceData,
        fallback: &'a Fallback,
        raw: vk::CommandBuffer,
        pass: &'a Pass,
        list: &'a List,
        plan: &'a Plan,
        steps: Steps,
    ) -> Self {
        let first_steps = if pass.per_draw { pass.draws.len() } else { 0 };
        Self {
            data,
            fallback,
            functions: &fallback.recording.functions,
            raw,
            pass,
            list,
            plan,
            descriptor_buffers: pass.graphics.descriptor_buffers,
            pieces_left: 1 + first_steps + steps.total() + pass.parts.seams(pass.runs.len()).count(),
            steps,
            gpu: None,
            waiting: None,
            condition: None,
            open: Slots::new(),
            inside: false,
            mappings: Mappings::default(),
            walk: Walk::of(fallback, pass.begin),
            at: 0,
            memory: Memory::default(),
        }
    }

    /// The pass, after its hoist.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, with the state that the pass begins with.
    pub unsafe fn record(&mut self, end: End) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            // Where steps are executed one by one, it is not known yet.
            let in_parts = self.pieces_left > 1 || self.gpu.is_some();
            if in_parts {
                self.split_queries();
            }
            let result = self.replay();
            // Where a piece could not be begun, no pass is open.
            if self.inside {
                end.call(self.fallback, self.raw);
            }
            if in_parts {
                self.sum_queries();
            }
            result
        }
    }

    /// What is hoisted before the pass.
    ///
    /// # Safety
    /// `raw` is recording outside a pass; the same for the other functions, except where they say inside.
    pub unsafe fn hoist(&mut self) {
        let (pass, statistics) = (self.pass, &self.fallback.statistics);
        statistics.passes.add(1);
        statistics.mesh_draws.add(pass.draws.len() as u64);
        statistics.runs.add(pass.runs.len() as u64);
        statistics.run_ended(RunEnd::Pass);
        statistics.record_bytes.add(self.plan.record_bytes());
        let before_pass = (0..pass.runs.len()).take_while(|&run| pass.parts.is_before_pass(run)).count();
        // SAFETY: the caller's promise.
        unsafe { self.hoist_runs(0..before_pass) };
    }

    /// The first step of these runs.
    pub unsafe fn hoist_runs(&mut self, runs: Range<usize>) {
        let pass = self.pass;
        if pass.per_draw {
            return;
        }
        for (runs, condition) in pass.parts.under_conditions(runs) {
            // SAFETY: the caller's promise.
            unsafe { self.under(condition, |pass| pass.hoist_part(runs)) };
        }
    }

    /// What is recorded is executed only where a condition holds that began in the pass.
    pub unsafe fn under<T>(
        &mut self,
        condition: Option<BeginConditionalRenderingEXT>,
        record: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(condition) = condition else { return record(self) };
        Direct { functions: self.functions, raw: self.raw }.emit(condition);
        let result = record(self);
        Direct { functions: self.functions, raw: self.raw }.emit(EndConditionalRenderingEXT {});
        result
    }

    fn hoist_part(&mut self, runs: Range<usize>) {
        let pass = self.pass;
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        let buffers = &mut self.descriptor_buffers;
        let mut bind = |run: RunIndex, layout| {
            let run = &pass.runs[run.0];
            if *buffers != run.descriptor_buffers {
                run.descriptor_buffers.emit(&mut driver);
                *buffers = run.descriptor_buffers;
            }
            run.bind(&mut driver, layout);
        };
        // SAFETY: the arena is reset only when the program says that the GPU is done with the command buffer.
        let recorded = unsafe { self.plan.record_hoist_of(&self.fallback.gpu, self.raw, runs, &mut bind) };
        self.count(recorded);
    }

    /// What the program set for graphics and a hoist disturbed, as it was where that stands.
    pub unsafe fn restore_graphics(&mut self, before: &Disturbed) {
        // SAFETY: the caller's promise; what the program bound is alive.
        unsafe {
            before.push_constants.restore(&self.data.fns, self.raw);
            if self.descriptor_buffers == before.descriptor_buffers {
                return;
            }
            // Binding buffers makes the offsets into them invalid.
            let mut driver = Direct { functions: self.functions, raw: self.raw };
            before.descriptor_buffers.emit(&mut driver);
            self.descriptor_buffers = before.descriptor_buffers;
            for (number, bound) in (0..).zip(&before.sets) {
                if let Some(bound) = bound.filter(|bound| bound.is_in_buffer()) {
                    bound.emit(&mut driver, vk::PipelineBindPoint::GRAPHICS, bound.layout, number);
                }
            }
        }
    }

    pub fn count(&self, recorded: RecordStatistics) {
        self.fallback.statistics.dispatches.add(recorded.dispatches.into());
        self.fallback.statistics.barriers.add(recorded.barriers.into());
    }
}
