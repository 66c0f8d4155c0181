//! A sequence becomes a command buffer.

use ash::vk;

use super::player::{Player, STAGES};
use super::target::{COLOR, DEPTH, VALUE, area};
use crate::error::{During, Result};
use crate::sequence::{Groups, Pass, SIZE, Sequence, Step, first_push};

/// What lies between indirect arguments: drawn where a stride is not kept.
const FILLER: u32 = 2;

/// All indirect arguments of a sequence, and where each step's begin, in words.
pub struct Arguments {
    pub words: Vec<u32>,
    /// Offsets of the draws and of the count.
    steps: Vec<(u32, u32)>,
}

impl Arguments {
    pub fn of(sequence: &Sequence) -> Self {
        let mut arguments = Self { words: Vec::new(), steps: Vec::new() };
        for step in sequence.passes.iter().flat_map(|pass| &pass.steps) {
            arguments.add(step);
        }
        arguments
    }

    fn add(&mut self, step: &Step) {
        let count_offset = self.words.len() as u32;
        let (offset, stride, draws): (_, _, &[Groups]) = match step {
            Step::Indirect { offset, stride, draws } => {
                self.words.push(draws.len() as u32);
                (*offset, *stride, draws)
            }
            Step::IndirectCount { offset, stride, draws, count, .. } => {
                self.words.push(*count);
                (*offset, *stride, draws)
            }
            _ => (0, 3, &[]),
        };
        self.words.extend(vec![FILLER; offset as usize]);
        self.steps.push((self.words.len() as u32, count_offset));
        for draw in draws {
            self.words.extend(draw);
            self.words.extend(vec![FILLER; stride as usize - draw.len()]);
        }
    }
}

pub struct Recorder<'a> {
    pub player: &'a Player,
    pub sequence: &'a Sequence,
    pub viewports: u32,
    pub mesh: vk::Pipeline,
    pub vertex: vk::Pipeline,
    pub arguments: &'a Arguments,
}

impl Recorder<'_> {
    /// A command buffer that may be submitted more than once.
    pub fn record(&self) -> Result<vk::CommandBuffer> {
        let Self { player, sequence, .. } = self;
        let device = &player.gpu.device;
        let raw = player.allocate(vk::CommandBufferLevel::PRIMARY)?;
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::SIMULTANEOUS_USE);
        // SAFETY: the command buffer was just made.
        unsafe { device.begin_command_buffer(raw, &info) }.during("vkBeginCommandBuffer")?;
        player.barrier(raw);
        player.targets.prepare(&player.gpu, raw);
        if sequence.query.is_some() {
            // SAFETY: outside of passes.
            unsafe { device.cmd_reset_query_pool(raw, player.queries, 0, 1) };
        }
        let mut first_step = 0;
        for (index, pass) in sequence.passes.iter().enumerate() {
            self.pass(raw, index, pass, first_step)?;
            first_step += pass.steps.len();
            player.barrier(raw);
        }
        player.targets.read(&player.gpu, raw);
        player.barrier(raw);
        // SAFETY: it is being recorded.
        unsafe { device.end_command_buffer(raw) }.during("vkEndCommandBuffer")?;
        Ok(raw)
    }

    fn pass(&self, raw: vk::CommandBuffer, index: usize, pass: &Pass, first_step: usize) -> Result<()> {
        let Self { player, sequence, .. } = self;
        let (device, objects) = (&player.gpu.device, sequence.state.pass_objects);
        let secondary = if pass.secondary { Some(self.secondary(pass, first_step)?) } else { None };
        let queried = sequence.query == Some(index as u32);
        if queried {
            // SAFETY: reset above.
            unsafe { device.cmd_begin_query(raw, player.queries, 0, vk::QueryControlFlags::PRECISE) };
        }
        player.targets.begin(&player.gpu, raw, index == 0, objects, pass.secondary);
        match secondary {
            // SAFETY: recorded for this pass.
            Some(secondary) => unsafe { device.cmd_execute_commands(raw, &[secondary]) },
            None => self.steps(raw, pass, first_step),
        }
        player.targets.end(&player.gpu, raw, objects);
        if queried {
            // SAFETY: begun above.
            unsafe { device.cmd_end_query(raw, player.queries, 0) };
        }
        Ok(())
    }

    fn secondary(&self, pass: &Pass, first_step: usize) -> Result<vk::CommandBuffer> {
        let device = &self.player.gpu.device;
        let raw = self.player.allocate(vk::CommandBufferLevel::SECONDARY)?;
        let colors = [COLOR, VALUE];
        let mut rendering = vk::CommandBufferInheritanceRenderingInfo::default();
        rendering = rendering.color_attachment_formats(&colors).depth_attachment_format(DEPTH);
        rendering = rendering.rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let targets = &self.player.targets;
        let mut inheritance = vk::CommandBufferInheritanceInfo::default();
        inheritance = match self.sequence.state.pass_objects {
            true => inheritance.render_pass(targets.pass()).framebuffer(targets.framebuffer()),
            false => inheritance.push_next(&mut rendering),
        };
        let flags = vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE | vk::CommandBufferUsageFlags::SIMULTANEOUS_USE;
        let info = vk::CommandBufferBeginInfo::default().flags(flags).inheritance_info(&inheritance);
        // SAFETY: the command buffer was just made.
        unsafe { device.begin_command_buffer(raw, &info) }.during("vkBeginCommandBuffer")?;
        self.steps(raw, pass, first_step);
        // SAFETY: it is being recorded.
        unsafe { device.end_command_buffer(raw) }.during("vkEndCommandBuffer")?;
        Ok(raw)
    }

    fn steps(&self, raw: vk::CommandBuffer, pass: &Pass, first_step: usize) {
        let mut push = first_push();
        self.bind(raw, self.mesh);
        self.push(raw, 0, &push);
        self.viewport(raw, [0, 0, SIZE, SIZE]);
        self.scissor(raw, area());
        for (index, step) in pass.steps.iter().enumerate() {
            self.step(raw, step, self.arguments.steps[first_step + index], &mut push);
        }
    }

    fn step(&self, raw: vk::CommandBuffer, step: &Step, (offset, count_offset): (u32, u32), push: &mut [u32]) {
        let mesh = &self.player.gpu.mesh;
        let buffer = self.player.arguments.raw;
        let (offset, count_offset) = (u64::from(offset) * 4, u64::from(count_offset) * 4);
        match step {
            Step::Push { first, words } => {
                push[*first as usize..][..words.len()].copy_from_slice(words);
                self.push(raw, *first, words);
            }
            Step::Bind => self.bind(raw, self.mesh),
            Step::Viewport(rectangle) => self.viewport(raw, *rectangle),
            Step::Scissor([x, y, width, height]) => {
                let offset = vk::Offset2D { x: *x as i32, y: *y as i32 };
                self.scissor(raw, vk::Rect2D { offset, extent: vk::Extent2D { width: *width, height: *height } });
            }
            // SAFETY: a mesh pipeline is bound with all its state.
            Step::Draw([x, y, z]) => unsafe { mesh.cmd_draw_mesh_tasks(raw, *x, *y, *z) },
            // Mesa 25.0.7's lavapipe applies the count buffer of an indirect draw to all later ones without.
            Step::Indirect { stride, draws, .. } if self.player.is_native => {
                self.draw_counted(raw, (offset, count_offset), draws.len() as u32, *stride);
            }
            Step::Indirect { stride, draws, .. } => {
                // SAFETY: as above, and the arguments are in the buffer.
                unsafe { mesh.cmd_draw_mesh_tasks_indirect(raw, buffer, offset, draws.len() as u32, stride * 4) };
            }
            Step::IndirectCount { stride, max, .. } => {
                self.draw_counted(raw, (offset, count_offset), *max, *stride);
            }
            Step::Vertices { count, shade } => {
                self.bind(raw, self.vertex);
                self.push(raw, 1, &[*shade]);
                // SAFETY: as above.
                unsafe { self.player.gpu.device.cmd_draw(raw, *count, 1, 0, 0) };
                self.bind(raw, self.mesh);
                // Mesa 25.0.7's lavapipe does not hand those that the other pipeline used to the task stage.
                self.push(raw, 0, push);
            }
        }
    }

    fn draw_counted(&self, raw: vk::CommandBuffer, (offset, count_offset): (u64, u64), max: u32, stride: u32) {
        let (mesh, buffer) = (&self.player.gpu.mesh, self.player.arguments.raw);
        // SAFETY: a mesh pipeline is bound with all its state, and arguments and count are in the buffer.
        unsafe {
            mesh.cmd_draw_mesh_tasks_indirect_count(raw, buffer, offset, buffer, count_offset, max, stride * 4);
        }
    }

    fn bind(&self, raw: vk::CommandBuffer, pipeline: vk::Pipeline) {
        let (device, point) = (&self.player.gpu.device, vk::PipelineBindPoint::GRAPHICS);
        // SAFETY: pipeline and set are of this device and live as long as the command buffer.
        unsafe {
            device.cmd_bind_pipeline(raw, point, pipeline);
            device.cmd_bind_descriptor_sets(raw, point, self.player.layout, 0, &[self.player.set], &[]);
        }
    }

    fn push(&self, raw: vk::CommandBuffer, first: u32, words: &[u32]) {
        let bytes = bytemuck::cast_slice(words);
        // SAFETY: within the range of the layout.
        unsafe { self.player.gpu.device.cmd_push_constants(raw, self.player.layout, STAGES, first * 4, bytes) };
    }

    fn viewport(&self, raw: vk::CommandBuffer, rectangle: [u32; 4]) {
        let [x, y, width, height] = rectangle.map(|value| value as f32);
        let viewport = vk::Viewport { x, y, width, height, min_depth: 0.0, max_depth: 1.0 };
        let second = vk::Viewport { x: x - 16.0, y: y + 8.0, width: 32.0, ..viewport };
        let viewports = &[viewport, second][..self.viewports as usize];
        // SAFETY: the command buffer is being recorded.
        unsafe { self.player.gpu.device.cmd_set_viewport(raw, 0, viewports) };
    }

    fn scissor(&self, raw: vk::CommandBuffer, scissor: vk::Rect2D) {
        let scissors = &[scissor, area()][..self.viewports as usize];
        // SAFETY: the command buffer is being recorded.
        unsafe { self.player.gpu.device.cmd_set_scissor(raw, 0, scissors) };
    }
}
