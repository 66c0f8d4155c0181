//! A pass with mesh draws: its compute work, the pass, and what the program had bound before.

use std::ops::Range;

use ash::vk;
use meshwork_gpu::{DrawBindings, DrawRange, HoistPart, Plan, RecordStatistics, RunIndex};
use smallvec::SmallVec;

use super::commands::{BeginConditionalRenderingEXT, EndConditionalRenderingEXT};
use super::cut::Continue;
use super::emit::{Direct, Emit};
use super::layers;
use super::list::List;
use super::memory::Memory;
use super::parts::Disturbed;
use super::pass::{End, Pass};
use super::pieces::{Mappings, Walk};
use super::query_parts::{Around, Slots};
use super::refusal::Refusal;
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
    /// Vertex and index buffers of mesh draws that are bound in this piece.
    pub bound: DrawBindings,
    /// Queries of the driver's that began in the pass and are open.
    pub open: Slots,
    /// What is open around it, also where the command buffer with the pass is executed.
    pub around: Around,
    /// A condition that began in the pass and is active in it now.
    pub condition: Option<BeginConditionalRenderingEXT>,
    /// Pieces that are still to be begun, those on one layer not among them.
    pub pieces_left: usize,
    /// How many layers are drawn apart ([`layers`]).
    pub layers: u32,
    /// A piece is begun.
    pub inside: bool,
    pub mappings: Mappings,
    pub walk: Walk,
    /// The present place in the list.
    pub at: usize,
    pub memory: Memory,
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
        let layers = layers::drawn_apart(fallback, pass.begin, plan);
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
            bound: DrawBindings::default(),
            pieces_left: match layers {
                1 => 1 + first_steps + steps.total() + pass.parts.seams(pass.runs.len()).count(),
                // Each time that layers are drawn there is one more. An empty one is the last.
                _ => usize::MAX >> 1,
            },
            layers,
            steps,
            gpu: None,
            waiting: None,
            condition: None,
            open: Slots::new(),
            around: pass.around.clone(),
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

    /// What is hoisted before these passes, the first of which is recorded next.
    ///
    /// # Safety
    /// `raw` is recording outside a pass; the same for the other functions, except where they say inside.
    pub unsafe fn hoist(passes: &mut [Self]) {
        for Self { pass, plan, fallback, .. } in &*passes {
            let statistics = &fallback.statistics;
            statistics.passes.add(1);
            statistics.mesh_draws.add(pass.draws.len() as u64);
            statistics.runs.add(pass.runs.len() as u64);
            statistics.run_ended(RunEnd::Pass);
            statistics.record_bytes.add(plan.record_bytes());
        }
        // SAFETY: the caller's promise.
        unsafe { Self::hoist_runs(passes, |pass| 0..pass.parts.runs_before_pass(pass.runs.len())) };
    }

    /// The first step of these runs of each pass. Those under no condition have one hoist.
    pub unsafe fn hoist_runs(passes: &mut [Self], runs: impl Fn(&Pass) -> Range<usize>) {
        let parts = |pass: &'a Pass| pass.parts.under_conditions(if pass.per_draw { 0..0 } else { runs(pass) });
        let mut together: SmallVec<[(&Pass, HoistPart); 4]> = SmallVec::new();
        for &mut Self { pass, plan, .. } in &mut *passes {
            let free = parts(pass).filter(|(_, condition)| condition.is_none());
            together.extend(free.map(|(runs, _)| (pass, HoistPart { plan, runs })));
        }
        // SAFETY: the caller's promise.
        unsafe { passes[0].hoist_parts(&together) };
        for recording in passes {
            let (pass, plan) = (recording.pass, recording.plan);
            for (runs, condition) in parts(pass).filter(|(_, condition)| condition.is_some()) {
                let part = (pass, HoistPart { plan, runs });
                // SAFETY: the caller's promise.
                unsafe { recording.under(condition, |recording| recording.hoist_parts(&[part])) };
            }
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

    /// One hoist of runs of this pass and others.
    unsafe fn hoist_parts(&mut self, parts: &[(&Pass, HoistPart)]) {
        if parts.is_empty() {
            return;
        }
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        let buffers = &mut self.descriptor_buffers;
        let mut bind = |part: usize, run: RunIndex, layout| {
            let pass = parts[part].0;
            let run = &pass.runs[run.0];
            if *buffers != run.descriptor_buffers {
                run.descriptor_buffers.emit(&mut driver);
                *buffers = run.descriptor_buffers;
            }
            run.bind(&pass.pipelines[run.pipeline], &mut driver, layout);
        };
        let parts: SmallVec<[HoistPart; 4]> = parts.iter().map(|(_, part)| part.clone()).collect();
        // SAFETY: the arena is reset only when the program says that the GPU is done with the command buffer.
        let recorded = unsafe { HoistPart::record(&parts, &self.fallback.gpu, self.raw, &mut bind) };
        self.fallback.statistics.hoists.add(1);
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
