//! The mesh draws of one render pass, planned: `build` gathers draws into runs, `demand` says how much memory each run gets,
//! `layout` where, `record` records the commands.

mod build;
mod counts;
mod demand;
mod layout;
mod record;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ash::vk;
use meshwork_abi::gpu::{self, Statistics};

use crate::memory::{HostStatistics, Slice, Totals};
use crate::pipeline::MeshPipeline;
use demand::Demand;
use layout::Places;

pub use build::PlanBuilder;
pub use record::{DrawBindings, HoistPart, RecordStatistics};

const WORD: u64 = size_of::<u32>() as u64;

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

impl MeshDraw {
    /// Of its first stage, where the host knows; saturates.
    pub fn workgroups(&self) -> Option<u64> {
        match *self {
            Self::Direct([x, y, z]) => Some((u64::from(x) * u64::from(y)).saturating_mul(z.into())),
            Self::Indirect { .. } => None,
        }
    }
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
    runs: Arc<Runs>,
    /// `gpu::Run` × runs, written by the host.
    runs_at: Slice,
    /// What only the GPU touches. It begins with `gpu::Step` × runs, for runs whose size only the GPU knows.
    memory: Slice,
    /// `gpu::LayerInput` × `gpu::OUTPUT_LAYERS` for each run that [is layered](Self::is_layered).
    layer_inputs_at: Slice,
    /// `gpu::Step` × [`Demand::known_steps`] of all that are alike, written by the host.
    known_steps_at: Slice,
    /// Runs with draws that queries count.
    counting: Vec<counts::Counting>,
    bytes: u64,
    is_beside: bool,
    /// Nothing before its hoist uses its memory.
    is_fresh: bool,
    /// For two time stamps around the hoist, where it is timed.
    timer: Option<vk::QueryPool>,
}

/// The runs of a plan, which its arena knows, too.
#[derive(Default)]
pub(crate) struct Runs {
    list: Vec<PlannedRun>,
    alike: Vec<Alike>,
    pipelines: Vec<InViews>,
    statistics: HostStatistics,
}

struct PlannedRun {
    /// Where it begins in the plan's memory.
    first: u64,
    /// Its place in [`Runs::alike`].
    alike: u32,
    /// Where it is layered: its first in [`Plan::layer_inputs_at`].
    layer_inputs: u32,
}

/// A pipeline, and the view mask that runs draw with.
pub(crate) struct InViews {
    pipeline: Arc<MeshPipeline>,
    /// 0 without multiview.
    view_mask: u32,
}

impl InViews {
    fn is(&self, pipeline: &Arc<MeshPipeline>, view_mask: u32) -> bool {
        Arc::ptr_eq(&self.pipeline, pipeline) && self.view_mask == view_mask
    }

    /// Views that a primitive is drawn in.
    fn count(&self) -> u32 {
        self.view_mask.count_ones().max(1)
    }

    /// Views that the mesh stage runs for: all in one, unless it reads which.
    fn apart(&self) -> u32 {
        if self.pipeline.record.is_per_view { self.view_mask.max(1) } else { 1 }
    }

    /// [`meshwork_abi::gpu::Run::views`]
    fn records(&self) -> u32 {
        u32::BITS - self.apart().leading_zeros()
    }
}

/// Runs that are alike, of one pipeline and one size: only their places differ.
struct Alike {
    demand: Demand,
    places: Places,
    /// The place of their first known step among those of the plan: they share them.
    known_steps: u32,
    /// [`meshwork_abi::gpu::Run::views`]
    views: u32,
    /// The index list is written by the mesh stage.
    has_list: bool,
    /// Indices of the only raster draw of each, where the host knows it.
    known_indices: Option<u32>,
}

fn has_list(run: &gpu::Run) -> bool {
    run.flags & gpu::RUN_INDEX_LIST != 0
}

/// Whether the primitives of the mesh workgroups of a step are added up in two stages: of a few, each that needs to know adds up
/// all, and where all have as many there is nothing to add up.
fn is_summed(meshes: u32, has_list: bool) -> bool {
    meshes > 16_384 && !has_list
}

impl Alike {
    fn is_summed(&self) -> bool {
        is_summed(self.demand.meshes, self.has_list)
    }
}

impl Runs {
    /// What the run is like.
    fn alike(&self, run: usize) -> &Alike {
        &self.alike[self.list[run].alike as usize]
    }

    fn pipeline(&self, alike: &Alike) -> &MeshPipeline {
        &self.in_views(alike).pipeline
    }

    fn in_views(&self, alike: &Alike) -> &InViews {
        &self.pipelines[alike.demand.run.pipeline]
    }

    fn has_layers(&self) -> bool {
        self.pipelines.iter().any(|used| used.pipeline.record.is_layered)
    }

    /// # Safety
    /// The arena is not reset, and no execution that writes the run's statistics is under way.
    unsafe fn statistics(&self, run: usize) -> Statistics {
        // SAFETY: the caller's promise.
        let seen = unsafe { self.statistics.read(run) };
        self.pipeline(self.alike(run)).saw(seen.task_workgroups, seen.most_meshes);
        seen
    }

    /// # Safety
    /// As for [`Self::statistics`], for every run.
    pub unsafe fn add_to(&self, totals: &mut Totals) {
        for run in 0..self.list.len() {
            // SAFETY: the caller's promise.
            totals.add(&unsafe { self.statistics(run) });
        }
    }

    /// No runs, and the memory of these.
    pub fn cleared(mut self) -> Self {
        self.list.clear();
        self.alike.clear();
        self.pipelines.clear();
        self.statistics = HostStatistics::default();
        self
    }
}

impl Plan {
    pub fn run_count(&self) -> usize {
        self.runs.list.len()
    }

    /// How many further steps must be recorded for a run, each with its draws. Enough if the run [is certain](Self::is_certain),
    /// else an estimate from earlier executions; to lose nothing then, read [`Self::statistics`] and go on while it says so.
    pub fn extra_steps(&self, run: RunIndex) -> u32 {
        self.runs.alike(run.0).demand.extra_steps
    }

    /// Whether the number of steps is known before any execution: all draws are direct and there is no task stage.
    pub fn is_certain(&self, run: RunIndex) -> bool {
        self.runs.alike(run.0).demand.is_certain
    }

    /// Whether every run is certain and takes one step.
    pub fn is_one_step(&self) -> bool {
        self.runs.alike.iter().all(|Alike { demand, .. }| demand.is_certain && demand.extra_steps == 0)
    }

    /// Workgroups in each step of a run that [is certain](Self::is_certain), in the order of its draws; the last step has the
    /// rest.
    pub fn step_workgroups(&self, run: RunIndex) -> u32 {
        self.runs.alike(run.0).demand.meshes
    }

    /// Whether the primitives of a run have layers and the device's vertex stage cannot write them: they are drawn by
    /// [`Self::record_draws_in`], in a pass of its own for each layer.
    pub fn is_layered(&self, run: RunIndex) -> bool {
        self.runs.pipeline(self.runs.alike(run.0)).record().is_layered
    }

    /// Whether a run is.
    pub fn has_layers(&self) -> bool {
        self.runs.has_layers()
    }

    /// What a run has done since its hoist; `unfinished` is not 0 while it needs a further step. Later plans get the memory
    /// that this one would have needed.
    ///
    /// # Safety
    /// The plan's arena is not reset, and no execution of the hoist or of a step of this run is under way.
    pub unsafe fn statistics(&self, run: RunIndex) -> Statistics {
        // SAFETY: the caller's promise.
        unsafe { self.runs.statistics(run.0) }
    }

    /// Whether it has memory beside that of the plan that its arena made before, so that the two may be
    /// [hoisted together](HoistPart::record). Else its hoist must come after the draws of all earlier plans.
    pub fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Device memory for payloads, records, index lists and draw tables.
    pub fn record_bytes(&self) -> u64 {
        self.bytes
    }
}
