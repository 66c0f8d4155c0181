//! Queries and conditions that are open around mesh draws.
//!
//! # Safety
//! As in [`super::effects`].

use ash::vk;
use dashmap::DashSet;
use smallvec::SmallVec;

use super::commands::*;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::table::{Own, Record};
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateQueryPool: PFN_vkCreateQueryPool = create_pool),
    hook!(vkDestroyQueryPool: PFN_vkDestroyQueryPool = destroy_pool),
];

/// Query pools that count compute shader invocations.
pub type CountingPools = DashSet<vk::QueryPool>;

/// What is open in a command buffer.
#[derive(Default)]
pub struct Open {
    queries: SmallVec<[Query; 2]>,
    /// Its arguments are kept with the state.
    condition: Option<(Where, BeginConditionalRenderingEXT)>,
    transform_feedback: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Query {
    pool: vk::QueryPool,
    query: u32,
    index: u32,
    begun: Where,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// At this place in the list.
    InPass(usize),
    Outside,
}

impl Open {
    /// Why mesh draws are refused now.
    pub fn refuses_mesh_draws(&self, counting: &CountingPools) -> Option<&'static str> {
        if self.transform_feedback {
            return Some("transform feedback");
        }
        let counts = self.queries.iter().any(|query| counting.contains(&query.pool));
        counts.then_some("a pipeline statistics query of compute shader invocations")
    }

    pub fn has_queries(&self) -> bool {
        !self.queries.is_empty()
    }

    /// A condition that may be ended and begun again between passes.
    pub fn condition_outside(&self) -> Option<BeginConditionalRenderingEXT> {
        self.condition.filter(|(begun, _)| *begun == Where::Outside).map(|(_, command)| command)
    }
}

impl Recorder {
    fn place(&self) -> Where {
        if self.inside_pass() { Where::InPass(self.out.list.next_place()) } else { Where::Outside }
    }

    fn query_begins(&mut self, pool: vk::QueryPool, query: u32, index: u32) {
        self.interrupt_run();
        let begun = self.place();
        self.state.open.queries.push(Query { pool, query, index, begun });
    }

    fn query_ends(&mut self, pool: vk::QueryPool, query: u32, index: u32) {
        self.interrupt_run();
        let queries = &mut self.state.open.queries;
        let ended = queries.iter().position(|open| (open.pool, open.query, open.index) == (pool, query, index));
        let ended = ended.map(|at| queries.remove(at));
        if let (Some(Query { begun: Where::InPass(begin), .. }), Some(pass)) = (ended, &mut self.pass) {
            pass.queries.push(begin..self.out.list.next_place());
        }
    }
}

impl Record for BeginQuery {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.query_begins(self.query_pool, self.query, 0);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for EndQuery {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.query_ends(self.query_pool, self.query, 0);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for BeginQueryIndexedEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.query_begins(self.query_pool, self.query, self.index);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for EndQueryIndexedEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.query_ends(self.query_pool, self.query, self.index);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
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
unsafe extern "system" fn create_pool(
    device: vk::Device,
    info: *const vk::QueryPoolCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pool: *mut vk::QueryPool,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_0().create_query_pool)(device, info, allocator, pool);
        let counts = (*info).query_type == vk::QueryType::PIPELINE_STATISTICS
            && (*info).pipeline_statistics.contains(vk::QueryPipelineStatisticFlags::COMPUTE_SHADER_INVOCATIONS);
        if result == vk::Result::SUCCESS && counts {
            fallback.recording.counting_pools.insert(*pool);
        }
        result
    })
}

unsafe extern "system" fn destroy_pool(
    device: vk::Device,
    pool: vk::QueryPool,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.recording.counting_pools.remove(&pool);
        (data.fns.fp_v1_0().destroy_query_pool)(device, pool, allocator);
    });
}
