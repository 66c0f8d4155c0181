//! What queries count of mesh draws.

use std::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_abi::gpu::{Address, QueryCounts};

use crate::context::{Context, Shared};
use crate::error::Error;
use crate::memory::{Block, Usage};

const BYTES: u64 = size_of::<QueryCounts>() as u64;

/// The counts of a pool of queries, in memory that host and device see. Kernels add to them ([`crate::PlanBuilder::count`]); they
/// are reset and copied as transfers.
///
/// Dropping it says that the GPU is done with it.
pub struct Counters {
    shared: Arc<Shared>,
    /// Taken by `drop` alone.
    block: Option<Block>,
    host: *mut QueryCounts,
}

// SAFETY: the pointer leads into mapped memory of the block, which the host reads and writes word by word, as the device does;
// Vulkan wants programs to order a reset with what else uses the query.
unsafe impl Send for Counters {}
// SAFETY: as above.
unsafe impl Sync for Counters {}

impl Context {
    /// Counters for so many queries, all zero and not available.
    ///
    /// # Errors
    /// No memory.
    pub fn counters(&self, queries: u32) -> Result<Counters, Error> {
        let mut block = self.shared.pool.take(Usage::Statistics, u64::from(queries) * BYTES)?;
        let host = block.mapped()?.as_mut_ptr().cast();
        let counters = Counters { shared: self.shared.clone(), block: Some(block), host };
        counters.reset(0..queries);
        Ok(counters)
    }
}

impl Counters {
    fn buffer(&self) -> vk::Buffer {
        self.block.as_ref().map_or(vk::Buffer::null(), |block| block.buffer)
    }

    /// Where a query's [`QueryCounts`] lie.
    pub fn address(&self, query: u32) -> Address {
        let first = self.block.as_ref().map_or(0, |block| block.address);
        Address::new(first + u64::from(query) * BYTES)
    }

    /// What a query has counted until now.
    pub fn read(&self, query: u32) -> QueryCounts {
        // SAFETY: the memory has as many elements as there are queries, and lives while `self` does. Volatile: the GPU writes it.
        unsafe {
            let at = self.host.add(query as usize);
            // What it counted is there when it is available.
            let available = (&raw const (*at).available).read_volatile();
            std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
            QueryCounts { available, ..at.read_volatile() }
        }
    }

    /// Resets queries that the GPU does not use.
    pub fn reset(&self, queries: Range<u32>) {
        for query in queries {
            // SAFETY: as in `read`.
            unsafe { self.host.add(query as usize).write_volatile(QueryCounts::default()) };
        }
    }

    /// Resets queries on the GPU.
    ///
    /// # Safety
    /// `cmd` is recording outside a render pass on the context's device, and the queries are some of these; the same below.
    pub unsafe fn record_reset(&self, cmd: vk::CommandBuffer, queries: Range<u32>) {
        let bytes = u64::from(queries.end - queries.start) * BYTES;
        // SAFETY: the caller's promise.
        unsafe { self.fill(cmd, u64::from(queries.start) * BYTES, bytes, 0) };
    }

    /// Makes a query available, once all that is recorded before is done.
    ///
    /// # Safety
    /// As for [`Self::record_reset`].
    pub unsafe fn record_available(&self, cmd: vk::CommandBuffer, query: u32) {
        let offset = u64::from(query) * BYTES + std::mem::offset_of!(QueryCounts, available) as u64;
        // SAFETY: the caller's promise.
        unsafe { self.fill(cmd, offset, size_of::<u32>() as u64, 1) };
    }

    /// Copies parts of [`QueryCounts`]. A region's source begins at the first query.
    ///
    /// # Safety
    /// As for [`Self::record_reset`]; the regions fit both buffers.
    pub unsafe fn record_copy(&self, cmd: vk::CommandBuffer, to: vk::Buffer, regions: &[vk::BufferCopy]) {
        // SAFETY: the caller's promise.
        unsafe {
            self.order(cmd);
            self.shared.device.cmd_copy_buffer(cmd, self.buffer(), to, regions);
        }
    }

    unsafe fn fill(&self, cmd: vk::CommandBuffer, offset: u64, bytes: u64, value: u32) {
        // SAFETY: the caller's promise.
        unsafe {
            self.order(cmd);
            self.shared.device.cmd_fill_buffer(cmd, self.buffer(), offset, bytes, value);
            self.order(cmd);
        }
    }

    /// Vulkan orders the commands of a query by themselves, so barriers of the program cannot be relied on.
    unsafe fn order(&self, cmd: vk::CommandBuffer) {
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(
                vk::AccessFlags::SHADER_READ
                    | vk::AccessFlags::SHADER_WRITE
                    | vk::AccessFlags::TRANSFER_READ
                    | vk::AccessFlags::TRANSFER_WRITE
                    | vk::AccessFlags::HOST_READ,
            );
        let device = vk::PipelineStageFlags::COMPUTE_SHADER | vk::PipelineStageFlags::TRANSFER;
        let (none, all) = (vk::DependencyFlags::empty(), vk::PipelineStageFlags::HOST | device);
        // SAFETY: the caller's promise.
        unsafe { self.shared.device.cmd_pipeline_barrier(cmd, device, all, none, &[barrier], &[], &[]) };
    }
}

impl Drop for Counters {
    fn drop(&mut self) {
        self.shared.pool.give(self.block.take());
    }
}
