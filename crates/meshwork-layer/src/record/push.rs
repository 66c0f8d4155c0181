//! Push constants that the program has set.

use ash::vk;
use smallvec::SmallVec;

use super::emit::Emit;
use super::memory::Memory;

/// The values, and by which layouts and stages they were pushed. Vulkan has one block of push constants for all bind
/// points, so there is one here.
#[derive(Default)]
pub struct PushConstants {
    values: Vec<u8>,
    /// In the order of the pushes; none is covered by a later one.
    ranges: SmallVec<[Range; 4]>,
    /// The snapshot of the present state, once asked for.
    snapshot: Option<Snapshot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    layout: vk::PipelineLayout,
    stages: vk::ShaderStageFlags,
    offset: u32,
    size: u32,
}

/// The push constants of one moment, kept in a [`Memory`]. Equal only to itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Snapshot {
    ranges: *const Range,
    count: usize,
    values: *const u8,
}

impl PushConstants {
    pub fn clear(&mut self) {
        self.values.clear();
        self.ranges.clear();
        self.snapshot = None;
    }

    /// Values of the program, for any stage.
    ///
    /// # Safety
    /// `values` has `size` bytes.
    pub unsafe fn write(&mut self, offset: u32, size: u32, values: *const u8) {
        let (first, end) = (offset as usize, offset as usize + size as usize);
        if self.values.len() < end {
            self.values.resize(end, 0);
        }
        // SAFETY: the caller's promise.
        self.values[first..end].copy_from_slice(unsafe { std::slice::from_raw_parts(values, size as usize) });
        self.snapshot = None;
    }

    /// Values that were written were also pushed to the driver.
    pub fn pushed(&mut self, layout: vk::PipelineLayout, stages: vk::ShaderStageFlags, offset: u32, size: u32) {
        self.ranges.retain(|old| old.offset < offset || old.offset + old.size > offset + size);
        self.ranges.push(Range { layout, stages, offset, size });
        self.snapshot = None;
    }

    /// The values from byte 0 on; 0 where the program has set none.
    pub fn values(&mut self, size: u32) -> &[u8] {
        if self.values.len() < size as usize {
            self.values.resize(size as usize, 0);
        }
        &self.values[..size as usize]
    }

    /// Pushes everything again.
    pub fn emit(&self, to: &mut impl Emit) {
        for range in &self.ranges {
            to.emit(super::commands::PushConstants {
                layout: range.layout,
                stage_flags: range.stages,
                offset: range.offset,
                size: range.size,
                p_values: self.values[range.offset as usize..].as_ptr().cast(),
            });
        }
    }

    /// Keeps the present state in `memory`, which is the same for all snapshots until [`Self::forget_snapshot`].
    pub fn snapshot(&mut self, memory: &mut Memory) -> Snapshot {
        *self.snapshot.get_or_insert_with(|| Snapshot {
            ranges: memory.keep_slice(&self.ranges),
            count: self.ranges.len(),
            values: memory.keep_slice(&self.values),
        })
    }

    /// The memory of earlier snapshots is about to be reset.
    pub fn forget_snapshot(&mut self) {
        self.snapshot = None;
    }
}

impl Snapshot {
    /// Pushes everything again.
    ///
    /// # Safety
    /// `raw` is recording, and the memory of the snapshot has not been reset.
    pub unsafe fn restore(&self, device: &ash::Device, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise; every range lies within the values.
        unsafe {
            for range in std::slice::from_raw_parts(self.ranges, self.count) {
                let values = std::slice::from_raw_parts(self.values.add(range.offset as usize), range.size as usize);
                device.cmd_push_constants(raw, range.layout, range.stages, range.offset, values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;

    fn push(constants: &mut PushConstants, layout: u64, offset: u32, values: &[u8]) {
        let (layout, stages) = (vk::PipelineLayout::from_raw(layout), vk::ShaderStageFlags::ALL);
        // SAFETY: `values` has its own length.
        unsafe { constants.write(offset, values.len() as u32, values.as_ptr()) };
        constants.pushed(layout, stages, offset, values.len() as u32);
    }

    #[test]
    fn a_covered_push_is_forgotten_and_a_part_of_one_is_not() {
        let mut constants = PushConstants::default();
        push(&mut constants, 1, 4, &[1; 4]);
        push(&mut constants, 1, 8, &[2; 4]);
        push(&mut constants, 2, 0, &[3; 8]);
        let offsets: Vec<_> = constants.ranges.iter().map(|range| (range.offset, range.size)).collect();
        assert_eq!(offsets, [(8, 4), (0, 8)]);
        assert_eq!(constants.values(2), [3, 3]);
        assert_eq!(constants.values(14), [3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 0, 0]);
    }
}
