//! From draws to runs with memory.

use std::sync::Arc;

use meshwork_abi::Divisor;
use meshwork_abi::gpu::{self, Address};

use super::counts::counting;
use super::demand::Shape;
use super::layout::{HostTables, Room};
use super::{Alike, Continuation, DrawRange, InViews, MeshDraw, Plan, PlannedRun, RunIndex, Runs};
use crate::error::Error;
use crate::memory::{Arena, Slice};
use crate::pipeline::MeshPipeline;

/// Push constants of a draw begin at multiples of this, the largest alignment a block member can have.
const PUSH_ALIGNMENT: usize = 16;

/// Gathers the mesh draws of a render pass, in order. One builder serves pass after pass: it keeps its tables' memory.
#[derive(Default)]
pub struct PlanBuilder {
    /// Of the runs before the current one.
    drafts: Drafts,
    current: Option<RunDraft>,
    /// Nothing was recorded since the current run's last raster draw: it may stand for the next draw, too.
    raster_draw_open: bool,
    /// Of the runs.
    pipelines: Vec<InViews>,
    seen_pipelines: Seen<16>,
    /// Tables of all runs, one run after the other.
    tables: Tables,
    /// Of the pipelines, while runs are planned.
    shapes: Vec<Shape>,
}

#[derive(Default)]
struct Tables {
    /// Of runs whose draws are all direct.
    draws: Vec<gpu::Draw>,
    /// Of the others.
    commands: Vec<gpu::Command>,
    raster_firsts: Vec<u32>,
    /// Of all runs alike.
    push_constants: Vec<u8>,
    /// Where those of the last draw begin.
    last_push_constant: usize,
    /// Draws that queries count, in any order of runs.
    counted: Vec<(RunIndex, gpu::CountedDraws)>,
}

/// Runs, those that are alike together.
#[derive(Default)]
pub(super) struct Drafts {
    pub alike: Vec<AlikeDrafts>,
    /// Of each run, its place in `alike`.
    pub runs: Vec<u32>,
    seen: Seen<64>,
}

/// So many runs that are alike.
pub(super) struct AlikeDrafts {
    pub run: RunDraft,
    pub count: usize,
}

/// Places in a list, to find again what is in it. What is not found has another entry, which does no harm.
struct Seen<const COUNT: usize>([u32; COUNT]);

impl<const COUNT: usize> Default for Seen<COUNT> {
    fn default() -> Self {
        Self([0; COUNT])
    }
}

impl<const COUNT: usize> Seen<COUNT> {
    /// The place of what is `wanted`, which is added if it is not found. `hash` is a number that others hardly have.
    fn place<T>(
        &mut self,
        list: &mut Vec<T>,
        hash: usize,
        wanted: impl FnOnce(&T) -> bool,
        new: impl FnOnce() -> T,
    ) -> usize {
        let place = &mut self.0[hash % COUNT];
        if !list.get(*place as usize).is_some_and(wanted) {
            *place = list.len() as u32;
            list.push(new());
        }
        *place as usize
    }
}

impl Drafts {
    fn clear(&mut self) {
        self.alike.clear();
        self.runs.clear();
    }

    fn add(&mut self, run: RunDraft) {
        let (is_like, new) = (|alike: &AlikeDrafts| alike.run == run, || AlikeDrafts { run, count: 0 });
        let place = self.seen.place(&mut self.alike, run.hash(), is_like, new);
        self.alike[place].count += 1;
        self.runs.push(place as u32);
    }
}

/// All that decides how much memory a run takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RunDraft {
    /// Its place in [`PlanBuilder::pipelines`].
    pub pipeline: usize,
    /// Workgroups of the first stage in direct draws.
    direct: u64,
    pub draw_count: u32,
    pub command_count: u32,
    pub raster_count: u32,
    pub has_task: bool,
    /// There are indirect draws beside direct ones.
    pub is_indirect: bool,
}

impl PlanBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.current.is_none()
    }

    /// Ends the current run and begins one whose draws use `pipeline` and one descriptor state.
    pub fn begin_run(&mut self, pipeline: &Arc<MeshPipeline>) -> RunIndex {
        self.begin_multiview_run(pipeline, 0)
    }

    /// The same in a subpass or dynamic rendering with this view mask.
    pub fn begin_multiview_run(&mut self, pipeline: &Arc<MeshPipeline>, view_mask: u32) -> RunIndex {
        if let Some(run) = self.current.take() {
            self.drafts.add(run);
        }
        let new = || InViews { pipeline: pipeline.clone(), view_mask };
        // What is allocated lies at multiples of 16, mostly of more.
        let hash = Arc::as_ptr(pipeline).addr() >> 6;
        let is_same = |known: &InViews| known.is(pipeline, view_mask);
        self.current = Some(RunDraft {
            pipeline: self.seen_pipelines.place(&mut self.pipelines, hash, is_same, new),
            direct: 0,
            draw_count: 0,
            command_count: 0,
            raster_count: 0,
            has_task: pipeline.has_task(),
            is_indirect: false,
        });
        self.raster_draw_open = false;
        RunIndex(self.drafts.runs.len())
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
        let tables = &mut self.tables;
        let run = self.current.as_mut().expect("a run was begun");
        let push_constants = tables.push(push_constants);
        let first_draw = run.draw_count;
        let max_draws = match draw {
            MeshDraw::Direct(_) => 1,
            MeshDraw::Indirect { max_draws, .. } => max_draws,
        };
        let end = first_draw.checked_add(max_draws).ok_or(Error::TooMany {
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
                run.direct = run.direct.saturating_add(draw.workgroups().unwrap_or_default());
            }
            MeshDraw::Indirect { max_draws: 0, .. } => {}
            MeshDraw::Indirect { address, stride, count, .. } => {
                tables.become_indirect(run);
                let (arguments, count) = (Address::new(address), count.map_or(Address::NULL, Address::new));
                tables.add_command(run, gpu::Command { arguments, count, stride, ..command });
            }
        }
        run.draw_count = end;
        let first = run.raster_count;
        self.raster_draw_open &= follows;
        let firsts = match self.pipelines[run.pipeline].pipeline.merges_draws {
            true if max_draws == 0 || self.raster_draw_open => 0..0,
            true => first_draw..first_draw + 1,
            false => first_draw..end,
        };
        self.raster_draw_open |= max_draws > 0;
        run.raster_count += firsts.len() as u32;
        tables.raster_firsts.extend(firsts);
        Ok(DrawRange { run: RunIndex(self.drafts.runs.len()), first, count: run.raster_count - first })
    }

    /// Every execution adds what these draws do to `counts`, a [`gpu::QueryCounts`].
    pub fn count(&mut self, draws: DrawRange, counts: Address) {
        if draws.count > 0 {
            let counted = gpu::CountedDraws { counts, first: draws.first, end: draws.first + draws.count };
            self.tables.counted.push((draws.run, counted));
        }
    }

    /// Whether the number of steps of every run is known before any execution: all draws are direct and there is no task stage.
    pub fn is_certain(&self) -> bool {
        self.drafts.alike.iter().map(|alike| &alike.run).chain(&self.current).all(RunDraft::is_certain)
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
        if let Some(run) = self.current.take() {
            self.drafts.add(run);
        }
        let plan = self.plan(arena, continuation, beside);
        self.drafts.clear();
        self.pipelines.clear();
        self.tables.clear();
        plan
    }

    fn plan(&mut self, arena: &mut Arena, continuation: Continuation, beside: bool) -> Result<Plan, Error> {
        let mut runs = arena.spare_runs();
        std::mem::swap(&mut runs.pipelines, &mut self.pipelines);
        let Room { memory, bytes, is_beside } =
            runs.lay_out(&self.drafts, &mut self.shapes, arena, continuation, beside)?;
        let (statistics_at, statistics) = arena.statistics(runs.list.len())?;
        runs.statistics = statistics;
        let host = self.tables.write(arena, statistics_at)?;
        let runs_at = write_runs(&runs, &self.shapes, memory, host, arena)?;
        let known_steps_at = write_known_steps(&runs, arena)?;
        let layer_inputs = if runs.has_layers() { layer_inputs(&runs, memory) } else { Vec::new() };
        let layer_inputs_at = arena.table(bytemuck::cast_slice(&layer_inputs))?;
        let runs = Arc::new(runs);
        arena.keep(runs.clone());
        let counting = counting(&self.tables.counted, &runs, runs_at, memory, arena)?;
        let (timer, is_fresh) = (arena.timer()?, arena.is_fresh());
        Ok(Plan { runs, runs_at, memory, layer_inputs_at, known_steps_at, counting, bytes, is_beside, is_fresh, timer })
    }
}

fn write_runs(
    runs: &Runs,
    shapes: &[Shape],
    memory: Slice,
    mut host: HostTables,
    arena: &mut Arena,
) -> Result<Slice, Error> {
    let (at, written) = arena.array::<gpu::Run>(runs.list.len())?;
    for (written, run) in written.iter_mut().zip(&runs.list) {
        let Alike { demand, places, .. } = &runs.alike[run.alike as usize];
        *written = places.run(&shapes[demand.run.pipeline].run, demand, memory.at(run.first), &host);
        host.pass(&demand.run);
    }
    Ok(at)
}

/// The steps that the host knows.
fn write_known_steps(runs: &Runs, arena: &mut Arena) -> Result<Slice, Error> {
    let count = runs.alike.last().map_or(0, |last| last.known_steps + last.demand.known_steps());
    let (at, written) = arena.array::<gpu::Step>(count as usize)?;
    let mut written = written.iter_mut();
    for Alike { demand, .. } in &runs.alike {
        for (number, written) in (0..demand.known_steps()).zip(written.by_ref()) {
            *written = demand.step(number);
        }
    }
    Ok(at)
}

fn layer_inputs(runs: &Runs, memory: Slice) -> Vec<gpu::LayerInput> {
    let of_run = |(alike, run): (&Alike, &PlannedRun)| {
        let vertices = Address::new(memory.at(run.first + alike.places.vertices).address);
        let mesh_capacity = alike.demand.meshes;
        (0..gpu::OUTPUT_LAYERS).map(move |layer| gpu::LayerInput { vertices, mesh_capacity, layer })
    };
    let all = runs.list.iter().map(|run| (&runs.alike[run.alike as usize], run));
    all.filter(|(alike, _)| runs.pipeline(alike).record.is_layered).flat_map(of_run).collect()
}

impl RunDraft {
    fn hash(&self) -> usize {
        self.direct as usize ^ ((self.draw_count as usize) << 2) ^ (self.pipeline << 4)
    }

    /// Workgroups of the first stage in direct draws.
    pub fn direct(&self) -> Result<u32, Error> {
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
        self.last_push_constant = 0;
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
        // It has no other yet.
        run.command_count = run.draw_count;
        let first = self.draws.len() - run.draw_count as usize;
        self.commands.extend((0..).zip(self.draws.drain(first..)).map(command));
    }

    /// Where `bytes` lie in the push constants; a repetition of the last draw's is not stored again.
    fn push(&mut self, bytes: &[u8]) -> u32 {
        if self.push_constants[self.last_push_constant..].get(..bytes.len()) != Some(bytes) {
            self.last_push_constant = self.push_constants.len().next_multiple_of(PUSH_ALIGNMENT);
            self.push_constants.resize(self.last_push_constant, 0);
            self.push_constants.extend_from_slice(bytes);
        }
        // Too many bytes are an error when the plan is finished.
        self.last_push_constant as u32
    }

    /// Where the GPU sees them.
    fn write(&self, arena: &mut Arena, statistics: Slice) -> Result<HostTables, Error> {
        let (count, maximum) = (self.push_constants.len() as u64, u64::from(u32::MAX));
        if count > maximum {
            return Err(Error::TooMany { what: "bytes of push constants of one pass", count, maximum });
        }
        Ok(HostTables {
            draws: arena.table(bytemuck::cast_slice(&self.draws))?.address,
            commands: arena.table(bytemuck::cast_slice(&self.commands))?.address,
            raster_firsts: arena.table(bytemuck::cast_slice(&self.raster_firsts))?.address,
            push_constants: arena.table(&self.push_constants)?.address,
            statistics: statistics.address,
        })
    }
}
