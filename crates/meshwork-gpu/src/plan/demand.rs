//! How much memory the runs of a plan need, and how they share what there is.

use std::sync::atomic::{AtomicU32, Ordering};

use meshwork_abi::gpu;
use meshwork_abi::{PrimitiveIndices, RecordLayout};

use super::InViews;
use super::build::RunDraft;
use crate::context::Limits;

/// What each stage of a run gets at least when only the GPU knows how many workgroups there are: before any execution told …
const FIRST_GUESS_BYTES: u64 = 32 << 20;
/// … and afterwards, since there may be many more the next time.
const LATER_GUESS_BYTES: u64 = 8 << 20;
/// What [`crate::memory::Regions`] may add to a run's regions so that each is aligned.
const ALIGNING_BYTES: u64 = 10 * 64;
const WORD: u64 = size_of::<u32>() as u64;

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

/// The steps of a run that the host knows.
#[derive(Clone, Copy)]
pub(super) struct KnownSteps {
    /// The place of the first among those of the plan.
    pub first: u32,
    pub count: u32,
    total: u32,
    draws: u32,
    has_task: bool,
    /// Workgroups of each stage in a step.
    tasks: u32,
    meshes: u32,
}

impl KnownSteps {
    pub fn has(&self, number: u32) -> bool {
        number < self.count
    }

    /// Task workgroups of the first step.
    pub fn task_count(&self) -> u32 {
        self.total.min(self.tasks)
    }

    /// Mesh workgroups of a step, where the run is certain.
    pub fn mesh_count(&self, number: u32) -> u32 {
        (self.total - number * self.meshes).min(self.meshes)
    }

    pub fn step(&self, number: u32) -> gpu::Step {
        let total = self.total;
        let draws_per_workgroup = gpu::Step::draws_per_workgroup(self.draws, total);
        let known = gpu::Step { total, draws_per_workgroup, ..Default::default() };
        if self.has_task {
            return gpu::Step { task_count: self.task_count(), new_tasks: 1, ..known };
        }
        let (mesh_first, mesh_count) = (number * self.meshes, self.mesh_count(number));
        let unfinished = total - mesh_first - mesh_count;
        gpu::Step { mesh_total: total, mesh_first, mesh_count, unfinished, number, ..known }
    }
}

/// Workgroups that a step of a run holds.
pub(super) struct Demand {
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
    draws: u32,
    is_indirect: bool,
    has_task: bool,
    pub is_certain: bool,
    guessed_steps: u32,
    pub extra_steps: u32,
}

impl Demand {
    /// `direct` workgroups of the first stage are known of the run.
    pub fn of(run: &RunDraft, direct: u32, shape: &Shape, limits: &Limits) -> Self {
        let has_task = run.has_task;
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
            tasks: tasks.min(limits.step_workgroups),
            meshes,
            most_tasks: if run.is_indirect { u32::MAX } else { direct }.min(limits.step_workgroups),
            most_meshes: shape.most_meshes,
            task_bytes: shape.task_bytes,
            mesh_bytes: shape.mesh_bytes,
            fixed_bytes,
            direct,
            draws: run.draw_count,
            is_indirect: run.is_indirect,
            has_task,
            is_certain: run.is_certain(),
            guessed_steps: limits.extra_steps,
            extra_steps: 0,
        };
        demand.count_steps();
        demand
    }

    fn bytes(&self) -> u64 {
        u64::from(self.tasks) * self.task_bytes + u64::from(self.meshes) * self.mesh_bytes
    }

    /// The steps, where the size is known; the first one where only that of the task stage is.
    pub fn known_steps(&self, first: u32) -> KnownSteps {
        let count = match (self.is_indirect, self.has_task) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => self.extra_steps + 1,
        };
        let Self { has_task, tasks, meshes, direct: total, draws, .. } = *self;
        KnownSteps { first, count, total, draws, has_task, tasks, meshes }
    }

    fn count_steps(&mut self) {
        let capacity = if self.has_task { self.tasks } else { self.meshes };
        // The guess is of steps for the indirect draws, and begins with the one that has the first of their workgroups.
        let least = self.direct.saturating_add(self.is_indirect.into());
        let known = least.div_ceil(capacity.max(1)).saturating_sub(1);
        self.extra_steps = if self.is_certain { known } else { known + self.guessed_steps };
    }
}

/// Shrinks all runs alike until the pass fits, as far as steps can be made smaller. Whether it had to.
pub(super) fn fit(demands: &mut [Demand], budget: u64) -> bool {
    let (fixed, sum) = bytes(demands);
    let budget = budget.saturating_sub(fixed);
    if sum <= budget {
        return false;
    }
    let part = |count: u32| ((u128::from(count) * u128::from(budget) / u128::from(sum)) as u32).max(1);
    for demand in demands {
        demand.tasks = if demand.has_task { part(demand.tasks) } else { 0 };
        demand.meshes = part(demand.meshes);
        demand.count_steps();
    }
    true
}

/// Of what is as large as it is, and of workgroups.
fn bytes(demands: &[Demand]) -> (u64, u64) {
    demands.iter().fold((0, 0), |(fixed, sum), demand| (fixed + demand.fixed_bytes, sum + demand.bytes()))
}

/// Gives what is left of the budget to the runs whose size only the GPU knows.
pub(super) fn spread(demands: &mut [Demand], budget: u64) {
    let (fixed, sum) = bytes(demands);
    let left = budget.saturating_sub(fixed + sum);
    let uncertain = demands.iter().filter(|demand| !demand.is_certain).count() as u64;
    let more = |count: u32, bytes: u64, each: u64, most: u32| {
        u64::from(count).saturating_add(bytes / each).min(most.into()).max(count.into()) as u32
    };
    for demand in demands.iter_mut().filter(|demand| !demand.is_certain) {
        let part = left / uncertain;
        let tasks = if demand.has_task && demand.is_indirect { part / 2 } else { 0 };
        demand.tasks = more(demand.tasks, tasks, demand.task_bytes, demand.most_tasks);
        demand.meshes = more(demand.meshes, part - tasks, demand.mesh_bytes, demand.most_meshes);
        demand.count_steps();
    }
}
