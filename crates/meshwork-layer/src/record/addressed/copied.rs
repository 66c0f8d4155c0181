//! What stands outside passes: copies, fills and dispatches.
//!
//! # Safety
//! As in [`super`].

use core::ffi::c_void;

use ash::vk;
use ash::vk::BufferUsageFlags as Usage;

use super::addressed;
use crate::address_commands::*;
use crate::chain::{array, types};
use crate::record::outside::{
    CopyBuffer, CopyBufferToImage, CopyImageToBuffer, DispatchIndirect, FillBuffer, UpdateBuffer,
};
use crate::record::recorder::Recorder;
use crate::record::refusal::Refusal;

addressed! {
    vkCmdDispatchIndirect2KHR(info: *const DispatchIndirect2InfoKHR)
        becomes c"vkCmdDispatchIndirect" = dispatch_indirect_2;
    vkCmdCopyMemoryKHR(info: *const CopyDeviceMemoryInfoKHR)
        becomes c"vkCmdCopyBuffer" = copy_memory;
    vkCmdCopyMemoryToImageKHR(info: *const CopyDeviceMemoryImageInfoKHR)
        becomes c"vkCmdCopyBufferToImage" = copy_memory_to_image;
    vkCmdCopyImageToMemoryKHR(info: *const CopyDeviceMemoryImageInfoKHR)
        becomes c"vkCmdCopyImageToBuffer" = copy_image_to_memory;
    vkCmdUpdateMemoryKHR(
        range: *const DeviceAddressRangeKHR, flags: AddressCommandFlagsKHR, bytes: vk::DeviceSize, data: *const c_void
    ) becomes c"vkCmdUpdateBuffer" = update_memory;
    vkCmdFillMemoryKHR(range: *const DeviceAddressRangeKHR, flags: AddressCommandFlagsKHR, data: u32)
        becomes c"vkCmdFillBuffer" = fill_memory;
    vkCmdCopyQueryPoolResultsToMemoryKHR(
        pool: vk::QueryPool, first: u32, count: u32, range: *const StridedDeviceAddressRangeKHR,
        range_flags: AddressCommandFlagsKHR, flags: vk::QueryResultFlags
    ) becomes c"vkCmdCopyQueryPoolResults" = copy_results_to_memory;
}

impl Recorder {
    unsafe fn dispatch_indirect_2(&mut self, info: *const DispatchIndirect2InfoKHR) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let (buffer, offset) = self.buffer_at((*info).address_range, Usage::INDIRECT_BUFFER)?;
            DispatchIndirect { buffer, offset }.record(self);
        }
        Ok(())
    }

    /// Each region on its own: their buffers may differ, and nothing orders them in one command either.
    unsafe fn copy_memory(&mut self, info: *const CopyDeviceMemoryInfoKHR) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            for &DeviceMemoryCopyKHR { src_range, dst_range, .. } in array((*info).p_regions, (*info).region_count) {
                let size = src_range.size;
                let (src_buffer, src_offset) = self.buffer_at(src_range, Usage::TRANSFER_SRC)?;
                let to = DeviceAddressRangeKHR { size, ..dst_range };
                let (dst_buffer, dst_offset) = self.buffer_at(to, Usage::TRANSFER_DST)?;
                let region = vk::BufferCopy { src_offset, dst_offset, size };
                CopyBuffer { src_buffer, dst_buffer, region_count: 1, p_regions: &region }.record(self);
            }
        }
        Ok(())
    }

    unsafe fn copy_memory_to_image(&mut self, info: *const CopyDeviceMemoryImageInfoKHR) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let dst_image = (*info).image;
            for copy in array((*info).p_regions, (*info).region_count) {
                let (src_buffer, region) = self.image_copy(copy, Usage::TRANSFER_SRC)?;
                let (dst_image_layout, p_regions) = (copy.image_layout, &raw const region);
                CopyBufferToImage { src_buffer, dst_image, dst_image_layout, region_count: 1, p_regions }.record(self);
            }
        }
        Ok(())
    }

    unsafe fn copy_image_to_memory(&mut self, info: *const CopyDeviceMemoryImageInfoKHR) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let src_image = (*info).image;
            for copy in array((*info).p_regions, (*info).region_count) {
                let (dst_buffer, region) = self.image_copy(copy, Usage::TRANSFER_DST)?;
                let (src_image_layout, p_regions) = (copy.image_layout, &raw const region);
                CopyImageToBuffer { src_image, src_image_layout, dst_buffer, region_count: 1, p_regions }.record(self);
            }
        }
        Ok(())
    }

    /// A region with the buffer that it names by address.
    unsafe fn image_copy(
        &self,
        copy: &DeviceMemoryImageCopyKHR,
        usage: Usage,
    ) -> Result<(vk::Buffer, vk::BufferImageCopy), Refusal> {
        // SAFETY: the program's chain. The older command's regions have none.
        if let Some(unknown) = unsafe { types(copy.p_next) }.next() {
            return Err(Refusal::Structure(unknown));
        }
        let (buffer, buffer_offset) = self.buffer_at(copy.address_range, usage)?;
        let region = vk::BufferImageCopy {
            buffer_offset,
            buffer_row_length: copy.address_row_length,
            buffer_image_height: copy.address_image_height,
            image_subresource: copy.image_subresource,
            image_offset: copy.image_offset,
            image_extent: copy.image_extent,
        };
        Ok((buffer, region))
    }

    unsafe fn update_memory(
        &mut self,
        range: *const DeviceAddressRangeKHR,
        _flags: AddressCommandFlagsKHR,
        data_size: vk::DeviceSize,
        p_data: *const c_void,
    ) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let (dst_buffer, dst_offset) = self.buffer_at(*range, Usage::TRANSFER_DST)?;
            UpdateBuffer { dst_buffer, dst_offset, data_size, p_data }.record(self);
        }
        Ok(())
    }

    unsafe fn fill_memory(
        &mut self,
        range: *const DeviceAddressRangeKHR,
        _flags: AddressCommandFlagsKHR,
        data: u32,
    ) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let (dst_buffer, dst_offset) = self.buffer_at(*range, Usage::TRANSFER_DST)?;
            FillBuffer { dst_buffer, dst_offset, size: (*range).size, data }.record(self);
        }
        Ok(())
    }

    unsafe fn copy_results_to_memory(
        &mut self,
        pool: vk::QueryPool,
        first: u32,
        count: u32,
        range: *const StridedDeviceAddressRangeKHR,
        _range_flags: AddressCommandFlagsKHR,
        flags: vk::QueryResultFlags,
    ) -> Result<(), Refusal> {
        // SAFETY: as the command.
        unsafe {
            let place = self.buffer_at((*range).whole(), Usage::TRANSFER_DST)?;
            self.copy_results(pool, first..first + count, place, (*range).stride, flags)
        }
    }
}
