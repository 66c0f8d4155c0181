//! What recording needs of the driver: commands that are only noted, if they are, and memory that the host sees.

use core::ffi::{CStr, c_void};

use ash::vk;
use ash::vk::Handle;
use meshwork_layer::hook::Pointer;

use super::{dispatchable, driver, handle};

/// Commands of a command buffer.
macro_rules! recorded {
    ($($command:ident: $pfn:ident($($argument:ty),*);)*) => {
        fn recorded(name: &CStr) -> vk::PFN_vkVoidFunction {
            $(if name.to_bytes() == stringify!($command).as_bytes() {
                unsafe extern "system" fn noted(raw: vk::CommandBuffer, $(_: $argument),*) {
                    note(raw, stringify!($command));
                }
                let function: vk::$pfn = noted;
                // SAFETY: all function pointers have one representation.
                return Some(unsafe { core::mem::transmute::<vk::$pfn, Pointer>(function) });
            })*
            None
        }
    };
}

recorded! {
    vkCmdBindPipeline: PFN_vkCmdBindPipeline(vk::PipelineBindPoint, vk::Pipeline);
    vkCmdBindDescriptorSets: PFN_vkCmdBindDescriptorSets(
        vk::PipelineBindPoint, vk::PipelineLayout, u32, u32, *const vk::DescriptorSet, u32, *const u32);
    vkCmdBindVertexBuffers: PFN_vkCmdBindVertexBuffers(u32, u32, *const vk::Buffer, *const vk::DeviceSize);
    vkCmdBindIndexBuffer: PFN_vkCmdBindIndexBuffer(vk::Buffer, vk::DeviceSize, vk::IndexType);
    vkCmdSetViewport: PFN_vkCmdSetViewport(u32, u32, *const vk::Viewport);
    vkCmdSetScissor: PFN_vkCmdSetScissor(u32, u32, *const vk::Rect2D);
    vkCmdSetStencilReference: PFN_vkCmdSetStencilReference(vk::StencilFaceFlags, u32);
    vkCmdPushConstants: PFN_vkCmdPushConstants(vk::PipelineLayout, vk::ShaderStageFlags, u32, u32, *const c_void);
    vkCmdDraw: PFN_vkCmdDraw(u32, u32, u32, u32);
    vkCmdDrawIndexed: PFN_vkCmdDrawIndexed(u32, u32, u32, i32, u32);
    vkCmdDrawIndexedIndirect: PFN_vkCmdDrawIndexedIndirect(vk::Buffer, vk::DeviceSize, u32, u32);
    vkCmdDispatch: PFN_vkCmdDispatch(u32, u32, u32);
    vkCmdDispatchIndirect: PFN_vkCmdDispatchIndirect(vk::Buffer, vk::DeviceSize);
    vkCmdPipelineBarrier: PFN_vkCmdPipelineBarrier(
        vk::PipelineStageFlags, vk::PipelineStageFlags, vk::DependencyFlags, u32, *const vk::MemoryBarrier<'_>,
        u32, *const vk::BufferMemoryBarrier<'_>, u32, *const vk::ImageMemoryBarrier<'_>);
    vkCmdBeginQuery: PFN_vkCmdBeginQuery(vk::QueryPool, u32, vk::QueryControlFlags);
    vkCmdEndQuery: PFN_vkCmdEndQuery(vk::QueryPool, u32);
    vkCmdResetQueryPool: PFN_vkCmdResetQueryPool(vk::QueryPool, u32, u32);
    vkCmdCopyQueryPoolResults: PFN_vkCmdCopyQueryPoolResults(
        vk::QueryPool, u32, u32, vk::Buffer, vk::DeviceSize, vk::DeviceSize, vk::QueryResultFlags);
    vkCmdFillBuffer: PFN_vkCmdFillBuffer(vk::Buffer, vk::DeviceSize, vk::DeviceSize, u32);
    vkCmdEndRenderingKHR: PFN_vkCmdEndRendering();
    vkCmdExecuteCommands: PFN_vkCmdExecuteCommands(u32, *const vk::CommandBuffer);
}

commands! { created,
    "vkCmdBeginRenderingKHR": PFN_vkCmdBeginRendering = begin_rendering;
    "vkCreateCommandPool": PFN_vkCreateCommandPool = create_command_pool;
    "vkDestroyCommandPool": PFN_vkDestroyCommandPool = destroy_command_pool;
    "vkAllocateCommandBuffers": PFN_vkAllocateCommandBuffers = allocate_command_buffers;
    "vkBeginCommandBuffer": PFN_vkBeginCommandBuffer = begin_command_buffer;
    "vkEndCommandBuffer": PFN_vkEndCommandBuffer = end_command_buffer;
    "vkCreateDescriptorSetLayout": PFN_vkCreateDescriptorSetLayout = create_set_layout;
    "vkDestroyDescriptorSetLayout": PFN_vkDestroyDescriptorSetLayout = destroy_set_layout;
    "vkCreateQueryPool": PFN_vkCreateQueryPool = create_query_pool;
    "vkDestroyBuffer": PFN_vkDestroyBuffer = destroy_buffer;
    "vkGetBufferMemoryRequirements": PFN_vkGetBufferMemoryRequirements = buffer_requirements;
    "vkGetBufferDeviceAddress": PFN_vkGetBufferDeviceAddress = buffer_address;
    "vkBindBufferMemory": PFN_vkBindBufferMemory = bind_buffer_memory;
    "vkAllocateMemory": PFN_vkAllocateMemory = allocate_memory;
    "vkFreeMemory": PFN_vkFreeMemory = free_memory;
    "vkMapMemory": PFN_vkMapMemory = map_memory;
    "vkUnmapMemory": PFN_vkUnmapMemory = unmap_memory;
}

/// The driver's function of this name.
pub fn function(name: &CStr) -> vk::PFN_vkVoidFunction {
    recorded(name).or_else(|| created(name))
}

fn note(raw: vk::CommandBuffer, command: &'static str) {
    driver(|driver| {
        if let Some(commands) = &mut driver.commands {
            commands.push((raw, command));
        }
    });
}

unsafe extern "system" fn begin_rendering(raw: vk::CommandBuffer, info: *const vk::RenderingInfo<'_>) {
    // SAFETY: valid arguments.
    let contents = unsafe { (*info).flags }.contains(vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS);
    note(raw, if contents { "vkCmdBeginRendering, secondary" } else { "vkCmdBeginRendering, inline" });
}

type Allocator<'a> = *const vk::AllocationCallbacks<'a>;

unsafe extern "system" fn create_command_pool(
    _: vk::Device,
    _: *const vk::CommandPoolCreateInfo<'_>,
    _: Allocator<'_>,
    pool: *mut vk::CommandPool,
) -> vk::Result {
    // SAFETY: valid arguments, here and below.
    unsafe { *pool = vk::CommandPool::from_raw(handle()) };
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_command_pool(_: vk::Device, _: vk::CommandPool, _: Allocator<'_>) {}

unsafe extern "system" fn allocate_command_buffers(
    _: vk::Device,
    info: *const vk::CommandBufferAllocateInfo<'_>,
    buffers: *mut vk::CommandBuffer,
) -> vk::Result {
    // SAFETY: as above.
    unsafe {
        for i in 0..(*info).command_buffer_count as usize {
            *buffers.add(i) = vk::CommandBuffer::from_raw(dispatchable());
        }
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn begin_command_buffer(
    _: vk::CommandBuffer,
    _: *const vk::CommandBufferBeginInfo<'_>,
) -> vk::Result {
    vk::Result::SUCCESS
}

unsafe extern "system" fn end_command_buffer(_: vk::CommandBuffer) -> vk::Result {
    vk::Result::SUCCESS
}

unsafe extern "system" fn create_set_layout(
    _: vk::Device,
    _: *const vk::DescriptorSetLayoutCreateInfo<'_>,
    _: Allocator<'_>,
    layout: *mut vk::DescriptorSetLayout,
) -> vk::Result {
    // SAFETY: as above.
    unsafe { *layout = vk::DescriptorSetLayout::from_raw(handle()) };
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_set_layout(_: vk::Device, _: vk::DescriptorSetLayout, _: Allocator<'_>) {}

unsafe extern "system" fn create_query_pool(
    _: vk::Device,
    _: *const vk::QueryPoolCreateInfo<'_>,
    _: Allocator<'_>,
    pool: *mut vk::QueryPool,
) -> vk::Result {
    // SAFETY: as above.
    unsafe { *pool = vk::QueryPool::from_raw(handle()) };
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_buffer(_: vk::Device, _: vk::Buffer, _: Allocator<'_>) {}

/// Large enough for whatever the layer makes.
const BUFFER_BYTES: vk::DeviceSize = 4 << 20;

unsafe extern "system" fn buffer_requirements(_: vk::Device, _: vk::Buffer, out: *mut vk::MemoryRequirements) {
    // SAFETY: as above.
    unsafe { *out = vk::MemoryRequirements { size: BUFFER_BYTES, alignment: 256, memory_type_bits: 1 } };
}

unsafe extern "system" fn buffer_address(
    _: vk::Device,
    info: *const vk::BufferDeviceAddressInfo<'_>,
) -> vk::DeviceAddress {
    // SAFETY: as above.
    unsafe { (*info).buffer.as_raw() << 32 }
}

unsafe extern "system" fn bind_buffer_memory(
    _: vk::Device,
    _: vk::Buffer,
    _: vk::DeviceMemory,
    _: vk::DeviceSize,
) -> vk::Result {
    vk::Result::SUCCESS
}

/// The handle is the place of a vector, which is the memory.
unsafe extern "system" fn allocate_memory(
    _: vk::Device,
    info: *const vk::MemoryAllocateInfo<'_>,
    _: Allocator<'_>,
    memory: *mut vk::DeviceMemory,
) -> vk::Result {
    // SAFETY: as above.
    unsafe {
        let words = vec![0_u64; ((*info).allocation_size / 8) as usize];
        *memory = vk::DeviceMemory::from_raw(Box::into_raw(Box::new(words)) as u64);
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn free_memory(_: vk::Device, memory: vk::DeviceMemory, _: Allocator<'_>) {
    // SAFETY: from `allocate_memory`.
    drop(unsafe { Box::from_raw(memory.as_raw() as *mut Vec<u64>) });
}

unsafe extern "system" fn map_memory(
    _: vk::Device,
    memory: vk::DeviceMemory,
    offset: vk::DeviceSize,
    _: vk::DeviceSize,
    _: vk::MemoryMapFlags,
    data: *mut *mut c_void,
) -> vk::Result {
    // SAFETY: from `allocate_memory`; the offset lies within.
    unsafe {
        let words = &mut *(memory.as_raw() as *mut Vec<u64>);
        *data = words.as_mut_ptr().cast::<u8>().add(offset as usize).cast();
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn unmap_memory(_: vk::Device, _: vk::DeviceMemory) {}
