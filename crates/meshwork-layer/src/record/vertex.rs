//! State of the vertex input stage. A mesh draw has none of it, so the program may expect what it set before to hold after
//! mesh draws. But the draws that stand for them use vertex binding 0 and an index buffer, and their pipelines have a
//! vertex input and a topology of their own.

use ash::vk;
use smallvec::SmallVec;

use super::commands::{
    BindIndexBuffer, BindIndexBuffer2, BindVertexBuffers, BindVertexBuffers2, SetPrimitiveRestartEnable,
    SetPrimitiveTopology, SetVertexInputEXT,
};
use super::memory::Memory;

use super::table::Command;

/// What the program set last, and what of it has been disturbed.
#[derive(Default)]
pub struct VertexState {
    /// By binding.
    buffers: SmallVec<[Option<VertexBuffer>; 8]>,
    index_buffer: Option<IndexBuffer>,
    topology: Option<SetPrimitiveTopology>,
    restart: Option<SetPrimitiveRestartEnable>,
    input: Option<SetVertexInputEXT>,
    binding_0_lost: bool,
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

/// Where commands that restore state go: the list of a pass, or the driver.
pub trait Emit {
    fn emit<C: Command>(&mut self, command: C);
    fn memory(&mut self) -> &mut Memory;
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
        if first == 0 && count > 0 {
            self.binding_0_lost = false;
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
        self.binding_0_lost = true;
        self.index_buffer_lost = true;
    }

    /// Before a vertex draw: the buffers.
    pub fn restore_buffers(&mut self, to: &mut impl Emit) {
        if core::mem::take(&mut self.binding_0_lost)
            && let Some(Some(buffer)) = self.buffers.first().copied()
        {
            emit_buffer(to, 0, &VertexBuffer { stride: None, ..buffer });
        }
        if core::mem::take(&mut self.index_buffer_lost) {
            match self.index_buffer {
                Some(IndexBuffer::Whole(command)) => to.emit(command),
                Some(IndexBuffer::Part(command)) => to.emit(command),
                None => {}
            }
        }
    }

    /// Before a vertex pipeline is bound: dynamic state. It must come before, as that pipeline may have it static, when
    /// setting it after would be wrong.
    pub fn restore_dynamic(&mut self, to: &mut impl Emit) {
        if !core::mem::take(&mut self.dynamic_lost) {
            return;
        }
        if let Some(command) = self.topology {
            to.emit(command);
        }
        if let Some(command) = self.restart {
            to.emit(command);
        }
        if let Some(command) = self.input {
            to.emit(command);
        }
        for (binding, buffer) in self.buffers.iter().enumerate() {
            if let Some(buffer) = buffer.filter(|buffer| buffer.stride.is_some()) {
                emit_buffer(to, binding as u32, &buffer);
            }
        }
    }
}

fn emit_buffer(to: &mut impl Emit, binding: u32, at: &VertexBuffer) {
    let memory = to.memory();
    let (p_buffers, p_offsets) = (memory.keep(at.buffer).cast_const(), memory.keep(at.offset).cast_const());
    if at.size.is_none() && at.stride.is_none() {
        return to.emit(BindVertexBuffers { first_binding: binding, binding_count: 1, p_buffers, p_offsets });
    }
    let mut optional =
        |value: Option<vk::DeviceSize>| value.map_or(core::ptr::null(), |value| memory.keep(value).cast_const());
    let (p_sizes, p_strides) = (optional(at.size), optional(at.stride));
    to.emit(BindVertexBuffers2 { first_binding: binding, binding_count: 1, p_buffers, p_offsets, p_sizes, p_strides });
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::super::table::Op;
    use super::*;

    /// Keeps the kinds of commands, and the strides of vertex buffers.
    #[derive(Default)]
    struct Seen {
        ops: Vec<Op>,
        strides: Vec<vk::DeviceSize>,
        memory: Memory,
    }

    impl Emit for Seen {
        fn emit<C: Command>(&mut self, command: C) {
            self.ops.push(C::OP);
            if C::OP == Op::BindVertexBuffers2 {
                // SAFETY: the variant says which structure it is, and its arrays have one element.
                unsafe {
                    let command = &*core::ptr::from_ref(&command).cast::<BindVertexBuffers2>();
                    self.strides.extend(command.p_strides.as_ref());
                }
            }
        }

        fn memory(&mut self) -> &mut Memory {
            &mut self.memory
        }
    }

    fn bind(state: &mut VertexState, first: u32, stride: Option<u64>) {
        let (buffer, offset) = (vk::Buffer::from_raw(1), 4);
        let command = BindVertexBuffers2 {
            first_binding: first,
            binding_count: 1,
            p_buffers: &buffer,
            p_offsets: &offset,
            p_sizes: core::ptr::null(),
            p_strides: stride.as_ref().map_or(core::ptr::null(), core::ptr::from_ref),
        };
        // SAFETY: arrays of one element.
        unsafe { state.bind_buffers(&command) };
    }

    #[test]
    fn buffers_come_back_once_before_a_vertex_draw() {
        let (mut state, mut seen) = (VertexState::default(), Seen::default());
        bind(&mut state, 0, None);
        let (buffer, index_type) = (vk::Buffer::from_raw(2), vk::IndexType::UINT16);
        state.bind_index_buffer(BindIndexBuffer { buffer, offset: 0, index_type });
        state.restore_buffers(&mut seen);
        assert_eq!(seen.ops, []);
        state.mesh_drawn();
        state.restore_buffers(&mut seen);
        state.restore_buffers(&mut seen);
        assert_eq!(seen.ops, [Op::BindVertexBuffers, Op::BindIndexBuffer]);
    }

    #[test]
    fn what_the_program_binds_itself_is_not_restored() {
        let (mut state, mut seen) = (VertexState::default(), Seen::default());
        state.mesh_drawn();
        bind(&mut state, 0, None);
        state.restore_buffers(&mut seen);
        assert_eq!(seen.ops, []);
    }

    #[test]
    fn dynamic_state_comes_back_before_a_vertex_pipeline() {
        let (mut state, mut seen) = (VertexState::default(), Seen::default());
        state.set_topology(SetPrimitiveTopology { primitive_topology: vk::PrimitiveTopology::LINE_LIST });
        bind(&mut state, 2, Some(12));
        bind(&mut state, 2, None);
        state.restore_dynamic(&mut seen);
        assert_eq!(seen.ops, []);
        state.mesh_pipeline_bound();
        state.restore_dynamic(&mut seen);
        assert_eq!(
            (&seen.ops[..], &seen.strides[..]),
            (&[Op::SetPrimitiveTopology, Op::BindVertexBuffers2][..], &[12][..])
        );
    }
}
