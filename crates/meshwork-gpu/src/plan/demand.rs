//! How much memory the runs of a plan need, and how they share what there is.

use std::sync::atomic::{AtomicU32, Ordering};

use meshwork_abi::gpu;
use meshwork_abi::{PrimitiveIndices, RecordLayout};

use super::build::RunDraft;
use super::{Alike, InViews, WORD};
use crate::context::Limits;
use crate::error::Error;

/// What each stage of a run gets at least when only the GPU knows how many workgroups there are: before any execution told …
const FIRST_GUESS_BYTES: u64 = 32 << 20;
/// … and afterwards, since there may be many more the next time.
const LATER_GUESS_BYTES: u64 = 8 << 20;
/// What [`crate::memory::Regions`] may add to a run's regions so that each is aligned.
const ALIGNING_BYTES: u64 = 10 * 64;

/// What the runs of a pipeline have in common.
pub(super) struct Shape {
    task_bytes: u64,
    mesh_bytes: u64,
    most_meshes: u32,
    tasks: Guess,
    meshes: Guess,
    /// All but the tables and their sizes.
    pub run: gpu::Run,
}

/// How many workgroups a stage has where only the GPU knows.
struct Guess {
    likely: u32,
    /// At least so many more than are known.
    more: u32,
}

impl Guess {
    fn new(seen: &AtomicU32, bytes: u64) -> Self {
        let likely = match seen.load(Ordering::Relaxed) {
            0 => (FIRST_GUESS_BYTES / bytes) as u32,
            seen => seen.saturating_add(seen / 4),
        };
        Self { likely, more: (LATER_GUESS_BYTES / bytes) as u32 }
    }

    fn count(&self, known: u32) -> u32 {
        self.likely.max(known.saturating_add(self.more))
    }
}

impl Shape {
    pub fn of(used: &InViews, limits: &Limits) -> Self {
        let (pipeline, records) = (&used.pipeline, used.records());
        let record = pipeline.record();
        let list = u64::from(record.max_primitives) * u64::from(record.topology.corners());
        let task_bytes = size_of::<gpu::Task>() as u64 + u64::from(record.payload_bytes);
        let record_bytes = u64::from(record.vertices_bytes()) + u64::from(record.primitives_bytes());
        let mesh_bytes = record_bytes * u64::from(records) + WORD * (list + 1);
        // An index value names a vertex of any record of the step.
        let values = (u64::from(record.vertices()) * u64::from(records)).max(1);
        let most_meshes = (u64::from(limits.max_index) / values).clamp(1, u64::from(limits.step_workgroups)) as u32;
        Self {
            task_bytes,
            mesh_bytes,
            most_meshes,
            tasks: Guess::new(&pipeline.seen_tasks, task_bytes),
            meshes: Guess::new(&pipeline.seen_meshes, mesh_bytes),
            run: gpu::Run { views: records, view_mask: used.apart(), ..run_of(record, pipeline.has_task()) },
        }
    }
}

fn run_of(record: &RecordLayout, has_task: bool) -> gpu::Run {
    let flag = |on: bool, bit: u32| if on { bit } else { 0 };
    let are = |indices| record.primitive_indices == indices;
    gpu::Run {
        payload_bytes: record.payload_bytes,
        vertex_bytes: record.vertex_bytes,
        record_vertices: record.vertices(),
        max_vertices: record.max_vertices,
        max_primitives: record.max_primitives,
        corners: record.topology.corners(),
        own_corners: record.own_corners.count(record.topology),
        own_corner: record.own_corners.first(),
        primitive_bytes: record.primitive_bytes,
        record_primitive_bytes: record.primitives_bytes(),
        primitive_indices_offset: record.primitive_indices_offset,
        primitive_value_bytes: record.primitive_value_bytes,
        primitive_values_offset: record.primitive_values_offset,
        flags: flag(has_task, gpu::RUN_HAS_TASK)
            | flag(are(PrimitiveIndices::Words), gpu::RUN_INDEX_WORDS)
            | flag(are(PrimitiveIndices::List), gpu::RUN_INDEX_LIST),
        ..Default::default()
    }
}

/// What runs that are alike are, and what each of them gets.
pub(super) struct Demand {
    pub run: RunDraft,
    /// So many are alike.
    runs: u64,
    /// Workgroups of each stage that a step holds.
    pub tasks: u32,
    pub meshes: u32,
    most_tasks: u32,
    most_meshes: u32,
    task_bytes: u64,
    mesh_bytes: u64,
    /// Of tables, whatever a step holds.
    fixed_bytes: u64,
    /// Workgroups of the first stage: all of them, or the least where there are indirect draws.
    pub direct: u32,
    pub is_certain: bool,
    guessed_steps: u32,
    pub extra_steps: u32,
}

impl Demand {
    /// Of so many runs that are alike.
    pub fn of(run: &RunDraft, runs: usize, shape: &Shape, limits: &Limits) -> Result<Self, Error> {
        let (has_task, direct) = (run.has_task, run.direct()?);
        let tasks = match has_task {
            true if run.is_indirect => shape.tasks.count(direct),
            true => direct,
            false => 0,
        };
        let meshes = match has_task || run.is_indirect {
            true => shape.meshes.count(if has_task { 0 } else { direct }),
            false => direct,
        };
        let meshes = meshes.clamp(1, shape.most_meshes);
        let draws = if run.is_indirect { u64::from(run.draw_count) } else { 0 };
        let fixed_bytes = draws * size_of::<gpu::Draw>() as u64
            + u64::from(run.raster_count) * size_of::<gpu::RasterDraw>() as u64
            + WORD * u64::from(meshes.div_ceil(gpu::SUM_BLOCK))
            + size_of::<gpu::Step>() as u64
            + ALIGNING_BYTES;
        let mut demand = Self {
            run: *run,
            runs: runs as u64,
            tasks: tasks.min(limits.step_workgroups),
            meshes,
            most_tasks: if run.is_indirect { u32::MAX } else { direct }.min(limits.step_workgroups),
            most_meshes: shape.most_meshes,
            task_bytes: shape.task_bytes,
            mesh_bytes: shape.mesh_bytes,
            fixed_bytes,
            direct,
            is_certain: run.is_certain(),
            guessed_steps: limits.extra_steps,
            extra_steps: 0,
        };
        demand.count_steps();
        Ok(demand)
    }

    fn bytes(&self) -> u64 {
        u64::from(self.tasks) * self.task_bytes + u64::from(self.meshes) * self.mesh_bytes
    }

    /// How many steps the host knows: all where it knows the size, the first one where only that of the task stage.
    pub fn known_steps(&self) -> u32 {
        match (self.run.is_indirect, self.run.has_task) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => self.extra_steps + 1,
        }
    }

    /// Task workgroups of a known step.
    pub fn task_count(&self) -> u32 {
        self.direct.min(self.tasks)
    }

    /// Mesh workgroups of a step, where the run is certain.
    pub fn mesh_count(&self, number: u32) -> u32 {
        (self.direct - number * self.meshes).min(self.meshes)
    }

    /// A known step.
    pub fn step(&self, number: u32) -> gpu::Step {
        let total = self.direct;
        let draws_per_workgroup = gpu::Step::draws_per_workgroup(self.run.draw_count, total);
        let known = gpu::Step { total, draws_per_workgroup, ..Default::default() };
        if self.run.has_task {
            return gpu::Step { task_count: self.task_count(), new_tasks: 1, ..known };
        }
        let (mesh_first, mesh_count) = (number * self.meshes, self.mesh_count(number));
        let unfinished = total - mesh_first - mesh_count;
        gpu::Step { mesh_total: total, mesh_first, mesh_count, unfinished, number, ..known }
    }

    fn count_steps(&mut self) {
        let capacity = if self.run.has_task { self.tasks } else { self.meshes };
        // The guess is of steps for the indirect draws, and begins with the one that has the first of their workgroups.
        let least = self.direct.saturating_add(self.run.is_indirect.into());
        let known = least.div_ceil(capacity.max(1)).saturating_sub(1);
        self.extra_steps = if self.is_certain { known } else { known + self.guessed_steps };
    }
}

/// Shrinks all runs alike until the pass fits, as far as steps can be made smaller. Whether it had to.
pub(super) fn fit(runs: &mut [Alike], budget: u64) -> bool {
    let (fixed, sum) = bytes(runs);
    let budget = budget.saturating_sub(fixed);
    if sum <= budget {
        return false;
    }
    let part = |count: u32| ((u128::from(count) * u128::from(budget) / u128::from(sum)) as u32).max(1);
    for Alike { demand, .. } in runs {
        demand.tasks = if demand.run.has_task { part(demand.tasks) } else { 0 };
        demand.meshes = part(demand.meshes);
        demand.count_steps();
    }
    true
}

/// Of what is as large as it is, and of workgroups.
fn bytes(runs: &[Alike]) -> (u64, u64) {
    runs.iter().fold((0, 0), |(fixed, sum), Alike { demand, .. }| {
        (fixed + demand.runs * demand.fixed_bytes, sum + demand.runs * demand.bytes())
    })
}

/// Gives what is left of the budget to the runs whose size only the GPU knows.
pub(super) fn spread(runs: &mut [Alike], budget: u64) {
    let is_uncertain = |alike: &&mut Alike| !alike.demand.is_certain;
    let uncertain: u64 = runs.iter_mut().filter(is_uncertain).map(|alike| alike.demand.runs).sum();
    if uncertain == 0 {
        return;
    }
    let (fixed, sum) = bytes(runs);
    let part = budget.saturating_sub(fixed + sum) / uncertain;
    let more = |count: u32, bytes: u64, each: u64, most: u32| {
        u64::from(count).saturating_add(bytes / each).min(most.into()).max(count.into()) as u32
    };
    for Alike { demand, .. } in runs.iter_mut().filter(is_uncertain) {
        let tasks = if demand.run.has_task && demand.run.is_indirect { part / 2 } else { 0 };
        demand.tasks = more(demand.tasks, tasks, demand.task_bytes, demand.most_tasks);
        demand.meshes = more(demand.meshes, part - tasks, demand.mesh_bytes, demand.most_meshes);
        demand.count_steps();
    }
}
