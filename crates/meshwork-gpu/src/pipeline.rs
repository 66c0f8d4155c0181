//! A lowered task and mesh shader.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ash::vk;
use meshwork_abi::gpu::PUSH_CONSTANT_BYTES;
use meshwork_abi::{RecordLayout, Topology};

use crate::context::{Context, Shared};
use crate::error::{Called, Error};
use crate::kernels::create_compute_pipeline;

/// How the driver is to compile a stage, beyond its words; the default asks for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageOptions {
    pub flags: vk::PipelineShaderStageCreateFlags,
    /// `VkPipelineShaderStageRequiredSubgroupSizeCreateInfo`
    pub required_subgroup_size: Option<u32>,
    /// What the program's own buffers and images get. Its chain is empty.
    pub robustness: Option<vk::PipelineRobustnessCreateInfoEXT<'static>>,
}

pub struct MeshPipelineDesc<'a> {
    /// Lowered modules, entry point `main`.
    pub task: Option<&'a [u32]>,
    pub mesh: &'a [u32],
    pub task_options: StageOptions,
    pub mesh_options: StageOptions,
    pub record: RecordLayout,
    /// Whether draws of one run may become one raster draw where nothing comes between them: not where the fragment stage indexes
    /// resources by what is uniform only within a draw.
    pub merges_draws: bool,
    /// The program's descriptor set layouts, visible to compute stages.
    pub set_layouts: &'a [vk::DescriptorSetLayout],
    pub cache: vk::PipelineCache,
    /// Of the compute pipelines: descriptor buffers, failing where a compilation is required.
    pub flags: vk::PipelineCreateFlags,
}

/// The compute side of a mesh pipeline. The raster side is the caller's: lowered vertex and fragment shader with
/// the [`VertexInputState`] of its record and [`MeshPipeline::topology`].
pub struct MeshPipeline {
    pub(crate) shared: Arc<Shared>,
    pub(crate) task: Option<vk::Pipeline>,
    pub(crate) mesh: vk::Pipeline,
    pub(crate) layout: vk::PipelineLayout,
    pub(crate) record: RecordLayout,
    pub(crate) merges_draws: bool,
    /// The most workgroups seen in a run whose count only the GPU knew.
    pub(crate) seen_tasks: AtomicU32,
    pub(crate) seen_meshes: AtomicU32,
}

impl Context {
    /// Compiles both stages, on the calling thread.
    ///
    /// # Errors
    /// What the driver answers to pipeline creation.
    pub fn create_mesh_pipeline(&self, desc: MeshPipelineDesc) -> Result<MeshPipeline, Error> {
        let device = &self.shared.device;
        let range =
            vk::PushConstantRange { stage_flags: vk::ShaderStageFlags::COMPUTE, offset: 0, size: PUSH_CONSTANT_BYTES };
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(desc.set_layouts)
            .push_constant_ranges(std::slice::from_ref(&range));
        // SAFETY: the set layouts are the caller's and alive.
        let layout = unsafe { device.create_pipeline_layout(&info, None) }.called("vkCreatePipelineLayout")?;
        // From here on, dropping the value frees what was made.
        let mut pipeline = MeshPipeline {
            shared: self.shared.clone(),
            task: None,
            mesh: vk::Pipeline::null(),
            layout,
            record: desc.record,
            merges_draws: desc.merges_draws,
            seen_tasks: AtomicU32::new(0),
            seen_meshes: AtomicU32::new(0),
        };
        if let Some(task) = desc.task {
            pipeline.task =
                Some(create_compute_pipeline(device, task, None, desc.task_options, layout, desc.cache, desc.flags)?);
        }
        pipeline.mesh =
            create_compute_pipeline(device, desc.mesh, None, desc.mesh_options, layout, desc.cache, desc.flags)?;
        Ok(pipeline)
    }
}

impl MeshPipeline {
    /// Layout of both compute stages: the program's descriptor sets bind to it.
    pub fn compute_layout(&self) -> vk::PipelineLayout {
        self.layout
    }

    /// The driver's pipelines of task and mesh stage.
    pub fn compute_pipelines(&self) -> (Option<vk::Pipeline>, vk::Pipeline) {
        (self.task, self.mesh)
    }

    pub fn has_task(&self) -> bool {
        self.task.is_some()
    }

    pub fn record(&self) -> &RecordLayout {
        &self.record
    }

    /// Input assembly of the raster pipeline.
    pub fn topology(&self) -> vk::PrimitiveTopology {
        match self.record.topology {
            Topology::Points => vk::PrimitiveTopology::POINT_LIST,
            Topology::Lines => vk::PrimitiveTopology::LINE_LIST,
            Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
        }
    }

    /// Remembers what a run needed, so that the next plan holds it in one step.
    pub(crate) fn saw(&self, tasks: u32, meshes: u32) {
        for (most, seen) in [(&self.seen_tasks, tasks), (&self.seen_meshes, meshes)] {
            // It rarely is more: a load is cheaper.
            if seen > most.load(Ordering::Relaxed) {
                most.fetch_max(seen, Ordering::Relaxed);
            }
        }
    }
}

impl Drop for MeshPipeline {
    fn drop(&mut self) {
        for pipeline in self.task.into_iter().chain([self.mesh]) {
            // SAFETY: made by `create_mesh_pipeline`; the caller drops it when no recorded command uses it.
            unsafe { self.shared.device.destroy_pipeline(pipeline, None) };
        }
        // SAFETY: as above.
        unsafe { self.shared.device.destroy_pipeline_layout(self.layout, None) };
    }
}
