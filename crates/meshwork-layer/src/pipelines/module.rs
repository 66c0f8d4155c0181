//! Shader modules that the layer makes for the driver, for the time of a call.

use core::ffi::CStr;

use ash::vk;
use meshwork_passes::{OrdinaryStage, strip_mesh};
use vk::TaggedStructure;

use super::error::Error;
use super::shaders::{is_hidden, module_of};
use crate::chain::Chain;
use crate::device::DeviceData;
use crate::objects::Objects;

/// A shader module of the driver.
pub struct Module<'a> {
    data: &'a DeviceData,
    pub raw: vk::ShaderModule,
}

impl<'a> Module<'a> {
    pub fn new(data: &'a DeviceData, words: &[u32]) -> Result<Self, Error> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a module that lowering or stripping made.
        let raw = unsafe { data.fns.create_shader_module(&info, None) }.map_err(Error::Driver)?;
        Ok(Self { data, raw })
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and pipelines do not need their modules.
        unsafe { self.data.fns.destroy_shader_module(self.raw, None) };
    }
}

/// Whether a structure in a stage's chain stands for the program's module.
pub fn is_module(s_type: vk::StructureType) -> bool {
    let identifier = vk::PipelineShaderStageModuleIdentifierCreateInfoEXT::STRUCTURE_TYPE;
    s_type == vk::ShaderModuleCreateInfo::STRUCTURE_TYPE || s_type == identifier
}

/// A stage of the program with another module.
pub struct DriverStage<'a> {
    module: Module<'a>,
    chain: Chain,
}

impl<'a> DriverStage<'a> {
    /// # Safety
    /// `program` is valid.
    pub unsafe fn new(program: &vk::PipelineShaderStageCreateInfo, module: Module<'a>) -> Self {
        // SAFETY: the caller's promise.
        let chain = unsafe { Chain::copy(program.p_next, |s_type| !is_module(s_type)) };
        Self { module, chain }
    }

    /// A stage of a pipeline without mesh shaders whose module has some: the module without them. `None` where the driver may
    /// have the program's.
    ///
    /// # Safety
    /// `program` is valid.
    pub unsafe fn without_mesh(
        data: &'a DeviceData,
        objects: &Objects,
        program: &vk::PipelineShaderStageCreateInfo,
    ) -> Result<Option<Self>, Error> {
        // SAFETY: the caller's promise.
        let hidden = unsafe { is_hidden(objects, program).then(|| module_of(objects, program)) };
        let Some(module) = hidden.flatten() else { return Ok(None) };
        let stage = match program.stage {
            vk::ShaderStageFlags::VERTEX => OrdinaryStage::Vertex,
            vk::ShaderStageFlags::TESSELLATION_CONTROL => OrdinaryStage::TessellationControl,
            vk::ShaderStageFlags::TESSELLATION_EVALUATION => OrdinaryStage::TessellationEvaluation,
            vk::ShaderStageFlags::GEOMETRY => OrdinaryStage::Geometry,
            vk::ShaderStageFlags::FRAGMENT => OrdinaryStage::Fragment,
            vk::ShaderStageFlags::COMPUTE => OrdinaryStage::Compute,
            _ => return Err(Error::Unsupported("a module with mesh shaders in a stage of this kind")),
        };
        // SAFETY: the caller's promise.
        let entry_point = unsafe { CStr::from_ptr(program.p_name) }.to_string_lossy();
        let words = strip_mesh(&module.words, &entry_point, stage).map_err(Error::Ordinary)?;
        let module = Module::new(data, &words)?;
        // SAFETY: the caller's promise.
        Ok(Some(unsafe { Self::new(program, module) }))
    }

    /// The create info for the driver; valid while `self` lives.
    pub fn info<'b>(
        &'b mut self,
        program: &vk::PipelineShaderStageCreateInfo<'b>,
    ) -> vk::PipelineShaderStageCreateInfo<'b> {
        vk::PipelineShaderStageCreateInfo { module: self.module.raw, p_next: self.chain.link(), ..*program }
    }
}
