//! Mesh draws.

use ash::vk;
use meshwork_gpu::MeshDraw;

use super::pass::MeshDrawEntry;
use super::recorder::{Recorder, hooked};
use super::refusal::Refusal;
use crate::hook;
use crate::hook::Hook;
use crate::objects::buffers::Buffer;

pub const HOOKS: &[Hook] = &[
    hook!(vkCmdDrawMeshTasksEXT: PFN_vkCmdDrawMeshTasksEXT = draw_mesh_tasks, Implements),
    hook!(vkCmdDrawMeshTasksIndirectEXT: PFN_vkCmdDrawMeshTasksIndirectEXT = draw_mesh_tasks_indirect, Implements),
    hook!(
        vkCmdDrawMeshTasksIndirectCountEXT: PFN_vkCmdDrawMeshTasksIndirectCountEXT = draw_mesh_tasks_indirect_count,
        Implements
    ),
];

impl Recorder {
    pub fn draw_mesh(&mut self, draw: MeshDraw) -> Result<(), Refusal> {
        if self.pass.is_some() {
            self.bind_lowered_shaders()?;
        }
        let Some(pass) = &mut self.pass else {
            return Err(Refusal::Unsupported("a mesh draw outside a render pass"));
        };
        let Some(pipeline) = &self.state.mesh_pipeline else {
            return Err(Refusal::Unsupported("a mesh draw without a mesh pipeline"));
        };
        let workgroups = draw.workgroups();
        if let Some(reason) = pass.refuses_mesh_draws.or(self.state.open.refuses_mesh_draws()) {
            return Err(Refusal::WithMeshDraws(reason));
        }
        if let Err(reason) = pass.join_run(pipeline, &self.state, workgroups.is_some(), self.data.settings.runs) {
            if let Some(reason) = reason {
                self.fallback.statistics.run_ended(reason);
            }
            self.plan.begin_multiview_run(&pipeline.mesh, pass.subpass.view_mask);
            pass.begin_run(pipeline, &self.state, workgroups.is_some(), &mut self.out.memory);
        }
        let values = self.state.push_constants.values(pipeline.mesh.record().push_constant_bytes);
        let follows = self.out.list.ends_with_mesh_draw() && !core::mem::take(&mut pass.counted_apart);
        let range = self.plan.draw(draw, values, follows)?;
        self.state.open.count(range, &mut self.plan);
        let push_constants = self.state.push_constants.snapshot(&mut self.out.memory);
        let at = self.out.list.add_mesh_draw(pass.draws.len());
        pass.draws.push(MeshDrawEntry { range, workgroups: workgroups.unwrap_or(0), push_constants, at });
        self.state.vertex.mesh_drawn();
        Ok(())
    }

    /// Where a mesh draw's arguments or their count lie.
    fn address_of_arguments(&self, buffer: vk::Buffer, offset: vk::DeviceSize) -> Result<vk::DeviceAddress, Refusal> {
        let known = self.fallback.objects.buffers.get(buffer);
        if known.is_none_or(|known| !known.usage.contains(vk::BufferUsageFlags2KHR::INDIRECT_BUFFER)) {
            return Err(Refusal::Unsupported(
                "indirect mesh draws from a buffer without VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT",
            ));
        }
        Ok(Buffer::address(self.data, buffer) + offset)
    }
}

/// # Safety
/// As the command, like every hook here.
unsafe extern "system" fn draw_mesh_tasks(raw: vk::CommandBuffer, x: u32, y: u32, z: u32) {
    // SAFETY: the caller's promise.
    unsafe { hooked(raw, |recorder| recorder.take_mesh_draw(MeshDraw::Direct([x, y, z]))) };
}

unsafe extern "system" fn draw_mesh_tasks_indirect(
    raw: vk::CommandBuffer,
    buffer: vk::Buffer,
    offset: vk::DeviceSize,
    draw_count: u32,
    stride: u32,
) {
    // SAFETY: the caller's promise.
    unsafe {
        hooked(raw, |recorder| {
            let address = recorder.address_of_arguments(buffer, offset)?;
            recorder.take_mesh_draw(MeshDraw::Indirect { address, stride, max_draws: draw_count, count: None })
        });
    }
}

unsafe extern "system" fn draw_mesh_tasks_indirect_count(
    raw: vk::CommandBuffer,
    buffer: vk::Buffer,
    offset: vk::DeviceSize,
    count_buffer: vk::Buffer,
    count_buffer_offset: vk::DeviceSize,
    max_draw_count: u32,
    stride: u32,
) {
    // SAFETY: the caller's promise.
    unsafe {
        hooked(raw, |recorder| {
            let address = recorder.address_of_arguments(buffer, offset)?;
            let count = Some(recorder.address_of_arguments(count_buffer, count_buffer_offset)?);
            recorder.take_mesh_draw(MeshDraw::Indirect { address, stride, max_draws: max_draw_count, count })
        });
    }
}
