//! What commands mean beyond their place in the list: they change the state that mesh draws and the hoisted work depend on.
//!
//! # Safety
//! Every `record` here has the contract of its command: valid arguments, recorded where Vulkan allows it.

use std::sync::Arc;

use ash::vk;

use super::commands::*;
use super::deep_copy::template_writes;
use super::memory::Memory;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::state::{BindPoint, BoundSet, Content, DescriptorBuffers, State};
use super::table::{Command, Own, Record};
use crate::chain::array;
use crate::device::Fallback;
use crate::objects::layouts::PipelineLayout;
use crate::stages;

const NO_LAYOUT: Refusal = Refusal::Unsupported("binding through a pipeline layout that is no object of the layer's");

impl State {
    fn bind_point(&mut self, at: vk::PipelineBindPoint) -> Option<&mut BindPoint> {
        match at {
            vk::PipelineBindPoint::GRAPHICS => Some(&mut self.graphics),
            vk::PipelineBindPoint::COMPUTE => Some(&mut self.compute),
            vk::PipelineBindPoint::RAY_TRACING_KHR => Some(&mut self.ray_tracing),
            _ => None,
        }
    }
}

const RAY_TRACING: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
    vk::ShaderStageFlags::RAYGEN_KHR.as_raw()
        | vk::ShaderStageFlags::ANY_HIT_KHR.as_raw()
        | vk::ShaderStageFlags::CLOSEST_HIT_KHR.as_raw()
        | vk::ShaderStageFlags::MISS_KHR.as_raw()
        | vk::ShaderStageFlags::INTERSECTION_KHR.as_raw()
        | vk::ShaderStageFlags::CALLABLE_KHR.as_raw(),
);

/// Bind points that the stages of the newer commands belong to: they name no bind point.
fn bind_points(stages: vk::ShaderStageFlags) -> impl Iterator<Item = vk::PipelineBindPoint> {
    let graphics = vk::ShaderStageFlags::ALL_GRAPHICS | vk::ShaderStageFlags::TASK_EXT | vk::ShaderStageFlags::MESH_EXT;
    let graphics = stages.intersects(graphics).then_some(vk::PipelineBindPoint::GRAPHICS);
    let compute = stages.contains(vk::ShaderStageFlags::COMPUTE).then_some(vk::PipelineBindPoint::COMPUTE);
    let ray_tracing = stages.intersects(RAY_TRACING).then_some(vk::PipelineBindPoint::RAY_TRACING_KHR);
    graphics.into_iter().chain(compute).chain(ray_tracing)
}

/// The same stages as the driver knows them; at least one of the graphics bind point's stays.
fn driver_stages(stages: vk::ShaderStageFlags) -> vk::ShaderStageFlags {
    if !stages::has_mesh_shaders(stages) {
        return stages;
    }
    stages::push_constant_stages(stages).unwrap_or_default() | vk::ShaderStageFlags::VERTEX
}

/// Keeps an array for as long as the state.
///
/// # Safety
/// `from` has `count` elements. The state is cleared before its memory is reset, so that the lifetime is long enough.
unsafe fn keep<T: Copy>(memory: &mut Memory, from: *const T, count: u32) -> &'static [T] {
    // SAFETY: the caller's promise. An empty array may be null.
    unsafe {
        if count == 0 {
            return &[];
        }
        let array = std::slice::from_raw_parts(from, count as usize);
        std::slice::from_raw_parts(memory.keep_slice(array), array.len())
    }
}

impl Record for BindPipeline {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.state.shaders.pipeline_bound(self.pipeline_bind_point);
        match self.pipeline_bind_point {
            vk::PipelineBindPoint::COMPUTE => recorder.state.compute.pipeline = self.pipeline,
            vk::PipelineBindPoint::RAY_TRACING_KHR => recorder.state.ray_tracing.pipeline = self.pipeline,
            vk::PipelineBindPoint::GRAPHICS => {
                let state = &mut recorder.state;
                if state.graphics.pipeline != self.pipeline {
                    state.graphics.pipeline = self.pipeline;
                    state.mesh_pipeline = recorder.fallback.pipelines.mesh.get(self.pipeline);
                }
                match &state.mesh_pipeline {
                    Some(_) => state.vertex.mesh_pipeline_bound(),
                    None => state.vertex.restore_dynamic(&mut recorder.out),
                }
            }
            _ => {}
        }
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Recorder {
    /// # Safety
    /// `sets` and `offsets` are valid.
    unsafe fn track_sets(
        &mut self,
        at: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        first: u32,
        sets: &[vk::DescriptorSet],
        mut offsets: &[u32],
    ) -> Result<(), Refusal> {
        let layouts = self.layouts.get(self.fallback, layout)?;
        let Some(bind_point) = self.state.bind_point(at) else { return Ok(()) };
        for (number, &set) in (first..).zip(sets) {
            let Some(Some(own)) = layouts.sets.get(number as usize) else { continue };
            let (of_set, rest) = offsets.split_at((own.dynamic_offsets as usize).min(offsets.len()));
            offsets = rest;
            // SAFETY: a slice has as many elements as it says.
            let dynamic_offsets = unsafe { keep(&mut self.state_memory, of_set.as_ptr(), of_set.len() as u32) };
            bind_point.set(
                number,
                BoundSet { layout, definition: own.definition, content: Content::Set { set, dynamic_offsets } },
            );
        }
        Ok(())
    }

    /// # Safety
    /// `writes` is valid.
    unsafe fn track_pushed(
        &mut self,
        at: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        set: u32,
        writes: &[vk::WriteDescriptorSet<'static>],
    ) -> Result<(), Refusal> {
        let definition = self.definition(layout, set)?;
        let Some(bind_point) = self.state.bind_point(at) else { return Ok(()) };
        // SAFETY: the caller's promise.
        let owned = unsafe {
            let owned = self.state_memory.each(writes.as_ptr(), writes.len())?;
            std::slice::from_raw_parts(owned, writes.len())
        };
        bind_point.push(&mut self.state_memory, set, layout, definition, owned);
        Ok(())
    }

    /// A push with a template, recorded as the writes that it means: the program may destroy a template before what was
    /// recorded with it is executed.
    ///
    /// # Safety
    /// `data` fits the template.
    unsafe fn push_with_template(
        &mut self,
        template: vk::DescriptorUpdateTemplate,
        layout: vk::PipelineLayout,
        set: u32,
        data: *const core::ffi::c_void,
    ) -> Result<(), Refusal> {
        let template = self.fallback.objects.templates.get(template);
        let template = template
            .ok_or(Refusal::Unsupported("a descriptor update template that was not created through the layer"))?;
        // SAFETY: the caller's promise.
        unsafe {
            let writes = template_writes(&template, data, &mut self.state_memory)?;
            self.take(PushDescriptorSet {
                pipeline_bind_point: template.bind_point,
                layout,
                set,
                descriptor_write_count: writes.len() as u32,
                p_descriptor_writes: writes.as_ptr(),
            })
        }
    }

    /// # Safety
    /// The arrays have `count` elements.
    unsafe fn track_buffer_offsets(
        &mut self,
        at: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        first: u32,
        count: u32,
        indices: *const u32,
        offsets: *const vk::DeviceSize,
    ) -> Result<(), Refusal> {
        for i in 0..count {
            // SAFETY: the caller's promise.
            let (index, offset) = unsafe { (*indices.add(i as usize), *offsets.add(i as usize)) };
            self.track_content(at, layout, first + i, Content::Buffer { index, offset })?;
        }
        Ok(())
    }

    fn track_content(
        &mut self,
        at: vk::PipelineBindPoint,
        layout: vk::PipelineLayout,
        set: u32,
        content: Content,
    ) -> Result<(), Refusal> {
        let definition = self.definition(layout, set)?;
        if let Some(bind_point) = self.state.bind_point(at) {
            bind_point.set(set, BoundSet { layout, definition, content });
        }
        Ok(())
    }

    /// What a set of a pipeline layout is defined as.
    fn definition(&mut self, layout: vk::PipelineLayout, set: u32) -> Result<u64, Refusal> {
        let layouts = self.layouts.get(self.fallback, layout)?;
        Ok(layouts.sets.get(set as usize).and_then(Option::as_ref).map_or(0, |own| own.definition))
    }
}

/// Pipeline layouts that something was bound through, kept until the recording is given up: the program may destroy one once this
/// is over, and state may have to be bound again after that.
#[derive(Default)]
pub struct Layouts(Vec<(vk::PipelineLayout, Arc<PipelineLayout>)>);

impl Layouts {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// One that may turn out not to be needed.
    pub fn keep(&mut self, fallback: &Fallback, raw: vk::PipelineLayout) {
        // Whoever needs it finds that it is not there.
        let _ = self.get(fallback, raw);
    }

    pub fn extend(&mut self, other: &Self) {
        for (raw, layout) in &other.0 {
            if self.0.iter().all(|(kept, _)| kept != raw) {
                self.0.push((*raw, layout.clone()));
            }
        }
    }

    #[inline]
    fn get(&mut self, fallback: &Fallback, raw: vk::PipelineLayout) -> Result<&PipelineLayout, Refusal> {
        // A program may not destroy one before the recording is over, so handles are unique in it.
        let at = match self.0.iter().rposition(|(kept, _)| *kept == raw) {
            Some(at) => at,
            None => self.add(fallback, raw)?,
        };
        Ok(&self.0[at].1)
    }

    /// Returns its place.
    #[cold]
    fn add(&mut self, fallback: &Fallback, raw: vk::PipelineLayout) -> Result<usize, Refusal> {
        self.0.push((raw, fallback.objects.pipeline_layouts.get(raw).ok_or(NO_LAYOUT)?));
        Ok(self.0.len() - 1)
    }
}

impl Record for BindDescriptorSets {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's arrays.
        unsafe {
            let sets = array(self.p_descriptor_sets, self.descriptor_set_count);
            let offsets = array(self.p_dynamic_offsets, self.dynamic_offset_count);
            recorder.track_sets(self.pipeline_bind_point, self.layout, self.first_set, sets, offsets)?;
            recorder.out.add(self)
        }
    }
}

impl Record for BindDescriptorSets2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure and arrays.
        unsafe {
            let info = &*self.p_bind_descriptor_sets_info;
            let sets = array(info.p_descriptor_sets, info.descriptor_set_count);
            let offsets = array(info.p_dynamic_offsets, info.dynamic_offset_count);
            for at in bind_points(info.stage_flags) {
                recorder.track_sets(at, info.layout, info.first_set, sets, offsets)?;
            }
            recorder.add_rewritten(self, |command| {
                let info = &mut *command.p_bind_descriptor_sets_info.cast_mut();
                info.stage_flags = driver_stages(info.stage_flags);
            })
        }
    }
}

impl Record for PushDescriptorSet {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's array.
        unsafe {
            let writes = array(self.p_descriptor_writes, self.descriptor_write_count);
            recorder.track_pushed(self.pipeline_bind_point, self.layout, self.set, writes)?;
            recorder.out.add(self)
        }
    }
}

impl Record for PushDescriptorSet2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure and array.
        unsafe {
            let info = &*self.p_push_descriptor_set_info;
            let writes = array(info.p_descriptor_writes, info.descriptor_write_count);
            for at in bind_points(info.stage_flags) {
                recorder.track_pushed(at, info.layout, info.set, writes)?;
            }
            recorder.add_rewritten(self, |command| {
                let info = &mut *command.p_push_descriptor_set_info.cast_mut();
                info.stage_flags = driver_stages(info.stage_flags);
            })
        }
    }
}

impl Record for PushDescriptorSetWithTemplate {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's data.
        unsafe { recorder.push_with_template(self.descriptor_update_template, self.layout, self.set, self.p_data) }
    }
}

impl Record for PushDescriptorSetWithTemplate2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure and data.
        unsafe {
            let info = &*self.p_push_descriptor_set_with_template_info;
            recorder.push_with_template(info.descriptor_update_template, info.layout, info.set, info.p_data)
        }
    }
}

impl Record for BindDescriptorBuffersEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's array.
        unsafe {
            let memory = &mut recorder.state_memory;
            let infos = memory.each(self.p_binding_infos, self.buffer_count)?;
            let infos = std::slice::from_raw_parts(infos, self.buffer_count as usize);
            recorder.state.descriptor_buffers = DescriptorBuffers { infos };
            recorder.state.graphics.serial += 1;
            recorder.out.add(self)
        }
    }
}

impl Record for SetDescriptorBufferOffsetsEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's arrays.
        unsafe {
            let (indices, offsets) = (self.p_buffer_indices, self.p_offsets);
            let at = self.pipeline_bind_point;
            recorder.track_buffer_offsets(at, self.layout, self.first_set, self.set_count, indices, offsets)?;
            recorder.out.add(self)
        }
    }
}

impl Record for SetDescriptorBufferOffsets2EXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure and arrays.
        unsafe {
            let info = &*self.p_set_descriptor_buffer_offsets_info;
            for at in bind_points(info.stage_flags) {
                let (indices, offsets) = (info.p_buffer_indices, info.p_offsets);
                recorder.track_buffer_offsets(at, info.layout, info.first_set, info.set_count, indices, offsets)?;
            }
            recorder.add_rewritten(self, |command| {
                let info = &mut *command.p_set_descriptor_buffer_offsets_info.cast_mut();
                info.stage_flags = driver_stages(info.stage_flags);
            })
        }
    }
}

impl Record for BindDescriptorBufferEmbeddedSamplersEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.track_content(self.pipeline_bind_point, self.layout, self.set, Content::EmbeddedSamplers)?;
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for BindDescriptorBufferEmbeddedSamplers2EXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure.
        unsafe {
            let info = &*self.p_bind_descriptor_buffer_embedded_samplers_info;
            for at in bind_points(info.stage_flags) {
                recorder.track_content(at, info.layout, info.set, Content::EmbeddedSamplers)?;
            }
            recorder.add_rewritten(self, |command| {
                let info = &mut *command.p_bind_descriptor_buffer_embedded_samplers_info.cast_mut();
                info.stage_flags = driver_stages(info.stage_flags);
            })
        }
    }
}

impl Record for PushConstants {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's array.
        unsafe {
            let constants = &mut recorder.state.push_constants;
            constants.write(self.offset, self.size, self.p_values.cast());
            let Some(stages) = stages::push_constant_stages(self.stage_flags) else { return Ok(()) };
            self.stage_flags = stages;
            constants.pushed(self.layout, stages, self.offset, self.size);
            recorder.layouts.get(recorder.fallback, self.layout)?;
            recorder.out.add(self)
        }
    }
}

impl Record for PushConstants2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's structure and array; the stages are rewritten in a copy.
        unsafe {
            let constants = &mut recorder.state.push_constants;
            let info = &*self.p_push_constants_info;
            if info.layout == vk::PipelineLayout::null() {
                return Err(NO_LAYOUT);
            }
            constants.write(info.offset, info.size, info.p_values.cast());
            let Some(stages) = stages::push_constant_stages(info.stage_flags) else { return Ok(()) };
            constants.pushed(info.layout, stages, info.offset, info.size);
            recorder.layouts.get(recorder.fallback, info.layout)?;
            recorder.add_rewritten(self, |command| (*command.p_push_constants_info.cast_mut()).stage_flags = stages)
        }
    }
}

impl Record for BindVertexBuffers {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let none = core::ptr::null();
        let Self { first_binding, binding_count, p_buffers, p_offsets } = self;
        let all =
            BindVertexBuffers2 { first_binding, binding_count, p_buffers, p_offsets, p_sizes: none, p_strides: none };
        // SAFETY: the program's arrays.
        unsafe {
            recorder.state.vertex.bind_buffers(&all);
            recorder.out.add(self)
        }
    }
}

impl Record for BindVertexBuffers2 {
    unsafe fn record(mut self, recorder: &mut Recorder) -> Result<(), Refusal> {
        // SAFETY: the program's arrays.
        unsafe {
            recorder.state.vertex.bind_buffers(&self);
            if recorder.state.mesh_pipeline.is_some() {
                // Our pipeline's stride is static; a vertex pipeline finds these restored when it is bound.
                self.p_strides = core::ptr::null();
            }
            recorder.out.add(self)
        }
    }
}

impl Record for BindIndexBuffer {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.state.vertex.bind_index_buffer(self);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Record for BindIndexBuffer2 {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.state.vertex.bind_index_buffer_part(self);
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(self) }
    }
}

impl Recorder {
    /// Dynamic state that a mesh pipeline of the program does not have and ours has static: kept for the next vertex pipeline
    /// while a mesh pipeline is bound.
    ///
    /// # Safety
    /// As the command.
    unsafe fn add_vertex_state<C: Command>(&mut self, command: C) -> Result<(), Refusal> {
        if self.state.mesh_pipeline.is_some() {
            return Ok(());
        }
        // SAFETY: the caller's promise.
        unsafe { self.out.add(command) }
    }
}

impl Record for SetPrimitiveTopology {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.state.vertex.set_topology(self);
        // SAFETY: the caller's promise.
        unsafe { recorder.add_vertex_state(self) }
    }
}

impl Record for SetPrimitiveRestartEnable {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        recorder.state.vertex.set_restart(self);
        // SAFETY: the caller's promise.
        unsafe { recorder.add_vertex_state(self) }
    }
}

impl Record for SetVertexInputEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let mut owned = self;
        // SAFETY: the program's arrays.
        unsafe {
            owned.own(&mut recorder.state_memory)?;
            recorder.state.vertex.set_input(owned);
            recorder.add_vertex_state(self)
        }
    }
}
