//! Query pools: those that count what the driver knows nothing of (primitives of mesh shaders, invocations of task and mesh
//! shaders), and those of the driver, whose queries may have to be ended and begun again.
//!
//! Both lie in memory of the layer ([`meshwork_gpu::Counters`]): counts of mesh shaders with a word that says whether they are
//! available, and the sums of the parts that the driver has counted so far. A result is the driver's numbers, with these sums
//! added, and then ours: the statistics of mesh shaders are the last in the order of results. Where the driver has no part, its
//! pool only lends its handle.

use core::ffi::c_void;
use core::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use ash::vk;
use meshwork_abi::gpu;
use meshwork_abi::gpu::{QUERY_SPLIT, QueryCounts};
use meshwork_gpu::{Arena, CopiedResults, Counters};
use smallvec::SmallVec;
use vk::{QueryPipelineStatisticFlags as Statistics, QueryResultFlags as Flags};

use crate::device::{DeviceData, fallback_data};
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateQueryPool: PFN_vkCreateQueryPool = create),
    hook!(vkDestroyQueryPool: PFN_vkDestroyQueryPool = destroy),
    hook!(vkResetQueryPool: PFN_vkResetQueryPool = reset),
    hook!(vkResetQueryPoolEXT: PFN_vkResetQueryPool = reset),
];

/// A pool of queries that begin and end.
pub struct QueryPool {
    pub counters: Counters,
    layout: ResultLayout,
    /// It counts invocations of compute shaders, so the layer's too.
    pub counts_compute: bool,
    /// A query of it was recorded in parts.
    is_split: AtomicBool,
}

/// What a query's result consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ResultLayout {
    /// Numbers that the driver counts.
    driver: u32,
    /// The numbers after them.
    ours: SmallVec<[Ours; 2]>,
}

/// A number of [`QueryCounts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ours {
    Primitives,
    TaskInvocations,
    MeshInvocations,
}

impl ResultLayout {
    /// `None`: queries that do not begin and end.
    fn of(info: &vk::QueryPoolCreateInfo) -> Option<Self> {
        let (driver, ours) = match info.query_type {
            vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT => (0, SmallVec::from_iter([Ours::Primitives])),
            vk::QueryType::PIPELINE_STATISTICS => {
                let ours = [
                    (Statistics::TASK_SHADER_INVOCATIONS_EXT, Ours::TaskInvocations),
                    (Statistics::MESH_SHADER_INVOCATIONS_EXT, Ours::MeshInvocations),
                ];
                let ours = ours.into_iter().filter(|(bit, _)| info.pipeline_statistics.contains(*bit));
                let driver = driver_statistics(info.pipeline_statistics).as_raw().count_ones();
                (driver, ours.map(|(_, number)| number).collect())
            }
            vk::QueryType::OCCLUSION | vk::QueryType::PRIMITIVES_GENERATED_EXT => (1, SmallVec::new()),
            // Primitives written and needed.
            vk::QueryType::TRANSFORM_FEEDBACK_STREAM_EXT => (2, SmallVec::new()),
            _ => return None,
        };
        Some(Self { driver, ours })
    }

    /// What the kernel that completes results needs to know.
    fn flags(&self, flags: Flags) -> u32 {
        let mut all = self.ours.iter().fold(0, |all, number| all | number.flag());
        for (flag, bit) in [(Flags::TYPE_64, gpu::RESULT_64_BIT), (Flags::PARTIAL, gpu::RESULT_PARTIAL)] {
            all |= if flags.contains(flag) { bit } else { 0 };
        }
        // The driver writes it where there is nothing of ours.
        let availability = flags.contains(Flags::WITH_AVAILABILITY) && !self.ours.is_empty();
        all | if availability { gpu::RESULT_AVAILABILITY } else { 0 }
    }
}

/// Without what drivers without mesh shaders do not know.
pub fn driver_statistics(statistics: Statistics) -> Statistics {
    statistics & !(Statistics::TASK_SHADER_INVOCATIONS_EXT | Statistics::MESH_SHADER_INVOCATIONS_EXT)
}

/// Where the host reads results to.
#[derive(Clone, Copy)]
struct Results {
    at: *mut u8,
    bytes: usize,
    stride: vk::DeviceSize,
    flags: Flags,
}

impl Results {
    /// # Safety
    /// `at` is the result of a query with so many numbers.
    unsafe fn write(&self, at: *mut u8, place: usize, value: u64) {
        // SAFETY: the caller's promise; the program aligns results to their numbers.
        unsafe {
            match self.flags.contains(Flags::TYPE_64) {
                true => at.cast::<u64>().add(place).write(value),
                false => at.cast::<u32>().add(place).write(value as u32),
            }
        }
    }

    /// # Safety
    /// As for [`Self::write`], and it is written.
    unsafe fn add(&self, at: *mut u8, place: usize, value: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            let before = match self.flags.contains(Flags::TYPE_64) {
                true => at.cast::<u64>().add(place).read(),
                false => at.cast::<u32>().add(place).read().into(),
            };
            self.write(at, place, before.wrapping_add(value));
        }
    }

    fn of(&self, index: usize) -> *mut u8 {
        self.at.wrapping_add(index * self.stride as usize)
    }
}

impl QueryPool {
    /// Whether the driver has a part in its queries.
    pub fn is_counted_by_driver(&self) -> bool {
        self.layout.driver > 0
    }

    /// Whether mesh draws are counted.
    pub fn counts_mesh_shaders(&self) -> bool {
        !self.layout.ours.is_empty()
    }

    /// A query of the driver's is recorded in parts.
    pub fn split(&self) {
        self.is_split.store(true, Ordering::Relaxed);
    }

    /// What the driver is asked for: it does not know when ours is available.
    pub fn driver_flags(&self, flags: Flags) -> Flags {
        if self.counts_mesh_shaders() { flags & !Flags::WITH_AVAILABILITY } else { flags }
    }

    /// Completes results in a buffer's memory, as far as they are not the driver's.
    ///
    /// # Safety
    /// As `vkCmdCopyQueryPoolResults`, and as [`Counters::record_results`].
    pub unsafe fn record_results(
        &self,
        raw: vk::CommandBuffer,
        arena: &mut Arena,
        queries: Range<u32>,
        (address, stride): (vk::DeviceAddress, vk::DeviceSize),
        flags: Flags,
    ) -> Result<(), meshwork_gpu::Error> {
        let to = CopiedResults { address, stride, flags: self.layout.flags(flags) };
        // SAFETY: the caller's promise.
        unsafe { self.counters.record_results(raw, arena, queries, to) }
    }

    /// `vkGetQueryPoolResults`, once what is to be waited for is with the driver.
    ///
    /// # Safety
    /// As the command.
    pub unsafe fn results(
        &self,
        data: &DeviceData,
        raw: vk::QueryPool,
        queries: Range<u32>,
        (bytes, results): (usize, *mut c_void),
        stride: vk::DeviceSize,
        flags: Flags,
    ) -> vk::Result {
        let results = Results { at: results.cast(), bytes, stride, flags };
        if flags.contains(Flags::WAIT) && self.counts_mesh_shaders() {
            let wait = |query| self.wait(data, || is_available(&self.counters.read(query)));
            if let Err(error) = queries.clone().try_for_each(wait) {
                return error;
            }
        }
        // SAFETY: the caller's promise.
        let mut result = unsafe { self.driver_results(data, raw, &queries, &results) };
        if result.as_raw() < 0 || !self.counts_mesh_shaders() {
            return result;
        }
        for (index, query) in (0..).zip(queries) {
            // SAFETY: the caller's promise.
            if !unsafe { self.write_result(&self.counters.read(query), results.of(index), &results) } {
                result = vk::Result::NOT_READY;
            }
        }
        result
    }

    /// The driver's numbers, which come first.
    ///
    /// # Safety
    /// As for [`Self::results`].
    unsafe fn driver_results(
        &self,
        data: &DeviceData,
        raw: vk::QueryPool,
        queries: &Range<u32>,
        results: &Results,
    ) -> vk::Result {
        let get = |query: u32, count: u32, at: *mut u8, bytes: usize| {
            let (get, flags) = (data.fns.fp_v1_0().get_query_pool_results, self.driver_flags(results.flags));
            // SAFETY: the caller's promise.
            unsafe { get(data.fns.handle(), raw, query, count, bytes, at.cast(), results.stride, flags) }
        };
        if !self.is_counted_by_driver() {
            return vk::Result::SUCCESS;
        }
        if !self.is_split.load(Ordering::Relaxed) {
            return get(queries.start, queries.len() as u32, results.at, results.bytes);
        }
        let mut all = vk::Result::SUCCESS;
        for (index, query) in (0..).zip(queries.clone()) {
            let (at, left) = (results.of(index), results.bytes.saturating_sub(index * results.stride as usize));
            // SAFETY: the caller's promise.
            match unsafe { self.sum(data, query, at, results, || get(query, 1, at, left)) } {
                vk::Result::SUCCESS => {}
                vk::Result::NOT_READY => all = vk::Result::NOT_READY,
                error => return error,
            }
        }
        all
    }

    /// The driver's numbers of one query, of which it may have a part only. `get` has the driver write what it has.
    ///
    /// # Safety
    /// As for [`Self::results`], with the query's result at `at`.
    unsafe fn sum(
        &self,
        data: &DeviceData,
        query: u32,
        at: *mut u8,
        results: &Results,
        get: impl Fn() -> vk::Result,
    ) -> vk::Result {
        let (flags, numbers) = (results.flags, self.layout.driver);
        loop {
            let before = self.counters.parts(query);
            if before == QUERY_SPLIT {
                if flags.contains(Flags::WAIT) {
                    match self.wait(data, || self.counters.parts(query) != QUERY_SPLIT) {
                        Ok(()) => continue,
                        Err(error) => return error,
                    }
                }
                // SAFETY: the caller's promise.
                unsafe {
                    if flags.contains(Flags::PARTIAL) {
                        (0..numbers).for_each(|n| results.write(at, n as usize, self.counters.sum(query, n)));
                    }
                    if self.driver_flags(flags).contains(Flags::WITH_AVAILABILITY) {
                        results.write(at, numbers as usize, 0);
                    }
                }
                return if flags.contains(Flags::PARTIAL) { vk::Result::SUCCESS } else { vk::Result::NOT_READY };
            }
            let result = get();
            // Else what the driver had may have been a part.
            if before == self.counters.parts(query) {
                if result == vk::Result::SUCCESS {
                    // SAFETY: the driver has written them.
                    (0..numbers).for_each(|n| unsafe { results.add(at, n as usize, self.counters.sum(query, n)) });
                }
                return result;
            }
        }
    }

    /// Writes our part of a query's result, and says whether it has one.
    ///
    /// # Safety
    /// `at` has room for the result.
    unsafe fn write_result(&self, counts: &QueryCounts, at: *mut u8, results: &Results) -> bool {
        let first = self.layout.driver as usize;
        let has_result = is_available(counts) || results.flags.contains(Flags::PARTIAL);
        if has_result {
            for (number, place) in self.layout.ours.iter().zip(first..) {
                let [low, high] = number.of(counts);
                // SAFETY: the caller's promise; the same below.
                unsafe { results.write(at, place, u64::from(low) | u64::from(high) << 32) };
            }
        }
        if results.flags.contains(Flags::WITH_AVAILABILITY) {
            // SAFETY: as above.
            unsafe { results.write(at, first + self.layout.ours.len(), counts.available.into()) };
        }
        has_result
    }

    /// Waits until something is so, or the device is lost.
    fn wait(&self, data: &DeviceData, is_so: impl Fn() -> bool) -> Result<(), vk::Result> {
        /// How often it is looked at, in nanoseconds.
        const LOOK: u64 = 50_000;
        if is_so() {
            return Ok(());
        }
        // Nobody signals it: waiting for it is a pause that ends when the device is lost.
        // SAFETY: plain creation.
        let fence = unsafe { data.fns.create_fence(&vk::FenceCreateInfo::default(), None)? };
        let mut result = Ok(());
        while result.is_ok() && !is_so() {
            // SAFETY: the fence is alive.
            result = match unsafe { data.fns.wait_for_fences(&[fence], true, LOOK) } {
                Err(vk::Result::TIMEOUT) => Ok(()),
                other => other,
            };
        }
        // SAFETY: nothing uses it.
        unsafe { data.fns.destroy_fence(fence, None) };
        result
    }
}

impl Ours {
    fn of(self, counts: &QueryCounts) -> [u32; 2] {
        match self {
            Self::Primitives => counts.primitives,
            Self::TaskInvocations => counts.task_invocations,
            Self::MeshInvocations => counts.mesh_invocations,
        }
    }

    fn flag(self) -> u32 {
        match self {
            Self::Primitives => gpu::RESULT_PRIMITIVES,
            Self::TaskInvocations => gpu::RESULT_TASK_INVOCATIONS,
            Self::MeshInvocations => gpu::RESULT_MESH_INVOCATIONS,
        }
    }
}

fn is_available(counts: &QueryCounts) -> bool {
    counts.available != 0
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const vk::QueryPoolCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    pool: *mut vk::QueryPool,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let mut driver = *info;
        driver.pipeline_statistics = driver_statistics(driver.pipeline_statistics);
        let layout = ResultLayout::of(&*info);
        if layout.as_ref().is_some_and(|layout| layout.driver == 0) {
            // A type that every device has.
            driver.query_type = vk::QueryType::OCCLUSION;
        }
        let counters = layout.map(|layout| {
            let counters = fallback.gpu.counters((*info).query_count, layout.driver)?;
            Ok::<_, meshwork_gpu::Error>((layout, counters))
        });
        let counters = match counters.transpose() {
            Ok(counters) => counters,
            Err(error) => {
                tracing::error!("a query pool: {error}");
                return error.vk_result();
            }
        };
        let result = (data.fns.fp_v1_0().create_query_pool)(device, &driver, allocator, pool);
        if result != vk::Result::SUCCESS {
            return result;
        }
        if let Some((layout, counters)) = counters {
            let counts_compute = driver.query_type == vk::QueryType::PIPELINE_STATISTICS
                && driver.pipeline_statistics.contains(Statistics::COMPUTE_SHADER_INVOCATIONS);
            let ours = QueryPool { counters, layout, counts_compute, is_split: AtomicBool::new(false) };
            fallback.objects.query_pools.insert(*pool, ours);
        }
        result
    })
}

unsafe extern "system" fn destroy(
    device: vk::Device,
    pool: vk::QueryPool,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments, when the GPU is done with the pool.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.query_pools.remove(pool);
        (data.fns.fp_v1_0().destroy_query_pool)(device, pool, allocator);
    });
}

/// Under both names the driver's function is the one that it has.
unsafe extern "system" fn reset(device: vk::Device, pool: vk::QueryPool, first: u32, count: u32) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        if let Some(ours) = fallback.objects.query_pools.get(pool) {
            ours.counters.reset(first..first + count);
        }
        let next = [c"vkResetQueryPool", c"vkResetQueryPoolEXT"].into_iter().find_map(|name| data.next_proc(name));
        if let Some(next) = next {
            core::mem::transmute::<unsafe extern "system" fn(), vk::PFN_vkResetQueryPool>(next)(
                device, pool, first, count,
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(query_type: vk::QueryType, statistics: Statistics) -> Option<ResultLayout> {
        ResultLayout::of(&vk::QueryPoolCreateInfo::default().query_type(query_type).pipeline_statistics(statistics))
    }

    #[test]
    fn numbers_of_mesh_shaders_follow_those_of_the_driver() {
        assert_eq!(layout(vk::QueryType::TIMESTAMP, Statistics::empty()), None);
        let of = |query_type, statistics| {
            let layout = layout(query_type, statistics).expect("it begins and ends");
            (layout.driver, layout.ours.to_vec())
        };
        assert_eq!(of(vk::QueryType::OCCLUSION, Statistics::empty()), (1, vec![]));
        assert_eq!(of(vk::QueryType::TRANSFORM_FEEDBACK_STREAM_EXT, Statistics::empty()), (2, vec![]));
        assert_eq!(of(vk::QueryType::PIPELINE_STATISTICS, Statistics::CLIPPING_PRIMITIVES), (1, vec![]));
        let primitives = of(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, Statistics::empty());
        assert_eq!(primitives, (0, vec![Ours::Primitives]));
        let statistics = Statistics::MESH_SHADER_INVOCATIONS_EXT
            | Statistics::TASK_SHADER_INVOCATIONS_EXT
            | Statistics::CLIPPING_PRIMITIVES
            | Statistics::FRAGMENT_SHADER_INVOCATIONS;
        let all = of(vk::QueryType::PIPELINE_STATISTICS, statistics);
        assert_eq!(all, (2, vec![Ours::TaskInvocations, Ours::MeshInvocations]));
    }

    #[test]
    fn the_driver_says_what_is_available_where_nothing_is_ours() {
        let occlusion = layout(vk::QueryType::OCCLUSION, Statistics::empty()).unwrap();
        assert_eq!(occlusion.flags(Flags::WAIT | Flags::WITH_AVAILABILITY | Flags::TYPE_64), gpu::RESULT_64_BIT);
        let primitives = layout(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, Statistics::empty()).unwrap();
        assert_eq!(primitives.flags(Flags::PARTIAL), gpu::RESULT_PRIMITIVES | gpu::RESULT_PARTIAL);
        let flags = primitives.flags(Flags::WITH_AVAILABILITY);
        assert_eq!(flags, gpu::RESULT_PRIMITIVES | gpu::RESULT_AVAILABILITY);
    }
}
