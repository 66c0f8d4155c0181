//! The program's shaders, and what lowering makes of them.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

use ash::vk;
use meshwork_abi::TargetProfile;
use meshwork_gpu::StageOptions;
use meshwork_passes::{Lowered, MeshShaders, ProvokingVertex, SpecializationConstant, Stage};
use parking_lot::Mutex;

use super::error::Error;
use crate::chain;
use crate::objects::layouts::slice;
use crate::objects::shader_modules::{ShaderModule, has_mesh_shaders, module_words};
use crate::objects::{Objects, module_identifiers};

/// A shader stage of the program, owned. Equal shaders are lowered once.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shader {
    pub module: Arc<ShaderModule>,
    pub entry_point: String,
    /// `SpecId` and bytes.
    specialization: Vec<(u32, Vec<u8>)>,
}

/// The shaders of a mesh pipeline.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shaders {
    pub task: Option<Shader>,
    pub mesh: Shader,
    pub fragment: Option<Shader>,
    pub provoking_vertex: ProvokingVertex,
}

impl Shader {
    /// # Safety
    /// `stage` is valid.
    unsafe fn of(objects: &Objects, stage: &vk::PipelineShaderStageCreateInfo) -> Result<Self, Error> {
        // SAFETY: the caller's promise.
        unsafe {
            let module = module_of(objects, stage).ok_or(match module_identifiers::of_stage(stage) {
                // The call asks to be told.
                Some(_) => Error::Driver(vk::Result::PIPELINE_COMPILE_REQUIRED),
                None => Error::Malformed("a stage without a shader module"),
            })?;
            Self::new(module, stage.p_name, stage.p_specialization_info)
        }
    }

    /// # Safety
    /// `name` is a C string, `constants` is null or valid.
    pub unsafe fn new(
        module: Arc<ShaderModule>,
        name: *const c_char,
        constants: *const vk::SpecializationInfo,
    ) -> Result<Self, Error> {
        // SAFETY: the caller's promise.
        unsafe {
            let entry_point = CStr::from_ptr(name).to_str();
            let entry_point = entry_point.map_err(|_| Error::Malformed("an entry point's name is not UTF-8"))?;
            let specialization = constants.as_ref().map_or_else(Vec::new, |info| specialization(info));
            Ok(Self { module, entry_point: entry_point.to_owned(), specialization })
        }
    }

    /// The specialization as Vulkan wants it.
    pub fn constants(&self) -> SpecializationData {
        let mut data = SpecializationData::default();
        for (id, bytes) in &self.specialization {
            let offset = data.bytes.len() as u32;
            data.entries.push(vk::SpecializationMapEntry { constant_id: *id, offset, size: bytes.len() });
            data.bytes.extend_from_slice(bytes);
        }
        data
    }
}

/// What a `VkSpecializationInfo` points to.
#[derive(Default)]
pub struct SpecializationData {
    entries: Vec<vk::SpecializationMapEntry>,
    bytes: Vec<u8>,
}

impl SpecializationData {
    pub fn info(&self) -> vk::SpecializationInfo<'_> {
        vk::SpecializationInfo::default().map_entries(&self.entries).data(&self.bytes)
    }
}

/// The module of a stage: an object, words in the stage's chain, or one that an identifier there stands for.
///
/// # Safety
/// `stage` is valid.
pub unsafe fn module_of(objects: &Objects, stage: &vk::PipelineShaderStageCreateInfo) -> Option<Arc<ShaderModule>> {
    if stage.module != vk::ShaderModule::null() {
        return objects.shader_modules.get(stage.module);
    }
    // SAFETY: the caller's promise.
    unsafe {
        match chain::find::<vk::ShaderModuleCreateInfo>(stage.p_next) {
            Some(info) => Some(Arc::new(ShaderModule::new(module_words(info)))),
            None => objects.identifiers.module_of(stage),
        }
    }
}

/// Whether the driver may not have a stage's module, because it has mesh shaders.
///
/// # Safety
/// `stage` is valid.
pub unsafe fn is_hidden(objects: &Objects, stage: &vk::PipelineShaderStageCreateInfo) -> bool {
    if stage.module != vk::ShaderModule::null() {
        return objects.shader_modules.get(stage.module).is_some_and(|module| module.hidden);
    }
    // SAFETY: the caller's promise.
    unsafe {
        match chain::find::<vk::ShaderModuleCreateInfo>(stage.p_next) {
            Some(info) => has_mesh_shaders(module_words(info)),
            None => objects.identifiers.module_of(stage).is_some_and(|module| module.hidden),
        }
    }
}

/// # Safety
/// `info` is valid.
unsafe fn specialization(info: &vk::SpecializationInfo) -> Vec<(u32, Vec<u8>)> {
    // SAFETY: the caller's promise.
    unsafe {
        let data = slice(info.p_data.cast::<u8>(), info.data_size as u32);
        let value = |entry: &vk::SpecializationMapEntry| {
            let offset = entry.offset as usize;
            Some((entry.constant_id, data.get(offset..offset + entry.size)?.to_vec()))
        };
        slice(info.p_map_entries, info.map_entry_count).iter().filter_map(value).collect()
    }
}

/// The shaders of a mesh pipeline that one create info has, of several where libraries are linked.
#[derive(Clone, Default)]
pub struct Stages {
    pub task: Option<Shader>,
    pub mesh: Option<Shader>,
    pub fragment: Option<Shader>,
    pub options: Options,
}

/// How task and mesh shader are to be compiled.
#[derive(Clone, Copy, Default)]
pub struct Options {
    pub task: StageOptions,
    pub mesh: StageOptions,
}

impl Stages {
    /// # Safety
    /// The stages are valid, and the chain of their pipeline is.
    pub unsafe fn of(
        objects: &Objects,
        stages: &[vk::PipelineShaderStageCreateInfo],
        p_next: *const c_void,
    ) -> Result<Self, Error> {
        let find = |flag| stages.iter().find(|stage| stage.stage == flag);
        // SAFETY: the caller's promise.
        let shader = |flag| find(flag).map(|stage| unsafe { Shader::of(objects, stage) }).transpose();
        // SAFETY: as above.
        let options = |flag| find(flag).map_or_else(StageOptions::default, |stage| unsafe { options(stage, p_next) });
        Ok(Self {
            options: Options {
                task: options(vk::ShaderStageFlags::TASK_EXT),
                mesh: options(vk::ShaderStageFlags::MESH_EXT),
            },
            task: shader(vk::ShaderStageFlags::TASK_EXT)?,
            mesh: shader(vk::ShaderStageFlags::MESH_EXT)?,
            fragment: shader(vk::ShaderStageFlags::FRAGMENT)?,
        })
    }

    pub fn with(self, other: &Self) -> Self {
        Self {
            options: if self.mesh.is_some() { self.options } else { other.options },
            task: self.task.or_else(|| other.task.clone()),
            mesh: self.mesh.or_else(|| other.mesh.clone()),
            fragment: self.fragment.or_else(|| other.fragment.clone()),
        }
    }
}

/// # Safety
/// The stage is valid, and the chain of its pipeline is.
unsafe fn options(stage: &vk::PipelineShaderStageCreateInfo, p_next: *const c_void) -> StageOptions {
    type RequiredSize<'a> = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo<'a>;
    // SAFETY: the caller's promise.
    let (size, robustness) = unsafe {
        let of_stage = chain::find::<vk::PipelineRobustnessCreateInfoEXT>(stage.p_next);
        (chain::find::<RequiredSize>(stage.p_next), of_stage.or_else(|| chain::find(p_next)))
    };
    StageOptions {
        flags: stage.flags,
        required_subgroup_size: size.map(|size| size.required_subgroup_size),
        robustness: robustness.map(|robustness| {
            vk::PipelineRobustnessCreateInfoEXT::default()
                .storage_buffers(robustness.storage_buffers)
                .uniform_buffers(robustness.uniform_buffers)
                .vertex_inputs(robustness.vertex_inputs)
                .images(robustness.images)
        }),
    }
}

/// What a pipeline with pre-rasterization state says of it.
///
/// # Safety
/// `info` is valid.
pub unsafe fn provoking_vertex(info: &vk::GraphicsPipelineCreateInfo) -> ProvokingVertex {
    type State<'a> = vk::PipelineRasterizationProvokingVertexStateCreateInfoEXT<'a>;
    // SAFETY: the caller's promise.
    let (is_dynamic, state) = unsafe {
        let dynamic = info.p_dynamic_state.as_ref();
        let dynamic = dynamic.is_some_and(|dynamic| {
            let states = slice(dynamic.p_dynamic_states, dynamic.dynamic_state_count);
            states.contains(&vk::DynamicState::PROVOKING_VERTEX_MODE_EXT)
        });
        let raster = info.p_rasterization_state.as_ref();
        (dynamic, raster.and_then(|raster| chain::find::<State>(raster.p_next)))
    };
    match state.map(|state| state.provoking_vertex_mode) {
        _ if is_dynamic => ProvokingVertex::Dynamic,
        Some(vk::ProvokingVertexModeEXT::LAST_VERTEX) => ProvokingVertex::Last,
        _ => ProvokingVertex::First,
    }
}

impl Shaders {
    pub fn new(stages: Stages, provoking_vertex: ProvokingVertex) -> Result<Self, Error> {
        Ok(Self {
            task: stages.task,
            mesh: stages.mesh.ok_or(Error::Malformed("a task shader without a mesh shader"))?,
            fragment: stages.fragment,
            provoking_vertex,
        })
    }

    fn lower(&self, profile: &TargetProfile) -> Result<Lowered, meshwork_passes::Error> {
        let task = self.task.as_ref().map(Constants::of);
        let (mesh, fragment) = (Constants::of(&self.mesh), self.fragment.as_ref().map(Constants::of));
        let shaders = MeshShaders {
            task: task.as_ref().map(Constants::stage),
            mesh: mesh.stage(),
            fragment: fragment.as_ref().map(Constants::stage),
            provoking_vertex: self.provoking_vertex,
        };
        meshwork_passes::lower(&shaders, profile)
    }
}

/// A shader with its specialization in the form that [`Stage`] borrows.
struct Constants<'a> {
    shader: &'a Shader,
    constants: Vec<SpecializationConstant<'a>>,
}

impl<'a> Constants<'a> {
    fn of(shader: &'a Shader) -> Self {
        let constant = |(id, bytes): &'a (u32, Vec<u8>)| SpecializationConstant { id: *id, bytes };
        Self { shader, constants: shader.specialization.iter().map(constant).collect() }
    }

    fn stage(&self) -> Stage<'_> {
        Stage {
            words: &self.shader.module.words,
            entry_point: &self.shader.entry_point,
            specialization: &self.constants,
        }
    }
}

/// Lowered shaders of a device. Programs make many pipelines of the same shaders with different state.
#[derive(Default)]
pub struct LoweringCache(Mutex<CacheContent>);

#[derive(Default)]
struct CacheContent {
    lowered: HashMap<Shaders, Result<Arc<Lowered>, meshwork_passes::Error>>,
    /// Words of SPIR-V that the entries hold.
    words: usize,
}

/// Beyond this the cache starts over: 64 MiB.
const CACHE_WORDS: usize = 16 << 20;

impl LoweringCache {
    pub fn lower(&self, shaders: &Shaders, profile: &TargetProfile) -> Result<Arc<Lowered>, meshwork_passes::Error> {
        if let Some(known) = self.0.lock().lowered.get(shaders) {
            return known.clone();
        }
        // Outside the lock: other pipelines need not wait, and at worst lower the same shaders once more.
        let lowered = shaders.lower(profile).map(Arc::new);
        let words = shaders.words() + lowered.as_ref().map_or(0, |lowered| words_of(lowered));
        let mut cache = self.0.lock();
        if cache.words + words > CACHE_WORDS {
            *cache = CacheContent::default();
        }
        cache.words += words;
        cache.lowered.insert(shaders.clone(), lowered.clone());
        lowered
    }
}

impl Shaders {
    fn words(&self) -> usize {
        let stages = [self.task.as_ref(), Some(&self.mesh), self.fragment.as_ref()];
        stages.into_iter().flatten().map(|shader| shader.module.words.len()).sum()
    }
}

fn words_of(lowered: &Lowered) -> usize {
    let optional = |words: &Option<Vec<u32>>| words.as_ref().map_or(0, Vec::len);
    optional(&lowered.task) + lowered.mesh.len() + lowered.vertex.len() + optional(&lowered.fragment)
}
