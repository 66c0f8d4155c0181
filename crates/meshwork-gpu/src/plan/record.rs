//! The commands of a plan.

use std::mem::offset_of;
use std::ops::Range;

use ash::vk;
use meshwork_abi::gpu;

use super::{DrawRange, Plan, PlannedRun, RunIndex, field};
use crate::context::{Context, Shared};
use crate::kernels::KernelPush;

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

/// Binds a run's descriptor sets at the compute bind point, to the given layout.
pub type Bind<'a> = dyn FnMut(RunIndex, vk::PipelineLayout) + 'a;

impl Plan {
    /// Records the first step of every run, outside a render pass: 7 barriers, or 5 where no run has a task stage, however
    /// many runs and draws there are. Three dispatches, and two or three more for each run.
    ///
    /// Clobbers the compute pipeline, the compute descriptor sets and the first 16 bytes of push constants. What the program
    /// wrote for its task and mesh stages, and its indirect arguments, must already be visible to compute shaders.
    ///
    /// # Safety
    /// `cmd` is recording outside a render pass on the context's device, and the plan's arena is not reset before its
    /// execution is over.
    pub unsafe fn record_hoist(&self, context: &Context, cmd: vk::CommandBuffer, bind: &mut Bind) -> RecordStatistics {
        let Some(pool) = self.timer else { return self.record_first_steps(context, cmd, 0..self.runs.len(), bind) };
        let (device, bottom) = (&context.shared.device, vk::PipelineStageFlags::BOTTOM_OF_PIPE);
        // SAFETY: the caller's contract; the pool has two queries, for this plan alone.
        unsafe {
            device.cmd_reset_query_pool(cmd, pool, 0, 2);
            // What the hoist waits for is not part of it.
            device.cmd_write_timestamp(cmd, bottom, pool, 0);
            let recorded = self.record_first_steps(context, cmd, 0..self.runs.len(), bind);
            device.cmd_write_timestamp(cmd, bottom, pool, 1);
            recorded
        }
    }

    /// Records the hoist of one run alone, as a baseline to measure by: barriers then grow with runs.
    ///
    /// # Safety
    /// As for [`Plan::record_hoist`].
    pub unsafe fn record_hoist_of(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        run: RunIndex,
        bind: &mut Bind,
    ) -> RecordStatistics {
        self.record_first_steps(context, cmd, run.0..run.0 + 1, bind)
    }

    fn record_first_steps(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        runs: Range<usize>,
        bind: &mut Bind,
    ) -> RecordStatistics {
        let mut recorder = Recorder { shared: &context.shared, cmd, statistics: RecordStatistics::default() };
        let offset = (runs.start * size_of::<gpu::Run>()) as u64;
        recorder.barrier(&BEFORE);
        let begin = context.shared.kernels.begin_pass;
        recorder.kernel(begin, self.runs_at.address + offset, self.templates + offset, runs.len());
        self.record_stages(&mut recorder, runs, bind);
        recorder.statistics
    }

    /// Records a further step of one run, outside a render pass; the run's draws go on after it.
    ///
    /// # Safety
    /// As for [`Plan::record_hoist`].
    pub unsafe fn record_step(
        &self,
        context: &Context,
        cmd: vk::CommandBuffer,
        run: RunIndex,
        bind: &mut Bind,
    ) -> RecordStatistics {
        let mut recorder = Recorder { shared: &context.shared, cmd, statistics: RecordStatistics::default() };
        recorder.barrier(&BEFORE);
        recorder.kernel(context.shared.kernels.begin_step, self.runs[run.0].run.address, 0, 1);
        self.record_stages(&mut recorder, run.0..run.0 + 1, bind);
        recorder.statistics
    }

    /// Records the draws that stand for one of the program's draw commands, inside the render pass with the raster pipeline
    /// bound. Clobbers vertex buffer binding 0 and the index buffer.
    ///
    /// # Safety
    /// `cmd` is recording inside the render pass, after the hoist or a step of this run.
    pub unsafe fn record_draws(&self, context: &Context, cmd: vk::CommandBuffer, range: DrawRange) {
        const STRIDE: u32 = size_of::<gpu::RasterDraw>() as u32;
        let device = &context.shared.device;
        let run = &self.runs[range.run.0];
        let (buffer, offset) = field(run, offset_of!(gpu::Run, records));
        // SAFETY: the caller's contract; buffers and offsets are the plan's.
        unsafe {
            device.cmd_bind_vertex_buffers(cmd, 0, &[buffer], &[offset]);
            device.cmd_bind_index_buffer(cmd, self.runs_at.buffer, 0, vk::IndexType::UINT32);
        }
        let mut first = range.first;
        let end = range.first + range.count;
        while first < end {
            let count = (end - first).min(context.shared.multi_draw);
            let offset = run.raster.offset + u64::from(first) * u64::from(STRIDE);
            // SAFETY: as above; `count` is within the device's limit.
            unsafe { device.cmd_draw_indexed_indirect(cmd, run.raster.buffer, offset, count, STRIDE) };
            first += count;
        }
    }

    /// Everything of a step after its first kernel.
    fn record_stages(&self, recorder: &mut Recorder, range: Range<usize>, bind: &mut Bind) {
        let runs = &self.runs[range.clone()];
        let first = self.runs[range.start].run.address;
        let kernels = &recorder.shared.kernels;
        let indexed = || range.clone().map(RunIndex).zip(runs);
        recorder.barrier(&BETWEEN);
        if runs.iter().any(|run| run.pipeline.has_task()) {
            for (index, run) in indexed() {
                if let Some(task) = run.pipeline.task {
                    recorder.stage(task, index, run, offset_of!(gpu::Run, task_dispatch), bind);
                }
            }
            recorder.barrier(&BETWEEN);
            recorder.kernel(kernels.place_tasks, first, 0, runs.len());
            recorder.barrier(&BETWEEN);
        }
        for (index, run) in indexed() {
            recorder.stage(run.pipeline.mesh, index, run, offset_of!(gpu::Run, mesh_dispatch), bind);
        }
        recorder.barrier(&BETWEEN);
        recorder.kernel(kernels.place_primitives, first, 0, runs.len());
        recorder.barrier(&BETWEEN);
        recorder.write_indices(runs);
        recorder.barrier(&AFTER);
    }
}

/// A global memory barrier.
struct Barrier {
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
const BETWEEN: Barrier = Barrier {
    from: vk::PipelineStageFlags::COMPUTE_SHADER,
    from_access: vk::AccessFlags::SHADER_WRITE,
    to: stages(&[vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::DRAW_INDIRECT]),
    to_access: accesses(&[
        vk::AccessFlags::SHADER_READ,
        vk::AccessFlags::SHADER_WRITE,
        vk::AccessFlags::INDIRECT_COMMAND_READ,
    ]),
};

/// From the hoisted work to the draws, and to the host that reads statistics when the execution is over.
const AFTER: Barrier = Barrier {
    from: vk::PipelineStageFlags::COMPUTE_SHADER,
    from_access: vk::AccessFlags::SHADER_WRITE,
    to: stages(&[
        vk::PipelineStageFlags::DRAW_INDIRECT,
        vk::PipelineStageFlags::VERTEX_INPUT,
        vk::PipelineStageFlags::VERTEX_SHADER,
        vk::PipelineStageFlags::HOST,
    ]),
    to_access: accesses(&[
        vk::AccessFlags::INDIRECT_COMMAND_READ,
        vk::AccessFlags::INDEX_READ,
        vk::AccessFlags::VERTEX_ATTRIBUTE_READ,
        vk::AccessFlags::SHADER_READ,
        vk::AccessFlags::HOST_READ,
    ]),
};

struct Recorder<'a> {
    shared: &'a Shared,
    cmd: vk::CommandBuffer,
    statistics: RecordStatistics,
}

impl Recorder<'_> {
    fn barrier(&mut self, barrier: &Barrier) {
        let memory =
            vk::MemoryBarrier::default().src_access_mask(barrier.from_access).dst_access_mask(barrier.to_access);
        let none = vk::DependencyFlags::empty();
        // SAFETY: `cmd` is recording outside a render pass (contract of the callers); stages are core ones.
        unsafe {
            self.shared.device.cmd_pipeline_barrier(self.cmd, barrier.from, barrier.to, none, &[memory], &[], &[]);
        }
        self.statistics.barriers += 1;
    }

    /// A kernel with a workgroup for each run.
    fn kernel(&mut self, pipeline: vk::Pipeline, runs: u64, templates: u64, count: usize) {
        let (device, layout) = (&self.shared.device, self.shared.kernels.layout);
        let push = KernelPush { runs, templates };
        // SAFETY: as above; the pipeline is a kernel of this device and the layout is its own.
        unsafe {
            device.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::COMPUTE, pipeline);
            let bytes = bytemuck::bytes_of(&push);
            device.cmd_push_constants(self.cmd, layout, vk::ShaderStageFlags::COMPUTE, 0, bytes);
            device.cmd_dispatch(self.cmd, count as u32, 1, 1);
        }
        self.statistics.dispatches += 1;
    }

    /// A lowered stage of one run.
    fn stage(&mut self, pipeline: vk::Pipeline, index: RunIndex, run: &PlannedRun, arguments: usize, bind: &mut Bind) {
        let device = &self.shared.device;
        let (buffer, offset) = field(run, arguments);
        // SAFETY: as above; the run's pipeline and layout are alive while its plan is.
        unsafe { device.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::COMPUTE, pipeline) };
        bind(index, run.pipeline.layout);
        let push = run.run.address.to_le_bytes();
        // SAFETY: as above.
        unsafe {
            device.cmd_push_constants(self.cmd, run.pipeline.layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
            device.cmd_dispatch_indirect(self.cmd, buffer, offset);
        }
        self.statistics.dispatches += 1;
    }

    fn write_indices(&mut self, runs: &[PlannedRun]) {
        let (device, kernels) = (&self.shared.device, &self.shared.kernels);
        // SAFETY: as above.
        unsafe { device.cmd_bind_pipeline(self.cmd, vk::PipelineBindPoint::COMPUTE, kernels.write_indices) };
        for run in runs {
            let (buffer, offset) = field(run, offset_of!(gpu::Run, mesh_dispatch));
            let push = run.run.address.to_le_bytes();
            // SAFETY: as above.
            unsafe {
                device.cmd_push_constants(self.cmd, kernels.layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
                device.cmd_dispatch_indirect(self.cmd, buffer, offset);
            }
            self.statistics.dispatches += 1;
        }
    }
}
