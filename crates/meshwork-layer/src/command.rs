//! Command pools and command buffers.
//!
//! A command buffer's [`Recorder`] is found from its handle by every command recorded, so the last one that a thread used is
//! remembered: a thread records one for a while.
//!
//! A command buffer owns the device memory of its plans. Submitted again on one queue, its hoist waits for the execution before;
//! on another queue its execution comes after that ([`crate::queue`]).
//! The memory goes back, and what the GPU counted is read, when the program says that it is done with the command buffer:
//! by beginning or resetting it, or by freeing it or its pool.

use core::cell::Cell;
use core::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use ash::vk;
use dashmap::DashMap;
use smallvec::SmallVec;

use crate::chain::Chain;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::objects::query_pools::driver_statistics;
use crate::record::Recorder;
use crate::record::cut::{Cut, Segments};
use crate::record::recorder::Records;
use crate::record::secondary::Tape;
use crate::record::split::HALVES;

pub const HOOKS: &[Hook] = &[
    hook!(vkAllocateCommandBuffers: PFN_vkAllocateCommandBuffers = allocate),
    hook!(vkFreeCommandBuffers: PFN_vkFreeCommandBuffers = free),
    hook!(vkResetCommandPool: PFN_vkResetCommandPool = reset_pool),
    hook!(vkDestroyCommandPool: PFN_vkDestroyCommandPool = destroy_pool),
    hook!(vkBeginCommandBuffer: PFN_vkBeginCommandBuffer = begin),
    hook!(vkEndCommandBuffer: PFN_vkEndCommandBuffer = end),
    hook!(vkResetCommandBuffer: PFN_vkResetCommandBuffer = reset),
];

/// Command buffers by pool, in a device's fallback.
pub type Pools = DashMap<vk::CommandPool, Vec<vk::CommandBuffer>>;

/// Recorders of all devices: command buffers are pointers, so their handles are unique in the process.
static RECORDERS: LazyLock<DashMap<vk::CommandBuffer, RecorderPointer>> = LazyLock::new(DashMap::new);

/// From `Box::into_raw`.
#[derive(Clone, Copy)]
struct RecorderPointer(*mut Recorder);

// SAFETY: the pointer is only a value here. Vulkan wants a command buffer to be used by one thread at a time, and the
// recorder is used by the thread that uses its command buffer.
unsafe impl Send for RecorderPointer {}
// SAFETY: as above.
unsafe impl Sync for RecorderPointer {}

/// Counts the recorders that were freed: what threads remember from before is no longer true.
static FREED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The last recorder that this thread found, and [`FREED`] at that time.
    static LAST: Cell<(vk::CommandBuffer, *mut Recorder, u64)> =
        const { Cell::new((vk::CommandBuffer::null(), null_mut(), 0)) };
}

/// The recorder of a command buffer.
///
/// # Safety
/// `raw` is alive and was allocated from a device with a fallback, and the calling thread is the one that may use it. The
/// reference is given up when the hook returns.
pub unsafe fn recorder<'a>(raw: vk::CommandBuffer) -> &'a mut Recorder {
    let freed = FREED.load(Ordering::Acquire);
    let (last, pointer, at) = LAST.get();
    let pointer = if last == raw && at == freed { pointer } else { find(raw, freed) };
    // SAFETY: the pointer is valid until the command buffer is freed; the caller's promise rules other users out.
    unsafe { &mut *pointer }
}

#[cold]
fn find(raw: vk::CommandBuffer, freed: u64) -> *mut Recorder {
    let pointer = RECORDERS.get(&raw).expect("the command buffer was allocated through this layer").0;
    LAST.set((raw, pointer, freed));
    pointer
}

/// Where a command buffer is cut.
///
/// # Safety
/// `raw` is alive and has been recorded; nobody records it meanwhile.
pub unsafe fn cuts(raw: vk::CommandBuffer) -> Option<Arc<[Cut]>> {
    let pointer = RECORDERS.get(&raw)?.0;
    // SAFETY: the caller's promise.
    unsafe { (*pointer).segments.ended() }
}

/// Whether a command buffer has compute work for mesh draws of its own.
///
/// # Safety
/// As for [`cuts`].
pub unsafe fn has_records(raw: vk::CommandBuffer) -> bool {
    // SAFETY: the caller's promise.
    RECORDERS.get(&raw).is_some_and(|pointer| unsafe { (*pointer.0).has_records })
}

/// The records that executions of a command buffer on several queues at once would share.
///
/// # Safety
/// As for [`cuts`].
pub unsafe fn records(raw: vk::CommandBuffer) -> SmallVec<[Records; 1]> {
    let Some(pointer) = RECORDERS.get(&raw) else { return SmallVec::new() };
    // SAFETY: the caller's promise.
    unsafe { (*pointer.0).records.clone() }
}

/// What the program recorded in a secondary command buffer that continues a render pass.
///
/// # Safety
/// As for [`cuts`], and for as long as the reference is used.
pub unsafe fn tape<'a>(raw: vk::CommandBuffer) -> Option<&'a Tape> {
    let pointer = RECORDERS.get(&raw)?.0;
    // SAFETY: the caller's promise.
    Some(unsafe { &(*pointer).tape })
}

fn forget(raw: vk::CommandBuffer) {
    if let Some((_, RecorderPointer(pointer))) = RECORDERS.remove(&raw) {
        FREED.fetch_add(1, Ordering::Release);
        // SAFETY: the pointer came from a box, and left the table just now. Dropping it reads what the GPU counted.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn allocate(
    device: vk::Device,
    info: *const vk::CommandBufferAllocateInfo<'_>,
    buffers: *mut vk::CommandBuffer,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        // Recorders go before their device does.
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_0().allocate_command_buffers)(device, info, buffers);
        if result == vk::Result::SUCCESS {
            let allocated = std::slice::from_raw_parts(buffers, (*info).command_buffer_count as usize);
            fallback.recording.pools.entry((*info).command_pool).or_default().extend(allocated);
            for &raw in allocated {
                let segments = Segments::new((*info).command_pool, (*info).level, data.settings.readback);
                let recorder = Box::into_raw(Box::new(Recorder::new(data, fallback, raw, segments)));
                RECORDERS.insert(raw, RecorderPointer(recorder));
            }
        }
        result
    })
}

unsafe extern "system" fn free(
    device: vk::Device,
    pool: vk::CommandPool,
    count: u32,
    buffers: *const vk::CommandBuffer,
) {
    // SAFETY: the program calls with valid arguments; null handles are allowed.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let freed = if count == 0 { &[] } else { std::slice::from_raw_parts(buffers, count as usize) };
        if let Some(mut of_pool) = fallback.recording.pools.get_mut(&pool) {
            of_pool.retain(|raw| !freed.contains(raw));
        }
        let mut driver = freed.to_vec();
        for &raw in freed {
            driver.extend(RECORDERS.get(&raw).iter().flat_map(|pointer| (*pointer.0).segments.buffers().to_vec()));
            forget(raw);
        }
        (data.fns.fp_v1_0().free_command_buffers)(device, pool, driver.len() as u32, driver.as_ptr());
    });
}

unsafe extern "system" fn reset_pool(
    device: vk::Device,
    pool: vk::CommandPool,
    flags: vk::CommandPoolResetFlags,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments, and uses no command buffer of the pool meanwhile.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        if let Some(of_pool) = fallback.recording.pools.get(&pool) {
            of_pool.iter().for_each(|&raw| recorder(raw).reset());
        }
        (data.fns.fp_v1_0().reset_command_pool)(device, pool, flags)
    })
}

unsafe extern "system" fn destroy_pool(
    device: vk::Device,
    pool: vk::CommandPool,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments, and uses no command buffer of the pool meanwhile.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        if let Some((_, of_pool)) = fallback.recording.pools.remove(&pool) {
            of_pool.into_iter().for_each(forget);
        }
        (data.fns.fp_v1_0().destroy_command_pool)(device, pool, allocator);
    });
}

/// Forgets the command buffers whose pools the program left to be destroyed with their device.
pub fn forget_all(pools: &Pools) {
    for of_pool in pools.iter() {
        of_pool.iter().copied().for_each(forget);
    }
    pools.clear();
}

unsafe extern "system" fn begin(raw: vk::CommandBuffer, info: *const vk::CommandBufferBeginInfo<'_>) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder(raw);
        // Beginning resets a command buffer that was recorded before, and the GPU must be done with it then.
        recorder.reset();
        if !recorder.fallback.gives_mesh_shaders {
            return (recorder.data.fns.fp_v1_0().begin_command_buffer)(raw, info);
        }
        // Vulkan ignores the flag where the command buffer is a primary one.
        recorder.inherits_pass = recorder.segments.is_secondary()
            && (*info).flags.contains(vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE);
        recorder.is_taped = recorder.inherits_pass;
        recorder.segments.begin((*info).flags);
        match recorder.segments.is_secondary() {
            true => begin_secondary(recorder, raw, &*info),
            false => (recorder.data.fns.fp_v1_0().begin_command_buffer)(raw, info),
        }
    })
}

/// A secondary command buffer inherits what there is to the driver: statistics without those of mesh shaders, and what a half of a
/// rendering is there.
///
/// # Safety
/// As `vkBeginCommandBuffer` of a secondary command buffer.
unsafe fn begin_secondary(
    recorder: &mut Recorder,
    raw: vk::CommandBuffer,
    info: &vk::CommandBufferBeginInfo,
) -> vk::Result {
    let begin = recorder.data.fns.fp_v1_0().begin_command_buffer;
    // SAFETY: the caller's promise.
    unsafe {
        let Some(inheritance) = info.p_inheritance_info.as_ref() else { return begin(raw, info) };
        let mut chain = Chain::copy(inheritance.p_next, |_| true);
        if let Some(rendering) = chain.get_mut::<vk::CommandBufferInheritanceRenderingInfo>() {
            rendering.flags &= !HALVES;
        }
        let driver = vk::CommandBufferInheritanceInfo {
            p_next: chain.link(),
            pipeline_statistics: driver_statistics(inheritance.pipeline_statistics),
            ..*inheritance
        };
        let result = begin(raw, &vk::CommandBufferBeginInfo { p_inheritance_info: &driver, ..*info });
        // Only what continues a pass needs the pass, and the formats that the chain points to.
        chain.take::<vk::CommandBufferInheritanceRenderingInfo>();
        let inherited = vk::CommandBufferInheritanceInfo::default()
            .occlusion_query_enable(driver.occlusion_query_enable == vk::TRUE)
            .query_flags(driver.query_flags)
            .pipeline_statistics(driver.pipeline_statistics);
        recorder.segments.inherit(inherited, chain);
        result
    }
}

unsafe extern "system" fn end(raw: vk::CommandBuffer) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder(raw);
        recorder.end_tape();
        recorder.end_records();
        let result = (recorder.data.fns.fp_v1_0().end_command_buffer)(recorder.outside());
        recorder.segments.end();
        if result == vk::Result::SUCCESS { recorder.result() } else { result }
    })
}

unsafe extern "system" fn reset(raw: vk::CommandBuffer, flags: vk::CommandBufferResetFlags) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let recorder = recorder(raw);
        recorder.reset();
        (recorder.data.fns.fp_v1_0().reset_command_buffer)(raw, flags)
    })
}
