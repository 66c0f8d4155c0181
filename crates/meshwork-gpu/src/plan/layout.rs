//! Where the regions of runs lie in a plan's memory.

use meshwork_abi::gpu::{self, Address};

use super::build::{AlikeDrafts, Drafts, RunDraft};
use super::demand::{Demand, Shape, fit, spread};
use super::{Alike, Continuation, PlannedRun, Runs, WORD, has_list, is_summed};
use crate::error::Error;
use crate::memory::{Arena, Regions, Slice};

/// Memory for a plan.
pub(super) struct Room {
    /// Begins with the steps of all runs.
    pub memory: Slice,
    pub bytes: u64,
    /// Beside that of the plan before.
    pub is_beside: bool,
}

impl Runs {
    /// Lays the runs out and takes memory for them. `shapes` become those of the pipelines.
    pub(super) fn lay_out(
        &mut self,
        Drafts { alike, runs, .. }: &Drafts,
        shapes: &mut Vec<Shape>,
        arena: &mut Arena,
        continuation: Continuation,
        beside: bool,
    ) -> Result<Room, Error> {
        let shared = arena.shared().clone();
        let limits = &shared.limits;
        shapes.clear();
        shapes.extend(self.pipelines.iter().map(|used| Shape::of(used, limits)));
        for AlikeDrafts { run, count } in alike {
            let demand = Demand::of(run, *count, &shapes[run.pipeline], limits)?;
            let (places, known_steps, views, has_list, known_indices) = Default::default();
            self.alike.push(Alike { demand, places, known_steps, views, has_list, known_indices });
        }
        let _planning = shared.pool.plan();
        let budget = limits.plan_bytes(arena.left());
        if fit(&mut self.alike, budget) {
            shared.pool.limited(budget);
        }
        if continuation == Continuation::Recorded {
            spread(&mut self.alike, budget.min(limits.unread_plan_bytes()));
        }
        self.size(shapes);
        let bytes = self.place(runs);
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

    /// Completes what runs that are alike have in common.
    fn size(&mut self, shapes: &[Shape]) {
        let mut known_steps = 0;
        for alike in &mut self.alike {
            let demand = &alike.demand;
            let run = &shapes[demand.run.pipeline].run;
            alike.places = Places::new(run, demand);
            (alike.views, alike.has_list) = (run.views, has_list(run));
            let is_one_draw = demand.is_certain && demand.extra_steps == 0 && demand.run.raster_count == 1;
            let is_known = alike.has_list && is_one_draw;
            alike.known_indices = is_known.then(|| demand.direct * run.max_primitives * run.corners);
            alike.known_steps = known_steps;
            known_steps += demand.known_steps();
        }
    }

    /// Gives every run its part of the memory, and says how much that is for all. `runs` are their places in [`Self::alike`].
    fn place(&mut self, runs: &[u32]) -> u64 {
        let mut regions = Regions::default();
        regions.add((size_of::<gpu::Step>() * runs.len()) as u64);
        let mut layer_inputs = 0;
        let Self { list, alike: all, pipelines, .. } = self;
        list.extend(runs.iter().map(|&alike| {
            let Alike { demand, places, .. } = &all[alike as usize];
            let run = PlannedRun { first: regions.add(places.bytes), alike, layer_inputs };
            let is_layered = pipelines[demand.run.pipeline].pipeline.record.is_layered;
            layer_inputs += if is_layered { gpu::OUTPUT_LAYERS } else { 0 };
            run
        }));
        regions.bytes
    }
}

/// Offsets of a run's regions from where its memory begins.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    /// Only where the device makes the draws.
    draws: u64,
    tasks: u64,
    payloads: u64,
    /// Only where there is a task stage.
    task_hints: u64,
    meshes: u64,
    /// Only where there are many mesh workgroups.
    sums: Option<u64>,
    pub vertices: u64,
    primitives: u64,
    pub indices: u64,
    pub raster: u64,
    /// Of all of them: the next run follows.
    pub bytes: u64,
}

impl Places {
    /// `shape` has what runs of the pipeline have in common; the same below.
    fn new(shape: &gpu::Run, demand: &Demand) -> Self {
        let mut regions = Regions::default();
        let (tasks, meshes) = (u64::from(demand.tasks), u64::from(demand.meshes));
        let records = meshes * u64::from(shape.views);
        let run = &demand.run;
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
            bytes: regions.bytes,
        }
    }

    pub fn first_index(&self, memory: Slice) -> u32 {
        (memory.at(self.indices).offset / WORD) as u32
    }

    /// The run with this memory. `host` has its part of the tables next.
    #[inline]
    pub fn run(&self, shape: &gpu::Run, demand: &Demand, memory: Slice, host: &HostTables) -> gpu::Run {
        let run = &demand.run;
        let address = |offset: u64| Address::new(memory.address + offset);
        gpu::Run {
            draws: if run.is_indirect { address(self.draws) } else { Address::new(host.draws) },
            commands: Address::new(host.commands),
            raster_firsts: Address::new(host.raster_firsts),
            tasks: address(self.tasks),
            payloads: address(self.payloads),
            task_hints: address(self.task_hints),
            meshes: address(self.meshes),
            sums: self.sums.map_or(Address::NULL, address),
            primitives: address(self.primitives),
            indices: address(self.indices),
            raster: address(self.raster),
            push_constants: Address::new(host.push_constants),
            statistics: Address::new(host.statistics),
            vertices: address(self.vertices),
            mesh_capacity: demand.meshes,
            draw_count: run.draw_count,
            command_count: run.command_count,
            raster_count: run.raster_count,
            total: if run.is_indirect { 0 } else { demand.direct },
            task_capacity: demand.tasks,
            first_index: self.first_index(memory),
            ..*shape
        }
    }
}

/// Addresses of the tables that the host writes, from the next run's part on.
pub(super) struct HostTables {
    pub draws: u64,
    pub commands: u64,
    pub raster_firsts: u64,
    /// The same for all.
    pub push_constants: u64,
    pub statistics: u64,
}

impl HostTables {
    /// Goes on to the run after this one.
    pub fn pass(&mut self, run: &RunDraft) {
        let bytes = |count: u32, size: usize| u64::from(count) * size as u64;
        if !run.is_indirect {
            self.draws += bytes(run.draw_count, size_of::<gpu::Draw>());
        }
        self.commands += bytes(run.command_count, size_of::<gpu::Command>());
        self.raster_firsts += bytes(run.raster_count, size_of::<u32>());
        self.statistics += size_of::<gpu::Statistics>() as u64;
    }
}
