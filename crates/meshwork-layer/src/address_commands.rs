//! `VK_KHR_device_address_commands`, which ash 0.38 does not know: its structures, as the registry has them (header version 356,
//! revision 1 of the extension), and when a device is said to have it.
//!
//! Every range has flags that tell a driver what memory it is. They change nothing here: the buffer that the range is found in
//! says more.

use core::ffi::{CStr, c_void};

use ash::{ext, khr, vk};

pub const NAME: &CStr = c"VK_KHR_device_address_commands";
pub const SPEC_VERSION: u32 = 1;

/// Whether a device has what the extension depends on: Vulkan 1.3, or these two extensions. Addresses it has anyway.
pub fn can_be_given(api_version: u32, extensions: &[vk::ExtensionProperties]) -> bool {
    let has = |name| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));
    api_version >= vk::API_VERSION_1_3 || has(khr::synchronization2::NAME) && has(ext::extended_dynamic_state::NAME)
}

/// `VkAddressCommandFlagsKHR`
pub type AddressCommandFlagsKHR = vk::Flags;

/// `VkDeviceAddressRangeKHR`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct DeviceAddressRangeKHR {
    pub address: vk::DeviceAddress,
    pub size: vk::DeviceSize,
}

/// `VkStridedDeviceAddressRangeKHR`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct StridedDeviceAddressRangeKHR {
    pub address: vk::DeviceAddress,
    pub size: vk::DeviceSize,
    pub stride: vk::DeviceSize,
}

impl StridedDeviceAddressRangeKHR {
    pub fn whole(&self) -> DeviceAddressRangeKHR {
        DeviceAddressRangeKHR { address: self.address, size: self.size }
    }
}

/// The first of the extension's structure types: "Registered Extension" number 319.
const FIRST_TYPE: i32 = 1_000_318_000;

/// `Name = offset of its type { field: type, … }`: a structure with `sType` and `pNext`, and the rest of it.
macro_rules! structures {
    ($($name:ident = $offset:literal { $($field:ident: $ty:ty),* $(,)? })*) => {
        $(
            #[doc = concat!("`Vk", stringify!($name), "`")]
            #[derive(Clone, Copy, Debug)]
            #[repr(C)]
            pub struct $name {
                pub s_type: vk::StructureType,
                pub p_next: *mut c_void,
                $(pub $field: $ty),*
            }

            // SAFETY: the structure begins with type and next pointer, and this is its type.
            unsafe impl vk::TaggedStructure for $name {
                const STRUCTURE_TYPE: vk::StructureType = vk::StructureType::from_raw(FIRST_TYPE + $offset);
            }

            impl Default for $name {
                fn default() -> Self {
                    // SAFETY: zero is a value of every field: numbers, handles, pointers and plain structures of them.
                    let zero: Self = unsafe { core::mem::zeroed() };
                    Self { s_type: <Self as vk::TaggedStructure>::STRUCTURE_TYPE, ..zero }
                }
            }
        )*
    };
}

structures! {
    DeviceMemoryCopyKHR = 0 {
        src_range: DeviceAddressRangeKHR,
        src_flags: AddressCommandFlagsKHR,
        dst_range: DeviceAddressRangeKHR,
        dst_flags: AddressCommandFlagsKHR,
    }
    CopyDeviceMemoryInfoKHR = 1 { region_count: u32, p_regions: *const DeviceMemoryCopyKHR }
    DeviceMemoryImageCopyKHR = 2 {
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
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
    MemoryRangeBarriersInfoKHR = 4 {
        memory_range_barrier_count: u32,
        p_memory_range_barriers: *const MemoryRangeBarrierKHR,
    }
    MemoryRangeBarrierKHR = 5 {
        src_stage_mask: vk::PipelineStageFlags2,
        src_access_mask: vk::AccessFlags2,
        dst_stage_mask: vk::PipelineStageFlags2,
        dst_access_mask: vk::AccessFlags2,
        src_queue_family_index: u32,
        dst_queue_family_index: u32,
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
    }
    PhysicalDeviceDeviceAddressCommandsFeaturesKHR = 6 { device_address_commands: vk::Bool32 }
    BindIndexBuffer3InfoKHR = 7 {
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
        index_type: vk::IndexType,
    }
    BindVertexBuffer3InfoKHR = 8 {
        set_stride: vk::Bool32,
        address_range: StridedDeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
    }
    DrawIndirect2InfoKHR = 9 {
        address_range: StridedDeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
        draw_count: u32,
    }
    DrawIndirectCount2InfoKHR = 10 {
        address_range: StridedDeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
        count_address_range: DeviceAddressRangeKHR,
        count_address_flags: AddressCommandFlagsKHR,
        max_draw_count: u32,
    }
    DispatchIndirect2InfoKHR = 11 { address_range: DeviceAddressRangeKHR, address_flags: AddressCommandFlagsKHR }
    ConditionalRenderingBeginInfo2EXT = 12 {
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
        flags: vk::ConditionalRenderingFlagsEXT,
    }
    BindTransformFeedbackBuffer2InfoEXT = 13 {
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
    }
    MemoryMarkerInfoAMD = 14 {
        stage: vk::PipelineStageFlags2,
        dst_range: DeviceAddressRangeKHR,
        dst_flags: AddressCommandFlagsKHR,
        marker: u32,
    }
    AccelerationStructureCreateInfo2KHR = 15 {
        create_flags: vk::AccelerationStructureCreateFlagsKHR,
        address_range: DeviceAddressRangeKHR,
        address_flags: AddressCommandFlagsKHR,
        ty: vk::AccelerationStructureTypeKHR,
    }
}

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    /// As a C compiler for a 64-bit host lays out what the registry declares.
    #[test]
    fn structures_are_laid_out_as_in_c() {
        assert_eq!((size_of::<DeviceMemoryCopyKHR>(), offset_of!(DeviceMemoryCopyKHR, dst_range)), (64, 40));
        assert_eq!(
            (size_of::<DeviceMemoryImageCopyKHR>(), offset_of!(DeviceMemoryImageCopyKHR, image_offset)),
            (88, 64)
        );
        assert_eq!((size_of::<MemoryRangeBarrierKHR>(), offset_of!(MemoryRangeBarrierKHR, address_range)), (80, 56));
        assert_eq!(
            (size_of::<BindVertexBuffer3InfoKHR>(), offset_of!(BindVertexBuffer3InfoKHR, address_range)),
            (56, 24)
        );
        assert_eq!((size_of::<DrawIndirect2InfoKHR>(), offset_of!(DrawIndirect2InfoKHR, draw_count)), (48, 44));
        assert_eq!(offset_of!(DrawIndirectCount2InfoKHR, count_address_range), 48);
        assert_eq!(
            (size_of::<DrawIndirectCount2InfoKHR>(), offset_of!(DrawIndirectCount2InfoKHR, max_draw_count)),
            (72, 68)
        );
    }

    #[test]
    fn it_depends_on_vulkan_1_3_or_two_extensions() {
        let named = |name: &CStr| vk::ExtensionProperties::default().extension_name(name).expect("it fits");
        let sync = named(khr::synchronization2::NAME);
        assert!(can_be_given(vk::API_VERSION_1_3, &[]));
        assert!(!can_be_given(vk::API_VERSION_1_2, &[sync]));
        assert!(can_be_given(vk::API_VERSION_1_2, &[sync, named(ext::extended_dynamic_state::NAME)]));
    }
}
