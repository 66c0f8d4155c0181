//! Layers of a pass that the driver's vertex stage cannot choose among (`shaderOutputLayer`).
//!
//! Draws whose primitives have layers are drawn into the first layer where they stand; for each of the others the pass is
//! interrupted, and goes on in a piece on that layer alone, where the same draws are recorded once more. The vertex stage is told
//! which layer it is, and drops the primitives of others. So everything else in the pass stays at its place and is recorded once.

use ash::vk;
use meshwork_abi::gpu::OUTPUT_LAYERS;
use meshwork_gpu::{DrawRange, Plan};

use super::hoist::MeshPass;
use super::memory::Memory;
use super::refusal::Refusal;
use super::render_pass;
use super::split::{Begin, Place, rendering_piece};
use crate::chain;
use crate::device::{DeviceData, Fallback};
use crate::objects::render_passes::Subpass;
use crate::objects::targets::{Framebuffer, ImageView};

/// Between other pieces.
const MIDDLE: Place = Place { first: false, last: false };

/// How many layers of a pass are drawn in pieces of their own, the first included; 1 where none is.
pub fn drawn_apart(fallback: &Fallback, begin: Begin, plan: &Plan) -> u32 {
    match plan.has_layers() {
        true => begin.layer_count(fallback).min(OUTPUT_LAYERS),
        false => 1,
    }
}

impl Begin {
    /// Without multiview.
    fn layer_count(self, fallback: &Fallback) -> u32 {
        if self.view_mask(fallback, 0) != 0 {
            return 1;
        }
        match self {
            // SAFETY: the arguments are owned.
            Self::Rendering(info, _) => unsafe { (*info).layer_count },
            Self::RenderPass(info, _) | Self::RenderPass2(info, _) => {
                // SAFETY: as above.
                let raw = unsafe { (*info).framebuffer };
                fallback.objects.framebuffers.get(raw).map_or(1, |framebuffer| framebuffer.layers)
            }
        }
    }

    /// Begins a piece on one layer, not the first nor the last piece of its pass.
    ///
    /// # Safety
    /// As [`Self::call_piece`].
    unsafe fn call_layer(
        self,
        data: &DeviceData,
        fallback: &Fallback,
        raw: vk::CommandBuffer,
        memory: &mut Memory,
        layer: u32,
    ) -> Result<(), Refusal> {
        let outside = &fallback.recording.outside;
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(info, _) => {
                    outside.begin_rendering(raw, rendering_layer(data, fallback, &*info, memory, layer)?);
                }
                Self::RenderPass(info, contents) => {
                    let info = render_pass_layer(data, fallback, &*info, memory, layer)?;
                    outside.begin_render_pass(raw, info, contents);
                }
                Self::RenderPass2(info, subpass) => {
                    let info = render_pass_layer(data, fallback, &*info, memory, layer)?;
                    outside.begin_render_pass_2(raw, info, subpass);
                }
            }
        }
        Ok(())
    }
}

/// # Safety
/// `info` is valid.
unsafe fn rendering_layer(
    data: &DeviceData,
    fallback: &Fallback,
    info: &vk::RenderingInfo<'static>,
    memory: &mut Memory,
    layer: u32,
) -> Result<*const vk::RenderingInfo<'static>, Refusal> {
    // SAFETY: the caller's promise; the piece owns its arrays, which nobody else reads yet.
    unsafe {
        if let Some(structure) = chain::types(info.p_next).find(|of| HAS_VIEWS.contains(of)) {
            return Err(Refusal::Structure(structure));
        }
        let piece = &mut *rendering_piece(info, memory, MIDDLE)?.cast_mut();
        piece.layer_count = 1;
        let of_layer = |attachment: &mut vk::RenderingAttachmentInfo<'static>| -> Result<(), Refusal> {
            if attachment.image_layout == vk::ImageLayout::RENDERING_LOCAL_READ_KHR {
                return Err(Refusal::WithMeshDraws("a rendering of several layers with local reads"));
            }
            if attachment.image_view != vk::ImageView::null() {
                attachment.image_view = ImageView::of_layer(data, fallback, attachment.image_view, layer)?;
            }
            Ok(())
        };
        for index in 0..piece.color_attachment_count as usize {
            of_layer(&mut *piece.p_color_attachments.cast_mut().add(index))?;
        }
        for attachment in [piece.p_depth_attachment, piece.p_stencil_attachment] {
            attachment.cast_mut().as_mut().map_or(Ok(()), of_layer)?;
        }
        Ok(piece)
    }
}

/// Structures of a rendering with image views that have layers, too.
const HAS_VIEWS: [vk::StructureType; 2] = [
    vk::StructureType::RENDERING_FRAGMENT_SHADING_RATE_ATTACHMENT_INFO_KHR,
    vk::StructureType::RENDERING_FRAGMENT_DENSITY_MAP_ATTACHMENT_INFO_EXT,
];

/// # Safety
/// `info` is valid.
unsafe fn render_pass_layer(
    data: &DeviceData,
    fallback: &Fallback,
    info: &vk::RenderPassBeginInfo<'static>,
    memory: &mut Memory,
    layer: u32,
) -> Result<*const vk::RenderPassBeginInfo<'static>, Refusal> {
    let pass = fallback.objects.render_passes.get(info.render_pass);
    let has_inputs = |subpass: &Subpass| subpass.inputs.iter().any(|input| input.attachment != vk::ATTACHMENT_UNUSED);
    if pass.is_some_and(|pass| pass.subpasses.iter().any(has_inputs)) {
        // Descriptors have views of all layers, of which a piece on one layer would read the first.
        return Err(Refusal::WithMeshDraws("a render pass of several layers with input attachments"));
    }
    // SAFETY: the caller's promise.
    let piece = unsafe { &mut *render_pass::piece(data, fallback, info, memory, MIDDLE)?.cast_mut() };
    piece.framebuffer = Framebuffer::of_layer(data, fallback, info.framebuffer, piece.render_pass, layer)?;
    Ok(piece)
}

impl MeshPass<'_> {
    /// Draws of one run. From inside the pass to inside it, where it may be in another piece.
    ///
    /// # Safety
    /// After the hoist or a step of the run, with its state.
    pub unsafe fn record_draws(&mut self, range: DrawRange) -> Result<(), Refusal> {
        let (plan, gpu) = (self.plan, &self.fallback.gpu);
        // SAFETY: the caller's promise; state outlives the pass instances of a command buffer.
        unsafe {
            plan.record_draws(gpu, self.raw, range, &mut self.bound);
            if self.layers == 1 || range.count == 0 || !plan.is_layered(range.run) {
                return Ok(());
            }
            for layer in 1..self.layers {
                self.end_piece();
                self.resume_outside(|slot| slot.pool.counts_compute);
                self.pass.begin.call_layer(self.data, self.fallback, self.raw, &mut self.memory, layer)?;
                self.enter_piece(false);
                plan.record_draws_in(gpu, self.raw, range, layer, &mut self.bound);
            }
            self.end_piece();
            self.begin_piece(false)
        }
    }
}
