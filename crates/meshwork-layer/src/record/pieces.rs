//! The commands of a pass with mesh draws, in one piece of it or in several.
//!
//! A new piece begins where compute work must come between draws (a run's further step, or any step in a pass that is
//! interrupted at each draw), and around a query that would
//! otherwise begin in one piece and end in another: such a query is moved out of the pass, where it may go on over several.

use std::ops::RangeInclusive;

use ash::vk;
use meshwork_gpu::RunIndex;

use super::commands::{
    EndConditionalRenderingEXT, SetRenderingAttachmentLocations, SetRenderingInputAttachmentIndices,
};
use super::emit::{Direct, Emit};
use super::hoist::MeshPass;
use super::list::Entry;
use super::log::is_logged;
use super::pass::Pass;
use super::refusal::Refusal;
use super::split::{Place, barrier_between_pieces};
use super::state::binds_descriptors;
use super::steps::Steps;
use super::table::{Command, Functions, Kind, Op};

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

impl Pass {
    /// Beginnings and ends of the queries that a further step falls into, by their place in the list.
    pub fn lifted_commands(&self, steps: &Steps) -> Vec<usize> {
        let stepped = steps.draws().map(|draw| self.draws[draw].at);
        let every = self.draws.iter().filter(|_| self.per_draw).map(|draw| draw.at);
        let places: Vec<usize> = stepped.chain(every).collect();
        let lifted = self.queries.iter().filter(|query| places.iter().any(|at| query.contains(at)));
        lifted.flat_map(|query| [query.start, query.end]).collect()
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
            self.begin_piece(true)?;
            for (at, entry) in self.list.entries().iter().enumerate() {
                match *entry {
                    Entry::MeshDraw(index) => self.draw(index)?,
                    Entry::Command(op, args) => {
                        self.draw_waiting();
                        self.mappings.note(op, args);
                        let lifted = self.lifted.contains(&at);
                        if lifted {
                            self.end_piece();
                        }
                        op.call(args, self.functions, self.raw);
                        if lifted {
                            self.begin_piece(false)?;
                        }
                    }
                }
            }
            self.draw_waiting();
        }
        Ok(())
    }

    /// Records the draws that nothing has come between. Inside the pass.
    unsafe fn draw_waiting(&mut self) {
        if let Some(range) = self.waiting.take() {
            // SAFETY: inside the pass, after the hoist.
            unsafe { self.plan.record_draws(&self.fallback.gpu, self.raw, range) };
        }
    }

    unsafe fn begin_piece(&mut self, first: bool) -> Result<(), Refusal> {
        self.pieces_left -= 1;
        let place = Place { first, last: self.pieces_left == 0 };
        // SAFETY: the caller's promise; the beginning's arguments are owned.
        unsafe {
            if place.first && place.last {
                self.pass.begin.call(self.fallback, self.raw);
            } else {
                self.pass.begin.call_piece(self.data, self.fallback, self.raw, &mut self.memory, place)?;
            }
            self.mappings.restore(self.functions, self.raw);
        }
        self.inside = true;
        Ok(())
    }

    /// Inside the pass.
    unsafe fn end_piece(&mut self) {
        self.inside = false;
        // SAFETY: the caller's promise.
        unsafe {
            self.pass.begin.end_piece(self.fallback, self.raw);
            barrier_between_pieces(self.functions, self.raw);
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
                self.draw_waiting();
                self.waiting = Some(range);
            }
            while let Some(number) = self.steps.take(index, range.run) {
                self.draw_waiting();
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
        let (pass, gpu) = (self.pass, &self.fallback.gpu);
        let run = pass.draws[*draws.end()].range.run;
        let mut driver = Direct { functions: self.functions, raw: self.raw };
        // SAFETY: the caller's promise.
        unsafe {
            self.end_piece();
            let mut bind = |run: RunIndex, layout| pass.runs[run.0].bind(&mut driver, layout);
            let recorded = if number == 0 {
                self.plan.record_hoist_of(gpu, self.raw, run, &mut bind)
            } else {
                self.fallback.statistics.extra_steps.add(1);
                self.plan.record_step(gpu, self.raw, run, number, &mut bind)
            };
            self.count(recorded);
            if !self.plan.is_certain(run) {
                self.execute(run, *draws.end())?;
            }
            self.begin_piece(false)?;
            self.draw_again(draws);
        }
        Ok(())
    }

    /// Mesh draws of the list once more, each with the state that it had. The present state is that of the last, but for push
    /// constants. Inside the pass, which has not gone on after them.
    unsafe fn draw_again(&mut self, draws: RangeInclusive<usize>) {
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
                        self.plan.record_draws(&self.fallback.gpu, self.raw, draw.range);
                    }
                    Entry::Command(..) => {
                        self.set_state(core::slice::from_ref(entry), |op| is_logged(op) || binds_descriptors(op));
                    }
                }
            }
        }
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
        let Some(gpu) = &mut self.gpu else { return Ok(()) };
        // SAFETY: what was executed so far has been waited for.
        let before = unsafe { self.plan.statistics(run) };
        if self.is_conditional {
            Direct { functions: self.functions, raw: self.raw }.emit(EndConditionalRenderingEXT {});
        }
        gpu.execute(self.raw).map_err(Refusal::of("vkQueueSubmit"))?;
        // SAFETY: as above.
        let now = unsafe { self.plan.statistics(run) };
        if now.unfinished != 0 && now != before {
            self.steps.add(last);
            self.pieces_left += 1;
        } else if now.unfinished != 0 {
            tracing::error!("a step of a run of mesh draws did nothing; geometry is missing");
        }
        self.raw = gpu.begin().map_err(Refusal::of("vkBeginCommandBuffer"))?;
        // SAFETY: state of the program, set in its order; the list's memory is the pass's.
        unsafe {
            self.pass.state.replay(self.functions, self.raw);
            let recorded = &self.list.entries()[..self.pass.draws[last].at];
            self.set_state(recorded, |op| op.kind() == Kind::State && !Mappings::are_set_by(op));
        }
        Ok(())
    }
}
