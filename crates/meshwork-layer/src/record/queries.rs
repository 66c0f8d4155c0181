//! Queries and conditions that are open around mesh draws.
//!
//! # Safety
//! As in [`super::effects`].

use core::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_gpu::{DrawRange, PlanBuilder};
use smallvec::SmallVec;

use super::commands::*;
use super::emit::Direct;
use super::query_parts::{Around, Slot, without};
use super::recorder::{Recorder, hooked, recorder_of};
use super::refusal::Refusal;
use super::table::{Command, Own, Record};
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::objects::buffers::Buffer;
use crate::objects::query_pools::QueryPool;

pub const HOOKS: &[Hook] = &[
    hook!(vkCmdResetQueryPool: PFN_vkCmdResetQueryPool = reset),
    hook!(vkCmdCopyQueryPoolResults: PFN_vkCmdCopyQueryPoolResults = copy_results),
];

/// What is open in a command buffer.
#[derive(Default)]
pub struct Open {
    queries: SmallVec<[Query; 2]>,
    /// Its arguments are kept with the state.
    condition: Option<(Where, BeginConditionalRenderingEXT)>,
    transform_feedback: bool,
}

struct Query {
    pool: vk::QueryPool,
    query: u32,
    index: u32,
    begun: Where,
    /// Where it counts mesh draws.
    counting: Option<Counting>,
    /// Where the driver has a part in it.
    slot: Option<Slot>,
    /// It is in parts.
    is_split: bool,
}

struct Counting {
    pool: Arc<QueryPool>,
    /// Draws in a row that are still to be told to the plan.
    draws: Option<DrawRange>,
}

/// Queries that count mesh draws, ended: one, or one for each view of a subpass with multiview. The first has the sum of all
/// views, which Vulkan leaves open.
pub struct Ended {
    pool: Arc<QueryPool>,
    queries: Range<u32>,
}

impl Query {
    fn count_waiting(&mut self, plan: &mut PlanBuilder) {
        if let Some(counting) = &mut self.counting
            && let Some(draws) = counting.draws.take()
        {
            plan.count(draws, counting.pool.counters.address(self.query));
        }
    }
}

impl Ended {
    /// # Safety
    /// `raw` is recording outside a pass.
    pub unsafe fn record_available(&self, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise; the program ended a query of this pool.
        self.queries.clone().for_each(|query| unsafe { self.pool.counters.record_available(raw, query) });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    InPass,
    Outside,
}

impl Open {
    /// Why a mesh draw is refused now.
    pub fn refuses_mesh_draws(&self) -> Option<&'static str> {
        if self.transform_feedback {
            return Some("transform feedback");
        }
        let unknown = |query: &Query| query.counting.is_none() && query.slot.is_none();
        self.queries.iter().any(unknown).then_some("a query of a pool that was not created through the layer")
    }

    /// What began outside the pass.
    pub fn around(&self) -> Around {
        let outside = self.queries.iter().filter(|query| query.begun == Where::Outside);
        let queries = outside.filter_map(|query| query.slot.clone()).collect();
        Around { queries, condition: self.condition_outside() }
    }

    /// Those of them that are `wanted` come in parts from here on.
    ///
    /// # Safety
    /// `raw` is recording outside a pass.
    pub unsafe fn split_outside(&mut self, raw: vk::CommandBuffer, wanted: impl Fn(&Slot) -> bool) {
        for query in self.queries.iter_mut().filter(|query| query.begun == Where::Outside && !query.is_split) {
            if let Some(slot) = query.slot.as_ref().filter(|slot| wanted(slot)) {
                query.is_split = true;
                // SAFETY: the caller's promise.
                unsafe { slot.record_split(raw) };
            }
        }
    }

    /// Counts a mesh draw for all queries that do.
    pub fn count(&mut self, draw: DrawRange, plan: &mut PlanBuilder) {
        for query in &mut self.queries {
            let Some(counting) = &mut query.counting else { continue };
            match counting.draws.and_then(|draws| draws.joined(draw)) {
                Some(joined) => counting.draws = Some(joined),
                None => {
                    query.count_waiting(plan);
                    query.counting.iter_mut().for_each(|counting| counting.draws = Some(draw));
                }
            }
        }
    }

    /// Before the plan is finished.
    pub fn count_waiting(&mut self, plan: &mut PlanBuilder) {
        self.queries.iter_mut().for_each(|query| query.count_waiting(plan));
    }

    /// A condition that may be ended and begun again between passes.
    pub fn condition_outside(&self) -> Option<BeginConditionalRenderingEXT> {
        self.condition.filter(|(begun, _)| *begun == Where::Outside).map(|(_, command)| command)
    }
}

impl Recorder {
    fn place(&self) -> Where {
        if self.inside_pass() { Where::InPass } else { Where::Outside }
    }

    /// # Safety
    /// As the command.
    unsafe fn begin_query(
        &mut self,
        command: impl Command,
        (pool, query, index): (vk::QueryPool, u32, u32),
        flags: vk::QueryControlFlags,
    ) -> Result<(), Refusal> {
        let ours = self.fallback.objects.query_pools.get(pool);
        let slot = ours.clone().filter(|pool| pool.is_counted_by_driver());
        let views = self.pass.as_ref().map_or(1, |pass| pass.subpass.query_count());
        let slot = slot.map(|ours| Slot { pool: ours, raw: pool, query, views, flags, index });
        let is_drivers = slot.is_some() || ours.is_none();
        let counting = ours.filter(|pool| pool.counts_mesh_shaders()).map(|pool| Counting { pool, draws: None });
        if counting.is_some() {
            self.count_apart();
        }
        let begun = Query { pool, query, index, begun: self.place(), counting, slot, is_split: false };
        if let (Some(pass), Some(slot)) = (&mut self.pass, &begun.slot) {
            pass.queries.push(slot.clone());
        }
        self.state.open.queries.push(begun);
        if is_drivers {
            self.interrupt_run();
            // SAFETY: the caller's promise.
            unsafe { self.out.add(command)? };
        }
        Ok(())
    }

    /// # Safety
    /// As the command.
    unsafe fn end_query(
        &mut self,
        command: impl Command,
        (pool, query, index): (vk::QueryPool, u32, u32),
    ) -> Result<(), Refusal> {
        let queries = &mut self.state.open.queries;
        let ended = queries.iter().position(|open| (open.pool, open.query, open.index) == (pool, query, index));
        // One that was not begun here is not valid.
        let Some(mut ended) = ended.map(|at| queries.remove(at)) else { return Ok(()) };
        if ended.slot.is_some() || ended.counting.is_none() {
            self.interrupt_run();
            // SAFETY: the caller's promise.
            unsafe { self.out.add(command)? };
        }
        if let Some(slot) = ended.slot.as_ref().filter(|_| ended.is_split) {
            // SAFETY: it began outside passes, so it ends there.
            unsafe { slot.record_summed(self.out.raw) };
        }
        ended.count_waiting(&mut self.plan);
        if let Some(Counting { pool, .. }) = ended.counting {
            self.count_apart();
            let ended = |count| Ended { pool, queries: query..query + count };
            match &mut self.pass {
                Some(pass) => pass.ended.push(ended(pass.subpass.query_count())),
                // SAFETY: no pass is open.
                None => unsafe { ended(1).record_available(self.out.raw) },
            }
        }
        Ok(())
    }

    /// Records a kernel among the program's commands outside passes: it is executed whatever condition is active, is not
    /// counted by the program's queries, and leaves the program's state as it is.
    ///
    /// # Safety
    /// The recorder is outside a pass.
    unsafe fn kernel_outside(&mut self, record: impl FnOnce(&mut Self) -> Result<(), Refusal>) -> Result<(), Refusal> {
        let (functions, raw, around) = (self.out.functions, self.out.raw, self.state.open.around());
        // SAFETY: the caller's promise.
        unsafe {
            self.state.open.split_outside(raw, |slot| slot.pool.counts_compute);
            around.pause(|slot| slot.pool.counts_compute, functions, raw);
            let result = without(around.condition, functions, raw, || record(self));
            around.resume(|slot| slot.pool.counts_compute, functions, raw);
            let mut driver = Direct { functions, raw };
            self.state.compute.emit_pipeline(&mut driver, vk::PipelineBindPoint::COMPUTE);
            self.state.shaders.emit_compute(&mut driver);
            self.state.push_constants.emit(&mut driver);
            result
        }
    }

    /// # Safety
    /// As `vkCmdCopyQueryPoolResults`.
    pub unsafe fn copy_results(
        &mut self,
        pool: vk::QueryPool,
        queries: Range<u32>,
        (buffer, offset): (vk::Buffer, vk::DeviceSize),
        stride: vk::DeviceSize,
        flags: vk::QueryResultFlags,
    ) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            let raw = self.outside();
            let ours = self.fallback.objects.query_pools.get(pool);
            if ours.as_ref().is_none_or(|ours| ours.is_counted_by_driver()) {
                let copy = self.data.fns.fp_v1_0().cmd_copy_query_pool_results;
                let flags = ours.as_ref().map_or(flags, |ours| ours.driver_flags(flags));
                copy(raw, pool, queries.start, queries.len() as u32, buffer, offset, stride, flags);
            }
            let Some(ours) = ours else { return Ok(()) };
            let address = Buffer::address(self.data, buffer) + offset;
            self.complete_results(&ours, queries, (address, stride), flags)
        }
    }

    /// # Safety
    /// As `vkCmdCopyQueryPoolResults`.
    unsafe fn complete_results(
        &mut self,
        pool: &QueryPool,
        queries: Range<u32>,
        (address, stride): (vk::DeviceAddress, vk::DeviceSize),
        flags: vk::QueryResultFlags,
    ) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            self.kernel_outside(|recorder| {
                let arena = recorder.arena.get_or_insert_with(|| recorder.fallback.gpu.arena());
                Ok(pool.record_results(recorder.out.raw, arena, queries, (address, stride), flags)?)
            })
        }
    }

    /// Mesh draws before and after this are counted apart.
    fn count_apart(&mut self) {
        if let Some(pass) = &mut self.pass {
            pass.counted_apart = true;
        }
    }
}

impl Record for BeginQuery {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { recorder.begin_query(self, (self.query_pool, self.query, 0), self.flags) }
    }
}

impl Record for EndQuery {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { recorder.end_query(self, (self.query_pool, self.query, 0)) }
    }
}

impl Record for BeginQueryIndexedEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { recorder.begin_query(self, (self.query_pool, self.query, self.index), self.flags) }
    }
}

impl Record for EndQueryIndexedEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe { recorder.end_query(self, (self.query_pool, self.query, self.index)) }
    }
}

impl Record for BeginConditionalRenderingEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.interrupt_run();
        let mut kept = self;
        // SAFETY: the caller's promise.
        unsafe {
            kept.own(&mut recorder.state_memory)?;
            recorder.state.open.condition = Some((recorder.place(), kept));
            if let Some(pass) = &mut recorder.pass {
                pass.parts.set_condition(pass.runs.len(), Some(kept));
            }
            recorder.out.add(self)
        }
    }
}

impl Record for EndConditionalRenderingEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.interrupt_run();
        recorder.state.open.condition = None;
        if let Some(pass) = &mut recorder.pass {
            pass.parts.set_condition(pass.runs.len(), None);
        }
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for BeginTransformFeedbackEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.interrupt_run();
        recorder.state.open.transform_feedback = true;
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for EndTransformFeedbackEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.interrupt_run();
        recorder.state.open.transform_feedback = false;
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn reset(raw: vk::CommandBuffer, pool: vk::QueryPool, first: u32, count: u32) {
    // SAFETY: the program calls with valid arguments, outside a pass.
    guard(|| unsafe {
        let recorder = recorder_of(raw);
        let raw = recorder.outside();
        let Recorder { data, fallback, .. } = recorder;
        if let Some(ours) = fallback.objects.query_pools.get(pool) {
            ours.counters.record_reset(raw, first..first + count);
        }
        (data.fns.fp_v1_0().cmd_reset_query_pool)(raw, pool, first, count);
    });
}

unsafe extern "system" fn copy_results(
    raw: vk::CommandBuffer,
    pool: vk::QueryPool,
    first: u32,
    count: u32,
    buffer: vk::Buffer,
    offset: vk::DeviceSize,
    stride: vk::DeviceSize,
    flags: vk::QueryResultFlags,
) {
    // SAFETY: the program calls with valid arguments, outside a pass.
    unsafe {
        hooked(raw, |recorder| recorder.copy_results(pool, first..first + count, (buffer, offset), stride, flags))
    };
}
