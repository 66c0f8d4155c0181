//! Device memory for plans: blocks from a pool, and the arena of a command buffer.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme, Allocator};
use meshwork_abi::gpu::{Address, Statistics};
use parking_lot::Mutex;

use crate::context::{Limits, Shared};
use crate::error::{Called, Error};
use crate::pipeline::MeshPipeline;

/// Alignment of everything that an arena hands out: enough for every structure, and a cache line.
const ALIGNMENT: u64 = 64;
/// Least size of a block of host-visible tables.
const TABLE_BLOCK: u64 = 64 << 10;
/// Free blocks a pool keeps before it gives memory back.
const FREE_BLOCKS: usize = 16;

/// A buffer with its own memory and address.
pub(crate) struct Block {
    pub buffer: vk::Buffer,
    pub address: u64,
    pub bytes: u64,
    allocation: Allocation,
    host: bool,
}

pub(crate) struct BlockPool {
    device: ash::Device,
    allocator: Mutex<Allocator>,
    free: Mutex<Vec<Block>>,
}

impl BlockPool {
    pub fn new(device: ash::Device, allocator: Mutex<Allocator>) -> Self {
        Self { device, allocator, free: Mutex::default() }
    }

    /// A block of `bytes` or more: the smallest free one that is not wastefully large, or a new one.
    fn take(&self, bytes: u64, host: bool) -> Result<Block, Error> {
        // A pass may have nothing but indirect draws of no draws.
        let bytes = bytes.max(1).next_multiple_of(TABLE_BLOCK);
        let mut free = self.free.lock();
        let fits = |block: &Block| block.host == host && block.bytes >= bytes && block.bytes / 4 <= bytes;
        let best = (0..free.len()).filter(|&i| fits(&free[i])).min_by_key(|&i| free[i].bytes);
        if let Some(i) = best {
            return Ok(free.swap_remove(i));
        }
        drop(free);
        self.create(bytes, host)
    }

    fn create(&self, bytes: u64, host: bool) -> Result<Block, Error> {
        let (what, location) = if host {
            ("meshwork tables", MemoryLocation::CpuToGpu)
        } else {
            ("meshwork records", MemoryLocation::GpuOnly)
        };
        let info = vk::BufferCreateInfo::default().size(bytes).usage(
            vk::BufferUsageFlags::STORAGE_BUFFER
                | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
                | vk::BufferUsageFlags::INDIRECT_BUFFER
                | vk::BufferUsageFlags::INDEX_BUFFER
                | vk::BufferUsageFlags::VERTEX_BUFFER,
        );
        // SAFETY: the create-info outlives the call.
        let buffer = unsafe { self.device.create_buffer(&info, None) }.called("vkCreateBuffer")?;
        // SAFETY: the buffer was just made.
        let requirements = unsafe { self.device.get_buffer_memory_requirements(buffer) };
        let allocated = self.allocator.lock().allocate(&AllocationCreateDesc {
            name: what,
            requirements,
            location,
            linear: true,
            allocation_scheme: AllocationScheme::GpuAllocatorManaged,
        });
        let allocation = match allocated {
            Ok(allocation) => allocation,
            Err(source) => {
                // SAFETY: nothing uses the buffer yet.
                unsafe { self.device.destroy_buffer(buffer, None) };
                return Err(Error::Memory { what, bytes, source });
            }
        };
        let mut block = Block { buffer, address: 0, bytes, allocation, host };
        // SAFETY: the memory is the allocation's own part, of a type that the buffer allows.
        let bound =
            unsafe { self.device.bind_buffer_memory(buffer, block.allocation.memory(), block.allocation.offset()) };
        if let Err(error) = bound.called("vkBindBufferMemory") {
            self.destroy(block);
            return Err(error);
        }
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
        // SAFETY: the buffer is bound and has the address usage.
        block.address = unsafe { self.device.get_buffer_device_address(&info) };
        Ok(block)
    }

    fn give(&self, block: Block) {
        let mut free = self.free.lock();
        free.push(block);
        let oldest = (free.len() > FREE_BLOCKS).then(|| free.remove(0));
        drop(free);
        if let Some(block) = oldest {
            self.destroy(block);
        }
    }

    fn destroy(&self, block: Block) {
        // SAFETY: blocks come back when the GPU is done with them (contract of `Arena::reset` and of dropping it).
        unsafe { self.device.destroy_buffer(block.buffer, None) };
        if let Err(error) = self.allocator.lock().free(block.allocation) {
            tracing::error!("freeing {} bytes: {error}", block.bytes);
        }
    }
}

impl Drop for BlockPool {
    fn drop(&mut self) {
        for block in std::mem::take(&mut *self.free.lock()) {
            self.destroy(block);
        }
    }
}

/// A part of a block.
#[derive(Clone, Copy)]
pub(crate) struct Slice {
    pub buffer: vk::Buffer,
    pub offset: u64,
    pub address: u64,
}

impl Slice {
    pub fn at(self, bytes: u64) -> Self {
        Self { offset: self.offset + bytes, address: self.address + bytes, ..self }
    }

    /// Address of an element of a table of `T`.
    pub fn element<T>(self, index: usize) -> Address {
        Address::new(self.address + (index * size_of::<T>()) as u64)
    }
}

/// Memory of the plans of one command buffer.
///
/// Tables that the host writes are kept for every plan; the memory that only the GPU touches is shared by them, one plan after
/// the other, as each hoist waits for the pass before it.
///
/// Resetting or dropping an arena says that the GPU is done with every plan that was made in it.
pub struct Arena {
    shared: Arc<Shared>,
    tables: Vec<Block>,
    table_cursor: u64,
    /// The last is in use; earlier ones were too small for a later plan, and commands already recorded use them.
    records: Vec<Block>,
    runs: Vec<PlannedStatistics>,
    /// Two time stamps each; one of the first for each plan.
    timers: Vec<vk::QueryPool>,
    timers_used: usize,
}

/// A run's [`Statistics`] as the host sees it, for as long as its arena is not reset.
#[derive(Clone, Copy)]
pub(crate) struct HostStatistics(*const Statistics);

// SAFETY: only a place in mapped memory; `read` says what reading it needs.
unsafe impl Send for HostStatistics {}
// SAFETY: as above.
unsafe impl Sync for HostStatistics {}

impl HostStatistics {
    /// # Safety
    /// The arena is not reset, and no execution that writes the statistics is under way.
    pub unsafe fn read(self) -> Statistics {
        // SAFETY: the caller's promise; tables lie at multiples of `ALIGNMENT`. Volatile: the GPU wrote it.
        unsafe { self.0.read_volatile() }
    }
}

struct PlannedStatistics {
    block: usize,
    offset: u64,
    pipeline: Arc<MeshPipeline>,
}

/// What the plans of an arena did on the GPU, each in its last execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub task_workgroups: u64,
    pub mesh_workgroups: u64,
    pub primitives: u64,
    pub steps: u64,
    /// Runs that had workgroups left when their recorded steps were over. Anything but 0 is a hole in a picture.
    pub unfinished_runs: u64,
    /// Their task and mesh workgroups that never started, as far as they are known.
    pub unfinished_workgroups: u64,
    /// GPU time of hoists, where they are timed ([`Limits::time_hoists`]); further steps are not in it.
    pub hoist_ns: u64,
}

impl Arena {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            tables: Vec::new(),
            table_cursor: 0,
            records: Vec::new(),
            runs: Vec::new(),
            timers: Vec::new(),
            timers_used: 0,
        }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Writes a table and returns where it lies.
    pub(crate) fn table(&mut self, bytes: &[u8]) -> Result<Slice, Error> {
        let size = (bytes.len() as u64).next_multiple_of(ALIGNMENT);
        if self.tables.last().is_none_or(|block| self.table_cursor + size > block.bytes) {
            self.tables.push(self.shared.pool.take(size, true)?);
            self.table_cursor = 0;
        }
        let offset = self.table_cursor;
        self.table_cursor += size;
        let block = self.tables.last_mut().expect("pushed above");
        let slice = Slice { buffer: block.buffer, offset, address: block.address + offset };
        let memory = block
            .allocation
            .mapped_slice_mut()
            .ok_or(Error::Vulkan { call: "vkMapMemory", result: vk::Result::ERROR_MEMORY_MAP_FAILED })?;
        memory[offset as usize..offset as usize + bytes.len()].copy_from_slice(bytes);
        Ok(slice)
    }

    /// A zeroed [`Statistics`] for a run: where the GPU writes it, and where the host reads it.
    pub(crate) fn statistics(&mut self, pipeline: &Arc<MeshPipeline>) -> Result<(Slice, HostStatistics), Error> {
        let slice = self.table(bytemuck::bytes_of(&Statistics::default()))?;
        let block = self.tables.len() - 1;
        self.runs.push(PlannedStatistics { block, offset: slice.offset, pipeline: pipeline.clone() });
        let memory = self.tables[block].allocation.mapped_ptr();
        let memory =
            memory.ok_or(Error::Vulkan { call: "vkMapMemory", result: vk::Result::ERROR_MEMORY_MAP_FAILED })?;
        let at = memory.as_ptr().cast::<u8>().wrapping_add(slice.offset as usize);
        Ok((slice, HostStatistics(at.cast::<Statistics>().cast_const())))
    }

    /// Two queries for the time stamps of a plan's hoist, where hoists are timed.
    pub(crate) fn timer(&mut self) -> Result<Option<vk::QueryPool>, Error> {
        if self.shared.timestamp_period.is_none() {
            return Ok(None);
        }
        if self.timers_used == self.timers.len() {
            let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
            // SAFETY: plain creation.
            let pool = unsafe { self.shared.device.create_query_pool(&info, None) }.called("vkCreateQueryPool")?;
            self.timers.push(pool);
        }
        self.timers_used += 1;
        Ok(Some(self.timers[self.timers_used - 1]))
    }

    /// Nanoseconds of the hoists that were executed, as the GPU is done with them.
    fn hoist_ns(&self) -> u64 {
        let ticks = self.timers[..self.timers_used].iter().filter_map(|&pool| {
            let mut stamps = [0_u64; 2];
            // SAFETY: the queries were reset by the hoist that wrote them. Without the flag to wait, one that was not executed
            // is answered as not ready.
            let read = unsafe {
                self.shared.device.get_query_pool_results(pool, 0, &mut stamps, vk::QueryResultFlags::TYPE_64)
            };
            read.ok().map(|()| stamps[1].wrapping_sub(stamps[0]))
        });
        (ticks.sum::<u64>() as f64 * f64::from(self.shared.timestamp_period.unwrap_or(0.0))) as u64
    }

    /// Device memory for a plan; an earlier plan's contents are lost to it.
    pub(crate) fn records(&mut self, bytes: u64) -> Result<Slice, Error> {
        if self.records.last().is_none_or(|block| block.bytes < bytes) {
            self.records.push(self.shared.pool.take(bytes, false)?);
        }
        let block = self.records.last().expect("pushed above");
        Ok(Slice { buffer: block.buffer, offset: 0, address: block.address })
    }

    /// Bytes at an address in device memory: only on devices whose memory the host sees, which is enough for tests.
    #[cfg(test)]
    pub(crate) fn mapped_records(&self, address: u64, bytes: usize) -> &[u8] {
        let block = self.records.last().expect("a plan was finished");
        let start = (address - block.address) as usize;
        &block.allocation.mapped_slice().expect("host-visible device memory")[start..start + bytes]
    }

    #[cfg(test)]
    pub(crate) fn read_table(&self, slice: Slice, bytes: usize) -> &[u8] {
        let block = self.tables.iter().find(|block| block.buffer == slice.buffer).expect("a slice of this arena");
        &block.allocation.mapped_slice().expect("tables are mapped")
            [slice.offset as usize..slice.offset as usize + bytes]
    }

    /// Reads what the plans did, and gives all memory back to the context.
    pub fn reset(&mut self) -> Totals {
        let mut totals = Totals::default();
        for run in self.runs.drain(..) {
            let memory = self.tables[run.block].allocation.mapped_slice().unwrap_or_default();
            let bytes = memory.get(run.offset as usize..).and_then(|m| m.get(..size_of::<Statistics>()));
            let Some(bytes) = bytes else { continue };
            let seen: Statistics = bytemuck::pod_read_unaligned(bytes);
            run.pipeline.saw(seen.task_workgroups, seen.most_meshes);
            totals.task_workgroups += u64::from(seen.task_workgroups);
            totals.mesh_workgroups += u64::from(seen.mesh_workgroups);
            totals.primitives += u64::from(seen.primitives);
            totals.steps += u64::from(seen.steps);
            totals.unfinished_runs += u64::from(seen.unfinished != 0);
            totals.unfinished_workgroups += u64::from(seen.unfinished);
        }
        // Queries of a hoist that was never executed may not even be asked.
        if totals.steps > 0 {
            totals.hoist_ns = self.hoist_ns();
        }
        self.timers_used = 0;
        for block in self.tables.drain(..).chain(self.records.drain(..)) {
            self.shared.pool.give(block);
        }
        self.table_cursor = 0;
        totals
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.reset();
        for pool in self.timers.drain(..) {
            // SAFETY: the GPU is done with every plan of this arena.
            unsafe { self.shared.device.destroy_query_pool(pool, None) };
        }
    }
}

/// Lays regions out one after the other.
#[derive(Default)]
pub(crate) struct Regions {
    pub bytes: u64,
}

impl Regions {
    /// Offset of a new region.
    pub fn add(&mut self, bytes: u64) -> u64 {
        let offset = self.bytes;
        self.bytes += bytes.next_multiple_of(ALIGNMENT);
        offset
    }
}
