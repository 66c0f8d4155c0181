//! Queues: submissions, and what stands in line with them.
//!
//! A submission goes straight to the driver, unless it has command buffers that are cut ([`crate::record::cut`]) or stands behind
//! such a one: then it goes to the queue's thread, in order, and the call returns. Nothing here waits for the GPU in a call
//! that the API does not say waits: the GPU may be waiting for what the program does next.
//!
//! Another queue's submission may wait for a binary semaphore only when its signal has been submitted. One that is still in
//! line makes the other stand in line too, and wait for it there ([`Ticket`]). A timeline semaphore needs no such care.

//! A command buffer for simultaneous use may be pending on several queues of a family. Its executions would write the same records,
//! so they come one after another: where there are such queues it goes through the queue's thread, which waits for what the
//! submission waits for, then until no other queue executes it, and submits the rest. In this order no queue waits for one that
//! waits for it.

mod fifo;
mod line;
mod submission;
mod worker;

use core::ffi::CStr;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ash::vk;
use dashmap::{DashMap, DashSet};
use parking_lot::Mutex;
use smallvec::SmallVec;

use crate::chain::array;
use crate::device::{DeviceData, Fallback, fallback_data};
use crate::guard::guard;
use crate::hook::{Hook, Pointer};
use crate::{chain, command, hook, stages};
use fifo::Fifo;
use line::{InLine, Ticket};
use submission::{Cuts, Info, SharedRecords, Submission};
use worker::Worker;

pub const HOOKS: &[&[Hook]] = &[QUEUE_HOOKS, line::HOOKS];

const QUEUE_HOOKS: &[Hook] = &[
    hook!(vkGetDeviceQueue: PFN_vkGetDeviceQueue = get_queue),
    hook!(vkGetDeviceQueue2: PFN_vkGetDeviceQueue2 = get_queue_2),
    hook!(vkQueueSubmit: PFN_vkQueueSubmit = submit),
    hook!(vkQueueSubmit2: PFN_vkQueueSubmit2 = submit_2),
    hook!(vkQueueSubmit2KHR: PFN_vkQueueSubmit2 = submit_2),
    hook!(vkQueueBindSparse: PFN_vkQueueBindSparse = bind_sparse),
    hook!(vkQueuePresentKHR: PFN_vkQueuePresentKHR = present),
    hook!(vkQueueBeginDebugUtilsLabelEXT: PFN_vkQueueBeginDebugUtilsLabelEXT = begin_label),
    hook!(vkQueueEndDebugUtilsLabelEXT: PFN_vkQueueEndDebugUtilsLabelEXT = end_label),
    hook!(vkQueueInsertDebugUtilsLabelEXT: PFN_vkQueueInsertDebugUtilsLabelEXT = insert_label),
    hook!(vkQueueWaitIdle: PFN_vkQueueWaitIdle = queue_wait_idle),
    hook!(vkDeviceWaitIdle: PFN_vkDeviceWaitIdle = device_wait_idle),
    hook!(vkGetQueryPoolResults: PFN_vkGetQueryPoolResults = query_results),
    hook!(vkGetSemaphoreFdKHR: PFN_vkGetSemaphoreFdKHR = semaphore_fd),
    hook!(vkGetFenceFdKHR: PFN_vkGetFenceFdKHR = fence_fd),
    hook!(vkCreateSemaphore: PFN_vkCreateSemaphore = create_semaphore),
    hook!(vkDestroySemaphore: PFN_vkDestroySemaphore = destroy_semaphore),
];

/// The queues of a device.
pub struct Queues {
    functions: Functions,
    /// How many there are of each family.
    counts: HashMap<u32, u32>,
    by_handle: DashMap<vk::Queue, Arc<Queue>>,
    /// The binary ones.
    semaphores: InLine<vk::Semaphore>,
    fences: InLine<vk::Fence>,
    timelines: DashSet<vk::Semaphore>,
    /// The device goes: no thread waits for the GPU any more.
    stopping: AtomicBool,
}

/// The next layer's functions.
struct Functions {
    submit_2: Option<vk::PFN_vkQueueSubmit2>,
    present: Option<vk::PFN_vkQueuePresentKHR>,
    semaphore_fd: Option<vk::PFN_vkGetSemaphoreFdKHR>,
    fence_fd: Option<vk::PFN_vkGetFenceFdKHR>,
    begin_label: Option<vk::PFN_vkQueueBeginDebugUtilsLabelEXT>,
    end_label: Option<vk::PFN_vkQueueEndDebugUtilsLabelEXT>,
    insert_label: Option<vk::PFN_vkQueueInsertDebugUtilsLabelEXT>,
}

impl Functions {
    /// `load` gives the driver's functions.
    fn load(load: impl Fn(&'static CStr) -> vk::PFN_vkVoidFunction) -> Self {
        /// # Safety
        /// `T` is the function's type.
        unsafe fn typed<T: Copy>(function: Pointer) -> T {
            // SAFETY: the caller's promise; all function pointers have one size.
            unsafe { core::mem::transmute_copy(&function) }
        }
        // SAFETY: functions of these names have these types.
        unsafe {
            Self {
                submit_2: [c"vkQueueSubmit2", c"vkQueueSubmit2KHR"].into_iter().find_map(&load).map(|f| typed(f)),
                present: load(c"vkQueuePresentKHR").map(|f| typed(f)),
                semaphore_fd: load(c"vkGetSemaphoreFdKHR").map(|f| typed(f)),
                fence_fd: load(c"vkGetFenceFdKHR").map(|f| typed(f)),
                begin_label: load(c"vkQueueBeginDebugUtilsLabelEXT").map(|f| typed(f)),
                end_label: load(c"vkQueueEndDebugUtilsLabelEXT").map(|f| typed(f)),
                insert_label: load(c"vkQueueInsertDebugUtilsLabelEXT").map(|f| typed(f)),
            }
        }
    }
}

struct Queue {
    access: Arc<Access>,
    fifo: Fifo<Worker>,
}

impl Queue {
    fn new(raw: vk::Queue, family: u32, has_siblings: bool) -> Self {
        Self { access: Arc::new(Access { raw, family, has_siblings, lock: Mutex::new(()) }), fifo: Fifo::new() }
    }
}

/// What program and thread share of a queue.
struct Access {
    raw: vk::Queue,
    family: u32,
    /// There are other queues of its family, where the same command buffers may be pending.
    has_siblings: bool,
    /// Vulkan wants one user of a queue at a time.
    lock: Mutex<()>,
}

impl Queues {
    /// `load` gives the driver's functions; `requested` are the queues that the program made the device with.
    pub fn new(
        load: impl Fn(&'static CStr) -> vk::PFN_vkVoidFunction,
        requested: &[vk::DeviceQueueCreateInfo],
    ) -> Self {
        let mut counts = HashMap::new();
        requested.iter().for_each(|info| *counts.entry(info.queue_family_index).or_default() += info.queue_count);
        Self {
            functions: Functions::load(load),
            counts,
            by_handle: DashMap::new(),
            semaphores: InLine::new(),
            fences: InLine::new(),
            timelines: DashSet::new(),
            stopping: AtomicBool::new(false),
        }
    }

    fn add(&self, raw: vk::Queue, family: u32) {
        if raw != vk::Queue::null() {
            let has_siblings = self.counts.get(&family).is_some_and(|count| *count > 1);
            self.by_handle.entry(raw).or_insert_with(|| Arc::new(Queue::new(raw, family, has_siblings)));
        }
    }

    fn get(&self, raw: vk::Queue) -> Arc<Queue> {
        self.by_handle.get(&raw).expect("the queue was got through this layer").clone()
    }

    /// The jobs of other queues that signal these semaphores, as far as they are not done. A wait takes a signal away.
    fn tickets(&self, queue: &Arc<Queue>, waits: impl Iterator<Item = vk::Semaphore>) -> Vec<Ticket> {
        if self.semaphores.is_empty() {
            return Vec::new();
        }
        let tickets = waits.filter_map(|semaphore| self.semaphores.take(semaphore));
        tickets.filter(|ticket| !Arc::ptr_eq(&ticket.queue, queue)).collect()
    }

    /// Waits until everything in line is with the driver.
    fn wait_idle(&self) -> Option<vk::Result> {
        let all: Vec<_> = self.by_handle.iter().map(|queue| queue.clone()).collect();
        all.iter().for_each(|queue| queue.fifo.wait_idle());
        all.iter().filter_map(|queue| queue.fifo.take_error()).next()
    }

    /// Ends the threads, as the device goes.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.by_handle.iter().for_each(|queue| queue.fifo.stop());
        self.semaphores.clear();
        self.fences.clear();
    }
}

/// A call that submits: straight to the driver, or in line.
///
/// # Safety
/// As the command, whose stage masks are the driver's.
unsafe fn submit_to<T: Info>(raw: vk::Queue, infos: &[T], fence: vk::Fence) -> vk::Result {
    // SAFETY: the caller's promise. Threads end before their device does, so the references live long enough for them.
    let (data, fallback): (&'static DeviceData, &'static Fallback) = unsafe { fallback_data(raw) };
    let queues = &fallback.queues;
    let queue = queues.get(raw);
    if let Some(error) = queue.fifo.take_error() {
        return error;
    }
    let buffers = infos.iter().flat_map(Info::buffers);
    // SAFETY: the program records none of them meanwhile.
    let cuts: Cuts = buffers.filter_map(|raw| Some((raw, unsafe { command::cuts(raw) }?))).collect();
    let shared = match queue.access.has_siblings {
        // SAFETY: as above.
        true => infos.iter().flat_map(Info::buffers).map(|raw| (raw, unsafe { command::records(raw) })).collect(),
        false => SharedRecords::new(),
    };
    let shared: SharedRecords = shared.into_iter().filter(|(_, records)| !records.is_empty()).collect();
    let after = queues.tickets(&queue, infos.iter().flat_map(Info::waits));
    if cuts.is_empty() && shared.is_empty() && after.is_empty() && queue.fifo.is_idle() {
        let _access = queue.access.lock.lock();
        // SAFETY: the caller's promise.
        return unsafe { T::submit(data, fallback, raw, infos, fence) };
    }
    // SAFETY: the caller's promise.
    let submission = match unsafe { Submission::new(infos, fence, cuts, shared, after) } {
        Ok(submission) => submission,
        Err(refusal) => {
            tracing::error!("a submission is refused: {refusal}");
            return refusal.vk_result();
        }
    };
    let access = queue.access.clone();
    let job = Box::new(move |worker: &mut Worker| worker.run(&submission));
    match queue.fifo.push(job, move || Worker::new(data, fallback, access)) {
        Ok(number) => {
            let binary = infos.iter().flat_map(Info::signals).filter(|raw| !queues.timelines.contains(raw));
            let ticket = Ticket { queue, number };
            queues.semaphores.add(binary, &ticket);
            queues.fences.add(Some(fence).into_iter().filter(|fence| *fence != vk::Fence::null()), &ticket);
            vk::Result::SUCCESS
        }
        Err(error) => error,
    }
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn get_queue(device: vk::Device, family: u32, index: u32, queue: *mut vk::Queue) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        (data.fns.fp_v1_0().get_device_queue)(device, family, index, queue);
        fallback.queues.add(*queue, family);
    });
}

unsafe extern "system" fn get_queue_2(
    device: vk::Device,
    info: *const vk::DeviceQueueInfo2<'_>,
    queue: *mut vk::Queue,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        (data.fns.fp_v1_1().get_device_queue2)(device, info, queue);
        fallback.queues.add(*queue, (*info).queue_family_index);
    });
}

unsafe extern "system" fn submit(
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let submits = array(submits.cast::<vk::SubmitInfo<'static>>(), count);
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
        submit_to(queue, &driver, fence)
    })
}

unsafe extern "system" fn submit_2(
    queue: vk::Queue,
    count: u32,
    submits: *const vk::SubmitInfo2<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let submits = array(submits.cast::<vk::SubmitInfo2<'static>>(), count);
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
        submit_to(queue, &driver, fence)
    })
}

unsafe extern "system" fn bind_sparse(
    queue: vk::Queue,
    count: u32,
    infos: *const vk::BindSparseInfo<'_>,
    fence: vk::Fence,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe { submit_to(queue, array(infos.cast::<vk::BindSparseInfo<'static>>(), count), fence) })
}

/// Returns what became of the presentation, so it waits until it is next in line.
unsafe extern "system" fn present(raw: vk::Queue, info: *const vk::PresentInfoKHR<'_>) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (_, fallback) = fallback_data(raw);
        let queue = fallback.queues.get(raw);
        let waits = array((*info).p_wait_semaphores, (*info).wait_semaphore_count);
        fallback.queues.tickets(&queue, waits.iter().copied()).iter().for_each(Ticket::wait);
        queue.fifo.wait_idle();
        if let Some(error) = queue.fifo.take_error() {
            return error;
        }
        let Some(present) = fallback.queues.functions.present else { return vk::Result::ERROR_UNKNOWN };
        let _access = queue.access.lock.lock();
        present(raw, info)
    })
}

/// Labels are for debuggers and do not stand in line; but one thread at a time uses a queue.
///
/// # Safety
/// `queue` is alive; `call` has the contract of the command.
unsafe fn label(raw: vk::Queue, call: impl FnOnce(&Functions)) {
    guard(|| {
        // SAFETY: the caller's promise.
        let queues = unsafe { &fallback_data(raw).1.queues };
        let queue = queues.get(raw);
        let _access = queue.access.lock.lock();
        call(&queues.functions);
    });
}

unsafe extern "system" fn begin_label(queue: vk::Queue, info: *const vk::DebugUtilsLabelEXT<'_>) {
    // SAFETY: the program calls with valid arguments; the same below.
    unsafe { label(queue, |functions| functions.begin_label.iter().for_each(|begin| begin(queue, info))) };
}

unsafe extern "system" fn end_label(queue: vk::Queue) {
    // SAFETY: as above.
    unsafe { label(queue, |functions| functions.end_label.iter().for_each(|end| end(queue))) };
}

unsafe extern "system" fn insert_label(queue: vk::Queue, info: *const vk::DebugUtilsLabelEXT<'_>) {
    // SAFETY: as above.
    unsafe { label(queue, |functions| functions.insert_label.iter().for_each(|insert| insert(queue, info))) };
}

unsafe extern "system" fn queue_wait_idle(raw: vk::Queue) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(raw);
        let queue = fallback.queues.get(raw);
        queue.fifo.wait_idle();
        if let Some(error) = queue.fifo.take_error() {
            return error;
        }
        let _access = queue.access.lock.lock();
        (data.fns.fp_v1_0().queue_wait_idle)(raw)
    })
}

unsafe extern "system" fn device_wait_idle(device: vk::Device) -> vk::Result {
    // SAFETY: the program calls with valid arguments, and uses no queue meanwhile.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        match fallback.queues.wait_idle() {
            Some(error) => error,
            None => (data.fns.fp_v1_0().device_wait_idle)(device),
        }
    })
}

/// Where it waits, a driver may expect that what it waits for has been submitted.
unsafe extern "system" fn query_results(
    device: vk::Device,
    pool: vk::QueryPool,
    first: u32,
    count: u32,
    size: usize,
    results: *mut core::ffi::c_void,
    stride: vk::DeviceSize,
    flags: vk::QueryResultFlags,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        if flags.contains(vk::QueryResultFlags::WAIT)
            && let Some(error) = fallback.queues.wait_idle()
        {
            return error;
        }
        match fallback.objects.query_pools.get(pool) {
            Some(ours) => ours.results(data, pool, first..first + count, (size, results), stride, flags),
            None => {
                (data.fns.fp_v1_0().get_query_pool_results)(device, pool, first, count, size, results, stride, flags)
            }
        }
    })
}

/// A file that takes the pending signal with it: the signal must be with the driver. So this waits, as a presentation does.
unsafe extern "system" fn semaphore_fd(
    device: vk::Device,
    info: *const vk::SemaphoreGetFdInfoKHR<'_>,
    fd: *mut core::ffi::c_int,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let queues = &fallback_data(device).1.queues;
        if (*info).handle_type == vk::ExternalSemaphoreHandleTypeFlags::SYNC_FD {
            queues.semaphores.get((*info).semaphore).iter().for_each(Ticket::wait);
        }
        let Some(get) = queues.functions.semaphore_fd else { return vk::Result::ERROR_UNKNOWN };
        get(device, info, fd)
    })
}

unsafe extern "system" fn fence_fd(
    device: vk::Device,
    info: *const vk::FenceGetFdInfoKHR<'_>,
    fd: *mut core::ffi::c_int,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let queues = &fallback_data(device).1.queues;
        if (*info).handle_type == vk::ExternalFenceHandleTypeFlags::SYNC_FD {
            queues.fences.get((*info).fence).iter().for_each(Ticket::wait);
        }
        let Some(get) = queues.functions.fence_fd else { return vk::Result::ERROR_UNKNOWN };
        get(device, info, fd)
    })
}

unsafe extern "system" fn create_semaphore(
    device: vk::Device,
    info: *const vk::SemaphoreCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    semaphore: *mut vk::Semaphore,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_0().create_semaphore)(device, info, allocator, semaphore);
        let of_type = chain::find::<vk::SemaphoreTypeCreateInfo>((*info).p_next);
        if result == vk::Result::SUCCESS && of_type.is_some_and(|t| t.semaphore_type == vk::SemaphoreType::TIMELINE) {
            fallback.queues.timelines.insert(*semaphore);
        }
        result
    })
}

unsafe extern "system" fn destroy_semaphore(
    device: vk::Device,
    semaphore: vk::Semaphore,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.queues.timelines.remove(&semaphore);
        (data.fns.fp_v1_0().destroy_semaphore)(device, semaphore, allocator);
    });
}
