//! State of the vertex input stage. A mesh draw has none of it, so the program may expect what it set before to hold after
//! mesh draws. But the draws that stand for them use two vertex bindings and an index buffer, and their pipelines have a
//! vertex input and a topology of their own.

use ash::vk;
use smallvec::SmallVec;

use super::commands::{
    BindIndexBuffer, BindIndexBuffer2, BindVertexBuffers, BindVertexBuffers2, SetPrimitiveRestartEnable,
    SetPrimitiveTopology, SetVertexInputEXT,
};
use super::emit::Emit;
use super::table::Op;

/// Whether a command binds vertex or index buffers.
pub fn binds_draw_buffers(op: Op) -> bool {
    matches!(op, Op::BindVertexBuffers | Op::BindVertexBuffers2 | Op::BindIndexBuffer | Op::BindIndexBuffer2)
}

/// What the program set last, and what of it has been disturbed.
#[derive(Default)]
pub struct VertexState {
    /// By binding.
    buffers: SmallVec<[Option<VertexBuffer>; 8]>,
    index_buffer: Option<IndexBuffer>,
    topology: Option<SetPrimitiveTopology>,
    restart: Option<SetPrimitiveRestartEnable>,
    input: Option<SetVertexInputEXT>,
    /// Of the bindings that mesh draws use.
    bindings_lost: [bool; 2],
    index_buffer_lost: bool,
    /// A mesh pipeline was bound since the dynamic state was set.
    dynamic_lost: bool,
}

#[derive(Clone, Copy)]
struct VertexBuffer {
    buffer: vk::Buffer,
    offset: vk::DeviceSize,
    size: Option<vk::DeviceSize>,
    stride: Option<vk::DeviceSize>,
}

#[derive(Clone, Copy)]
enum IndexBuffer {
    Whole(BindIndexBuffer),
    Part(BindIndexBuffer2),
}

impl VertexState {
    /// # Safety
    /// The arguments are valid.
    pub unsafe fn bind_buffers(&mut self, command: &BindVertexBuffers2) {
        let first = command.first_binding as usize;
        let count = command.binding_count as usize;
        if self.buffers.len() < first + count {
            self.buffers.resize(first + count, None);
        }
        // SAFETY: the caller's promise: arrays of `binding_count`, the last two optional.
        let read = |array: *const vk::DeviceSize, i| unsafe { (!array.is_null()).then(|| *array.add(i)) };
        for i in 0..count {
            let before = self.buffers[first + i].and_then(|before| before.stride);
            self.buffers[first + i] = Some(VertexBuffer {
                // SAFETY: as above.
                buffer: unsafe { *command.p_buffers.add(i) },
                offset: read(command.p_offsets, i).unwrap_or(0),
                size: read(command.p_sizes, i),
                stride: read(command.p_strides, i).or(before),
            });
        }
        for lost in self.bindings_lost.iter_mut().skip(first).take(count) {
            *lost = false;
        }
    }

    pub fn bind_index_buffer(&mut self, command: BindIndexBuffer) {
        self.index_buffer = Some(IndexBuffer::Whole(command));
        self.index_buffer_lost = false;
    }

    pub fn bind_index_buffer_part(&mut self, command: BindIndexBuffer2) {
        self.index_buffer = Some(IndexBuffer::Part(command));
        self.index_buffer_lost = false;
    }

    pub fn set_topology(&mut self, command: SetPrimitiveTopology) {
        self.topology = Some(command);
    }

    pub fn set_restart(&mut self, command: SetPrimitiveRestartEnable) {
        self.restart = Some(command);
    }

    /// `command` owns its arrays.
    pub fn set_input(&mut self, command: SetVertexInputEXT) {
        self.input = Some(command);
    }

    pub fn mesh_pipeline_bound(&mut self) {
        self.dynamic_lost = true;
    }

    pub fn mesh_drawn(&mut self) {
        self.bindings_lost = [true; 2];
        self.index_buffer_lost = true;
    }

    /// Before a vertex draw: the buffers.
    pub fn restore_buffers(&mut self, to: &mut impl Emit) {
        for (binding, lost) in (0..).zip(core::mem::take(&mut self.bindings_lost)) {
            if lost && let Some(Some(buffer)) = self.buffers.get(binding as usize) {
                buffer.emit(to, binding, false);
            }
        }
        if core::mem::take(&mut self.index_buffer_lost) {
            self.emit_index_buffer(to);
        }
    }

    fn emit_index_buffer(&self, to: &mut impl Emit) {
        match self.index_buffer {
            Some(IndexBuffer::Whole(command)) => to.emit(command),
            Some(IndexBuffer::Part(command)) => to.emit(command),
            None => {}
        }
    }

    /// Before a vertex pipeline is bound: dynamic state. It must come before, as that pipeline may have it static, when
    /// setting it after would be wrong.
    pub fn restore_dynamic(&mut self, to: &mut impl Emit) {
        if core::mem::take(&mut self.dynamic_lost) {
            self.emit_dynamic(to);
            for (binding, buffer) in (0..).zip(&self.buffers) {
                if let Some(buffer) = buffer.filter(|buffer| buffer.stride.is_some()) {
                    buffer.emit(to, binding, true);
                }
            }
        }
    }

    fn emit_dynamic(&self, to: &mut impl Emit) {
        if let Some(command) = self.topology {
            to.emit(command);
        }
        if let Some(command) = self.restart {
            to.emit(command);
        }
        if let Some(command) = self.input {
            to.emit(command);
        }
    }

    /// All of it, before pipelines are bound.
    pub fn emit(&self, to: &mut impl Emit) {
        self.emit_dynamic(to);
        for (binding, buffer) in (0..).zip(&self.buffers) {
            if let Some(buffer) = buffer {
                buffer.emit(to, binding, true);
            }
        }
        self.emit_index_buffer(to);
    }
}

impl VertexBuffer {
    fn emit(&self, to: &mut impl Emit, first_binding: u32, with_stride: bool) {
        let (p_buffers, p_offsets) = (&raw const self.buffer, &raw const self.offset);
        let optional = |value: &Option<vk::DeviceSize>| value.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
        let stride = self.stride.filter(|_| with_stride);
        let (p_sizes, p_strides) = (optional(&self.size), optional(&stride));
        if p_sizes.is_null() && p_strides.is_null() {
            return to.emit(BindVertexBuffers { first_binding, binding_count: 1, p_buffers, p_offsets });
        }
        to.emit(BindVertexBuffers2 { first_binding, binding_count: 1, p_buffers, p_offsets, p_sizes, p_strides });
    }
}
