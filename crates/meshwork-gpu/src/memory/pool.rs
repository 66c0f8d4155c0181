//! Blocks of device memory, lent and taken back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ash::vk;
use gpu_allocator::MemoryLocation;
use gpu_allocator::vulkan::{Allocation, AllocationCreateDesc, AllocationScheme, Allocator};
use parking_lot::{Mutex, MutexGuard};

use super::stock::{Size, Stock, Usage};
use crate::error::{Called, Error};

/// Sizes of blocks are multiples of this.
const UNIT: u64 = 64 << 10;

/// A buffer with its own memory and address.
pub(crate) struct Block {
    pub buffer: vk::Buffer,
    pub address: u64,
    pub size: Size,
    allocation: Allocation,
}

impl Block {
    /// Only of memory that the host sees.
    pub fn mapped(&mut self) -> Result<&mut [u8], Error> {
        let unmapped = Error::Vulkan { call: "vkMapMemory", result: vk::Result::ERROR_MEMORY_MAP_FAILED };
        self.allocation.mapped_slice_mut().ok_or(unmapped)
    }

    /// Device memory, too, on devices whose memory the host sees, which is enough for tests.
    #[cfg(test)]
    pub fn read(&self) -> &[u8] {
        self.allocation.mapped_slice().expect("host-visible memory")
    }
}

pub(crate) struct BlockPool {
    device: ash::Device,
    allocator: Mutex<Allocator>,
    stock: Mutex<Stock<Block>>,
    planning: Mutex<()>,
    /// It was said that a plan got less than it wants.
    is_limited: AtomicBool,
}

impl BlockPool {
    pub fn new(device: ash::Device, allocator: Mutex<Allocator>, ceiling: u64) -> Self {
        Self {
            device,
            allocator,
            stock: Mutex::new(Stock::new(ceiling)),
            planning: Mutex::default(),
            is_limited: AtomicBool::new(false),
        }
    }

    /// Held from asking what is [left](Self::left) to taking it, or two threads would take the same.
    pub fn plan(&self) -> MutexGuard<'_, ()> {
        self.planning.lock()
    }

    pub fn left(&self) -> u64 {
        self.stock.lock().left()
    }

    /// A plan wants more than `bytes`. Said once.
    pub fn limited(&self, bytes: u64) {
        if self.is_limited.swap(true, Ordering::Relaxed) {
            return;
        }
        let stock = self.stock.lock();
        let [budget, lent, ceiling] =
            [bytes, stock.lent(), stock.ceiling()].map(|bytes| bytes as f64 / f64::from(1 << 20));
        tracing::warn!(
            "a pass may take {budget:.1} MiB: {lent:.1} of {ceiling} MiB (MESHWORK_MEMORY) are in use; it runs in more steps"
        );
    }

    pub fn peak(&self) -> u64 {
        self.stock.lock().peak()
    }

    #[cfg(test)]
    pub fn bytes(&self) -> u64 {
        self.stock.lock().bytes()
    }

    /// A block of `bytes` or more.
    pub fn take(&self, usage: Usage, bytes: u64) -> Result<Block, Error> {
        // A pass may have nothing but indirect draws of no draws.
        let size = Size { usage, bytes: bytes.max(1).next_multiple_of(UNIT) };
        let mut stock = self.stock.lock();
        if let Some(block) = stock.take(size) {
            return Ok(block);
        }
        let surplus = stock.surplus(Instant::now());
        drop(stock);
        self.destroy(surplus);
        self.create(size).inspect_err(|_| self.stock.lock().lose(size))
    }

    pub fn give(&self, blocks: impl IntoIterator<Item = Block>) {
        let now = Instant::now();
        let mut stock = self.stock.lock();
        for block in blocks {
            let size = block.size;
            stock.give(block, size, now);
        }
        let surplus = stock.surplus(now);
        drop(stock);
        self.destroy(surplus);
    }

    fn create(&self, size: Size) -> Result<Block, Error> {
        let (what, location) = match size.usage {
            Usage::Tables => ("meshwork tables", MemoryLocation::CpuToGpu),
            // Cached by the host: reading what is not is slow on a GPU with memory of its own.
            Usage::Statistics => ("meshwork statistics", MemoryLocation::GpuToCpu),
            Usage::Records => ("meshwork records", MemoryLocation::GpuOnly),
        };
        let bytes = size.bytes;
        let info = vk::BufferCreateInfo::default().size(bytes).usage(
            vk::BufferUsageFlags::STORAGE_BUFFER
                | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
                | vk::BufferUsageFlags::TRANSFER_SRC
                | vk::BufferUsageFlags::TRANSFER_DST
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
        let mut block = Block { buffer, address: 0, size, allocation };
        // SAFETY: the memory is the allocation's own part, of a type that the buffer allows.
        let bound =
            unsafe { self.device.bind_buffer_memory(buffer, block.allocation.memory(), block.allocation.offset()) };
        if let Err(error) = bound.called("vkBindBufferMemory") {
            self.destroy([block]);
            return Err(error);
        }
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
        // SAFETY: the buffer is bound and has the address usage.
        block.address = unsafe { self.device.get_buffer_device_address(&info) };
        Ok(block)
    }

    fn destroy(&self, blocks: impl IntoIterator<Item = Block>) {
        for block in blocks {
            // SAFETY: blocks come back when the GPU is done with them (contract of `Arena::reset` and of dropping it).
            unsafe { self.device.destroy_buffer(block.buffer, None) };
            if let Err(error) = self.allocator.lock().free(block.allocation) {
                tracing::error!("freeing {} bytes: {error}", block.size.bytes);
            }
        }
    }
}

impl Drop for BlockPool {
    fn drop(&mut self) {
        let free = self.stock.lock().clear();
        self.destroy(free);
    }
}
