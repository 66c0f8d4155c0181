//! Device memory for plans: blocks from a pool, and the arena of a command buffer.

mod pool;
mod stock;

use std::sync::Arc;

use ash::vk;
use bytemuck::Pod;
use meshwork_abi::gpu::{Address, Statistics};

use crate::context::Shared;
use crate::error::{Called, Error};
use crate::plan::Runs;

pub(crate) use pool::{Block, BlockPool};
pub(crate) use stock::Usage;

/// Alignment of everything that an arena hands out: enough for every structure, and a cache line.
const ALIGNMENT: u64 = 64;

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

/// Memory that the host sees, handed out one part after the other.
struct Parts {
    usage: Usage,
    blocks: Vec<Block>,
    /// Bytes used of the last block.
    used: u64,
}

impl Parts {
    fn new(usage: Usage) -> Self {
        Self { usage, blocks: Vec::new(), used: 0 }
    }

    /// The next part: where the GPU sees it, and as the host does.
    fn part(&mut self, pool: &BlockPool, bytes: usize) -> Result<(Slice, &mut [u8]), Error> {
        let size = (bytes as u64).next_multiple_of(ALIGNMENT);
        if self.blocks.last().is_none_or(|block| self.used + size > block.size.bytes) {
            self.blocks.push(pool.take(self.usage, size)?);
            self.used = 0;
        }
        let offset = self.used;
        self.used += size;
        let block = self.blocks.last_mut().expect("pushed above");
        let slice = Slice { buffer: block.buffer, offset, address: block.address + offset };
        Ok((slice, &mut block.mapped()?[offset as usize..][..bytes]))
    }

    fn take(&mut self) -> impl Iterator<Item = Block> {
        self.used = 0;
        self.blocks.drain(..)
    }
}

/// Memory of the plans of one command buffer.
///
/// Tables that the host writes are kept for every plan; the memory that only the GPU touches is shared by them, one plan after
/// the other, as each hoist waits for the pass before it. Only plans that are hoisted together lie beside each other.
///
/// Resetting or dropping an arena says that the GPU is done with every plan that was made in it.
pub struct Arena {
    shared: Arc<Shared>,
    tables: Parts,
    statistics: Parts,
    /// Commands already recorded use all of them.
    records: Vec<Block>,
    together: Together,
    /// Executions of the command buffer may overlap.
    is_simultaneous: bool,
    /// Of every plan.
    plans: Vec<Arc<Runs>>,
    /// Of earlier plans, for their memory.
    spare: Vec<Runs>,
    /// Two time stamps each; one of the first for each plan.
    timers: Vec<vk::QueryPool>,
    timers_used: usize,
}

/// What the last plan takes of an arena's records, and those that are hoisted together with it.
#[derive(Default)]
struct Together {
    /// The last ones.
    blocks: usize,
    /// Bytes used of the last block.
    used: u64,
    bytes: u64,
    /// No plan came before them.
    is_first: bool,
}

impl Together {
    /// Whether there is room in the last block.
    fn fits(&self, records: &[Block], bytes: u64) -> bool {
        self.blocks > 0 && records.last().is_some_and(|block| self.used + bytes <= block.size.bytes)
    }
}

/// The [`Statistics`] of a plan's runs as the host sees them, for as long as their arena is not reset.
#[derive(Clone, Copy)]
pub(crate) struct HostStatistics(*const Statistics);

// SAFETY: only a place in mapped memory; `read` says what reading it needs.
unsafe impl Send for HostStatistics {}
// SAFETY: as above.
unsafe impl Sync for HostStatistics {}

impl HostStatistics {
    /// # Safety
    /// It is of an arena that is not reset, there is such a run, and no execution that writes its statistics is under way.
    pub unsafe fn read(self, run: usize) -> Statistics {
        // SAFETY: the caller's promise; parts lie at multiples of `ALIGNMENT`. Volatile: the GPU wrote it.
        unsafe { self.0.add(run).read_volatile() }
    }
}

impl Default for HostStatistics {
    /// Of no run.
    fn default() -> Self {
        Self(std::ptr::null())
    }
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

impl Totals {
    pub(crate) fn add(&mut self, run: &Statistics) {
        self.task_workgroups += u64::from(run.task_workgroups);
        self.mesh_workgroups += u64::from(run.mesh_workgroups);
        self.primitives += u64::from(run.primitives);
        self.steps += u64::from(run.steps);
        self.unfinished_runs += u64::from(run.unfinished != 0);
        self.unfinished_workgroups += u64::from(run.unfinished);
    }
}

impl Arena {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            tables: Parts::new(Usage::Tables),
            statistics: Parts::new(Usage::Statistics),
            records: Vec::new(),
            together: Together::default(),
            is_simultaneous: true,
            plans: Vec::new(),
            spare: Vec::new(),
            timers: Vec::new(),
            timers_used: 0,
        }
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Bytes of records that a plan may take without exceeding the ceiling for all memory. Less than that is always granted, see
    /// [`crate::Limits::memory_bytes`].
    pub(crate) fn left(&self) -> u64 {
        let own = self.records.iter().map(|block| block.size.bytes).max().unwrap_or(0);
        self.shared.pool.left().max(own)
    }

    /// Writes a table and returns where it lies.
    pub(crate) fn table(&mut self, bytes: &[u8]) -> Result<Slice, Error> {
        let (slice, memory) = self.tables.part(&self.shared.pool, bytes.len())?;
        memory.copy_from_slice(bytes);
        Ok(slice)
    }

    /// A table of `count` elements, to be written.
    pub(crate) fn array<T: Pod>(&mut self, count: usize) -> Result<(Slice, &mut [T]), Error> {
        let (slice, memory) = self.tables.part(&self.shared.pool, count * size_of::<T>())?;
        Ok((slice, bytemuck::cast_slice_mut(memory)))
    }

    /// Whether executions of the command buffer may overlap, as with `VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT`; so it is until
    /// this says otherwise. Where they do not, the first hoist has nothing to wait for.
    pub fn set_simultaneous(&mut self, is_simultaneous: bool) {
        self.is_simultaneous = is_simultaneous;
    }

    /// Whether nothing that may still be executed uses the memory of the last plan.
    pub(crate) fn is_fresh(&self) -> bool {
        self.together.is_first && !self.is_simultaneous
    }

    /// Zeroed [`Statistics`] of so many runs: where the GPU writes them, and where the host reads them.
    pub(crate) fn statistics(&mut self, runs: usize) -> Result<(Slice, HostStatistics), Error> {
        let (slice, memory) = self.statistics.part(&self.shared.pool, runs * size_of::<Statistics>())?;
        memory.fill(0);
        Ok((slice, HostStatistics(memory.as_ptr().cast())))
    }

    /// For a plan's runs, empty.
    pub(crate) fn spare_runs(&mut self) -> Runs {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps the runs of a plan until the GPU is done with them.
    pub(crate) fn keep(&mut self, runs: Arc<Runs>) {
        self.plans.push(runs);
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

    /// Device memory for a plan; the contents of earlier ones are lost to it.
    pub(crate) fn records(&mut self, bytes: u64) -> Result<Slice, Error> {
        self.together = Together { is_first: self.plans.is_empty(), ..Together::default() };
        self.more_records(bytes)
    }

    /// Device memory for a plan beside what the last one has and those beside that, if there are such and they take `most` bytes
    /// at most together.
    pub(crate) fn records_beside(&mut self, bytes: u64, most: u64) -> Result<Option<Slice>, Error> {
        let has_room = self.together.fits(&self.records, bytes)
            || self.free_block(bytes).is_some()
            || bytes <= self.shared.pool.left();
        let fits = self.together.blocks > 0 && self.together.bytes + bytes <= most && has_room;
        fits.then(|| self.more_records(bytes)).transpose()
    }

    fn more_records(&mut self, bytes: u64) -> Result<Slice, Error> {
        if !self.together.fits(&self.records, bytes) {
            let block = match self.free_block(bytes) {
                Some(at) => self.records.remove(at),
                None => self.shared.pool.take(Usage::Records, bytes)?,
            };
            self.records.push(block);
            (self.together.blocks, self.together.used) = (self.together.blocks + 1, 0);
        }
        let block = self.records.last().expect("pushed above");
        let slice = Slice { buffer: block.buffer, offset: 0, address: block.address }.at(self.together.used);
        let bytes = bytes.next_multiple_of(ALIGNMENT);
        self.together.used += bytes;
        self.together.bytes += bytes;
        Ok(slice)
    }

    /// The smallest block that is large enough and not taken by plans that are hoisted together.
    fn free_block(&self, bytes: u64) -> Option<usize> {
        let free = &self.records[..self.records.len() - self.together.blocks];
        let fitting = free.iter().enumerate().filter(|(_, block)| block.size.bytes >= bytes);
        fitting.min_by_key(|(_, block)| block.size.bytes).map(|(at, _)| at)
    }

    /// Bytes at an address in device memory: only on devices whose memory the host sees, which is enough for tests.
    #[cfg(test)]
    pub(crate) fn mapped_records(&self, address: u64, bytes: usize) -> &[u8] {
        let block = self.records.last().expect("a plan was finished");
        let start = (address - block.address) as usize;
        &block.read()[start..start + bytes]
    }

    #[cfg(test)]
    pub(crate) fn read_table(&self, slice: Slice, bytes: usize) -> &[u8] {
        let block =
            self.tables.blocks.iter().find(|block| block.buffer == slice.buffer).expect("a slice of this arena");
        &block.read()[slice.offset as usize..slice.offset as usize + bytes]
    }

    /// Reads what the plans did, and gives all memory back to the context.
    pub fn reset(&mut self) -> Totals {
        let mut totals = Totals::default();
        for runs in self.plans.drain(..) {
            // SAFETY: this is the reset, and the GPU is done.
            unsafe { runs.add_to(&mut totals) };
            // The plan is mostly gone by now.
            self.spare.extend(Arc::into_inner(runs).map(Runs::cleared));
        }
        // Queries of a hoist that was never executed may not even be asked.
        if totals.steps > 0 {
            totals.hoist_ns = self.hoist_ns();
        }
        self.timers_used = 0;
        self.together = Together::default();
        self.shared.pool.give(self.tables.take().chain(self.statistics.take()).chain(self.records.drain(..)));
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
