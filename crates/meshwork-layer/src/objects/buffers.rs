//! Buffers and their memory: the fallback reads indirect arguments and completes copied results of queries in compute shaders,
//! by address.

use ash::vk;
use vk::{BufferUsageFlags as Usage, BufferUsageFlags2KHR as Usage2};

use crate::chain::Chain;
use crate::device::{DeviceData, fallback_data};
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateBuffer: PFN_vkCreateBuffer = create),
    hook!(vkDestroyBuffer: PFN_vkDestroyBuffer = destroy),
    hook!(vkGetDeviceBufferMemoryRequirements: PFN_vkGetDeviceBufferMemoryRequirements = requirements),
    hook!(vkGetDeviceBufferMemoryRequirementsKHR: PFN_vkGetDeviceBufferMemoryRequirements = requirements),
    hook!(vkAllocateMemory: PFN_vkAllocateMemory = allocate_memory),
];

/// A buffer that may hold indirect arguments, or whose address may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    pub size: vk::DeviceSize,
    /// As the program gave it.
    pub usage: Usage2,
}

impl Buffer {
    /// The address of a buffer that is bound to memory.
    pub fn address(data: &DeviceData, raw: vk::Buffer) -> vk::DeviceAddress {
        let info = vk::BufferDeviceAddressInfo::default().buffer(raw);
        // SAFETY: the buffer was created with device address usage (below), and what reads or writes it needs it bound.
        unsafe { data.fns.get_buffer_device_address(&info) }
    }
}

/// What a buffer gains that may hold indirect arguments or copied results.
const GAINED: Usage = Usage::from_raw(Usage::STORAGE_BUFFER.as_raw() | Usage::SHADER_DEVICE_ADDRESS.as_raw());
/// The same in the wider flags, which share the bits.
const GAINED_2: Usage2 = Usage2::from_raw(Usage2::STORAGE_BUFFER.as_raw() | Usage2::SHADER_DEVICE_ADDRESS.as_raw());

/// A buffer's create info for the driver.
struct DriverBuffer {
    chain: Chain,
    usage: Usage,
    /// As the program gave it.
    asked: Usage2,
}

impl DriverBuffer {
    /// # Safety
    /// `info` is valid.
    unsafe fn new(info: &vk::BufferCreateInfo) -> Self {
        // SAFETY: the caller's promise.
        let mut chain = unsafe { Chain::copy(info.p_next, |_| true) };
        let wide = chain.get_mut::<vk::BufferUsageFlags2CreateInfoKHR>();
        // Where the wider flags are there, they count.
        let asked = wide.as_ref().map_or(Usage2::from_raw(info.usage.as_raw().into()), |wide| wide.usage);
        let mut usage = info.usage;
        if asked.intersects(Usage2::INDIRECT_BUFFER | Usage2::TRANSFER_DST) {
            match wide {
                Some(wide) => wide.usage |= GAINED_2,
                None => usage |= GAINED,
            }
        }
        Self { chain, usage, asked }
    }

    fn info<'a>(&'a mut self, program: &vk::BufferCreateInfo<'a>) -> vk::BufferCreateInfo<'a> {
        vk::BufferCreateInfo { p_next: self.chain.link(), usage: self.usage, ..*program }
    }
}

/// # Safety
/// As `vkCreateBuffer`.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const vk::BufferCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    buffer: *mut vk::Buffer,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let mut driver = DriverBuffer::new(&*info);
        let for_driver = if fallback.gives_mesh_shaders { driver.info(&*info) } else { *info };
        let result = (data.fns.fp_v1_0().create_buffer)(device, &for_driver, allocator, buffer);
        let is_kept = driver.asked.intersects(Usage2::INDIRECT_BUFFER | Usage2::SHADER_DEVICE_ADDRESS);
        if result == vk::Result::SUCCESS && is_kept {
            fallback.objects.buffers.insert(*buffer, Buffer { size: (*info).size, usage: driver.asked });
        }
        result
    })
}

/// # Safety
/// As `vkDestroyBuffer`.
unsafe extern "system" fn destroy(
    device: vk::Device,
    buffer: vk::Buffer,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.buffers.remove(buffer);
        fallback.objects.addresses.remove(buffer);
        (data.fns.fp_v1_0().destroy_buffer)(device, buffer, allocator);
    });
}

/// # Safety
/// As `vkGetDeviceBufferMemoryRequirements`.
unsafe extern "system" fn requirements(
    device: vk::Device,
    info: *const vk::DeviceBufferMemoryRequirements<'_>,
    requirements: *mut vk::MemoryRequirements2<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, _) = fallback_data(device);
        let buffer = &*(*info).p_create_info;
        let mut driver = DriverBuffer::new(buffer);
        let buffer = driver.info(buffer);
        let info = vk::DeviceBufferMemoryRequirements { p_create_info: &buffer, ..*info };
        let names = [c"vkGetDeviceBufferMemoryRequirements", c"vkGetDeviceBufferMemoryRequirementsKHR"];
        if let Some(next) = names.into_iter().find_map(|name| data.next_proc(name)) {
            core::mem::transmute::<unsafe extern "system" fn(), vk::PFN_vkGetDeviceBufferMemoryRequirements>(next)(
                device,
                &info,
                requirements,
            );
        }
    });
}

/// Any memory may come to hold such a buffer, so all of it may be addressed.
///
/// # Safety
/// As `vkAllocateMemory`.
unsafe extern "system" fn allocate_memory(
    device: vk::Device,
    info: *const vk::MemoryAllocateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    memory: *mut vk::DeviceMemory,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, _) = fallback_data(device);
        let mut chain = Chain::copy((*info).p_next, |_| true);
        match chain.get_mut::<vk::MemoryAllocateFlagsInfo>() {
            Some(flags) => flags.flags |= vk::MemoryAllocateFlags::DEVICE_ADDRESS,
            None => {
                chain.push(vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS));
            }
        }
        let driver = vk::MemoryAllocateInfo { p_next: chain.link(), ..*info };
        (data.fns.fp_v1_0().allocate_memory)(device, &driver, allocator, memory)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_with_arguments_or_results_gain_usage() {
        let plain = vk::BufferCreateInfo::default().usage(Usage::INDIRECT_BUFFER | Usage::TRANSFER_DST);
        // SAFETY: valid structures.
        let mut driver = unsafe { DriverBuffer::new(&plain) };
        assert_eq!(driver.asked, Usage2::INDIRECT_BUFFER | Usage2::TRANSFER_DST);
        assert_eq!(driver.info(&plain).usage, plain.usage | GAINED);

        let mut wide = vk::BufferUsageFlags2CreateInfoKHR::default().usage(Usage2::INDIRECT_BUFFER);
        let info = vk::BufferCreateInfo::default().push_next(&mut wide);
        // SAFETY: valid structures.
        let mut driver = unsafe { DriverBuffer::new(&info) };
        let in_chain = driver.chain.get_mut::<vk::BufferUsageFlags2CreateInfoKHR>().unwrap().usage;
        assert_eq!(in_chain, Usage2::INDIRECT_BUFFER | GAINED_2);

        let results = vk::BufferCreateInfo::default().usage(Usage::TRANSFER_DST);
        // SAFETY: a valid structure.
        let mut driver = unsafe { DriverBuffer::new(&results) };
        assert_eq!(driver.info(&results).usage, Usage::TRANSFER_DST | GAINED);

        let other = vk::BufferCreateInfo::default().usage(Usage::VERTEX_BUFFER);
        // SAFETY: a valid structure.
        let mut driver = unsafe { DriverBuffer::new(&other) };
        assert_eq!(driver.info(&other).usage, Usage::VERTEX_BUFFER);
    }
}
