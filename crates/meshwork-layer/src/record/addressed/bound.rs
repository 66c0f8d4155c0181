//! What may stand inside passes: buffers that are bound, draws, and conditions and markers around them.
//!
//! # Safety
//! As in [`super`].

use ash::vk;
use ash::vk::BufferUsageFlags as Usage;
use meshwork_gpu::MeshDraw;
use smallvec::SmallVec;

use super::addressed;
use crate::address_commands::*;
use crate::chain::array;
use crate::objects::addresses::Place;
use crate::record::commands::*;
use crate::record::recorder::Recorder;
use crate::record::refusal::Refusal;
use crate::record::table::Record;

addressed! {
    vkCmdBindIndexBuffer3KHR(info: *const BindIndexBuffer3InfoKHR)
        becomes c"vkCmdBindIndexBuffer" = bind_index_buffer_3;
    vkCmdBindVertexBuffers3KHR(first: u32, count: u32, infos: *const BindVertexBuffer3InfoKHR)
        becomes c"vkCmdBindVertexBuffers" = bind_vertex_buffers_3;
    vkCmdDrawIndirect2KHR(info: *const DrawIndirect2InfoKHR)
        becomes c"vkCmdDrawIndirect" = draw_indirect_2;
    vkCmdDrawIndexedIndirect2KHR(info: *const DrawIndirect2InfoKHR)
        becomes c"vkCmdDrawIndexedIndirect" = draw_indexed_indirect_2;
    vkCmdDrawIndirectCount2KHR(info: *const DrawIndirectCount2InfoKHR)
        becomes c"vkCmdDrawIndirectCount" = draw_indirect_count_2;
    vkCmdDrawIndexedIndirectCount2KHR(info: *const DrawIndirectCount2InfoKHR)
        becomes c"vkCmdDrawIndexedIndirectCount" = draw_indexed_indirect_count_2;
    vkCmdDrawMeshTasksIndirect2EXT(info: *const DrawIndirect2InfoKHR)
        becomes c"vkCmdDrawMeshTasksIndirectEXT" = draw_mesh_tasks_indirect_2;
    vkCmdDrawMeshTasksIndirectCount2EXT(info: *const DrawIndirectCount2InfoKHR)
        becomes c"vkCmdDrawMeshTasksIndirectCountEXT" = draw_mesh_tasks_indirect_count_2;
    vkCmdBeginConditionalRendering2EXT(info: *const ConditionalRenderingBeginInfo2EXT)
        becomes c"vkCmdBeginConditionalRenderingEXT" = begin_conditional_rendering_2;
    vkCmdBindTransformFeedbackBuffers2EXT(first: u32, count: u32, infos: *const BindTransformFeedbackBuffer2InfoEXT)
        becomes c"vkCmdBindTransformFeedbackBuffersEXT" = bind_transform_feedback_buffers_2;
    vkCmdBeginTransformFeedback2EXT(first: u32, count: u32, counters: *const BindTransformFeedbackBuffer2InfoEXT)
        becomes c"vkCmdBeginTransformFeedbackEXT" = begin_transform_feedback_2;
    vkCmdEndTransformFeedback2EXT(first: u32, count: u32, counters: *const BindTransformFeedbackBuffer2InfoEXT)
        becomes c"vkCmdEndTransformFeedbackEXT" = end_transform_feedback_2;
    vkCmdDrawIndirectByteCount2EXT(
        instances: u32, first: u32, counter: *const BindTransformFeedbackBuffer2InfoEXT, offset: u32, stride: u32
    ) becomes c"vkCmdDrawIndirectByteCountEXT" = draw_indirect_byte_count_2;
    vkCmdWriteMarkerToMemoryAMD(info: *const MemoryMarkerInfoAMD)
        becomes c"vkCmdWriteBufferMarker2AMD" = write_marker_to_memory;
}

/// Places of buffers as the older commands take them: an array for each member.
type Places = (SmallVec<[vk::Buffer; 8]>, SmallVec<[vk::DeviceSize; 8]>);

/// A stride of 0 is allowed where there is one draw at most; commands that count draws want one of an element then.
fn stride<T>(range: &StridedDeviceAddressRangeKHR) -> Result<u32, Refusal> {
    let stride = u32::try_from(range.stride).map_err(|_| Refusal::Unsupported("indirect draws 4 GiB apart"))?;
    Ok(stride.max(size_of::<T>() as u32))
}

impl Recorder {
    unsafe fn bind_index_buffer_3(&mut self, info: *const BindIndexBuffer3InfoKHR) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let BindIndexBuffer3InfoKHR { address_range: range, index_type, .. } = unsafe { *info };
        if range.size == 0 && self.out.functions.BindDescriptorSets2.is_none() {
            // "If maintenance6 is not enabled, buffer must not be VK_NULL_HANDLE": vkCmdBindIndexBuffer.
            return Err(Refusal::Unsupported("no index buffer on a device without VK_KHR_maintenance6"));
        }
        let (buffer, offset) = self.buffer_or_null(range, Usage::INDEX_BUFFER)?;
        // SAFETY: as the command.
        unsafe {
            match self.out.functions.BindIndexBuffer2 {
                Some(_) => self.take(BindIndexBuffer2 { buffer, offset, size: range.size, index_type }),
                None => self.take(BindIndexBuffer { buffer, offset, index_type }),
            }
        }
    }

    unsafe fn bind_vertex_buffers_3(
        &mut self,
        mut first_binding: u32,
        count: u32,
        infos: *const BindVertexBuffer3InfoKHR,
    ) -> Result<(), Refusal> {
        // SAFETY: the program's array.
        let infos = unsafe { array(infos, count) };
        // The older command sets the strides of all of its bindings, or of none.
        for infos in infos.chunk_by(|a, b| a.set_stride == b.set_stride) {
            let ranges = infos.iter().map(|info| info.address_range.whole());
            let (buffers, offsets) = self.places(ranges, Usage::VERTEX_BUFFER)?;
            let sizes: SmallVec<[_; 8]> = infos.iter().map(|info| info.address_range.size).collect();
            let strides: SmallVec<[_; 8]> = infos.iter().map(|info| info.address_range.stride).collect();
            let sets_strides = infos[0].set_stride == vk::TRUE;
            let binding_count = infos.len() as u32;
            // SAFETY: as the command.
            unsafe {
                self.take(BindVertexBuffers2 {
                    first_binding,
                    binding_count,
                    p_buffers: buffers.as_ptr(),
                    p_offsets: offsets.as_ptr(),
                    p_sizes: sizes.as_ptr(),
                    p_strides: if sets_strides { strides.as_ptr() } else { core::ptr::null() },
                })?;
            }
            first_binding += binding_count;
        }
        Ok(())
    }

    fn places(&self, ranges: impl Iterator<Item = DeviceAddressRangeKHR>, usage: Usage) -> Result<Places, Refusal> {
        let places: SmallVec<[Place; 8]> =
            ranges.map(|range| self.buffer_or_null(range, usage)).collect::<Result<_, _>>()?;
        Ok(places.into_iter().unzip())
    }
}

/// Draws whose arguments lie at addresses.
impl Recorder {
    unsafe fn draw_indirect_2(&mut self, info: *const DrawIndirect2InfoKHR) -> Result<(), Refusal> {
        let draw = |(buffer, offset), draw_count, stride| DrawIndirect { buffer, offset, draw_count, stride };
        // SAFETY: as the command.
        unsafe { self.draw_many::<vk::DrawIndirectCommand, _>(&*info, draw) }
    }

    unsafe fn draw_indexed_indirect_2(&mut self, info: *const DrawIndirect2InfoKHR) -> Result<(), Refusal> {
        let draw = |(buffer, offset), draw_count, stride| DrawIndexedIndirect { buffer, offset, draw_count, stride };
        // SAFETY: as the command.
        unsafe { self.draw_many::<vk::DrawIndexedIndirectCommand, _>(&*info, draw) }
    }

    /// `T` is an element of the arguments.
    unsafe fn draw_many<T, C: Record>(
        &mut self,
        info: &DrawIndirect2InfoKHR,
        draw: impl FnOnce(Place, u32, u32) -> C,
    ) -> Result<(), Refusal> {
        // Without draws there need not be arguments.
        if info.draw_count == 0 {
            return Ok(());
        }
        let place = self.buffer_at(info.address_range.whole(), Usage::INDIRECT_BUFFER)?;
        // SAFETY: the caller's promise.
        unsafe { self.take(draw(place, info.draw_count, stride::<T>(&info.address_range)?)) }
    }

    unsafe fn draw_indirect_count_2(&mut self, info: *const DrawIndirectCount2InfoKHR) -> Result<(), Refusal> {
        let draw = |[(buffer, offset), (count_buffer, count_buffer_offset)]: [Place; 2], max_draw_count, stride| {
            DrawIndirectCount { buffer, offset, count_buffer, count_buffer_offset, max_draw_count, stride }
        };
        // SAFETY: as the command.
        unsafe { self.draw_counted::<vk::DrawIndirectCommand, _>(&*info, draw) }
    }

    unsafe fn draw_indexed_indirect_count_2(&mut self, info: *const DrawIndirectCount2InfoKHR) -> Result<(), Refusal> {
        let draw = |[(buffer, offset), (count_buffer, count_buffer_offset)]: [Place; 2], max_draw_count, stride| {
            DrawIndexedIndirectCount { buffer, offset, count_buffer, count_buffer_offset, max_draw_count, stride }
        };
        // SAFETY: as the command.
        unsafe { self.draw_counted::<vk::DrawIndexedIndirectCommand, _>(&*info, draw) }
    }

    /// As [`Self::draw_many`], with the place of the count beside that of the arguments.
    unsafe fn draw_counted<T, C: Record>(
        &mut self,
        info: &DrawIndirectCount2InfoKHR,
        draw: impl FnOnce([Place; 2], u32, u32) -> C,
    ) -> Result<(), Refusal> {
        if info.max_draw_count == 0 {
            return Ok(());
        }
        let arguments = self.buffer_at(info.address_range.whole(), Usage::INDIRECT_BUFFER)?;
        let count = self.buffer_at(info.count_address_range, Usage::INDIRECT_BUFFER)?;
        // SAFETY: the caller's promise.
        unsafe { self.take(draw([arguments, count], info.max_draw_count, stride::<T>(&info.address_range)?)) }
    }

    unsafe fn draw_mesh_tasks_indirect_2(&mut self, info: *const DrawIndirect2InfoKHR) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let DrawIndirect2InfoKHR { address_range: range, draw_count: max_draws, .. } = unsafe { *info };
        let stride = stride::<vk::DrawMeshTasksIndirectCommandEXT>(&range)?;
        self.take_mesh_draw(MeshDraw::Indirect { address: range.address, stride, max_draws, count: None })
    }

    unsafe fn draw_mesh_tasks_indirect_count_2(
        &mut self,
        info: *const DrawIndirectCount2InfoKHR,
    ) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let DrawIndirectCount2InfoKHR { address_range: range, count_address_range, max_draw_count, .. } =
            unsafe { *info };
        self.take_mesh_draw(MeshDraw::Indirect {
            address: range.address,
            stride: stride::<vk::DrawMeshTasksIndirectCommandEXT>(&range)?,
            max_draws: max_draw_count,
            count: Some(count_address_range.address),
        })
    }
}

impl Recorder {
    unsafe fn begin_conditional_rendering_2(
        &mut self,
        info: *const ConditionalRenderingBeginInfo2EXT,
    ) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let ConditionalRenderingBeginInfo2EXT { address_range: range, flags, .. } = unsafe { *info };
        let (buffer, offset) = self.buffer_at(range, Usage::CONDITIONAL_RENDERING_EXT)?;
        let begin = vk::ConditionalRenderingBeginInfoEXT::default().buffer(buffer).offset(offset).flags(flags);
        // SAFETY: as the command; what is kept of it is copied.
        unsafe { self.take(BeginConditionalRenderingEXT { p_conditional_rendering_begin: &begin }) }
    }

    unsafe fn write_marker_to_memory(&mut self, info: *const MemoryMarkerInfoAMD) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let MemoryMarkerInfoAMD { stage, dst_range, marker, .. } = unsafe { *info };
        let (dst_buffer, dst_offset) = self.buffer_at(dst_range, Usage::TRANSFER_DST)?;
        // SAFETY: as the command.
        unsafe { self.take(WriteBufferMarker2AMD { stage, dst_buffer, dst_offset, marker }) }
    }

    unsafe fn bind_transform_feedback_buffers_2(
        &mut self,
        first_binding: u32,
        binding_count: u32,
        infos: *const BindTransformFeedbackBuffer2InfoEXT,
    ) -> Result<(), Refusal> {
        // SAFETY: the program's array.
        let ranges = unsafe { array(infos, binding_count) }.iter().map(|info| info.address_range);
        let sizes: SmallVec<[_; 8]> = ranges.clone().map(|range| range.size).collect();
        let (buffers, offsets) = self.places(ranges, Usage::TRANSFORM_FEEDBACK_BUFFER_EXT)?;
        let (p_buffers, p_offsets, p_sizes) = (buffers.as_ptr(), offsets.as_ptr(), sizes.as_ptr());
        // SAFETY: as the command; the arrays are copied where they are kept.
        unsafe {
            self.take(BindTransformFeedbackBuffersEXT { first_binding, binding_count, p_buffers, p_offsets, p_sizes })
        }
    }

    unsafe fn begin_transform_feedback_2(
        &mut self,
        first_counter_buffer: u32,
        count: u32,
        counters: *const BindTransformFeedbackBuffer2InfoEXT,
    ) -> Result<(), Refusal> {
        // SAFETY: as the command; the arrays are copied where they are kept.
        unsafe {
            let (buffers, offsets) = self.counters(count, counters)?;
            self.take(BeginTransformFeedbackEXT {
                first_counter_buffer,
                counter_buffer_count: buffers.len() as u32,
                p_counter_buffers: buffers.as_ptr(),
                p_counter_buffer_offsets: offsets.as_ptr(),
            })
        }
    }

    unsafe fn end_transform_feedback_2(
        &mut self,
        first_counter_buffer: u32,
        count: u32,
        counters: *const BindTransformFeedbackBuffer2InfoEXT,
    ) -> Result<(), Refusal> {
        // SAFETY: as the command; the arrays are copied where they are kept.
        unsafe {
            let (buffers, offsets) = self.counters(count, counters)?;
            self.take(EndTransformFeedbackEXT {
                first_counter_buffer,
                counter_buffer_count: buffers.len() as u32,
                p_counter_buffers: buffers.as_ptr(),
                p_counter_buffer_offsets: offsets.as_ptr(),
            })
        }
    }

    /// Without an array there are no counters, whatever their number: "it is equivalent to … a size of 0".
    unsafe fn counters(
        &self,
        count: u32,
        counters: *const BindTransformFeedbackBuffer2InfoEXT,
    ) -> Result<Places, Refusal> {
        let count = if counters.is_null() { 0 } else { count };
        // SAFETY: the program's array.
        let counters = unsafe { array(counters, count) }.iter().map(|info| info.address_range);
        self.places(counters, Usage::TRANSFORM_FEEDBACK_COUNTER_BUFFER_EXT)
    }

    unsafe fn draw_indirect_byte_count_2(
        &mut self,
        instance_count: u32,
        first_instance: u32,
        counter: *const BindTransformFeedbackBuffer2InfoEXT,
        counter_offset: u32,
        vertex_stride: u32,
    ) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        let range = unsafe { (*counter).address_range };
        let (counter_buffer, counter_buffer_offset) = self.buffer_at(range, Usage::INDIRECT_BUFFER)?;
        // SAFETY: as the command.
        unsafe {
            self.take(DrawIndirectByteCountEXT {
                instance_count,
                first_instance,
                counter_buffer,
                counter_buffer_offset,
                counter_offset,
                vertex_stride,
            })
        }
    }
}
