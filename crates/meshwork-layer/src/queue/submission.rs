//! Submissions as the queue's thread keeps them: copies of the program's, which can be submitted in parts.

use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::line::Ticket;
use crate::chain::{self, array};
use crate::device::{DeviceData, Fallback};
use crate::record::cut::Cut;
use crate::record::memory::Memory;
use crate::record::recorder::Records;
use crate::record::refusal::Refusal;
use crate::record::table::Own;

/// A call that submits, waiting to be made.
pub struct Submission<T> {
    infos: *const T,
    count: usize,
    pub fence: vk::Fence,
    /// Command buffers that are cut.
    pub cuts: Cuts,
    /// Command buffers that other queues may execute at the same time.
    shared: SharedRecords,
    /// Other queues' jobs that signal binary semaphores which this one waits for: these must be submitted before.
    pub after: Vec<Ticket>,
    /// What the infos lie in.
    _memory: Memory,
}

/// The command buffers of a submission that are cut, and where.
pub type Cuts = SmallVec<[(vk::CommandBuffer, Arc<[Cut]>); 2]>;

/// The command buffers of a submission that queues may not execute at the same time, and what each writes.
pub type SharedRecords = SmallVec<[(vk::CommandBuffer, SmallVec<[Records; 1]>); 1]>;

// SAFETY: the pointer leads into the submission's own memory.
unsafe impl<T> Send for Submission<T> {}

impl<T: Info> Submission<T> {
    /// # Safety
    /// The infos are valid.
    pub unsafe fn new(
        infos: &[T],
        fence: vk::Fence,
        cuts: Cuts,
        shared: SharedRecords,
        after: Vec<Ticket>,
    ) -> Result<Self, Refusal> {
        let mut memory = Memory::default();
        if !cuts.is_empty() || !shared.is_empty() {
            infos.iter().try_for_each(Info::check_parts)?;
        }
        // SAFETY: the caller's promise.
        let copy = unsafe { memory.each(infos.as_ptr(), infos.len())? };
        Ok(Self { infos: copy, count: infos.len(), fence, cuts, shared, after, _memory: memory })
    }

    pub fn infos(&self) -> &[T] {
        // SAFETY: copied in `new`.
        unsafe { array(self.infos, self.count as u32) }
    }

    pub fn cuts_of(&self, raw: vk::CommandBuffer) -> &[Cut] {
        self.cuts.iter().find(|(cut, _)| *cut == raw).map_or(&[], |(_, cuts)| cuts)
    }
}

impl<T> Submission<T> {
    /// What these command buffers write that other queues may write at the same time, in an order that is the same for all queues.
    pub fn records_of(&self, buffers: &[vk::CommandBuffer]) -> Vec<&Records> {
        let shared = self.shared.iter().filter(|(raw, _)| buffers.contains(raw));
        let mut records: Vec<&Records> = shared.flat_map(|(_, records)| records).collect();
        records.sort_by_key(|records| Arc::as_ptr(records));
        records.dedup_by(|a, b| Arc::ptr_eq(a, b));
        records
    }
}

/// Which part of an info.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The one that waits.
    pub first: bool,
    /// The one that signals.
    pub last: bool,
}

type List<T> = SmallVec<[T; 8]>;

/// `VkSubmitInfo`, `VkSubmitInfo2` and `VkBindSparseInfo`. What hangs in the chain goes with every part: values of semaphores
/// that a part does not have are ignored.
pub trait Info: Own + 'static {
    fn buffers(&self) -> List<vk::CommandBuffer>;
    fn waits(&self) -> List<vk::Semaphore>;
    fn signals(&self) -> List<vk::Semaphore>;

    /// A part with these command buffers.
    fn part(&self, buffers: &[vk::CommandBuffer], part: Part, memory: &mut Memory) -> Self;

    /// # Safety
    /// As the call, and nobody else uses the queue meanwhile.
    unsafe fn submit(
        data: &DeviceData,
        fallback: &Fallback,
        queue: vk::Queue,
        infos: &[Self],
        fence: vk::Fence,
    ) -> vk::Result;

    fn chain(&self) -> *const core::ffi::c_void;

    /// Refuses what cannot be in parts.
    fn check_parts(&self) -> Result<(), Refusal> {
        use vk::StructureType as Type;
        let whole = [
            Type::DEVICE_GROUP_SUBMIT_INFO,
            Type::WIN32_KEYED_MUTEX_ACQUIRE_RELEASE_INFO_KHR,
            Type::WIN32_KEYED_MUTEX_ACQUIRE_RELEASE_INFO_NV,
        ];
        // SAFETY: a valid chain.
        let mut types = unsafe { chain::types(self.chain()) };
        types.find(|s_type| whole.contains(s_type)).map_or(Ok(()), |s_type| Err(Refusal::Structure(s_type)))
    }
}

impl Info for vk::SubmitInfo<'static> {
    fn buffers(&self) -> List<vk::CommandBuffer> {
        // SAFETY: a valid info; the same below.
        unsafe { array(self.p_command_buffers, self.command_buffer_count) }.into()
    }

    fn waits(&self) -> List<vk::Semaphore> {
        // SAFETY: as above.
        unsafe { array(self.p_wait_semaphores, self.wait_semaphore_count) }.into()
    }

    fn signals(&self) -> List<vk::Semaphore> {
        // SAFETY: as above.
        unsafe { array(self.p_signal_semaphores, self.signal_semaphore_count) }.into()
    }

    fn part(&self, buffers: &[vk::CommandBuffer], part: Part, memory: &mut Memory) -> Self {
        Self {
            wait_semaphore_count: if part.first { self.wait_semaphore_count } else { 0 },
            command_buffer_count: buffers.len() as u32,
            p_command_buffers: memory.keep_slice(buffers),
            signal_semaphore_count: if part.last { self.signal_semaphore_count } else { 0 },
            ..*self
        }
    }

    unsafe fn submit(
        data: &DeviceData,
        _: &Fallback,
        queue: vk::Queue,
        infos: &[Self],
        fence: vk::Fence,
    ) -> vk::Result {
        // SAFETY: the caller's promise.
        unsafe { (data.fns.fp_v1_0().queue_submit)(queue, infos.len() as u32, infos.as_ptr(), fence) }
    }

    fn chain(&self) -> *const core::ffi::c_void {
        self.p_next
    }
}

impl Info for vk::SubmitInfo2<'static> {
    fn buffers(&self) -> List<vk::CommandBuffer> {
        // SAFETY: a valid info; the same below.
        let infos = unsafe { array(self.p_command_buffer_infos, self.command_buffer_info_count) };
        infos.iter().map(|info| info.command_buffer).collect()
    }

    fn waits(&self) -> List<vk::Semaphore> {
        // SAFETY: as above.
        let infos = unsafe { array(self.p_wait_semaphore_infos, self.wait_semaphore_info_count) };
        infos.iter().map(|info| info.semaphore).collect()
    }

    fn signals(&self) -> List<vk::Semaphore> {
        // SAFETY: as above.
        let infos = unsafe { array(self.p_signal_semaphore_infos, self.signal_semaphore_info_count) };
        infos.iter().map(|info| info.semaphore).collect()
    }

    fn part(&self, buffers: &[vk::CommandBuffer], part: Part, memory: &mut Memory) -> Self {
        // Device masks are those of one device: groups are refused.
        let info = |&raw: &_| vk::CommandBufferSubmitInfo::default().command_buffer(raw);
        let infos: List<vk::CommandBufferSubmitInfo> = buffers.iter().map(info).collect();
        Self {
            wait_semaphore_info_count: if part.first { self.wait_semaphore_info_count } else { 0 },
            command_buffer_info_count: infos.len() as u32,
            p_command_buffer_infos: memory.keep_slice(&infos),
            signal_semaphore_info_count: if part.last { self.signal_semaphore_info_count } else { 0 },
            ..*self
        }
    }

    unsafe fn submit(
        _: &DeviceData,
        fallback: &Fallback,
        queue: vk::Queue,
        infos: &[Self],
        fence: vk::Fence,
    ) -> vk::Result {
        let Some(submit) = fallback.queues.functions.submit_2 else { return vk::Result::ERROR_UNKNOWN };
        // SAFETY: the caller's promise.
        unsafe { submit(queue, infos.len() as u32, infos.as_ptr(), fence) }
    }

    fn chain(&self) -> *const core::ffi::c_void {
        self.p_next
    }
}

impl Info for vk::BindSparseInfo<'static> {
    fn buffers(&self) -> List<vk::CommandBuffer> {
        List::new()
    }

    fn waits(&self) -> List<vk::Semaphore> {
        // SAFETY: a valid info; the same below.
        unsafe { array(self.p_wait_semaphores, self.wait_semaphore_count) }.into()
    }

    fn signals(&self) -> List<vk::Semaphore> {
        // SAFETY: as above.
        unsafe { array(self.p_signal_semaphores, self.signal_semaphore_count) }.into()
    }

    fn part(&self, _: &[vk::CommandBuffer], part: Part, _: &mut Memory) -> Self {
        // Without command buffers there is one part; where an error left only the signals to be made, the binds are left out.
        match part.first {
            true => *self,
            false => Self {
                wait_semaphore_count: 0,
                buffer_bind_count: 0,
                image_opaque_bind_count: 0,
                image_bind_count: 0,
                ..*self
            },
        }
    }

    unsafe fn submit(
        data: &DeviceData,
        _: &Fallback,
        queue: vk::Queue,
        infos: &[Self],
        fence: vk::Fence,
    ) -> vk::Result {
        // SAFETY: the caller's promise.
        unsafe { (data.fns.fp_v1_0().queue_bind_sparse)(queue, infos.len() as u32, infos.as_ptr(), fence) }
    }

    fn chain(&self) -> *const core::ffi::c_void {
        self.p_next
    }
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;

    #[test]
    fn the_first_part_waits_and_the_last_signals() {
        let semaphores = [vk::Semaphore::from_raw(1)];
        let buffers = [vk::CommandBuffer::from_raw(2), vk::CommandBuffer::from_raw(3)];
        let info = vk::SubmitInfo {
            wait_semaphore_count: 1,
            p_wait_semaphores: semaphores.as_ptr(),
            command_buffer_count: 2,
            p_command_buffers: buffers.as_ptr(),
            signal_semaphore_count: 1,
            p_signal_semaphores: semaphores.as_ptr(),
            ..Default::default()
        };
        let mut memory = Memory::default();
        let first = info.part(&buffers[..1], Part { first: true, last: false }, &mut memory);
        assert_eq!((first.waits().len(), first.signals().len()), (1, 0));
        assert_eq!(first.buffers()[..], buffers[..1]);
        let last = info.part(&buffers[1..], Part { first: false, last: true }, &mut memory);
        assert_eq!((last.waits().len(), last.signals().len()), (0, 1));
        assert_eq!(last.buffers()[..], buffers[1..]);
    }

    #[test]
    fn a_structure_that_belongs_to_the_whole_is_refused_by_name() {
        let group = vk::DeviceGroupSubmitInfo::default();
        let info = vk::SubmitInfo2 { p_next: (&raw const group).cast(), ..Default::default() };
        assert!(matches!(info.check_parts(), Err(Refusal::Structure(vk::StructureType::DEVICE_GROUP_SUBMIT_INFO))));
    }
}
