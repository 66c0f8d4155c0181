//! A command buffer of the program as several of the driver's.
//!
//! Only the GPU knows how many workgroups a task shader or an indirect draw asks for, and no step of a run holds any number of
//! them. So after the hoist of a pass with such a run the driver's command buffer ends, and the queue's thread
//! ([`crate::queue`]) reads what the hoist found before it submits the next ones: the pass, and the rest up to the next such
//! hoist. Each begins with the state that the program had set. A pass that needs further steps after all is recorded again,
//! step by step, by [`Cut::continue_pass`].

use std::sync::Arc;

use ash::vk;
use meshwork_gpu::{Plan, RunIndex};

use super::commands::{EndConditionalRenderingEXT, ExecuteCommands};
use super::emit::{Direct, Emit, Kept};
use super::hoist::MeshPass;
use super::kept::KeptPass;
use super::list::List;
use super::pass::{End, Pass, Spare};
use super::query_parts::Around;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::render_pass;
use super::steps::Steps;
use super::table::Functions;
use crate::chain::Chain;
use crate::device::{DeviceData, Fallback};

/// The driver's command buffers of one of the program's, after the first.
pub struct Segments {
    pool: vk::CommandPool,
    level: vk::CommandBufferLevel,
    reads_back: bool,
    flags: vk::CommandBufferUsageFlags,
    /// Of a secondary command buffer, with what is chained to it.
    inheritance: (vk::CommandBufferInheritanceInfo<'static>, Chain),
    /// From the program's pool; they come and go with its command buffer.
    buffers: Vec<vk::CommandBuffer>,
    used: usize,
    cuts: Vec<Cut>,
    ended: Option<Arc<[Cut]>>,
}

/// One place where a command buffer is cut.
pub struct Cut {
    data: &'static DeviceData,
    fallback: &'static Fallback,
    /// The pass as it is when one step is enough.
    pub pass: vk::CommandBuffer,
    /// What follows, up to the next cut.
    pub rest: vk::CommandBuffer,
    /// Shared by the command buffers that execute it.
    kept: Arc<KeptPass>,
    around: Around,
    uncertain: Vec<RunIndex>,
}

// SAFETY: pointers lead into memory of the kept pass, or of its recorder, which Vulkan keeps unchanged while the command buffer
// is pending. Nothing is written after the recording.
unsafe impl Send for Cut {}
// SAFETY: as above.
unsafe impl Sync for Cut {}

/// Where a pass is continued.
pub trait Continue {
    /// A command buffer, begun.
    fn begin(&mut self) -> Result<vk::CommandBuffer, vk::Result>;

    /// Ends a command buffer, and waits until the GPU is done with it and all before it.
    fn execute(&mut self, raw: vk::CommandBuffer) -> Result<(), vk::Result>;
}

impl Segments {
    /// `reads_back`: the setting `readback`.
    pub fn new(pool: vk::CommandPool, level: vk::CommandBufferLevel, reads_back: bool) -> Self {
        Self {
            pool,
            level,
            reads_back,
            flags: vk::CommandBufferUsageFlags::empty(),
            inheritance: Default::default(),
            buffers: Vec::new(),
            used: 0,
            cuts: Vec::new(),
            ended: None,
        }
    }

    pub fn is_secondary(&self) -> bool {
        self.level == vk::CommandBufferLevel::SECONDARY
    }

    /// Whether the command buffer may be pending several times.
    pub fn is_simultaneous(&self) -> bool {
        self.flags.contains(vk::CommandBufferUsageFlags::SIMULTANEOUS_USE)
    }

    /// Whether passes may be cut.
    pub fn may_cut(&self) -> bool {
        self.reads_back
    }

    /// Whether a condition of the command buffer that executes this one may be active in it.
    fn inherits_condition(&mut self) -> bool {
        let inherited = self.inheritance.1.get_mut::<vk::CommandBufferInheritanceConditionalRenderingInfoEXT>();
        inherited.is_some_and(|inherited| inherited.conditional_rendering_enable == vk::TRUE)
    }

    /// The GPU is done with everything. What the passes took goes to `spare`.
    pub fn reset(&mut self, spare: &mut Vec<Spare>) {
        self.used = 0;
        self.cuts.clear();
        // The queue's thread may still hold the other reference for a moment; then the memory goes with it.
        if let Some(cuts) = self.ended.take().as_mut().and_then(Arc::get_mut) {
            // A command buffer that executed this one may still hold a pass: then its memory goes with that.
            let kept = cuts.iter_mut().filter_map(|cut| Arc::get_mut(&mut cut.kept));
            spare.extend(kept.map(KeptPass::take_memory));
        }
    }

    pub fn begin(&mut self, flags: vk::CommandBufferUsageFlags) {
        self.flags = flags;
    }

    /// What the driver's command buffers inherit. The chain is `chain`.
    pub fn inherit(&mut self, info: vk::CommandBufferInheritanceInfo<'static>, chain: Chain) {
        self.inheritance = (info, chain);
    }

    pub fn end(&mut self) {
        if !self.cuts.is_empty() {
            self.ended = Some(core::mem::take(&mut self.cuts).into());
        }
    }

    pub fn ended(&self) -> Option<Arc<[Cut]>> {
        self.ended.clone()
    }

    /// The driver's command buffers, which are freed with the program's.
    pub fn buffers(&self) -> &[vk::CommandBuffer] {
        &self.buffers
    }

    /// The driver's next command buffer, begun.
    fn next(&mut self, data: &DeviceData) -> Result<vk::CommandBuffer, Refusal> {
        if self.used == self.buffers.len() {
            self.buffers.push(allocate(data, self.pool, self.level)?);
        }
        let raw = self.buffers[self.used];
        let (inheritance, chain) = &mut self.inheritance;
        inheritance.p_next = chain.link();
        let info = vk::CommandBufferBeginInfo::default().flags(self.flags).inheritance_info(inheritance);
        // SAFETY: the program's thread records a command buffer of this pool; the GPU is done with this one.
        unsafe { data.fns.begin_command_buffer(raw, &info) }.map_err(Refusal::of("vkBeginCommandBuffer"))?;
        self.used += 1;
        Ok(raw)
    }
}

/// A command buffer of the driver's.
pub fn allocate(
    data: &DeviceData,
    pool: vk::CommandPool,
    level: vk::CommandBufferLevel,
) -> Result<vk::CommandBuffer, Refusal> {
    let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).level(level).command_buffer_count(1);
    // SAFETY: the pool is used by this thread only.
    let raw = unsafe { data.fns.allocate_command_buffers(&info) }.map_err(Refusal::of("vkAllocateCommandBuffers"))?[0];
    match data.adopt(raw) {
        vk::Result::SUCCESS => Ok(raw),
        result => Err(Refusal::Vulkan { call: "vkSetDeviceLoaderData", result }),
    }
}

impl Recorder {
    /// Appends what a command buffer of the driver needs to begin with, as the pass begins; where none will, what mesh draws
    /// that are drawn again need.
    pub fn keep_state(&mut self, list: &mut List) {
        let mut kept = Kept { list, memory: &mut self.out.memory };
        match self.segments.may_cut() {
            true => self.state.emit(&mut kept),
            false => self.state.log.emit(&mut kept),
        }
    }

    /// Whether the driver's command buffer is to end after the hoist of this pass: a run has a number of workgroups that only
    /// the GPU knows. Not where a pass cannot be in pieces, nor where what a query has counted so far would be added under a
    /// condition that cannot be ended here.
    pub fn is_cut(&mut self, pass: &Pass) -> bool {
        self.segments.may_cut()
            && (pass.around.queries.is_empty() || !self.segments.inherits_condition())
            && !pass.per_draw
            && !self.plan.is_certain()
            && pass.begin.may_be_in_pieces(self.fallback)
    }

    /// A pass after whose hoist the command buffer is cut.
    ///
    /// # Safety
    /// The program ends the pass now.
    pub unsafe fn record_cut_pass(&mut self, pass: Pass, plan: Plan, end: End) -> Result<(), Refusal> {
        let around = pass.around.clone();
        // SAFETY: the caller's promise; the list holds what the program recorded in this pass.
        unsafe {
            let (before, after) = render_pass::mesh_dependencies(self.fallback, pass.begin);
            let (first, [of_pass, rest]) = (self.out.raw, self.next_segments()?);
            render_pass::depend(&self.data.fns, self.out.functions, first, &before);
            let list = &self.out.list;
            let hoist = MeshPass::new(self.data, self.fallback, first, &pass, list, &plan, Steps::default());
            hoist.pause_outside(|_| true);
            MeshPass::hoist(&mut [hoist]);
            // Whatever fails from here on, commands of the program have where to go.
            self.out.raw = rest;
            end_buffer(self.data, self.out.functions, first, &around)?;

            let uncertain = (0..plan.run_count()).map(RunIndex).filter(|&run| !plan.is_certain(run)).collect();
            let kept = self.keep(pass, plan, end)?.into();
            let (data, fallback) = (self.data, self.fallback);
            self.add_cut(Cut { data, fallback, pass: of_pass, rest, kept, around, uncertain })?;

            render_pass::depend(&self.data.fns, self.out.functions, rest, &after);
            self.state.emit(&mut Direct { functions: self.out.functions, raw: rest });
            self.state.open.around().resume(|_| true, self.out.functions, rest);
            self.fallback.statistics.cuts.add(1);
            tracing::debug!("a command buffer is cut");
            Ok(())
        }
    }

    /// The driver's next command buffers for a pass and the rest. What executes a secondary one records the pass.
    fn next_segments(&mut self) -> Result<[vk::CommandBuffer; 2], Refusal> {
        let of_pass = match self.segments.is_secondary() {
            true => vk::CommandBuffer::null(),
            false => self.segments.next(self.data)?,
        };
        Ok([of_pass, self.segments.next(self.data)?])
    }

    /// # Safety
    /// The command buffer of the pass was just begun.
    unsafe fn add_cut(&mut self, cut: Cut) -> Result<(), Refusal> {
        if cut.pass != vk::CommandBuffer::null() {
            // SAFETY: the caller's promise.
            unsafe {
                cut.record(cut.pass, cut.steps(|_| 0), None)?;
                end_buffer(self.data, self.out.functions, cut.pass, &cut.around)?;
            }
        }
        self.segments.cuts.push(cut);
        Ok(())
    }

    /// Executes a secondary command buffer that is cut, in parts.
    ///
    /// # Safety
    /// The program executes it here, outside a pass; the cuts are its.
    pub unsafe fn execute_cut(&mut self, secondary: vk::CommandBuffer, cuts: &[Cut]) -> Result<(), Refusal> {
        let functions = self.out.functions;
        let execute = |to: vk::CommandBuffer, raw: vk::CommandBuffer| {
            let command = ExecuteCommands { command_buffer_count: 1, p_command_buffers: &raw };
            Direct { functions, raw: to }.emit(command);
        };
        let around = self.state.open.around();
        execute(self.out.raw, secondary);
        for cut in cuts {
            // SAFETY: the caller's promise.
            unsafe {
                let (first, [of_pass, rest]) = (self.out.raw, self.next_segments()?);
                self.state.open.split_outside(first, |_| true);
                around.pause(|_| true, functions, first);
                self.out.raw = rest;
                end_buffer(self.data, functions, first, &around)?;
                let (kept, uncertain) = (cut.kept.clone(), cut.uncertain.clone());
                let (data, fallback, around) = (self.data, self.fallback, around.with(&cut.around));
                self.add_cut(Cut { data, fallback, pass: of_pass, rest, kept, around, uncertain })?;
            }
            if let Some(condition) = around.condition {
                Direct { functions, raw: self.out.raw }.emit(condition);
            }
            around.resume(|_| true, functions, self.out.raw);
            execute(self.out.raw, cut.rest);
        }
        Ok(())
    }
}

/// Ends a command buffer of the driver's.
///
/// # Safety
/// `raw` is recording outside a pass.
unsafe fn end_buffer(
    data: &DeviceData,
    functions: &Functions,
    raw: vk::CommandBuffer,
    around: &Around,
) -> Result<(), Refusal> {
    if around.condition.is_some() {
        Direct { functions, raw }.emit(EndConditionalRenderingEXT {});
    }
    // SAFETY: the caller's promise.
    unsafe { data.fns.end_command_buffer(raw) }.map_err(Refusal::of("vkEndCommandBuffer"))
}

impl Cut {
    /// Whether workgroups are left after the hoist.
    ///
    /// # Safety
    /// The hoist has been executed, and the command buffer is still pending.
    pub unsafe fn is_unfinished(&self) -> bool {
        // SAFETY: the caller's promise.
        self.uncertain.iter().any(|&run| !self.is_hoisted(run) || unsafe { self.is_left(run) })
    }

    /// What is hoisted in the pass is not executed yet.
    fn is_hoisted(&self, run: RunIndex) -> bool {
        run.0 < self.kept.pass.parts.runs_before_pass(usize::MAX)
    }

    /// # Safety
    /// As for [`Self::is_unfinished`].
    unsafe fn is_left(&self, run: RunIndex) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.kept.plan.statistics(run) }.unfinished != 0
    }

    /// Records the pass with as many steps as it takes, and returns the last command buffer, ended. All before it have been
    /// executed.
    ///
    /// # Safety
    /// As for [`Self::is_unfinished`].
    pub unsafe fn continue_pass<'a>(&'a self, gpu: &'a mut dyn Continue) -> Result<vk::CommandBuffer, Refusal> {
        self.fallback.statistics.continued();
        // SAFETY: the caller's promise.
        unsafe {
            let steps = self.steps(|run| (self.is_hoisted(run) && self.is_left(run)).into());
            let raw = gpu.begin().map_err(Refusal::of("vkBeginCommandBuffer"))?;
            let raw = self.record(raw, steps, Some(gpu))?;
            end_buffer(self.data, &self.fallback.recording.functions, raw, &self.around)?;
            Ok(raw)
        }
    }

    /// Further steps, as far as they are known.
    fn steps(&self, uncertain: impl Fn(RunIndex) -> u32) -> Steps {
        Steps::of(&self.kept.pass, &self.kept.plan, uncertain)
    }

    /// Records the pass from the state it begins with to its end, and returns the command buffer that it ends in.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, after the hoist.
    unsafe fn record<'a>(
        &'a self,
        raw: vk::CommandBuffer,
        steps: Steps,
        gpu: Option<&'a mut dyn Continue>,
    ) -> Result<vk::CommandBuffer, Refusal> {
        let kept = &self.kept;
        let mut recording = MeshPass::new(self.data, self.fallback, raw, &kept.pass, &kept.list, &kept.plan, steps);
        recording.gpu = gpu;
        recording.around = self.around.clone();
        // SAFETY: the caller's promise.
        unsafe {
            recording.replay_state();
            recording.resume_outside(|_| true);
            recording.record(kept.end)?;
            recording.pause_outside(|_| true);
        }
        Ok(recording.raw)
    }
}
