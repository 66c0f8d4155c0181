//! Barriers on address ranges. They are memory barriers that say less: one on all memory is as right, and may stand inside a pass,
//! where one on a buffer may not. Only where a range changes its queue family the buffers matter.

use ash::vk;
use ash::vk::TaggedStructure;
use smallvec::SmallVec;

use crate::address_commands::{MemoryRangeBarrierKHR, MemoryRangeBarriersInfoKHR};
use crate::chain::{array, find, types};
use crate::objects::addresses::Addresses;
use crate::record::memory::Memory;
use crate::record::recorder::Recorder;
use crate::record::refusal::Refusal;

/// Dependencies without barriers on address ranges: they are among those on memory and buffers, in arrays that last as long as the
/// recording.
///
/// # Safety
/// There are `count` valid structures.
pub unsafe fn without_ranges(
    infos: *const vk::DependencyInfo<'static>,
    count: u32,
    recorder: &mut Recorder,
) -> Result<*const vk::DependencyInfo<'static>, Refusal> {
    let (addresses, memory) = (&recorder.fallback.objects.addresses, &mut recorder.state_memory);
    // SAFETY: the caller's promise.
    unsafe {
        let infos_with = array(infos, count);
        if infos_with.iter().all(|info| find::<MemoryRangeBarriersInfoKHR>(info.p_next).is_none()) {
            return Ok(infos);
        }
        let without: Result<SmallVec<[_; 1]>, _> =
            infos_with.iter().map(|info| without_ranges_in(info, addresses, memory)).collect();
        Ok(memory.keep_slice(&without?))
    }
}

/// # Safety
/// `info` is valid.
unsafe fn without_ranges_in(
    info: &vk::DependencyInfo<'static>,
    addresses: &Addresses,
    memory: &mut Memory,
) -> Result<vk::DependencyInfo<'static>, Refusal> {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(ranges) = find::<MemoryRangeBarriersInfoKHR>(info.p_next) else { return Ok(*info) };
        if let Some(unknown) = types(info.p_next).find(|s_type| *s_type != MemoryRangeBarriersInfoKHR::STRUCTURE_TYPE) {
            return Err(Refusal::Structure(unknown));
        }
        let mut on_memory = array(info.p_memory_barriers, info.memory_barrier_count).to_vec();
        let mut on_buffers = array(info.p_buffer_memory_barriers, info.buffer_memory_barrier_count).to_vec();
        for barrier in array(ranges.p_memory_range_barriers, ranges.memory_range_barrier_count) {
            if barrier.src_queue_family_index == barrier.dst_queue_family_index {
                on_memory.push(on_all_memory(barrier));
            } else {
                on_buffers.extend(transfers(barrier, addresses)?);
            }
        }
        Ok(vk::DependencyInfo {
            p_next: core::ptr::null(),
            memory_barrier_count: on_memory.len() as u32,
            p_memory_barriers: memory.keep_slice(&on_memory),
            buffer_memory_barrier_count: on_buffers.len() as u32,
            p_buffer_memory_barriers: memory.keep_slice(&on_buffers),
            ..*info
        })
    }
}

fn on_all_memory(barrier: &MemoryRangeBarrierKHR) -> vk::MemoryBarrier2<'static> {
    vk::MemoryBarrier2::default()
        .src_stage_mask(barrier.src_stage_mask)
        .src_access_mask(barrier.src_access_mask)
        .dst_stage_mask(barrier.dst_stage_mask)
        .dst_access_mask(barrier.dst_access_mask)
}

/// A transfer of ownership is of "the specified address range", whichever buffers hold it.
fn transfers(
    barrier: &MemoryRangeBarrierKHR,
    addresses: &Addresses,
) -> Result<impl Iterator<Item = vk::BufferMemoryBarrier2<'static>>, Refusal> {
    let (range, any) = (barrier.address_range, vk::BufferUsageFlags::empty());
    let places = addresses.find(range, any);
    if places.is_empty() {
        return Err(Refusal::Address(range.address, any));
    }
    let barrier = vk::BufferMemoryBarrier2::default()
        .src_stage_mask(barrier.src_stage_mask)
        .src_access_mask(barrier.src_access_mask)
        .dst_stage_mask(barrier.dst_stage_mask)
        .dst_access_mask(barrier.dst_access_mask)
        .src_queue_family_index(barrier.src_queue_family_index)
        .dst_queue_family_index(barrier.dst_queue_family_index)
        .size(range.size);
    Ok(places.into_iter().map(move |(buffer, offset)| barrier.buffer(buffer).offset(offset)))
}
