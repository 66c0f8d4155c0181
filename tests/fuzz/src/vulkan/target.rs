//! What is drawn into: a colour, a word and a depth, in layers.

use ash::vk;

use super::gpu::{Buffer, Gpu, Image};
use crate::emit::LAYERS;
use crate::error::{During, Result};
use crate::sequence::SIZE;

pub const COLOR: vk::Format = vk::Format::R8G8B8A8_UNORM;
pub const VALUE: vk::Format = vk::Format::R32_UINT;
pub const DEPTH: vk::Format = vk::Format::D32_SFLOAT;

const COLOR_LAYOUT: vk::ImageLayout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
const DEPTH_LAYOUT: vk::ImageLayout = vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL;

pub struct Targets {
    images: [Image; 3],
    /// Colours and values.
    pub pixels: [Buffer; 2],
    /// Render passes that clear and that load.
    passes: [vk::RenderPass; 2],
    framebuffer: vk::Framebuffer,
}

pub fn area() -> vk::Rect2D {
    vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width: SIZE, height: SIZE } }
}

fn clear_values() -> [vk::ClearValue; 3] {
    [
        vk::ClearValue { color: vk::ClearColorValue { float32: [0.125, 0.25, 0.5, 1.0] } },
        vk::ClearValue { color: vk::ClearColorValue { uint32: [0xabcd, 0, 0, 0] } },
        vk::ClearValue { depth_stencil: vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 } },
    ]
}

impl Targets {
    pub fn new(gpu: &Gpu) -> Result<Self> {
        let images = [
            gpu.image(COLOR, vk::ImageAspectFlags::COLOR, LAYERS)?,
            gpu.image(VALUE, vk::ImageAspectFlags::COLOR, LAYERS)?,
            gpu.image(DEPTH, vk::ImageAspectFlags::DEPTH, LAYERS)?,
        ];
        let words = (SIZE * SIZE * LAYERS) as usize;
        let passes = [render_pass(gpu, vk::AttachmentLoadOp::CLEAR)?, render_pass(gpu, vk::AttachmentLoadOp::LOAD)?];
        let views = images.map(|image| image.view);
        let info = vk::FramebufferCreateInfo::default().render_pass(passes[0]).attachments(&views);
        let info = info.width(SIZE).height(SIZE).layers(LAYERS);
        // SAFETY: the views are of this device and fit the pass.
        let framebuffer = unsafe { gpu.device.create_framebuffer(&info, None) }.during("vkCreateFramebuffer")?;
        Ok(Self { images, pixels: [gpu.buffer(words)?, gpu.buffer(words)?], passes, framebuffer })
    }

    /// The render pass that pipelines are made for.
    pub fn pass(&self) -> vk::RenderPass {
        self.passes[0]
    }

    pub fn framebuffer(&self) -> vk::Framebuffer {
        self.framebuffer
    }

    /// Begins a pass that clears if it is the first.
    pub fn begin(&self, gpu: &Gpu, raw: vk::CommandBuffer, is_first: bool, objects: bool, secondary: bool) {
        let clears = clear_values();
        if objects {
            let info = vk::RenderPassBeginInfo::default()
                .render_pass(self.passes[usize::from(!is_first)])
                .framebuffer(self.framebuffer)
                .render_area(area())
                .clear_values(&clears);
            let contents = match secondary {
                true => vk::SubpassContents::SECONDARY_COMMAND_BUFFERS,
                false => vk::SubpassContents::INLINE,
            };
            // SAFETY: the command buffer is being recorded; the images are in the pass' layouts.
            unsafe { gpu.device.cmd_begin_render_pass(raw, &info, contents) };
            return;
        }
        let load = if is_first { vk::AttachmentLoadOp::CLEAR } else { vk::AttachmentLoadOp::LOAD };
        let attachment = |index: usize, layout| {
            vk::RenderingAttachmentInfo::default()
                .image_view(self.images[index].view)
                .image_layout(layout)
                .load_op(load)
                .store_op(vk::AttachmentStoreOp::STORE)
                .clear_value(clears[index])
        };
        let colors = [attachment(0, COLOR_LAYOUT), attachment(1, COLOR_LAYOUT)];
        let depth = attachment(2, DEPTH_LAYOUT);
        let flags = match secondary {
            true => vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS,
            false => vk::RenderingFlags::empty(),
        };
        let info = vk::RenderingInfo::default()
            .flags(flags)
            .render_area(area())
            .layer_count(LAYERS)
            .color_attachments(&colors)
            .depth_attachment(&depth);
        // SAFETY: as above.
        unsafe { gpu.device.cmd_begin_rendering(raw, &info) };
    }

    pub fn end(&self, gpu: &Gpu, raw: vk::CommandBuffer, objects: bool) {
        // SAFETY: begun so.
        unsafe {
            if objects {
                gpu.device.cmd_end_render_pass(raw)
            } else {
                gpu.device.cmd_end_rendering(raw)
            };
        }
    }

    /// Makes the images ready, behind all that used them before.
    pub fn prepare(&self, gpu: &Gpu, raw: vk::CommandBuffer) {
        for (image, layout) in self.images.iter().zip([COLOR_LAYOUT, COLOR_LAYOUT, DEPTH_LAYOUT]) {
            transition(gpu, raw, image, vk::ImageLayout::UNDEFINED, layout);
        }
    }

    /// Copies colours and values to where the host reads them.
    pub fn read(&self, gpu: &Gpu, raw: vk::CommandBuffer) {
        let source = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
        for (image, buffer) in self.images.iter().zip(&self.pixels) {
            transition(gpu, raw, image, COLOR_LAYOUT, source);
            let layers = vk::ImageSubresourceLayers::default();
            let layers = layers.aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(LAYERS);
            let extent = vk::Extent3D { width: SIZE, height: SIZE, depth: 1 };
            let region = vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent);
            // SAFETY: the image is in this layout, and the buffer has room.
            unsafe { gpu.device.cmd_copy_image_to_buffer(raw, image.raw, source, buffer.raw, &[region]) };
        }
    }
}

/// A barrier between everything and everything.
pub fn barrier(gpu: &Gpu, raw: vk::CommandBuffer) {
    let all = vk::PipelineStageFlags2::ALL_COMMANDS | vk::PipelineStageFlags2::HOST;
    let access = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
    let barrier = vk::MemoryBarrier2::default().src_stage_mask(all).src_access_mask(access);
    let barriers = [barrier.dst_stage_mask(all).dst_access_mask(access)];
    let info = vk::DependencyInfo::default().memory_barriers(&barriers);
    // SAFETY: the command buffer is being recorded.
    unsafe { gpu.device.cmd_pipeline_barrier2(raw, &info) };
}

fn transition(gpu: &Gpu, raw: vk::CommandBuffer, image: &Image, from: vk::ImageLayout, to: vk::ImageLayout) {
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
        .subresource_range(image.range);
    let barriers = [barrier];
    let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
    // SAFETY: the command buffer is being recorded.
    unsafe { gpu.device.cmd_pipeline_barrier2(raw, &info) };
}

fn render_pass(gpu: &Gpu, load: vk::AttachmentLoadOp) -> Result<vk::RenderPass> {
    let formats = [(COLOR, COLOR_LAYOUT), (VALUE, COLOR_LAYOUT), (DEPTH, DEPTH_LAYOUT)];
    let attachments = formats.map(|(format, layout)| {
        vk::AttachmentDescription::default()
            .format(format)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(load)
            .store_op(vk::AttachmentStoreOp::STORE)
            .initial_layout(layout)
            .final_layout(layout)
    });
    let reference = |attachment, layout| vk::AttachmentReference { attachment, layout };
    let colors = [reference(0, COLOR_LAYOUT), reference(1, COLOR_LAYOUT)];
    let depth = reference(2, DEPTH_LAYOUT);
    let subpass = vk::SubpassDescription::default().color_attachments(&colors).depth_stencil_attachment(&depth);
    let subpasses = [subpass.pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    // SAFETY: plain creation.
    unsafe { gpu.device.create_render_pass(&info, None) }.during("vkCreateRenderPass")
}
