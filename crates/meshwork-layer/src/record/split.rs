//! A pass in pieces.
//!
//! Between two pieces the attachments are stored and loaded. What happens once happens in the first piece (clears) or in the
//! last (resolves, the program's store operations). This is the one place that knows how a pass is ended and begun again.

use ash::vk;

use super::commands::{NextSubpass, NextSubpass2};
use super::memory::Memory;
use super::pass::{Contents, End};
use super::refusal::Refusal;
use super::render_pass;
use super::table::{Command, Functions, Own};
use crate::device::{DeviceData, Fallback};

/// How the program began a pass. The pointers lead to its arguments, or after [`Begin::owned`] to copies.
#[derive(Clone, Copy)]
pub enum Begin {
    /// With whether it goes on with attachments that an instance before it left suspended.
    Rendering(*const vk::RenderingInfo<'static>, bool),
    RenderPass(*const vk::RenderPassBeginInfo<'static>, vk::SubpassContents),
    RenderPass2(*const vk::RenderPassBeginInfo<'static>, *const vk::SubpassBeginInfo<'static>),
}

const SECONDARIES: vk::RenderingFlags = vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS;

/// Halves of an instance, each of which is one of its own to the driver.
pub const HALVES: vk::RenderingFlags =
    vk::RenderingFlags::from_raw(vk::RenderingFlags::SUSPENDING.as_raw() | vk::RenderingFlags::RESUMING.as_raw());

/// A piece's place in its pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub first: bool,
    pub last: bool,
}

impl Begin {
    /// # Safety
    /// The arguments are valid.
    pub unsafe fn owned(self, memory: &mut Memory) -> Result<Self, Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            Ok(match self {
                Self::Rendering(info, _) => {
                    let mut info = *info;
                    info.own(memory)?;
                    let resumes = make_seams_explicit(&mut info);
                    Self::Rendering(memory.keep(info), resumes)
                }
                Self::RenderPass(info, contents) => Self::RenderPass(memory.deep(info)?, contents),
                Self::RenderPass2(info, subpass) => Self::RenderPass2(memory.deep(info)?, memory.deep(subpass)?),
            })
        }
    }

    /// # Safety
    /// The arguments are owned.
    pub unsafe fn contents(self) -> Contents {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(info, _) => {
                    let flags = (*info).flags & (SECONDARIES | vk::RenderingFlags::CONTENTS_INLINE_EXT);
                    if flags == SECONDARIES { Contents::Secondaries } else { Contents::Inline }
                }
                Self::RenderPass(_, contents) => Contents::of(contents),
                Self::RenderPass2(_, subpass) => Contents::of((*subpass).contents),
            }
        }
    }

    /// What the program has in secondary command buffers is recorded without.
    ///
    /// # Safety
    /// The arguments are owned, and nobody else reads them now.
    pub unsafe fn inline(&mut self) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(info, _) => (*info.cast_mut()).flags &= !SECONDARIES,
                Self::RenderPass(_, contents) => *contents = vk::SubpassContents::INLINE,
                Self::RenderPass2(_, subpass) => (*subpass.cast_mut()).contents = vk::SubpassContents::INLINE,
            }
        }
    }

    /// Why this pass cannot have mesh draws.
    ///
    /// # Safety
    /// The arguments are owned.
    pub unsafe fn refuses_mesh_draws(self, fallback: &Fallback) -> Option<&'static str> {
        match self {
            Self::Rendering(..) => None,
            Self::RenderPass(info, _) | Self::RenderPass2(info, _) => {
                // SAFETY: the caller's promise.
                let render_pass = unsafe { (*info).render_pass };
                render_pass::refuses_mesh_draws(fallback, render_pass)
            }
        }
    }

    /// Whether the pass can be recorded in pieces.
    pub fn may_be_in_pieces(self, fallback: &Fallback) -> bool {
        match self {
            Self::Rendering(..) => true,
            Self::RenderPass(info, _) | Self::RenderPass2(info, _) => {
                // SAFETY: the arguments are owned.
                let render_pass = unsafe { (*info).render_pass };
                render_pass::may_be_in_pieces(fallback, render_pass)
            }
        }
    }

    /// A dynamic rendering is as one of one subpass.
    pub fn subpass_count(self, fallback: &Fallback) -> u32 {
        match self {
            Self::Rendering(..) => 1,
            Self::RenderPass(info, _) | Self::RenderPass2(info, _) => {
                // SAFETY: the arguments are owned.
                let render_pass = unsafe { (*info).render_pass };
                fallback.objects.render_passes.get(render_pass).map_or(1, |pass| pass.subpasses.len() as u32)
            }
        }
    }

    /// The views of a subpass; none without multiview.
    pub fn view_mask(self, fallback: &Fallback, subpass: u32) -> u32 {
        match self {
            // SAFETY: the arguments are owned.
            Self::Rendering(info, _) => unsafe { (*info).view_mask },
            Self::RenderPass(info, _) | Self::RenderPass2(info, _) => {
                // SAFETY: as above.
                let pass = fallback.objects.render_passes.get(unsafe { (*info).render_pass });
                pass.and_then(|pass| Some(pass.subpasses.get(subpass as usize)?.view_mask)).unwrap_or(0)
            }
        }
    }

    /// Walks into the next subpass, to leave it again or with nothing in it.
    ///
    /// # Safety
    /// `raw` is recording inside a pass of this kind that has one.
    pub unsafe fn next_subpass(self, functions: &Functions, raw: vk::CommandBuffer) {
        let contents = vk::SubpassContents::INLINE;
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(..) => {}
                Self::RenderPass(..) => NextSubpass { contents }.call(functions, raw),
                Self::RenderPass2(..) => {
                    let (begin, end) =
                        (vk::SubpassBeginInfo::default().contents(contents), vk::SubpassEndInfo::default());
                    NextSubpass2 { p_subpass_begin_info: &begin, p_subpass_end_info: &end }.call(functions, raw);
                }
            }
        }
    }

    /// Begins the whole pass.
    ///
    /// # Safety
    /// `raw` is recording outside a pass, and the arguments are owned and still alive.
    pub unsafe fn call(self, fallback: &Fallback, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(info, resumes) => {
                    if resumes {
                        barrier_between_pieces(&fallback.recording.functions, raw);
                    }
                    fallback.recording.outside.begin_rendering(raw, info);
                }
                Self::RenderPass(info, contents) => fallback.recording.outside.begin_render_pass(raw, info, contents),
                Self::RenderPass2(info, subpass) => fallback.recording.outside.begin_render_pass_2(raw, info, subpass),
            }
        }
    }

    /// Begins one piece of the pass.
    ///
    /// # Safety
    /// As [`Self::call`].
    pub unsafe fn call_piece(
        self,
        data: &DeviceData,
        fallback: &Fallback,
        raw: vk::CommandBuffer,
        memory: &mut Memory,
        place: Place,
    ) -> Result<(), Refusal> {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(info, resumes) => {
                    if resumes && place.first {
                        barrier_between_pieces(&fallback.recording.functions, raw);
                    }
                    let info = rendering_piece(&*info, memory, place)?;
                    fallback.recording.outside.begin_rendering(raw, info);
                }
                Self::RenderPass(info, contents) => {
                    let info = render_pass::piece(data, fallback, &*info, memory, place)?;
                    fallback.recording.outside.begin_render_pass(raw, info, contents);
                }
                Self::RenderPass2(info, subpass) => {
                    let info = render_pass::piece(data, fallback, &*info, memory, place)?;
                    fallback.recording.outside.begin_render_pass_2(raw, info, subpass);
                }
            }
        }
        Ok(())
    }

    /// Ends a piece that is not the last.
    ///
    /// # Safety
    /// The piece was begun with [`Self::call_piece`].
    pub unsafe fn end_piece(self, fallback: &Fallback, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering(..) => End::Rendering.call(fallback, raw),
                Self::RenderPass(..) => End::RenderPass.call(fallback, raw),
                Self::RenderPass2(..) => End::RenderPass2(&vk::SubpassEndInfo::default()).call(fallback, raw),
            }
        }
    }
}

impl End {
    /// # Safety
    /// The arguments are valid.
    pub unsafe fn owned(self, memory: &mut Memory) -> Result<Self, Refusal> {
        Ok(match self {
            // SAFETY: the caller's promise.
            Self::RenderPass2(info) => Self::RenderPass2(unsafe { memory.deep(info)? }),
            Self::Rendering | Self::RenderPass => self,
        })
    }

    /// # Safety
    /// `raw` is recording inside a pass of this kind.
    pub unsafe fn call(self, fallback: &Fallback, raw: vk::CommandBuffer) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Rendering => fallback.recording.outside.end_rendering(raw),
                Self::RenderPass => fallback.recording.outside.end_render_pass(raw),
                Self::RenderPass2(info) => fallback.recording.outside.end_render_pass_2(raw, info),
            }
        }
    }
}

/// Makes a suspended or resumed instance one of its own: nothing may be recorded between suspending and resuming, but the
/// hoisted work of the resumed half must be. Returns whether it is a resumed one. The halves may lie in different command
/// buffers, so this cannot depend on whether there are mesh draws.
///
/// # Safety
/// `info` owns its arrays.
unsafe fn make_seams_explicit(info: &mut vk::RenderingInfo) -> bool {
    let resumes = info.flags.contains(vk::RenderingFlags::RESUMING);
    let place = Place { first: !resumes, last: !info.flags.contains(vk::RenderingFlags::SUSPENDING) };
    info.flags &= !HALVES;
    // SAFETY: the caller's promise.
    unsafe { attachments_piece(info, place) };
    resumes
}

/// The rendering info of a piece.
///
/// # Safety
/// `info` is valid.
pub unsafe fn rendering_piece(
    info: &vk::RenderingInfo<'static>,
    memory: &mut Memory,
    place: Place,
) -> Result<*const vk::RenderingInfo<'static>, Refusal> {
    let mut piece = *info;
    // SAFETY: the caller's promise; what was copied is ours.
    unsafe {
        piece.own(memory)?;
        attachments_piece(&mut piece, place);
    }
    Ok(memory.keep(piece))
}

/// # Safety
/// `info` owns its arrays.
unsafe fn attachments_piece(info: &mut vk::RenderingInfo, place: Place) {
    // SAFETY: the caller's promise.
    unsafe {
        for i in 0..info.color_attachment_count as usize {
            attachment_piece(&mut *info.p_color_attachments.cast_mut().add(i), place);
        }
        for attachment in [info.p_depth_attachment, info.p_stencil_attachment] {
            if let Some(attachment) = attachment.cast_mut().as_mut() {
                attachment_piece(attachment, place);
            }
        }
    }
}

fn attachment_piece(attachment: &mut vk::RenderingAttachmentInfo, place: Place) {
    if attachment.image_view == vk::ImageView::null() {
        return;
    }
    attachment.load_op = load_op(attachment.load_op, place);
    attachment.store_op = store_op(attachment.store_op, attachment.image_layout, place);
    if !place.last {
        attachment.resolve_mode = vk::ResolveModeFlags::NONE;
        attachment.resolve_image_view = vk::ImageView::null();
    }
}

pub fn load_op(program: vk::AttachmentLoadOp, place: Place) -> vk::AttachmentLoadOp {
    if place.first { program } else { vk::AttachmentLoadOp::LOAD }
}

/// An attachment that the pass only reads may be declared not to be stored at all: storing it would be a write, which its
/// other readers are not synchronized with.
pub fn store_op(program: vk::AttachmentStoreOp, layout: vk::ImageLayout, place: Place) -> vk::AttachmentStoreOp {
    if place.last || (is_read_only(layout) && program == vk::AttachmentStoreOp::NONE) {
        program
    } else {
        vk::AttachmentStoreOp::STORE
    }
}

pub fn is_read_only(layout: vk::ImageLayout) -> bool {
    matches!(
        layout,
        vk::ImageLayout::DEPTH_STENCIL_READ_ONLY_OPTIMAL
            | vk::ImageLayout::DEPTH_READ_ONLY_OPTIMAL
            | vk::ImageLayout::STENCIL_READ_ONLY_OPTIMAL
            | vk::ImageLayout::READ_ONLY_OPTIMAL
            | vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL
    )
}

/// Makes what one piece wrote to the attachments visible to the next: pieces are pass instances of their own.
///
/// # Safety
/// `raw` is recording outside a pass.
pub unsafe fn barrier_between_pieces(functions: &Functions, raw: vk::CommandBuffer) {
    let stages = vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT
        | vk::PipelineStageFlags::EARLY_FRAGMENT_TESTS
        | vk::PipelineStageFlags::LATE_FRAGMENT_TESTS;
    let writes = vk::AccessFlags::COLOR_ATTACHMENT_WRITE | vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_WRITE;
    let reads = vk::AccessFlags::COLOR_ATTACHMENT_READ | vk::AccessFlags::DEPTH_STENCIL_ATTACHMENT_READ;
    let barrier = vk::MemoryBarrier::default().src_access_mask(writes).dst_access_mask(writes | reads);
    let (none, null) = (vk::DependencyFlags::empty(), core::ptr::null());
    if let Some(pipeline_barrier) = functions.PipelineBarrier {
        // SAFETY: the caller's promise.
        unsafe { pipeline_barrier(raw, stages, stages, none, 1, &barrier, 0, null, 0, core::ptr::null()) };
    }
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;

    const MIDDLE: Place = Place { first: false, last: false };

    fn attachment() -> vk::RenderingAttachmentInfo<'static> {
        vk::RenderingAttachmentInfo::default()
            .image_view(vk::ImageView::from_raw(1))
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::DONT_CARE)
            .resolve_mode(vk::ResolveModeFlags::AVERAGE)
            .resolve_image_view(vk::ImageView::from_raw(2))
    }

    fn piece(place: Place) -> vk::RenderingAttachmentInfo<'static> {
        let colors = [attachment()];
        let info = vk::RenderingInfo::default().color_attachments(&colors);
        let mut memory = Memory::default();
        // SAFETY: the info is valid while it is copied, and the copy is read while `memory` lives.
        unsafe {
            let info = core::mem::transmute::<vk::RenderingInfo<'_>, vk::RenderingInfo<'static>>(info);
            let piece = rendering_piece(&info, &mut memory, place).unwrap();
            assert_ne!((*piece).p_color_attachments, info.p_color_attachments);
            *(*piece).p_color_attachments
        }
    }

    #[test]
    fn clears_come_first_and_resolves_last() {
        let first = piece(Place { first: true, last: false });
        assert_eq!((first.load_op, first.store_op), (vk::AttachmentLoadOp::CLEAR, vk::AttachmentStoreOp::STORE));
        assert_eq!(first.resolve_mode, vk::ResolveModeFlags::NONE);

        let middle = piece(MIDDLE);
        assert_eq!((middle.load_op, middle.store_op), (vk::AttachmentLoadOp::LOAD, vk::AttachmentStoreOp::STORE));
        assert_eq!(middle.resolve_image_view, vk::ImageView::null());

        let last = piece(Place { first: false, last: true });
        assert_eq!((last.load_op, last.store_op), (vk::AttachmentLoadOp::LOAD, vk::AttachmentStoreOp::DONT_CARE));
        assert_eq!(last.resolve_mode, vk::ResolveModeFlags::AVERAGE);
    }

    #[test]
    fn a_resumed_and_suspended_instance_loads_and_stores() {
        let mut colors = [attachment()];
        let flags = vk::RenderingFlags::RESUMING | vk::RenderingFlags::SUSPENDING;
        let mut info =
            vk::RenderingInfo::default().flags(flags | vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS);
        (info.color_attachment_count, info.p_color_attachments) = (1, colors.as_mut_ptr());
        // SAFETY: the array is ours.
        assert!(unsafe { make_seams_explicit(&mut info) });
        assert_eq!(info.flags, vk::RenderingFlags::CONTENTS_SECONDARY_COMMAND_BUFFERS);
        assert_eq!((colors[0].load_op, colors[0].store_op), (vk::AttachmentLoadOp::LOAD, vk::AttachmentStoreOp::STORE));
    }

    #[test]
    fn a_depth_image_that_is_only_read_is_not_written() {
        let layout = vk::ImageLayout::DEPTH_STENCIL_READ_ONLY_OPTIMAL;
        let none = vk::AttachmentStoreOp::NONE;
        assert_eq!(store_op(none, layout, MIDDLE), none);
        assert_eq!(store_op(none, vk::ImageLayout::GENERAL, MIDDLE), vk::AttachmentStoreOp::STORE);
    }
}
