//! Dynamic rendering whose fragment shaders read what was drawn before.

use ash::khr;
use ash::vk;

use crate::case::{CASE, Case};
use crate::commands::{Commands, full_scissor, full_viewport};
use crate::descriptor::{Binding, Resource, STAGES, push_range};
use crate::error::Result;
use crate::frame::Frame;
use crate::need::Need;
use crate::picture::{BACKGROUND, COLOR_FORMAT, SIZE};
use crate::pipeline::{INPUT_INDICES, Pipeline, SHADING, Shading};
use crate::resource::{Image, ImageDesc};

pub const CASES: &[Case] = &[Case { name: "local_read/mapped", needs: &[Need::LocalRead], run: read, ..CASE }];

const READ: vk::ImageLayout = vk::ImageLayout::RENDERING_LOCAL_READ_KHR;
/// Locations of the two attachments: what draws to the first, and what draws to the second and reads the first.
const TO_FIRST: [u32; 2] = [0, vk::ATTACHMENT_UNUSED];
const TO_SECOND: [u32; 2] = [vk::ATTACHMENT_UNUSED, 0];

fn draw(c: &Commands<'_>, pipeline: &Pipeline, sets: &[vk::DescriptorSet], [base, groups]: [u32; 2]) {
    c.bind(pipeline, sets);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([groups, 1, 1]);
}

/// Locations that change in the pass, around draws of which some need several steps.
fn read(f: &Frame<'_>) -> Result<()> {
    let earlier = f.gpu.image(ImageDesc {
        format: COLOR_FORMAT,
        size: SIZE,
        layers: 1,
        samples: vk::SampleCountFlags::TYPE_1,
        usage: vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::INPUT_ATTACHMENT,
    })?;
    let stages = vk::ShaderStageFlags::FRAGMENT;
    let binding = Binding { stages, ..Binding::new(vk::DescriptorType::INPUT_ATTACHMENT) };
    let set_layout = f.gpu.set_layout(&[binding])?;
    let sets = [f.set, f.gpu.set(set_layout, &[(0, 0, Resource::LocalInput(&earlier))])?];
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[push_range(STAGES, 0, 2)])?;
    let pipeline = |shaders, locations| {
        let shading = Shading { shaders, locations: Some(locations), ..SHADING };
        f.pipeline_with(&shading, layout)
    };
    let (cells, tasks) = (pipeline("draws/cells", TO_FIRST)?, pipeline("draws/tasks", TO_FIRST)?);
    let reading = pipeline("local_read/earlier", TO_SECOND)?;
    f.submit(|c| {
        let color = vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL;
        c.transition(&earlier, vk::ImageLayout::UNDEFINED, READ);
        c.transition(&f.color, color, READ);
        render(c, &earlier, |locate| {
            locate(&TO_FIRST);
            draw(c, &cells, &sets, [3, 30]);
            draw(c, &tasks, &sets, [16, 3]);
            locate(&TO_SECOND);
            draw(c, &reading, &sets, [0, 40]);
            locate(&TO_FIRST);
            draw(c, &tasks, &sets, [2, 4]);
            locate(&TO_SECOND);
            draw(c, &reading, &sets, [20, 44]);
        });
        c.transition(&f.color, READ, color);
    })
}

/// A pass on both images. `record` is given what sets the locations, after everything before it is drawn.
fn render(c: &Commands<'_>, earlier: &Image, record: impl FnOnce(&dyn Fn(&[u32; 2]))) {
    let gpu = &c.frame.gpu;
    let local_read = khr::dynamic_rendering_local_read::Device::new(gpu.instance(), &gpu.device);
    let attachment = vk::RenderingAttachmentInfo::default()
        .image_layout(READ)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .store_op(vk::AttachmentStoreOp::STORE)
        .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: BACKGROUND } });
    let colors = [attachment.image_view(earlier.view), attachment.image_view(c.frame.color.view)];
    let info = vk::RenderingInfo::default().render_area(full_scissor()).layer_count(1).color_attachments(&colors);
    let locate = |locations: &[u32; 2]| {
        let written = vk::AccessFlags2::COLOR_ATTACHMENT_WRITE;
        let barrier = [vk::MemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT | vk::PipelineStageFlags2::FRAGMENT_SHADER)
            .src_access_mask(written | vk::AccessFlags2::INPUT_ATTACHMENT_READ)
            .dst_stage_mask(vk::PipelineStageFlags2::FRAGMENT_SHADER | vk::PipelineStageFlags2::COLOR_ATTACHMENT_OUTPUT)
            .dst_access_mask(vk::AccessFlags2::INPUT_ATTACHMENT_READ | written)];
        let info = vk::DependencyInfo::default().memory_barriers(&barrier);
        let info = info.dependency_flags(vk::DependencyFlags::BY_REGION);
        let locations = vk::RenderingAttachmentLocationInfoKHR::default().color_attachment_locations(locations);
        // SAFETY: inside the pass, which has two colour attachments.
        unsafe {
            gpu.device.cmd_pipeline_barrier2(c.raw, &info);
            local_read.cmd_set_rendering_attachment_locations(c.raw, &locations);
        }
    };
    // SAFETY: the attachments are in this layout.
    unsafe { gpu.device.cmd_begin_rendering(c.raw, &info) };
    c.viewports(&[full_viewport()]);
    c.scissors(&[full_scissor()]);
    let inputs = vk::RenderingInputAttachmentIndexInfoKHR::default().color_attachment_input_indices(&INPUT_INDICES);
    // SAFETY: as above.
    unsafe { local_read.cmd_set_rendering_input_attachment_indices(c.raw, &inputs) };
    record(&locate);
    // SAFETY: begun above.
    unsafe { gpu.device.cmd_end_rendering(c.raw) };
}
