//! Submissions: the stages that wait for semaphores, as the driver understands them. Nothing here waits.

use ash::vk;
use smallvec::SmallVec;

use crate::device::device_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::{Hook, Pointer};
use crate::stages;

pub const HOOKS: &[Hook] = &[
    hook!(vkQueueSubmit: PFN_vkQueueSubmit = submit),
    hook!(vkQueueSubmit2: PFN_vkQueueSubmit2 = submit_2),
    hook!(vkQueueSubmit2KHR: PFN_vkQueueSubmit2 = submit_2_khr),
];

/// # Safety
/// `from` has `count` elements.
unsafe fn array<'a, T>(from: *const T, count: u32) -> &'a [T] {
    // SAFETY: the caller's promise.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(from, count as usize) } }
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn submit(
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let data = device_data(queue);
        let submits = array(submits, count);
        // One mask for each wait of all submissions; sized before, so that pointers into it stay.
        let waits = submits.iter().map(|submit| submit.wait_semaphore_count as usize).sum();
        let mut masks: SmallVec<[vk::PipelineStageFlags; 16]> = SmallVec::with_capacity(waits);
        let driver: SmallVec<[vk::SubmitInfo; 8]> = submits
            .iter()
            .map(|submit| {
                let first = masks.len();
                let program = array(submit.p_wait_dst_stage_mask, submit.wait_semaphore_count);
                masks.extend(program.iter().map(|&mask| stages::outside_1(mask)));
                vk::SubmitInfo { p_wait_dst_stage_mask: masks.as_ptr().add(first), ..*submit }
            })
            .collect();
        (data.fns.fp_v1_0().queue_submit)(queue, count, driver.as_ptr(), fence)
    })
}

unsafe extern "system" fn submit_2(
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo2<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    unsafe { submit_2_as(c"vkQueueSubmit2", queue, count, submits, fence) }
}

unsafe extern "system" fn submit_2_khr(
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo2<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    unsafe { submit_2_as(c"vkQueueSubmit2KHR", queue, count, submits, fence) }
}

/// # Safety
/// As `vkQueueSubmit2`; the driver has it under `name`.
unsafe fn submit_2_as(
    name: &'static core::ffi::CStr,
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo2<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let data = device_data(queue);
        let Some(next) = data.next_proc(name) else { return vk::Result::ERROR_UNKNOWN };
        let next = core::mem::transmute::<Pointer, vk::PFN_vkQueueSubmit2>(next);
        let submits = array(submits, count);
        // Semaphores of all submissions, waits before signals; sized before, so that pointers into it stay.
        let of = |submit: &vk::SubmitInfo2| submit.wait_semaphore_info_count + submit.signal_semaphore_info_count;
        let semaphores = submits.iter().map(|submit| of(submit) as usize).sum();
        let mut infos: SmallVec<[vk::SemaphoreSubmitInfo; 16]> = SmallVec::with_capacity(semaphores);
        let mut rewritten = |from, count| {
            let first = infos.len();
            infos.extend(
                array::<vk::SemaphoreSubmitInfo>(from, count)
                    .iter()
                    .map(|info| vk::SemaphoreSubmitInfo { stage_mask: stages::outside(info.stage_mask), ..*info }),
            );
            infos.as_ptr().add(first)
        };
        let driver: SmallVec<[vk::SubmitInfo2; 8]> = submits
            .iter()
            .map(|submit| vk::SubmitInfo2 {
                p_wait_semaphore_infos: rewritten(submit.p_wait_semaphore_infos, submit.wait_semaphore_info_count),
                p_signal_semaphore_infos: rewritten(
                    submit.p_signal_semaphore_infos,
                    submit.signal_semaphore_info_count,
                ),
                ..*submit
            })
            .collect();
        next(queue, count, driver.as_ptr(), fence)
    })
}
