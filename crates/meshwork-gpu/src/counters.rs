//! What queries count of mesh draws, and of the driver's numbers where a query is ended and begun again.

use std::ops::Range;
use std::sync::Arc;

use ash::vk;
use meshwork_abi::gpu::{Address, PUSH_CONSTANT_BYTES, QueryCounts, QueryResults, query_bytes};

use crate::context::{Context, Shared};
use crate::error::Error;
use crate::memory::{Arena, Block, Usage};

/// Invocations of a workgroup of the kernels for queries.
const LANES: u32 = 64;

/// The counts of a pool of queries, in memory that host and device see. Kernels add to them ([`crate::PlanBuilder::count`]); they
/// are reset as transfers.
///
/// The driver's numbers of a query that is ended and begun again are summed here, part by part: a query cannot go on in
/// another command buffer, nor while something else is executed that it must not count.
///
/// Dropping it says that the GPU is done with it.
pub struct Counters {
    shared: Arc<Shared>,
    driver_numbers: u32,
    /// Taken by `drop` alone.
    block: Option<Block>,
    host: *mut u8,
}

/// What [`Counters::record_results`] completes.
#[derive(Clone, Copy, Debug)]
pub struct CopiedResults {
    pub address: u64,
    pub stride: u64,
    /// [`meshwork_abi::gpu::RESULT_PRIMITIVES`] and so on.
    pub flags: u32,
}

// SAFETY: the pointer leads into mapped memory of the block, which the host reads and writes word by word, as the device does;
// Vulkan wants programs to order a reset with what else uses the query.
unsafe impl Send for Counters {}
// SAFETY: as above.
unsafe impl Sync for Counters {}

impl Context {
    /// Counters for so many queries, each with so many numbers of the driver's; all zero and not available.
    ///
    /// # Errors
    /// No memory.
    pub fn counters(&self, queries: u32, driver_numbers: u32) -> Result<Counters, Error> {
        let bytes = u64::from(queries) * query_bytes(driver_numbers);
        let mut block = self.shared.pool.take(Usage::Statistics, bytes)?;
        let host = block.mapped()?.as_mut_ptr();
        let counters = Counters { shared: self.shared.clone(), driver_numbers, block: Some(block), host };
        counters.reset(0..queries);
        Ok(counters)
    }
}

impl Counters {
    fn buffer(&self) -> vk::Buffer {
        self.block.as_ref().map_or(vk::Buffer::null(), |block| block.buffer)
    }

    fn offset(&self, query: u32) -> u64 {
        u64::from(query) * query_bytes(self.driver_numbers)
    }

    fn at(&self, query: u32) -> u64 {
        self.block.as_ref().map_or(0, |block| block.address) + self.offset(query)
    }

    fn host(&self, query: u32) -> *mut QueryCounts {
        self.host.wrapping_add(self.offset(query) as usize).cast()
    }

    /// Where a query's [`QueryCounts`] lie.
    pub fn address(&self, query: u32) -> Address {
        Address::new(self.at(query))
    }

    /// What a query has counted until now.
    pub fn read(&self, query: u32) -> QueryCounts {
        let at = self.host(query);
        // SAFETY: the memory has room for all queries, and lives while `self` does. Volatile: the GPU writes it.
        unsafe {
            // What it counted is there when it is available.
            let (available, parts) = ((&raw const (*at).available).read_volatile(), self.parts(query));
            std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
            QueryCounts { available, parts, ..at.read_volatile() }
        }
    }

    /// [`QueryCounts::parts`].
    pub fn parts(&self, query: u32) -> u32 {
        // SAFETY: as in `read`.
        let parts = unsafe { (&raw const (*self.host(query)).parts).read_volatile() };
        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
        parts
    }

    /// The sum of a query's earlier parts, of one of the driver's numbers.
    pub fn sum(&self, query: u32, number: u32) -> u64 {
        let sums = self.host(query).wrapping_add(1).cast::<u64>();
        // SAFETY: as in `read`; the sums lie behind the counts, low word first.
        u64::from_le(unsafe { sums.wrapping_add(number as usize).read_volatile() })
    }

    /// As if earlier parts had counted so much.
    #[cfg(test)]
    pub(crate) fn set_sum(&self, query: u32, number: u32, sum: u64) {
        let sums = self.host(query).wrapping_add(1).cast::<u64>();
        // SAFETY: as in `sum`.
        unsafe { sums.wrapping_add(number as usize).write_volatile(sum.to_le()) };
    }

    /// Resets queries that the GPU does not use.
    pub fn reset(&self, queries: Range<u32>) {
        let bytes = self.offset(queries.end) - self.offset(queries.start);
        // SAFETY: as in `read`.
        unsafe { self.host(queries.start).cast::<u8>().write_bytes(0, bytes as usize) };
    }

    /// Resets queries on the GPU.
    ///
    /// # Safety
    /// `cmd` is recording outside a render pass on the context's device, and the queries are some of these; the same below.
    pub unsafe fn record_reset(&self, cmd: vk::CommandBuffer, queries: Range<u32>) {
        let (first, end) = (self.offset(queries.start), self.offset(queries.end));
        // SAFETY: the caller's promise.
        unsafe { self.fill(cmd, first, end - first, 0) };
    }

    /// Makes a query available, once all that is recorded before is done.
    ///
    /// # Safety
    /// As for [`Self::record_reset`].
    pub unsafe fn record_available(&self, cmd: vk::CommandBuffer, query: u32) {
        let offset = self.offset(query) + std::mem::offset_of!(QueryCounts, available) as u64;
        // SAFETY: the caller's promise.
        unsafe { self.fill(cmd, offset, size_of::<u32>() as u64, 1) };
    }

    /// Sets [`QueryCounts::parts`], once all that is recorded before is done.
    ///
    /// # Safety
    /// As for [`Self::record_reset`].
    pub unsafe fn record_parts(&self, cmd: vk::CommandBuffer, query: u32, parts: u32) {
        let offset = self.offset(query) + std::mem::offset_of!(QueryCounts, parts) as u64;
        // SAFETY: the caller's promise.
        unsafe { self.fill(cmd, offset, size_of::<u32>() as u64, parts) };
    }

    /// Adds what the driver has of queries to their sums, and resets them: they have ended, and begin again.
    ///
    /// Clobbers the compute pipeline and the first 16 bytes of push constants.
    ///
    /// # Safety
    /// As for [`Self::record_reset`]; no condition is active, and `pool` is the driver's.
    pub unsafe fn record_sums(&self, cmd: vk::CommandBuffer, pool: vk::QueryPool, queries: Range<u32>) {
        let (device, count, numbers) = (&self.shared.device, queries.end - queries.start, self.driver_numbers);
        let parts = self.offset(queries.start) + size_of::<QueryCounts>() as u64 + 8 * u64::from(numbers);
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        let push = [self.at(queries.start), u64::from(numbers) | u64::from(count) << 32];
        let (stride, kernel) = (query_bytes(numbers), self.shared.kernels.add_query_parts);
        // SAFETY: the caller's promise.
        unsafe {
            self.order(cmd);
            device.cmd_copy_query_pool_results(cmd, pool, queries.start, count, self.buffer(), parts, stride, flags);
            self.order(cmd);
            self.dispatch(cmd, kernel, push, numbers * count);
            self.order(cmd);
            device.cmd_reset_query_pool(cmd, pool, queries.start, count);
        }
    }

    /// Completes results that the driver has copied just before, or of which it has no part.
    ///
    /// Clobbers what [`Self::record_sums`] does.
    ///
    /// # Errors
    /// No memory.
    ///
    /// # Safety
    /// As for [`Self::record_sums`]; the results are in memory with an address, and the arena is not reset before the
    /// execution is over.
    pub unsafe fn record_results(
        &self,
        cmd: vk::CommandBuffer,
        arena: &mut Arena,
        queries: Range<u32>,
        to: CopiedResults,
    ) -> Result<(), Error> {
        let count = queries.end - queries.start;
        let Ok(stride) = u32::try_from(to.stride) else {
            // Strides of gibibytes: a result at a time, none of which needs it.
            return queries.clone().try_for_each(|query| {
                let address = to.address + u64::from(query - queries.start) * to.stride;
                // SAFETY: the caller's promise.
                unsafe { self.record_results(cmd, arena, query..query + 1, CopiedResults { address, stride: 0, ..to }) }
            });
        };
        let table = QueryResults {
            counts: self.address(queries.start),
            results: Address::new(to.address),
            stride,
            count,
            driver_numbers: self.driver_numbers,
            flags: to.flags,
        };
        let table = arena.table(bytemuck::bytes_of(&table))?.address;
        // SAFETY: the caller's promise.
        unsafe {
            self.order(cmd);
            self.dispatch(cmd, self.shared.kernels.complete_query_results, [table, 0], count);
            self.order(cmd);
        }
        Ok(())
    }

    /// # Safety
    /// As for [`Self::record_sums`].
    unsafe fn dispatch(&self, cmd: vk::CommandBuffer, kernel: vk::Pipeline, push: [u64; 2], invocations: u32) {
        const _: () = assert!(size_of::<[u64; 2]>() == PUSH_CONSTANT_BYTES as usize);
        let (device, layout) = (&self.shared.device, self.shared.kernels.layout);
        // SAFETY: the caller's promise; a kernel and its layout.
        unsafe {
            device.cmd_bind_pipeline(cmd, vk::PipelineBindPoint::COMPUTE, kernel);
            device.cmd_push_constants(cmd, layout, vk::ShaderStageFlags::COMPUTE, 0, bytemuck::bytes_of(&push));
            device.cmd_dispatch(cmd, invocations.div_ceil(LANES), 1, 1);
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
