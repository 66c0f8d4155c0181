//! Recording, without a word too many. The handles that come in are of the frame's device and live as long as it.

use ash::vk;

use crate::case::Targets;
use crate::frame::Frame;
use crate::picture::{BACKGROUND, SIZE};
use crate::pipeline::Pipeline;
use crate::resource::{Buffer, Image};

pub struct Commands<'a> {
    pub frame: &'a Frame<'a>,
    pub raw: vk::CommandBuffer,
}

/// What a pass does with its targets at its beginning.
pub const CLEAR: vk::AttachmentLoadOp = vk::AttachmentLoadOp::CLEAR;
pub const LOAD: vk::AttachmentLoadOp = vk::AttachmentLoadOp::LOAD;

impl Commands<'_> {
    /// A pass on the frame's targets, with a viewport and a scissor of their size.
    pub fn pass(&self, load: vk::AttachmentLoadOp, record: impl FnOnce()) {
        self.begin_pass(load, vk::RenderingFlags::empty());
        self.viewports(&[full_viewport()]);
        self.scissors(&[full_scissor()]);
        record();
        // SAFETY: begun above.
        unsafe { self.frame.gpu.device.cmd_end_rendering(self.raw) };
    }

    pub fn begin_pass(&self, load: vk::AttachmentLoadOp, flags: vk::RenderingFlags) {
        let frame = self.frame;
        let clear_color = vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } };
        let attachment = vk::RenderingAttachmentInfo::default().load_op(load).store_op(vk::AttachmentStoreOp::STORE);
        let color_layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        let mut color = attachment.image_layout(color_layout).clear_value(clear_color);
        color = match &frame.multisampled {
            None => color.image_view(frame.color.view),
            // Only what it resolves to is kept.
            Some(image) => color
                .store_op(vk::AttachmentStoreOp::DONT_CARE)
                .image_view(image.view)
                .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                .resolve_image_view(frame.color.view)
                .resolve_image_layout(color_layout),
        };
        let clear_depth = vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 } };
        let mut depth = attachment.clear_value(clear_depth).store_op(frame.case.depth_store);
        depth = depth.image_layout(vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
        let colors = [color];
        let mut info =
            vk::RenderingInfo::default().flags(flags).render_area(full_scissor()).layer_count(frame.case.layers);
        if frame.case.targets != Targets::DepthOnly {
            info = info.color_attachments(&colors);
        }
        if let Some(image) = &frame.depth {
            depth = depth.image_view(image.view);
            info = info.depth_attachment(&depth);
            if image.aspect().contains(vk::ImageAspectFlags::STENCIL) {
                info = info.stencil_attachment(&depth);
            }
        }
        // SAFETY: the attachments are in these layouts.
        unsafe { frame.gpu.device.cmd_begin_rendering(self.raw, &info) };
    }

    pub fn viewports(&self, viewports: &[vk::Viewport]) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_set_viewport(self.raw, 0, viewports) };
    }

    pub fn scissors(&self, scissors: &[vk::Rect2D]) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_set_scissor(self.raw, 0, scissors) };
    }

    /// Binds a pipeline, and sets from 0 on.
    pub fn bind(&self, pipeline: &Pipeline, sets: &[vk::DescriptorSet]) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_bind_pipeline(self.raw, pipeline.point, pipeline.raw) };
        if !sets.is_empty() {
            self.bind_sets(pipeline, 0, sets, &[]);
        }
    }

    pub fn bind_sets(&self, pipeline: &Pipeline, first: u32, sets: &[vk::DescriptorSet], offsets: &[u32]) {
        let Pipeline { layout, point, .. } = *pipeline;
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_bind_descriptor_sets(self.raw, point, layout, first, sets, offsets) };
    }

    pub fn push(&self, pipeline: &Pipeline, stages: vk::ShaderStageFlags, first_word: u32, words: &[u32]) {
        let bytes = bytemuck::cast_slice(words);
        // SAFETY: see the module.
        unsafe {
            self.frame.gpu.device.cmd_push_constants(self.raw, pipeline.layout, stages, first_word * 4, bytes);
        }
    }

    pub fn draw_mesh(&self, [x, y, z]: [u32; 3]) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.mesh.cmd_draw_mesh_tasks(self.raw, x, y, z) };
    }

    pub fn draw_mesh_indirect(&self, arguments: &Buffer, offset: u64, count: u32, stride: u32) {
        let mesh = &self.frame.gpu.mesh;
        // SAFETY: see the module.
        unsafe { mesh.cmd_draw_mesh_tasks_indirect(self.raw, arguments.raw, offset, count, stride) };
    }

    /// Arguments and count are a buffer and an offset.
    pub fn draw_mesh_indirect_count(
        &self,
        (arguments, offset): (&Buffer, u64),
        (count, count_offset): (&Buffer, u64),
        max_draws: u32,
        stride: u32,
    ) {
        let mesh = &self.frame.gpu.mesh;
        let (arguments, count) = (arguments.raw, count.raw);
        // SAFETY: see the module.
        unsafe {
            mesh.cmd_draw_mesh_tasks_indirect_count(
                self.raw,
                arguments,
                offset,
                count,
                count_offset,
                max_draws,
                stride,
            );
        }
    }

    /// So many vertices of `buffer`.
    pub fn draw_vertices(&self, buffer: &Buffer, count: u32) {
        // SAFETY: see the module.
        unsafe {
            self.frame.gpu.device.cmd_bind_vertex_buffers(self.raw, 0, &[buffer.raw], &[0]);
            self.frame.gpu.device.cmd_draw(self.raw, count, 1, 0, 0);
        }
    }

    pub fn bind_vertices(&self, vertices: &Buffer, indices: &Buffer) {
        // SAFETY: see the module.
        unsafe {
            self.frame.gpu.device.cmd_bind_vertex_buffers(self.raw, 0, &[vertices.raw], &[0]);
            self.frame.gpu.device.cmd_bind_index_buffer(self.raw, indices.raw, 0, vk::IndexType::UINT32);
        }
    }

    pub fn draw_indexed(&self, count: u32) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_draw_indexed(self.raw, count, 1, 0, 0, 0) };
    }

    pub fn dispatch(&self, [x, y, z]: [u32; 3]) {
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_dispatch(self.raw, x, y, z) };
    }

    /// A memory barrier of `synchronization2`: stages and accesses, from and to.
    pub fn barrier(
        &self,
        (from, writes): (vk::PipelineStageFlags2, vk::AccessFlags2),
        (to, reads): (vk::PipelineStageFlags2, vk::AccessFlags2),
    ) {
        let barrier = vk::MemoryBarrier2::default()
            .src_stage_mask(from)
            .src_access_mask(writes)
            .dst_stage_mask(to)
            .dst_access_mask(reads);
        let barriers = [barrier];
        // SAFETY: see the module.
        unsafe {
            let info = vk::DependencyInfo::default().memory_barriers(&barriers);
            self.frame.gpu.device.cmd_pipeline_barrier2(self.raw, &info);
        }
    }

    /// The same with the commands of Vulkan 1.0.
    pub fn barrier1(
        &self,
        (from, writes): (vk::PipelineStageFlags, vk::AccessFlags),
        (to, reads): (vk::PipelineStageFlags, vk::AccessFlags),
    ) {
        let barrier = [vk::MemoryBarrier::default().src_access_mask(writes).dst_access_mask(reads)];
        let flags = vk::DependencyFlags::empty();
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_pipeline_barrier(self.raw, from, to, flags, &barrier, &[], &[]) };
    }

    /// Changes an image's layout, after and before everything else.
    pub fn transition(&self, image: &Image, from: vk::ImageLayout, to: vk::ImageLayout) {
        let all = vk::PipelineStageFlags2::ALL_COMMANDS;
        let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        let barrier = vk::ImageMemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(access)
            .dst_stage_mask(all)
            .dst_access_mask(access)
            .old_layout(from)
            .new_layout(to)
            .image(image.raw)
            .subresource_range(image.range());
        let barriers = [barrier];
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Copies all layers of colour, or of depth.
    pub fn copy_to_buffer(&self, image: &Image, buffer: &Buffer) {
        let region = self.whole(image);
        let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_copy_image_to_buffer(self.raw, image.raw, layout, buffer.raw, &[region]) };
        let host = (vk::PipelineStageFlags2::HOST, vk::AccessFlags2::HOST_READ);
        // All that ran before, not only the copy: the host reads the case's buffers, too.
        self.barrier((vk::PipelineStageFlags2::ALL_COMMANDS, vk::AccessFlags2::MEMORY_WRITE), host);
    }

    pub fn copy_from_buffer(&self, buffer: &Buffer, image: &Image) {
        let region = self.whole(image);
        let layout = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        // SAFETY: see the module.
        unsafe { self.frame.gpu.device.cmd_copy_buffer_to_image(self.raw, buffer.raw, image.raw, layout, &[region]) };
    }

    fn whole(&self, image: &Image) -> vk::BufferImageCopy {
        let aspect = match image.aspect() {
            vk::ImageAspectFlags::COLOR => vk::ImageAspectFlags::COLOR,
            _ => vk::ImageAspectFlags::DEPTH,
        };
        let layers = vk::ImageSubresourceLayers::default().aspect_mask(aspect).layer_count(image.layers);
        let extent = vk::Extent3D { width: image.size, height: image.size, depth: 1 };
        vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent)
    }
}

pub fn full_viewport() -> vk::Viewport {
    viewport(0.0, 0.0, SIZE as f32, SIZE as f32)
}

pub fn viewport(x: f32, y: f32, width: f32, height: f32) -> vk::Viewport {
    vk::Viewport { x, y, width, height, min_depth: 0.0, max_depth: 1.0 }
}

pub fn full_scissor() -> vk::Rect2D {
    scissor(0, 0, SIZE, SIZE)
}

pub fn scissor(x: i32, y: i32, width: u32, height: u32) -> vk::Rect2D {
    vk::Rect2D { offset: vk::Offset2D { x, y }, extent: vk::Extent2D { width, height } }
}
