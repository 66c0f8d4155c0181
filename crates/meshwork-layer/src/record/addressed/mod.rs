//! Commands of `VK_KHR_device_address_commands`. Each takes device addresses and is otherwise an older one that takes buffers, so it
//! becomes that one, and is recorded as if the program had recorded that: lists, tapes and state know the older ones alone. Mesh
//! draws read their arguments by address anyway.
//!
//! A driver that has the extension is not asked for it where passes are kept, so that there is one way for all. On a device without
//! mesh shaders nothing is kept: what a command becomes goes to the driver at once, and all other commands are the driver's.
//!
//! # Safety
//! Every function here that records has the contract of its command.

use core::ffi::CStr;

use ash::vk;

use super::recorder::Recorder;
use super::refusal::Refusal;
use crate::address_commands::DeviceAddressRangeKHR;
use crate::hook::Hook;
use crate::objects::addresses::Place;

mod bound;
mod copied;
mod created;
mod ranges;

pub use ranges::without_ranges;

/// Hooks of other commands that these need. On a device without mesh shaders they are all that is hooked.
pub const BESIDE: &[&CStr] = &[
    c"vkCreateBuffer",
    c"vkDestroyBuffer",
    c"vkGetBufferDeviceAddress",
    c"vkGetBufferDeviceAddressKHR",
    c"vkAllocateCommandBuffers",
    c"vkFreeCommandBuffers",
    c"vkResetCommandPool",
    c"vkDestroyCommandPool",
    c"vkBeginCommandBuffer",
    c"vkEndCommandBuffer",
    c"vkResetCommandBuffer",
    // Barriers on address ranges.
    c"vkCmdPipelineBarrier2",
    c"vkCmdPipelineBarrier2KHR",
    c"vkCmdSetEvent2",
    c"vkCmdSetEvent2KHR",
    c"vkCmdWaitEvents2",
    c"vkCmdWaitEvents2KHR",
];

pub const HOOKS: &[&[Hook]] = &[bound::HOOKS, copied::HOOKS, created::HOOKS];

/// `command(argument: type, …) becomes an older command = method of the recorder;`: their hooks.
macro_rules! addressed {
    ($($name:ident($($arg:ident: $ty:ty),*) becomes $older:literal = $method:ident;)*) => {
        pub const HOOKS: &[$crate::hook::Hook] = &[$({
            unsafe extern "system" fn hook(raw: ::ash::vk::CommandBuffer $(, $arg: $ty)*) {
                // SAFETY: the program calls with a command buffer that it records on this thread, and valid arguments.
                unsafe { $crate::record::recorder::hooked(raw, |recorder| recorder.$method($($arg),*)) };
            }
            type Function = unsafe extern "system" fn(::ash::vk::CommandBuffer $(, $ty)*);
            $crate::hook::Hook {
                name: match ::core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                },
                // SAFETY: function pointers have one representation; the program casts it back to the command's type.
                pointer: unsafe { ::core::mem::transmute::<Function, $crate::hook::Pointer>(hook) },
                presence: $crate::hook::Presence::AddressCommand($older),
            }
        }),*];
    };
}

use addressed;

impl Recorder {
    /// The buffer with this usage that an address range lies in.
    fn buffer_at(&self, range: DeviceAddressRangeKHR, usage: vk::BufferUsageFlags) -> Result<Place, Refusal> {
        let places = self.fallback.objects.addresses.find(range, usage);
        places.first().copied().ok_or(Refusal::Address(range.address, usage))
    }

    /// The same where a range may be none.
    fn buffer_or_null(&self, range: DeviceAddressRangeKHR, usage: vk::BufferUsageFlags) -> Result<Place, Refusal> {
        if range.size == 0 {
            return Ok((vk::Buffer::null(), 0));
        }
        self.buffer_at(range, usage)
    }
}
