//! Pieces of a render pass object: clones with other load and store operations and layouts, made when a pass is first split.

use ash::vk;
use dashmap::DashMap;

use super::memory::Memory;
use super::refusal::Refusal;
use super::split::{Begin, Place, is_read_only, load_op, store_op};
use super::table::{Functions, Own};
use crate::device::{DeviceData, Fallback};
use crate::objects::render_passes::{Dependency, RenderPass, Subpass, create_2_of};
use crate::stages;

/// The clones of the program's render passes.
pub type Pieces = DashMap<(vk::RenderPass, Place), vk::RenderPass>;

/// Why a render pass cannot have mesh draws.
pub fn refuses_mesh_draws(fallback: &Fallback, raw: vk::RenderPass) -> Option<&'static str> {
    match fallback.objects.render_passes.get(raw) {
        Some(_) => None,
        None => Some("a render pass that was not created through the layer"),
    }
}

/// What the program's dependencies demand before the hoisted mesh work of a pass, and after it.
pub fn mesh_dependencies(fallback: &Fallback, begin: Begin) -> (Dependency, Dependency) {
    let (Begin::RenderPass(info, _) | Begin::RenderPass2(info, _)) = begin else { return Default::default() };
    // SAFETY: the arguments are owned.
    let raw = unsafe { (*info).render_pass };
    fallback.objects.render_passes.get(raw).map_or_else(Default::default, |pass| (pass.before, pass.after))
}

/// Whether the mesh work of a pass waits for what is before it.
pub fn begins_with_wait(fallback: &Fallback, begin: Begin) -> bool {
    !mesh_dependencies(fallback, begin).0.is_empty()
}

/// Whether mesh work after a pass waits for it.
pub fn ends_with_wait(fallback: &Fallback, begin: Begin) -> bool {
    let (Begin::RenderPass(info, _) | Begin::RenderPass2(info, _)) = begin else { return false };
    // SAFETY: the arguments are owned.
    let raw = unsafe { (*info).render_pass };
    fallback.objects.render_passes.get(raw).is_some_and(|pass| pass.ends_with_wait)
}

/// Records a dependency as a barrier.
///
/// # Safety
/// `raw` is recording outside a pass.
pub unsafe fn depend(device: &ash::Device, functions: &Functions, raw: vk::CommandBuffer, dependency: &Dependency) {
    let Dependency { src_stages, src_access, dst_stages, dst_access } = *dependency;
    if dependency.is_empty() {
        return;
    }
    // The wider masks only where the program uses them: it may not have enabled them.
    let wide = ((src_stages | dst_stages).as_raw() | (src_access | dst_access).as_raw()) > u64::from(u32::MAX);
    // SAFETY: the caller's promise; the masks are the driver's.
    unsafe {
        if let (true, Some(barrier_2)) = (wide, functions.PipelineBarrier2) {
            let barriers = [memory_barrier_2(dependency)];
            return barrier_2(raw, &vk::DependencyInfo::default().memory_barriers(&barriers));
        }
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(stages::narrow_access(src_access))
            .dst_access_mask(stages::narrow_access(dst_access));
        // The first form has no empty masks.
        let or = |stages: vk::PipelineStageFlags, none| if stages.is_empty() { none } else { stages };
        let src = or(stages::narrow(src_stages), vk::PipelineStageFlags::TOP_OF_PIPE);
        let dst = or(stages::narrow(dst_stages), vk::PipelineStageFlags::BOTTOM_OF_PIPE);
        device.cmd_pipeline_barrier(raw, src, dst, vk::DependencyFlags::empty(), &[barrier], &[], &[]);
    }
}

pub fn may_be_in_pieces(fallback: &Fallback, raw: vk::RenderPass) -> bool {
    fallback.objects.render_passes.get(raw).is_some_and(|pass| refuses_pieces(&pass).is_none())
}

fn refuses_pieces(pass: &RenderPass) -> Option<&'static str> {
    if pass.not_kept.is_some() {
        return Some("a render pass with extension structures, recorded in pieces");
    }
    let resolves_once = (0..pass.subpasses.len()).all(|subpass| may_resolve_again(pass, subpass));
    (!resolves_once).then_some("a render pass that uses attachments again that it has resolved, recorded in pieces")
}

/// With several subpasses all pieces resolve, or the pass would not be compatible with the program's pipelines. What is resolved
/// last must then be what is to be resolved, so neither side may have another use in a later subpass, nor the target in an
/// earlier one.
fn may_resolve_again(pass: &RenderPass, subpass: usize) -> bool {
    let this = &pass.subpasses[subpass];
    let resolve = this.depth_stencil_resolve.as_ref().and_then(|resolve| resolve.attachment.as_ref());
    let targets = || this.resolves.iter().chain(resolve).map(|reference| reference.attachment);
    let sources = || this.colors.iter().chain(&this.depth_stencil).map(|reference| reference.attachment);
    let is_used = |subpass: usize, attachment: u32| {
        attachment != vk::ATTACHMENT_UNUSED && used_layout(&pass.subpasses[subpass], attachment).is_some()
    };
    let count = pass.subpasses.len();
    let is_kept = |attachment| !(0..count).any(|other| other != subpass && is_used(other, attachment));
    let is_last = |attachment| !(subpass + 1..count).any(|later| is_used(later, attachment));
    !targets().any(|target| target != vk::ATTACHMENT_UNUSED) || (targets().all(is_kept) && sources().all(is_last))
}

/// What mesh work of a subpass waits for from subpasses before it. Empty if there is nothing.
pub fn inner_dependency(fallback: &Fallback, begin: Begin, subpass: u32) -> Dependency {
    let (Begin::RenderPass(info, _) | Begin::RenderPass2(info, _)) = begin else { return Dependency::default() };
    // SAFETY: the arguments are owned.
    let pass = fallback.objects.render_passes.get(unsafe { (*info).render_pass });
    let found = pass.and_then(|pass| pass.between.iter().find(|(dst, _)| *dst == subpass).map(|(_, masks)| *masks));
    found.unwrap_or_default()
}

fn memory_barrier_2(masks: &Dependency) -> vk::MemoryBarrier2<'static> {
    vk::MemoryBarrier2::default()
        .src_stage_mask(masks.src_stages)
        .src_access_mask(masks.src_access)
        .dst_stage_mask(masks.dst_stages)
        .dst_access_mask(masks.dst_access)
}

/// The beginning of a piece.
///
/// # Safety
/// `info` is valid.
pub unsafe fn piece(
    data: &DeviceData,
    fallback: &Fallback,
    info: &vk::RenderPassBeginInfo<'static>,
    memory: &mut Memory,
    place: Place,
) -> Result<*const vk::RenderPassBeginInfo<'static>, Refusal> {
    let mut piece = *info;
    // SAFETY: the caller's promise.
    unsafe { piece.own(memory)? };
    piece.render_pass = clone_of(data, fallback, info.render_pass, place)?;
    Ok(memory.keep(piece))
}

fn clone_of(
    data: &DeviceData,
    fallback: &Fallback,
    raw: vk::RenderPass,
    place: Place,
) -> Result<vk::RenderPass, Refusal> {
    let pieces = &fallback.recording.pieces;
    if let Some(made) = pieces.get(&(raw, place)) {
        return Ok(*made);
    }
    let program = fallback.objects.render_passes.get(raw);
    let program = program.ok_or(Refusal::WithMeshDraws("a render pass that was not created through the layer"))?;
    if let Some(reason) = refuses_pieces(&program) {
        return Err(Refusal::WithMeshDraws(reason));
    }
    let made = create(data, &program_piece(&program, place))?;
    // Another thread may have made one meanwhile; both are destroyed with the program's.
    let kept = *pieces.entry((raw, place)).or_insert(made);
    if kept != made {
        // SAFETY: made above, and not used.
        unsafe { data.fns.destroy_render_pass(made, None) };
    }
    Ok(kept)
}

/// The render pass of one piece. Between pieces an attachment has the layout that the last subpass with it uses it in.
fn program_piece(program: &RenderPass, place: Place) -> RenderPass {
    let mut piece = program.clone();
    for (index, attachment) in piece.attachments.iter_mut().enumerate() {
        let used: Vec<_> = program.subpasses.iter().filter_map(|subpass| used_layout(subpass, index as u32)).collect();
        let layout = used.last().copied().unwrap_or(attachment.final_layout);
        // One that is written in any subpass is written in all pieces.
        let written = used.iter().copied().find(|layout| !is_read_only(*layout)).unwrap_or(layout);
        attachment.load_op = load_op(attachment.load_op, place);
        attachment.stencil_load_op = load_op(attachment.stencil_load_op, place);
        attachment.store_op = store_op(attachment.store_op, written, place);
        attachment.stencil_store_op = store_op(attachment.stencil_store_op, written, place);
        if !place.first {
            attachment.initial_layout = layout;
        }
        if !place.last {
            attachment.final_layout = layout;
        }
    }
    // Passes of one subpass are compatible whatever they resolve.
    if !place.last && piece.subpasses.len() == 1 {
        for subpass in &mut piece.subpasses {
            for resolve in &mut subpass.resolves {
                resolve.attachment = vk::ATTACHMENT_UNUSED;
            }
            subpass.depth_stencil_resolve = None;
        }
    }
    piece
}

/// The layout of an attachment in the subpass, if it has it.
fn used_layout(subpass: &Subpass, attachment: u32) -> Option<vk::ImageLayout> {
    let resolve = subpass.depth_stencil_resolve.as_ref().and_then(|resolve| resolve.attachment.as_ref());
    let references =
        subpass.colors.iter().chain(&subpass.depth_stencil).chain(&subpass.inputs).chain(&subpass.resolves);
    references.chain(resolve).find(|reference| reference.attachment == attachment).map(|reference| reference.layout)
}

fn create(data: &DeviceData, pass: &RenderPass) -> Result<vk::RenderPass, Refusal> {
    let create = create_2_of(data).ok_or(Refusal::Unsupported("vkCreateRenderPass2 is not there"))?;
    let mut resolves: Vec<_> = pass.subpasses.iter().map(depth_stencil_resolve).collect();
    let subpasses: Vec<_> =
        pass.subpasses.iter().zip(&mut resolves).map(|(s, resolve)| description(s, resolve)).collect();
    let wide: Vec<_> = pass.wide_masks.iter().map(|masks| masks.as_ref().map(memory_barrier_2)).collect();
    let dependencies = pass.dependencies.iter().zip(&wide).map(|(dependency, wide)| vk::SubpassDependency2 {
        p_next: wide.as_ref().map_or(core::ptr::null(), |wide| core::ptr::from_ref(wide).cast()),
        ..*dependency
    });
    let dependencies: Vec<_> = dependencies.collect();
    let info = vk::RenderPassCreateInfo2::default()
        .flags(pass.flags)
        .attachments(&pass.attachments)
        .subpasses(&subpasses)
        .dependencies(&dependencies)
        .correlated_view_masks(&pass.correlated_view_masks);
    let mut raw = vk::RenderPass::null();
    // SAFETY: the program made a render pass of these parts; only operations and layouts differ.
    match unsafe { create(data.fns.handle(), &info, core::ptr::null(), &mut raw) } {
        vk::Result::SUCCESS => Ok(raw),
        result => Err(Refusal::Vulkan { call: "vkCreateRenderPass2", result }),
    }
}

fn depth_stencil_resolve(subpass: &Subpass) -> Option<vk::SubpassDescriptionDepthStencilResolve<'_>> {
    let resolve = subpass.depth_stencil_resolve.as_ref()?;
    let mut description = vk::SubpassDescriptionDepthStencilResolve::default()
        .depth_resolve_mode(resolve.depth)
        .stencil_resolve_mode(resolve.stencil);
    if let Some(attachment) = &resolve.attachment {
        description = description.depth_stencil_resolve_attachment(attachment);
    }
    Some(description)
}

fn description<'a>(
    subpass: &'a Subpass,
    resolve: &'a mut Option<vk::SubpassDescriptionDepthStencilResolve<'a>>,
) -> vk::SubpassDescription2<'a> {
    let mut description = vk::SubpassDescription2::default()
        .flags(subpass.flags)
        .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
        .view_mask(subpass.view_mask)
        .input_attachments(&subpass.inputs)
        .color_attachments(&subpass.colors)
        .preserve_attachments(&subpass.preserved);
    if !subpass.resolves.is_empty() {
        description = description.resolve_attachments(&subpass.resolves);
    }
    if let Some(depth) = &subpass.depth_stencil {
        description = description.depth_stencil_attachment(depth);
    }
    match resolve {
        Some(resolve) => description.push_next(resolve),
        None => description,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_between_pieces_are_the_subpass_s() {
        let attachment = vk::AttachmentDescription2::default()
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .initial_layout(vk::ImageLayout::UNDEFINED)
            .final_layout(vk::ImageLayout::PRESENT_SRC_KHR);
        let color = vk::AttachmentReference2::default().attachment(0).layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        let resolve = vk::AttachmentReference2::default().attachment(1).layout(vk::ImageLayout::GENERAL);
        let program = RenderPass {
            attachments: vec![attachment; 2],
            subpasses: vec![Subpass { colors: vec![color], resolves: vec![resolve], ..Default::default() }],
            ..Default::default()
        };
        let middle = program_piece(&program, Place { first: false, last: false });
        assert_eq!(middle.attachments[0].initial_layout, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        assert_eq!(middle.attachments[0].final_layout, vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        assert_eq!(middle.attachments[0].load_op, vk::AttachmentLoadOp::LOAD);
        assert_eq!(middle.subpasses[0].resolves[0].attachment, vk::ATTACHMENT_UNUSED);

        let last = program_piece(&program, Place { first: false, last: true });
        assert_eq!(last.attachments[0].final_layout, vk::ImageLayout::PRESENT_SRC_KHR);
        assert_eq!(last.subpasses[0].resolves[0].attachment, 1);
        let first = program_piece(&program, Place { first: true, last: false });
        assert_eq!(first.attachments[0].initial_layout, vk::ImageLayout::UNDEFINED);
        assert_eq!(first.attachments[0].load_op, vk::AttachmentLoadOp::CLEAR);
    }

    fn reference(attachment: u32) -> vk::AttachmentReference2<'static> {
        let layout = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        vk::AttachmentReference2::default().attachment(attachment).layout(layout)
    }

    fn subpass(colors: &[u32], resolves: &[u32], inputs: &[u32]) -> Subpass {
        let references = |attachments: &[u32]| attachments.iter().map(|&attachment| reference(attachment)).collect();
        Subpass {
            colors: references(colors),
            resolves: references(resolves),
            inputs: references(inputs),
            ..Default::default()
        }
    }

    #[test]
    fn every_piece_of_several_subpasses_resolves() {
        let attachment = vk::AttachmentDescription2::default()
            .final_layout(vk::ImageLayout::GENERAL)
            .store_op(vk::AttachmentStoreOp::DONT_CARE);
        let of = |subpasses: &[Subpass]| RenderPass {
            attachments: vec![attachment; 3],
            subpasses: subpasses.to_vec(),
            ..Default::default()
        };
        let last = of(&[subpass(&[0], &[], &[]), subpass(&[0], &[1], &[])]);
        assert_eq!(refuses_pieces(&last), None);
        let first = program_piece(&last, Place { first: true, last: false });
        assert_eq!(first.subpasses[1].resolves[0].attachment, 1);
        assert_eq!(first.attachments[0].store_op, vk::AttachmentStoreOp::STORE);
        assert_eq!(first.attachments[2].final_layout, vk::ImageLayout::GENERAL);
        // What a later subpass does to one side would be undone, or resolved instead.
        let resolved = subpass(&[0], &[1], &[]);
        for later in [subpass(&[1], &[], &[]), subpass(&[0], &[], &[]), subpass(&[2], &[], &[1])] {
            assert!(refuses_pieces(&of(&[resolved.clone(), later])).is_some());
        }
        assert_eq!(refuses_pieces(&of(&[resolved, subpass(&[2], &[], &[])])), None);
    }
}
