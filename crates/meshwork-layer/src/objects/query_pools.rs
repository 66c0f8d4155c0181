//! Query pools, and those that count what the driver knows nothing of: primitives of mesh shaders, invocations of task and mesh
//! shaders.
//!
//! Such counts lie in memory of the layer, with a word for each query that says whether it is available. The GPU writes both
//! ([`meshwork_gpu::Counters`]). The other statistics of a pool are the driver's; since those of mesh shaders are the last in
//! the order of results, a result is the driver's numbers and then ours. Where there are none, the driver's pool only lends its
//! handle.

use core::ffi::c_void;
use core::mem::offset_of;
use core::ops::Range;

use ash::vk;
use dashmap::DashSet;
use meshwork_abi::gpu::QueryCounts;
use meshwork_gpu::Counters;
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

/// Query pools that count compute shader invocations.
pub type CountingPools = DashSet<vk::QueryPool>;

/// A pool that counts something of mesh shaders.
pub struct QueryPool {
    pub counters: Counters,
    layout: ResultLayout,
}

/// What a query's result consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ResultLayout {
    /// Numbers that the driver counts.
    driver: u32,
    /// The numbers after them: their byte offsets in [`QueryCounts`].
    ours: SmallVec<[usize; 2]>,
}

impl ResultLayout {
    /// `None`: a pool of the driver's alone.
    fn of(info: &vk::QueryPoolCreateInfo) -> Option<Self> {
        let ours = match info.query_type {
            vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT => {
                SmallVec::from_slice(&[offset_of!(QueryCounts, primitives)])
            }
            vk::QueryType::PIPELINE_STATISTICS => [
                (Statistics::TASK_SHADER_INVOCATIONS_EXT, offset_of!(QueryCounts, task_invocations)),
                (Statistics::MESH_SHADER_INVOCATIONS_EXT, offset_of!(QueryCounts, mesh_invocations)),
            ]
            .into_iter()
            .filter(|(bit, _)| info.pipeline_statistics.contains(*bit))
            .map(|(_, offset)| offset)
            .collect(),
            _ => SmallVec::new(),
        };
        let driver = driver_statistics(info.pipeline_statistics).as_raw().count_ones();
        (!ours.is_empty()).then_some(Self { driver, ours })
    }

    /// Parts of the results to copy, from the counters of a pool to a buffer.
    fn regions(
        &self,
        queries: Range<u32>,
        to: vk::DeviceSize,
        stride: vk::DeviceSize,
        flags: Flags,
    ) -> Vec<vk::BufferCopy> {
        let number = number_bytes(flags);
        let available = flags.contains(Flags::WITH_AVAILABILITY).then_some(offset_of!(QueryCounts, available));
        let parts: SmallVec<[usize; 3]> = self.ours.iter().copied().chain(available).collect();
        let of_query = |query: u32| {
            let from = u64::from(query) * size_of::<QueryCounts>() as u64;
            let to = to + u64::from(query - queries.start) * stride;
            (u64::from(self.driver)..).zip(&parts).map(move |(place, &part)| vk::BufferCopy {
                src_offset: from + part as u64,
                dst_offset: to + place * number,
                size: number,
            })
        };
        queries.clone().flat_map(of_query).collect()
    }
}

/// Without what drivers without mesh shaders do not know.
pub fn driver_statistics(statistics: Statistics) -> Statistics {
    statistics & !(Statistics::TASK_SHADER_INVOCATIONS_EXT | Statistics::MESH_SHADER_INVOCATIONS_EXT)
}

/// Bytes of a number of a result.
fn number_bytes(flags: Flags) -> u64 {
    if flags.contains(Flags::TYPE_64) { 8 } else { 4 }
}

impl QueryPool {
    /// Whether the driver has a part in its queries.
    pub fn is_counted_by_driver(&self) -> bool {
        self.layout.driver > 0
    }

    /// Copies the part of results that is ours into a buffer. What is not available is copied as it is.
    ///
    /// # Safety
    /// As `vkCmdCopyQueryPoolResults`.
    pub unsafe fn record_copy(
        &self,
        raw: vk::CommandBuffer,
        queries: Range<u32>,
        (buffer, offset): (vk::Buffer, vk::DeviceSize),
        stride: vk::DeviceSize,
        flags: Flags,
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.counters.record_copy(raw, buffer, &self.layout.regions(queries, offset, stride, flags)) };
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
        (size, results): (usize, *mut c_void),
        stride: vk::DeviceSize,
        flags: Flags,
    ) -> vk::Result {
        if flags.contains(Flags::WAIT)
            && let Err(error) = queries.clone().try_for_each(|query| self.wait(data, query))
        {
            return error;
        }
        let mut result = vk::Result::SUCCESS;
        if self.is_counted_by_driver() {
            let (device, count, flags) = (data.fns.handle(), queries.len() as u32, flags & !Flags::WITH_AVAILABILITY);
            let get = data.fns.fp_v1_0().get_query_pool_results;
            // SAFETY: the caller's promise; the driver writes the first numbers of each result.
            result = unsafe { get(device, raw, queries.start, count, size, results, stride, flags) };
            if result.as_raw() < 0 {
                return result;
            }
        }
        for (index, query) in (0..).zip(queries) {
            let counts = self.counters.read(query);
            let at = results.cast::<u8>().wrapping_add(index * stride as usize);
            // SAFETY: the caller's promise.
            if !unsafe { self.write_result(&counts, at, flags) } {
                result = vk::Result::NOT_READY;
            }
        }
        result
    }

    /// Writes our part of a query's result, and says whether it has one.
    ///
    /// # Safety
    /// `at` has room for the result.
    unsafe fn write_result(&self, counts: &QueryCounts, at: *mut u8, flags: Flags) -> bool {
        let counts_at = core::ptr::from_ref(counts).cast::<u8>();
        let number = number_bytes(flags) as usize;
        let write = |place: usize, offset: usize| {
            // SAFETY: the caller's promise; `offset` is that of a number, whose low bytes come first.
            unsafe { at.add(place * number).copy_from_nonoverlapping(counts_at.add(offset), number) };
        };
        let first = self.layout.driver as usize;
        let has_result = is_available(counts) || flags.contains(Flags::PARTIAL);
        if has_result {
            self.layout.ours.iter().zip(first..).for_each(|(&offset, place)| write(place, offset));
        }
        if flags.contains(Flags::WITH_AVAILABILITY) {
            write(first + self.layout.ours.len(), offset_of!(QueryCounts, available));
        }
        has_result
    }

    /// Waits until a query is available, or the device is lost.
    fn wait(&self, data: &DeviceData, query: u32) -> Result<(), vk::Result> {
        /// How often it is looked at, in nanoseconds.
        const LOOK: u64 = 50_000;
        if is_available(&self.counters.read(query)) {
            return Ok(());
        }
        // Nobody signals it: waiting for it is a pause that ends when the device is lost.
        // SAFETY: plain creation.
        let fence = unsafe { data.fns.create_fence(&vk::FenceCreateInfo::default(), None)? };
        let mut result = Ok(());
        while result.is_ok() && !is_available(&self.counters.read(query)) {
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

fn is_available(counts: &QueryCounts) -> bool {
    counts.available[0] != 0
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
        let counters = layout.map(|layout| Ok((layout, fallback.gpu.counters((*info).query_count)?))).transpose();
        let counters = match counters {
            Ok(counters) => counters,
            Err(error) => {
                let error: meshwork_gpu::Error = error;
                tracing::error!("a query pool: {error}");
                return error.vk_result();
            }
        };
        let result = (data.fns.fp_v1_0().create_query_pool)(device, &driver, allocator, pool);
        if result != vk::Result::SUCCESS {
            return result;
        }
        if let Some((layout, counters)) = counters {
            fallback.objects.query_pools.insert(*pool, QueryPool { counters, layout });
        }
        let counts = driver.query_type == vk::QueryType::PIPELINE_STATISTICS
            && driver.pipeline_statistics.contains(Statistics::COMPUTE_SHADER_INVOCATIONS);
        if counts {
            fallback.objects.counting_pools.insert(*pool);
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
        fallback.objects.counting_pools.remove(&pool);
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
        assert_eq!(layout(vk::QueryType::OCCLUSION, Statistics::empty()), None);
        assert_eq!(layout(vk::QueryType::PIPELINE_STATISTICS, Statistics::CLIPPING_PRIMITIVES), None);
        let primitives = layout(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, Statistics::empty()).unwrap();
        assert_eq!((primitives.driver, &*primitives.ours), (0, &[0][..]));
        let statistics = Statistics::MESH_SHADER_INVOCATIONS_EXT
            | Statistics::TASK_SHADER_INVOCATIONS_EXT
            | Statistics::CLIPPING_PRIMITIVES
            | Statistics::FRAGMENT_SHADER_INVOCATIONS;
        let all = layout(vk::QueryType::PIPELINE_STATISTICS, statistics).unwrap();
        assert_eq!((all.driver, &*all.ours), (2, &[8, 16][..]));
    }

    #[test]
    fn copies_go_to_their_places() {
        let layout = ResultLayout { driver: 1, ours: SmallVec::from_slice(&[8, 16]) };
        let regions = |flags| {
            let regions = layout.regions(3..5, 100, 32, flags);
            regions.iter().map(|region| (region.src_offset, region.dst_offset, region.size)).collect::<Vec<_>>()
        };
        let words = [(104, 104, 4), (112, 108, 4), (136, 136, 4), (144, 140, 4)];
        assert_eq!(regions(Flags::WAIT), words);
        let long = [(104, 108, 8), (112, 116, 8), (120, 124, 8), (136, 140, 8), (144, 148, 8), (152, 156, 8)];
        assert_eq!(regions(Flags::TYPE_64 | Flags::WITH_AVAILABILITY), long);
    }
}
