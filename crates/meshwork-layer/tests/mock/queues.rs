//! The mock driver's queues. What is submitted is done at once, but for command buffers that a test holds. Of all threads: the
//! layer submits on threads of its own.

use core::ffi::CStr;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use ash::vk;
use ash::vk::Handle;
use meshwork_layer::hook::Pointer;

use super::dispatchable;

/// What became of submissions.
#[derive(Default)]
pub struct Submitted {
    /// Queue and command buffer, in order.
    pub executions: Vec<(vk::Queue, vk::CommandBuffer)>,
    /// A queue that does not get on with its command buffers, and the fences that it would signal.
    pub held: Option<vk::Queue>,
    waiting: Vec<vk::Fence>,
    fences: u64,
}

static SUBMITTED: Mutex<Submitted> =
    Mutex::new(Submitted { executions: Vec::new(), held: None, waiting: Vec::new(), fences: 0 });
static CHANGED: Condvar = Condvar::new();

pub fn submitted<R>(run: impl FnOnce(&mut Submitted) -> R) -> R {
    let result = run(&mut SUBMITTED.lock().expect("no test panics with it"));
    CHANGED.notify_all();
    result
}

/// The held queue gets on.
pub fn release() {
    submitted(|submitted| {
        submitted.held = None;
        submitted.waiting.clear();
    });
}

/// Waits for so many executions, or for a while.
pub fn executions(count: usize, patience: Duration) -> Vec<(vk::Queue, vk::CommandBuffer)> {
    let submitted = SUBMITTED.lock().expect("no test panics with it");
    let fewer = |submitted: &mut Submitted| submitted.executions.len() < count;
    let (submitted, _) = CHANGED.wait_timeout_while(submitted, patience, fewer).expect("no test panics with it");
    submitted.executions.clone()
}

commands! { queues,
    "vkGetDeviceQueue": PFN_vkGetDeviceQueue = get_queue;
    "vkQueueSubmit": PFN_vkQueueSubmit = submit;
    "vkCreateFence": PFN_vkCreateFence = create_fence;
    "vkDestroyFence": PFN_vkDestroyFence = destroy_fence;
    "vkResetFences": PFN_vkResetFences = reset_fences;
    "vkQueueWaitIdle": PFN_vkQueueWaitIdle = wait_idle;
    "vkGetFenceStatus": PFN_vkGetFenceStatus = fence_status;
    "vkWaitForFences": PFN_vkWaitForFences = wait_for_fences;
}

pub fn function(name: &CStr) -> vk::PFN_vkVoidFunction {
    queues(name)
}

/// Each call gives another queue, with the dispatch pointer of its device.
unsafe extern "system" fn get_queue(device: vk::Device, _: u32, _: u32, queue: *mut vk::Queue) {
    let raw = dispatchable();
    // SAFETY: both are pointers to dispatch pointers.
    unsafe {
        *(raw as *mut u64) = *(device.as_raw() as *const u64);
        *queue = vk::Queue::from_raw(raw);
    }
}

unsafe extern "system" fn submit(
    queue: vk::Queue,
    count: u32,
    infos: *const vk::SubmitInfo<'_>,
    fence: vk::Fence,
) -> vk::Result {
    submitted(|submitted| {
        let mut executes = false;
        for info in 0..count as usize {
            // SAFETY: valid arguments.
            unsafe {
                let info = &*infos.add(info);
                for buffer in 0..info.command_buffer_count as usize {
                    submitted.executions.push((queue, *info.p_command_buffers.add(buffer)));
                    executes = true;
                }
            }
        }
        if executes && submitted.held == Some(queue) && fence != vk::Fence::null() {
            submitted.waiting.push(fence);
        }
    });
    vk::Result::SUCCESS
}

type Allocator<'a> = *const vk::AllocationCallbacks<'a>;

unsafe extern "system" fn create_fence(
    _: vk::Device,
    _: *const vk::FenceCreateInfo<'_>,
    _: Allocator<'_>,
    fence: *mut vk::Fence,
) -> vk::Result {
    let raw = submitted(|submitted| {
        submitted.fences += 1;
        submitted.fences
    });
    // SAFETY: valid arguments.
    unsafe { *fence = vk::Fence::from_raw(raw) };
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_fence(_: vk::Device, _: vk::Fence, _: Allocator<'_>) {}

unsafe extern "system" fn reset_fences(_: vk::Device, _: u32, _: *const vk::Fence) -> vk::Result {
    vk::Result::SUCCESS
}

unsafe extern "system" fn fence_status(_: vk::Device, fence: vk::Fence) -> vk::Result {
    match submitted(|submitted| submitted.waiting.contains(&fence)) {
        true => vk::Result::NOT_READY,
        false => vk::Result::SUCCESS,
    }
}

/// Of one fence.
unsafe extern "system" fn wait_for_fences(
    _: vk::Device,
    _: u32,
    fences: *const vk::Fence,
    _: vk::Bool32,
    timeout: u64,
) -> vk::Result {
    // SAFETY: valid arguments.
    let fence = unsafe { *fences };
    let submitted = SUBMITTED.lock().expect("no test panics with it");
    let waits = |submitted: &mut Submitted| submitted.waiting.contains(&fence);
    let patience = Duration::from_nanos(timeout);
    let (submitted, timed_out) =
        CHANGED.wait_timeout_while(submitted, patience, waits).expect("no test panics with it");
    drop(submitted);
    if timed_out.timed_out() { vk::Result::TIMEOUT } else { vk::Result::SUCCESS }
}

unsafe extern "system" fn wait_idle(_: vk::Queue) -> vk::Result {
    vk::Result::SUCCESS
}
