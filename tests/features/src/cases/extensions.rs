//! Commands of extensions around mesh draws.

use ash::vk::Handle;
use ash::{ext, vk};

use crate::case::{CASE, Case};
use crate::commands::{CLEAR, Commands, LOAD};
use crate::descriptor::{Binding, STAGES};
use crate::error::{During, Result};
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{Pipeline, SHADING, Shading};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const NUMBERS: Shading = Shading { shaders: "state/numbers", ..SHADING };

pub const CASES: &[Case] = &[
    Case {
        name: "extensions/conditional",
        needs: &[Need::ConditionalRendering],
        run: |f| draw_on_condition(f, true),
        ..CASE
    },
    Case {
        name: "extensions/conditional_pass",
        needs: &[Need::ConditionalRendering],
        run: |f| draw_on_condition(f, false),
        ..CASE
    },
    Case {
        name: "extensions/descriptor_buffer",
        needs: &[Need::DescriptorBuffer],
        run: bind_descriptor_buffer,
        ..CASE
    },
    Case { name: "extensions/names", needs: &[Need::DebugUtils], run: name_everything, ..CASE },
    Case { name: "extensions/labels", needs: &[Need::DebugUtils], run: label, ..CASE },
];

fn draw_cells(c: &Commands<'_>, pipeline: &Pipeline, base: u32, count: u32) {
    c.bind(pipeline, &[c.frame.set]);
    c.push(pipeline, STAGES, 0, &[base, base]);
    c.draw_mesh([count, 1, 1]);
}

/// Draws that a word of a buffer switches on and off; their workgroups' side effects, too.
fn draw_on_condition(f: &Frame<'_>, in_pass: bool) -> Result<()> {
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let words = f.gpu.buffer_for(2, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&words, &[0, 1])?;
    let conditional = ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
    let condition = |c: &Commands<'_>, offset, flags, draw: &dyn Fn()| {
        let info = vk::ConditionalRenderingBeginInfoEXT::default().buffer(words.raw).offset(offset).flags(flags);
        // SAFETY: the buffer is of this device, and the condition begins and ends at the same place of a pass.
        unsafe {
            (conditional.fp().cmd_begin_conditional_rendering_ext)(c.raw, &info);
            draw();
            (conditional.fp().cmd_end_conditional_rendering_ext)(c.raw);
        }
    };
    let (plain, inverted) = (vk::ConditionalRenderingFlagsEXT::empty(), vk::ConditionalRenderingFlagsEXT::INVERTED);
    f.submit(|c| {
        let draws: [(u64, _, &dyn Fn()); 5] = [
            (0, plain, &|| draw_cells(c, &cells, 0, 40)),
            (4, plain, &|| draw_cells(c, &cells, 8, 30)),
            (0, inverted, &|| draw_cells(c, &tasks, 16, 2)),
            (4, inverted, &|| draw_cells(c, &tasks, 32, 2)),
            (0, inverted, &|| draw_cells(c, &cells, 50, 3)),
        ];
        if in_pass {
            c.pass(CLEAR, || {
                draw_cells(c, &tasks, 40, 1);
                for (offset, flags, draw) in draws {
                    condition(c, offset, flags, draw);
                }
                draw_cells(c, &cells, 60, 2);
            });
        } else {
            c.pass(CLEAR, || ());
            for (offset, flags, draw) in draws {
                condition(c, offset, flags, &|| c.pass(LOAD, draw));
            }
        }
    })
}

/// Both sets lie in one descriptor buffer; the second draw has another offset for the second set.
fn bind_descriptor_buffer(f: &Frame<'_>) -> Result<()> {
    let buffers = ext::descriptor_buffer::Device::new(f.gpu.instance(), &f.gpu.device);
    let flags = vk::DescriptorSetLayoutCreateFlags::DESCRIPTOR_BUFFER_EXT;
    let set_layout = f.gpu.set_layout_with(&[Binding::new(vk::DescriptorType::STORAGE_BUFFER)], flags)?;
    let layout = f.gpu.layout(&[set_layout, set_layout], &[])?;
    let create = vk::PipelineCreateFlags::DESCRIPTOR_BUFFER_EXT;
    let pipeline = f.pipeline_with(&Shading { create, ..NUMBERS }, layout)?;
    let properties = f.gpu.descriptor_buffer_properties();
    let size = properties.storage_buffer_descriptor_size;

    let rows = [f.gpu.buffer_with(&[1, 6, 12])?, f.gpu.buffer_with(&[4, 3, 13])?];
    let descriptors = f.gpu.buffer_for(1024, vk::BufferUsageFlags::RESOURCE_DESCRIPTOR_BUFFER_EXT)?;
    let mut words = vec![0u32; 1024];
    // SAFETY: the layout is of this device and was made for descriptor buffers.
    let binding = unsafe { buffers.get_descriptor_set_layout_binding_offset(set_layout, 0) } as usize;
    for (index, buffer) in [&f.results, &rows[0], &rows[1]].into_iter().enumerate() {
        let address = vk::DescriptorAddressInfoEXT::default().address(buffer.address).range(buffer.words as u64 * 4);
        let data = vk::DescriptorDataEXT { p_storage_buffer: &raw const address };
        let info = vk::DescriptorGetInfoEXT { ty: vk::DescriptorType::STORAGE_BUFFER, data, ..Default::default() };
        let place = index * SET_STRIDE + binding;
        // SAFETY: the descriptor's size is the device's, and the buffer's range is valid.
        unsafe { buffers.get_descriptor(&info, &mut bytemuck::cast_slice_mut(&mut words)[place..][..size]) };
    }
    f.gpu.write(&descriptors, &words)?;

    let usage = vk::BufferUsageFlags::RESOURCE_DESCRIPTOR_BUFFER_EXT;
    let bound = [vk::DescriptorBufferBindingInfoEXT::default().address(descriptors.address).usage(usage)];
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[]);
            // SAFETY: buffer and offsets hold the sets' descriptors.
            unsafe { buffers.cmd_bind_descriptor_buffers(c.raw, &bound) };
            for set in [1, 2] {
                let (point, offsets) = (pipeline.point, [0, (set * SET_STRIDE) as u64]);
                // SAFETY: as above.
                unsafe {
                    buffers.cmd_set_descriptor_buffer_offsets(c.raw, point, layout, 0, &[0, 0], &offsets);
                }
                c.draw_mesh([1, 1, 1]);
            }
        });
    })
}

/// Bytes between sets in the descriptor buffer: a multiple of any device's alignment.
const SET_STRIDE: usize = 1024;

/// Labels of `VK_EXT_debug_utils`, across a pass and inside it.
fn label(f: &Frame<'_>) -> Result<()> {
    let labels = ext::debug_utils::Device::new(f.gpu.instance(), &f.gpu.device);
    let cells = f.pipeline(&CELLS)?;
    let (outer, inner) = (vk::DebugUtilsLabelEXT::default().label_name(c"frame"), vk::DebugUtilsLabelEXT::default());
    let inner = inner.label_name(c"draw");
    f.submit(|c| {
        // SAFETY: the instance has the extension, and labels begin and end in turn.
        unsafe {
            labels.cmd_begin_debug_utils_label(c.raw, &outer);
            c.pass(CLEAR, || {
                labels.cmd_begin_debug_utils_label(c.raw, &inner);
                draw_cells(c, &cells, 11, 4);
                labels.cmd_end_debug_utils_label(c.raw);
                labels.cmd_insert_debug_utils_label(c.raw, &inner);
                draw_cells(c, &cells, 21, 4);
            });
            labels.cmd_end_debug_utils_label(c.raw);
        }
    })
}

/// Names on every kind of object that the layer stands for, before what has them is used.
fn name_everything(f: &Frame<'_>) -> Result<()> {
    let names = ext::debug_utils::Device::new(f.gpu.instance(), &f.gpu.device);
    let name = |kind: vk::ObjectType, handle: u64| {
        let info = vk::DebugUtilsObjectNameInfoEXT { object_type: kind, object_handle: handle, ..Default::default() };
        // SAFETY: the instance has the extension, and the object is alive.
        unsafe { names.set_debug_utils_object_name(&info.object_name(c"named")) }.during("vkSetDebugUtilsObjectNameEXT")
    };
    let tasks = f.pipeline(&TASKS)?;
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(include_bytes!("../../shaders/draws/cells.mesh.spv"));
    // SAFETY: valid SPIR-V of the driver's or the layer's.
    let module =
        unsafe { f.gpu.device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&words), None) };
    let module = module.during("vkCreateShaderModule")?;
    let commands = f.record(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT, |c| {
        c.pass(CLEAR, || draw_cells(c, &tasks, 7, 2));
    })?;
    for (kind, handle) in [
        (vk::ObjectType::DEVICE, f.gpu.device.handle().as_raw()),
        (vk::ObjectType::QUEUE, f.gpu.queue.as_raw()),
        (vk::ObjectType::COMMAND_POOL, f.gpu.pool.as_raw()),
        (vk::ObjectType::COMMAND_BUFFER, commands.as_raw()),
        (vk::ObjectType::BUFFER, f.results.raw.as_raw()),
        (vk::ObjectType::DESCRIPTOR_SET_LAYOUT, f.set_layout.as_raw()),
        (vk::ObjectType::DESCRIPTOR_SET, f.set.as_raw()),
        (vk::ObjectType::PIPELINE_LAYOUT, f.layout.as_raw()),
        (vk::ObjectType::SHADER_MODULE, module.as_raw()),
        (vk::ObjectType::PIPELINE, tasks.raw.as_raw()),
    ] {
        name(kind, handle)?;
    }
    // SAFETY: nothing is made of it.
    unsafe { f.gpu.device.destroy_shader_module(module, None) };
    f.gpu.submit(&[commands])
}
