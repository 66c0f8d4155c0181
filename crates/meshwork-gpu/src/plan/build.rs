//! From draws to runs with memory.

use std::sync::Arc;

use meshwork_abi::Divisor;
use meshwork_abi::gpu::{self, Address};

use super::counts::counting;
use super::demand::{Demand, Shape, fit, spread};
use super::{Continuation, DrawRange, InViews, KnownDraw, MeshDraw, Plan, PlannedRun, RunIndex, is_summed};
use crate::error::Error;
use crate::memory::{Arena, Regions, Slice};
use crate::pipeline::MeshPipeline;

const WORD: u64 = size_of::<u32>() as u64;
/// Push constants of a draw begin at multiples of this, the largest alignment a block member can have.
const PUSH_ALIGNMENT: usize = 16;

/// Gathers the mesh draws of a render pass, in order. One builder serves pass after pass: it keeps its tables' memory.
#[derive(Default)]
pub struct PlanBuilder {
    runs: Vec<RunDraft>,
    /// Of the runs; consecutive runs with one pipeline share its entry.
    pipelines: Vec<InViews>,
    /// Tables of all runs, one run after the other.
    tables: Tables,
    layout: Layout,
}

/// How the runs share memory, while it is planned.
#[derive(Default)]
struct Layout {
    /// Of the pipelines.
    shapes: Vec<Shape>,
    /// Of the runs, as `places`.
    demands: Vec<Demand>,
    places: Vec<Places>,
}

/// Memory for a plan.
struct Room {
    memory: Slice,
    bytes: u64,
    /// Beside that of the plan before.
    is_beside: bool,
}

#[derive(Default)]
struct Tables {
    /// Of runs whose draws are all direct.
    draws: Vec<gpu::Draw>,
    /// Of the others.
    commands: Vec<gpu::Command>,
    raster_firsts: Vec<u32>,
    push_constants: Vec<u8>,
    /// Draws that queries count, in any order of runs.
    counted: Vec<(RunIndex, gpu::CountedDraws)>,
}

pub(super) struct RunDraft {
    /// Its place in [`PlanBuilder::pipelines`].
    pipeline: usize,
    pub has_task: bool,
    /// Its first in each of the tables.
    first_draw: usize,
    first_command: usize,
    first_raster: usize,
    first_push_constant: usize,
    pub draw_count: u32,
    command_count: u32,
    pub raster_count: u32,
    /// Nothing was recorded since the run's last raster draw: it may stand for the next draw, too.
    raster_draw_open: bool,
    /// Where those of the last draw begin, from the run's first.
    last_push_constant: Option<u32>,
    /// Workgroups of the first stage in direct draws.
    direct: u64,
    /// There are indirect draws beside them.
    pub is_indirect: bool,
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
        self.begin_multiview_run(pipeline, 0)
    }

    /// The same in a subpass or dynamic rendering with this view mask.
    pub fn begin_multiview_run(&mut self, pipeline: &Arc<MeshPipeline>, view_mask: u32) -> RunIndex {
        let tables = &mut self.tables;
        tables.align_push_constants();
        if self.pipelines.last().is_none_or(|last| !last.is(pipeline, view_mask)) {
            self.pipelines.push(InViews { pipeline: pipeline.clone(), view_mask });
        }
        self.runs.push(RunDraft {
            pipeline: self.pipelines.len() - 1,
            has_task: pipeline.has_task(),
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
        let firsts = match self.pipelines[run.pipeline].pipeline.merges_draws {
            true if max_draws == 0 || run.raster_draw_open => 0..0,
            true => first_draw..first_draw + 1,
            false => first_draw..run.draw_count,
        };
        run.raster_draw_open |= max_draws > 0;
        run.raster_count += firsts.len() as u32;
        tables.raster_firsts.extend(firsts);
        Ok(DrawRange { run: index, first, count: run.raster_count - first })
    }

    /// Every execution adds what these draws do to `counts`, a [`gpu::QueryCounts`].
    pub fn count(&mut self, draws: DrawRange, counts: Address) {
        if draws.count > 0 {
            let counted = gpu::CountedDraws { counts, first: draws.first, end: draws.first + draws.count };
            self.tables.counted.push((draws.run, counted));
        }
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
        self.finish_in(arena, continuation, false)
    }

    /// The same for a plan that may be hoisted together with the arena's last: it [is beside it](Plan::is_beside) if there is
    /// memory for both, and takes no more steps for that.
    ///
    /// # Errors
    /// As [`Self::finish`].
    pub fn finish_beside(&mut self, arena: &mut Arena, continuation: Continuation) -> Result<Plan, Error> {
        self.finish_in(arena, continuation, true)
    }

    fn finish_in(&mut self, arena: &mut Arena, continuation: Continuation, beside: bool) -> Result<Plan, Error> {
        let plan = self.plan(arena, continuation, beside);
        self.runs.clear();
        self.pipelines.clear();
        self.tables.clear();
        plan
    }

    fn plan(&mut self, arena: &mut Arena, continuation: Continuation, beside: bool) -> Result<Plan, Error> {
        let Room { memory, bytes, is_beside } =
            self.layout.take(&self.runs, &self.pipelines, arena, continuation, beside)?;
        let Self { runs: drafts, tables, layout, .. } = &*self;
        let Layout { shapes, demands, places } = layout;
        let draws = arena.table(bytemuck::cast_slice(&tables.draws))?;
        let commands = arena.table(bytemuck::cast_slice(&tables.commands))?;
        let raster_firsts = arena.table(bytemuck::cast_slice(&tables.raster_firsts))?;
        let push_constants = arena.table(&tables.push_constants)?;
        let (statistics_at, statistics) = arena.statistics(drafts.len())?;
        let mut runs = arena.spare_runs();
        let (mut step_count, mut layer_inputs) = (0, Vec::new());
        let table = |number: usize| {
            let (draft, demand, at) = (&drafts[number], &demands[number], &places[number]);
            let known_steps = demand.known_steps(step_count);
            step_count += known_steps.count;
            runs.list.push(PlannedRun {
                pipeline: draft.pipeline,
                known_steps,
                raster: memory.at(at.raster).offset,
                vertices: memory.at(at.vertices).offset,
                layer_inputs: layer_inputs.len(),
                raster_count: draft.raster_count,
                extra_steps: demand.extra_steps,
                step_workgroups: demand.meshes,
                is_indirect: draft.is_indirect,
                is_certain: demand.is_certain,
                has_list: has_list(&shapes[draft.pipeline].run),
                known_draw: at.known_draw(&shapes[draft.pipeline].run, draft, demand, memory),
            });
            if self.pipelines[draft.pipeline].pipeline.record().is_layered {
                let (vertices, mesh_capacity) = (Address::new(memory.at(at.vertices).address), demand.meshes);
                layer_inputs.extend((0..gpu::OUTPUT_LAYERS).map(|layer| gpu::LayerInput {
                    vertices,
                    mesh_capacity,
                    layer,
                }));
            }
            let mut table = at.run(&shapes[draft.pipeline].run, draft, demand, memory);
            if !draft.is_indirect {
                table.draws = draws.element::<gpu::Draw>(draft.first_draw);
            }
            table.commands = commands.element::<gpu::Command>(draft.first_command);
            table.raster_firsts = raster_firsts.element::<u32>(draft.first_raster);
            table.push_constants = push_constants.element::<u8>(draft.first_push_constant);
            table.statistics = statistics_at.element::<gpu::Statistics>(number);
            table
        };
        let runs_at = arena.array(drafts.len(), table)?;
        let layer_inputs_at = arena.table(bytemuck::cast_slice(&layer_inputs))?;
        let mut steps = runs
            .list
            .iter()
            .map(|run| run.known_steps)
            .flat_map(|known| (0..known.count).map(move |number| known.step(number)));
        let known_steps_at = arena.array(step_count as usize, |_| steps.next().unwrap_or_default())?;
        std::mem::swap(&mut runs.pipelines, &mut self.pipelines);
        runs.statistics = statistics;
        let runs = Arc::new(runs);
        arena.keep(runs.clone());
        let counting = counting(&self.tables.counted, &runs, runs_at, memory, arena)?;
        let (steps_at, buffer, timer) = (memory.at(STEPS), memory.buffer, arena.timer()?);
        let is_first = arena.is_first();
        Ok(Plan {
            runs,
            runs_at,
            steps_at,
            layer_inputs_at,
            known_steps_at,
            buffer,
            counting,
            bytes,
            is_beside,
            is_first,
            timer,
        })
    }
}

/// Where the steps of all runs begin in a plan's memory.
const STEPS: u64 = 0;

impl Layout {
    /// Lays the runs out and takes memory for them.
    fn take(
        &mut self,
        runs: &[RunDraft],
        pipelines: &[InViews],
        arena: &mut Arena,
        continuation: Continuation,
        beside: bool,
    ) -> Result<Room, Error> {
        let shared = arena.shared().clone();
        let limits = &shared.limits;
        self.shapes.clear();
        self.shapes.extend(pipelines.iter().map(|used| Shape::of(used, limits)));
        self.demands.clear();
        for run in runs {
            self.demands.push(Demand::of(run, run.direct()?, &self.shapes[run.pipeline], limits));
        }
        let _planning = shared.pool.plan();
        let budget = limits.plan_bytes(arena.left());
        if fit(&mut self.demands, budget) {
            shared.pool.limited(budget);
        }
        if continuation == Continuation::Recorded {
            spread(&mut self.demands, budget.min(limits.unread_plan_bytes()));
        }
        let mut regions = Regions::default();
        let steps = regions.add((size_of::<gpu::Step>() * runs.len()) as u64);
        debug_assert_eq!(steps, STEPS);
        let places = |(run, demand): (&RunDraft, &Demand)| {
            Places::new(&mut regions, &self.shapes[run.pipeline].run, run, demand)
        };
        self.places.clear();
        self.places.extend(runs.iter().zip(&self.demands).map(places));
        let bytes = regions.bytes;
        let found = if beside { arena.records_beside(bytes, budget)? } else { None };
        let is_beside = found.is_some();
        let memory = found.map_or_else(|| arena.records(bytes), Ok)?;
        let (count, maximum) = ((memory.offset + bytes) / WORD, u64::from(u32::MAX));
        if count > maximum {
            // `Run::first_index` is a word.
            return Err(Error::TooMany { what: "indices of one pass", count, maximum });
        }
        Ok(Room { memory, bytes, is_beside })
    }
}

impl RunDraft {
    /// Workgroups of the first stage in direct draws.
    fn direct(&self) -> Result<u32, Error> {
        // Shaders divide a workgroup's place in its draw.
        let maximum = Divisor::LIMIT;
        match u32::try_from(self.direct) {
            Ok(direct) if direct <= maximum => Ok(direct),
            _ => Err(Error::TooMany { what: "workgroups of one run", count: self.direct, maximum: maximum.into() }),
        }
    }

    pub fn is_certain(&self) -> bool {
        !self.is_indirect && (self.direct == 0 || !self.has_task)
    }
}

impl Tables {
    fn clear(&mut self) {
        self.draws.clear();
        self.commands.clear();
        self.raster_firsts.clear();
        self.push_constants.clear();
        self.counted.clear();
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

/// Offsets of a run's regions.
struct Places {
    /// Only where the device makes the draws.
    draws: u64,
    tasks: u64,
    payloads: u64,
    /// Only where there is a task stage.
    task_hints: u64,
    meshes: u64,
    /// Only where there are many mesh workgroups.
    sums: Option<u64>,
    vertices: u64,
    primitives: u64,
    indices: u64,
    raster: u64,
}

fn has_list(shape: &gpu::Run) -> bool {
    shape.flags & gpu::RUN_INDEX_LIST != 0
}

impl Places {
    /// `shape` has what runs of the pipeline have in common; the same below.
    fn new(regions: &mut Regions, shape: &gpu::Run, run: &RunDraft, demand: &Demand) -> Self {
        let (tasks, meshes) = (u64::from(demand.tasks), u64::from(demand.meshes));
        let records = meshes * u64::from(shape.views);
        let draws = if run.is_indirect { u64::from(run.draw_count) } else { 0 };
        let list = u64::from(shape.max_primitives * shape.corners);
        let blocks = u64::from(demand.meshes.div_ceil(gpu::SUM_BLOCK));
        let hints = if shape.flags & gpu::RUN_HAS_TASK != 0 {
            u64::from(demand.meshes.div_ceil(gpu::TASK_HINT)) + 1
        } else {
            0
        };
        Self {
            draws: regions.add(draws * size_of::<gpu::Draw>() as u64),
            tasks: regions.add(tasks * size_of::<gpu::Task>() as u64),
            payloads: regions.add(tasks * u64::from(shape.payload_bytes)),
            task_hints: regions.add(hints * WORD),
            meshes: regions.add(meshes * WORD),
            sums: is_summed(demand.meshes, has_list(shape))
                .then(|| regions.add((blocks + blocks / u64::from(gpu::SUM_BLOCK)) * WORD)),
            vertices: regions.add(records * u64::from(shape.vertex_bytes) * u64::from(shape.record_vertices)),
            primitives: regions.add(records * u64::from(shape.record_primitive_bytes)),
            indices: regions.add(meshes * list * WORD),
            raster: regions.add(u64::from(run.raster_count) * size_of::<gpu::RasterDraw>() as u64),
        }
    }

    /// The raster draw, where there is one of a list that is whole after one step.
    fn known_draw(&self, shape: &gpu::Run, draft: &RunDraft, demand: &Demand, memory: Slice) -> Option<KnownDraw> {
        let is_known = has_list(shape) && demand.is_certain && demand.extra_steps == 0 && draft.raster_count == 1;
        is_known.then(|| KnownDraw {
            first_index: self.first_index(memory),
            index_count: demand.direct * shape.max_primitives * shape.corners,
        })
    }

    fn first_index(&self, memory: Slice) -> u32 {
        (memory.at(self.indices).offset / WORD) as u32
    }

    /// The run, but for the tables that the host writes.
    fn run(&self, shape: &gpu::Run, draft: &RunDraft, demand: &Demand, memory: Slice) -> gpu::Run {
        let address = |offset: u64| Address::new(memory.address + offset);
        gpu::Run {
            draws: address(self.draws),
            tasks: address(self.tasks),
            payloads: address(self.payloads),
            task_hints: address(self.task_hints),
            meshes: address(self.meshes),
            sums: self.sums.map_or(Address::NULL, address),
            vertices: address(self.vertices),
            primitives: address(self.primitives),
            indices: address(self.indices),
            raster: address(self.raster),
            draw_count: draft.draw_count,
            command_count: draft.command_count,
            raster_count: draft.raster_count,
            total: if draft.is_indirect { 0 } else { demand.direct },
            task_capacity: demand.tasks,
            mesh_capacity: demand.meshes,
            first_index: self.first_index(memory),
            ..*shape
        }
    }
}
