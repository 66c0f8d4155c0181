//! Recording and replay against a mock driver.
//!
//! A command is given to the mock once directly and once through the list, after the program's memory has been overwritten;
//! what the mock saw must be equal. The samples have every kind of copy that the table knows.

use core::ffi::{CStr, c_char};
use std::cell::RefCell;

use ash::vk;
use ash::vk::Handle;
use proptest::prelude::*;

use super::commands::*;
use super::list::{Entry, List};
use super::memory::Memory;
use super::refusal::Refusal;
use super::table::{Command, Kind};

thread_local! {
    /// What the mock driver was called with.
    static CALLS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn seen(call: String) {
    CALLS.with_borrow_mut(|calls| calls.push(call));
}

fn take_calls() -> Vec<String> {
    CALLS.take()
}

/// # Safety
/// `from` is null or has `count` elements.
unsafe fn array<'a, T>(from: *const T, count: u32) -> Option<&'a [T]> {
    // SAFETY: the caller's promise.
    (!from.is_null()).then(|| unsafe { std::slice::from_raw_parts(from, count as usize) })
}

/// A mock of one command that prints its arguments by the expression.
macro_rules! mock {
    ($functions:ident.$name:ident: $pfn:ident ($($arg:ident: $ty:ty),*) => $print:expr) => {{
        unsafe extern "system" fn mock(_: vk::CommandBuffer, $($arg: $ty),*) {
            // SAFETY: commands are called with valid arguments.
            #[allow(unused_unsafe, reason = "not every sample has pointers")]
            seen(format!(concat!(stringify!($name), " {:?}"), unsafe { $print }));
        }
        $functions.$name = Some(mock as vk::$pfn);
    }};
}

fn mock_driver() -> Functions {
    let mut f = Functions::default();
    mock!(f.SetViewport: PFN_vkCmdSetViewport (first: u32, count: u32, viewports: *const vk::Viewport) =>
        (first, array(viewports, count)));
    mock!(f.BindVertexBuffers2: PFN_vkCmdBindVertexBuffers2 (first: u32, count: u32, buffers: *const vk::Buffer,
        offsets: *const u64, sizes: *const u64, strides: *const u64) =>
        (first, array(buffers, count), array(offsets, count), array(sizes, count), array(strides, count)));
    mock!(f.Draw: PFN_vkCmdDraw (a: u32, b: u32, c: u32, d: u32) => (a, b, c, d));
    mock!(f.DrawMultiEXT: PFN_vkCmdDrawMultiEXT (count: u32, infos: *const vk::MultiDrawInfoEXT, instances: u32, first: u32,
        stride: u32) => {
        let info = |i| infos.cast::<u8>().add((i * stride) as usize).cast::<vk::MultiDrawInfoEXT>().read_unaligned();
        ((0..count).map(info).map(|info| (info.first_vertex, info.vertex_count)).collect::<Vec<_>>(), instances, first)
    });
    mock!(f.SetBlendConstants: PFN_vkCmdSetBlendConstants (constants: *const [f32; 4]) => *constants);
    mock!(f.SetSampleMaskEXT: PFN_vkCmdSetSampleMaskEXT (samples: vk::SampleCountFlags, mask: *const u32) =>
        array(mask, samples.as_raw().div_ceil(32)));
    mock!(f.PushConstants: PFN_vkCmdPushConstants (layout: vk::PipelineLayout, stages: vk::ShaderStageFlags, offset: u32,
        size: u32, values: *const core::ffi::c_void) => (layout, stages, offset, array(values.cast::<u8>(), size)));
    mock!(f.BeginDebugUtilsLabelEXT: PFN_vkCmdBeginDebugUtilsLabelEXT (label: *const vk::DebugUtilsLabelEXT<'_>) =>
        (CStr::from_ptr((*label).p_label_name), (*label).color));
    mock!(f.PushDescriptorSet: PFN_vkCmdPushDescriptorSetKHR (_point: vk::PipelineBindPoint, layout: vk::PipelineLayout,
        set: u32, count: u32, writes: *const vk::WriteDescriptorSet<'_>) =>
        (layout, set, array(writes, count).into_iter().flatten().map(|write| write_text(write)).collect::<Vec<_>>()));
    mock!(f.PipelineBarrier2: PFN_vkCmdPipelineBarrier2 (info: *const vk::DependencyInfo<'_>) => dependency_text(&*info));
    f
}

/// # Safety
/// `write` is valid.
unsafe fn write_text(write: &vk::WriteDescriptorSet) -> String {
    let count = write.descriptor_count;
    // SAFETY: the caller's promise.
    unsafe {
        let images =
            array(write.p_image_info, count).map(|infos| infos.iter().map(|i| i.image_view).collect::<Vec<_>>());
        let buffers = array(write.p_buffer_info, count).map(|infos| infos.iter().map(|i| i.buffer).collect::<Vec<_>>());
        format!("{} {images:?} {buffers:?}", write.dst_binding)
    }
}

/// # Safety
/// `info` is valid.
unsafe fn dependency_text(info: &vk::DependencyInfo) -> String {
    // SAFETY: the caller's promise; the only chained structure of the samples are sample locations.
    unsafe {
        let images = array(info.p_image_memory_barriers, info.image_memory_barrier_count).unwrap_or_default();
        let images = images.iter().map(|barrier| {
            let locations = barrier.p_next.cast::<vk::SampleLocationsInfoEXT>().as_ref();
            let locations = locations.map(|info| array(info.p_sample_locations, info.sample_locations_count));
            format!("{:?} {:?} {locations:?}", barrier.image, barrier.src_stage_mask)
        });
        images.collect::<Vec<_>>().join("; ")
    }
}

/// A command with arguments of its own.
#[derive(Clone, Debug)]
enum Sample {
    Viewports { first: u32, sizes: Vec<f32> },
    VertexBuffers { buffers: Vec<u64>, sizes: bool, strides: bool },
    Draw([u32; 4]),
    MultiDraw { draws: Vec<(u32, u32)>, gap: usize },
    BlendConstants([f32; 4]),
    Mask(Vec<u32>),
    PushConstants { offset: u32, values: Vec<u8> },
    Label(String),
    PushDescriptors(Vec<(u32, bool, u64)>),
    Barrier(Vec<(u64, Vec<f32>)>),
}

fn sample() -> impl Strategy<Value = Sample> {
    use proptest::collection::vec;
    prop_oneof![
        (any::<u32>(), vec(0f32..4096.0, 0..4)).prop_map(|(first, sizes)| Sample::Viewports { first, sizes }),
        (vec(any::<u64>(), 0..5), any::<bool>(), any::<bool>())
            .prop_map(|(buffers, sizes, strides)| Sample::VertexBuffers { buffers, sizes, strides }),
        any::<[u32; 4]>().prop_map(Sample::Draw),
        (vec(any::<(u32, u32)>(), 0..6), 0usize..3).prop_map(|(draws, gap)| Sample::MultiDraw { draws, gap }),
        [0f32..1.0, 0f32..1.0, 0f32..1.0, 0f32..1.0].prop_map(Sample::BlendConstants),
        vec(any::<u32>(), 1..3).prop_map(Sample::Mask),
        (any::<u32>(), vec(any::<u8>(), 1..300)).prop_map(|(offset, values)| Sample::PushConstants { offset, values }),
        "[a-z ]{0,40}".prop_map(Sample::Label),
        vec((any::<u32>(), any::<bool>(), any::<u64>()), 0..4).prop_map(Sample::PushDescriptors),
        vec((any::<u64>(), vec(0f32..1.0, 0..4)), 0..3).prop_map(Sample::Barrier),
    ]
}

/// Gives a command to the mock, and adds it to the list.
fn give<C: Command>(command: C, list: &mut List, memory: &mut Memory) {
    // SAFETY: the samples' arguments are valid.
    unsafe {
        command.call(&mock_driver(), vk::CommandBuffer::null());
        list.add(memory, command).expect("recorded");
    }
}

/// Overwrites what a command pointed to, as a program may.
fn overwrite<T>(values: &mut [T]) {
    // SAFETY: the samples hold plain numbers and Vulkan structures of them, for which all bits are values.
    unsafe { core::ptr::write_bytes(values.as_mut_ptr(), 0xa5, values.len()) };
}

impl Sample {
    fn record(&self, list: &mut List, memory: &mut Memory) {
        match self {
            Self::Viewports { first, sizes } => {
                let mut viewports: Vec<_> =
                    sizes.iter().map(|&width| vk::Viewport { width, height: 1.0, ..Default::default() }).collect();
                let (viewport_count, p_viewports) = (viewports.len() as u32, viewports.as_ptr());
                give(SetViewport { first_viewport: *first, viewport_count, p_viewports }, list, memory);
                overwrite(&mut viewports);
            }
            Self::VertexBuffers { buffers, sizes, strides } => {
                let mut raw: Vec<_> = buffers.iter().map(|&buffer| vk::Buffer::from_raw(buffer)).collect();
                let mut numbers = buffers.clone();
                let optional = |given: bool| if given { numbers.as_ptr() } else { core::ptr::null() };
                let command = BindVertexBuffers2 {
                    first_binding: 0,
                    binding_count: raw.len() as u32,
                    p_buffers: raw.as_ptr(),
                    p_offsets: numbers.as_ptr(),
                    p_sizes: optional(*sizes),
                    p_strides: optional(*strides),
                };
                give(command, list, memory);
                overwrite(&mut raw);
                overwrite(&mut numbers);
            }
            &Self::Draw([vertex_count, instance_count, first_vertex, first_instance]) => {
                give(Draw { vertex_count, instance_count, first_vertex, first_instance }, list, memory);
            }
            Self::MultiDraw { draws, gap } => {
                let stride = size_of::<vk::MultiDrawInfoEXT>() + 4 * gap;
                let mut words: Vec<u32> = Vec::new();
                for (first, count) in draws {
                    words.extend([*first, *count]);
                    words.resize(words.len() + gap, 7);
                }
                let command = DrawMultiEXT {
                    draw_count: draws.len() as u32,
                    p_vertex_info: words.as_ptr().cast(),
                    instance_count: 1,
                    first_instance: 0,
                    stride: stride as u32,
                };
                give(command, list, memory);
                overwrite(&mut words);
            }
            Self::BlendConstants(constants) => {
                let mut constants = [*constants];
                give(SetBlendConstants { blend_constants: constants.as_ptr() }, list, memory);
                overwrite(&mut constants);
            }
            Self::Mask(words) => {
                let mut words = words.clone();
                let samples = vk::SampleCountFlags::from_raw(32 * words.len() as u32);
                give(SetSampleMaskEXT { samples, p_sample_mask: words.as_ptr() }, list, memory);
                overwrite(&mut words);
            }
            Self::PushConstants { offset, values } => {
                let mut values = values.clone();
                let command = PushConstants {
                    layout: vk::PipelineLayout::from_raw(9),
                    stage_flags: vk::ShaderStageFlags::FRAGMENT,
                    offset: *offset,
                    size: values.len() as u32,
                    p_values: values.as_ptr().cast(),
                };
                give(command, list, memory);
                overwrite(&mut values);
            }
            Self::Label(text) => {
                let mut text: Vec<u8> = text.bytes().chain([0]).collect();
                let label =
                    vk::DebugUtilsLabelEXT { p_label_name: text.as_ptr().cast::<c_char>(), ..Default::default() };
                let mut labels = [label];
                give(BeginDebugUtilsLabelEXT { p_label_info: labels.as_ptr() }, list, memory);
                overwrite(&mut labels);
                overwrite(&mut text);
            }
            Self::PushDescriptors(descriptors) => push_descriptors(descriptors, list, memory),
            Self::Barrier(images) => barrier(images, list, memory),
        }
    }
}

fn push_descriptors(descriptors: &[(u32, bool, u64)], list: &mut List, memory: &mut Memory) {
    let image =
        |&(_, _, raw): &_| vk::DescriptorImageInfo { image_view: vk::ImageView::from_raw(raw), ..Default::default() };
    let buffer =
        |&(_, _, raw): &_| vk::DescriptorBufferInfo { buffer: vk::Buffer::from_raw(raw), ..Default::default() };
    let mut images: Vec<_> = descriptors.iter().map(image).collect();
    let mut buffers: Vec<_> = descriptors.iter().map(buffer).collect();
    let mut writes: Vec<vk::WriteDescriptorSet<'static>> = Vec::new();
    for (i, &(binding, is_image, _)) in descriptors.iter().enumerate() {
        let mut write = vk::WriteDescriptorSet::default().dst_binding(binding);
        write.descriptor_count = 1;
        // The pointer that the type does not name may be anything.
        write.descriptor_type =
            if is_image { vk::DescriptorType::STORAGE_IMAGE } else { vk::DescriptorType::STORAGE_BUFFER };
        match is_image {
            true => write.p_image_info = &images[i],
            false => write.p_buffer_info = &buffers[i],
        }
        writes.push(write);
    }
    let command = PushDescriptorSet {
        pipeline_bind_point: vk::PipelineBindPoint::GRAPHICS,
        layout: vk::PipelineLayout::from_raw(5),
        set: 1,
        descriptor_write_count: writes.len() as u32,
        p_descriptor_writes: writes.as_ptr(),
    };
    give(command, list, memory);
    overwrite(&mut writes);
    overwrite(&mut images);
    overwrite(&mut buffers);
}

fn barrier(images: &[(u64, Vec<f32>)], list: &mut List, memory: &mut Memory) {
    let location = |&x: &f32| vk::SampleLocationEXT { x, y: 0.5 };
    let mut locations: Vec<Vec<_>> = images.iter().map(|(_, xs)| xs.iter().map(location).collect()).collect();
    let mut infos: Vec<vk::SampleLocationsInfoEXT<'static>> = Vec::new();
    for of_image in &locations {
        infos.push(vk::SampleLocationsInfoEXT {
            sample_locations_count: of_image.len() as u32,
            p_sample_locations: of_image.as_ptr(),
            ..Default::default()
        });
    }
    let mut barriers: Vec<vk::ImageMemoryBarrier2<'static>> = Vec::new();
    for ((image, _), info) in images.iter().zip(&infos) {
        let mut barrier = vk::ImageMemoryBarrier2::default()
            .image(vk::Image::from_raw(*image))
            .src_stage_mask(vk::PipelineStageFlags2::FRAGMENT_SHADER);
        barrier.p_next = core::ptr::from_ref(info).cast();
        barriers.push(barrier);
    }
    let info = vk::DependencyInfo {
        image_memory_barrier_count: barriers.len() as u32,
        p_image_memory_barriers: barriers.as_ptr(),
        ..Default::default()
    };
    let mut dependencies = [info];
    give(PipelineBarrier2 { p_dependency_info: dependencies.as_ptr() }, list, memory);
    overwrite(&mut dependencies);
    overwrite(&mut barriers);
    overwrite(&mut infos);
    locations.iter_mut().for_each(|of_image| overwrite(of_image));
}

proptest! {
    /// Order, arguments, and independence of the program's memory.
    #[test]
    fn replay_is_what_was_recorded(samples in proptest::collection::vec(sample(), 0..60)) {
        let (mut list, mut memory) = (List::default(), Memory::default());
        for _ in 0..2 {
            // The second time in memory that has been used.
            list.clear();
            memory.reset();
            take_calls();
            samples.iter().for_each(|sample| sample.record(&mut list, &mut memory));
            let direct = take_calls();
            // SAFETY: the memory has not been reset since.
            unsafe { list.replay(&mock_driver(), vk::CommandBuffer::null()) };
            prop_assert_eq!(take_calls(), direct);
        }
    }
}

#[test]
fn mesh_draws_have_a_place() {
    let (mut list, mut memory) = (List::default(), Memory::default());
    Sample::Draw([1; 4]).record(&mut list, &mut memory);
    assert_eq!(list.add_mesh_draw(7), 1);
    Sample::Draw([2; 4]).record(&mut list, &mut memory);
    assert_eq!(list.next_place(), 3);
    assert!(matches!(list.entries(), [Entry::Command(Op::Draw, _), Entry::MeshDraw(7), Entry::Command(Op::Draw, _)]));
}

#[test]
fn an_unknown_structure_is_refused_by_name() {
    let mut unknown = vk::BaseInStructure { s_type: vk::StructureType::from_raw(1_000_999_000), ..Default::default() };
    unknown.p_next = core::ptr::null();
    let label = vk::DebugUtilsLabelEXT { p_next: (&raw const unknown).cast(), ..Default::default() };
    let (mut list, mut memory) = (List::default(), Memory::default());
    // SAFETY: valid structures.
    let refusal = unsafe { list.add(&mut memory, BeginDebugUtilsLabelEXT { p_label_info: &label }) };
    assert!(matches!(refusal, Err(Refusal::Structure(s_type)) if s_type == unknown.s_type));
    assert!(list.entries().is_empty());
}

#[test]
fn hooks_have_names_of_their_own() {
    let hooks = super::hooks();
    let names: std::collections::BTreeSet<_> = hooks.iter().map(|hook| hook.name).collect();
    assert_eq!(names.len(), hooks.len());
    assert!(Op::ALL.len() > 130);
    assert_eq!(Op::Draw.kind(), Kind::Draw);
    assert_eq!(Op::SetViewport.kind(), Kind::State);
    assert_eq!(Op::BeginDebugUtilsLabelEXT.kind(), Kind::Label);
}
