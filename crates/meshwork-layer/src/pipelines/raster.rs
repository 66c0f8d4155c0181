//! The driver's graphics pipeline: lowered vertex stage, fragment stage, and the program's fixed-function state.

use ash::vk;
use meshwork_abi::Topology;
use meshwork_gpu::VertexInputState;
use meshwork_passes::Lowered;
use vk::{GraphicsPipelineLibraryFlagsEXT as Parts, PipelineCreateFlags2KHR as Flags2};

use super::create;
use super::error::Error;
use super::libraries::{self, Leaf, Part};
use super::module::{DriverStage, Module};
use super::shaders::Shaders;
use crate::chain::Chain;
use crate::device::DeviceData;
use crate::objects::layouts::slice;
use crate::objects::{Destroy, Objects};
use crate::stages::has_mesh_shaders;

/// The raster side of a mesh pipeline.
pub struct Raster {
    pub raw: vk::Pipeline,
    /// Libraries that it is linked from.
    pub libraries: Vec<Destroy<vk::Pipeline>>,
}

/// What a driver's pipeline is made with beside its create info.
pub struct Maker<'a> {
    pub data: &'a DeviceData,
    pub objects: &'a Objects,
    pub cache: vk::PipelineCache,
    pub shaders: &'a Shaders,
    pub lowered: &'a Lowered,
    pub flags: Flags2,
}

impl Maker<'_> {
    /// The raster side of a mesh pipeline.
    ///
    /// # Safety
    /// `info` is valid, and the leaves are those of its libraries; the shaders are theirs and its own.
    pub unsafe fn create(
        &self,
        info: &vk::GraphicsPipelineCreateInfo<'_>,
        leaves: &[Part],
        allocator: *const vk::AllocationCallbacks<'_>,
    ) -> Result<Raster, Error> {
        let function = self.data.fns.fp_v1_0().destroy_pipeline;
        let own = |raw| Destroy { device: self.data.fns.handle(), function, raw };
        let mut made = Vec::new();
        let mut libraries = Vec::new();
        for part in leaves {
            match part.raw {
                Some(raw) if !self.changes(&part.leaf) => libraries.push(raw),
                // SAFETY: the caller's promise.
                _ => made.push(own(unsafe { self.library(&part.leaf, info) }?)),
            }
            if part.leaf.stages.mesh.is_some() {
                // SAFETY: the leaf holds what its state points to.
                let flags = unsafe { create::flags(&part.leaf.info.info()) };
                let flags = vk::PipelineCreateFlags::from_raw(flags.as_raw() as u32);
                made.push(own(libraries::vertex_input(
                    self.data,
                    self.cache,
                    flags,
                    &VertexInputState::new(&self.lowered.layout).info(),
                    self.topology(),
                    core::ptr::null(),
                )?));
            }
        }
        libraries.extend(made.iter().map(|library| library.raw));
        // SAFETY: the caller's promise.
        let mut chain = unsafe { Chain::copy(info.p_next, |_| true) };
        if let Some(feedback) = chain.get_mut::<vk::PipelineCreationFeedbackCreateInfo>() {
            // Its stages are not the program's; see `create::feedback`.
            feedback.pipeline_stage_creation_feedback_count = 0;
            feedback.p_pipeline_stage_creation_feedbacks = core::ptr::null_mut();
        }
        if let Some(mut parts) = chain.take::<vk::GraphicsPipelineLibraryCreateInfoEXT>() {
            // The vertex input is the layer's, and comes with the mesh shader.
            parts.flags &= !Parts::VERTEX_INPUT_INTERFACE;
            if parts.flags.contains(Parts::PRE_RASTERIZATION_SHADERS) {
                parts.flags |= Parts::VERTEX_INPUT_INTERFACE;
            }
            if !parts.flags.is_empty() {
                chain.push(parts);
            }
        }
        if let Some(link) = chain.get_mut::<vk::PipelineLibraryCreateInfoKHR>() {
            (link.library_count, link.p_libraries) = (libraries.len() as u32, libraries.as_ptr());
        }
        // SAFETY: the caller's promise.
        let raw = unsafe { self.driver(info, chain, allocator) }?;
        Ok(Raster { raw, libraries: made })
    }

    fn topology(&self) -> vk::PrimitiveTopology {
        match self.lowered.layout.topology {
            Topology::Points => vk::PrimitiveTopology::POINT_LIST,
            Topology::Lines => vk::PrimitiveTopology::LINE_LIST,
            Topology::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
        }
    }

    /// Whether the driver's library of a leaf is not what is to be linked.
    fn changes(&self, leaf: &Leaf) -> bool {
        let fragment = match (&leaf.stages.fragment, &self.lowered.fragment) {
            (Some(shader), Some(words)) => shader.module.hidden || *shader.module.words != **words,
            _ => false,
        };
        let colors = leaf.parts.contains(Parts::FRAGMENT_OUTPUT_INTERFACE) && self.shaders.fragment.is_none();
        fragment || colors || leaf.stages.mesh.is_some()
    }

    /// The driver's library of a leaf.
    ///
    /// # Safety
    /// The leaf is linked in `linking`.
    unsafe fn library(&self, leaf: &Leaf, linking: &vk::GraphicsPipelineCreateInfo<'_>) -> Result<vk::Pipeline, Error> {
        let mut info = leaf.info.info();
        if linking.render_pass != vk::RenderPass::null() {
            (info.render_pass, info.subpass) = (linking.render_pass, linking.subpass);
        } else if info.render_pass != vk::RenderPass::null()
            && self.objects.render_passes.get(info.render_pass).is_none()
        {
            return Err(Error::Unsupported("a pipeline library whose render pass was destroyed before it is linked"));
        }
        // SAFETY: the leaf's chain is its own.
        let mut chain = unsafe { Chain::copy(info.p_next, |_| true) };
        let asked = self.flags & Flags2::FAIL_ON_PIPELINE_COMPILE_REQUIRED;
        match chain.get_mut::<vk::PipelineCreateFlags2CreateInfoKHR>() {
            Some(wide) => wide.flags |= asked,
            None => info.flags |= vk::PipelineCreateFlags::from_raw(asked.as_raw() as u32),
        }
        chain.push(vk::GraphicsPipelineLibraryCreateInfoEXT::default().flags(leaf.parts));
        // SAFETY: the leaf holds what its state points to, and the render pass is alive.
        unsafe { self.driver(&info, chain, core::ptr::null()) }
    }

    /// A pipeline or a library of the driver, with the lowered stages in place of the program's.
    ///
    /// # Safety
    /// `info` is valid but for its chain, which is `chain`.
    unsafe fn driver(
        &self,
        info: &vk::GraphicsPipelineCreateInfo<'_>,
        mut chain: Chain,
        allocator: *const vk::AllocationCallbacks<'_>,
    ) -> Result<vk::Pipeline, Error> {
        let with_chain = vk::GraphicsPipelineCreateInfo { p_next: chain.link(), ..*info };
        // SAFETY: the caller's promise.
        let program = unsafe { libraries::stages(&with_chain) };
        let has_mesh = program.iter().any(|stage| has_mesh_shaders(stage.stage));
        let vertex = has_mesh.then(|| Module::new(self.data, &self.lowered.vertex)).transpose()?;
        let program_fragment = program.iter().find(|stage| stage.stage == vk::ShaderStageFlags::FRAGMENT);
        // SAFETY: the caller's promise.
        let mut fragment = unsafe { driver_fragment(self.data, program_fragment, self.shaders, self.lowered) }?;
        let vertex_stage = |module: &Module| {
            let stage = vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::VERTEX);
            stage.module(module.raw).name(c"main")
        };
        let mut stages: Vec<_> = vertex.iter().map(vertex_stage).collect();
        stages.extend(program_fragment.map(|program| match &mut fragment {
            Some(fragment) => fragment.info(program),
            None => *program,
        }));
        let mut driver = vk::GraphicsPipelineCreateInfo {
            p_next: chain.link(),
            stage_count: stages.len() as u32,
            p_stages: stages.as_ptr(),
            ..*info
        };
        let vertex_input = VertexInputState::new(&self.lowered.layout);
        let vertex_input = vertex_input.info();
        let input_assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(self.topology());
        // SAFETY: the caller's promise.
        let dynamic = unsafe { info.p_dynamic_state.as_ref().map_or_else(Vec::new, |dynamic| dynamic_states(dynamic)) };
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
        if has_mesh {
            driver.p_vertex_input_state = &vertex_input;
            driver.p_input_assembly_state = &input_assembly;
        }
        driver.p_tessellation_state = core::ptr::null();
        driver.p_dynamic_state = &dynamic;
        // SAFETY: the caller's promise.
        let (unwritten, mut blend) = unsafe { unwritten_colors(info) };
        if self.shaders.fragment.is_none() && !unwritten.is_empty() {
            blend.p_attachments = unwritten.as_ptr();
            driver.p_color_blend_state = &blend;
        }
        // SAFETY: a valid create info for this device.
        unsafe { create_one(self.data, self.cache, &driver, allocator) }
    }
}

/// The program's colour attachments, none of them written. Without a fragment stage their values are undefined (chapter
/// "Pipelines", "Graphics Pipelines"): GPUs write none, SwiftShader zeros, where programs want what was there.
///
/// # Safety
/// `info` is valid.
unsafe fn unwritten_colors(
    info: &vk::GraphicsPipelineCreateInfo<'_>,
) -> (Vec<vk::PipelineColorBlendAttachmentState>, vk::PipelineColorBlendStateCreateInfo<'static>) {
    // SAFETY: the caller's promise. The attachments may be dynamic, and the structure's lifetime is its chain's.
    unsafe {
        let blend = info.p_color_blend_state.cast::<vk::PipelineColorBlendStateCreateInfo<'static>>();
        let blend = blend.as_ref().filter(|blend| !blend.p_attachments.is_null()).copied().unwrap_or_default();
        let mut attachments = slice(blend.p_attachments, blend.attachment_count).to_vec();
        attachments.iter_mut().for_each(|attachment| attachment.color_write_mask = vk::ColorComponentFlags::empty());
        (attachments, blend)
    }
}

/// The driver's fragment stage, where it is not the program's own.
///
/// # Safety
/// `program` is valid.
unsafe fn driver_fragment<'a>(
    data: &'a DeviceData,
    program: Option<&vk::PipelineShaderStageCreateInfo>,
    shaders: &Shaders,
    lowered: &Lowered,
) -> Result<Option<DriverStage<'a>>, Error> {
    let (Some(program), Some(shader), Some(words)) = (program, &shaders.fragment, &lowered.fragment) else {
        return Ok(None);
    };
    if !shader.module.hidden && *shader.module.words == **words {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    Ok(Some(unsafe { DriverStage::new(program, Module::new(data, words)?) }))
}

/// A pipeline without mesh shaders, of modules that may have some beside the stages that are used.
///
/// # Safety
/// `info` is valid.
pub unsafe fn create_ordinary(
    data: &DeviceData,
    objects: &Objects,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    // SAFETY: the caller's promise.
    unsafe {
        let program = libraries::stages(info);
        let without_mesh = |stage| DriverStage::without_mesh(data, objects, stage);
        let mut stripped = program.iter().map(without_mesh).collect::<Result<Vec<_>, Error>>()?;
        let stages = program.iter().zip(&mut stripped).map(|(program, stripped)| match stripped {
            Some(stripped) => stripped.info(program),
            None => *program,
        });
        let stages: Vec<_> = stages.collect();
        create_one(data, cache, &vk::GraphicsPipelineCreateInfo { p_stages: stages.as_ptr(), ..*info }, allocator)
    }
}

/// One graphics pipeline of the driver.
///
/// # Safety
/// `info` is valid for the driver.
pub unsafe fn create_one(
    data: &DeviceData,
    cache: vk::PipelineCache,
    info: &vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
) -> Result<vk::Pipeline, Error> {
    let mut raw = vk::Pipeline::null();
    // SAFETY: the caller's promise.
    let result = unsafe {
        (data.fns.fp_v1_0().create_graphics_pipelines)(data.fns.handle(), cache, 1, info, allocator, &mut raw)
    };
    match result {
        vk::Result::SUCCESS => Ok(raw),
        other => Err(Error::Driver(other)),
    }
}

/// The program's dynamic states without those of the vertex input, which a mesh pipeline has not and ours has static.
///
/// # Safety
/// `program` is valid.
unsafe fn dynamic_states(program: &vk::PipelineDynamicStateCreateInfo) -> Vec<vk::DynamicState> {
    // SAFETY: the caller's promise.
    let states = unsafe { slice(program.p_dynamic_states, program.dynamic_state_count) };
    let is_vertex_input = |state: &vk::DynamicState| {
        matches!(
            *state,
            vk::DynamicState::PRIMITIVE_TOPOLOGY
                | vk::DynamicState::PRIMITIVE_RESTART_ENABLE
                | vk::DynamicState::VERTEX_INPUT_EXT
                | vk::DynamicState::VERTEX_INPUT_BINDING_STRIDE
                | vk::DynamicState::PATCH_CONTROL_POINTS_EXT
        )
    };
    states.iter().copied().filter(|state| !is_vertex_input(state)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertex_input_is_not_dynamic() {
        let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::PRIMITIVE_TOPOLOGY, vk::DynamicState::CULL_MODE];
        let info = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
        // SAFETY: `info` is valid.
        let kept = unsafe { dynamic_states(&info) };
        assert_eq!(kept, [vk::DynamicState::VIEWPORT, vk::DynamicState::CULL_MODE]);
    }
}
