//! Commands that take device addresses. Each case has a twin with the older commands, which is its oracle.

use ash::ext;
use ash::vk::{self, AccessFlags2 as Access, PipelineStageFlags2 as Stage};

use super::secondaries::{CONTINUES, execute, secondary};
use crate::address_commands::*;
use crate::case::{CASE, Case, Wrong};
use crate::commands::{CLEAR, Commands};
use crate::descriptor::STAGES;
use crate::error::{Error, Result};
use crate::frame::Frame;
use crate::need::Need;
use crate::pipeline::{SHADING, Shading};
use crate::resource::{Buffer, Image};

const CELLS: Shading = Shading { shaders: "draws/cells", ..SHADING };
const TASKS: Shading = Shading { shaders: "draws/tasks", ..SHADING };
const VERTICES: Shading = Shading { shaders: "draws/vertices", ..SHADING };

pub const CASES: &[Case] = &[
    addressed("addresses/draws", "addresses/draws_of_buffers", |f| draw(f, true)),
    Case { name: "addresses/draws_of_buffers", run: |f| draw(f, false), ..CASE },
    Case {
        needs: &[Need::AddressCommands, Need::DrawIndirectCount],
        ..addressed("addresses/counts", "addresses/counts_of_buffers", |f| count(f, true))
    },
    Case { name: "addresses/counts_of_buffers", needs: &[Need::DrawIndirectCount], run: |f| count(f, false), ..CASE },
    addressed("addresses/copies", "addresses/copies_of_buffers", |f| copy(f, true)),
    Case { name: "addresses/copies_of_buffers", run: |f| copy(f, false), ..CASE },
    Case {
        needs: &[Need::AddressCommands, Need::PrimitiveQueries],
        ..addressed("addresses/queries", "addresses/queries_of_buffers", |f| query(f, true))
    },
    Case { name: "addresses/queries_of_buffers", needs: &[Need::PrimitiveQueries], run: |f| query(f, false), ..CASE },
    Case {
        needs: &[Need::AddressCommands, Need::ConditionalRendering],
        ..addressed("addresses/conditions", "addresses/conditions_of_buffers", |f| draw_on_condition(f, true))
    },
    Case {
        name: "addresses/conditions_of_buffers",
        needs: &[Need::ConditionalRendering],
        run: |f| draw_on_condition(f, false),
        ..CASE
    },
];

const fn addressed(name: &'static str, like: &'static str, run: fn(&Frame<'_>) -> Result<()>) -> Case {
    let native_is_wrong = Some(Wrong { why: "there is no VK_KHR_device_address_commands", like });
    Case { name, needs: &[Need::AddressCommands], native_is_wrong, run, ..CASE }
}

/// Commands on buffers, in one form or the other.
struct Recorder<'a> {
    frame: &'a Frame<'a>,
    /// Those with addresses.
    addresses: Option<AddressCommands>,
}

impl<'a> Recorder<'a> {
    fn new(frame: &'a Frame<'a>, by_address: bool) -> Result<Self> {
        let device = &frame.gpu.device;
        let load = |name: &std::ffi::CStr| {
            // SAFETY: the device is alive.
            unsafe { (frame.gpu.instance().fp_v1_0().get_device_proc_addr)(device.handle(), name.as_ptr()) }
        };
        let addresses = match by_address {
            true => Some(AddressCommands::load(load).ok_or(Error::NoDevice("the commands of its extension"))?),
            false => None,
        };
        Ok(Self { frame, addresses })
    }

    fn draw_mesh_indirect(&self, c: &Commands<'_>, arguments: &Buffer, offset: u64, draw_count: u32, stride: u32) {
        let Some(addresses) = &self.addresses else {
            return c.draw_mesh_indirect(arguments, offset, draw_count, stride);
        };
        let info = DrawIndirect2InfoKHR {
            address_range: arguments.strided(offset, stride),
            address_flags: Buffer::ADDRESS_FLAGS,
            draw_count,
            ..Default::default()
        };
        // SAFETY: the arguments lie in a buffer of this device; the same below.
        unsafe { (addresses.draw_mesh_tasks_indirect)(c.raw, &info) };
    }

    fn draw_mesh_indirect_count(
        &self,
        c: &Commands<'_>,
        (arguments, offset): (&Buffer, u64),
        (count, count_offset): (&Buffer, u64),
        max_draw_count: u32,
        stride: u32,
    ) {
        let Some(addresses) = &self.addresses else {
            return c.draw_mesh_indirect_count((arguments, offset), (count, count_offset), max_draw_count, stride);
        };
        let info = DrawIndirectCount2InfoKHR {
            address_range: arguments.strided(offset, stride),
            address_flags: Buffer::ADDRESS_FLAGS,
            count_address_range: count.range(count_offset),
            count_address_flags: Buffer::ADDRESS_FLAGS,
            max_draw_count,
            ..Default::default()
        };
        // SAFETY: as above.
        unsafe { (addresses.draw_mesh_tasks_indirect_count)(c.raw, &info) };
    }

    fn bind_vertices(&self, c: &Commands<'_>, vertices: &Buffer, indices: &Buffer) {
        let Some(addresses) = &self.addresses else { return c.bind_vertices(vertices, indices) };
        let indices = BindIndexBuffer3InfoKHR {
            address_range: indices.range(0),
            address_flags: Buffer::ADDRESS_FLAGS,
            index_type: vk::IndexType::UINT32,
            ..Default::default()
        };
        let vertices = BindVertexBuffer3InfoKHR {
            address_range: vertices.strided(0, 0),
            address_flags: Buffer::ADDRESS_FLAGS,
            ..Default::default()
        };
        // SAFETY: as above.
        unsafe {
            (addresses.bind_vertex_buffers)(c.raw, 0, 1, &vertices);
            (addresses.bind_index_buffer)(c.raw, &indices);
        }
    }

    fn draw_indexed_indirect(&self, c: &Commands<'_>, arguments: &Buffer, offset: u64) {
        let info = DrawIndirect2InfoKHR {
            address_range: arguments.strided(offset, 0),
            address_flags: Buffer::ADDRESS_FLAGS,
            draw_count: 1,
            ..Default::default()
        };
        // SAFETY: as above.
        unsafe {
            match &self.addresses {
                Some(addresses) => (addresses.draw_indexed_indirect)(c.raw, &info),
                None => self.frame.gpu.device.cmd_draw_indexed_indirect(c.raw, arguments.raw, offset, 1, 0),
            }
        }
    }

    fn dispatch_indirect(&self, c: &Commands<'_>, arguments: &Buffer, offset: u64) {
        let address_range = arguments.range(offset);
        let info =
            DispatchIndirect2InfoKHR { address_range, address_flags: Buffer::ADDRESS_FLAGS, ..Default::default() };
        // SAFETY: as above.
        unsafe {
            match &self.addresses {
                Some(addresses) => (addresses.dispatch_indirect)(c.raw, &info),
                None => self.frame.gpu.device.cmd_dispatch_indirect(c.raw, arguments.raw, offset),
            }
        }
    }

    fn update(&self, c: &Commands<'_>, buffer: &Buffer, offset: u64, words: &[u32]) {
        let (bytes, flags) = (size_of_val(words) as u64, Buffer::ADDRESS_FLAGS);
        // SAFETY: as above.
        unsafe {
            match &self.addresses {
                Some(addresses) => {
                    (addresses.update_memory)(c.raw, &buffer.range(offset), flags, bytes, words.as_ptr().cast());
                }
                None => {
                    self.frame.gpu.device.cmd_update_buffer(c.raw, buffer.raw, offset, bytemuck::cast_slice(words));
                }
            }
        }
    }

    fn fill(&self, c: &Commands<'_>, buffer: &Buffer, offset: u64, bytes: u64, word: u32) {
        let range = Range { size: bytes, ..buffer.range(offset) };
        // SAFETY: as above.
        unsafe {
            match &self.addresses {
                Some(addresses) => (addresses.fill_memory)(c.raw, &range, Buffer::ADDRESS_FLAGS, word),
                None => self.frame.gpu.device.cmd_fill_buffer(c.raw, buffer.raw, offset, bytes, word),
            }
        }
    }

    /// Two regions of one command.
    fn copy(&self, c: &Commands<'_>, from: &Buffer, to: &Buffer, regions: &[vk::BufferCopy; 2]) {
        let flags = Buffer::ADDRESS_FLAGS;
        let copies = regions.map(|region| DeviceMemoryCopyKHR {
            src_range: Range { size: region.size, ..from.range(region.src_offset) },
            src_flags: flags,
            dst_range: Range { size: region.size, ..to.range(region.dst_offset) },
            dst_flags: flags,
            ..Default::default()
        });
        let info = CopyDeviceMemoryInfoKHR { region_count: 2, p_regions: copies.as_ptr(), ..Default::default() };
        // SAFETY: as above.
        unsafe {
            match &self.addresses {
                Some(addresses) => (addresses.copy_memory)(c.raw, &info),
                None => self.frame.gpu.device.cmd_copy_buffer(c.raw, from.raw, to.raw, regions),
            }
        }
    }

    fn copy_image(&self, c: &Commands<'_>, image: &Image, to: &Buffer) {
        let Some(addresses) = &self.addresses else { return c.copy_to_buffer(image, to) };
        let region = DeviceMemoryImageCopyKHR {
            address_range: to.range(0),
            address_flags: Buffer::ADDRESS_FLAGS,
            image_subresource: vk::ImageSubresourceLayers::default().aspect_mask(image.aspect()).layer_count(1),
            image_layout: vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
            image_extent: vk::Extent3D { width: image.size, height: image.size, depth: 1 },
            ..Default::default()
        };
        let info = CopyDeviceMemoryImageInfoKHR {
            image: image.raw,
            region_count: 1,
            p_regions: &region,
            ..Default::default()
        };
        // SAFETY: as above; the image is in the layout.
        unsafe { (addresses.copy_image_to_memory)(c.raw, &info) };
        self.barrier(c, to, (Stage::COPY, Access::TRANSFER_WRITE), (Stage::HOST, Access::HOST_READ));
    }

    fn barrier(&self, c: &Commands<'_>, on: &Buffer, from: (Stage, Access), to: (Stage, Access)) {
        if self.addresses.is_none() {
            return c.barrier(from, to);
        }
        let barrier = MemoryRangeBarrierKHR {
            src_stage_mask: from.0,
            src_access_mask: from.1,
            dst_stage_mask: to.0,
            dst_access_mask: to.1,
            address_range: on.range(0),
            address_flags: Buffer::ADDRESS_FLAGS,
            ..Default::default()
        };
        let ranges = MemoryRangeBarriersInfoKHR { count: 1, p_barriers: &barrier, ..Default::default() };
        let info = vk::DependencyInfo { p_next: (&raw const ranges).cast(), ..Default::default() };
        // SAFETY: as above.
        unsafe { self.frame.gpu.device.cmd_pipeline_barrier2(c.raw, &info) };
    }
}

const WRITTEN: (Stage, Access) = (Stage::ALL_TRANSFER, Access::TRANSFER_WRITE);
const COPIED: (Stage, Access) = (Stage::ALL_TRANSFER, Access::TRANSFER_READ);
const DRAWN_WITH: (Stage, Access) = (Stage::DRAW_INDIRECT, Access::INDIRECT_COMMAND_READ);

/// Mesh and vertex draws in turn, also from secondary command buffers, with arguments that come just before the pass.
fn draw(f: &Frame<'_>, by_address: bool) -> Result<()> {
    let recorder = Recorder::new(f, by_address)?;
    let (cells, tasks) = (f.pipeline(&CELLS)?, f.pipeline(&TASKS)?);
    let vertices = f.vertex_pipeline(&VERTICES)?;
    let corners = [[-0.9f32, -0.2, 0.0, 1.0], [0.9, -0.2, 0.0, 1.0], [-0.9, 0.1, 0.0, 1.0], [0.9, 0.5, 0.0, 1.0]];
    let corners = f.gpu.buffer_with(&corners.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>())?;
    let indices = f.gpu.buffer_with(&[0, 1, 2, 2, 1, 3])?;
    let arguments = f.gpu.buffer(32)?;
    let draw_cells = |c: &Commands<'_>, pipeline, base, offset| {
        c.bind(pipeline, &[f.set]);
        c.push(pipeline, STAGES, 0, &[base, 1]);
        recorder.draw_mesh_indirect(c, &arguments, offset, 1, 12);
    };
    let draw_indexed = |c: &Commands<'_>| {
        c.bind(&vertices, &[]);
        recorder.draw_indexed_indirect(c, &arguments, 48);
    };
    let continued = secondary(f, CONTINUES, |c| {
        recorder.bind_vertices(c, &corners, &indices);
        draw_cells(c, &tasks, 40, 0);
        draw_indexed(c);
        draw_cells(c, &cells, 20, 12);
    })?;
    f.submit(|c| {
        recorder.update(c, &arguments, 0, &[3, 1, 1, 2, 2, 1, 4, 1, 1, 1, 0, 0, 6, 1, 0, 0, 0]);
        recorder.barrier(c, &arguments, WRITTEN, DRAWN_WITH);
        recorder.bind_vertices(c, &corners, &indices);
        c.pass(CLEAR, || {
            draw_cells(c, &cells, 0, 24);
            draw_indexed(c);
            draw_cells(c, &tasks, 8, 12);
            draw_indexed(c);
        });
        execute(c, vk::AttachmentLoadOp::LOAD, &[&[continued]]);
    })
}

fn count(f: &Frame<'_>, by_address: bool) -> Result<()> {
    let recorder = Recorder::new(f, by_address)?;
    let (pipeline, compute) = (f.pipeline(&TASKS)?, f.compute_pipeline("draws/arguments")?);
    let groups = f.gpu.buffer_with(&[0, 1, 1, 1])?;
    f.submit(|c| {
        c.bind(&compute, &[f.set]);
        recorder.dispatch_indirect(c, &groups, 4);
        recorder.barrier(c, &f.results, (Stage::COMPUTE_SHADER, Access::SHADER_WRITE), DRAWN_WITH);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &[0, 9]);
            recorder.draw_mesh_indirect_count(c, (&f.results, 4 * 517), (&f.results, 4 * 511), 5, 20);
            c.push(&pipeline, STAGES, 0, &[30, 9]);
            recorder.draw_mesh_indirect_count(c, (&f.results, 4 * 517), (&groups, 0), 5, 20);
        });
    })
}

/// What is copied is drawn with, and the picture is copied, too.
fn copy(f: &Frame<'_>, by_address: bool) -> Result<()> {
    let recorder = Recorder::new(f, by_address)?;
    let pipeline = f.pipeline(&CELLS)?;
    let (from, to) = (f.gpu.buffer_with(&[7, 2, 1, 1, 9, 9, 5, 1, 1])?, f.gpu.buffer(16)?);
    let picture = f.gpu.buffer((f.color.size * f.color.size) as usize)?;
    f.capture(&to);
    f.capture(&picture);
    let (drawn, source) = (vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL, vk::ImageLayout::TRANSFER_SRC_OPTIMAL);
    f.submit(|c| {
        recorder.fill(c, &to, 4, 56, 1);
        recorder.barrier(c, &to, WRITTEN, (WRITTEN.0, WRITTEN.1 | COPIED.1));
        let region = |src_offset, dst_offset, size| vk::BufferCopy { src_offset, dst_offset, size };
        recorder.copy(c, &from, &to, &[region(4, 0, 12), region(24, 20, 4)]);
        recorder.barrier(c, &to, WRITTEN, DRAWN_WITH);
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            c.push(&pipeline, STAGES, 0, &[8, 1]);
            recorder.draw_mesh_indirect(c, &to, 0, 1, 12);
            recorder.draw_mesh_indirect(c, &to, 20, 1, 0);
        });
        c.transition(&f.color, drawn, source);
        recorder.copy_image(c, &f.color, &picture);
        c.transition(&f.color, source, drawn);
    })
}

/// Results of queries of mesh shaders, which the layer completes.
fn query(f: &Frame<'_>, by_address: bool) -> Result<()> {
    let recorder = Recorder::new(f, by_address)?;
    let pipeline = f.pipeline(&CELLS)?;
    let pool = f.gpu.query_pool(vk::QueryType::MESH_PRIMITIVES_GENERATED_EXT, 2)?;
    let (arguments, results) = (f.gpu.buffer_with(&[5, 1, 1])?, f.gpu.buffer(12)?);
    f.capture(&results);
    let device = &f.gpu.device;
    let flags = vk::QueryResultFlags::WAIT | vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WITH_AVAILABILITY;
    f.submit(|c| {
        // SAFETY: pool and buffer are of this device; queries begin and end in turn.
        unsafe {
            device.cmd_reset_query_pool(c.raw, pool, 0, 2);
            c.pass(CLEAR, || {
                c.bind(&pipeline, &[f.set]);
                c.push(&pipeline, STAGES, 0, &[8, 1]);
                for (query, draws) in [(0, 1), (1, 3)] {
                    device.cmd_begin_query(c.raw, pool, query, vk::QueryControlFlags::empty());
                    (0..draws).for_each(|_| recorder.draw_mesh_indirect(c, &arguments, 0, 1, 12));
                    device.cmd_end_query(c.raw, pool, query);
                }
            });
            match &recorder.addresses {
                Some(addresses) => {
                    let (range, usage) = (results.strided(8, 16), Buffer::ADDRESS_FLAGS);
                    (addresses.copy_query_pool_results_to_memory)(c.raw, pool, 0, 2, &range, usage, flags);
                }
                None => device.cmd_copy_query_pool_results(c.raw, pool, 0, 2, results.raw, 8, 16, flags),
            }
        }
        recorder.barrier(c, &results, WRITTEN, (Stage::HOST, Access::HOST_READ));
    })
}

fn draw_on_condition(f: &Frame<'_>, by_address: bool) -> Result<()> {
    let recorder = Recorder::new(f, by_address)?;
    let pipeline = f.pipeline(&CELLS)?;
    let words = f.gpu.buffer_for(2, vk::BufferUsageFlags::CONDITIONAL_RENDERING_EXT)?;
    f.gpu.write(&words, &[0, 1])?;
    let arguments = f.gpu.buffer_with(&[5, 1, 1])?;
    let conditional = ext::conditional_rendering::Device::new(f.gpu.instance(), &f.gpu.device);
    let begin = |c: &Commands<'_>, offset| {
        let info = vk::ConditionalRenderingBeginInfoEXT::default().buffer(words.raw).offset(offset);
        let info_2 = ConditionalRenderingBeginInfo2EXT {
            address_range: Range { size: 4, ..words.range(offset) },
            address_flags: Buffer::ADDRESS_FLAGS,
            ..Default::default()
        };
        // SAFETY: the buffer is of this device; the command of this name has this type.
        unsafe {
            if recorder.addresses.is_none() {
                return (conditional.fp().cmd_begin_conditional_rendering_ext)(c.raw, &info);
            }
            let name = c"vkCmdBeginConditionalRendering2EXT";
            let load = f.gpu.instance().fp_v1_0().get_device_proc_addr;
            let command = load(f.gpu.device.handle(), name.as_ptr()).expect("the extension's command");
            std::mem::transmute::<unsafe extern "system" fn(), BeginConditionalRendering2>(command)(c.raw, &info_2);
        }
    };
    f.submit(|c| {
        c.pass(CLEAR, || {
            c.bind(&pipeline, &[f.set]);
            for (base, offset) in [(0, 0), (16, 4)] {
                begin(c, offset);
                c.push(&pipeline, STAGES, 0, &[base, 1]);
                recorder.draw_mesh_indirect(c, &arguments, 0, 1, 12);
                // SAFETY: begun above.
                unsafe { (conditional.fp().cmd_end_conditional_rendering_ext)(c.raw) };
            }
        });
    })
}
