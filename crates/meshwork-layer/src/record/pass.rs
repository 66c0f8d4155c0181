//! Beginning and end of a render pass.

use std::sync::Arc;

use ash::vk;
use meshwork_gpu::DrawRange;

use super::commands::{NextSubpass, NextSubpass2};
use super::list::List;
use super::memory::Memory;
use super::parts::{Disturbed, Parts, Wait};
use super::push::Snapshot;
use super::queries::Ended;
use super::query_parts::{Around, Slot};
use super::recorder::{Recorder, hooked};
use super::refusal::Refusal;
use super::render_pass;
use super::run::{Run, RunEnd};
use super::split::Begin;
use super::state::State;
use super::table::Record;
use crate::hook;
use crate::hook::Hook;
use crate::pipelines::MeshPipelineData;
use crate::settings::Runs;

/// A pass instance that is being kept; its commands are in [`super::recorder::Output`].
pub struct Pass {
    /// What the program recorded since the pass before, where that one waits for this ([`super::kept`]).
    pub before: List,
    pub begin: Begin,
    /// The present one.
    pub subpass: Subpass,
    pub runs: Vec<Run>,
    /// Of the runs; consecutive runs with one pipeline share its entry.
    pub pipelines: Vec<Arc<MeshPipelineData>>,
    pub draws: Vec<MeshDrawEntry>,
    /// Queries of the driver's that begin in the pass …
    pub queries: Vec<Slot>,
    /// … and what is open around it.
    pub around: Around,
    /// It is interrupted at each mesh draw for the compute work of that draw ([`Runs::PerDraw`]).
    pub per_draw: bool,
    /// There were other commands than state since the last mesh draw.
    pub run_interrupted: bool,
    pub parts: Parts,
    /// When the pass began.
    pub graphics: Disturbed,
    /// A query that counts mesh draws began or ended since the last one.
    pub counted_apart: bool,
    /// Queries that count mesh draws and ended in the pass.
    pub ended: Vec<Ended>,
    /// All of it, for a command buffer of the driver that begins with the pass.
    pub state: List,
    /// Why mesh draws are refused in this pass.
    pub refuses_mesh_draws: Option<&'static str>,
}

/// A subpass, or all of a dynamic rendering.
pub struct Subpass {
    pub index: u32,
    pub contents: Contents,
    /// The place of its first command in the list.
    pub first: usize,
    pub view_mask: u32,
}

impl Subpass {
    /// Queries that one of the program's uses: one for each view.
    pub fn query_count(&self) -> u32 {
        self.view_mask.count_ones().max(1)
    }
}

/// Where the commands of a subpass may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// In the command buffer, or also there.
    Inline,
    /// Only in secondary command buffers.
    Secondaries,
    /// The program has them in secondary command buffers, the driver gets them without.
    Inlined,
}

impl Contents {
    pub fn of(contents: vk::SubpassContents) -> Self {
        if contents == vk::SubpassContents::SECONDARY_COMMAND_BUFFERS { Self::Secondaries } else { Self::Inline }
    }
}

/// What a pass takes, empty: later passes use the memory again, so that a draw takes no allocation.
pub type Spare = (List, Memory, Tables);

#[derive(Default)]
pub struct Tables {
    before: List,
    runs: Vec<Run>,
    pipelines: Vec<Arc<MeshPipelineData>>,
    draws: Vec<MeshDrawEntry>,
    queries: Vec<Slot>,
    parts: Parts,
    state: List,
}

/// A mesh draw in the list.
pub struct MeshDrawEntry {
    pub range: DrawRange,
    /// Of its first stage, if it is direct.
    pub workgroups: u64,
    /// As they were when it was recorded.
    pub push_constants: Snapshot,
    /// Its place in the list.
    pub at: usize,
}

impl Pass {
    /// Empties the tables for another pass.
    pub fn take_tables(&mut self) -> Tables {
        self.before.clear();
        self.runs.clear();
        self.pipelines.clear();
        self.draws.clear();
        self.queries.clear();
        self.parts.clear();
        self.state.clear();
        Tables {
            before: core::mem::take(&mut self.before),
            runs: core::mem::take(&mut self.runs),
            pipelines: core::mem::take(&mut self.pipelines),
            draws: core::mem::take(&mut self.draws),
            queries: core::mem::take(&mut self.queries),
            parts: core::mem::take(&mut self.parts),
            state: core::mem::take(&mut self.state),
        }
    }

    /// Makes a mesh draw with this state part of the run before it, or says why that one ends, if there is one.
    pub fn join_run(
        &mut self,
        pipeline: &Arc<MeshPipelineData>,
        state: &State,
        is_direct: bool,
        runs: Runs,
    ) -> Result<(), Option<RunEnd>> {
        let is_interrupted = core::mem::take(&mut self.run_interrupted);
        let (count, same_pipeline) = (self.runs.len(), self.has_last(pipeline));
        match self.runs.last_mut() {
            None => Err(None),
            Some(_) if runs != Runs::Shared => Err(Some(RunEnd::Setting)),
            Some(_) if self.parts.begins_at(count) => Err(Some(RunEnd::OtherCommand)),
            Some(_) if !same_pipeline => Err(Some(RunEnd::Pipeline)),
            Some(run) => run.join(pipeline, state, is_direct, is_interrupted).map_err(Some),
        }
    }

    /// Begins a run with a mesh draw with this state.
    pub fn begin_run(&mut self, pipeline: &Arc<MeshPipelineData>, state: &State, is_direct: bool, memory: &mut Memory) {
        if !self.has_last(pipeline) {
            self.pipelines.push(pipeline.clone());
        }
        let place = self.pipelines.len() - 1;
        self.runs.push(Run::new((place, pipeline), state, is_direct, memory));
    }

    fn has_last(&self, pipeline: &Arc<MeshPipelineData>) -> bool {
        self.pipelines.last().is_some_and(|last| Arc::ptr_eq(last, pipeline))
    }
}

/// How the program ends a pass.
#[derive(Clone, Copy)]
pub enum End {
    Rendering,
    RenderPass,
    RenderPass2(*const vk::SubpassEndInfo<'static>),
}

impl Recorder {
    /// # Safety
    /// `begin` is valid; its arguments are the program's still.
    unsafe fn begin_pass(&mut self, begin: Begin) -> Result<(), Refusal> {
        let Tables { mut before, runs, pipelines, draws, queries, parts, mut state } =
            core::mem::take(&mut self.tables);
        core::mem::swap(&mut before, &mut self.out.list);
        if !self.out.keeps_between {
            self.out.memory.reset();
        }
        self.state.push_constants.forget_snapshot();
        // Also when the beginning is refused: what follows may not reach the driver outside a pass.
        self.out.keeps_pass = true;
        // SAFETY: the caller's promise.
        let begin = unsafe { begin.owned(&mut self.out.memory)? };
        // SAFETY: the arguments are owned.
        let refuses_mesh_draws = unsafe { begin.refuses_mesh_draws(self.fallback) };
        self.keep_state(&mut state);
        self.pass = Some(Pass {
            before,
            refuses_mesh_draws,
            subpass: Subpass {
                index: 0,
                // SAFETY: as above.
                contents: unsafe { begin.contents() },
                first: 0,
                view_mask: begin.view_mask(self.fallback, 0),
            },
            begin,
            runs,
            pipelines,
            draws,
            queries,
            around: self.state.open.around(),
            parts,
            per_draw: self.data.settings.runs == Runs::PerDraw && begin.may_be_in_pieces(self.fallback),
            run_interrupted: false,
            graphics: Disturbed::of(&mut self.state, &mut self.out.memory),
            counted_apart: false,
            ended: Vec::new(),
            state,
        });
        Ok(())
    }

    /// The program goes on to the next subpass: the command will be the next of the list.
    fn subpass_ends(&mut self) {
        self.interrupt_run();
        let Some(pass) = &self.pass else { return };
        let dependency = render_pass::inner_dependency(self.fallback, pass.begin, pass.subpass.index + 1);
        if !dependency.is_empty() {
            self.mesh_work_waits(Wait::Dependency(dependency));
        }
    }

    /// The command is the last of the list.
    fn subpass_begins(&mut self, contents: vk::SubpassContents) {
        if let Some(pass) = &mut self.pass {
            let (index, first) = (pass.subpass.index + 1, self.out.list.next_place());
            let view_mask = pass.begin.view_mask(self.fallback, index);
            pass.subpass = Subpass { index, contents: Contents::of(contents), first, view_mask };
        }
    }

    /// # Safety
    /// As the command that ends the pass.
    unsafe fn end_pass(&mut self, end: End) -> Result<(), Refusal> {
        self.out.keeps_pass = false;
        let result = match self.pass.take() {
            // SAFETY: the caller's promise.
            Some(pass) => unsafe { self.record_pass(pass, end) },
            // Its beginning was refused, and with it the command buffer.
            None => Ok(()),
        };
        // What is left of a pass that is refused may not stand outside.
        self.out.list.clear();
        result
    }

    /// # Safety
    /// As the command that ends the pass.
    unsafe fn record_pass(&mut self, mut pass: Pass, end: End) -> Result<(), Refusal> {
        if !pass.draws.is_empty() {
            // SAFETY: the caller's promise.
            return unsafe { self.end_mesh_pass(pass, end) };
        }
        // SAFETY: the program recorded these commands in this order.
        unsafe {
            self.record_waiting()?;
            pass.before.replay(self.out.functions, self.out.raw);
            pass.begin.call(self.fallback, self.out.raw);
            self.out.list.replay(self.out.functions, self.out.raw);
            end.call(self.fallback, self.out.raw);
            pass.ended.iter().for_each(|query| query.record_available(self.out.raw));
            self.tables = pass.take_tables();
            self.state.log.absorb(&self.out.list, &mut self.state_memory)
        }
    }
}

impl Record for NextSubpass {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.subpass_ends();
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self)? };
        recorder.subpass_begins(self.contents);
        Ok(())
    }
}

impl Record for NextSubpass2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.subpass_ends();
        // SAFETY: the caller's promise.
        unsafe {
            recorder.out.add(self)?;
            recorder.subpass_begins((*self.p_subpass_begin_info).contents);
        }
        Ok(())
    }
}

pub const HOOKS: &[Hook] = &[
    hook!(vkCmdBeginRendering: PFN_vkCmdBeginRendering = begin_rendering),
    hook!(vkCmdBeginRenderingKHR: PFN_vkCmdBeginRendering = begin_rendering),
    hook!(vkCmdEndRendering: PFN_vkCmdEndRendering = end_rendering),
    hook!(vkCmdEndRenderingKHR: PFN_vkCmdEndRendering = end_rendering),
    hook!(vkCmdBeginRenderPass: PFN_vkCmdBeginRenderPass = begin_render_pass),
    hook!(vkCmdEndRenderPass: PFN_vkCmdEndRenderPass = end_render_pass),
    hook!(vkCmdBeginRenderPass2: PFN_vkCmdBeginRenderPass2 = begin_render_pass_2),
    hook!(vkCmdBeginRenderPass2KHR: PFN_vkCmdBeginRenderPass2 = begin_render_pass_2),
    hook!(vkCmdEndRenderPass2: PFN_vkCmdEndRenderPass2 = end_render_pass_2),
    hook!(vkCmdEndRenderPass2KHR: PFN_vkCmdEndRenderPass2 = end_render_pass_2),
];

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn begin_rendering(raw: vk::CommandBuffer, info: *const vk::RenderingInfo) {
    // SAFETY: the program's arguments are valid; `owned` copies them before the call ends.
    unsafe { hooked(raw, |recorder| recorder.begin_pass(Begin::Rendering(info.cast(), false))) };
}

unsafe extern "system" fn end_rendering(raw: vk::CommandBuffer) {
    // SAFETY: a pass of this kind is open.
    unsafe { hooked(raw, |recorder| recorder.end_pass(End::Rendering)) };
}

unsafe extern "system" fn begin_render_pass(
    raw: vk::CommandBuffer,
    info: *const vk::RenderPassBeginInfo,
    contents: vk::SubpassContents,
) {
    // SAFETY: as in `begin_rendering`.
    unsafe { hooked(raw, |recorder| recorder.begin_pass(Begin::RenderPass(info.cast(), contents))) };
}

unsafe extern "system" fn end_render_pass(raw: vk::CommandBuffer) {
    // SAFETY: a pass of this kind is open.
    unsafe { hooked(raw, |recorder| recorder.end_pass(End::RenderPass)) };
}

unsafe extern "system" fn begin_render_pass_2(
    raw: vk::CommandBuffer,
    info: *const vk::RenderPassBeginInfo,
    subpass: *const vk::SubpassBeginInfo,
) {
    // SAFETY: as in `begin_rendering`.
    unsafe { hooked(raw, |recorder| recorder.begin_pass(Begin::RenderPass2(info.cast(), subpass.cast()))) };
}

unsafe extern "system" fn end_render_pass_2(raw: vk::CommandBuffer, info: *const vk::SubpassEndInfo) {
    // SAFETY: a pass of this kind is open.
    unsafe { hooked(raw, |recorder| recorder.end_pass(End::RenderPass2(info.cast()))) };
}
