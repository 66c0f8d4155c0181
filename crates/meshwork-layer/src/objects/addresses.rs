//! Which buffer lies at a device address: commands that take addresses become the driver's, which take buffers.
//!
//! "The buffer from which an address was queried" must have the usage that a command wants, says the specification of every such
//! command. So a buffer counts from when the program asks for its address, until it is destroyed, and aliases that the program
//! has not asked for do not matter.

use std::collections::{BTreeMap, HashMap};

use ash::vk;
use ash::vk::Handle;
use parking_lot::RwLock;
use smallvec::SmallVec;

use super::buffers::Buffer;
use crate::address_commands::DeviceAddressRangeKHR;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkGetBufferDeviceAddress: PFN_vkGetBufferDeviceAddress = get),
    hook!(vkGetBufferDeviceAddressKHR: PFN_vkGetBufferDeviceAddress = get),
];

/// A place in a buffer.
pub type Place = (vk::Buffer, vk::DeviceSize);

/// Buffers whose addresses the program has asked for.
#[derive(Default)]
pub struct Addresses(RwLock<Known>);

#[derive(Default)]
struct Known {
    /// Several may begin at one address: memory may be bound to more than one buffer.
    buffers: BTreeMap<(vk::DeviceAddress, vk::Buffer), Buffer>,
    addresses: HashMap<vk::Buffer, vk::DeviceAddress>,
    /// Of the largest buffer that there has been: none that begins further before an address reaches it.
    largest: vk::DeviceSize,
}

impl Addresses {
    pub fn insert(&self, raw: vk::Buffer, address: vk::DeviceAddress, buffer: Buffer) {
        // A program may ask again and again.
        if self.0.read().addresses.get(&raw) == Some(&address) {
            return;
        }
        let known = &mut *self.0.write();
        known.largest = known.largest.max(buffer.size);
        if let Some(before) = known.addresses.insert(raw, address) {
            known.buffers.remove(&(before, raw));
        }
        known.buffers.insert((address, raw), buffer);
    }

    pub fn remove(&self, raw: vk::Buffer) {
        if self.0.read().addresses.is_empty() {
            return;
        }
        let known = &mut *self.0.write();
        if let Some(address) = known.addresses.remove(&raw) {
            known.buffers.remove(&(address, raw));
        }
    }

    /// The buffers with this usage that hold all of the range, and where.
    pub fn find(&self, range: DeviceAddressRangeKHR, usage: vk::BufferUsageFlags) -> SmallVec<[Place; 1]> {
        let DeviceAddressRangeKHR { address, size } = range;
        let usage = vk::BufferUsageFlags2KHR::from_raw(usage.as_raw().into());
        let known = self.0.read();
        let before = known.buffers.range(..=(address, vk::Buffer::from_raw(u64::MAX))).rev();
        before
            .take_while(|((start, _), _)| address - start <= known.largest)
            .filter(|((start, _), buffer)| {
                let offset = address - start;
                offset <= buffer.size && size <= buffer.size - offset && buffer.usage.contains(usage)
            })
            .map(|((start, raw), _)| (*raw, address - start))
            .collect()
    }
}

/// # Safety
/// As `vkGetBufferDeviceAddress`.
unsafe extern "system" fn get(device: vk::Device, info: *const vk::BufferDeviceAddressInfo<'_>) -> vk::DeviceAddress {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let address = (data.fns.fp_v1_2().get_buffer_device_address)(device, info);
        if fallback.gives_address_commands {
            let raw = (*info).buffer;
            if let Some(buffer) = fallback.objects.buffers.get(raw) {
                fallback.objects.addresses.insert(raw, address, *buffer);
            }
        }
        address
    })
}

#[cfg(test)]
mod tests {
    use ash::vk::{BufferUsageFlags as Usage, BufferUsageFlags2KHR as Usage2, Handle};

    use super::*;

    fn raw(number: u64) -> vk::Buffer {
        vk::Buffer::from_raw(number)
    }

    fn find(addresses: &Addresses, address: u64, size: u64, usage: Usage) -> Vec<(u64, u64)> {
        let found = addresses.find(DeviceAddressRangeKHR { address, size }, usage);
        found.into_iter().map(|(buffer, offset)| (buffer.as_raw(), offset)).collect()
    }

    #[test]
    fn a_range_lies_in_a_buffer_with_the_usage() {
        let addresses = Addresses::default();
        let buffer = |size, usage| Buffer { size, usage };
        addresses.insert(raw(1), 0x1000, buffer(0x100, Usage2::INDIRECT_BUFFER));
        addresses.insert(raw(2), 0x2000, buffer(0x1000, Usage2::INDIRECT_BUFFER | Usage2::TRANSFER_DST));
        // The same memory as a part of the second, for other uses.
        addresses.insert(raw(3), 0x2800, buffer(0x100, Usage2::INDEX_BUFFER));
        let indirect = Usage::INDIRECT_BUFFER;
        assert_eq!(find(&addresses, 0x1000, 0x100, indirect), [(1, 0)]);
        assert_eq!(find(&addresses, 0x10fc, 4, indirect), [(1, 0xfc)]);
        assert_eq!(find(&addresses, 0x10fc, 8, indirect), []);
        assert_eq!(find(&addresses, 0xffc, 8, indirect), []);
        assert_eq!(find(&addresses, 0x1040, 4, Usage::TRANSFER_DST), []);
        assert_eq!(find(&addresses, 0x2840, 4, indirect), [(2, 0x840)]);
        assert_eq!(find(&addresses, 0x2840, 4, Usage::INDEX_BUFFER), [(3, 0x40)]);
        assert_eq!(find(&addresses, 0x2840, 4, Usage::empty()), [(3, 0x40), (2, 0x840)]);
        assert_eq!(find(&addresses, u64::MAX, u64::MAX, Usage::empty()), []);
    }

    #[test]
    fn a_destroyed_buffer_is_forgotten() {
        let addresses = Addresses::default();
        let buffer = Buffer { size: 64, usage: Usage2::INDIRECT_BUFFER };
        addresses.insert(raw(1), 0x1000, buffer);
        addresses.insert(raw(1), 0x1000, buffer);
        addresses.remove(raw(1));
        addresses.remove(raw(1));
        assert_eq!(find(&addresses, 0x1000, 64, Usage::empty()), []);
    }
}
