//! Passes that are over and not recorded yet: the hoist of the next one may be theirs, too.
//!
//! A hoist before each pass makes the GPU wait twice for each. Passes between which nothing reaches mesh shaders have one
//! together, before the first of them. That is no earlier than Vulkan lets mesh shaders run: of commands in a queue only the
//! *operations* that synchronization orders happen in order ("Execution and Memory Dependencies"; rasterization order is of
//! fragments alone). Mesh shaders run before nothing that they would have to wait for where none of this stands between:
//!
//! - a dependency whose second scope has task or mesh shaders, the indirect arguments or the predicate that they are drawn
//!   with, or all commands: a barrier, a wait for events, a dependency of a render pass on what is outside it, a seam in a pass;
//! - anything else that is neither state nor such a dependency of other stages, whatever its own order: a copy or dispatch, an
//!   event set, a query begun, ended, reset or copied, a time stamp, a condition, secondary command buffers.
//!
//! Commands between such passes are kept with them.

use ash::vk;
use meshwork_gpu::{Continuation, Plan};

use super::emit::Direct;
use super::hoist::MeshPass;
use super::list::List;
use super::memory::Memory;
use super::pass::{End, Pass, Spare};
use super::queries::Ended;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::render_pass;
use super::steps::Steps;

/// All it takes to record a pass with mesh draws.
pub struct KeptPass {
    pub pass: Pass,
    pub end: End,
    pub plan: Plan,
    pub list: List,
    /// Of the pass, its list and what stands before it.
    pub memory: Memory,
}

impl KeptPass {
    /// All memory that it takes, empty.
    pub fn take_memory(&mut self) -> Spare {
        self.list.clear();
        self.memory.reset();
        (core::mem::take(&mut self.list), core::mem::take(&mut self.memory), self.pass.take_tables())
    }
}

/// One that waits for the next.
pub struct Waiting {
    kept: KeptPass,
    ended: Vec<Ended>,
}

impl Recorder {
    /// The program ends a pass with mesh draws.
    ///
    /// # Safety
    /// As the command that ends the pass.
    pub unsafe fn end_mesh_pass(&mut self, mut pass: Pass, end: End) -> Result<(), Refusal> {
        self.has_records = true;
        self.state.open.count_waiting(&mut self.plan);
        let is_cut = self.is_cut(&pass);
        let arena = self.arena.get_or_insert_with(|| self.fallback.gpu.arena());
        arena.set_simultaneous(self.segments.is_simultaneous());
        let joins = !self.waiting.is_empty() && !is_cut && !render_pass::begins_with_wait(self.fallback, pass.begin);
        let plan = match is_cut {
            true => self.plan.finish(arena, Continuation::Read)?,
            false if joins => self.plan.finish_beside(arena, Continuation::Recorded)?,
            false => self.plan.finish(arena, Continuation::Recorded)?,
        };
        // SAFETY: the caller's promise; the lists hold what the program recorded before this pass and in it.
        unsafe {
            if !plan.is_beside() {
                self.record_waiting()?;
                pass.before.replay(self.out.functions, self.out.raw);
                pass.before.clear();
            }
            let ended = core::mem::take(&mut pass.ended);
            if is_cut {
                self.state.open.split_outside(self.out.raw, |_| true);
                let result = self.record_cut_pass(pass, plan, end);
                ended.iter().for_each(|query| query.record_available(self.out.raw));
                return result;
            }
            let is_last =
                pass.per_draw || pass.parts.has_seams() || render_pass::ends_with_wait(self.fallback, pass.begin);
            let kept = self.keep(pass, plan, end)?;
            self.waiting.push(Waiting { kept, ended });
            self.out.keeps_between = true;
            if is_last { self.flush() } else { Ok(()) }
        }
    }

    /// Takes the list of a pass, which the program ends.
    ///
    /// # Safety
    /// As the command that ends the pass.
    pub unsafe fn keep(&mut self, pass: Pass, plan: Plan, end: End) -> Result<KeptPass, Refusal> {
        // SAFETY: the caller's promise; the list's memory has not been reset.
        unsafe {
            self.state.log.absorb(&self.out.list, &mut self.state_memory)?;
            let (list, memory, tables) = self.spare.pop().unwrap_or_default();
            self.tables = tables;
            let list = core::mem::replace(&mut self.out.list, list);
            let mut memory = core::mem::replace(&mut self.out.memory, memory);
            let end = end.owned(&mut memory)?;
            Ok(KeptPass { pass, end, plan, list, memory })
        }
    }

    /// Records what is kept, unless the program records a pass: what follows may not come before it.
    ///
    /// # Safety
    /// The program records the command buffer now.
    pub unsafe fn flush(&mut self) -> Result<(), Refusal> {
        if !self.out.keeps_between || self.out.keeps_pass {
            return Ok(());
        }
        // SAFETY: the caller's promise; the list holds what the program recorded since the last pass.
        unsafe {
            let result = self.record_waiting();
            self.out.list.replay(self.out.functions, self.out.raw);
            self.out.list.clear();
            self.out.memory.reset();
            result
        }
    }

    /// The driver's command buffer, for a command that only stands outside passes.
    ///
    /// # Safety
    /// The program records that command now.
    pub unsafe fn outside(&mut self) -> vk::CommandBuffer {
        // SAFETY: the caller's promise.
        let result = unsafe { self.flush() };
        self.check(result);
        self.out.raw
    }

    /// Passes that wait for the next, with one hoist.
    ///
    /// # Safety
    /// The driver's command buffer is recording outside a pass.
    pub unsafe fn record_waiting(&mut self) -> Result<(), Refusal> {
        self.out.keeps_between = false;
        if self.waiting.is_empty() {
            return Ok(());
        }
        let (data, fallback, functions, raw) = (self.data, self.fallback, self.out.functions, self.out.raw);
        let mut result = Ok(());
        // SAFETY: the caller's promise; the lists hold what the program recorded.
        unsafe {
            self.state.open.split_outside(raw, |slot| slot.pool.counts_compute);
            let recordings = self.waiting.iter().map(|Waiting { kept: KeptPass { pass, list, plan, .. }, .. }| {
                let steps = Steps::of(pass, plan, |run| plan.extra_steps(run));
                MeshPass::new(data, fallback, raw, pass, list, plan, steps)
            });
            let mut recordings: Vec<MeshPass> = recordings.collect();
            let first = recordings[0].pass;
            let (before, _) = render_pass::mesh_dependencies(fallback, first.begin);
            render_pass::depend(&data.fns, functions, raw, &before);
            recordings[0].pause_outside(|slot| slot.pool.counts_compute);
            MeshPass::hoist(&mut recordings);
            recordings[0].restore_graphics(&first.graphics);
            recordings[0].resume_outside(|slot| slot.pool.counts_compute);
            for (mut recording, waiting) in recordings.into_iter().zip(&self.waiting) {
                let (pass, end) = (recording.pass, waiting.kept.end);
                pass.before.replay(functions, raw);
                result = result.and(recording.record(end));
                let (_, after) = render_pass::mesh_dependencies(fallback, pass.begin);
                render_pass::depend(&data.fns, functions, raw, &after);
                waiting.ended.iter().for_each(|query| query.record_available(raw));
            }
        }
        self.state.emit_compute(&mut Direct { functions, raw });
        self.spare.extend(self.waiting.drain(..).map(|mut waiting| waiting.kept.take_memory()));
        result
    }
}
