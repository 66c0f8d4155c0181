//! The picture that a scene draws into: a colour and a depth image, and the passes on them.

use std::cell::Cell;

use ash::vk;
use glam::Vec2;

use crate::error::Result;

use super::device::Gpu;
use super::memory::Buffer;

/// Floats, rounded to bytes when the picture is read: drivers round each blended layer of a byte format in ways of their
/// own. Shaders write colours that are already encoded.
pub const COLOR_FORMAT: vk::Format = vk::Format::R32G32B32A32_SFLOAT;
pub const DEPTH_FORMAT: vk::Format = vk::Format::D32_SFLOAT;

pub struct Target {
    pub extent: vk::Extent2D,
    /// Otherwise scissors are empty: vertices are worked on, and nothing is drawn.
    pub draws_pixels: Cell<bool>,
    color: vk::Image,
    color_view: vk::ImageView,
    depth: vk::Image,
    depth_view: vk::ImageView,
    readback: Buffer,
}

/// What a pass finds in an attachment.
#[derive(Clone, Copy)]
pub enum Start<T> {
    Clear(T),
    Load,
}

impl<T> Start<T> {
    fn operation(&self) -> vk::AttachmentLoadOp {
        match self {
            Self::Clear(_) => vk::AttachmentLoadOp::CLEAR,
            Self::Load => vk::AttachmentLoadOp::LOAD,
        }
    }
}

/// A dynamic render pass on a [`Target`]; an absent attachment is not bound.
#[derive(Clone, Copy)]
pub struct Pass {
    pub color: Option<Start<[f32; 4]>>,
    pub depth: Option<Start<f32>>,
}

impl Target {
    pub fn new(gpu: &Gpu, extent: vk::Extent2D) -> Result<Self> {
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .extent(vk::Extent3D { width: extent.width, height: extent.height, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .tiling(vk::ImageTiling::OPTIMAL);
        let color_usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
        let color = info.format(COLOR_FORMAT).usage(color_usage);
        let (color, color_view) = gpu.image(&color, vk::ImageAspectFlags::COLOR)?;
        let depth = info.format(DEPTH_FORMAT).usage(vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        let (depth, depth_view) = gpu.image(&depth, vk::ImageAspectFlags::DEPTH)?;
        let bytes = u64::from(extent.width) * u64::from(extent.height) * size_of::<[f32; 4]>() as u64;
        let readback = gpu.shared(bytes, vk::BufferUsageFlags::TRANSFER_DST)?;
        Ok(Self { extent, draws_pixels: Cell::new(true), color, color_view, depth, depth_view, readback })
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.extent.width as f32, self.extent.height as f32)
    }

    /// Width and height of the viewport that [`Target::pass`] sets: the next powers of two. It is centred, so that it
    /// reaches over the picture's edges.
    ///
    /// With a power of two the product in the viewport transform is exact, and it does not matter whether a driver fuses
    /// the sum to it. lavapipe does so for vertices of vertex shaders and not for those of mesh shaders; with the picture as
    /// viewport, interpolated values would differ in their last bits.
    pub fn viewport_size(&self) -> Vec2 {
        let side = |length: u32| length.next_power_of_two() as f32;
        Vec2::new(side(self.extent.width), side(self.extent.height))
    }

    /// The picture's part of the viewport in each direction: the scale from picture coordinates, -1 to 1, to clip space.
    pub fn viewport_scale(&self) -> Vec2 {
        self.size() / self.viewport_size()
    }

    /// Makes the viewport the picture itself, in a pass.
    pub fn set_picture_viewport(&self, gpu: &Gpu, commands: vk::CommandBuffer) {
        self.set_viewport(gpu, commands, self.size());
    }

    fn set_viewport(&self, gpu: &Gpu, commands: vk::CommandBuffer, size: Vec2) {
        let Vec2 { x, y } = (self.size() - size) / 2.0;
        let viewport = vk::Viewport { x, y, width: size.x, height: size.y, min_depth: 0.0, max_depth: 1.0 };
        // SAFETY: recording; every device takes a viewport of this size and place.
        unsafe { gpu.device.cmd_set_viewport(commands, 0, &[viewport]) };
    }

    pub fn aspect_ratio(&self) -> f32 {
        self.extent.width as f32 / self.extent.height as f32
    }

    /// Makes the images ready to be drawn into, whatever they held.
    pub fn begin(&self, gpu: &Gpu, commands: vk::CommandBuffer) {
        let color = image_barrier(self.color, vk::ImageAspectFlags::COLOR)
            .new_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .dst_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_READ | vk::AccessFlags::COLOR_ATTACHMENT_WRITE);
        let depth = image_barrier(self.depth, vk::ImageAspectFlags::DEPTH)
            .new_layout(vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL)
            .dst_access_mask(
                vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_READ | vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_WRITE,
            );
        let stages = vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT | DEPTH_STAGES;
        // SAFETY: recording, outside a render pass; frames do not overlap, as each is waited for.
        unsafe {
            gpu.device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::TOP_OF_PIPE,
                stages,
                vk::DependencyFlags::empty(),
                &[],
                &[],
                &[color, depth],
            );
        }
    }

    /// Records a render pass over the whole picture, with viewport and scissor set.
    pub fn pass(&self, gpu: &Gpu, commands: vk::CommandBuffer, pass: Pass, draw: impl FnOnce()) {
        let area = vk::Rect2D { offset: vk::Offset2D::default(), extent: self.extent };
        let scissor = if self.draws_pixels.get() { area } else { vk::Rect2D::default() };
        let color = pass.color.map(|start| {
            let float32 = if let Start::Clear(color) = start { color } else { [0.0; 4] };
            attachment(self.color_view, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, start.operation())
                .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32 } })
        });
        let depth = pass.depth.map(|start| {
            let depth = if let Start::Clear(depth) = start { depth } else { 1.0 };
            let depth_stencil = vk::ClearDepthStencilValue { depth, stencil: 0 };
            attachment(self.depth_view, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL, start.operation())
                .clear_value(vk::ClearValue { depth_stencil })
        });
        let mut info =
            vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(color.as_slice());
        if let Some(depth) = &depth {
            info = info.depth_attachment(depth);
        }
        // SAFETY: recording, outside a render pass; the attachments are alive and in the layouts that `begin` gave them.
        unsafe {
            gpu.rendering.cmd_begin_rendering(commands, &info);
            gpu.device.cmd_set_scissor(commands, 0, &[scissor]);
        }
        self.set_viewport(gpu, commands, self.viewport_size());
        draw();
        // SAFETY: begun above.
        unsafe { gpu.rendering.cmd_end_rendering(commands) };
    }

    /// Orders two passes: what the first wrote to the depth image, the second tests against.
    pub fn depth_barrier(&self, gpu: &Gpu, commands: vk::CommandBuffer) {
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_WRITE)
            .dst_access_mask(
                vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_READ | vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_WRITE,
            );
        let none = vk::DependencyFlags::empty();
        // SAFETY: recording, outside a render pass.
        unsafe {
            gpu.device.cmd_pipeline_barrier(commands, DEPTH_STAGES, DEPTH_STAGES, none, &[barrier], &[], &[]);
        }
    }

    /// The colours of the last frame.
    pub fn read(&self, gpu: &Gpu) -> Result<image::RgbaImage> {
        gpu.run(|commands| self.copy_to_readback(gpu, commands))?;
        let floats: Vec<[f32; 4]> = gpu.read(&self.readback)?;
        let pixel = |x, y| {
            let channels = floats[(y * self.extent.width + x) as usize];
            image::Rgba(channels.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8))
        };
        Ok(image::RgbaImage::from_fn(self.extent.width, self.extent.height, pixel))
    }

    fn copy_to_readback(&self, gpu: &Gpu, commands: vk::CommandBuffer) {
        let barrier = image_barrier(self.color, vk::ImageAspectFlags::COLOR)
            .old_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .new_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)
            .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ);
        let layers = vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1);
        let region = vk::BufferImageCopy::default().image_subresource(layers).image_extent(vk::Extent3D {
            width: self.extent.width,
            height: self.extent.height,
            depth: 1,
        });
        let to_host = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        let (none, transfer) = (vk::DependencyFlags::empty(), vk::PipelineStageFlags::TRANSFER);
        // SAFETY: recording; the buffer holds the whole picture.
        unsafe {
            let output = vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT;
            gpu.device.cmd_pipeline_barrier(commands, output, transfer, none, &[], &[], &[barrier]);
            let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
            gpu.device.cmd_copy_image_to_buffer(commands, self.color, layout, self.readback.raw, &[region]);
            gpu.device.cmd_pipeline_barrier(
                commands,
                transfer,
                vk::PipelineStageFlags::HOST,
                none,
                &[to_host],
                &[],
                &[],
            );
        }
    }
}

const DEPTH_STAGES: vk::PipelineStageFlags = vk::PipelineStageFlags::from_raw(
    vk::PipelineStageFlags::EARLY_FRAGMENT_TESTS.as_raw() | vk::PipelineStageFlags::LATE_FRAGMENT_TESTS.as_raw(),
);

fn image_barrier<'a>(image: vk::Image, aspect: vk::ImageAspectFlags) -> vk::ImageMemoryBarrier<'a> {
    let range = vk::ImageSubresourceRange::default().aspect_mask(aspect).level_count(1).layer_count(1);
    vk::ImageMemoryBarrier::default()
        .image(image)
        .subresource_range(range)
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
}

fn attachment<'a>(
    view: vk::ImageView,
    layout: vk::ImageLayout,
    load: vk::AttachmentLoadOp,
) -> vk::RenderingAttachmentInfo<'a> {
    vk::RenderingAttachmentInfo::default()
        .image_view(view)
        .image_layout(layout)
        .load_op(load)
        .store_op(vk::AttachmentStoreOp::STORE)
}
