//! Commands whose arguments a test wants to know: what those with device addresses became.

use core::ffi::{CStr, c_void};

use ash::vk;
use ash::vk::Handle;
use meshwork_layer::chain::{array, types};
use meshwork_layer::hook::Pointer;

use super::driver;

/// `command: type(arguments) text;`: noted with its name and the text.
macro_rules! noted {
    ($($command:ident: $pfn:ident($($argument:ident: $ty:ty),*) $text:expr;)*) => {
        /// The driver's function of this name.
        pub fn function(name: &CStr) -> vk::PFN_vkVoidFunction {
            $(if name.to_bytes() == stringify!($command).as_bytes() {
                unsafe extern "system" fn noted(_: vk::CommandBuffer, $($argument: $ty),*) {
                    #[allow(unused_unsafe, reason = "not every command has pointers")]
                    // SAFETY: valid arguments.
                    let text = unsafe { $text };
                    let name = stringify!($command).trim_start_matches("vkCmd");
                    driver(|driver| driver.calls.push(format!("{name} {text}")));
                }
                let function: vk::$pfn = noted;
                // SAFETY: all function pointers have one representation.
                return Some(unsafe { core::mem::transmute::<vk::$pfn, Pointer>(function) });
            })*
            None
        }
    };
}

noted! {
    vkCmdDrawIndirect: PFN_vkCmdDrawIndirect(buffer: vk::Buffer, offset: u64, count: u32, stride: u32)
        format!("{} {count}x{stride}", at(buffer, offset));
    vkCmdDrawIndirectCount: PFN_vkCmdDrawIndirectCount(
        buffer: vk::Buffer, offset: u64, counts: vk::Buffer, counts_offset: u64, max: u32, stride: u32
    ) format!("{} {} {max}x{stride}", at(buffer, offset), at(counts, counts_offset));
    vkCmdBindIndexBuffer2KHR: PFN_vkCmdBindIndexBuffer2KHR(
        buffer: vk::Buffer, offset: u64, size: u64, ty: vk::IndexType
    ) format!("{} {size} {ty:?}", at(buffer, offset));
    vkCmdBindVertexBuffers2EXT: PFN_vkCmdBindVertexBuffers2(
        first: u32, count: u32, buffers: *const vk::Buffer, offsets: *const u64, sizes: *const u64, strides: *const u64
    ) {
        let strides = if strides.is_null() { &[] } else { array(strides, count) };
        let places = array(buffers, count).iter().zip(array(offsets, count)).map(|(buffer, offset)| at(*buffer, *offset));
        format!("{first}: {:?} {:?} {strides:?}", places.collect::<Vec<_>>(), array(sizes, count))
    };
    vkCmdBeginConditionalRenderingEXT: PFN_vkCmdBeginConditionalRenderingEXT(
        info: *const vk::ConditionalRenderingBeginInfoEXT<'_>
    ) at((*info).buffer, (*info).offset);
    vkCmdBeginTransformFeedbackEXT: PFN_vkCmdBeginTransformFeedbackEXT(
        first: u32, count: u32, buffers: *const vk::Buffer, offsets: *const u64
    ) {
        let places = array(buffers, count).iter().zip(array(offsets, count)).map(|(buffer, offset)| at(*buffer, *offset));
        format!("{first}: {:?}", places.collect::<Vec<_>>())
    };
    vkCmdCopyBuffer: PFN_vkCmdCopyBuffer(
        from: vk::Buffer, to: vk::Buffer, count: u32, regions: *const vk::BufferCopy
    ) {
        let region = &array(regions, count)[0];
        format!("{} {} {}", at(from, region.src_offset), at(to, region.dst_offset), region.size)
    };
    vkCmdUpdateBuffer: PFN_vkCmdUpdateBuffer(buffer: vk::Buffer, offset: u64, size: u64, data: *const c_void)
        format!("{} {:?}", at(buffer, offset), array(data.cast::<u8>(), size as u32));
    vkCmdPipelineBarrier2KHR: PFN_vkCmdPipelineBarrier2(info: *const vk::DependencyInfo<'_>) {
        let on_buffers = array((*info).p_buffer_memory_barriers, (*info).buffer_memory_barrier_count);
        let on_buffers = on_buffers.iter().map(|barrier| (at(barrier.buffer, barrier.offset), barrier.size));
        let on_memory = array((*info).p_memory_barriers, (*info).memory_barrier_count);
        let on_memory = on_memory.iter().map(|barrier| (barrier.src_stage_mask, barrier.dst_stage_mask));
        format!("{:?} {:?} {}", on_memory.collect::<Vec<_>>(), on_buffers.collect::<Vec<_>>(), (*info).p_next.is_null())
    };
}

/// The same for the one command of a device.
pub fn device_function(name: &CStr) -> vk::PFN_vkVoidFunction {
    let create: vk::PFN_vkCreateAccelerationStructureKHR = create_acceleration_structure;
    // SAFETY: all function pointers have one representation.
    let function = unsafe { core::mem::transmute::<vk::PFN_vkCreateAccelerationStructureKHR, Pointer>(create) };
    (name == c"vkCreateAccelerationStructureKHR").then_some(function)
}

unsafe extern "system" fn create_acceleration_structure(
    _: vk::Device,
    info: *const vk::AccelerationStructureCreateInfoKHR<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    structure: *mut vk::AccelerationStructureKHR,
) -> vk::Result {
    // SAFETY: valid arguments.
    unsafe {
        let (info, types) = (&*info, types((*info).p_next).count());
        let text = format!("{} {} {:?} {types}", at(info.buffer, info.offset), info.size, info.ty);
        driver(|driver| driver.calls.push(text));
        *structure = vk::AccelerationStructureKHR::from_raw(1);
    }
    vk::Result::SUCCESS
}

/// Buffer and offset.
fn at(buffer: vk::Buffer, offset: u64) -> String {
    format!("{}+{offset}", buffer.as_raw())
}
