//! Plays a case on a device and reads what it leaves.

use std::collections::HashMap;

use ash::vk;

use super::gpu::{Buffer, Gpu};
use super::pipeline;
use super::record::{Arguments, Recorder};
use super::target::{Targets, barrier};
use crate::emit::{INPUTS_BINDING, Modules, RESULTS_BINDING, VIEWPORTS, vertex_stages};
use crate::error::{During, Result};
use crate::program::{ATOMICS, Atomic, INPUT_WORDS, PUSH_WORDS, RESULT_WORDS, SLOTS, ZERO_INPUT};
use crate::sequence::{Sequence, State};

/// Every stage that a case may have.
pub const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
    vk::ShaderStageFlags::TASK_EXT.as_raw()
        | vk::ShaderStageFlags::MESH_EXT.as_raw()
        | vk::ShaderStageFlags::VERTEX.as_raw()
        | vk::ShaderStageFlags::FRAGMENT.as_raw(),
);

/// Words of indirect arguments that a case may have.
const ARGUMENT_WORDS: usize = 1024;
/// A submission that takes longer hangs.
const TIMEOUT_NS: u64 = 60_000_000_000;

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub results: Vec<u32>,
    pub colors: Vec<u32>,
    pub values: Vec<u32>,
    pub samples: Option<u64>,
}

/// A pipeline's state and number of viewports.
type Key = (State, u32);

pub struct Player {
    pub is_native: bool,
    pub gpu: Gpu,
    pub targets: Targets,
    pub layout: vk::PipelineLayout,
    pub set: vk::DescriptorSet,
    pub arguments: Buffer,
    pub queries: vk::QueryPool,
    pool: vk::CommandPool,
    fence: vk::Fence,
    results: Buffer,
    vertex: Modules,
    vertex_pipelines: HashMap<Key, vk::Pipeline>,
    /// The latest mesh pipeline.
    last: Option<(Modules, Key, vk::Pipeline)>,
}

impl Player {
    pub fn new(entry: &ash::Entry, with_layer: bool) -> Result<Self> {
        let gpu = Gpu::new(entry, with_layer)?;
        let targets = Targets::new(&gpu)?;
        let (results, inputs) = (gpu.buffer(RESULT_WORDS as usize)?, gpu.buffer(ZERO_INPUT as usize + 1)?);
        // Any numbers that are the same in every process.
        let mut random = fastrand::Rng::with_seed(1);
        inputs.write(&(0..INPUT_WORDS).map(|_| random.u32(..)).chain([0]).collect::<Vec<_>>());
        let (layout, set) = descriptors(&gpu, results, inputs)?;
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(gpu.family);
        let queries = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::OCCLUSION).query_count(1);
        // SAFETY: plain creation.
        let (pool, queries, fence) = unsafe {
            (
                gpu.device.create_command_pool(&pool, None).during("vkCreateCommandPool")?,
                gpu.device.create_query_pool(&queries, None).during("vkCreateQueryPool")?,
                gpu.device.create_fence(&vk::FenceCreateInfo::default(), None).during("vkCreateFence")?,
            )
        };
        Ok(Self {
            arguments: gpu.buffer(ARGUMENT_WORDS)?,
            is_native: !with_layer,
            targets,
            layout,
            set,
            queries,
            pool,
            fence,
            results,
            vertex: vertex_stages(),
            vertex_pipelines: HashMap::new(),
            last: None,
            gpu,
        })
    }

    pub fn play(&mut self, modules: &Modules, sequence: &Sequence, has_viewports: bool) -> Result<Outcome> {
        let state = (sequence.state, if has_viewports { VIEWPORTS } else { 1 });
        let mesh = self.mesh_pipeline(modules, state)?;
        let vertex = if sequence.has_vertices() { Some(self.vertex_pipeline(state)?) } else { None };
        let outcome = self.run(sequence, state, mesh, vertex.unwrap_or_default());
        let flags = vk::CommandPoolResetFlags::empty();
        // SAFETY: what was recorded has been waited for, unless the device is lost.
        unsafe { self.gpu.device.reset_command_pool(self.pool, flags) }.during("vkResetCommandPool")?;
        outcome
    }

    /// The one that was made last, if it is of the same: most time goes into making them.
    fn mesh_pipeline(&mut self, modules: &Modules, state: Key) -> Result<vk::Pipeline> {
        if let Some((old_modules, old_state, pipeline)) = self.last.take() {
            if old_modules == *modules && old_state == state {
                self.last = Some((old_modules, old_state, pipeline));
                return Ok(pipeline);
            }
            // SAFETY: what used it has been waited for.
            unsafe { self.gpu.device.destroy_pipeline(pipeline, None) };
        }
        let pipeline = pipeline::create(&self.gpu, &self.targets, self.layout, modules, state, false)?;
        self.last = Some((modules.clone(), state, pipeline));
        Ok(pipeline)
    }

    fn vertex_pipeline(&mut self, state: Key) -> Result<vk::Pipeline> {
        if let Some(&pipeline) = self.vertex_pipelines.get(&state) {
            return Ok(pipeline);
        }
        let pipeline = pipeline::create(&self.gpu, &self.targets, self.layout, &self.vertex, state, true)?;
        self.vertex_pipelines.insert(state, pipeline);
        Ok(pipeline)
    }

    fn run(
        &self,
        sequence: &Sequence,
        (_, viewports): Key,
        mesh: vk::Pipeline,
        vertex: vk::Pipeline,
    ) -> Result<Outcome> {
        let arguments = Arguments::of(sequence);
        self.arguments.write(&arguments.words);
        self.results.write(&first_results());
        let commands = Recorder { player: self, sequence, viewports, mesh, vertex, arguments: &arguments }.record()?;
        let commands = [commands];
        let submit = vk::SubmitInfo::default().command_buffers(&commands);
        let submits = vec![submit; sequence.submissions as usize];
        let device = &self.gpu.device;
        // SAFETY: the command buffer may be pending more than once; all that it uses is alive until it was waited for.
        unsafe {
            device.queue_submit(self.gpu.queue, &submits, self.fence).during("vkQueueSubmit")?;
            device.wait_for_fences(&[self.fence], true, TIMEOUT_NS).during("vkWaitForFences")?;
            device.reset_fences(&[self.fence]).during("vkResetFences")?;
        }
        let mut samples = [0u64];
        if sequence.query.is_some() {
            let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
            // SAFETY: the query ended in the submission.
            unsafe { device.get_query_pool_results(self.queries, 0, &mut samples, flags) }
                .during("vkGetQueryPoolResults")?;
        }
        let [colors, values] = self.targets.pixels.map(|buffer| buffer.read());
        Ok(Outcome { results: self.results.read(), colors, values, samples: sequence.query.map(|_| samples[0]) })
    }

    pub fn allocate(&self, level: vk::CommandBufferLevel) -> Result<vk::CommandBuffer> {
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).level(level);
        let info = info.command_buffer_count(1);
        // SAFETY: the pool is used by this thread alone.
        Ok(unsafe { self.gpu.device.allocate_command_buffers(&info) }.during("vkAllocateCommandBuffers")?[0])
    }

    pub fn barrier(&self, raw: vk::CommandBuffer) {
        barrier(&self.gpu, raw);
    }
}

/// What each kind of atomic operation starts from.
fn first_results() -> Vec<u32> {
    let mut words = vec![0; RESULT_WORDS as usize];
    for (region, op) in words.chunks_mut(SLOTS as usize).zip(ATOMICS) {
        if matches!(op, Atomic::Min | Atomic::And) {
            region.fill(u32::MAX);
        }
    }
    words
}

fn descriptors(gpu: &Gpu, results: Buffer, inputs: Buffer) -> Result<(vk::PipelineLayout, vk::DescriptorSet)> {
    let kind = vk::DescriptorType::STORAGE_BUFFER;
    let bindings = [RESULTS_BINDING, INPUTS_BINDING].map(|binding| {
        let info = vk::DescriptorSetLayoutBinding::default().binding(binding).descriptor_type(kind);
        info.descriptor_count(1).stage_flags(STAGES)
    });
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    // SAFETY: plain creation.
    let set_layout = unsafe { gpu.device.create_descriptor_set_layout(&info, None) };
    let set_layouts = [set_layout.during("vkCreateDescriptorSetLayout")?];
    let range = vk::PushConstantRange { stage_flags: STAGES, offset: 0, size: PUSH_WORDS * 4 };
    let ranges = [range];
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&set_layouts).push_constant_ranges(&ranges);
    // SAFETY: the set layout was just made.
    let layout = unsafe { gpu.device.create_pipeline_layout(&info, None) }.during("vkCreatePipelineLayout")?;
    let sizes = [vk::DescriptorPoolSize { ty: kind, descriptor_count: 2 }];
    let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
    // SAFETY: plain creation.
    let pool = unsafe { gpu.device.create_descriptor_pool(&info, None) }.during("vkCreateDescriptorPool")?;
    let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&set_layouts);
    // SAFETY: the pool has room for it.
    let set = unsafe { gpu.device.allocate_descriptor_sets(&info) }.during("vkAllocateDescriptorSets")?[0];
    for (binding, buffer) in [(RESULTS_BINDING, results), (INPUTS_BINDING, inputs)] {
        let buffers = [vk::DescriptorBufferInfo { buffer: buffer.raw, offset: 0, range: vk::WHOLE_SIZE }];
        let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding).descriptor_type(kind);
        // SAFETY: the set is not in use.
        unsafe { gpu.device.update_descriptor_sets(&[write.buffer_info(&buffers)], &[]) };
    }
    Ok((layout, set))
}
