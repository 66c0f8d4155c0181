//! From draws to runs with memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use meshwork_abi::gpu::{self, Address};
use meshwork_abi::{Divisor, PrimitiveIndices};

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
/// The primitives of this many mesh workgroups are added up by each that needs to know them; of more, in two stages.
const ADDED_UP: u32 = 4096;
const WORD: u64 = size_of::<u32>() as u64;
/// Push constants of a draw begin at multiples of this, the largest alignment a block member can have.
const PUSH_ALIGNMENT: usize = 16;

/// Gathers the mesh draws of a render pass, in order. One builder serves pass after pass: it keeps its tables' memory.
#[derive(Default)]
pub struct PlanBuilder {
    runs: Vec<RunDraft>,
    /// Tables of all runs, one run after the other.
    tables: Tables,
}

#[derive(Default)]
struct Tables {
    /// Of runs whose draws are all direct.
    draws: Vec<gpu::Draw>,
    /// Of the others.
    commands: Vec<gpu::Command>,
    raster_firsts: Vec<u32>,
    push_constants: Vec<u8>,
}

struct RunDraft {
    pipeline: Arc<MeshPipeline>,
    /// Its first in each of the tables.
    first_draw: usize,
    first_command: usize,
    first_raster: usize,
    first_push_constant: usize,
    draw_count: u32,
    command_count: u32,
    raster_count: u32,
    /// Nothing was recorded since the run's last raster draw: it may stand for the next draw, too.
    raster_draw_open: bool,
    /// Where those of the last draw begin, from the run's first.
    last_push_constant: Option<u32>,
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
        let tables = &mut self.tables;
        tables.align_push_constants();
        self.runs.push(RunDraft {
            pipeline: pipeline.clone(),
            first_draw: tables.draws.len(),
            first_command: tables.commands.len(),
            first_raster: tables.raster_firsts.len(),
            first_push_constant: tables.push_constants.len(),
            draw_count: 0,
            command_count: 0,
            raster_count: 0,
            raster_draw_open: false,
            last_push_constant: None,
            direct: 0,
            is_indirect: false,
        });
        RunIndex(self.runs.len() - 1)
    }

    /// Appends a draw to the current run. `push_constants` are the program's, from byte 0 on. `follows` says that nothing is
    /// recorded between this draw and the run's last one: the two may be rasterized by one draw, and the range is then empty.
    ///
    /// # Errors
    /// More draws in a run than 32 bits count.
    ///
    /// # Panics
    /// Without a run.
    pub fn draw(&mut self, draw: MeshDraw, push_constants: &[u8], follows: bool) -> Result<DrawRange, Error> {
        let index = RunIndex(self.runs.len() - 1);
        let (run, tables) = (&mut self.runs[index.0], &mut self.tables);
        let push_constants = tables.push(run, push_constants);
        let first_draw = run.draw_count;
        let max_draws = match draw {
            MeshDraw::Direct(_) => 1,
            MeshDraw::Indirect { max_draws, .. } => max_draws,
        };
        run.draw_count = first_draw.checked_add(max_draws).ok_or(Error::TooMany {
            what: "draws of one run",
            count: u64::from(first_draw) + u64::from(max_draws),
            maximum: u64::from(u32::MAX),
        })?;
        let command = gpu::Command { max_draws, first_draw, push_constants, ..Default::default() };
        match draw {
            MeshDraw::Direct(groups) => {
                if run.is_indirect {
                    tables.add_command(run, gpu::Command { groups, ..command });
                } else {
                    tables.add_draw(run, groups, push_constants);
                }
                let workgroups = groups.iter().try_fold(1u64, |product, &n| product.checked_mul(u64::from(n)));
                run.direct = run.direct.saturating_add(workgroups.unwrap_or(u64::MAX));
            }
            MeshDraw::Indirect { max_draws: 0, .. } => {}
            MeshDraw::Indirect { address, stride, count, .. } => {
                tables.become_indirect(run);
                let (arguments, count) = (Address::new(address), count.map_or(Address::NULL, Address::new));
                tables.add_command(run, gpu::Command { arguments, count, stride, ..command });
            }
        }
        let first = run.raster_count;
        run.raster_draw_open &= follows;
        let firsts = match run.pipeline.merges_draws {
            true if max_draws == 0 || run.raster_draw_open => 0..0,
            true => first_draw..first_draw + 1,
            false => first_draw..run.draw_count,
        };
        run.raster_draw_open |= max_draws > 0;
        run.raster_count += firsts.len() as u32;
        tables.raster_firsts.extend(firsts);
        Ok(DrawRange { run: index, first, count: run.raster_count - first })
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
        self.tables.clear();
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
        let steps_offset = regions.add((size_of::<gpu::Step>() * self.runs.len()) as u64);
        let places: Vec<Places> =
            self.runs.iter().zip(&demands).map(|(run, d)| Places::new(&mut regions, run, d)).collect();
        let memory = arena.records(regions.bytes)?;
        let steps_at = memory.at(steps_offset);

        let draws = arena.table(bytemuck::cast_slice(&self.tables.draws))?;
        let commands = arena.table(bytemuck::cast_slice(&self.tables.commands))?;
        let raster_firsts = arena.table(bytemuck::cast_slice(&self.tables.raster_firsts))?;
        let push_constants = arena.table(&self.tables.push_constants)?;
        let mut tables = Vec::with_capacity(self.runs.len());
        let mut runs = Vec::with_capacity(self.runs.len());
        let mut known_steps = Vec::with_capacity(self.runs.len());
        for ((draft, demand), at) in self.runs.iter().zip(&demands).zip(&places) {
            let (statistics_at, statistics) = arena.statistics(&draft.pipeline)?;
            let mut table = at.run(draft, demand, memory)?;
            if !draft.is_indirect {
                table.draws = draws.element::<gpu::Draw>(draft.first_draw);
            }
            table.commands = commands.element::<gpu::Command>(draft.first_command);
            table.raster_firsts = raster_firsts.element::<u32>(draft.first_raster);
            table.push_constants = push_constants.element::<u8>(draft.first_push_constant);
            table.statistics = Address::new(statistics_at.address);
            tables.push(table);
            let first_step = known_steps.len();
            demand.add_known_steps(&mut known_steps);
            runs.push(PlannedRun {
                pipeline: draft.pipeline.clone(),
                table,
                known_steps: first_step..known_steps.len(),
                raster: memory.at(at.raster),
                vertices: memory.at(at.vertices).offset,
                statistics,
                extra_steps: demand.extra_steps,
                is_certain: demand.is_certain,
                step_workgroups: demand.meshes,
            });
        }
        let runs_at = arena.table(bytemuck::cast_slice(&tables))?;
        let known_steps_at = arena.table(bytemuck::cast_slice(&known_steps))?;
        let (buffer, bytes, timer) = (memory.buffer, regions.bytes, arena.timer()?);
        Ok(Plan { runs_at, steps_at, buffer, runs, known_steps, known_steps_at, bytes, timer })
    }
}

impl RunDraft {
    fn is_certain(&self) -> bool {
        !self.is_indirect && (self.direct == 0 || !self.pipeline.has_task())
    }
}

impl Tables {
    fn clear(&mut self) {
        self.draws.clear();
        self.commands.clear();
        self.raster_firsts.clear();
        self.push_constants.clear();
    }

    fn add_draw(&mut self, run: &RunDraft, groups: [u32; 3], push_constants: u32) {
        // Too many workgroups are an error when the plan is finished.
        let first_workgroup = run.direct as u32;
        let by_width = Divisor::new(groups[0]);
        self.draws.push(gpu::Draw { groups, first_workgroup, draw_index: 0, push_constants, by_width });
    }

    fn add_command(&mut self, run: &mut RunDraft, command: gpu::Command) {
        run.command_count += 1;
        self.commands.push(command);
    }

    /// From here on the device makes the draws of the run, the last one.
    fn become_indirect(&mut self, run: &mut RunDraft) {
        if core::mem::replace(&mut run.is_indirect, true) {
            return;
        }
        let command = |(first_draw, draw): (u32, gpu::Draw)| gpu::Command {
            groups: draw.groups,
            max_draws: 1,
            first_draw,
            push_constants: draw.push_constants,
            ..Default::default()
        };
        run.command_count = (self.draws.len() - run.first_draw) as u32;
        self.commands.extend((0..).zip(self.draws.drain(run.first_draw..)).map(command));
    }

    /// Where `bytes` lie in the push constants of the run, the last one; a repetition of the last draw's is not stored again.
    fn push(&mut self, run: &mut RunDraft, bytes: &[u8]) -> u32 {
        if let Some(last) = run.last_push_constant
            && self.push_constants[run.first_push_constant + last as usize..].get(..bytes.len()) == Some(bytes)
        {
            return last;
        }
        self.align_push_constants();
        let offset = (self.push_constants.len() - run.first_push_constant) as u32;
        self.push_constants.extend_from_slice(bytes);
        run.last_push_constant = Some(offset);
        offset
    }

    fn align_push_constants(&mut self) {
        self.push_constants.resize(self.push_constants.len().next_multiple_of(PUSH_ALIGNMENT), 0);
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
    draws: u32,
    is_indirect: bool,
    has_task: bool,
    is_certain: bool,
    guessed_steps: u32,
    extra_steps: u32,
}

impl Demand {
    fn of(run: &RunDraft, limits: &Limits) -> Result<Self, Error> {
        let record = run.pipeline.record();
        // Shaders divide a workgroup's place in its draw.
        let maximum = u64::from(Divisor::LIMIT);
        if run.direct > maximum {
            return Err(Error::TooMany { what: "workgroups of one run", count: run.direct, maximum });
        }
        let direct = run.direct as u32;
        let has_task = run.pipeline.has_task();
        let list = u64::from(record.max_primitives) * u64::from(record.topology.corners());
        let task_bytes = size_of::<gpu::Task>() as u64 + u64::from(record.payload_bytes);
        let record_bytes = u64::from(record.vertices_bytes()) + u64::from(record.primitives_bytes());
        let mesh_bytes = record_bytes + WORD * (list + 1);
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
        // An index value names a vertex of any record of the step.
        let values = u64::from(record.vertices()).max(1);
        let most_meshes = (u64::from(limits.max_index) / values).clamp(1, u64::from(limits.step_workgroups)) as u32;
        let mut demand = Self {
            tasks: tasks.min(limits.step_workgroups),
            meshes: meshes.clamp(1, most_meshes),
            most_tasks: if run.is_indirect { u32::MAX } else { direct }.min(limits.step_workgroups),
            most_meshes,
            task_bytes,
            mesh_bytes,
            direct,
            draws: run.draw_count,
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

    /// The steps, where the size is known; the first one where only that of the task stage is.
    fn add_known_steps(&self, steps: &mut Vec<gpu::Step>) {
        if self.is_indirect {
            return;
        }
        let total = self.direct;
        let draws_per_workgroup = gpu::Step::draws_per_workgroup(self.draws, total);
        let known = gpu::Step { total, draws_per_workgroup, ..Default::default() };
        if self.has_task {
            steps.push(gpu::Step { task_count: total.min(self.tasks), new_tasks: 1, ..known });
            return;
        }
        let step = |number: u32| {
            let mesh_first = number * self.meshes;
            let mesh_count = (total - mesh_first).min(self.meshes);
            let unfinished = total - mesh_first - mesh_count;
            gpu::Step { mesh_total: total, mesh_first, mesh_count, unfinished, number, ..known }
        };
        steps.extend((0..=self.extra_steps).map(step));
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
    /// Only where the device makes the draws.
    draws: u64,
    tasks: u64,
    payloads: u64,
    meshes: u64,
    /// Only where there are many mesh workgroups.
    sums: Option<u64>,
    vertices: u64,
    primitives: u64,
    indices: u64,
    raster: u64,
}

impl Places {
    fn new(regions: &mut Regions, run: &RunDraft, demand: &Demand) -> Self {
        let record = run.pipeline.record();
        let (tasks, meshes) = (u64::from(demand.tasks), u64::from(demand.meshes));
        let draws = if run.is_indirect { u64::from(run.draw_count) } else { 0 };
        let list = u64::from(record.max_primitives) * u64::from(record.topology.corners());
        let blocks = u64::from(demand.meshes.div_ceil(gpu::SUM_BLOCK));
        Self {
            draws: regions.add(draws * size_of::<gpu::Draw>() as u64),
            tasks: regions.add(tasks * size_of::<gpu::Task>() as u64),
            payloads: regions.add(tasks * u64::from(record.payload_bytes)),
            meshes: regions.add(meshes * WORD),
            sums: (demand.meshes > ADDED_UP).then(|| regions.add(blocks * WORD)),
            vertices: regions.add(meshes * u64::from(record.vertices_bytes())),
            primitives: regions.add(meshes * u64::from(record.primitives_bytes())),
            indices: regions.add(meshes * list * WORD),
            raster: regions.add(u64::from(run.raster_count) * size_of::<gpu::RasterDraw>() as u64),
        }
    }

    /// The run, but for the tables that the host writes.
    fn run(&self, draft: &RunDraft, demand: &Demand, memory: Slice) -> Result<gpu::Run, Error> {
        let address = |offset: u64| Address::new(memory.address + offset);
        let record = draft.pipeline.record();
        let words = record.primitive_indices == PrimitiveIndices::Words;
        Ok(gpu::Run {
            draws: address(self.draws),
            tasks: address(self.tasks),
            payloads: address(self.payloads),
            meshes: address(self.meshes),
            sums: self.sums.map_or(Address::NULL, address),
            vertices: address(self.vertices),
            primitives: address(self.primitives),
            indices: address(self.indices),
            raster: address(self.raster),
            draw_count: draft.draw_count,
            command_count: draft.command_count,
            raster_count: draft.raster_count,
            total: if demand.is_indirect { 0 } else { demand.direct },
            task_capacity: demand.tasks,
            mesh_capacity: demand.meshes,
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
            flags: flag(draft.pipeline.has_task(), gpu::RUN_HAS_TASK) | flag(words, gpu::RUN_INDEX_WORDS),
            first_index: first_index(memory.at(self.indices))?,
            ..Default::default()
        })
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
