//! The commands of a plan.

use std::mem::offset_of;
use std::ops::Range;

use ash::vk;
use meshwork_abi::gpu;

use super::counts::record_counts;
use super::{DrawRange, KnownDraw, Plan, PlannedRun, RunIndex};
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

/// Runs of a plan whose first steps are hoisted.
#[derive(Clone)]
pub struct HoistPart<'a> {
    pub plan: &'a Plan,
    pub runs: Range<usize>,
}

/// Binds a run's descriptor sets at the compute bind point, to the given layout. The number is that of its part.
type Bind<'a> = dyn FnMut(usize, RunIndex, vk::PipelineLayout) + 'a;

impl HoistPart<'_> {
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
        let mut recorder = Recorder { shared: &context.shared, cmd, statistics: RecordStatistics::default() };
        if parts.iter().any(|part| !part.plan.is_first || part.runs.start > 0) {
            recorder.barrier(&BEFORE);
        }
        if runs(parts).any(|(.., run)| run.is_indirect) {
            for part in parts {
                recorder.kernel_of_runs(context.shared.kernels.expand_draws, part);
            }
            recorder.barrier(&COUNTED);
        }
        record_stages(&mut recorder, parts, 0, bind);
        recorder.statistics
    }
}

/// The runs of all parts, with the number of their part.
fn runs<'a>(parts: &'a [HoistPart]) -> impl Iterator<Item = (usize, &'a Plan, RunIndex, &'a PlannedRun)> {
    parts.iter().enumerate().flat_map(|(number, HoistPart { plan, runs })| {
        runs.clone().map(move |run| (number, *plan, RunIndex(run), &plan.runs.list[run]))
    })
}

/// Everything of a step after the kernel that chooses its batch.
fn record_stages(recorder: &mut Recorder, parts: &[HoistPart], number: u32, bind: &mut Bind) {
    let kernels = &recorder.shared.kernels;
    if runs(parts).any(|(_, plan, _, run)| plan.runs.pipeline(run).has_task()) {
        for (part, plan, index, run) in runs(parts) {
            let pipeline = plan.runs.pipeline(run);
            if let Some(task) = pipeline.task {
                let push = plan.push_of_tasks(index, number);
                recorder.stage(task, pipeline.layout, push, |layout| bind(part, index, layout));
                recorder.dispatch(plan.groups(index, number, Work::Tasks));
            }
        }
        recorder.barrier(&BETWEEN);
        let place = if number == 0 { kernels.place_first_tasks } else { kernels.place_tasks };
        for part in parts {
            recorder.kernel_of_runs(place, part);
        }
        recorder.barrier(&COUNTED);
    }
    for (part, plan, index, run) in runs(parts) {
        let pipeline = plan.runs.pipeline(run);
        let push = plan.push_of_meshes(index, number);
        recorder.stage(pipeline.mesh, pipeline.layout, push, |layout| bind(part, index, layout));
        recorder.dispatch(plan.groups(index, number, Work::Meshes));
    }
    record_indices(recorder, parts, number, true);
    if runs(parts).all(|(.., run)| run.has_list) {
        let are_known = runs(parts).all(|(.., run)| run.known_draw.is_some());
        recorder.barrier(if are_known { &AFTER_KNOWN } else { &AFTER });
        return record_counts(recorder, parts, number);
    }
    recorder.barrier(&BETWEEN);
    if runs(parts).any(|(.., run)| run.is_summed()) {
        recorder.bind_kernel(kernels.sum_primitives);
        for (_, plan, index, run) in runs(parts).filter(|(.., run)| run.is_summed()) {
            let blocks = run.step_workgroups.div_ceil(gpu::SUM_BLOCK);
            recorder.kernel_of_run(Groups::flat(blocks), plan.push_of_meshes(index, number));
        }
        recorder.barrier(&BETWEEN);
    }
    record_indices(recorder, parts, number, false);
    recorder.barrier(&AFTER);
    record_counts(recorder, parts, number);
}

/// The index lists and raster draws of the runs whose mesh stage writes their list, or of the others. The former need only the
/// places of mesh workgroups.
fn record_indices(recorder: &mut Recorder, parts: &[HoistPart], number: u32, has_list: bool) {
    let mut runs = runs(parts).filter(|(.., run)| run.has_list == has_list).peekable();
    if runs.peek().is_none() {
        return;
    }
    recorder.bind_kernel(recorder.shared.kernels.write_indices);
    for (_, plan, index, _) in runs {
        recorder.kernel_of_run(plan.groups(index, number, Work::Indices), plan.push_of_meshes(index, number));
    }
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
        let mut recorder = Recorder { shared: &context.shared, cmd, statistics: RecordStatistics::default() };
        let part = HoistPart { plan: self, runs: run.0..run.0 + 1 };
        recorder.barrier(&BEFORE);
        if !self.runs.list[run.0].is_certain {
            recorder.kernel_of_runs(context.shared.kernels.begin_step, &part);
            recorder.barrier(&COUNTED);
        }
        record_stages(&mut recorder, &[part], number, &mut |_, run, layout| bind(run, layout));
        recorder.statistics
    }

    /// Records the draws that stand for one of the program's draw commands, inside the render pass with the raster pipeline
    /// bound. Clobbers vertex buffer bindings 0 and 1 and the index buffer.
    ///
    /// # Safety
    /// `cmd` is recording inside the render pass, after the hoist or a step of this run.
    pub unsafe fn record_draws(&self, context: &Context, cmd: vk::CommandBuffer, range: DrawRange) {
        // SAFETY: the caller's promise.
        unsafe { self.record_draws_in(context, cmd, range, 0) };
    }

    /// The same, where the run [is layered](Self::is_layered) for the primitives of this layer, below [`gpu::OUTPUT_LAYERS`].
    ///
    /// # Safety
    /// As [`Self::record_draws`].
    pub unsafe fn record_draws_in(&self, context: &Context, cmd: vk::CommandBuffer, range: DrawRange, layer: u32) {
        const STRIDE: u32 = size_of::<gpu::RasterDraw>() as u32;
        let device = &context.shared.device;
        let run = &self.runs.list[range.run.0];
        if range.count == 0 {
            return;
        }
        let record = self.runs.pipeline(run).record();
        let address = match record.is_layered {
            true => {
                self.layer_inputs_at.at(((run.layer_inputs + layer as usize) * size_of::<gpu::LayerInput>()) as u64)
            }
            false => self.run_at(range.run.0).at(offset_of!(gpu::Run, vertices) as u64),
        };
        // SAFETY: the caller's contract; buffers and offsets are the plan's.
        unsafe {
            if !record.vertex_inputs.is_empty() {
                device.cmd_bind_vertex_buffers(cmd, VERTICES, &[self.buffer], &[run.vertices]);
            }
            if record.vertices_by_address || record.is_layered {
                device.cmd_bind_vertex_buffers(cmd, ADDRESS, &[address.buffer], &[address.offset]);
            }
            device.cmd_bind_index_buffer(cmd, self.buffer, 0, vk::IndexType::UINT32);
            if let Some(KnownDraw { first_index, index_count }) = run.known_draw {
                return device.cmd_draw_indexed(cmd, index_count, 1, first_index, 0, 0);
            }
        }
        let mut first = range.first;
        let end = range.first + range.count;
        while first < end {
            let count = (end - first).min(context.shared.multi_draw);
            let offset = run.raster + u64::from(first) * u64::from(STRIDE);
            // SAFETY: as above; `count` is within the device's limit.
            unsafe { device.cmd_draw_indexed_indirect(cmd, self.buffer, offset, count, STRIDE) };
            first += count;
        }
    }

    fn run_at(&self, run: usize) -> Slice {
        self.runs_at.at((run * size_of::<gpu::Run>()) as u64)
    }

    fn step_at(&self, run: usize) -> Slice {
        self.steps_at.at((run * size_of::<gpu::Step>()) as u64)
    }

    /// A run and its step in device memory; those of later runs follow.
    fn push(&self, run: usize) -> KernelPush {
        KernelPush { run: self.run_at(run).address, step: self.step_at(run).address }
    }

    fn push_of_tasks(&self, index: RunIndex, number: u32) -> KernelPush {
        match self.runs.list[index.0].known_steps.has(number) {
            true => self.push_known(index, number),
            false => self.push(index.0),
        }
    }

    pub(super) fn push_of_meshes(&self, index: RunIndex, number: u32) -> KernelPush {
        if self.runs.list[index.0].is_certain { self.push_known(index, number) } else { self.push(index.0) }
    }

    /// A run, and a step that the host wrote.
    fn push_known(&self, index: RunIndex, number: u32) -> KernelPush {
        let number = self.runs.list[index.0].known_steps.first + number;
        let step = self.known_steps_at.element::<gpu::Step>(number as usize);
        KernelPush { step: step.get(), ..self.push(index.0) }
    }

    /// How many workgroups a stage of a step has.
    fn groups(&self, index: RunIndex, number: u32, work: Work) -> Groups {
        let run = &self.runs.list[index.0];
        let known = run.known_steps;
        let counted = |offset: usize| Groups::Counted(self.step_at(index.0).at(offset as u64));
        match work {
            Work::Tasks if known.has(number) => Groups::flat(known.task_count()),
            Work::Tasks => counted(offset_of!(gpu::Step, task_dispatch)),
            Work::Meshes if run.is_certain => {
                Groups::Known { flat: known.mesh_count(number), layers: self.runs.in_views(run).records() }
            }
            Work::Meshes => counted(offset_of!(gpu::Step, mesh_dispatch)),
            Work::Indices if run.is_certain => {
                let records = if run.has_list { 0 } else { known.mesh_count(number) };
                Groups::flat(records.div_ceil(gpu::INDEX_RECORDS) + run.raster_count)
            }
            Work::Indices => counted(offset_of!(gpu::Step, write_dispatch)),
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
    statistics: RecordStatistics,
}

impl Recorder<'_> {
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

    pub(super) fn bind_kernel(&self, pipeline: vk::Pipeline) {
        // SAFETY: as above; the pipeline is a kernel of this device.
        unsafe { self.shared.device.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::COMPUTE, pipeline) };
    }

    /// A kernel with a workgroup for each run of a part.
    fn kernel_of_runs(&mut self, pipeline: vk::Pipeline, part: &HoistPart) {
        self.bind_kernel(pipeline);
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

    /// Binds a lowered stage of one run.
    fn stage(
        &mut self,
        pipeline: vk::Pipeline,
        layout: vk::PipelineLayout,
        push: KernelPush,
        bind: impl FnOnce(vk::PipelineLayout),
    ) {
        self.bind_kernel(pipeline);
        bind(layout);
        self.push(layout, push);
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
