//! Synchronization: stage masks as the driver understands them, and what it means between mesh draws.
//!
//! # Safety
//! As in [`super::effects`].

use ash::vk;

use super::addressed::without_ranges;
use super::commands::*;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::table::Record;
use crate::chain;
use crate::stages;

/// Rewrites the masks of barriers that were copied.
///
/// # Safety
/// The pointers lead to copies that are ours.
pub unsafe fn rewrite_dependency(info: &vk::DependencyInfo, inside: bool) {
    macro_rules! rewrite {
        ($barriers:expr, $count:expr) => {
            for i in 0..$count as usize {
                // SAFETY: the caller's promise.
                let barrier = unsafe { &mut *$barriers.cast_mut().add(i) };
                (barrier.src_stage_mask, barrier.src_access_mask) =
                    masks_2(barrier.src_stage_mask, barrier.src_access_mask, inside);
                (barrier.dst_stage_mask, barrier.dst_access_mask) =
                    masks_2(barrier.dst_stage_mask, barrier.dst_access_mask, inside);
            }
        };
    }
    rewrite!(info.p_memory_barriers, info.memory_barrier_count);
    rewrite!(info.p_buffer_memory_barriers, info.buffer_memory_barrier_count);
    rewrite!(info.p_image_memory_barriers, info.image_memory_barrier_count);
}

fn masks_2(
    stage: vk::PipelineStageFlags2,
    access: vk::AccessFlags2,
    inside: bool,
) -> (vk::PipelineStageFlags2, vk::AccessFlags2) {
    if inside {
        (stages::inside(stage), access)
    } else {
        (stages::outside(stage), stages::access_outside(stage, access))
    }
}

fn stages_1(stage: vk::PipelineStageFlags, inside: bool) -> vk::PipelineStageFlags {
    if inside { stages::inside_1(stage) } else { stages::outside_1(stage) }
}

/// A barrier or wait of the first synchronization API: one pair of stage masks for arrays of access masks.
macro_rules! rewrite_1 {
    ($self:ident, $inside:expr) => {{
        let (src, dst) = ($self.src_stage_mask, $self.dst_stage_mask);
        rewrite_1!(@each $self.p_memory_barriers, $self.memory_barrier_count, src, dst, $inside);
        rewrite_1!(@each $self.p_buffer_memory_barriers, $self.buffer_memory_barrier_count, src, dst, $inside);
        rewrite_1!(@each $self.p_image_memory_barriers, $self.image_memory_barrier_count, src, dst, $inside);
        $self.src_stage_mask = stages_1(src, $inside);
        $self.dst_stage_mask = stages_1(dst, $inside);
    }};
    (@each $barriers:expr, $count:expr, $src:ident, $dst:ident, $inside:expr) => {
        for i in 0..if $inside { 0 } else { $count as usize } {
            let barrier = &mut *$barriers.cast_mut().add(i);
            barrier.src_access_mask = stages::access_outside_1($src, barrier.src_access_mask);
            barrier.dst_access_mask = stages::access_outside_1($dst, barrier.dst_access_mask);
        }
    };
}

/// # Safety
/// `info` is valid.
unsafe fn destinations(info: &vk::DependencyInfo) -> vk::PipelineStageFlags2 {
    // SAFETY: the caller's promise.
    unsafe {
        let memory = chain::array(info.p_memory_barriers, info.memory_barrier_count);
        let buffers = chain::array(info.p_buffer_memory_barriers, info.buffer_memory_barrier_count);
        let images = chain::array(info.p_image_memory_barriers, info.image_memory_barrier_count);
        let masks = memory.iter().map(|barrier| barrier.dst_stage_mask);
        let masks = masks.chain(buffers.iter().map(|barrier| barrier.dst_stage_mask));
        masks
            .chain(images.iter().map(|barrier| barrier.dst_stage_mask))
            .fold(Default::default(), |all, mask| all | mask)
    }
}

/// Views are a matter of passes.
fn outside_flags(flags: vk::DependencyFlags) -> vk::DependencyFlags {
    flags & !vk::DependencyFlags::VIEW_LOCAL
}

impl Record for PipelineBarrier {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let inside = recorder.inside_pass();
        recorder.interrupt_run();
        // SAFETY: the program's arrays, rewritten in copies.
        unsafe {
            if stages::mesh_work_waits(stages::widen(self.dst_stage_mask)) {
                recorder.mesh_work_waits_for(self, |command| {
                    command.dependency_flags = outside_flags(command.dependency_flags);
                    rewrite_1!(command, false);
                })?;
            }
            recorder.add_rewritten(self, |command| rewrite_1!(command, inside))
        }
    }
}

impl Record for WaitEvents {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let inside = recorder.inside_pass();
        recorder.interrupt_run();
        // SAFETY: the program's arrays, rewritten in copies.
        unsafe {
            if stages::mesh_work_waits(stages::widen(self.dst_stage_mask)) {
                recorder.mesh_work_waits_for(self, |command| rewrite_1!(command, false))?;
            }
            recorder.add_rewritten(self, |command| rewrite_1!(command, inside))
        }
    }
}

impl Record for PipelineBarrier2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let inside = recorder.inside_pass();
        recorder.interrupt_run();
        // SAFETY: the program's structure, rewritten in a copy.
        unsafe {
            if stages::mesh_work_waits(destinations(&*self.p_dependency_info)) {
                recorder.mesh_work_waits_for(self, |command| {
                    let info = &mut *command.p_dependency_info.cast_mut();
                    info.dependency_flags = outside_flags(info.dependency_flags);
                    rewrite_dependency(info, false);
                })?;
            }
            recorder.add_rewritten(self, |command| rewrite_dependency(&*command.p_dependency_info, inside))
        }
    }

    unsafe fn without_addresses(self, recorder: &mut Recorder) -> Result<Self, Refusal> {
        // SAFETY: the program's structure.
        let p_dependency_info = unsafe { without_ranges(self.p_dependency_info, 1, recorder)? };
        Ok(Self { p_dependency_info })
    }
}

impl Record for WaitEvents2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let inside = recorder.inside_pass();
        recorder.interrupt_run();
        // SAFETY: the program's structures, rewritten in copies.
        unsafe {
            let rewrite = |command: &mut Self, inside| {
                for info in chain::array(command.p_dependency_infos, command.event_count) {
                    rewrite_dependency(info, inside);
                }
            };
            let infos = chain::array(self.p_dependency_infos, self.event_count);
            if infos.iter().any(|info| stages::mesh_work_waits(destinations(info))) {
                recorder.mesh_work_waits_for(self, |command| rewrite(command, false))?;
            }
            recorder.add_rewritten(self, |command| rewrite(command, inside))
        }
    }

    unsafe fn without_addresses(self, recorder: &mut Recorder) -> Result<Self, Refusal> {
        // SAFETY: the program's structures.
        let p_dependency_infos = unsafe { without_ranges(self.p_dependency_infos, self.event_count, recorder)? };
        Ok(Self { p_dependency_infos, ..self })
    }
}

impl Record for WriteTimestamp {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let stage = stages::time_stamp(stages::widen(self.pipeline_stage), recorder.inside_pass());
        self.pipeline_stage = stages::narrow(stage);
        recorder.interrupt_run();
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for WriteTimestamp2 {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        self.stage = stages::time_stamp(self.stage, recorder.inside_pass());
        recorder.interrupt_run();
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for WriteBufferMarkerAMD {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let stage = stages::time_stamp(stages::widen(self.pipeline_stage), recorder.inside_pass());
        self.pipeline_stage = stages::narrow(stage);
        recorder.interrupt_run();
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for WriteBufferMarker2AMD {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        self.stage = stages::time_stamp(self.stage, recorder.inside_pass());
        recorder.interrupt_run();
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}
