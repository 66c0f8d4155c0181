//! Bound shader objects. The driver has those of the program bound, but for task and mesh shaders, which it does not know. Before
//! a mesh draw come the lowered ones, and before other draws the program's again.

use ash::vk;
use meshwork_gpu::VertexInputState;
use smallvec::SmallVec;

use super::commands::{BindShadersEXT, SetPrimitiveRestartEnable, SetPrimitiveTopology, SetVertexInputEXT};
use super::emit::Emit;
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::table::Record;
use crate::pipelines::MeshPipelineData;
use crate::stages;

use vk::ShaderStageFlags as Stage;

/// Stages that the driver's shader objects have.
const GRAPHICS: [Stage; 5] =
    [Stage::VERTEX, Stage::TESSELLATION_CONTROL, Stage::TESSELLATION_EVALUATION, Stage::GEOMETRY, Stage::FRAGMENT];

/// What the program bound.
#[derive(Default)]
pub struct ShaderObjects {
    /// As [`GRAPHICS`], as the driver has them: null for a fragment shader that only mesh shaders can be drawn with.
    graphics: [vk::ShaderEXT; 5],
    task: vk::ShaderEXT,
    mesh: vk::ShaderEXT,
    fragment: vk::ShaderEXT,
    compute: vk::ShaderEXT,
    /// Graphics shader objects were bound since the last graphics pipeline was …
    in_use: bool,
    /// … and compute shader objects since the last compute pipeline.
    compute_in_use: bool,
    /// The driver may have lowered shaders bound in place of `graphics`.
    disturbed: bool,
    /// The driver has those of the present combination.
    lowered: bool,
}

impl ShaderObjects {
    /// `driver` is what the driver gets of `program`.
    fn bind(&mut self, stage: Stage, program: vk::ShaderEXT, driver: vk::ShaderEXT) {
        match stage {
            Stage::TASK_EXT => self.task = program,
            Stage::MESH_EXT => self.mesh = program,
            Stage::COMPUTE => self.compute = program,
            _ => {
                if stage == Stage::FRAGMENT {
                    self.fragment = program;
                }
                if let Some(index) = GRAPHICS.iter().position(|graphics| *graphics == stage) {
                    self.graphics[index] = driver;
                }
            }
        }
    }

    /// A pipeline takes the place of shader objects.
    pub fn pipeline_bound(&mut self, at: vk::PipelineBindPoint) {
        match at {
            vk::PipelineBindPoint::GRAPHICS => (self.in_use, self.disturbed, self.lowered) = (false, false, false),
            vk::PipelineBindPoint::COMPUTE => self.compute_in_use = false,
            _ => {}
        }
    }

    /// All of it, for a command buffer of the driver that begins without state.
    /// `lowered` is what the present combination became, if that is known.
    pub fn emit(&self, lowered: Option<&MeshPipelineData>, to: &mut impl Emit) {
        if self.in_use {
            bind(to, &GRAPHICS, &self.graphics);
        }
        if let Some(lowered) = lowered.filter(|_| self.lowered) {
            emit_lowered(lowered, to);
        }
        self.emit_compute(to);
    }

    /// What a hoist disturbs.
    pub fn emit_compute(&self, to: &mut impl Emit) {
        if self.compute_in_use {
            bind(to, &[Stage::COMPUTE], &[self.compute]);
        }
    }
}

fn bind(to: &mut impl Emit, stages: &[Stage], shaders: &[vk::ShaderEXT]) {
    let stage_count = stages.len() as u32;
    to.emit(BindShadersEXT { stage_count, p_stages: stages.as_ptr(), p_shaders: shaders.as_ptr() });
}

impl Record for BindShadersEXT {
    unsafe fn record(self, recorder: &mut Recorder) -> Result<(), Refusal> {
        let state = &mut recorder.state;
        let (mut driver_stages, mut driver_shaders) = (SmallVec::<[_; 8]>::new(), SmallVec::<[_; 8]>::new());
        for index in 0..self.stage_count as usize {
            // SAFETY: the program's arrays; no shaders unbind.
            let (stage, shader) = unsafe {
                let shader = (!self.p_shaders.is_null()).then(|| *self.p_shaders.add(index));
                (*self.p_stages.add(index), shader.unwrap_or_default())
            };
            let stands_in = stage == Stage::FRAGMENT
                && recorder.fallback.pipelines.shader_objects.get(shader).is_some_and(|object| object.stands_in());
            let driver = if stands_in { vk::ShaderEXT::null() } else { shader };
            state.shaders.bind(stage, shader, driver);
            if stage == Stage::COMPUTE {
                state.shaders.compute_in_use = true;
                state.compute.pipeline = vk::Pipeline::null();
            } else {
                state.shaders.in_use = true;
                state.shaders.lowered = false;
                state.graphics.pipeline = vk::Pipeline::null();
                state.mesh_pipeline = None;
            }
            if !stages::has_mesh_shaders(stage) {
                driver_stages.push(stage);
                driver_shaders.push(driver);
            }
        }
        if driver_stages.is_empty() {
            return Ok(());
        }
        let driver = BindShadersEXT {
            stage_count: driver_stages.len() as u32,
            p_stages: driver_stages.as_ptr(),
            p_shaders: driver_shaders.as_ptr(),
        };
        // SAFETY: the caller's promise.
        unsafe { recorder.out.add(driver) }
    }
}

impl Recorder {
    /// Before a mesh draw: what the bound shader objects become, in place of a mesh pipeline.
    pub fn bind_lowered_shaders(&mut self) -> Result<(), Refusal> {
        let shaders = &self.state.shaders;
        if !shaders.in_use || shaders.lowered {
            return Ok(());
        }
        if self.state.mesh_pipeline.is_none() {
            let key = [shaders.task, shaders.mesh, shaders.fragment];
            let pipelines = &self.fallback.pipelines;
            let combination = pipelines.combinations.get(self.data, self.fallback, key);
            self.state.mesh_pipeline = Some(combination.map_err(|error| Refusal::Vulkan {
                call: "vkCreateShadersEXT, as lowered",
                result: error.vk_result(),
            })?);
        }
        if let Some(pipeline) = &self.state.mesh_pipeline {
            emit_lowered(pipeline, &mut self.out);
        }
        self.state.vertex.mesh_pipeline_bound();
        (self.state.shaders.lowered, self.state.shaders.disturbed) = (true, true);
        Ok(())
    }

    /// Before any other draw: what the program bound.
    pub fn restore_shaders(&mut self) {
        let shaders = &mut self.state.shaders;
        if core::mem::take(&mut shaders.disturbed) {
            shaders.lowered = false;
            bind(&mut self.out, &GRAPHICS, &shaders.graphics);
            self.state.vertex.restore_dynamic(&mut self.out);
        }
    }
}

fn emit_lowered(pipeline: &MeshPipelineData, to: &mut impl Emit) {
    let Some(objects) = &pipeline.objects else { return };
    let null = vk::ShaderEXT::null();
    bind(to, &GRAPHICS, &[objects.vertex, null, null, null, objects.fragment]);
    let input = VertexInputState::new(pipeline.mesh.record());
    let bindings: Vec<_> = input
        .bindings
        .iter()
        .map(|from| {
            vk::VertexInputBindingDescription2EXT::default()
                .binding(from.binding)
                .stride(from.stride)
                .input_rate(from.input_rate)
                .divisor(1)
        })
        .collect();
    let attributes: Vec<_> = input
        .attributes
        .iter()
        .map(|from| {
            vk::VertexInputAttributeDescription2EXT::default()
                .location(from.location)
                .binding(from.binding)
                .format(from.format)
                .offset(from.offset)
        })
        .collect();
    to.emit(SetVertexInputEXT {
        vertex_binding_description_count: bindings.len() as u32,
        p_vertex_binding_descriptions: bindings.as_ptr(),
        vertex_attribute_description_count: attributes.len() as u32,
        p_vertex_attribute_descriptions: attributes.as_ptr(),
    });
    to.emit(SetPrimitiveTopology { primitive_topology: pipeline.mesh.topology() });
    to.emit(SetPrimitiveRestartEnable { primitive_restart_enable: vk::FALSE });
}
