//! A device with commands that take addresses, and without mesh shaders.

use core::ffi::{CStr, c_void};

use ash::{ext, khr, vk};
use meshwork_layer::address_commands::*;

/// With what it depends on, on a device of Vulkan 1.0.
const EXTENSIONS: [&CStr; 4] =
    [NAME, khr::buffer_device_address::NAME, khr::synchronization2::NAME, ext::extended_dynamic_state::NAME];

const BYTES: u64 = 16;

/// What a buffer holds after commands that take addresses: a word written, then copied, between filled ones.
///
/// # Safety
/// The physical device has the extension.
pub unsafe fn written(instance: &ash::Instance, physical_device: vk::PhysicalDevice) -> Vec<u32> {
    let names = EXTENSIONS.map(CStr::as_ptr);
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
    let mut commands =
        PhysicalDeviceDeviceAddressCommandsFeaturesKHR { device_address_commands: vk::TRUE, ..Default::default() };
    let mut sync = vk::PhysicalDeviceSynchronization2Features::default().synchronization2(true);
    let mut addresses = vk::PhysicalDeviceBufferDeviceAddressFeatures::default().buffer_device_address(true);
    addresses.p_next = (&raw mut commands).cast();
    sync.p_next = (&raw mut addresses).cast();
    let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).enabled_extension_names(&names);
    let info = vk::DeviceCreateInfo { p_next: (&raw const sync).cast(), ..info };
    // SAFETY: a plain Vulkan program; every object is used while it lives.
    unsafe {
        let device = instance.create_device(physical_device, &info, None).expect("device");
        let memory = instance.get_physical_device_memory_properties(physical_device);
        let words = write(instance, &device, &memory);
        device.destroy_device(None);
        words
    }
}

unsafe fn write(
    instance: &ash::Instance,
    device: &ash::Device,
    memory: &vk::PhysicalDeviceMemoryProperties,
) -> Vec<u32> {
    // SAFETY: as above; the functions' types.
    unsafe {
        let command = |name: &CStr| {
            (instance.fp_v1_0().get_device_proc_addr)(device.handle(), name.as_ptr()).expect("the extension's command")
        };
        type Update =
            unsafe extern "system" fn(vk::CommandBuffer, *const DeviceAddressRangeKHR, u32, u64, *const c_void);
        type Fill = unsafe extern "system" fn(vk::CommandBuffer, *const DeviceAddressRangeKHR, u32, u32);
        type Copy = unsafe extern "system" fn(vk::CommandBuffer, *const CopyDeviceMemoryInfoKHR);
        let update = core::mem::transmute::<unsafe extern "system" fn(), Update>(command(c"vkCmdUpdateMemoryKHR"));
        let fill = core::mem::transmute::<unsafe extern "system" fn(), Fill>(command(c"vkCmdFillMemoryKHR"));
        let copy = core::mem::transmute::<unsafe extern "system" fn(), Copy>(command(c"vkCmdCopyMemoryKHR"));
        let [(from, from_memory), (to, to_memory)] = [(); 2].map(|()| buffer(device, memory));
        let addresses = khr::buffer_device_address::Device::new(instance, device);
        let address = |raw| addresses.get_buffer_device_address(&vk::BufferDeviceAddressInfo::default().buffer(raw));
        let range = |address, size| DeviceAddressRangeKHR { address, size };
        let (from_at, to_at) = (address(from), address(to));

        let pool = device.create_command_pool(&vk::CommandPoolCreateInfo::default(), None).expect("pool");
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        let raw = device.allocate_command_buffers(&info).expect("command buffer")[0];
        device.begin_command_buffer(raw, &vk::CommandBufferBeginInfo::default()).expect("begun");
        let storage_buffers = 0x8;
        update(raw, &range(from_at + 8, 4), storage_buffers, 4, core::ptr::from_ref(&WORD).cast());
        fill(raw, &range(to_at, BYTES), storage_buffers, 7);
        barrier(instance, device, raw, [range(from_at, BYTES), range(to_at, BYTES)]);
        let region = DeviceMemoryCopyKHR {
            src_range: range(from_at + 8, 4),
            dst_range: range(to_at + 4, 4),
            ..Default::default()
        };
        copy(raw, &CopyDeviceMemoryInfoKHR { region_count: 1, p_regions: &region, ..Default::default() });
        device.end_command_buffer(raw).expect("ended");

        let submit = [vk::SubmitInfo::default().command_buffers(core::slice::from_ref(&raw))];
        device.queue_submit(device.get_device_queue(0, 0), &submit, vk::Fence::null()).expect("submitted");
        device.device_wait_idle().expect("done");
        let mapped = device.map_memory(to_memory, 0, BYTES, vk::MemoryMapFlags::empty()).expect("mapped");
        let words = core::slice::from_raw_parts(mapped.cast::<u32>(), (BYTES / 4) as usize).to_vec();
        device.destroy_command_pool(pool, None);
        for (buffer, memory) in [(from, from_memory), (to, to_memory)] {
            device.destroy_buffer(buffer, None);
            device.free_memory(memory, None);
        }
        words
    }
}

pub const WORD: u32 = 0x1234_5678;

unsafe fn barrier(
    instance: &ash::Instance,
    device: &ash::Device,
    raw: vk::CommandBuffer,
    written: [DeviceAddressRangeKHR; 2],
) {
    let barriers = written.map(|address_range| MemoryRangeBarrierKHR {
        src_stage_mask: vk::PipelineStageFlags2::ALL_TRANSFER,
        src_access_mask: vk::AccessFlags2::TRANSFER_WRITE,
        dst_stage_mask: vk::PipelineStageFlags2::ALL_TRANSFER,
        dst_access_mask: vk::AccessFlags2::TRANSFER_READ | vk::AccessFlags2::TRANSFER_WRITE,
        address_range,
        ..Default::default()
    });
    let ranges = MemoryRangeBarriersInfoKHR {
        memory_range_barrier_count: 2,
        p_memory_range_barriers: barriers.as_ptr(),
        ..Default::default()
    };
    let info = vk::DependencyInfo { p_next: (&raw const ranges).cast(), ..Default::default() };
    // SAFETY: as above.
    unsafe { khr::synchronization2::Device::new(instance, device).cmd_pipeline_barrier2(raw, &info) };
}

/// A buffer with an address, in memory that the host sees.
unsafe fn buffer(device: &ash::Device, memory: &vk::PhysicalDeviceMemoryProperties) -> (vk::Buffer, vk::DeviceMemory) {
    let usage = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
    let info = vk::BufferCreateInfo::default().size(BYTES).usage(usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS);
    let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
    let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    // SAFETY: as above.
    unsafe {
        let raw = device.create_buffer(&info, None).expect("buffer");
        let needs = device.get_buffer_memory_requirements(raw);
        let fits = |(index, kind): &(usize, &vk::MemoryType)| {
            needs.memory_type_bits & 1 << index != 0 && kind.property_flags.contains(wanted)
        };
        let (index, _) = memory.memory_types_as_slice().iter().enumerate().find(fits).expect("memory type");
        let info = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
        let memory = device.allocate_memory(&info.push_next(&mut flags), None).expect("memory");
        device.bind_buffer_memory(raw, memory, 0).expect("bound");
        (raw, memory)
    }
}
