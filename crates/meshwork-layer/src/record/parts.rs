//! The hoist of a pass in parts.
//!
//! Usually there is one, before the pass. Mesh draws behind a dependency that mesh shaders wait for inside the pass are hoisted
//! where it stands, at a *seam* between two pieces of the pass. Those under a condition that begins in the pass are hoisted
//! under that condition, so that their shaders do nothing where it does not hold.

use core::ffi::c_void;
use std::ops::Range;

use ash::vk;
use smallvec::SmallVec;

use super::commands::BeginConditionalRenderingEXT;
use super::memory::Memory;
use super::push::Snapshot;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::render_pass;
use super::state::{DescriptorBuffers, Sets, State};
use super::table::{Command, Functions, Op};
use crate::objects::render_passes::Dependency;

#[derive(Default)]
pub struct Parts {
    seams: Vec<Seam>,
    /// The first run under each condition, or under none.
    conditions: Vec<(usize, Option<BeginConditionalRenderingEXT>)>,
}

/// A place where a pass is interrupted for the hoist of the runs behind it.
pub struct Seam {
    /// The command of the list that it stands before.
    pub at: usize,
    first_run: usize,
    pub waits: SmallVec<[Wait; 1]>,
    pub graphics: Disturbed,
}

/// What the hoist at a seam waits for.
#[derive(Clone, Copy)]
pub enum Wait {
    /// A barrier, or for events, as it is outside a pass.
    Command(Op, *const c_void),
    /// From earlier subpasses.
    Dependency(Dependency),
}

/// State of the program that a hoist disturbs, as it was where the hoist stands.
#[derive(Clone)]
pub struct Disturbed {
    pub push_constants: Snapshot,
    pub descriptor_buffers: DescriptorBuffers,
    pub sets: Sets,
}

impl Disturbed {
    /// `memory` is that of the pass.
    pub fn of(state: &mut State, memory: &mut Memory) -> Self {
        Self {
            push_constants: state.push_constants.snapshot(memory),
            descriptor_buffers: state.descriptor_buffers,
            sets: state.graphics.sets.clone(),
        }
    }
}

impl Parts {
    pub fn clear(&mut self) {
        self.seams.clear();
        self.conditions.clear();
    }

    /// Runs from this one on are hoisted behind what is waited for here.
    fn add_seam(&mut self, run: usize, at: usize, wait: Wait, graphics: Disturbed) {
        match self.seams.last_mut().filter(|seam| seam.first_run == run) {
            // No mesh draw has come since: both are waited for here.
            Some(seam) => {
                (seam.at, seam.graphics) = (at, graphics);
                seam.waits.push(wait);
            }
            None => self.seams.push(Seam { at, first_run: run, waits: [wait].into_iter().collect(), graphics }),
        }
    }

    /// Runs from this one on are under this condition.
    pub fn set_condition(&mut self, run: usize, condition: Option<BeginConditionalRenderingEXT>) {
        match self.conditions.last_mut().filter(|(first, _)| *first == run) {
            Some((_, last)) => *last = condition,
            None => self.conditions.push((run, condition)),
        }
    }

    /// Whether something waits in the pass, for what follows there or after it.
    pub fn has_seams(&self) -> bool {
        !self.seams.is_empty()
    }

    /// Whether the run before this one ends, whatever comes.
    pub fn begins_at(&self, run: usize) -> bool {
        self.seams.last().is_some_and(|seam| seam.first_run == run)
            || self.conditions.last().is_some_and(|(first, _)| *first == run)
    }

    /// The seams with runs behind them, if there are so many runs, and which those are.
    pub fn seams(&self, runs: usize) -> impl Iterator<Item = (&Seam, Range<usize>)> {
        let ends = self.seams.iter().skip(1).map(|seam| seam.first_run).chain([runs]);
        let seams = self.seams.iter().zip(ends).map(|(seam, end)| (seam, seam.first_run..end));
        seams.filter(|(_, runs)| !runs.is_empty())
    }

    /// How many of so many runs are hoisted before the pass.
    pub fn runs_before_pass(&self, runs: usize) -> usize {
        self.seams.first().map_or(runs, |seam| seam.first_run.min(runs))
    }

    /// Parts of these runs, each under one condition.
    pub fn under_conditions(
        &self,
        runs: Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, Option<BeginConditionalRenderingEXT>)> {
        let firsts = [(0, None)].into_iter().chain(self.conditions.iter().copied());
        let ends = self.conditions.iter().map(|(first, _)| *first).chain([usize::MAX]);
        let within =
            move |((first, condition), end): ((usize, _), usize)| (first.max(runs.start)..end.min(runs.end), condition);
        firsts.zip(ends).map(within).filter(|(runs, _)| !runs.is_empty())
    }
}

impl Recorder {
    /// Mesh draws that follow in this pass wait for something here.
    pub fn mesh_work_waits(&mut self, wait: Wait) {
        let graphics = Disturbed::of(&mut self.state, &mut self.out.memory);
        if let Some(pass) = &mut self.pass {
            pass.parts.add_seam(pass.runs.len(), self.out.list.next_place(), wait, graphics);
        }
    }

    /// The same for a command, which `rewrite` makes what it is outside a pass. Outside, all mesh draws that follow wait for it.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn mesh_work_waits_for<C: Command>(
        &mut self,
        mut command: C,
        rewrite: impl FnOnce(&mut C),
    ) -> Result<(), Refusal> {
        if self.pass.is_none() {
            // SAFETY: the caller's promise.
            return unsafe { self.flush() };
        }
        // SAFETY: the caller's promise.
        unsafe { command.own(&mut self.out.memory)? };
        rewrite(&mut command);
        let args = self.out.memory.keep(command);
        self.mesh_work_waits(Wait::Command(C::OP, args.cast_const().cast()));
        Ok(())
    }
}

impl Seam {
    /// Waits.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, and the memory of the pass has not been reset.
    pub unsafe fn wait(&self, device: &ash::Device, functions: &Functions, raw: vk::CommandBuffer) {
        for wait in &self.waits {
            // SAFETY: the caller's promise.
            unsafe {
                match wait {
                    Wait::Command(op, args) => op.call(*args, functions, raw),
                    Wait::Dependency(dependency) => render_pass::depend(device, functions, raw, dependency),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seam(parts: &mut Parts, run: usize, at: usize) {
        let graphics = Disturbed::of(&mut State::default(), &mut Memory::default());
        parts.add_seam(run, at, Wait::Dependency(Dependency::default()), graphics);
    }

    #[test]
    fn a_seam_is_where_the_last_wait_before_a_run_stands() {
        let mut parts = Parts::default();
        assert_eq!(parts.runs_before_pass(7), 7);
        seam(&mut parts, 2, 10);
        seam(&mut parts, 2, 14);
        assert!(parts.begins_at(2));
        seam(&mut parts, 5, 30);
        let seams = |runs| parts.seams(runs).map(|(seam, runs)| (seam.at, seam.waits.len(), runs)).collect::<Vec<_>>();
        assert_eq!(seams(7), [(14, 2, 2..5), (30, 1, 5..7)]);
        // Nothing is drawn behind the last.
        assert_eq!(seams(5), [(14, 2, 2..5)]);
        assert_eq!([7, 1].map(|runs| parts.runs_before_pass(runs)), [2, 1]);
    }

    #[test]
    fn conditions_part_the_runs_of_a_hoist() {
        let condition = BeginConditionalRenderingEXT { p_conditional_rendering_begin: core::ptr::null() };
        let mut parts = Parts::default();
        parts.set_condition(2, Some(condition));
        parts.set_condition(4, None);
        parts.set_condition(4, Some(condition));
        parts.set_condition(5, None);
        let under = |runs| {
            let parts = parts.under_conditions(runs);
            parts.map(|(runs, condition)| (runs, condition.is_some())).collect::<Vec<_>>()
        };
        assert_eq!(under(0..7), [(0..2, false), (2..4, true), (4..5, true), (5..7, false)]);
        assert_eq!(under(3..5), [(3..4, true), (4..5, true)]);
        assert_eq!(Parts::default().under_conditions(0..3).count(), 1);
    }
}
