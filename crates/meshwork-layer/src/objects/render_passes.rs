//! Render passes: their dependencies without task and mesh stages, and what splitting one needs to know.

use ash::vk;
use vk::{AccessFlags2 as Access, PipelineStageFlags2 as Stage};

use super::layouts::slice;
use crate::chain::{self, Chain};
use crate::device::{DeviceData, fallback_data};
use crate::guard::guard;
use crate::hook::{Hook, Pointer};
use crate::{hook, stages};

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateRenderPass: PFN_vkCreateRenderPass = create),
    hook!(vkCreateRenderPass2: PFN_vkCreateRenderPass2 = create_2),
    hook!(vkCreateRenderPass2KHR: PFN_vkCreateRenderPass2 = create_2),
    hook!(vkDestroyRenderPass: PFN_vkDestroyRenderPass = destroy),
];

/// What is kept of a render pass, in the words of the second `vkCreateRenderPass`. Chains are not kept.
#[derive(Clone, Debug, Default)]
pub struct RenderPass {
    pub flags: vk::RenderPassCreateFlags,
    pub attachments: Vec<vk::AttachmentDescription2<'static>>,
    pub subpasses: Vec<Subpass>,
    /// With the driver's masks.
    pub dependencies: Vec<vk::SubpassDependency2<'static>>,
    /// As long as `dependencies`: the driver's masks where they were in a `VkMemoryBarrier2`, which count in place of the others.
    pub wide_masks: Vec<Option<Dependency>>,
    pub correlated_view_masks: Vec<u32>,
    /// A part that is not kept here, so that a copy would differ.
    pub not_kept: Option<vk::StructureType>,
    /// What must happen between the work before the pass and the mesh work of the pass, from the dependencies on
    /// `VK_SUBPASS_EXTERNAL`.
    pub before: Dependency,
    /// What must happen between the mesh work of the pass and the work after it.
    pub after: Dependency,
    /// Mesh work after the pass waits for something in it.
    pub ends_with_wait: bool,
    /// What must happen between the work of earlier subpasses and the mesh work of a subpass. Each subpass once.
    pub between: Vec<(u32, Dependency)>,
}

/// What is kept of a subpass.
#[derive(Clone, Debug, Default)]
pub struct Subpass {
    pub flags: vk::SubpassDescriptionFlags,
    pub view_mask: u32,
    pub inputs: Vec<vk::AttachmentReference2<'static>>,
    pub colors: Vec<vk::AttachmentReference2<'static>>,
    /// As long as `colors`, or empty.
    pub resolves: Vec<vk::AttachmentReference2<'static>>,
    pub depth_stencil: Option<vk::AttachmentReference2<'static>>,
    pub depth_stencil_resolve: Option<DepthStencilResolve>,
    pub preserved: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub struct DepthStencilResolve {
    pub depth: vk::ResolveModeFlags,
    pub stencil: vk::ResolveModeFlags,
    pub attachment: Option<vk::AttachmentReference2<'static>>,
}

/// A memory dependency, with the driver's masks. Empty stages: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    pub src_stages: Stage,
    pub src_access: Access,
    pub dst_stages: Stage,
    pub dst_access: Access,
}

impl Dependency {
    pub fn is_empty(&self) -> bool {
        self.src_stages.is_empty() && self.dst_stages.is_empty()
    }

    fn add(&mut self, other: &Self) {
        self.src_stages |= other.src_stages;
        self.src_access |= other.src_access;
        self.dst_stages |= other.dst_stages;
        self.dst_access |= other.dst_access;
    }
}

/// The accesses of hoisted mesh work.
const MESH_WORK_ACCESS: Access =
    Access::from_raw(Access::SHADER_READ.as_raw() | Access::SHADER_WRITE.as_raw() | Access::UNIFORM_READ.as_raw());

impl RenderPass {
    /// Adds a dependency with the program's masks, and returns it with the driver's.
    fn add_dependency(&mut self, src_subpass: u32, dst_subpass: u32, program: Dependency) -> Dependency {
        let external = |subpass| subpass == vk::SUBPASS_EXTERNAL;
        let side = |subpass, stages, access| match external(subpass) {
            true => (stages::outside(stages), stages::access_outside(stages, access)),
            false => (stages::inside(stages), access),
        };
        let (src_stages, src_access) = side(src_subpass, program.src_stages, program.src_access);
        let (dst_stages, dst_access) = side(dst_subpass, program.dst_stages, program.dst_access);
        let driver = Dependency { src_stages, src_access, dst_stages, dst_access };
        if external(src_subpass) && stages::mesh_work_waits(program.dst_stages) {
            let (dst_stages, dst_access) = (Stage::COMPUTE_SHADER, MESH_WORK_ACCESS);
            self.before.add(&Dependency { dst_stages, dst_access, ..driver });
        }
        if !external(src_subpass) && src_subpass != dst_subpass && stages::mesh_work_waits(program.dst_stages) {
            let outside = Dependency {
                src_stages: stages::outside(program.src_stages),
                src_access: stages::access_outside(program.src_stages, program.src_access),
                dst_stages: Stage::COMPUTE_SHADER,
                dst_access: MESH_WORK_ACCESS,
            };
            match self.between.iter_mut().find(|(dst, _)| *dst == dst_subpass) {
                Some((_, masks)) => masks.add(&outside),
                None => self.between.push((dst_subpass, outside)),
            }
        }
        self.ends_with_wait |= external(dst_subpass) && stages::mesh_work_waits(program.dst_stages);
        if external(dst_subpass) && stages::reaches_mesh_work(program.src_stages) {
            let (src_stages, src_access) = (Stage::COMPUTE_SHADER, MESH_WORK_ACCESS);
            self.after.add(&Dependency { src_stages, src_access, ..driver });
        }
        driver
    }
}

/// # Safety
/// As `vkCreateRenderPass`.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const vk::RenderPassCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    render_pass: *mut vk::RenderPass,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let mut kept = keep(&*info);
        let view_offsets = chain::find::<vk::RenderPassMultiviewCreateInfo>((*info).p_next)
            .map_or(&[][..], |multiview| slice(multiview.p_view_offsets, multiview.dependency_count));
        let dependencies: Vec<_> = slice((*info).p_dependencies, (*info).dependency_count)
            .iter()
            .enumerate()
            .map(|(index, program)| dependency(&mut kept, program, view_offsets.get(index).copied().unwrap_or(0)))
            .collect();
        let driver = vk::RenderPassCreateInfo { p_dependencies: dependencies.as_ptr(), ..*info };
        let result = (data.fns.fp_v1_0().create_render_pass)(device, &driver, allocator, render_pass);
        if result == vk::Result::SUCCESS {
            fallback.objects.render_passes.insert(*render_pass, kept);
        }
        result
    })
}

/// # Safety
/// As `vkCreateRenderPass2`.
unsafe extern "system" fn create_2(
    device: vk::Device,
    info: *const vk::RenderPassCreateInfo2<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    render_pass: *mut vk::RenderPass,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let Some(next) = create_2_of(data) else { return vk::Result::ERROR_UNKNOWN };
        let mut kept = keep_2(&*info);
        // The chains must live until the call.
        let mut dependencies: Vec<(vk::SubpassDependency2, Chain)> =
            slice((*info).p_dependencies, (*info).dependency_count)
                .iter()
                .map(|program| dependency_2(&mut kept, program))
                .collect();
        let dependencies: Vec<_> = dependencies
            .iter_mut()
            .map(|(dependency, chain)| vk::SubpassDependency2 { p_next: chain.link(), ..*dependency })
            .collect();
        let driver = vk::RenderPassCreateInfo2 { p_dependencies: dependencies.as_ptr(), ..*info };
        let result = next(device, &driver, allocator, render_pass);
        if result == vk::Result::SUCCESS {
            fallback.objects.render_passes.insert(*render_pass, kept);
        }
        result
    })
}

/// The driver's second `vkCreateRenderPass`.
pub fn create_2_of(data: &DeviceData) -> Option<vk::PFN_vkCreateRenderPass2> {
    let names = [c"vkCreateRenderPass2", c"vkCreateRenderPass2KHR"];
    let next = names.into_iter().find_map(|name| data.next_proc(name))?;
    // SAFETY: the driver's function of this name has this type.
    Some(unsafe { core::mem::transmute::<Pointer, vk::PFN_vkCreateRenderPass2>(next) })
}

/// # Safety
/// As `vkDestroyRenderPass`.
unsafe extern "system" fn destroy(
    device: vk::Device,
    render_pass: vk::RenderPass,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.render_passes.remove(render_pass);
        fallback.recording.destroy_pieces(data, render_pass);
        (data.fns.fp_v1_0().destroy_render_pass)(device, render_pass, allocator);
    });
}

/// # Safety
/// `info` is valid.
unsafe fn keep(info: &vk::RenderPassCreateInfo) -> RenderPass {
    // SAFETY: the caller's promise.
    unsafe {
        let multiview = chain::find::<vk::RenderPassMultiviewCreateInfo>(info.p_next);
        let aspects = chain::find::<vk::RenderPassInputAttachmentAspectCreateInfo>(info.p_next);
        let view_masks = multiview.map_or(&[][..], |multiview| slice(multiview.p_view_masks, multiview.subpass_count));
        let attachment = |program: &vk::AttachmentDescription| {
            vk::AttachmentDescription2::default()
                .flags(program.flags)
                .format(program.format)
                .samples(program.samples)
                .load_op(program.load_op)
                .store_op(program.store_op)
                .stencil_load_op(program.stencil_load_op)
                .stencil_store_op(program.stencil_store_op)
                .initial_layout(program.initial_layout)
                .final_layout(program.final_layout)
        };
        let reference = |program: &vk::AttachmentReference| {
            vk::AttachmentReference2::default().attachment(program.attachment).layout(program.layout)
        };
        let references = |program, count| slice(program, count).iter().map(reference).collect::<Vec<_>>();
        let attachments: Vec<_> = slice(info.p_attachments, info.attachment_count).iter().map(attachment).collect();
        let mut subpasses = Vec::new();
        for (index, program) in slice(info.p_subpasses, info.subpass_count).iter().enumerate() {
            let resolve_count =
                if program.p_resolve_attachments.is_null() { 0 } else { program.color_attachment_count };
            subpasses.push(Subpass {
                flags: program.flags,
                view_mask: view_masks.get(index).copied().unwrap_or(0),
                inputs: references(program.p_input_attachments, program.input_attachment_count),
                colors: references(program.p_color_attachments, program.color_attachment_count),
                resolves: references(program.p_resolve_attachments, resolve_count),
                depth_stencil: program.p_depth_stencil_attachment.as_ref().map(reference),
                depth_stencil_resolve: None,
                preserved: slice(program.p_preserve_attachments, program.preserve_attachment_count).to_vec(),
            });
            // The second form always names the aspects of an input attachment; the first means all of the format's.
            for input in &mut subpasses[index].inputs {
                let format = attachments.get(input.attachment as usize).map_or(vk::Format::UNDEFINED, |a| a.format);
                input.aspect_mask = aspects_of(format);
            }
        }
        let aspects = aspects.map_or(&[][..], |a| slice(a.p_aspect_references, a.aspect_reference_count));
        for aspect in aspects {
            let subpass = subpasses.get_mut(aspect.subpass as usize);
            let input = subpass.and_then(|subpass| subpass.inputs.get_mut(aspect.input_attachment_index as usize));
            if let Some(input) = input {
                input.aspect_mask = aspect.aspect_mask;
            }
        }
        let known = [
            vk::StructureType::RENDER_PASS_MULTIVIEW_CREATE_INFO,
            vk::StructureType::RENDER_PASS_INPUT_ATTACHMENT_ASPECT_CREATE_INFO,
        ];
        RenderPass {
            flags: info.flags,
            attachments,
            subpasses,
            correlated_view_masks: multiview
                .map_or(&[][..], |m| slice(m.p_correlation_masks, m.correlation_mask_count))
                .to_vec(),
            not_kept: chain::types(info.p_next).find(|s_type| !known.contains(s_type)),
            ..Default::default()
        }
    }
}

/// # Safety
/// `info` is valid.
unsafe fn keep_2(info: &vk::RenderPassCreateInfo2) -> RenderPass {
    // SAFETY: the caller's promise.
    unsafe {
        let mut not_kept = chain::types(info.p_next).next();
        let mut reference = |program: &vk::AttachmentReference2| {
            not_kept = not_kept.or_else(|| chain::types(program.p_next).next());
            vk::AttachmentReference2::default()
                .attachment(program.attachment)
                .layout(program.layout)
                .aspect_mask(program.aspect_mask)
        };
        let mut subpasses = Vec::new();
        for program in slice(info.p_subpasses, info.subpass_count) {
            let mut references = |program, count| slice(program, count).iter().map(&mut reference).collect::<Vec<_>>();
            let resolve_count =
                if program.p_resolve_attachments.is_null() { 0 } else { program.color_attachment_count };
            let mut subpass = Subpass {
                flags: program.flags,
                view_mask: program.view_mask,
                inputs: references(program.p_input_attachments, program.input_attachment_count),
                colors: references(program.p_color_attachments, program.color_attachment_count),
                resolves: references(program.p_resolve_attachments, resolve_count),
                depth_stencil: program.p_depth_stencil_attachment.as_ref().map(&mut reference),
                depth_stencil_resolve: None,
                preserved: slice(program.p_preserve_attachments, program.preserve_attachment_count).to_vec(),
            };
            if let Some(resolve) = chain::find::<vk::SubpassDescriptionDepthStencilResolve>(program.p_next) {
                subpass.depth_stencil_resolve = Some(DepthStencilResolve {
                    depth: resolve.depth_resolve_mode,
                    stencil: resolve.stencil_resolve_mode,
                    attachment: resolve.p_depth_stencil_resolve_attachment.as_ref().map(&mut reference),
                });
            }
            subpasses.push(subpass);
        }
        let known = vk::StructureType::SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE;
        let mut attachments = Vec::new();
        for program in slice(info.p_attachments, info.attachment_count) {
            not_kept = not_kept.or_else(|| chain::types(program.p_next).next());
            attachments.push(vk::AttachmentDescription2 {
                p_next: core::ptr::null(),
                _marker: core::marker::PhantomData,
                ..*program
            });
        }
        let subpass_infos = slice(info.p_subpasses, info.subpass_count).iter();
        let of_subpasses =
            subpass_infos.flat_map(|program| chain::types(program.p_next)).find(|s_type| *s_type != known);
        RenderPass {
            flags: info.flags,
            attachments,
            subpasses,
            correlated_view_masks: slice(info.p_correlated_view_masks, info.correlated_view_mask_count).to_vec(),
            not_kept: not_kept.or(of_subpasses),
            ..Default::default()
        }
    }
}

fn aspects_of(format: vk::Format) -> vk::ImageAspectFlags {
    use vk::Format as F;
    use vk::ImageAspectFlags as Aspect;
    match format {
        F::D16_UNORM | F::X8_D24_UNORM_PACK32 | F::D32_SFLOAT => Aspect::DEPTH,
        F::S8_UINT => Aspect::STENCIL,
        F::D16_UNORM_S8_UINT | F::D24_UNORM_S8_UINT | F::D32_SFLOAT_S8_UINT => Aspect::DEPTH | Aspect::STENCIL,
        _ => Aspect::COLOR,
    }
}

fn dependency(kept: &mut RenderPass, program: &vk::SubpassDependency, view_offset: i32) -> vk::SubpassDependency {
    let driver = kept.add_dependency(
        program.src_subpass,
        program.dst_subpass,
        Dependency {
            src_stages: stages::widen(program.src_stage_mask),
            src_access: stages::widen_access(program.src_access_mask),
            dst_stages: stages::widen(program.dst_stage_mask),
            dst_access: stages::widen_access(program.dst_access_mask),
        },
    );
    let driver = vk::SubpassDependency {
        src_stage_mask: stages::narrow(driver.src_stages),
        src_access_mask: stages::narrow_access(driver.src_access),
        dst_stage_mask: stages::narrow(driver.dst_stages),
        dst_access_mask: stages::narrow_access(driver.dst_access),
        ..*program
    };
    kept.wide_masks.push(None);
    kept.dependencies.push(
        vk::SubpassDependency2::default()
            .src_subpass(driver.src_subpass)
            .dst_subpass(driver.dst_subpass)
            .src_stage_mask(driver.src_stage_mask)
            .dst_stage_mask(driver.dst_stage_mask)
            .src_access_mask(driver.src_access_mask)
            .dst_access_mask(driver.dst_access_mask)
            .dependency_flags(driver.dependency_flags)
            .view_offset(view_offset),
    );
    driver
}

/// # Safety
/// `program` is valid.
unsafe fn dependency_2(
    kept: &mut RenderPass,
    program: &vk::SubpassDependency2,
) -> (vk::SubpassDependency2<'static>, Chain) {
    // SAFETY: the caller's promise.
    let mut chain = unsafe { Chain::copy(program.p_next, |_| true) };
    // Where the wider masks are there, they count.
    let masks = match chain.get_mut::<vk::MemoryBarrier2>() {
        Some(wide) => Dependency {
            src_stages: wide.src_stage_mask,
            src_access: wide.src_access_mask,
            dst_stages: wide.dst_stage_mask,
            dst_access: wide.dst_access_mask,
        },
        None => Dependency {
            src_stages: stages::widen(program.src_stage_mask),
            src_access: stages::widen_access(program.src_access_mask),
            dst_stages: stages::widen(program.dst_stage_mask),
            dst_access: stages::widen_access(program.dst_access_mask),
        },
    };
    let driver = kept.add_dependency(program.src_subpass, program.dst_subpass, masks);
    let mut dependency =
        vk::SubpassDependency2 { p_next: core::ptr::null(), _marker: core::marker::PhantomData, ..*program };
    match chain.get_mut::<vk::MemoryBarrier2>() {
        Some(wide) => {
            wide.src_stage_mask = driver.src_stages;
            wide.src_access_mask = driver.src_access;
            wide.dst_stage_mask = driver.dst_stages;
            wide.dst_access_mask = driver.dst_access;
            kept.wide_masks.push(Some(driver));
        }
        None => {
            kept.wide_masks.push(None);
            dependency.src_stage_mask = stages::narrow(driver.src_stages);
            dependency.src_access_mask = stages::narrow_access(driver.src_access);
            dependency.dst_stage_mask = stages::narrow(driver.dst_stages);
            dependency.dst_access_mask = stages::narrow_access(driver.dst_access);
        }
    }
    kept.dependencies.push(dependency);
    (dependency, chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn external(src: u32, dst: u32) -> vk::SubpassDependency {
        vk::SubpassDependency {
            src_subpass: src,
            dst_subpass: dst,
            src_stage_mask: vk::PipelineStageFlags::MESH_SHADER_EXT,
            src_access_mask: vk::AccessFlags::SHADER_WRITE,
            dst_stage_mask: vk::PipelineStageFlags::TASK_SHADER_EXT | vk::PipelineStageFlags::FRAGMENT_SHADER,
            dst_access_mask: vk::AccessFlags::SHADER_READ,
            ..Default::default()
        }
    }

    #[test]
    fn mesh_stages_leave_dependencies() {
        use vk::PipelineStageFlags as Stage1;
        let mut kept = RenderPass::default();
        let before = dependency(&mut kept, &external(vk::SUBPASS_EXTERNAL, 0), 0);
        assert_eq!(before.src_stage_mask, Stage1::COMPUTE_SHADER);
        assert_eq!(before.dst_stage_mask, Stage1::VERTEX_SHADER | Stage1::FRAGMENT_SHADER);
        assert!(kept.after.is_empty());
        assert_eq!(
            kept.before,
            Dependency {
                src_stages: Stage::COMPUTE_SHADER,
                src_access: Access::SHADER_WRITE,
                dst_stages: Stage::COMPUTE_SHADER,
                dst_access: MESH_WORK_ACCESS,
            }
        );
        let after = dependency(&mut kept, &external(0, vk::SUBPASS_EXTERNAL), 0);
        assert_eq!(after.src_stage_mask, Stage1::VERTEX_SHADER);
        assert_eq!(kept.after.src_stages, Stage::COMPUTE_SHADER);
        assert_eq!(kept.after.dst_stages, Stage::COMPUTE_SHADER | Stage::FRAGMENT_SHADER);
        assert_eq!(kept.dependencies.len(), 2);
    }

    #[test]
    fn mesh_shaders_of_a_subpass_wait_for_earlier_ones() {
        let fragment = vk::PipelineStageFlags::FRAGMENT_SHADER;
        let mut kept = RenderPass::default();
        for program in [
            external(0, 1),
            external(0, 2),
            vk::SubpassDependency { src_stage_mask: fragment, ..external(1, 2) },
            // In its own subpass a barrier says where; and nothing waits for what fragment shaders wait for.
            external(2, 2),
            vk::SubpassDependency { dst_stage_mask: fragment, ..external(2, 3) },
        ] {
            let _ = dependency(&mut kept, &program, 0);
        }
        assert!(kept.before.is_empty() && kept.after.is_empty());
        let waits: Vec<_> = kept.between.iter().map(|(subpass, masks)| (*subpass, masks.src_stages)).collect();
        assert_eq!(waits, [(1, Stage::COMPUTE_SHADER), (2, Stage::COMPUTE_SHADER | Stage::FRAGMENT_SHADER)]);
        assert_eq!(kept.between[1].1.dst_stages, Stage::COMPUTE_SHADER);
    }

    #[test]
    fn the_first_form_is_kept_in_the_words_of_the_second() {
        let attachments = [vk::AttachmentDescription::default().format(vk::Format::D24_UNORM_S8_UINT)];
        let input = [vk::AttachmentReference { attachment: 0, layout: vk::ImageLayout::GENERAL }];
        let subpass = vk::SubpassDescription::default().input_attachments(&input).depth_stencil_attachment(&input[0]);
        let mut multiview = vk::RenderPassMultiviewCreateInfo::default().view_masks(&[3]);
        let info = vk::RenderPassCreateInfo::default()
            .attachments(&attachments)
            .subpasses(std::slice::from_ref(&subpass))
            .push_next(&mut multiview);
        // SAFETY: `info` is valid.
        let kept = unsafe { keep(&info) };
        assert_eq!(kept.subpasses[0].view_mask, 3);
        assert_eq!(
            kept.subpasses[0].inputs[0].aspect_mask,
            vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL
        );
        assert_eq!(kept.subpasses[0].depth_stencil.unwrap().layout, vk::ImageLayout::GENERAL);
        assert_eq!(kept.not_kept, None);
    }
}
