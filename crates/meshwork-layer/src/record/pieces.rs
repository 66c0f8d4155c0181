//! The commands of a pass with mesh draws, in one piece of it or in several.
//!
//! A new piece begins where compute work must come between draws (a run's further step, or any step in a pass that is
//! interrupted at each draw), and at a seam ([`super::parts`]). Queries that are open there come in parts
//! ([`super::query_parts`]).

use std::ops::{Range, RangeInclusive};

use ash::vk;
use meshwork_gpu::{DrawBindings, HoistPart, RunIndex};

use super::commands::{
    EndConditionalRenderingEXT, SetRenderingAttachmentLocations, SetRenderingInputAttachmentIndices,
};
use super::emit::{Direct, Emit};
use super::hoist::MeshPass;
use super::list::Entry;
use super::log::is_logged;
use super::parts::Seam;
use super::query_parts::{record_sums, without};
use super::refusal::Refusal;
use super::split::{Begin, Place, barrier_between_pieces};
use super::state::binds_descriptors;
use super::table::{Command, Functions, Kind, Op};
use super::vertex::binds_draw_buffers;
use crate::device::Fallback;

/// What dynamic rendering with local reads sets inside a pass, and for that pass instance only.
#[derive(Clone, Copy, Default)]
pub struct Mappings {
    locations: Option<SetRenderingAttachmentLocations>,
    inputs: Option<SetRenderingInputAttachmentIndices>,
}

impl Mappings {
    /// # Safety
    /// `args` are the command's.
    unsafe fn note(&mut self, op: Op, args: *const core::ffi::c_void) {
        // SAFETY: the caller's promise.
        unsafe {
            match op {
                Op::SetRenderingAttachmentLocations => self.locations = Some(*args.cast()),
                Op::SetRenderingInputAttachmentIndices => self.inputs = Some(*args.cast()),
                _ => {}
            }
        }
    }

    /// Whether a command sets them.
    pub fn are_set_by(op: Op) -> bool {
        matches!(op, Op::SetRenderingAttachmentLocations | Op::SetRenderingInputAttachmentIndices)
    }

    /// # Safety
    /// `raw` is recording inside a piece of the pass.
    unsafe fn restore(&self, functions: &Functions, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise; the program set the same.
        unsafe {
            if let Some(command) = self.locations {
                command.call(functions, raw);
            }
            if let Some(command) = self.inputs {
                command.call(functions, raw);
            }
        }
    }
}

/// Where in the subpasses of a render pass the recording is: every piece walks through all of them.
#[derive(Clone, Copy)]
pub struct Walk {
    count: u32,
    /// The present one, its first command in the list, and how the program went to it.
    index: u32,
    first: usize,
    entered: Option<(Op, *const core::ffi::c_void)>,
}

impl Walk {
    pub fn of(fallback: &Fallback, begin: Begin) -> Self {
        Self { count: begin.subpass_count(fallback), index: 0, first: 0, entered: None }
    }

    fn note(&mut self, at: usize, op: Op, args: *const core::ffi::c_void) {
        if matches!(op, Op::NextSubpass | Op::NextSubpass2) {
            self.index += 1;
            self.first = at + 1;
            self.entered = Some((op, args));
        }
    }

    /// From a piece's beginning to the present subpass.
    ///
    /// # Safety
    /// `raw` is recording inside a piece of the pass.
    unsafe fn enter(&self, begin: Begin, functions: &Functions, raw: vk::CommandBuffer) {
        if let Some((op, args)) = self.entered {
            // SAFETY: the caller's promise; the arguments are the pass's.
            unsafe {
                (1..self.index).for_each(|_| begin.next_subpass(functions, raw));
                op.call(args, functions, raw);
            }
        }
    }

    /// From the present subpass to the last.
    ///
    /// # Safety
    /// As above.
    unsafe fn leave(&self, begin: Begin, functions: &Functions, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise.
        (self.index + 1..self.count).for_each(|_| unsafe { begin.next_subpass(functions, raw) });
    }
}

impl MeshPass<'_> {
    /// The pass from its beginning to before its end.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, after the hoist; the same for the other functions, except where they say inside.
    pub unsafe fn replay(&mut self) -> Result<(), Refusal> {
        // SAFETY: the caller's promise; what the program recorded in the pass is recorded in it.
        unsafe {
            let is_cleared = self.clear_apart()?;
            self.begin_piece(!is_cleared)?;
            let mut seams = self.pass.parts.seams(self.pass.runs.len());
            let mut next_seam = seams.next();
            for (at, entry) in self.list.entries().iter().enumerate() {
                self.at = at;
                if let Some((seam, runs)) = next_seam.take_if(|(seam, _)| seam.at == at) {
                    self.draw_waiting()?;
                    self.cross(seam, runs)?;
                    next_seam = seams.next();
                }
                match *entry {
                    Entry::MeshDraw(index) => self.draw(index)?,
                    Entry::Command(op, args) => {
                        self.draw_waiting()?;
                        op.call(args, self.functions, self.raw);
                        self.note(op, args);
                    }
                }
            }
            self.draw_waiting()?;
            if self.layers > 1 {
                self.end_piece();
                self.pieces_left = 1;
                self.begin_piece(false)?;
            }
        }
        Ok(())
    }

    /// Hoists what waits for something in the pass. From inside the pass to inside the next piece.
    unsafe fn cross(&mut self, seam: &Seam, runs: Range<usize>) -> Result<(), Refusal> {
        // SAFETY: the caller's promise; the memory is the pass's.
        unsafe {
            self.end_piece();
            // The pass has bound others since the last hoist.
            self.descriptor_buffers = seam.graphics.descriptor_buffers;
            seam.wait(&self.data.fns, self.functions, self.raw);
            Self::hoist_runs(core::slice::from_mut(self), |_| runs.clone());
            if !self.pass.per_draw {
                self.execute_part(runs, seam.at)?;
            }
            self.restore_graphics(&seam.graphics);
            self.begin_piece(false)
        }
    }

    /// What the command just recorded means for what follows.
    ///
    /// # Safety
    /// `args` are the command's.
    unsafe fn note(&mut self, op: Op, args: *const core::ffi::c_void) {
        // SAFETY: the caller's promise; the same below.
        unsafe {
            match op.kind() {
                Kind::State if binds_draw_buffers(op) => self.bound = DrawBindings::default(),
                Kind::State => self.mappings.note(op, args),
                Kind::Label => {}
                Kind::Draw | Kind::Action | Kind::Synchronization => {
                    // Commands that the GPU makes, and secondary command buffers, bind what they like.
                    self.bound = DrawBindings::default();
                    self.note_condition(op, args);
                    self.note_query(op, args);
                    self.walk.note(self.at, op, args);
                }
            }
        }
    }

    /// # Safety
    /// `args` are the command's.
    unsafe fn note_condition(&mut self, op: Op, args: *const core::ffi::c_void) {
        match op {
            // SAFETY: the caller's promise.
            Op::BeginConditionalRenderingEXT => self.condition = Some(unsafe { *args.cast() }),
            Op::EndConditionalRenderingEXT => self.condition = None,
            _ => {}
        }
    }

    /// Records the draws that nothing has come between. Inside the pass.
    unsafe fn draw_waiting(&mut self) -> Result<(), Refusal> {
        match self.waiting.take() {
            // SAFETY: inside the pass, after the hoist.
            Some(range) => unsafe { self.record_draws(range) },
            None => Ok(()),
        }
    }

    pub unsafe fn begin_piece(&mut self, first: bool) -> Result<(), Refusal> {
        self.pieces_left -= 1;
        let place = Place { first, last: self.pieces_left == 0 };
        if !first {
            self.resume_outside(|slot| slot.pool.counts_compute);
        }
        // SAFETY: the caller's promise; the beginning's arguments are owned.
        unsafe {
            if place.first && place.last {
                self.pass.begin.call(self.fallback, self.raw);
            } else {
                self.pass.begin.call_piece(self.data, self.fallback, self.raw, &mut self.memory, place)?;
            }
            self.enter_piece(first);
        }
        Ok(())
    }

    /// From a piece's beginning to where the pass goes on. Inside the pass.
    pub unsafe fn enter_piece(&mut self, first: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            self.walk.enter(self.pass.begin, self.functions, self.raw);
            self.mappings.restore(self.functions, self.raw);
            if !first && self.loses_state() {
                let since = &self.list.entries()[self.walk.first..self.at];
                self.set_state(since, |op| op.kind() == Kind::State);
            }
        }
        if let Some(condition) = self.condition {
            Direct { functions: self.functions, raw: self.raw }.emit(condition);
        }
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        self.open.iter().for_each(|slot| slot.begin(&mut driver));
        self.bound = DrawBindings::default();
        self.inside = true;
    }

    /// Where the driver would clear under the condition around the pass, a piece of nothing but that comes first, under none. A
    /// condition of outside may not end inside, so it cannot be ended there for the clears alone. Returns whether it did.
    unsafe fn clear_apart(&mut self) -> Result<bool, Refusal> {
        let begin = self.pass.begin;
        let has_views =
            || (0..begin.subpass_count(self.fallback)).any(|index| begin.view_mask(self.fallback, index) != 0);
        let is_wrong = self.fallback.clears_views_under_conditions && self.around.condition.is_some() && has_views();
        if !is_wrong || !begin.may_be_in_pieces(self.fallback) {
            return Ok(false);
        }
        self.pieces_left += 1;
        let condition = self.around.condition.take();
        // SAFETY: the caller's promise; the condition is active.
        let result = unsafe {
            without(condition, self.functions, self.raw, || {
                self.begin_piece(true)?;
                self.end_piece();
                Ok(true)
            })
        };
        self.around.condition = condition;
        result
    }

    /// Whether all state is undefined where the present subpass begins, as with several views (the specification's chapter
    /// "Render Pass", at `VkRenderPassMultiviewCreateInfo`): the program has set there what it uses.
    fn loses_state(&self) -> bool {
        let begin = self.pass.begin;
        !matches!(begin, Begin::Rendering(..)) && begin.view_mask(self.fallback, self.walk.index) != 0
    }

    /// Inside the pass.
    pub unsafe fn end_piece(&mut self) {
        self.inside = false;
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        self.open.iter().for_each(|slot| slot.end(&mut driver));
        if self.condition.is_some() {
            driver.emit(EndConditionalRenderingEXT {});
        }
        // SAFETY: the caller's promise.
        unsafe {
            self.walk.leave(self.pass.begin, self.functions, self.raw);
            self.pass.begin.end_piece(self.fallback, self.raw);
            barrier_between_pieces(self.functions, self.raw);
            self.pause_outside(|slot| slot.pool.counts_compute);
            record_sums(self.open.iter(), self.around.condition, self.functions, self.raw);
        }
    }

    /// A mesh draw of the list, and the further steps that stand after it. Inside the pass.
    unsafe fn draw(&mut self, index: usize) -> Result<(), Refusal> {
        let draws = &self.pass.draws;
        let range = draws[index].range;
        // SAFETY: the caller's promise.
        unsafe {
            if self.pass.per_draw {
                self.step(index..=index, 0)?;
            } else if let Some(joined) = self.waiting.and_then(|waiting| waiting.joined(range)) {
                self.waiting = Some(joined);
            } else {
                self.draw_waiting()?;
                self.waiting = Some(range);
            }
            while let Some(number) = self.steps.take(index, range.run) {
                self.draw_waiting()?;
                let first = match self.plan.is_certain(range.run) {
                    // The one whose raster draw stands for this one too.
                    true => draws[..=index].iter().rposition(|draw| draw.range.count > 0).unwrap_or(index),
                    false => draws.partition_point(|draw| draw.range.run < range.run),
                };
                self.step(first..=index, number)?;
            }
        }
        Ok(())
    }

    /// A step of a run, its first or a further one, between two pieces of the pass, and those of its draws that may have a part
    /// in it. From inside the pass to inside the next piece.
    unsafe fn step(&mut self, draws: RangeInclusive<usize>, number: u32) -> Result<(), Refusal> {
        let run = self.pass.draws[*draws.end()].range.run;
        // SAFETY: the caller's promise.
        unsafe {
            self.end_piece();
            self.under(self.condition, |pass| pass.compute_step(run, number));
            if !self.plan.is_certain(run) {
                self.execute(run, *draws.end())?;
            }
            self.begin_piece(false)?;
            self.draw_again(draws)
        }
    }

    /// The compute work of a step.
    unsafe fn compute_step(&mut self, run: RunIndex, number: u32) {
        let (pass, gpu) = (self.pass, &self.fallback.gpu);
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        let mut bind = |run: RunIndex, layout| {
            let run = &pass.runs[run.0];
            run.bind(&pass.pipelines[run.pipeline], &mut driver, layout);
        };
        // SAFETY: the caller's promise.
        let recorded = unsafe {
            if number == 0 {
                let part = HoistPart { plan: self.plan, runs: run.0..run.0 + 1 };
                HoistPart::record(&[part], gpu, self.raw, &mut |_, run, layout| bind(run, layout))
            } else {
                self.fallback.statistics.extra_steps.add(1);
                self.plan.record_step(gpu, self.raw, run, number, &mut bind)
            }
        };
        self.count(recorded);
    }

    /// Mesh draws of the list once more, each with the state that it had. The present state is that of the last, but for push
    /// constants. Inside the pass, which has not gone on after them.
    unsafe fn draw_again(&mut self, draws: RangeInclusive<usize>) -> Result<(), Refusal> {
        let (first, last) = (self.pass.draws[*draws.start()].at, self.pass.draws[*draws.end()].at);
        let (before, again) = self.list.entries()[..=last].split_at(first);
        // SAFETY: the caller's promise; state of the program, set in its order; the list's memory is the pass's.
        unsafe {
            if again.len() > draws.clone().count() {
                self.set_state(self.pass.state.entries(), is_logged);
                self.set_state(before, is_logged);
                let run = self.pass.draws[*draws.start()].range.run;
                let mut driver = Direct { functions: self.functions, raw: self.raw };
                self.pass.runs[run.0].bind_first(&mut driver);
            }
            let mut pushed = None;
            for entry in again {
                match *entry {
                    Entry::MeshDraw(index) => {
                        let draw = &self.pass.draws[index];
                        if pushed != Some(draw.push_constants) {
                            draw.push_constants.restore(&self.data.fns, self.raw);
                            pushed = Some(draw.push_constants);
                        }
                        self.record_draws(draw.range)?;
                    }
                    Entry::Command(..) => {
                        self.set_state(core::slice::from_ref(entry), |op| is_logged(op) || binds_descriptors(op));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets state of the program as these commands did, as far as it is `wanted`.
    unsafe fn set_state(&self, entries: &[Entry], wanted: impl Fn(Op) -> bool) {
        for entry in entries {
            if let Entry::Command(op, args) = *entry
                && wanted(op)
            {
                // SAFETY: the caller's promise.
                unsafe { op.call(args, self.functions, self.raw) };
            }
        }
    }

    /// Where steps are executed one by one: waits for the one just recorded, looks whether a further one is needed, and goes on
    /// in another command buffer.
    unsafe fn execute(&mut self, run: RunIndex, last: usize) -> Result<(), Refusal> {
        if self.gpu.is_none() {
            return Ok(());
        }
        // SAFETY: what was executed so far has been waited for.
        let before = unsafe { self.plan.statistics(run) };
        // SAFETY: the caller's promise.
        unsafe { self.execute_up_to(self.pass.draws[last].at)? };
        // SAFETY: as above.
        let now = unsafe { self.plan.statistics(run) };
        if now.unfinished != 0 && now != before {
            self.steps.add(last);
            self.pieces_left += 1;
        } else if now.unfinished != 0 {
            tracing::error!("a step of a run of mesh draws did nothing; geometry is missing");
        }
        Ok(())
    }

    /// The same after a hoist at a seam.
    unsafe fn execute_part(&mut self, runs: Range<usize>, at: usize) -> Result<(), Refusal> {
        let uncertain = |run: &RunIndex| !self.plan.is_certain(*run);
        let uncertain: Vec<RunIndex> = runs.map(RunIndex).filter(uncertain).collect();
        if uncertain.is_empty() || self.gpu.is_none() {
            return Ok(());
        }
        // SAFETY: the caller's promise; what was executed so far has been waited for.
        unsafe {
            self.execute_up_to(at)?;
            for run in uncertain {
                if self.plan.statistics(run).unfinished != 0 {
                    self.steps.add(self.pass.draws.partition_point(|draw| draw.range.run <= run) - 1);
                    self.pieces_left += 1;
                }
            }
        }
        Ok(())
    }

    /// Sets all state with which the pass begins, and makes the condition around it active.
    pub unsafe fn replay_state(&self) {
        // SAFETY: the caller's promise; the program set the same.
        unsafe { self.pass.state.replay(self.functions, self.raw) };
        // The pass's own is part of its state.
        if let Some(condition) = self.around.condition.filter(|_| self.pass.around.condition.is_none()) {
            Direct { functions: self.functions, raw: self.raw }.emit(condition);
        }
    }

    /// Has all executed that was recorded so far, and goes on in another command buffer with the state that the program has
    /// set up to this place of the list.
    unsafe fn execute_up_to(&mut self, at: usize) -> Result<(), Refusal> {
        if self.gpu.is_none() {
            return Ok(());
        }
        // Between two pieces those that count compute shaders are paused already.
        // SAFETY: the caller's promise.
        unsafe { self.pause_outside(|slot| !slot.pool.counts_compute) };
        if self.around.condition.is_some() {
            Direct { functions: self.functions, raw: self.raw }.emit(EndConditionalRenderingEXT {});
        }
        let Some(gpu) = &mut self.gpu else { return Ok(()) };
        gpu.execute(self.raw).map_err(Refusal::of("vkQueueSubmit"))?;
        self.raw = gpu.begin().map_err(Refusal::of("vkBeginCommandBuffer"))?;
        // SAFETY: state of the program, set in its order; the list's memory is the pass's.
        unsafe {
            self.replay_state();
            let recorded = &self.list.entries()[..at];
            self.set_state(recorded, |op| op.kind() == Kind::State && !Mappings::are_set_by(op));
        }
        self.resume_outside(|slot| !slot.pool.counts_compute);
        Ok(())
    }
}
