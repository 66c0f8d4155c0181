//! Specialization, push constants, descriptors and fixed-function state.

use ash::vk;

use crate::case::{CASE, Case, Targets, Wrong};
use crate::commands::{CLEAR, LOAD};
use crate::descriptor::{Binding, Resource, STAGES, Writes, push_range};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::gpu::Owned;
use crate::need::Need;
use crate::picture::COLOR_FORMAT;
use crate::pipeline::{Module, SHADING, Shading};
use crate::resource::{Image, ImageDesc};

const TASK: vk::ShaderStageFlags = vk::ShaderStageFlags::TASK_EXT;
const MESH: vk::ShaderStageFlags = vk::ShaderStageFlags::MESH_EXT;
const FRAGMENT: vk::ShaderStageFlags = vk::ShaderStageFlags::FRAGMENT;

const SIZES: Shading = Shading { shaders: "state/sizes", ..SHADING };
const NUMBERS: Shading = Shading { shaders: "state/numbers", ..SHADING };
const DEPTH: Shading = Shading { shaders: "state/depth", depth: Some(vk::CompareOp::LESS), ..SHADING };

/// 5, 2 for the task workgroup; COUNT, DOUBLED, CORNERS, SCALE, SHIFT; 7 for the mesh workgroup.
const SPECIAL: &[(u32, u32)] =
    &[(0, 5), (1, 2), (2, 7), (3, 1), (4, 4), (5, 0.75f32.to_bits()), (6, -3i32 as u32), (7, 12)];

pub const CASES: &[Case] = &[
    Case { name: "state/specialized", shading: Shading { specialization: SPECIAL, ..SIZES }, ..CASE },
    Case {
        name: "state/specialized_little",
        // What is left out keeps its default; the workgroup of one invocation is a default, too.
        shading: Shading { specialization: &[(2, 4), (7, 6)], ..SIZES },
        ..CASE
    },
    Case { name: "state/entries", run: choose_entry_points, ..CASE },
    Case { name: "state/push", run: push_to_stages, ..CASE },
    Case { name: "state/push_large", run: push_words::<32>, ..CASE },
    Case { name: "state/push_most", needs: &[Need::PushConstantBytes(256)], run: push_words::<64>, ..CASE },
    Case { name: "state/push_parts", run: push_parts, ..CASE },
    Case { name: "state/sets", run: bind_four_sets, ..CASE },
    Case { name: "state/sets_most", needs: &[Need::BoundSets(8)], run: bind_eight_sets, ..CASE },
    Case { name: "state/sets_between_draws", run: change_sets, ..CASE },
    Case { name: "state/dynamic_offsets", run: change_offsets, ..CASE },
    Case { name: "state/textures", run: |f| sample(f, false), ..CASE },
    Case {
        name: "state/immutable_samplers",
        shading: Shading { shaders: "state/textures", ..SHADING },
        run: |f| sample(f, true),
        ..CASE
    },
    Case { name: "state/image_atomics", run: count_in_an_image, ..CASE },
    Case { name: "state/array", run: index_arrays, ..CASE },
    Case { name: "state/push_descriptors", needs: &[Need::PushDescriptor], run: push_descriptors, ..CASE },
    Case { name: "state/update_template", run: update_by_template, ..CASE },
    Case { name: "state/push_template", needs: &[Need::PushDescriptor], run: push_by_template, ..CASE },
    Case { name: "state/update_after_bind", needs: &[Need::UpdateAfterBind], run: update_after_bind, ..CASE },
    Case { name: "state/address", run: follow_addresses, ..CASE },
    Case { name: "state/pointer_variable", needs: &[Need::PointerVariables], run: follow_addresses, ..CASE },
    Case { name: "state/atomics", groups: [6, 1, 1], ..CASE },
    Case { name: "state/fragment_stores", needs: &[Need::FragmentStores], groups: [24, 1, 1], ..CASE },
    Case { name: "state/depth", targets: Targets::ColorDepth, run: test_depth, ..CASE },
    Case { name: "state/stencil", targets: Targets::ColorDepth, run: test_stencil, ..CASE },
    Case { name: "state/dynamic", targets: Targets::ColorDepth, run: change_dynamic_state, ..CASE },
    Case { name: "state/discard", run: discard_primitives, ..CASE },
    Case {
        name: "state/wireframe",
        needs: &[Need::FillModeNonSolid],
        shading: Shading { shaders: "draws/cells", polygons: vk::PolygonMode::LINE, ..SHADING },
        push: &[0, 3],
        groups: [8, 8, 1],
        ..CASE
    },
    Case { name: "state/compute_rebound", run: |f| keep_compute_state(f, true), ..CASE },
    Case {
        name: "state/compute_kept",
        native_is_wrong: Some(Wrong {
            why: "a compute pipeline bound before mesh draws then runs with the size of their workgroups",
            like: "state/compute_rebound",
        }),
        run: |f| keep_compute_state(f, false),
        ..CASE
    },
];

/// Two pipelines of the entry points of one module.
fn choose_entry_points(f: &Frame<'_>) -> Result<()> {
    let module = Module { file: "state/entries.spvasm", task: Some(c"spread"), mesh: c"left", fragment: c"paint" };
    let left = f.pipeline(&Shading { module: Some(module), ..SHADING })?;
    let module = Module { mesh: c"right", fragment: c"invert", ..module };
    let right = f.pipeline(&Shading { module: Some(module), ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&left, &[f.set]);
            c.draw_mesh([2, 1, 1]);
            c.bind(&right, &[]);
            c.draw_mesh([3, 1, 1]);
        });
    })
}

fn push_to_stages(f: &Frame<'_>) -> Result<()> {
    // Task 0 to 27, mesh 16 to 63, fragment 40 to 79 (bytes): they overlap.
    let ranges = [push_range(TASK, 0, 7), push_range(MESH, 4, 12), push_range(FRAGMENT, 10, 10)];
    let layout = f.gpu.layout(&[f.set_layout], &ranges)?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let floats = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, TASK, 0, &[2, 0, 0, 0]);
            c.push(&pipeline, TASK | MESH, 4, &[3, 2, 1]);
            c.push(&pipeline, MESH, 7, &floats(&[0.0, 0.25, 0.5]));
            c.push(&pipeline, MESH | FRAGMENT, 10, &floats(&[0.75, 1.0, 0.5, 0.25, 0.0, 1.0]));
            c.push(&pipeline, FRAGMENT, 16, &floats(&[0.25, 0.75, 0.5, 1.0]));
            c.draw_mesh([1, 1, 1]);
            c.push(&pipeline, TASK, 0, &[32]);
            c.push(&pipeline, FRAGMENT, 17, &floats(&[0.0]));
            c.draw_mesh([1, 1, 1]);
        });
    })
}

/// So many words, each of which is one workgroup's.
fn push_words<const N: usize>(f: &Frame<'_>) -> Result<()> {
    let layout = f.gpu.layout(&[f.set_layout], &[push_range(STAGES, 0, N as u32)])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let words: [u32; N] = std::array::from_fn(|i| 1000 + (i * i) as u32);
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &words);
            c.draw_mesh([N as u32, 1, 1]);
        });
    })
}

/// Push constants set before the pass, and in parts, keep their other words.
fn push_parts(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&Shading { shaders: "draws/cells", ..SHADING })?;
    f.submit(|c| {
        c.push(&pipeline, STAGES, 0, &[5, 77]);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.draw_mesh([2, 1, 1]);
            c.push(&pipeline, STAGES, 0, &[17]);
            c.draw_mesh([3, 1, 1]);
            c.push(&pipeline, STAGES, 1, &[78]);
            c.draw_mesh([1, 2, 1]);
        });
        c.pass(LOAD, || {
            c.push(&pipeline, STAGES, 0, &[40]);
            c.draw_mesh([4, 1, 1]);
        });
    })
}

fn bind_four_sets(f: &Frame<'_>) -> Result<()> {
    let uniform = f.gpu.set_layout(&[Binding::new(vk::DescriptorType::UNIFORM_BUFFER)])?;
    let storage = f.set_layout;
    let layout = f.gpu.layout(&[storage, storage, uniform, storage], &[])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let one = f.gpu.buffer_with(&[4, 10, 50, 60, 70, 80])?;
    let two = f.gpu.buffer_with(&[2, 0, 0, 0, 100, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 3])?;
    let three = f.gpu.buffer_with(&[1000, 0, 0, 0, 0, 0, 0, 0])?;
    f.capture(&three);
    let sets = [
        f.set,
        f.gpu.set(storage, &[(0, 0, Resource::Storage(&one))])?,
        f.gpu.set(uniform, &[(0, 0, Resource::Uniform(&two))])?,
        f.gpu.set(storage, &[(0, 0, Resource::Storage(&three))])?,
    ];
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[]);
            c.bind_sets(&pipeline, 2, &sets[2..], &[]);
            c.bind_sets(&pipeline, 0, &sets[..2], &[]);
            c.draw_mesh([1, 1, 1]);
        });
    })
}

fn bind_eight_sets(f: &Frame<'_>) -> Result<()> {
    let layout = f.gpu.layout(&[f.set_layout; 8], &[])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let mut sets = Vec::new();
    for set in 0..8 {
        let cell = f.gpu.buffer_with(&[9 * set, 0])?;
        f.capture(&cell);
        sets.push(f.gpu.set(f.set_layout, &[(0, 0, Resource::Storage(&cell))])?);
    }
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &sets);
            c.draw_mesh([8, 1, 1]);
        });
    })
}

/// The results and one buffer of numbers a set: row, length, colour.
fn change_sets(f: &Frame<'_>) -> Result<()> {
    let layout = f.gpu.layout(&[f.set_layout, f.set_layout], &[])?;
    let pipeline = f.pipeline_with(&NUMBERS, layout)?;
    let mut sets = Vec::new();
    for numbers in [[0, 3, 5], [2, 8, 6], [5, 1, 7]] {
        let numbers = f.gpu.buffer_with(&numbers)?;
        sets.push(f.gpu.set(f.set_layout, &[(0, 0, Resource::Storage(&numbers))])?);
    }
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for set in [0, 1, 1, 2, 0] {
                c.bind_sets(&pipeline, 1, &[sets[set]], &[]);
                c.draw_mesh([1, 1, 1]);
            }
        });
    })
}

fn change_offsets(f: &Frame<'_>) -> Result<()> {
    let dynamic = Binding::new(vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC);
    let offsets = f.gpu.set_layout(&[dynamic, dynamic])?;
    let layout = f.gpu.layout(&[f.set_layout, offsets], &[])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let mut words = vec![0; 64 * 8];
    for index in 0..8 {
        words[64 * index..][..2].copy_from_slice(&[8 * index as u32, 1]);
    }
    let uniforms = f.gpu.buffer_with(&words)?;
    let window = Resource::UniformDynamic(&uniforms, 16);
    let set = f.gpu.set(offsets, &[(0, 0, window), (1, 0, window)])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for [first, second] in [[0, 3], [1, 3], [5, 7], [5, 2], [6, 6]] {
                c.bind_sets(&pipeline, 1, &[set], &[256 * first, 256 * second]);
                c.draw_mesh([1 + second, 1, 1]);
            }
        });
    })
}

/// An image of 8×8 coloured texels.
fn texture(f: &Frame<'_>, seed: u32) -> Result<Image> {
    let image = f.gpu.image(ImageDesc {
        format: COLOR_FORMAT,
        size: 8,
        layers: 1,
        samples: vk::SampleCountFlags::TYPE_1,
        usage: vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST,
    })?;
    let texels: Vec<u32> = (0..64u32).map(|i| (i + seed).wrapping_mul(0x9E37_79B1) | 0xFF80_0000).collect();
    let texels = f.gpu.buffer_with(&texels)?;
    f.submit(|c| {
        c.transition(&image, vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        c.copy_from_buffer(&texels, &image);
        c.transition(&image, vk::ImageLayout::TRANSFER_DST_OPTIMAL, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
    })?;
    Ok(image)
}

fn sample(f: &Frame<'_>, immutable: bool) -> Result<()> {
    let picture = texture(f, 1)?;
    let usage = vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::TRANSFER_DST | vk::ImageUsageFlags::TRANSFER_SRC;
    let samples = vk::SampleCountFlags::TYPE_1;
    let canvas = f.gpu.image(ImageDesc { format: COLOR_FORMAT, size: 64, layers: 1, samples, usage })?;
    let texels = f.gpu.buffer_with(&(0..64 * 64).map(|i: u32| 0xFF00_0000 | (i * 999)).collect::<Vec<_>>())?;
    let sampler = f.gpu.sampler(vk::Filter::NEAREST)?;
    let samplers = [sampler];
    let sampled = vk::DescriptorType::COMBINED_IMAGE_SAMPLER;
    let samplers: &[_] = if immutable { &samplers } else { &[] };
    let sampled = Binding { samplers, ..Binding::new(sampled) };
    let set_layout = f.gpu.set_layout(&[sampled, Binding::new(vk::DescriptorType::STORAGE_IMAGE)])?;
    let writes = [(0, 0, Resource::Sampled(&picture, sampler)), (1, 0, Resource::StorageImage(&canvas))];
    let set = f.gpu.set(set_layout, &writes)?;
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[])?;
    let pipeline = f.pipeline_with(&f.case.shading, layout)?;
    f.capture(&texels);
    f.submit(|c| {
        c.transition(&canvas, vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        c.copy_from_buffer(&texels, &canvas);
        c.transition(&canvas, vk::ImageLayout::TRANSFER_DST_OPTIMAL, vk::ImageLayout::GENERAL);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            c.draw_mesh([64, 1, 1]);
        });
        c.transition(&canvas, vk::ImageLayout::GENERAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
        c.copy_to_buffer(&canvas, &texels);
    })
}

fn count_in_an_image(f: &Frame<'_>) -> Result<()> {
    let counters = f.gpu.image(ImageDesc {
        format: vk::Format::R32_UINT,
        size: 8,
        layers: 1,
        samples: vk::SampleCountFlags::TYPE_1,
        usage: vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::TRANSFER_DST | vk::ImageUsageFlags::TRANSFER_SRC,
    })?;
    let set_layout = f.gpu.set_layout(&[Binding::new(vk::DescriptorType::STORAGE_IMAGE)])?;
    let set = f.gpu.set(set_layout, &[(0, 0, Resource::StorageImage(&counters))])?;
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    let texels = f.gpu.buffer(64)?;
    f.capture(&texels);
    f.submit(|c| {
        c.transition(&counters, vk::ImageLayout::UNDEFINED, vk::ImageLayout::TRANSFER_DST_OPTIMAL);
        c.copy_from_buffer(&texels, &counters);
        c.transition(&counters, vk::ImageLayout::TRANSFER_DST_OPTIMAL, vk::ImageLayout::GENERAL);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            c.draw_mesh([5, 1, 1]);
        });
        c.transition(&counters, vk::ImageLayout::GENERAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
        c.copy_to_buffer(&counters, &texels);
    })
}

fn index_arrays(f: &Frame<'_>) -> Result<()> {
    let buffers = Binding::array(vk::DescriptorType::STORAGE_BUFFER, 4);
    let pictures = Binding::array(vk::DescriptorType::COMBINED_IMAGE_SAMPLER, 3);
    let set_layout = f.gpu.set_layout(&[buffers, pictures])?;
    let set = f.gpu.set(set_layout, &[])?;
    let sampler = f.gpu.sampler(vk::Filter::LINEAR)?;
    for element in 0..4 {
        let numbers = f.gpu.buffer_with(&std::array::from_fn::<u32, 8, _>(|i| 50 * element + i as u32))?;
        f.gpu.update(set, &[(0, element, Resource::Storage(&numbers))]);
    }
    for element in 0..3 {
        let picture = texture(f, 10 * element)?;
        f.gpu.update(set, &[(1, element, Resource::Sampled(&picture, sampler))]);
    }
    let layout = f.gpu.layout(&[f.set_layout, set_layout], &[push_range(STAGES, 0, 1)])?;
    let pipeline = f.pipeline_with(&SHADING, layout)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            for which in [2, 0, 3, 1] {
                c.push(&pipeline, STAGES, 0, &[which]);
                c.draw_mesh([8, 1, 1]);
            }
        });
    })
}

fn push_layout(f: &Frame<'_>) -> Result<(vk::DescriptorSetLayout, vk::PipelineLayout)> {
    let pushed = f.gpu.set_layout_with(
        &[Binding::new(vk::DescriptorType::STORAGE_BUFFER)],
        vk::DescriptorSetLayoutCreateFlags::PUSH_DESCRIPTOR_KHR,
    )?;
    Ok((pushed, f.gpu.layout(&[f.set_layout, pushed], &[])?))
}

fn push_descriptors(f: &Frame<'_>) -> Result<()> {
    let (_, layout) = push_layout(f)?;
    let pipeline = f.pipeline_with(&NUMBERS, layout)?;
    let first = f.gpu.buffer_with(&[1, 4, 9])?;
    let second = f.gpu.buffer_with(&[4, 6, 30])?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for numbers in [&first, &second, &first] {
                let writes = Writes::new(&[(0, 0, Resource::Storage(numbers))]);
                let writes = writes.to(vk::DescriptorSet::null());
                let (raw, point) = (c.raw, pipeline.point);
                // SAFETY: the buffers are of this device.
                unsafe { f.gpu.push_descriptor.cmd_push_descriptor_set(raw, point, layout, 1, &writes) };
                c.draw_mesh([2, 1, 1]);
            }
        });
    })
}

/// A template of one storage buffer at binding 0.
fn template(f: &Frame<'_>, info: vk::DescriptorUpdateTemplateCreateInfo<'_>) -> Result<vk::DescriptorUpdateTemplate> {
    let entries = [vk::DescriptorUpdateTemplateEntry {
        descriptor_count: 1,
        descriptor_type: vk::DescriptorType::STORAGE_BUFFER,
        stride: size_of::<vk::DescriptorBufferInfo>(),
        ..Default::default()
    }];
    let info = info.descriptor_update_entries(&entries);
    // SAFETY: the layouts in `info` are of this device.
    let raw = unsafe { f.gpu.device.create_descriptor_update_template(&info, None) };
    let raw = raw.during("vkCreateDescriptorUpdateTemplate")?;
    f.gpu.keep(Owned::UpdateTemplate(raw));
    Ok(raw)
}

fn update_by_template(f: &Frame<'_>) -> Result<()> {
    let layout = f.gpu.layout(&[f.set_layout, f.set_layout], &[])?;
    let pipeline = f.pipeline_with(&NUMBERS, layout)?;
    let info = vk::DescriptorUpdateTemplateCreateInfo::default()
        .template_type(vk::DescriptorUpdateTemplateType::DESCRIPTOR_SET)
        .descriptor_set_layout(f.set_layout);
    let template = template(f, info)?;
    let numbers = f.gpu.buffer_with(&[3, 7, 11])?;
    let set = f.gpu.set(f.set_layout, &[])?;
    let data = Resource::Storage(&numbers).buffer();
    // SAFETY: the data is what the template's entry says.
    unsafe {
        f.gpu.device.update_descriptor_set_with_template(set, template, (&raw const data).cast());
    }
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            c.draw_mesh([2, 1, 1]);
        });
    })
}

fn push_by_template(f: &Frame<'_>) -> Result<()> {
    let (pushed, layout) = push_layout(f)?;
    let pipeline = f.pipeline_with(&NUMBERS, layout)?;
    let info = vk::DescriptorUpdateTemplateCreateInfo::default()
        .template_type(vk::DescriptorUpdateTemplateType::PUSH_DESCRIPTORS_KHR)
        .descriptor_set_layout(pushed)
        .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
        .pipeline_layout(layout)
        .set(1);
    let template = template(f, info)?;
    let rows = [f.gpu.buffer_with(&[2, 5, 21])?, f.gpu.buffer_with(&[6, 3, 22])?];
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for numbers in &rows {
                let data = Resource::Storage(numbers).buffer();
                let push = &f.gpu.push_descriptor;
                // SAFETY: the data is what the template's entry says.
                unsafe {
                    push.cmd_push_descriptor_set_with_template(c.raw, template, layout, 1, (&raw const data).cast());
                }
                c.draw_mesh([1, 1, 1]);
            }
        });
    })
}

/// The set is written after the draws that read it were recorded.
fn update_after_bind(f: &Frame<'_>) -> Result<()> {
    let flags = vk::DescriptorSetLayoutCreateFlags::UPDATE_AFTER_BIND_POOL;
    let late = f.gpu.set_layout_with(&[Binding::new(vk::DescriptorType::STORAGE_BUFFER)], flags)?;
    let layout = f.gpu.layout(&[f.set_layout, late], &[])?;
    let pipeline = f.pipeline_with(&NUMBERS, layout)?;
    let early = f.gpu.buffer_with(&[0, 8, 1])?;
    let set = f.gpu.set(late, &[(0, 0, Resource::Storage(&early))])?;
    let commands = f.record(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT, |c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set, set]);
            c.draw_mesh([1, 1, 1]);
        });
    })?;
    let numbers = f.gpu.buffer_with(&[5, 6, 41])?;
    f.gpu.update(set, &[(0, 0, Resource::Storage(&numbers))]);
    f.gpu.submit(&[commands])
}

fn follow_addresses(f: &Frame<'_>) -> Result<()> {
    let list = f.gpu.buffer(4 * 16)?;
    f.capture(&list);
    // Addresses differ from run to run: what is compared must not hold them.
    let links = f.gpu.buffer(4 * 16)?;
    let place = |node: u64| links.address + 16 * (7 * node % 16);
    let mut words = vec![0; 64];
    for node in 0..16 {
        let next = place(node + 1);
        let index = 4 * (7 * node as usize % 16);
        words[index..][..4].copy_from_slice(&[next as u32, (next >> 32) as u32, 5 * node as u32 % 64, 0]);
    }
    f.gpu.write(&links, &words)?;
    let pipeline = f.pipeline(&SHADING)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &[place(0) as u32, (place(0) >> 32) as u32]);
            c.draw_mesh([20, 1, 1]);
        });
    })?;
    let visits: Vec<u32> = f.gpu.read(&links)?.iter().skip(3).step_by(4).copied().collect();
    f.gpu.write(&list, &visits)
}

fn test_depth(f: &Frame<'_>) -> Result<()> {
    let pipeline = f.pipeline(&DEPTH)?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for (far, tint) in [(0.4f32, 1), (0.3, 2), (0.35, 3), (0.5, 4)] {
                c.push(&pipeline, STAGES, 0, &[far.to_bits(), tint]);
                c.draw_mesh([1, 1, 1]);
            }
        });
    })
}

/// Quads count in the stencil; then only what was covered three times is drawn.
fn test_stencil(f: &Frame<'_>) -> Result<()> {
    let count = vk::StencilOpState {
        pass_op: vk::StencilOp::INCREMENT_AND_CLAMP,
        compare_op: vk::CompareOp::ALWAYS,
        compare_mask: 0xFF,
        write_mask: 0xFF,
        ..Default::default()
    };
    let show = vk::StencilOpState {
        pass_op: vk::StencilOp::KEEP,
        compare_op: vk::CompareOp::EQUAL,
        compare_mask: 0xFF,
        reference: 3,
        ..Default::default()
    };
    let count = f.pipeline(&Shading { shaders: "draws/blend", stencil: Some(count), ..SHADING })?;
    let show = f.pipeline(&Shading { shaders: "state/depth", stencil: Some(show), ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&count, &[f.set]);
            c.push(&count, STAGES, 0, &[0]);
            c.draw_mesh([5, 1, 1]);
            c.bind(&show, &[f.set]);
            c.push(&show, STAGES, 0, &[0, 8]);
            c.draw_mesh([1, 1, 1]);
        });
    })
}

/// State of `VK_EXT_extended_dynamic_state`, from draw to draw.
fn change_dynamic_state(f: &Frame<'_>) -> Result<()> {
    let dynamic = &[vk::DynamicState::CULL_MODE, vk::DynamicState::FRONT_FACE, vk::DynamicState::DEPTH_COMPARE_OP];
    let quads = f.pipeline(&Shading { shaders: "builtins/fragment", dynamic, ..SHADING })?;
    let leaning = f.pipeline(&Shading { dynamic, ..DEPTH })?;
    let device = &f.gpu.device;
    f.submit(|c| {
        c.pass(CLEAR, || {
            // SAFETY: the commands are of Vulkan 1.3, and the command buffer is being recorded.
            unsafe {
                device.cmd_set_cull_mode(c.raw, vk::CullModeFlags::NONE);
                device.cmd_set_front_face(c.raw, vk::FrontFace::COUNTER_CLOCKWISE);
                device.cmd_set_depth_compare_op(c.raw, vk::CompareOp::LESS);
                c.bind(&leaning, &[f.set]);
                c.push(&leaning, STAGES, 0, &[0.4f32.to_bits(), 1]);
                c.draw_mesh([1, 1, 1]);
                device.cmd_set_depth_compare_op(c.raw, vk::CompareOp::GREATER);
                c.push(&leaning, STAGES, 0, &[0.3f32.to_bits(), 2]);
                c.draw_mesh([1, 1, 1]);
                c.bind(&quads, &[]);
                c.draw_mesh([4, 1, 1]);
                device.cmd_set_cull_mode(c.raw, vk::CullModeFlags::BACK);
                c.draw_mesh([8, 1, 1]);
                device.cmd_set_front_face(c.raw, vk::FrontFace::CLOCKWISE);
                c.draw_mesh([16, 1, 1]);
            }
        });
    })
}

/// Without rasterization, side effects are all that is left of a draw.
fn discard_primitives(f: &Frame<'_>) -> Result<()> {
    let discarding = Shading { shaders: "draws/tasks", discard: true, fragment: false, ..SHADING };
    let discarding = f.pipeline(&discarding)?;
    let cells = f.pipeline(&Shading { shaders: "draws/cells", ..SHADING })?;
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&discarding, &[f.set]);
            c.push(&discarding, STAGES, 0, &[0, 5]);
            c.draw_mesh([4, 1, 1]);
            c.bind(&cells, &[]);
            c.draw_mesh([7, 1, 1]);
        });
    })
}

/// Pipeline, set and push constants of compute, bound before a pass, are used after it.
fn keep_compute_state(f: &Frame<'_>, rebind: bool) -> Result<()> {
    let accumulate = f.compute_pipeline("state/accumulate")?;
    let cells = f.pipeline(&Shading { shaders: "draws/tasks", ..SHADING })?;
    let other = f.gpu.buffer(1024)?;
    f.capture(&other);
    let other = f.gpu.set(f.set_layout, &[(0, 0, Resource::Storage(&other))])?;
    let written = (vk::PipelineStageFlags2::COMPUTE_SHADER, vk::AccessFlags2::SHADER_STORAGE_WRITE);
    let used = vk::AccessFlags2::SHADER_STORAGE_READ | vk::AccessFlags2::SHADER_STORAGE_WRITE;
    f.submit(|c| {
        c.bind(&accumulate, &[f.set]);
        c.push(&accumulate, STAGES, 0, &[8]);
        c.dispatch([2, 1, 1]);
        c.barrier(written, (vk::PipelineStageFlags2::COMPUTE_SHADER, used));
        c.pass(CLEAR, || {
            c.bind(&cells, &[other]);
            c.draw_mesh([3, 1, 1]);
        });
        if rebind {
            c.bind(&accumulate, &[f.set]);
        }
        c.dispatch([3, 1, 1]);
        c.barrier(written, (vk::PipelineStageFlags2::COMPUTE_SHADER, used));
        c.push(&accumulate, STAGES, 0, &[1]);
        c.pass(LOAD, || {
            c.bind(&cells, &[]);
            c.draw_mesh([1, 1, 1]);
        });
        if rebind {
            c.bind(&accumulate, &[f.set]);
        }
        c.dispatch([1, 1, 1]);
    })
}
