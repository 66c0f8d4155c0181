//! The mesh draws of one render pass, planned: `build` gathers draws into runs and lays out their memory, `record` records
//! the commands.

mod build;
mod record;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_abi::gpu::{self, Statistics};

use crate::memory::{HostStatistics, Slice};
use crate::pipeline::MeshPipeline;

pub use build::PlanBuilder;
pub use record::RecordStatistics;

/// A run of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunIndex(pub usize);

/// Consecutive raster draws of a run: what one draw command of the program became, or several [joined](Self::joined). Empty where
/// the raster draw of an earlier command stands for this one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRange {
    pub run: RunIndex,
    pub first: u32,
    pub count: u32,
}

impl DrawRange {
    /// Both in one, if `next` goes on where this ends: [`Plan::record_draws`] takes it as one command where the device can.
    pub fn joined(self, next: Self) -> Option<Self> {
        let adjacent = self.run == next.run && self.first + self.count == next.first;
        adjacent.then(|| Self { count: self.count + next.count, ..self })
    }
}

/// The arguments of a mesh draw command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshDraw {
    /// `vkCmdDrawMeshTasksEXT`.
    Direct([u32; 3]),
    /// `vkCmdDrawMeshTasksIndirectEXT` and, with a device address for the count, `…IndirectCountEXT`. The buffers have
    /// device addresses; a barrier of the program makes them visible to compute shaders.
    Indirect { address: u64, stride: u32, max_draws: u32, count: Option<u64> },
}

/// How it goes on with a run whose number of workgroups only the GPU knows, if one step does not hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// [`Plan::statistics`] are read, and further steps recorded until nothing is left. Memory follows earlier executions.
    Read,
    /// [`Plan::extra_steps`] are recorded and nothing is read: such runs share a fixed part of the memory that the pass may have,
    /// and what even that does not hold is lost.
    Recorded,
}

/// A pass's runs with their memory. Commands recorded from a plan are valid until its arena is reset.
pub struct Plan {
    /// `gpu::Run` × runs, written by the host.
    runs_at: Slice,
    /// `gpu::Step` × runs in device memory, for runs whose size only the GPU knows.
    steps_at: Slice,
    /// The buffer with the vertices and the index lists.
    buffer: vk::Buffer,
    runs: Vec<PlannedRun>,
    /// Steps as far as the host knows them: all of a run, or the first one of its task stage, or none; and where they were written.
    known_steps: Vec<gpu::Step>,
    known_steps_at: Slice,
    bytes: u64,
    /// For two time stamps around the hoist, where it is timed.
    timer: Option<vk::QueryPool>,
}

struct PlannedRun {
    pipeline: Arc<MeshPipeline>,
    table: gpu::Run,
    /// Its own of the plan's.
    known_steps: Range<usize>,
    raster: Slice,
    /// Place of its vertices in the buffer.
    vertices: u64,
    statistics: HostStatistics,
    extra_steps: u32,
    is_certain: bool,
    step_workgroups: u32,
}

impl Plan {
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// How many further steps must be recorded for a run, each with its draws. Enough if the run [is certain](Self::is_certain),
    /// else an estimate from earlier executions; to lose nothing then, read [`Self::statistics`] and go on while it says so.
    pub fn extra_steps(&self, run: RunIndex) -> u32 {
        self.runs[run.0].extra_steps
    }

    /// Whether the number of steps is known before any execution: all draws are direct and there is no task stage.
    pub fn is_certain(&self, run: RunIndex) -> bool {
        self.runs[run.0].is_certain
    }

    /// Workgroups in each step of a run that [is certain](Self::is_certain), in the order of its draws; the last step has the
    /// rest.
    pub fn step_workgroups(&self, run: RunIndex) -> u32 {
        self.runs[run.0].step_workgroups
    }

    /// What a run has done since its hoist; `unfinished` is not 0 while it needs a further step. Later plans get the memory
    /// that this one would have needed.
    ///
    /// # Safety
    /// The plan's arena is not reset, and no execution of the hoist or of a step of this run is under way.
    pub unsafe fn statistics(&self, run: RunIndex) -> Statistics {
        let run = &self.runs[run.0];
        // SAFETY: the caller's promise.
        let seen = unsafe { run.statistics.read() };
        run.pipeline.saw(seen.task_workgroups, seen.most_meshes);
        seen
    }

    /// Device memory for payloads, records, index lists and draw tables.
    pub fn record_bytes(&self) -> u64 {
        self.bytes
    }
}
