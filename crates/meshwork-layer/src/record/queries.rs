//! Queries and conditions that are open around mesh draws.
//!
//! # Safety
//! As in [`super::effects`].

use core::ffi::c_void;
use core::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_gpu::{DrawRange, PlanBuilder};
use smallvec::SmallVec;

use super::commands::*;
use super::list::Entry;
use super::recorder::{Recorder, recorder_of};
use super::refusal::Refusal;
use super::table::{Command, Op, Own, Record};
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::objects::query_pools::{CountingPools, QueryPool};

pub const HOOKS: &[Hook] = &[
    hook!(vkCmdResetQueryPool: PFN_vkCmdResetQueryPool = reset),
    hook!(vkCmdCopyQueryPoolResults: PFN_vkCmdCopyQueryPoolResults = copy_results),
];

/// Why a query is refused that would count the hoisted work.
const COUNTS_HOISTED_WORK: &str = "a pipeline statistics query of compute shader invocations around a render pass, or in it \
                                   around draws that take several steps,";

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
    fn is_counted_by_driver(&self) -> bool {
        self.counting.as_ref().is_none_or(|counting| counting.pool.is_counted_by_driver())
    }

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
    /// At this place in the list.
    InPass(usize),
    Outside,
}

impl Open {
    /// Why a mesh draw is refused now. `has_known_size`: it is direct and has no task stage.
    pub fn refuses_mesh_draws(&self, counting: &CountingPools, has_known_size: bool) -> Option<&'static str> {
        if self.transform_feedback {
            return Some("transform feedback");
        }
        // The hoist comes before what begins in the pass, a further step may not.
        let hoisted_in = |query: &Query| query.begun == Where::Outside || !has_known_size;
        let counts = self.queries.iter().any(|query| counting.contains(&query.pool) && hoisted_in(query));
        counts.then_some(COUNTS_HOISTED_WORK)
    }

    /// Whether the driver has queries open, which do not go on in another command buffer.
    pub fn has_queries(&self) -> bool {
        self.queries.iter().any(Query::is_counted_by_driver)
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

/// The pool of a query that a command begins.
///
/// # Safety
/// `args` are valid arguments of the command.
pub unsafe fn begun_pool(op: Op, args: *const c_void) -> Option<vk::QueryPool> {
    // SAFETY: the caller's promise.
    unsafe {
        match op {
            Op::BeginQuery => Some((*args.cast::<BeginQuery>()).query_pool),
            Op::BeginQueryIndexedEXT => Some((*args.cast::<BeginQueryIndexedEXT>()).query_pool),
            _ => None,
        }
    }
}

/// The query that a command ends.
///
/// # Safety
/// `args` are valid arguments of the command.
pub unsafe fn ended_query(op: Op, args: *const c_void) -> Option<(vk::QueryPool, u32)> {
    // SAFETY: the caller's promise.
    unsafe {
        match op {
            Op::EndQuery => {
                let EndQuery { query_pool, query } = *args.cast();
                Some((query_pool, query))
            }
            Op::EndQueryIndexedEXT => {
                let EndQueryIndexedEXT { query_pool, query, .. } = *args.cast();
                Some((query_pool, query))
            }
            _ => None,
        }
    }
}

impl Recorder {
    fn place(&self) -> Where {
        if self.inside_pass() { Where::InPass(self.out.list.next_place()) } else { Where::Outside }
    }

    /// # Safety
    /// As the command.
    unsafe fn begin_query(
        &mut self,
        command: impl Command,
        (pool, query, index): (vk::QueryPool, u32, u32),
    ) -> Result<(), Refusal> {
        let counting = self.fallback.objects.query_pools.get(pool).map(|pool| Counting { pool, draws: None });
        if counting.is_some() {
            self.count_apart();
        }
        let begun = Query { pool, query, index, begun: self.place(), counting };
        let is_drivers = begun.is_counted_by_driver();
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
        if ended.is_counted_by_driver() {
            self.interrupt_run();
            if let (Where::InPass(begin), Some(pass)) = (ended.begun, &mut self.pass) {
                pass.queries.push(begin..self.out.list.next_place());
            }
            // SAFETY: the caller's promise.
            unsafe { self.out.add(command)? };
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

    /// Refuses queries that would count further steps, which stand between these commands of the pass.
    pub fn check_lifted(&self, lifted: &[usize]) -> Result<(), Refusal> {
        let counting = &self.fallback.objects.counting_pools;
        let counts = |entry: &Entry| match *entry {
            // SAFETY: the list pairs each command with its arguments.
            Entry::Command(op, args) => unsafe { begun_pool(op, args) }.is_some_and(|pool| counting.contains(&pool)),
            Entry::MeshDraw(_) => false,
        };
        match lifted.iter().any(|&at| counts(&self.out.list.entries()[at])) {
            true => Err(Refusal::WithMeshDraws(COUNTS_HOISTED_WORK)),
            false => Ok(()),
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
        unsafe { recorder.begin_query(self, (self.query_pool, self.query, 0)) }
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
        unsafe { recorder.begin_query(self, (self.query_pool, self.query, self.index)) }
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
        let Recorder { data, fallback, out, .. } = recorder_of(raw);
        if let Some(ours) = fallback.objects.query_pools.get(pool) {
            ours.counters.record_reset(out.raw, first..first + count);
        }
        (data.fns.fp_v1_0().cmd_reset_query_pool)(out.raw, pool, first, count);
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
    guard(|| unsafe {
        let Recorder { data, fallback, out, .. } = recorder_of(raw);
        let ours = fallback.objects.query_pools.get(pool);
        let mut flags_of_driver = flags;
        if let Some(ours) = &ours {
            ours.record_copy(out.raw, first..first + count, (buffer, offset), stride, flags);
            flags_of_driver &= !vk::QueryResultFlags::WITH_AVAILABILITY;
        }
        if ours.is_none_or(|ours| ours.is_counted_by_driver()) {
            let copy = data.fns.fp_v1_0().cmd_copy_query_pool_results;
            copy(out.raw, pool, first, count, buffer, offset, stride, flags_of_driver);
        }
    });
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;

    #[test]
    fn compute_invocations_are_counted_where_no_hoisted_work_is() {
        let pool = vk::QueryPool::from_raw(1);
        let open = |begun| {
            let query = Query { pool, query: 0, index: 0, begun, counting: None };
            Open { queries: SmallVec::from_iter([query]), ..Open::default() }
        };
        let counting = CountingPools::from_iter([pool]);
        assert!(open(Where::Outside).refuses_mesh_draws(&counting, true).is_some());
        assert!(open(Where::InPass(3)).refuses_mesh_draws(&counting, false).is_some());
        assert_eq!(open(Where::InPass(3)).refuses_mesh_draws(&counting, true), None);
        assert_eq!(open(Where::Outside).refuses_mesh_draws(&CountingPools::default(), true), None);
    }
}
