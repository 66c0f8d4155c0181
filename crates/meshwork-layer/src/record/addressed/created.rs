//! The one command of a device: an acceleration structure in memory at an address.

use core::ffi::CStr;

use ash::vk;

use crate::address_commands::AccelerationStructureCreateInfo2KHR;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook::{Hook, Pointer, Presence};
use crate::record::refusal::Refusal;

/// The older command.
const CREATE: &CStr = c"vkCreateAccelerationStructureKHR";

type Create2 = unsafe extern "system" fn(
    vk::Device,
    *const AccelerationStructureCreateInfo2KHR,
    *const vk::AllocationCallbacks<'_>,
    *mut vk::AccelerationStructureKHR,
) -> vk::Result;

pub const HOOKS: &[Hook] = &[Hook {
    name: c"vkCreateAccelerationStructure2KHR",
    // SAFETY: function pointers have one representation; the program casts it back to the command's type.
    pointer: unsafe { core::mem::transmute::<Create2, Pointer>(create) },
    presence: Presence::AddressCommand(CREATE),
}];

/// # Safety
/// As `vkCreateAccelerationStructure2KHR`.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const AccelerationStructureCreateInfo2KHR,
    allocator: *const vk::AllocationCallbacks<'_>,
    structure: *mut vk::AccelerationStructureKHR,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments; the driver's function of this name has this type.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let AccelerationStructureCreateInfo2KHR { p_next, create_flags, address_range: range, ty, .. } = *info;
        let usage = vk::BufferUsageFlags::ACCELERATION_STRUCTURE_STORAGE_KHR;
        let places = fallback.objects.addresses.find(range, usage);
        let (Some(&(buffer, offset)), Some(create)) = (places.first(), data.next_proc(CREATE)) else {
            tracing::error!("{CREATE:?}: {}", Refusal::Address(range.address, usage));
            return vk::Result::ERROR_UNKNOWN;
        };
        let info = vk::AccelerationStructureCreateInfoKHR {
            p_next,
            create_flags,
            buffer,
            offset,
            size: range.size,
            ty,
            ..Default::default()
        };
        let create = core::mem::transmute::<Pointer, vk::PFN_vkCreateAccelerationStructureKHR>(create);
        create(device, &info, allocator, structure)
    })
}
