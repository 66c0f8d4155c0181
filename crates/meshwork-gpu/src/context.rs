//! What a device needs once.

use std::sync::Arc;

use ash::vk;
use gpu_allocator::vulkan::{Allocator, AllocatorCreateDesc};
use gpu_allocator::{AllocationSizes, AllocatorDebugSettings};
use parking_lot::Mutex;

use crate::error::Error;
use crate::kernels::Kernels;
use crate::memory::{Arena, BlockPool};
use crate::profile::target_profile;

/// Shared by everything that belongs to one device; cheap to clone. The program keeps the device alive for as long as any
/// clone, pipeline or arena lives.
#[derive(Clone)]
pub struct Context {
    pub(crate) shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub device: ash::Device,
    pub limits: Limits,
    pub multi_draw: u32,
    /// Nanoseconds of a time stamp's tick, where hoists are timed.
    pub timestamp_period: Option<f32>,
    pub kernels: Kernels,
    pub pool: BlockPool,
}

/// What a [`Context`] is made from.
pub struct ContextDesc<'a> {
    pub instance: &'a ash::Instance,
    pub physical_device: vk::PhysicalDevice,
    /// Created with `bufferDeviceAddress`.
    pub device: &'a ash::Device,
    /// Whether the device was created with `multiDrawIndirect`.
    pub multi_draw_indirect: bool,
    pub limits: Limits,
}

/// How much memory a plan may take, and how it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ceiling of all memory of the context: records, payloads, index lists and tables of all command buffers, in use or kept for
    /// the next. A pass takes half of it at most, and what is left at most; if it needs more, it runs in further steps. Beyond
    /// the ceiling goes only what cannot be made smaller, as an error would be a hole in the picture: tables, a workgroup of
    /// each stage for every run, and a 64th of the ceiling for every plan.
    pub memory_bytes: u64,
    /// At most this many task and mesh workgroups in a step of a run: for tests of further steps.
    pub step_workgroups: u32,
    /// Largest value of an index: `maxDrawIndexedIndexValue` where the device was created with `fullDrawIndexUint32`, else
    /// 2^24 − 1.
    pub max_index: u32,
    /// Further steps recorded for a run whose number of workgroups only the GPU knows.
    pub extra_steps: u32,
    /// Hoists are timed, on devices whose queues all have time stamps, for [`crate::Totals::hoist_ns`].
    pub time_hoists: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 1 << 30,
            step_workgroups: u32::MAX,
            max_index: (1 << 24) - 1,
            extra_steps: 2,
            time_hoists: false,
        }
    }
}

impl Limits {
    /// What a plan may take, where so much is left of the ceiling.
    pub(crate) fn plan_bytes(&self, left: u64) -> u64 {
        left.min(self.memory_bytes / 2).max(self.memory_bytes / 64)
    }

    /// What runs of unknown size share which cannot be continued: much, since what it does not hold is lost, but every command
    /// buffer with such a pass takes it.
    pub(crate) fn unread_plan_bytes(&self) -> u64 {
        self.memory_bytes / 8
    }

    /// How much the allocator takes from the device at a time, for small blocks.
    fn chunk_bytes(&self) -> u64 {
        (self.memory_bytes / 16).min(64 << 20).next_multiple_of(4 << 20)
    }
}

impl Context {
    /// Compiles the kernels and sets up the allocator.
    ///
    /// # Errors
    /// What the driver answers to pipeline creation.
    pub fn new(desc: &ContextDesc) -> Result<Self, Error> {
        let mut debug_settings = AllocatorDebugSettings::default();
        debug_settings.log_leaks_on_shutdown = false;
        let allocator = Allocator::new(&AllocatorCreateDesc {
            instance: desc.instance.clone(),
            device: desc.device.clone(),
            physical_device: desc.physical_device,
            debug_settings,
            buffer_device_address: true,
            allocation_sizes: AllocationSizes::new(desc.limits.chunk_bytes(), 8 << 20),
        })
        .map_err(|source| Error::Memory { what: "the allocator", bytes: 0, source })?;
        // SAFETY: the physical device is of this instance.
        let properties = unsafe { desc.instance.get_physical_device_properties(desc.physical_device) };
        let has_timestamps = properties.limits.timestamp_compute_and_graphics == vk::TRUE;
        let profile = target_profile(desc.instance, desc.physical_device);
        let is_cpu = properties.device_type == vk::PhysicalDeviceType::CPU && profile.subgroup_operations.arithmetic;
        let kernels = Kernels::new(desc.device, is_cpu.then_some(profile.subgroup_size))?;
        Ok(Self {
            shared: Arc::new(Shared {
                device: desc.device.clone(),
                limits: desc.limits,
                multi_draw: if desc.multi_draw_indirect { properties.limits.max_draw_indirect_count } else { 1 },
                timestamp_period: (desc.limits.time_hoists && has_timestamps)
                    .then_some(properties.limits.timestamp_period),
                kernels,
                pool: BlockPool::new(desc.device.clone(), Mutex::new(allocator), desc.limits.memory_bytes),
            }),
        })
    }

    /// An empty arena, for the plans of one command buffer.
    pub fn arena(&self) -> Arena {
        Arena::new(self.shared.clone())
    }

    /// The most device memory that plans ever had at once, in bytes: what is lent, and what waits to be lent again.
    pub fn peak_memory_bytes(&self) -> u64 {
        self.shared.pool.peak()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.kernels.destroy(&self.device);
    }
}
