//! Image views and framebuffers: what it takes to draw into one layer of them, on devices whose vertex stage cannot choose it
//! ([`crate::record`], `layers`). On others nothing is kept.

use ash::vk;
use parking_lot::Mutex;

use super::Destroy;
use super::layouts::slice;
use crate::chain;
use crate::device::{DeviceData, Fallback, fallback_data};
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;
use crate::record::refusal::Refusal;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateImageView: PFN_vkCreateImageView = create_view),
    hook!(vkDestroyImageView: PFN_vkDestroyImageView = destroy_view),
    hook!(vkCreateFramebuffer: PFN_vkCreateFramebuffer = create_framebuffer),
    hook!(vkDestroyFramebuffer: PFN_vkDestroyFramebuffer = destroy_framebuffer),
];

/// Objects that stand for one layer each, made when they are first drawn into.
type OfLayers<H> = Mutex<Vec<(u32, Destroy<H>)>>;

fn of_layer<H: Copy>(
    made: &OfLayers<H>,
    layer: u32,
    make: impl FnOnce() -> Result<Destroy<H>, Refusal>,
) -> Result<H, Refusal> {
    let mut made = made.lock();
    if let Some((_, found)) = made.iter().find(|(of, _)| *of == layer) {
        return Ok(found.raw);
    }
    let object = make()?;
    let raw = object.raw;
    made.push((layer, object));
    Ok(raw)
}

/// What is kept of an image view.
pub struct ImageView {
    info: vk::ImageViewCreateInfo<'static>,
    usage: Option<vk::ImageUsageFlags>,
    /// A part that is not kept here, so that a copy would differ.
    not_kept: Option<vk::StructureType>,
    of_layers: OfLayers<vk::ImageView>,
}

impl ImageView {
    /// # Safety
    /// `info` is valid.
    unsafe fn new(info: &vk::ImageViewCreateInfo<'_>) -> Self {
        // SAFETY: the caller's promise.
        let (usage, mut types) =
            unsafe { (chain::find::<vk::ImageViewUsageCreateInfo>(info.p_next), chain::types(info.p_next)) };
        let kept = vk::ImageViewCreateInfo::default()
            .flags(info.flags)
            .image(info.image)
            .view_type(info.view_type)
            .format(info.format)
            .components(info.components)
            .subresource_range(info.subresource_range);
        Self {
            info: kept,
            usage: usage.map(|usage| usage.usage),
            not_kept: types.find(|of| *of != vk::StructureType::IMAGE_VIEW_USAGE_CREATE_INFO),
            of_layers: OfLayers::default(),
        }
    }

    /// The view of one of its layers.
    pub fn of_layer(
        data: &DeviceData,
        fallback: &Fallback,
        raw: vk::ImageView,
        layer: u32,
    ) -> Result<vk::ImageView, Refusal> {
        let unknown = Refusal::WithMeshDraws("a layered attachment that was not created through the layer");
        let view = fallback.objects.image_views.get(raw).ok_or(unknown)?;
        if let Some(structure) = view.not_kept {
            return Err(Refusal::Structure(structure));
        }
        let make = || {
            let mut usage = vk::ImageViewUsageCreateInfo::default().usage(view.usage.unwrap_or_default());
            let mut info = view.info;
            info.view_type = match info.view_type {
                vk::ImageViewType::TYPE_1D_ARRAY => vk::ImageViewType::TYPE_1D,
                _ => vk::ImageViewType::TYPE_2D,
            };
            info.subresource_range.base_array_layer += layer;
            info.subresource_range.layer_count = 1;
            if view.usage.is_some() {
                info = info.push_next(&mut usage);
            }
            // SAFETY: the program made a view of this layer and others.
            let raw = unsafe { data.fns.create_image_view(&info, None) }.map_err(Refusal::of("vkCreateImageView"))?;
            let function = data.fns.fp_v1_0().destroy_image_view;
            Ok(Destroy { device: data.fns.handle(), function, raw })
        };
        of_layer(&view.of_layers, layer, make)
    }
}

/// What is kept of a framebuffer.
pub struct Framebuffer {
    /// None where it has no images of its own.
    attachments: Option<Vec<vk::ImageView>>,
    size: [u32; 2],
    pub layers: u32,
    of_layers: OfLayers<vk::Framebuffer>,
}

impl Framebuffer {
    /// # Safety
    /// `info` is valid.
    unsafe fn new(info: &vk::FramebufferCreateInfo<'_>) -> Self {
        let is_imageless = info.flags.contains(vk::FramebufferCreateFlags::IMAGELESS);
        // SAFETY: the caller's promise.
        let attachments = (!is_imageless).then(|| unsafe { slice(info.p_attachments, info.attachment_count) }.to_vec());
        let (size, layers) = ([info.width, info.height], info.layers);
        Self { attachments, size, layers, of_layers: OfLayers::default() }
    }

    /// One with one of its layers, compatible with a render pass that it is compatible with.
    pub fn of_layer(
        data: &DeviceData,
        fallback: &Fallback,
        raw: vk::Framebuffer,
        render_pass: vk::RenderPass,
        layer: u32,
    ) -> Result<vk::Framebuffer, Refusal> {
        let unknown = Refusal::WithMeshDraws("a layered framebuffer that was not created through the layer");
        let framebuffer = fallback.objects.framebuffers.get(raw).ok_or(unknown)?;
        let imageless = Refusal::WithMeshDraws("an imageless framebuffer of several layers");
        let attachments = framebuffer.attachments.as_ref().ok_or(imageless)?;
        let make = || {
            let views = attachments.iter().map(|&view| ImageView::of_layer(data, fallback, view, layer));
            let views = views.collect::<Result<Vec<_>, _>>()?;
            let [width, height] = framebuffer.size;
            let info = vk::FramebufferCreateInfo::default().render_pass(render_pass).attachments(&views);
            let info = info.width(width).height(height).layers(1);
            // SAFETY: the program made one of these attachments for a compatible render pass.
            let raw =
                unsafe { data.fns.create_framebuffer(&info, None) }.map_err(Refusal::of("vkCreateFramebuffer"))?;
            let function = data.fns.fp_v1_0().destroy_framebuffer;
            Ok(Destroy { device: data.fns.handle(), function, raw })
        };
        of_layer(&framebuffer.of_layers, layer, make)
    }
}

/// # Safety
/// As `vkCreateImageView`.
unsafe extern "system" fn create_view(
    device: vk::Device,
    info: *const vk::ImageViewCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    view: *mut vk::ImageView,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_0().create_image_view)(device, info, allocator, view);
        if result == vk::Result::SUCCESS && fallback.profile.layer_by_layer {
            fallback.objects.image_views.insert(*view, ImageView::new(&*info));
        }
        result
    })
}

/// # Safety
/// As `vkDestroyImageView`.
unsafe extern "system" fn destroy_view(
    device: vk::Device,
    view: vk::ImageView,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.image_views.remove(view);
        (data.fns.fp_v1_0().destroy_image_view)(device, view, allocator);
    });
}

/// # Safety
/// As `vkCreateFramebuffer`.
unsafe extern "system" fn create_framebuffer(
    device: vk::Device,
    info: *const vk::FramebufferCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    framebuffer: *mut vk::Framebuffer,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let result = (data.fns.fp_v1_0().create_framebuffer)(device, info, allocator, framebuffer);
        if result == vk::Result::SUCCESS && fallback.profile.layer_by_layer {
            fallback.objects.framebuffers.insert(*framebuffer, Framebuffer::new(&*info));
        }
        result
    })
}

/// # Safety
/// As `vkDestroyFramebuffer`.
unsafe extern "system" fn destroy_framebuffer(
    device: vk::Device,
    framebuffer: vk::Framebuffer,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.framebuffers.remove(framebuffer);
        (data.fns.fp_v1_0().destroy_framebuffer)(device, framebuffer, allocator);
    });
}
