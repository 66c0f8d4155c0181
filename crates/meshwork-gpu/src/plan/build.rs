//! From draws to runs with memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use meshwork_abi::gpu::{self, Address};
use meshwork_abi::{IndexMode, PrimitiveIndices};

use super::{Continuation, DrawRange, MeshDraw, Plan, PlannedRun, RunIndex};
use crate::context::Limits;
use crate::error::Error;
use crate::memory::{Arena, Regions, Slice};
use crate::pipeline::MeshPipeline;

/// What each stage of a run gets at least when only the GPU knows how many workgroups there are: before any execution told …
const FIRST_GUESS_BYTES: u64 = 32 << 20;
/// … and afterwards, since there may be many more the next time.
const LATER_GUESS_BYTES: u64 = 8 << 20;
/// The part of a pass's memory that runs share which cannot be continued: much, since what it does not hold is lost, but every
/// command buffer with such a pass takes it.
const RECORDED_PART: u64 = 4;
/// Push constants of a draw begin at multiples of this, the largest alignment a block member can have.
const PUSH_ALIGNMENT: usize = 16;

/// Gathers the mesh draws of a render pass, in order. One builder serves pass after pass: it keeps its tables' memory.
#[derive(Default)]
pub struct PlanBuilder {
    runs: Vec<RunDraft>,
    /// Of all runs, one run after the other; the same for push constants.
    commands: Vec<gpu::Command>,
    push_constants: Vec<u8>,
}

struct RunDraft {
    pipeline: Arc<MeshPipeline>,
    /// Its first in the builder's tables.
    first_command: usize,
    first_push_constant: usize,
    command_count: u32,
    draw_count: u32,
    /// Workgroups of the first stage in direct draws.
    direct: u64,
    /// There are indirect draws beside them.
    is_indirect: bool,
}

impl PlanBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Ends the current run and begins one whose draws use `pipeline` and one descriptor state.
    pub fn begin_run(&mut self, pipeline: &Arc<MeshPipeline>) -> RunIndex {
        self.push_constants.resize(self.push_constants.len().next_multiple_of(PUSH_ALIGNMENT), 0);
        self.runs.push(RunDraft {
            pipeline: pipeline.clone(),
            first_command: self.commands.len(),
            first_push_constant: self.push_constants.len(),
            command_count: 0,
            draw_count: 0,
            direct: 0,
            is_indirect: false,
        });
        RunIndex(self.runs.len() - 1)
    }

    /// Appends a draw to the current run. `push_constants` are the program's, from byte 0 on.
    ///
    /// # Errors
    /// More draws in a run than 32 bits count.
    ///
    /// # Panics
    /// Without a run.
    pub fn draw(&mut self, draw: MeshDraw, push_constants: &[u8]) -> Result<DrawRange, Error> {
        let index = RunIndex(self.runs.len() - 1);
        let push_constants = self.push(push_constants);
        let run = &mut self.runs[index.0];
        let mut command = gpu::Command { first_draw: run.draw_count, push_constants, ..Default::default() };
        match draw {
            MeshDraw::Direct(groups) => {
                command.max_draws = 1;
                command.groups = groups;
                let workgroups = groups.iter().try_fold(1u64, |product, &n| product.checked_mul(u64::from(n)));
                run.direct = run.direct.saturating_add(workgroups.unwrap_or(u64::MAX));
            }
            MeshDraw::Indirect { address, stride, max_draws, count } => {
                command.arguments = Address::new(address);
                command.count = count.map_or(Address::NULL, Address::new);
                command.stride = stride;
                command.max_draws = max_draws;
                run.is_indirect = true;
            }
        }
        let range = DrawRange { run: index, first: run.draw_count, count: command.max_draws };
        run.draw_count = run.draw_count.checked_add(command.max_draws).ok_or(Error::TooMany {
            what: "draws of one run",
            count: u64::from(run.draw_count) + u64::from(command.max_draws),
            maximum: u64::from(u32::MAX),
        })?;
        if command.max_draws > 0 {
            run.command_count += 1;
            self.commands.push(command);
        }
        Ok(range)
    }

    /// Where `bytes` lie in the current run's push constants; a repetition of the last draw's is not stored again.
    fn push(&mut self, bytes: &[u8]) -> u32 {
        let run = &self.runs[self.runs.len() - 1];
        let stored = &mut self.push_constants;
        if let Some(last) = self.commands[run.first_command..].last()
            && stored[run.first_push_constant + last.push_constants as usize..].get(..bytes.len()) == Some(bytes)
        {
            return last.push_constants;
        }
        stored.resize(stored.len().next_multiple_of(PUSH_ALIGNMENT), 0);
        let offset = stored.len() - run.first_push_constant;
        stored.extend_from_slice(bytes);
        offset as u32
    }

    /// Whether the number of steps is known before any execution: all draws are direct and there is no task stage.
    pub fn is_certain(&self, run: RunIndex) -> bool {
        self.runs[run.0].is_certain()
    }

    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// Takes memory and writes the tables. The builder is empty again.
    ///
    /// # Errors
    /// No memory, or more workgroups than the specification allows a program to ask for.
    pub fn finish(&mut self, arena: &mut Arena, continuation: Continuation) -> Result<Plan, Error> {
        let plan = self.plan(arena, continuation);
        self.runs.clear();
        self.commands.clear();
        self.push_constants.clear();
        plan
    }

    fn plan(&self, arena: &mut Arena, continuation: Continuation) -> Result<Plan, Error> {
        let limits = arena.limits();
        let mut demands = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            demands.push(Demand::of(run, &limits)?);
        }
        fit(&mut demands, limits.pass_bytes);
        if continuation == Continuation::Recorded {
            spread(&mut demands, limits.pass_bytes / RECORDED_PART);
        }

        let mut regions = Regions::default();
        let runs_offset = regions.add((size_of::<gpu::Run>() * self.runs.len()) as u64);
        let places: Vec<Places> =
            self.runs.iter().zip(&demands).map(|(run, d)| Places::new(&mut regions, run, d)).collect();
        let memory = arena.records(regions.bytes)?;
        let runs_at = memory.at(runs_offset);

        let commands = arena.table(bytemuck::cast_slice(&self.commands))?;
        let push_constants = arena.table(&self.push_constants)?;
        let mut templates = Vec::with_capacity(self.runs.len());
        let mut runs = Vec::with_capacity(self.runs.len());
        for (i, ((draft, demand), at)) in self.runs.iter().zip(&demands).zip(&places).enumerate() {
            let address = |offset: u64| Address::new(memory.address + offset);
            let (statistics_at, statistics) = arena.statistics(&draft.pipeline)?;
            let record = draft.pipeline.record();
            let per_corner = record.index_mode == IndexMode::PerCorner;
            let words = record.primitive_indices == PrimitiveIndices::Words;
            templates.push(gpu::Run {
                draws: address(at.draws),
                commands: Address::new(commands.at((draft.first_command * size_of::<gpu::Command>()) as u64).address),
                tasks: address(at.tasks),
                payloads: address(at.payloads),
                meshes: address(at.meshes),
                records: address(at.records),
                indices: address(at.indices),
                raster: address(at.raster),
                push_constants: Address::new(push_constants.at(draft.first_push_constant as u64).address),
                statistics: Address::new(statistics_at.address),
                draw_count: draft.draw_count,
                command_count: draft.command_count,
                task_capacity: demand.tasks,
                mesh_capacity: demand.meshes,
                payload_bytes: record.payload_bytes,
                record_bytes: record.bytes,
                max_vertices: record.max_vertices,
                max_primitives: record.max_primitives,
                corners: record.topology.corners(),
                flags: flag(draft.pipeline.has_task(), gpu::RUN_HAS_TASK)
                    | flag(per_corner, gpu::RUN_PER_CORNER)
                    | flag(words, gpu::RUN_INDEX_WORDS),
                primitive_indices_offset: record.primitive_indices_offset,
                first_index: first_index(memory.at(at.indices))?,
                ..Default::default()
            });
            runs.push(PlannedRun {
                pipeline: draft.pipeline.clone(),
                run: runs_at.at((i * size_of::<gpu::Run>()) as u64),
                raster: memory.at(at.raster),
                statistics,
                extra_steps: demand.extra_steps,
                is_certain: demand.is_certain,
                step_workgroups: demand.meshes,
            });
        }
        let templates = arena.table(bytemuck::cast_slice(&templates))?.address;
        Ok(Plan { runs_at, templates, runs, bytes: regions.bytes, timer: arena.timer()? })
    }
}

impl RunDraft {
    fn is_certain(&self) -> bool {
        !self.is_indirect && (self.direct == 0 || !self.pipeline.has_task())
    }
}

/// Workgroups that a step of a run holds.
struct Demand {
    tasks: u32,
    meshes: u32,
    most_tasks: u32,
    most_meshes: u32,
    task_bytes: u64,
    mesh_bytes: u64,
    /// Workgroups of the first stage: all of them, or the least where there are indirect draws.
    direct: u32,
    is_indirect: bool,
    has_task: bool,
    is_certain: bool,
    guessed_steps: u32,
    extra_steps: u32,
}

impl Demand {
    fn of(run: &RunDraft, limits: &Limits) -> Result<Self, Error> {
        let record = run.pipeline.record();
        let (what, maximum) = ("workgroups of one run", u64::from(u32::MAX));
        let direct = u32::try_from(run.direct).map_err(|_| Error::TooMany { what, count: run.direct, maximum })?;
        let has_task = run.pipeline.has_task();
        let list = u64::from(record.max_primitives) * u64::from(record.topology.corners());
        let task_bytes = size_of::<gpu::Task>() as u64 + u64::from(record.payload_bytes);
        let mesh_bytes = size_of::<gpu::Mesh>() as u64 + u64::from(record.bytes) + 4 * list;
        let guess = |seen: &AtomicU32, bytes: u64, least: u32| {
            let guessed = match seen.load(Ordering::Relaxed) {
                0 => (FIRST_GUESS_BYTES / bytes) as u32,
                seen => seen.saturating_add(seen / 4),
            };
            guessed.max(least.saturating_add((LATER_GUESS_BYTES / bytes) as u32))
        };
        let tasks = match has_task {
            true if run.is_indirect => guess(&run.pipeline.seen_tasks, task_bytes, direct),
            true => direct,
            false => 0,
        };
        let meshes = match has_task || run.is_indirect {
            true => guess(&run.pipeline.seen_meshes, mesh_bytes, if has_task { 0 } else { direct }),
            false => direct,
        };
        // An index value names a vertex or a corner of any record of the step.
        let values = list.max(u64::from(record.max_vertices)).max(1);
        let most_meshes = (u64::from(limits.max_index) / values).clamp(1, u64::from(limits.step_workgroups)) as u32;
        let mut demand = Self {
            tasks: tasks.min(limits.step_workgroups),
            meshes: meshes.clamp(1, most_meshes),
            most_tasks: if run.is_indirect { u32::MAX } else { direct }.min(limits.step_workgroups),
            most_meshes,
            task_bytes,
            mesh_bytes,
            direct,
            is_indirect: run.is_indirect,
            has_task,
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

    fn count_steps(&mut self) {
        let capacity = if self.has_task { self.tasks } else { self.meshes };
        // The guess is of steps for the indirect draws, and begins with the one that has the first of their workgroups.
        let least = self.direct.saturating_add(self.is_indirect.into());
        let known = least.div_ceil(capacity.max(1)).saturating_sub(1);
        self.extra_steps = if self.is_certain { known } else { known + self.guessed_steps };
    }
}

/// Shrinks all runs alike until the pass fits.
fn fit(demands: &mut [Demand], budget: u64) {
    let sum: u64 = demands.iter().map(Demand::bytes).sum();
    if sum <= budget {
        return;
    }
    let part = |count: u32| ((u128::from(count) * u128::from(budget) / u128::from(sum)) as u32).max(1);
    for demand in demands {
        demand.tasks = if demand.has_task { part(demand.tasks) } else { 0 };
        demand.meshes = part(demand.meshes);
        demand.count_steps();
    }
}

/// Gives what is left of the budget to the runs whose size only the GPU knows.
fn spread(demands: &mut [Demand], budget: u64) {
    let left = budget.saturating_sub(demands.iter().map(Demand::bytes).sum());
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

/// Offsets of a run's regions.
struct Places {
    draws: u64,
    tasks: u64,
    payloads: u64,
    meshes: u64,
    records: u64,
    indices: u64,
    raster: u64,
}

impl Places {
    fn new(regions: &mut Regions, run: &RunDraft, demand: &Demand) -> Self {
        let record = run.pipeline.record();
        let (tasks, meshes) = (u64::from(demand.tasks), u64::from(demand.meshes));
        let draws = u64::from(run.draw_count);
        let list = u64::from(record.max_primitives) * u64::from(record.topology.corners());
        Self {
            draws: regions.add(draws * size_of::<gpu::Draw>() as u64),
            tasks: regions.add(tasks * size_of::<gpu::Task>() as u64),
            payloads: regions.add(tasks * u64::from(record.payload_bytes)),
            meshes: regions.add(meshes * size_of::<gpu::Mesh>() as u64),
            records: regions.add(meshes * u64::from(record.bytes)),
            indices: regions.add(meshes * list * 4),
            raster: regions.add(draws * size_of::<gpu::RasterDraw>() as u64),
        }
    }
}

fn first_index(indices: Slice) -> Result<u32, Error> {
    let index = indices.offset / size_of::<u32>() as u64;
    let maximum = u64::from(u32::MAX);
    u32::try_from(index).map_err(|_| Error::TooMany { what: "indices of one pass", count: index, maximum })
}

fn flag(on: bool, bit: u32) -> u32 {
    if on { bit } else { 0 }
}
