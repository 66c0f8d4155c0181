//! What the program bound, as far as the hoisted work reads it or disturbs it.

use std::sync::Arc;

use ash::vk;
use smallvec::SmallVec;

use super::commands::{
    BindDescriptorBufferEmbeddedSamplersEXT, BindDescriptorBuffersEXT, BindDescriptorSets, BindPipeline,
    PushDescriptorSet, SetDescriptorBufferOffsetsEXT,
};
use super::emit::Emit;
use super::log::Log;
use super::memory::Memory;
use super::push::PushConstants;
use super::queries::Open;
use super::shader_objects::ShaderObjects;
use super::table::Op;
use super::vertex::VertexState;
use crate::pipelines::MeshPipelineData;

/// State of a command buffer. Pointers lead into the memory that the recorder keeps for it.
#[derive(Default)]
pub struct State {
    pub graphics: BindPoint,
    /// What the bound graphics pipeline is, if it has a mesh shader.
    pub mesh_pipeline: Option<Arc<MeshPipelineData>>,
    pub shaders: ShaderObjects,
    pub compute: BindPoint,
    pub ray_tracing: BindPoint,
    pub push_constants: PushConstants,
    pub descriptor_buffers: DescriptorBuffers,
    pub vertex: VertexState,
    pub log: Log,
    pub open: Open,
}

impl State {
    /// All that is set, for a command buffer of the driver that begins without state. What may be dynamic comes before
    /// pipelines: a pipeline may have it static, when setting it after would be wrong.
    pub fn emit(&self, to: &mut impl Emit) {
        use vk::PipelineBindPoint as At;
        let points =
            [(&self.compute, At::COMPUTE), (&self.ray_tracing, At::RAY_TRACING_KHR), (&self.graphics, At::GRAPHICS)];
        self.log.emit(to);
        self.vertex.emit(to);
        points.iter().for_each(|(point, at)| point.emit_pipeline(to, *at));
        self.shaders.emit(self.mesh_pipeline.as_deref(), to);
        self.descriptor_buffers.emit(to);
        points.iter().for_each(|(point, at)| point.emit_sets(to, *at));
        self.push_constants.emit(to);
        if let Some(condition) = self.open.condition_outside() {
            to.emit(condition);
        }
    }
}

impl State {
    /// What is bound for compute shaders, which a hoist disturbs.
    pub fn emit_compute(&self, to: &mut impl Emit) {
        self.compute.emit_pipeline(to, vk::PipelineBindPoint::COMPUTE);
        self.shaders.emit_compute(to);
        self.compute.emit_sets(to, vk::PipelineBindPoint::COMPUTE);
    }
}

#[derive(Default)]
pub struct BindPoint {
    pub pipeline: vk::Pipeline,
    pub sets: Sets,
    /// Counts the changes of `sets`.
    pub serial: u32,
    /// `serial` when each set was bound.
    bound_at: SmallVec<[u32; 4]>,
}

/// By set number.
pub type Sets = SmallVec<[Option<BoundSet>; 4]>;

/// One bound descriptor set.
#[derive(Clone, Copy)]
pub struct BoundSet {
    /// The layout that it was bound with.
    pub layout: vk::PipelineLayout,
    /// What the set's own layout is defined as: two sets with the same value are compatible.
    pub definition: u64,
    pub content: Content,
}

#[derive(Clone, Copy)]
pub enum Content {
    Set {
        set: vk::DescriptorSet,
        dynamic_offsets: &'static [u32],
    },
    /// Pushed descriptors, their arguments owned.
    Pushed(&'static [vk::WriteDescriptorSet<'static>]),
    /// An offset into a bound descriptor buffer.
    Buffer {
        index: u32,
        offset: u64,
    },
    EmbeddedSamplers,
}

/// Whether a command binds what [`BoundSet`] holds.
pub fn binds_descriptors(op: Op) -> bool {
    matches!(
        op,
        Op::BindDescriptorSets
            | Op::BindDescriptorSets2
            | Op::PushDescriptorSet
            | Op::PushDescriptorSet2
            | Op::SetDescriptorBufferOffsetsEXT
            | Op::SetDescriptorBufferOffsets2EXT
            | Op::BindDescriptorBufferEmbeddedSamplersEXT
            | Op::BindDescriptorBufferEmbeddedSamplers2EXT
    )
}

/// `vkCmdBindDescriptorBuffersEXT`, the same for all bind points.
#[derive(Clone, Copy, Default)]
pub struct DescriptorBuffers {
    pub infos: &'static [vk::DescriptorBufferBindingInfoEXT<'static>],
}

impl PartialEq for DescriptorBuffers {
    /// Whether they were bound by one command.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.infos, other.infos) || self.infos.is_empty() && other.infos.is_empty()
    }
}

impl DescriptorBuffers {
    pub fn emit(&self, to: &mut impl Emit) {
        if !self.infos.is_empty() {
            let (buffer_count, p_binding_infos) = (self.infos.len() as u32, self.infos.as_ptr());
            to.emit(BindDescriptorBuffersEXT { buffer_count, p_binding_infos });
        }
    }
}

impl PartialEq for BoundSet {
    /// Whether a shader sees the same. Pushed descriptors are equal only if they are the same push.
    fn eq(&self, other: &Self) -> bool {
        let same = match (self.content, other.content) {
            (Content::Set { set: a, dynamic_offsets: x }, Content::Set { set: b, dynamic_offsets: y }) => {
                a == b && x == y
            }
            (Content::Pushed(a), Content::Pushed(b)) => core::ptr::eq(a, b),
            (Content::Buffer { index: a, offset: x }, Content::Buffer { index: b, offset: y }) => a == b && x == y,
            (Content::EmbeddedSamplers, Content::EmbeddedSamplers) => true,
            _ => false,
        };
        same && self.definition == other.definition
    }
}

impl BindPoint {
    #[inline]
    pub fn set(&mut self, number: u32, bound: BoundSet) {
        let number = number as usize;
        if self.sets.len() <= number {
            self.grow(number + 1);
        }
        self.sets[number] = Some(bound);
        self.serial += 1;
        self.bound_at[number] = self.serial;
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        self.sets.resize(count, None);
        self.bound_at.resize(count, 0);
    }

    pub fn emit_pipeline(&self, to: &mut impl Emit, pipeline_bind_point: vk::PipelineBindPoint) {
        if self.pipeline != vk::Pipeline::null() {
            to.emit(BindPipeline { pipeline_bind_point, pipeline: self.pipeline });
        }
    }

    /// In the order in which they were bound: binding through one layout may disturb sets bound through another.
    pub fn emit_sets(&self, to: &mut impl Emit, at: vk::PipelineBindPoint) {
        let mut numbers: SmallVec<[usize; 4]> = (0..self.sets.len()).collect();
        numbers.sort_by_key(|&number| self.bound_at[number]);
        for number in numbers {
            if let Some(bound) = &self.sets[number] {
                bound.emit(to, at, bound.layout, number as u32);
            }
        }
    }

    /// Adds pushed descriptors to a set: what was pushed before stays, unless it is pushed again.
    pub fn push(
        &mut self,
        memory: &mut Memory,
        number: u32,
        layout: vk::PipelineLayout,
        definition: u64,
        new: &[vk::WriteDescriptorSet<'static>],
    ) {
        let before = match self.sets.get(number as usize) {
            Some(Some(BoundSet { content: Content::Pushed(writes), definition: same, .. })) if *same == definition => {
                *writes
            }
            _ => &[],
        };
        let kept = before.iter().filter(|old| !new.iter().any(|new| replaces(new, old))).copied();
        let writes: SmallVec<[_; 16]> = kept.chain(new.iter().copied()).collect();
        // SAFETY: the state is cleared before its memory is reset.
        let writes = unsafe { std::slice::from_raw_parts(memory.keep_slice(&writes), writes.len()) };
        self.set(number, BoundSet { layout, definition, content: Content::Pushed(writes) });
    }
}

/// Whether `new` writes every descriptor that `old` wrote.
fn replaces(new: &vk::WriteDescriptorSet, old: &vk::WriteDescriptorSet) -> bool {
    new.dst_binding == old.dst_binding
        && new.dst_array_element <= old.dst_array_element
        && new.dst_array_element + new.descriptor_count >= old.dst_array_element + old.descriptor_count
}

impl BoundSet {
    /// Bound by descriptor buffer rather than by set.
    pub fn is_in_buffer(&self) -> bool {
        matches!(self.content, Content::Buffer { .. } | Content::EmbeddedSamplers)
    }

    /// Binds the set, to `pipeline_bind_point` through `layout`, which has a compatible set with this number.
    pub fn emit(
        &self,
        to: &mut impl Emit,
        pipeline_bind_point: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        set: u32,
    ) {
        match &self.content {
            Content::Set { set: bound, dynamic_offsets } => to.emit(BindDescriptorSets {
                pipeline_bind_point,
                layout,
                first_set: set,
                descriptor_set_count: 1,
                p_descriptor_sets: bound,
                dynamic_offset_count: dynamic_offsets.len() as u32,
                p_dynamic_offsets: dynamic_offsets.as_ptr(),
            }),
            Content::Pushed(writes) => to.emit(PushDescriptorSet {
                pipeline_bind_point,
                layout,
                set,
                descriptor_write_count: writes.len() as u32,
                p_descriptor_writes: writes.as_ptr(),
            }),
            Content::Buffer { index, offset } => to.emit(SetDescriptorBufferOffsetsEXT {
                pipeline_bind_point,
                layout,
                first_set: set,
                set_count: 1,
                p_buffer_indices: index,
                p_offsets: offset,
            }),
            Content::EmbeddedSamplers => {
                to.emit(BindDescriptorBufferEmbeddedSamplersEXT { pipeline_bind_point, layout, set });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ash::vk::Handle;

    use super::*;
    use crate::record::commands::BindVertexBuffers2;
    use crate::record::emit::Kept;
    use crate::record::list::{Entry, List};

    fn write(binding: u32, first: u32, count: u32) -> vk::WriteDescriptorSet<'static> {
        let write = vk::WriteDescriptorSet::default().dst_binding(binding).dst_array_element(first);
        vk::WriteDescriptorSet { descriptor_count: count, ..write }
    }

    fn set(raw: u64, definition: u64, dynamic_offsets: &'static [u32]) -> BoundSet {
        let content = Content::Set { set: vk::DescriptorSet::from_raw(raw), dynamic_offsets };
        BoundSet { layout: vk::PipelineLayout::null(), definition, content }
    }

    /// A set bound through one layout may disturb sets bound through another, so they are bound again in the same order; and
    /// pipelines come after what they may have static.
    #[test]
    fn state_is_given_back_in_an_order_that_holds() {
        let (mut list, mut memory, mut state) = (List::default(), Memory::default(), State::default());
        let (buffer, offset) = (vk::Buffer::from_raw(4), 0);
        let (p_buffers, p_offsets, null) = (&raw const buffer, &raw const offset, core::ptr::null());
        let (first_binding, binding_count) = (0, 1);
        let (p_sizes, p_strides) = (null, null);
        // SAFETY: arrays of one element.
        unsafe {
            state.vertex.bind_buffers(&BindVertexBuffers2 {
                first_binding,
                binding_count,
                p_buffers,
                p_offsets,
                p_sizes,
                p_strides,
            });
        }
        state.graphics.pipeline = vk::Pipeline::from_raw(9);
        for (number, raw) in [(0, 1), (1, 2), (2, 3), (0, 4)] {
            state.graphics.set(number, set(raw, 7, &[]));
        }
        state.emit(&mut Kept { list: &mut list, memory: &mut memory });
        let text = |entry: &Entry| match *entry {
            // SAFETY: the operation says what the arguments are; the array has one element.
            Entry::Command(Op::BindDescriptorSets, args) => unsafe {
                let BindDescriptorSets { first_set, p_descriptor_sets, .. } = *args.cast();
                format!("set {first_set}: {}", (*p_descriptor_sets).as_raw())
            },
            Entry::Command(op, _) => format!("{op:?}"),
            Entry::MeshDraw(_) => unreachable!("no draw was added"),
        };
        let emitted: Vec<_> = list.entries().iter().map(text).collect();
        assert_eq!(emitted, ["BindVertexBuffers", "BindPipeline", "set 1: 2", "set 2: 3", "set 0: 4"]);
    }

    #[test]
    fn sets_are_equal_where_a_shader_sees_the_same() {
        assert!(set(1, 7, &[16]) == BoundSet { layout: vk::PipelineLayout::from_raw(3), ..set(1, 7, &[16]) });
        assert!(set(1, 7, &[16]) != set(1, 7, &[32]));
        assert!(set(1, 7, &[]) != set(2, 7, &[]));
        assert!(set(1, 7, &[]) != set(1, 8, &[]));
    }

    #[test]
    fn pushes_add_up_until_their_descriptors_are_pushed_again() {
        let (mut point, mut memory) = (BindPoint::default(), Memory::default());
        let layout = vk::PipelineLayout::null();
        let pushed = |point: &BindPoint| match point.sets[1].map(|bound| bound.content) {
            Some(Content::Pushed(writes)) => writes.iter().map(|w| (w.dst_binding, w.dst_array_element)).collect(),
            _ => Vec::new(),
        };
        point.push(&mut memory, 1, layout, 7, &[write(0, 0, 1), write(1, 2, 2)]);
        point.push(&mut memory, 1, layout, 7, &[write(1, 0, 4)]);
        assert_eq!(pushed(&point), [(0, 0), (1, 0)]);
        // Another layout of the set: what was pushed before is gone.
        point.push(&mut memory, 1, layout, 8, &[write(2, 0, 1)]);
        assert_eq!(pushed(&point), [(2, 0)]);
        assert_eq!(point.serial, 3);
    }
}
