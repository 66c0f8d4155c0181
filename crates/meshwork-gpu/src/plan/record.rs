//! The commands of a plan.

use std::mem::offset_of;
use std::ops::Range;

use ash::vk;
use meshwork_abi::gpu;

use super::counts::record_counts;
use super::{Alike, DrawRange, Plan, PlannedRun, RunIndex};
use crate::context::{Context, Shared};
use crate::kernels::KernelPush;
use crate::memory::Slice;
use crate::vertex_input::{ADDRESS, VERTICES};

/// What was recorded, for statistics and tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordStatistics {
    pub dispatches: u32,
    pub barriers: u32,
}

impl std::ops::AddAssign for RecordStatistics {
    fn add_assign(&mut self, other: Self) {
        self.dispatches += other.dispatches;
        self.barriers += other.barriers;
    }
}

/// What draws of plans have bound: what nothing else has bound since is not bound again. The default knows nothing.
#[derive(Clone, Copy, Default)]
pub struct DrawBindings {
    indices: vk::Buffer,
    /// By binding.
    vertices: [(vk::Buffer, u64); 2],
}

/// Runs of a plan whose first steps are hoisted.
#[derive(Clone)]
pub struct HoistPart<'a> {
    pub plan: &'a Plan,
    pub runs: Range<usize>,
}

/// Binds a run's descriptor sets at the compute bind point, to the given layout. The number is that of its part.
type Bind<'a> = dyn FnMut(usize, RunIndex, vk::PipelineLayout) + 'a;

impl HoistPart<'_> {
    /// What its runs are like, each at least once.
    fn alike(&self) -> impl Iterator<Item = &Alike> {
        let Self { plan: Plan { runs, .. }, runs: part } = self;
        let (all, some) = if part.len() == runs.list.len() { (&runs.alike[..], 0..0) } else { (&[][..], part.clone()) };
        all.iter().chain(some.map(|run| runs.alike(run)))
    }

    /// Records the first step of all of these runs, outside a render pass. However many draws there are: two dispatches for each
    /// run, one more where it has a task stage and one more where it is large, and one each for all runs of a part where there is
    /// an indirect draw and where there is a task stage. One barrier for any number of parts and runs, one more where a mesh
    /// stage does not write the index list itself, one where a run is large, one where there is an indirect draw, two where there is
    /// a task stage, and one where earlier draws may use the memory. The first part is timed.
    ///
    /// Clobbers the compute pipeline, the compute descriptor sets and the first 16 bytes of push constants. What the program
    /// wrote for its task and mesh stages, and its indirect arguments, must already be visible to compute shaders.
    ///
    /// # Safety
    /// `cmd` is recording outside a render pass on the context's device, and the plans' arena is not reset before its
    /// execution is over. Of parts with several plans, all but the first [are beside the others](Plan::is_beside).
    pub unsafe fn record(
        parts: &[Self],
        context: &Context,
        cmd: vk::CommandBuffer,
        bind: &mut Bind,
    ) -> RecordStatistics {
        let (device, bottom) = (&context.shared.device, vk::PipelineStageFlags::BOTTOM_OF_PIPE);
        let timers = parts.iter().filter(|part| part.runs.start == 0).filter_map(|part| part.plan.timer);
        // SAFETY: the caller's contract; each pool has two queries, for its plan alone.
        unsafe {
            timers.clone().for_each(|pool| device.cmd_reset_query_pool(cmd, pool, 0, 2));
            let timer = timers.take(1);
            // What the hoist waits for is not part of it.
            timer.clone().for_each(|pool| device.cmd_write_timestamp(cmd, bottom, pool, 0));
            let recorded = Self::record_untimed(parts, context, cmd, bind);
            timer.for_each(|pool| device.cmd_write_timestamp(cmd, bottom, pool, 1));
            recorded
        }
    }

    fn record_untimed(parts: &[Self], context: &Context, cmd: vk::CommandBuffer, bind: &mut Bind) -> RecordStatistics {
        let mut recorder = Recorder::new(context, cmd);
        if parts.iter().any(|part| !part.plan.is_fresh || part.runs.start > 0) {
            recorder.barrier(&BEFORE);
        }
        let kinds = Kinds::of(parts);
        if kinds.is_indirect {
            for part in parts {
                recorder.kernel_of_runs(context.shared.kernels.expand_draws, part);
            }
            recorder.barrier(&COUNTED);
        }
        record_stages(&mut recorder, parts, &kinds, 0, bind);
        recorder.statistics
    }
}

/// A run of a part.
struct RunOf<'a> {
    /// The number of the part.
    part: usize,
    plan: &'a Plan,
    run: usize,
    alike: &'a Alike,
}

/// The runs of all parts.
fn runs<'a>(parts: &'a [HoistPart]) -> impl Iterator<Item = RunOf<'a>> {
    parts.iter().enumerate().flat_map(|(part, HoistPart { plan, runs })| {
        runs.clone().map(move |run| RunOf { part, plan, run, alike: plan.runs.alike(run) })
    })
}

/// What there is among runs.
#[derive(Default)]
struct Kinds {
    is_indirect: bool,
    has_task: bool,
    /// Runs whose mesh stage writes the index list …
    has_list: bool,
    /// … and others …
    has_none: bool,
    /// … whose primitives are added up in two stages.
    is_summed: bool,
    /// Raster draws that only the GPU knows.
    has_counted: bool,
}

impl Kinds {
    fn of(parts: &[HoistPart]) -> Self {
        parts.iter().flat_map(HoistPart::alike).fold(Self::default(), |kinds, alike| Self {
            is_indirect: kinds.is_indirect | alike.demand.run.is_indirect,
            has_task: kinds.has_task | alike.demand.run.has_task,
            has_list: kinds.has_list | alike.has_list,
            has_none: kinds.has_none | !alike.has_list,
            is_summed: kinds.is_summed | alike.is_summed(),
            has_counted: kinds.has_counted | alike.known_indices.is_none(),
        })
    }
}

/// Everything of a step after the kernel that chooses its batch.
fn record_stages(recorder: &mut Recorder, parts: &[HoistPart], kinds: &Kinds, number: u32, bind: &mut Bind) {
    let kernels = &recorder.shared.kernels;
    if kinds.has_task {
        runs(parts).for_each(|of| {
            if let Some(task) = of.plan.runs.pipeline(of.alike).task {
                recorder.stage(&of, task, Work::Tasks, number, bind);
            }
        });
        recorder.barrier(&BETWEEN);
        let place = if number == 0 { kernels.place_first_tasks } else { kernels.place_tasks };
        for part in parts {
            recorder.kernel_of_runs(place, part);
        }
        recorder.barrier(&COUNTED);
    }
    runs(parts).for_each(|of| {
        let mesh = of.plan.runs.pipeline(of.alike).mesh;
        recorder.stage(&of, mesh, Work::Meshes, number, bind);
    });
    if kinds.has_list {
        record_indices(recorder, parts, number, true);
    }
    if kinds.has_none {
        recorder.barrier(&BETWEEN);
        if kinds.is_summed {
            record_sums(recorder, parts, number);
            recorder.barrier(&BETWEEN);
        }
        record_indices(recorder, parts, number, false);
    }
    recorder.barrier(if kinds.has_counted { &AFTER } else { &AFTER_KNOWN });
    record_counts(recorder, parts, number);
}

/// Adds up primitives, where that takes two stages.
fn record_sums(recorder: &mut Recorder, parts: &[HoistPart], number: u32) {
    recorder.bind_pipeline(recorder.shared.kernels.sum_primitives);
    runs(parts).filter(|of| of.alike.is_summed()).for_each(|RunOf { plan, run, alike, .. }| {
        let blocks = alike.demand.meshes.div_ceil(gpu::SUM_BLOCK);
        recorder.kernel_of_run(Groups::flat(blocks), plan.push_of(alike, run, number, Work::Meshes));
    });
}

/// The index lists and raster draws of the runs whose mesh stage writes their list, or of the others. The former need only the
/// places of mesh workgroups.
fn record_indices(recorder: &mut Recorder, parts: &[HoistPart], number: u32, has_list: bool) {
    recorder.bind_pipeline(recorder.shared.kernels.write_indices);
    runs(parts).filter(|of| of.alike.has_list == has_list).for_each(|RunOf { plan, run, alike, .. }| {
        let push = plan.push_of(alike, run, number, Work::Indices);
        recorder.kernel_of_run(plan.groups(alike, run, number, Work::Indices), push);
    });
}

impl Plan {
    /// Records the [hoist](HoistPart::record) of all runs.
    ///
    /// # Safety
    /// As for [`HoistPart::record`].
    pub unsafe fn record_hoist(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        bind: &mut dyn FnMut(RunIndex, vk::PipelineLayout),
    ) -> RecordStatistics {
        let all = [HoistPart { plan: self, runs: 0..self.run_count() }];
        // SAFETY: the caller's promise.
        unsafe { HoistPart::record(&all, context, cmd, &mut |_, run, layout| bind(run, layout)) }
    }

    /// Records a further step of one run, outside a render pass; the run's draws go on after it. `number` counts the run's steps
    /// from 0, the one of the hoist.
    ///
    /// # Safety
    /// As for [`HoistPart::record`].
    pub unsafe fn record_step(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        run: RunIndex,
        number: u32,
        bind: &mut dyn FnMut(RunIndex, vk::PipelineLayout),
    ) -> RecordStatistics {
        let mut recorder = Recorder::new(context, cmd);
        let part = HoistPart { plan: self, runs: run.0..run.0 + 1 };
        recorder.barrier(&BEFORE);
        if !self.is_certain(run) {
            recorder.kernel_of_runs(context.shared.kernels.begin_step, &part);
            recorder.barrier(&COUNTED);
        }
        let parts = [part];
        record_stages(&mut recorder, &parts, &Kinds::of(&parts), number, &mut |_, run, layout| bind(run, layout));
        recorder.statistics
    }

    /// Records the draws that stand for one of the program's draw commands, inside the render pass with the raster pipeline
    /// bound. Clobbers vertex buffer bindings 0 and 1 and the index buffer, and says in `bound` with what.
    ///
    /// # Safety
    /// `cmd` is recording inside the render pass, after the hoist or a step of this run. `bound` is the default, or what an
    /// earlier draw into this command buffer left there, if no other command has bound vertex or index buffers since.
    pub unsafe fn record_draws(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        range: DrawRange,
        bound: &mut DrawBindings,
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.record_draws_in(context, cmd, range, 0, bound) };
    }

    /// The same, where the run [is layered](Self::is_layered) for the primitives of this layer, below [`gpu::OUTPUT_LAYERS`].
    ///
    /// # Safety
    /// As [`Self::record_draws`].
    pub unsafe fn record_draws_in(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        range: DrawRange,
        layer: u32,
        bound: &mut DrawBindings,
    ) {
        const STRIDE: u32 = size_of::<gpu::RasterDraw>() as u32;
        const LAYER_INPUT: u64 = size_of::<gpu::LayerInput>() as u64;
        let device = &context.shared.device;
        if range.count == 0 {
            return;
        }
        let run = range.run.0;
        let alike = self.runs.alike(run);
        let PlannedRun { first, layer_inputs, .. } = self.runs.list[run];
        let (record, memory) = (self.runs.pipeline(alike).record(), self.memory.at(first));
        // SAFETY: the caller's contract; buffers and offsets are the plan's.
        unsafe {
            if !record.vertex_inputs.is_empty() {
                let vertices = memory.at(alike.places.vertices);
                bound.bind_vertices(device, cmd, VERTICES, vertices);
            }
            if record.vertices_by_address || record.is_layered {
                let address = match record.is_layered {
                    true => self.layer_inputs_at.at(u64::from(layer_inputs + layer) * LAYER_INPUT),
                    false => self.run_at(run).at(offset_of!(gpu::Run, vertices) as u64),
                };
                bound.bind_vertices(device, cmd, ADDRESS, address);
            }
            bound.bind_indices(device, cmd, memory.buffer);
            if let Some(index_count) = alike.known_indices {
                let first_index = alike.places.first_index(memory);
                return device.cmd_draw_indexed(cmd, index_count, 1, first_index, 0, 0);
            }
        }
        let mut first = range.first;
        let end = range.first + range.count;
        while first < end {
            let count = (end - first).min(context.shared.multi_draw);
            let offset = memory.offset + alike.places.raster + u64::from(first) * u64::from(STRIDE);
            // SAFETY: as above; `count` is within the device's limit.
            unsafe { device.cmd_draw_indexed_indirect(cmd, memory.buffer, offset, count, STRIDE) };
            first += count;
        }
    }

    fn run_at(&self, run: usize) -> Slice {
        self.runs_at.at((run * size_of::<gpu::Run>()) as u64)
    }

    fn step_at(&self, run: usize) -> Slice {
        self.memory.at((run * size_of::<gpu::Step>()) as u64)
    }

    /// A run and its step in device memory; those of later runs follow.
    fn push(&self, run: usize) -> KernelPush {
        KernelPush { run: self.run_at(run).address, step: self.step_at(run).address }
    }

    /// The same with a step that the host wrote, where it knows that of the stage.
    fn push_of(&self, alike: &Alike, run: usize, number: u32, work: Work) -> KernelPush {
        let is_known = match work {
            Work::Tasks => number < alike.demand.known_steps(),
            Work::Meshes | Work::Indices => alike.demand.is_certain,
        };
        let push = self.push(run);
        let known = |number: u32| self.known_steps_at.element::<gpu::Step>(number as usize).get();
        if is_known { KernelPush { step: known(alike.known_steps + number), ..push } } else { push }
    }

    pub(super) fn push_of_meshes(&self, run: RunIndex, number: u32) -> KernelPush {
        self.push_of(self.runs.alike(run.0), run.0, number, Work::Meshes)
    }

    /// How many workgroups a stage of a step has.
    fn groups(&self, alike: &Alike, run: usize, number: u32, work: Work) -> Groups {
        let demand = &alike.demand;
        let counted = |offset: usize| Groups::Counted(self.step_at(run).at(offset as u64));
        match work {
            Work::Tasks if number < demand.known_steps() => Groups::flat(demand.task_count()),
            Work::Tasks => counted(offset_of!(gpu::Step, task_dispatch)),
            Work::Meshes if demand.is_certain => Groups::Known { flat: demand.mesh_count(number), layers: alike.views },
            Work::Meshes => counted(offset_of!(gpu::Step, mesh_dispatch)),
            Work::Indices if demand.is_certain => {
                let records = if alike.has_list { 0 } else { demand.mesh_count(number) };
                Groups::flat(records.div_ceil(gpu::INDEX_RECORDS) + demand.run.raster_count)
            }
            Work::Indices => counted(offset_of!(gpu::Step, write_dispatch)),
        }
    }
}

impl DrawBindings {
    /// # Safety
    /// As for [`Plan::record_draws`]; the same below.
    unsafe fn bind_indices(&mut self, device: &ash::Device, cmd: vk::CommandBuffer, buffer: vk::Buffer) {
        if core::mem::replace(&mut self.indices, buffer) != buffer {
            // SAFETY: the caller's promise.
            unsafe { device.cmd_bind_index_buffer(cmd, buffer, 0, vk::IndexType::UINT32) };
        }
    }

    unsafe fn bind_vertices(&mut self, device: &ash::Device, cmd: vk::CommandBuffer, binding: u32, at: Slice) {
        let bound = (at.buffer, at.offset);
        if core::mem::replace(&mut self.vertices[binding as usize], bound) != bound {
            // SAFETY: the caller's promise.
            unsafe { device.cmd_bind_vertex_buffers(cmd, binding, &[at.buffer], &[at.offset]) };
        }
    }
}

/// What a dispatch has workgroups for.
#[derive(Clone, Copy)]
enum Work {
    Tasks,
    Meshes,
    Indices,
}

/// Workgroups of a dispatch.
pub(super) enum Groups {
    /// Flattened in two dimensions, and so many times in the third.
    Known { flat: u32, layers: u32 },
    /// `VkDispatchIndirectCommand`.
    Counted(Slice),
}

impl Groups {
    pub(super) fn flat(flat: u32) -> Self {
        Self::Known { flat, layers: 1 }
    }
}

/// A global memory barrier.
pub(super) struct Barrier {
    from: vk::PipelineStageFlags,
    from_access: vk::AccessFlags,
    to: vk::PipelineStageFlags,
    to_access: vk::AccessFlags,
}

const fn stages(raw: &[vk::PipelineStageFlags]) -> vk::PipelineStageFlags {
    let (mut all, mut i) = (0, 0);
    while i < raw.len() {
        all |= raw[i].as_raw();
        i += 1;
    }
    vk::PipelineStageFlags::from_raw(all)
}

const fn accesses(raw: &[vk::AccessFlags]) -> vk::AccessFlags {
    let (mut all, mut i) = (0, 0);
    while i < raw.len() {
        all |= raw[i].as_raw();
        i += 1;
    }
    vk::AccessFlags::from_raw(all)
}

/// Everything that used the memory before (an earlier pass, an earlier execution on this queue) is done with it.
const BEFORE: Barrier = Barrier {
    from: stages(&[
        vk::PipelineStageFlags::COMPUTE_SHADER,
        vk::PipelineStageFlags::DRAW_INDIRECT,
        vk::PipelineStageFlags::VERTEX_INPUT,
        vk::PipelineStageFlags::VERTEX_SHADER,
    ]),
    from_access: vk::AccessFlags::SHADER_WRITE,
    to: vk::PipelineStageFlags::COMPUTE_SHADER,
    to_access: accesses(&[vk::AccessFlags::SHADER_READ, vk::AccessFlags::SHADER_WRITE]),
};

/// From one kernel or stage to the next.
pub(super) const BETWEEN: Barrier = Barrier {
    from: vk::PipelineStageFlags::COMPUTE_SHADER,
    from_access: vk::AccessFlags::SHADER_WRITE,
    to: vk::PipelineStageFlags::COMPUTE_SHADER,
    to_access: accesses(&[vk::AccessFlags::SHADER_READ, vk::AccessFlags::SHADER_WRITE]),
};

/// The same after a kernel that says how many workgroups others have: what reads that is the front end, which is slow to wait for.
const COUNTED: Barrier = Barrier {
    to: stages(&[BETWEEN.to, vk::PipelineStageFlags::DRAW_INDIRECT]),
    to_access: accesses(&[BETWEEN.to_access, vk::AccessFlags::INDIRECT_COMMAND_READ]),
    ..BETWEEN
};

/// From the hoisted work to draws that the host knows, and to the host that reads statistics when the execution is over.
const AFTER_KNOWN: Barrier = Barrier {
    from: vk::PipelineStageFlags::COMPUTE_SHADER,
    from_access: vk::AccessFlags::SHADER_WRITE,
    to: stages(&[
        vk::PipelineStageFlags::VERTEX_INPUT,
        vk::PipelineStageFlags::VERTEX_SHADER,
        vk::PipelineStageFlags::HOST,
    ]),
    to_access: accesses(&[
        vk::AccessFlags::INDEX_READ,
        vk::AccessFlags::VERTEX_ATTRIBUTE_READ,
        vk::AccessFlags::SHADER_READ,
        vk::AccessFlags::HOST_READ,
    ]),
};

/// The same to any draws.
const AFTER: Barrier = Barrier {
    to: stages(&[AFTER_KNOWN.to, vk::PipelineStageFlags::DRAW_INDIRECT]),
    to_access: accesses(&[AFTER_KNOWN.to_access, vk::AccessFlags::INDIRECT_COMMAND_READ]),
    ..AFTER_KNOWN
};

pub(super) struct Recorder<'a> {
    pub(super) shared: &'a Shared,
    cmd: vk::CommandBuffer,
    /// The pipeline that is bound.
    bound: vk::Pipeline,
    statistics: RecordStatistics,
}

impl<'a> Recorder<'a> {
    fn new(context: &'a Context, cmd: vk::CommandBuffer) -> Self {
        let (bound, statistics) = (vk::Pipeline::null(), RecordStatistics::default());
        Self { shared: &context.shared, cmd, bound, statistics }
    }

    pub(super) fn barrier(&mut self, barrier: &Barrier) {
        let memory =
            vk::MemoryBarrier::default().src_access_mask(barrier.from_access).dst_access_mask(barrier.to_access);
        let none = vk::DependencyFlags::empty();
        // SAFETY: `cmd` is recording outside a render pass (contract of the callers); stages are core ones.
        unsafe {
            self.shared.device.cmd_pipeline_barrier(self.cmd, barrier.from, barrier.to, none, &[memory], &[], &[]);
        }
        self.statistics.barriers += 1;
    }

    pub(super) fn bind_pipeline(&mut self, pipeline: vk::Pipeline) {
        if core::mem::replace(&mut self.bound, pipeline) != pipeline {
            // SAFETY: as above; the pipeline is of this device.
            unsafe { self.shared.device.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::COMPUTE, pipeline) };
        }
    }

    /// A kernel with a workgroup for each run of a part.
    fn kernel_of_runs(&mut self, pipeline: vk::Pipeline, part: &HoistPart) {
        self.bind_pipeline(pipeline);
        self.push(self.shared.kernels.layout, part.plan.push(part.runs.start));
        // SAFETY: as above.
        unsafe { self.shared.device.cmd_dispatch(self.cmd, part.runs.len() as u32, 1, 1) };
        self.statistics.dispatches += 1;
    }

    /// The kernel that is bound, on one run.
    pub(super) fn kernel_of_run(&mut self, groups: Groups, push: KernelPush) {
        self.push(self.shared.kernels.layout, push);
        self.dispatch(groups);
    }

    /// A lowered stage of a run.
    fn stage(&mut self, of: &RunOf, pipeline: vk::Pipeline, work: Work, number: u32, bind: &mut Bind) {
        let RunOf { part, plan, run, alike } = *of;
        let layout = plan.runs.pipeline(alike).layout;
        self.bind_pipeline(pipeline);
        bind(part, RunIndex(run), layout);
        self.push(layout, plan.push_of(alike, run, number, work));
        self.dispatch(plan.groups(alike, run, number, work));
    }

    fn push(&self, layout: vk::PipelineLayout, push: KernelPush) {
        let bytes = bytemuck::bytes_of(&push);
        // SAFETY: as above; kernels and lowered stages have layouts with these push constants.
        unsafe {
            self.shared.device.cmd_push_constants(self.cmd, layout, vk::ShaderStageFlags::COMPUTE, 0, bytes);
        }
    }

    fn dispatch(&mut self, groups: Groups) {
        let device = &self.shared.device;
        // SAFETY: as above; what is bound was pushed its constants.
        unsafe {
            match groups {
                Groups::Known { flat, layers } => {
                    let width = flat.min(gpu::DISPATCH_WIDTH);
                    device.cmd_dispatch(self.cmd, width, flat.div_ceil(gpu::DISPATCH_WIDTH), layers);
                }
                Groups::Counted(at) => device.cmd_dispatch_indirect(self.cmd, at.buffer, at.offset),
            }
        }
        self.statistics.dispatches += 1;
    }
}
