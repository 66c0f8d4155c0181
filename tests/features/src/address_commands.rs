//! `VK_KHR_device_address_commands`, as far as cases use it: ash 0.38 does not know it.

use std::ffi::{CStr, c_void};

use ash::vk;

use crate::resource::Buffer;

pub const NAME: &CStr = c"VK_KHR_device_address_commands";

/// `name = offset of its type { field: type, … }`
macro_rules! structures {
    ($($name:ident = $offset:literal { $($field:ident: $ty:ty),* $(,)? })*) => {
        $(
            #[doc = concat!("`Vk", stringify!($name), "`")]
            #[derive(Clone, Copy)]
            #[repr(C)]
            pub struct $name {
                pub s_type: vk::StructureType,
                pub p_next: *mut c_void,
                $(pub $field: $ty),*
            }

            // SAFETY: the structure begins with type and next pointer, and this is its type.
            unsafe impl vk::TaggedStructure for $name {
                const STRUCTURE_TYPE: vk::StructureType = vk::StructureType::from_raw(1_000_318_000 + $offset);
            }

            impl Default for $name {
                fn default() -> Self {
                    // SAFETY: zero is a value of every field.
                    let zero: Self = unsafe { std::mem::zeroed() };
                    Self { s_type: <Self as vk::TaggedStructure>::STRUCTURE_TYPE, ..zero }
                }
            }
        )*
    };
}

structures! {
    DeviceMemoryCopyKHR = 0 { src_range: Range, src_flags: vk::Flags, dst_range: Range, dst_flags: vk::Flags }
    CopyDeviceMemoryInfoKHR = 1 { region_count: u32, p_regions: *const DeviceMemoryCopyKHR }
    DeviceMemoryImageCopyKHR = 2 {
        address_range: Range,
        address_flags: vk::Flags,
        address_row_length: u32,
        address_image_height: u32,
        image_subresource: vk::ImageSubresourceLayers,
        image_layout: vk::ImageLayout,
        image_offset: vk::Offset3D,
        image_extent: vk::Extent3D,
    }
    CopyDeviceMemoryImageInfoKHR = 3 {
        image: vk::Image,
        region_count: u32,
        p_regions: *const DeviceMemoryImageCopyKHR,
    }
    MemoryRangeBarriersInfoKHR = 4 { count: u32, p_barriers: *const MemoryRangeBarrierKHR }
    MemoryRangeBarrierKHR = 5 {
        src_stage_mask: vk::PipelineStageFlags2,
        src_access_mask: vk::AccessFlags2,
        dst_stage_mask: vk::PipelineStageFlags2,
        dst_access_mask: vk::AccessFlags2,
        src_queue_family_index: u32,
        dst_queue_family_index: u32,
        address_range: Range,
        address_flags: vk::Flags,
    }
    PhysicalDeviceDeviceAddressCommandsFeaturesKHR = 6 { device_address_commands: vk::Bool32 }
    BindIndexBuffer3InfoKHR = 7 { address_range: Range, address_flags: vk::Flags, index_type: vk::IndexType }
    BindVertexBuffer3InfoKHR = 8 { set_stride: vk::Bool32, address_range: Strided, address_flags: vk::Flags }
    DrawIndirect2InfoKHR = 9 { address_range: Strided, address_flags: vk::Flags, draw_count: u32 }
    DrawIndirectCount2InfoKHR = 10 {
        address_range: Strided,
        address_flags: vk::Flags,
        count_address_range: Range,
        count_address_flags: vk::Flags,
        max_draw_count: u32,
    }
    DispatchIndirect2InfoKHR = 11 { address_range: Range, address_flags: vk::Flags }
    ConditionalRenderingBeginInfo2EXT = 12 {
        address_range: Range,
        address_flags: vk::Flags,
        flags: vk::ConditionalRenderingFlagsEXT,
    }
}

// SAFETY: the registry says so of the structure.
unsafe impl vk::ExtendsPhysicalDeviceFeatures2 for PhysicalDeviceDeviceAddressCommandsFeaturesKHR {}
// SAFETY: as above.
unsafe impl vk::ExtendsDeviceCreateInfo for PhysicalDeviceDeviceAddressCommandsFeaturesKHR {}

/// `VkDeviceAddressRangeKHR`
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Range {
    pub address: vk::DeviceAddress,
    pub size: vk::DeviceSize,
}

/// `VkStridedDeviceAddressRangeKHR`
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Strided {
    pub address: vk::DeviceAddress,
    pub size: vk::DeviceSize,
    pub stride: vk::DeviceSize,
}

impl Buffer {
    /// Flags of a range in it: it has the usage of a storage buffer.
    pub const ADDRESS_FLAGS: vk::Flags = 0x4;

    /// From a byte to the buffer's end.
    pub fn range(&self, offset: u64) -> Range {
        Range { address: self.address + offset, size: self.words as u64 * 4 - offset }
    }

    pub fn strided(&self, offset: u64, stride: u32) -> Strided {
        let Range { address, size } = self.range(offset);
        Strided { address, size, stride: stride.into() }
    }
}

macro_rules! commands {
    ($($name:ident: $command:literal($($ty:ty),*);)*) => {
        /// The commands of a device that has the extension.
        pub struct AddressCommands {
            $(pub $name: unsafe extern "system" fn(vk::CommandBuffer, $($ty),*)),*
        }

        impl AddressCommands {
            pub fn load(load: impl Fn(&CStr) -> vk::PFN_vkVoidFunction) -> Option<Self> {
                Some(Self {
                    // SAFETY: the command of this name has this type.
                    $($name: unsafe {
                        std::mem::transmute::<
                            unsafe extern "system" fn(),
                            unsafe extern "system" fn(vk::CommandBuffer, $($ty),*),
                        >(load($command)?)
                    }),*
                })
            }
        }
    };
}

commands! {
    bind_index_buffer: c"vkCmdBindIndexBuffer3KHR"(*const BindIndexBuffer3InfoKHR);
    bind_vertex_buffers: c"vkCmdBindVertexBuffers3KHR"(u32, u32, *const BindVertexBuffer3InfoKHR);
    draw_indexed_indirect: c"vkCmdDrawIndexedIndirect2KHR"(*const DrawIndirect2InfoKHR);
    draw_mesh_tasks_indirect: c"vkCmdDrawMeshTasksIndirect2EXT"(*const DrawIndirect2InfoKHR);
    draw_mesh_tasks_indirect_count: c"vkCmdDrawMeshTasksIndirectCount2EXT"(*const DrawIndirectCount2InfoKHR);
    dispatch_indirect: c"vkCmdDispatchIndirect2KHR"(*const DispatchIndirect2InfoKHR);
    copy_memory: c"vkCmdCopyMemoryKHR"(*const CopyDeviceMemoryInfoKHR);
    copy_image_to_memory: c"vkCmdCopyImageToMemoryKHR"(*const CopyDeviceMemoryImageInfoKHR);
    update_memory: c"vkCmdUpdateMemoryKHR"(*const Range, vk::Flags, vk::DeviceSize, *const c_void);
    fill_memory: c"vkCmdFillMemoryKHR"(*const Range, vk::Flags, u32);
    copy_query_pool_results_to_memory: c"vkCmdCopyQueryPoolResultsToMemoryKHR"(
        vk::QueryPool, u32, u32, *const Strided, vk::Flags, vk::QueryResultFlags
    );
}

/// Of an extension beside.
pub type BeginConditionalRendering2 =
    unsafe extern "system" fn(vk::CommandBuffer, *const ConditionalRenderingBeginInfo2EXT);
