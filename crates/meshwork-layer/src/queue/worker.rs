//! The thread of a queue: submits what is waiting, and goes on with passes that one step did not finish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ash::vk;
use parking_lot::MutexGuard;

use super::Access;
use super::submission::{Info, Part, Submission};
use crate::device::{DeviceData, Fallback};
use crate::record::cut::{Continue, Cut, allocate};
use crate::record::memory::Memory;
use crate::record::recorder::Records;
use crate::record::refusal::Refusal;

/// How long a fence is asked again and again before the thread sleeps.
const SPIN: Duration = Duration::from_micros(300);
/// How long the GPU is waited for before looking whether the device goes.
const PATIENCE_NS: u64 = 200_000_000;

pub struct Worker {
    data: &'static DeviceData,
    fallback: &'static Fallback,
    access: Arc<Access>,
    /// Signalled by the submission that is waited for. Null until the first.
    fence: vk::Fence,
    /// Of `buffers`. Null until the first.
    pool: vk::CommandPool,
    buffers: Vec<vk::CommandBuffer>,
    used: usize,
}

impl Worker {
    pub fn new(data: &'static DeviceData, fallback: &'static Fallback, access: Arc<Access>) -> Self {
        let (fence, pool) = (vk::Fence::null(), vk::CommandPool::null());
        Self { data, fallback, access, fence, pool, buffers: Vec::new(), used: 0 }
    }

    /// Makes the program's call, in parts where command buffers are cut.
    pub fn run<T: Info>(&mut self, submission: &Submission<T>) -> vk::Result {
        submission.after.iter().for_each(|ticket| ticket.wait());
        let mut memory = Memory::default();
        let mut submitted = 0;
        let Err(error) = self.submit_all(submission, &mut memory, &mut submitted) else { return vk::Result::SUCCESS };
        tracing::error!("a submission failed on the queue's thread: {error}");
        // Nobody may wait forever for what will not come.
        let signals = Part { first: false, last: true };
        let left: Vec<T> =
            submission.infos()[submitted..].iter().map(|info| info.part(&[], signals, &mut memory)).collect();
        let _ = self.submit(&left, submission.fence);
        error
    }

    /// `submitted` counts the infos whose last part is with the driver.
    fn submit_all<T: Info>(
        &mut self,
        submission: &Submission<T>,
        memory: &mut Memory,
        submitted: &mut usize,
    ) -> Result<(), vk::Result> {
        let mut ready: Vec<T> = Vec::new();
        for (index, info) in submission.infos().iter().enumerate() {
            let mut buffers = Vec::new();
            let mut first = true;
            let records = submission.records_of(&info.buffers());
            if !records.is_empty() {
                // What this waits for may come after an execution on another queue: only then is it this one's turn.
                ready.push(info.part(&[], Part { first, last: false }, memory));
                first = false;
                self.submit_and_wait(&ready)?;
                *submitted = index;
                ready.clear();
            }
            let held = self.hold(&records)?;
            for raw in info.buffers() {
                buffers.push(raw);
                for cut in submission.cuts_of(raw) {
                    ready.push(info.part(&buffers, Part { first, last: false }, memory));
                    (first, buffers) = (false, Vec::new());
                    self.submit_and_wait(&ready)?;
                    *submitted = index;
                    ready.clear();
                    buffers.extend([self.pass_of(cut)?, cut.rest]);
                }
            }
            if !held.is_empty() {
                ready.push(info.part(&buffers, Part { first, last: false }, memory));
                (first, buffers) = (false, Vec::new());
                self.submit_and_wait(&ready)?;
                ready.clear();
                drop(held);
            }
            ready.push(info.part(&buffers, Part { first, last: true }, memory));
        }
        self.submit(&ready, submission.fence)
    }

    /// Waits until no other queue writes these.
    fn hold<'a>(&self, records: &[&'a Records]) -> Result<Vec<MutexGuard<'a, ()>>, vk::Result> {
        let hold = |records: &&'a Records| loop {
            match records.try_lock_for(Duration::from_nanos(PATIENCE_NS)) {
                Some(held) => return Ok(held),
                None if self.fallback.queues.stopping.load(Ordering::Relaxed) => {
                    return Err(vk::Result::ERROR_DEVICE_LOST);
                }
                None => {}
            }
        };
        records.iter().map(hold).collect()
    }

    /// The command buffer with the pass of a cut, whose hoist has been executed.
    fn pass_of(&mut self, cut: &Cut) -> Result<vk::CommandBuffer, vk::Result> {
        // SAFETY: `submit_and_wait` came before, and the program's command buffer is pending until the last part is done.
        unsafe {
            if !cut.is_unfinished() {
                return Ok(cut.pass);
            }
            cut.continue_pass(self).map_err(|refusal| {
                tracing::error!("a render pass cannot go on: {refusal}");
                refusal.vk_result()
            })
        }
    }

    fn submit<T: Info>(&self, infos: &[T], fence: vk::Fence) -> Result<(), vk::Result> {
        let _access = self.access.lock.lock();
        // SAFETY: parts of what the program submitted; the lock keeps others from the queue.
        unsafe { T::submit(self.data, self.fallback, self.access.raw, infos, fence) }.result()
    }

    fn submit_and_wait<T: Info>(&mut self, infos: &[T]) -> Result<(), vk::Result> {
        let fns = &self.data.fns;
        if self.fence == vk::Fence::null() {
            // SAFETY: a valid info.
            self.fence = unsafe { fns.create_fence(&vk::FenceCreateInfo::default(), None)? };
        }
        self.submit(infos, self.fence)?;
        let fences = [self.fence];
        // A hoist takes less time than a thread takes to be woken.
        let submitted = Instant::now();
        // SAFETY: the fence is this thread's, and was submitted.
        while submitted.elapsed() < SPIN && !unsafe { fns.get_fence_status(self.fence)? } {
            std::hint::spin_loop();
        }
        loop {
            // SAFETY: the fence is this thread's, and was submitted.
            match unsafe { fns.wait_for_fences(&fences, true, PATIENCE_NS) } {
                Err(vk::Result::TIMEOUT) if self.fallback.queues.stopping.load(Ordering::Relaxed) => {
                    return Err(vk::Result::ERROR_DEVICE_LOST);
                }
                Err(vk::Result::TIMEOUT) => {}
                Err(error) => return Err(error),
                Ok(()) => break,
            }
        }
        // A fence comes after all that was submitted to the queue before.
        self.used = 0;
        // SAFETY: as above.
        unsafe { fns.reset_fences(&fences) }
    }

    fn next_buffer(&mut self) -> Result<vk::CommandBuffer, Refusal> {
        if self.pool == vk::CommandPool::null() {
            let flags = vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER | vk::CommandPoolCreateFlags::TRANSIENT;
            let info = vk::CommandPoolCreateInfo::default().flags(flags).queue_family_index(self.access.family);
            // SAFETY: a valid info.
            let pool = unsafe { self.data.fns.create_command_pool(&info, None) };
            self.pool = pool.map_err(Refusal::of("vkCreateCommandPool"))?;
        }
        if self.used == self.buffers.len() {
            self.buffers.push(allocate(self.data, self.pool, vk::CommandBufferLevel::PRIMARY)?);
        }
        self.used += 1;
        Ok(self.buffers[self.used - 1])
    }
}

impl Continue for Worker {
    fn begin(&mut self) -> Result<vk::CommandBuffer, vk::Result> {
        let raw = self.next_buffer().map_err(|refusal| refusal.vk_result())?;
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: this thread's, and the GPU is done with it.
        unsafe { self.data.fns.begin_command_buffer(raw, &info) }.map(|()| raw)
    }

    fn execute(&mut self, raw: vk::CommandBuffer) -> Result<(), vk::Result> {
        // SAFETY: this thread records it.
        unsafe { self.data.fns.end_command_buffer(raw)? };
        let buffers = [raw];
        self.submit_and_wait(&[vk::SubmitInfo {
            command_buffer_count: 1,
            p_command_buffers: buffers.as_ptr(),
            ..Default::default()
        }])
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // SAFETY: the device is about to go, and the GPU is done with what was submitted. Null is allowed.
        unsafe {
            self.data.fns.destroy_fence(self.fence, None);
            self.data.fns.destroy_command_pool(self.pool, None);
        }
    }
}
