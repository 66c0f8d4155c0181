//! Shader objects (`VK_EXT_shader_object`).
//!
//! The driver has every shader but those of task and mesh stages, for which a shader that is never bound stands. What they and
//! the fragment shader become depends on what is drawn together, so it is made when a mesh draw is recorded, or where shaders are
//! linked, with them, and kept ([`Combinations`]) until one of the shaders is destroyed. Binaries of task, mesh and fragment
//! shaders are SPIR-V for the same reason.

mod binary;
mod combine;

use core::ffi::{CStr, c_void};
use std::sync::Arc;

use ash::vk;
use meshwork_gpu::StageOptions;
use meshwork_passes::{OrdinaryStage, strip_mesh};
use vk::ShaderCreateFlagsEXT as Flags;

pub use combine::{Combinations, LoweredObjects};

use super::error::Error;
use super::shaders::Shader;
use crate::chain;
use crate::device::{DeviceData, Fallback, fallback_data};
use crate::guard::guard;
use crate::hook::Pointer;
use crate::objects::layouts::{SetLayout, driver_ranges, slice};
use crate::objects::shader_modules::{PLACEHOLDER, ShaderModule, has_mesh_shaders};
use crate::stages;

/// What is kept of a task, mesh or fragment shader.
pub struct ShaderObject {
    pub stage: vk::ShaderStageFlags,
    pub shader: Shader,
    pub sets: Vec<Option<Arc<SetLayout>>>,
    /// As the program has them.
    pub push_constants: Vec<vk::PushConstantRange>,
    /// How the driver is to make a variant of a fragment shader.
    flags: Flags,
    /// How it is to compile a task or mesh shader.
    options: StageOptions,
    driver: Driver,
}

/// What the driver has of a shader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Driver {
    /// The program's module.
    Whole,
    /// The shader without the mesh shaders beside it.
    Part,
    /// Another shader, which must not be bound.
    StandIn,
}

impl ShaderObject {
    pub fn stands_in(&self) -> bool {
        self.driver == Driver::StandIn
    }
}

fn is_kept(stage: vk::ShaderStageFlags) -> bool {
    stage == vk::ShaderStageFlags::FRAGMENT || stages::has_mesh_shaders(stage)
}

/// What the driver is asked for, and what is kept.
struct Request<'a> {
    info: vk::ShaderCreateInfoEXT<'a>,
    ranges: Vec<vk::PushConstantRange>,
    /// In place of the program's code.
    code: Option<Vec<u32>>,
    kept: Option<ShaderObject>,
}

impl<'a> Request<'a> {
    /// # Safety
    /// `info` is valid. `with_mesh`: some shader that it is linked with is a mesh shader.
    unsafe fn new(
        fallback: &Fallback,
        info: &vk::ShaderCreateInfoEXT<'a>,
        with_mesh: bool,
    ) -> Result<Self, vk::Result> {
        // SAFETY: the caller's promise.
        unsafe {
            let program_ranges = slice(info.p_push_constant_ranges, info.push_constant_range_count);
            let mut request = Self { info: *info, ranges: driver_ranges(program_ranges), code: None, kept: None };
            if with_mesh {
                request.info.flags &= !Flags::LINK_STAGE;
            }
            let code = core::slice::from_raw_parts(info.p_code.cast::<u8>(), info.code_size);
            let words = match (info.code_type, is_kept(info.stage)) {
                (vk::ShaderCodeTypeEXT::SPIRV, _) => words(code),
                (_, true) => binary::read(code, info.stage).ok_or(vk::Result::INCOMPATIBLE_SHADER_BINARY_EXT)?,
                (_, false) => return Ok(request),
            };
            let is_hidden = has_mesh_shaders(&words);
            let entry_point = CStr::from_ptr(info.p_name).to_string_lossy();
            if is_hidden && !stages::has_mesh_shaders(info.stage) {
                request.code = ordinary(info.stage).and_then(|stage| strip_mesh(&words, &entry_point, stage).ok());
                if request.code.is_none() && info.stage != vk::ShaderStageFlags::FRAGMENT {
                    let error = Error::Unsupported("a module with mesh shaders in a stage of this kind");
                    fallback.pipelines.tell(&error);
                    return Err(result_of(&error));
                }
            } else if !is_hidden && info.code_type != vk::ShaderCodeTypeEXT::SPIRV {
                request.code = Some(words.clone());
            }
            if is_kept(info.stage) {
                let layouts = slice(info.p_set_layouts, info.set_layout_count);
                let module = Arc::new(ShaderModule::new(&words));
                request.kept = Some(ShaderObject {
                    stage: info.stage,
                    shader: Shader::new(module, info.p_name, info.p_specialization_info)
                        .map_err(|error| result_of(&error))?,
                    sets: layouts.iter().map(|set| fallback.objects.set_layouts.get(*set)).collect(),
                    push_constants: program_ranges.to_vec(),
                    flags: request.info.flags,
                    options: options(info),
                    driver: match (is_hidden, &request.code) {
                        (false, _) => Driver::Whole,
                        (true, Some(_)) => Driver::Part,
                        (true, None) => Driver::StandIn,
                    },
                });
            }
            Ok(request)
        }
    }

    /// For the driver; valid while `self` lives.
    fn driver(&self) -> vk::ShaderCreateInfoEXT<'_> {
        // A fragment shader that only mesh shaders can be drawn with has a stand-in, too.
        if self.kept.as_ref().is_some_and(ShaderObject::stands_in) {
            return vk::ShaderCreateInfoEXT {
                code_type: vk::ShaderCodeTypeEXT::SPIRV,
                code_size: size_of_val(PLACEHOLDER),
                p_code: PLACEHOLDER.as_ptr().cast(),
                ..vk::ShaderCreateInfoEXT::default().stage(vk::ShaderStageFlags::COMPUTE).name(c"main")
            };
        }
        let mut info = vk::ShaderCreateInfoEXT {
            push_constant_range_count: self.ranges.len() as u32,
            p_push_constant_ranges: self.ranges.as_ptr(),
            ..self.info
        };
        if let Some(code) = &self.code {
            info.code_type = vk::ShaderCodeTypeEXT::SPIRV;
            (info.code_size, info.p_code) = (size_of_val(&**code), code.as_ptr().cast());
        }
        info
    }
}

/// # Safety
/// `info` is valid.
unsafe fn options(info: &vk::ShaderCreateInfoEXT) -> StageOptions {
    use vk::PipelineShaderStageCreateFlags as StageFlags;
    type RequiredSize<'a> = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo<'a>;
    // SAFETY: the caller's promise.
    let size = unsafe { chain::find::<RequiredSize>(info.p_next) };
    let same = [
        (Flags::ALLOW_VARYING_SUBGROUP_SIZE, StageFlags::ALLOW_VARYING_SUBGROUP_SIZE),
        (Flags::REQUIRE_FULL_SUBGROUPS, StageFlags::REQUIRE_FULL_SUBGROUPS),
    ];
    StageOptions {
        flags: same
            .into_iter()
            .filter(|(flag, _)| info.flags.contains(*flag))
            .fold(StageFlags::empty(), |all, (_, same)| all | same),
        required_subgroup_size: size.map(|size| size.required_subgroup_size),
        robustness: None,
    }
}

/// SPIR-V words; the program's code need not be aligned.
fn words(code: &[u8]) -> Vec<u32> {
    code.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn ordinary(stage: vk::ShaderStageFlags) -> Option<OrdinaryStage> {
    Some(match stage {
        vk::ShaderStageFlags::VERTEX => OrdinaryStage::Vertex,
        vk::ShaderStageFlags::TESSELLATION_CONTROL => OrdinaryStage::TessellationControl,
        vk::ShaderStageFlags::TESSELLATION_EVALUATION => OrdinaryStage::TessellationEvaluation,
        vk::ShaderStageFlags::GEOMETRY => OrdinaryStage::Geometry,
        vk::ShaderStageFlags::FRAGMENT => OrdinaryStage::Fragment,
        vk::ShaderStageFlags::COMPUTE => OrdinaryStage::Compute,
        _ => return None,
    })
}

/// The driver's `vkCreateShadersEXT`.
///
/// # Safety
/// The infos are valid for the driver; `out` is as long.
unsafe fn create_in_driver(
    data: &DeviceData,
    infos: &[vk::ShaderCreateInfoEXT],
    allocator: *const vk::AllocationCallbacks,
    out: *mut vk::ShaderEXT,
) -> vk::Result {
    let Some(next) = data.next_proc(c"vkCreateShadersEXT") else { return vk::Result::ERROR_UNKNOWN };
    // SAFETY: the driver's function of this name has this type; the caller's promise.
    unsafe {
        let next = core::mem::transmute::<Pointer, vk::PFN_vkCreateShadersEXT>(next);
        next(data.fns.handle(), infos.len() as u32, infos.as_ptr(), allocator, out)
    }
}

/// # Safety
/// As `vkCreateShadersEXT`.
pub unsafe extern "system" fn create(
    device: vk::Device,
    count: u32,
    infos: *const vk::ShaderCreateInfoEXT<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    shaders: *mut vk::ShaderEXT,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let program = slice(infos, count);
        let out = core::slice::from_raw_parts_mut(shaders, count as usize);
        out.fill(vk::ShaderEXT::null());
        let is_linked = |info: &vk::ShaderCreateInfoEXT| info.flags.contains(Flags::LINK_STAGE);
        let with_mesh = program.iter().any(|info| is_linked(info) && stages::has_mesh_shaders(info.stage));
        let request =
            |info: &vk::ShaderCreateInfoEXT<'static>| Request::new(fallback, info, with_mesh && is_linked(info));
        // Shaders before one that fails are created, as the driver would.
        let mut requests = Vec::new();
        let mut failed = None;
        for info in core::slice::from_raw_parts(program.as_ptr().cast(), program.len()) {
            match request(info) {
                Ok(request) => requests.push(request),
                Err(result) => {
                    failed = Some(result);
                    break;
                }
            }
        }
        let driver: Vec<_> = requests.iter().map(Request::driver).collect();
        let result = match driver.is_empty() {
            true => vk::Result::SUCCESS,
            false => create_in_driver(data, &driver, allocator, out.as_mut_ptr()),
        };
        for (request, raw) in requests.into_iter().zip(&*out) {
            if let (Some(kept), true) = (request.kept, *raw != vk::ShaderEXT::null()) {
                fallback.pipelines.shader_objects.insert(*raw, kept);
            }
        }
        match (result, failed) {
            (vk::Result::SUCCESS, None) if with_mesh => link(data, fallback, program, out, allocator),
            (vk::Result::SUCCESS, Some(failed)) => failed,
            _ => result,
        }
    })
}

/// Makes of shaders that are linked what they are drawn with. Where that cannot be, none of the mesh shaders is created.
///
/// # Safety
/// The shaders were made of the infos, with these callbacks.
unsafe fn link(
    data: &DeviceData,
    fallback: &Fallback,
    program: &[vk::ShaderCreateInfoEXT],
    out: &mut [vk::ShaderEXT],
    allocator: *const vk::AllocationCallbacks,
) -> vk::Result {
    let linked = |stage| {
        let is_linked = |info: &vk::ShaderCreateInfoEXT| info.flags.contains(Flags::LINK_STAGE) && info.stage == stage;
        program.iter().position(is_linked)
    };
    let stages = [vk::ShaderStageFlags::TASK_EXT, vk::ShaderStageFlags::MESH_EXT, vk::ShaderStageFlags::FRAGMENT];
    let places = stages.map(linked);
    // Without its fragment shader it is not known what a mesh shader is drawn with.
    let is_whole = |mesh: usize| places[2].is_some() || program[mesh].next_stage.is_empty();
    if !places[1].is_some_and(is_whole) {
        return vk::Result::SUCCESS;
    }
    let key = places.map(|place| place.map_or_else(vk::ShaderEXT::null, |place| out[place]));
    let Err(error) = fallback.pipelines.combinations.get(data, fallback, key) else { return vk::Result::SUCCESS };
    for place in places.into_iter().flatten() {
        let raw = core::mem::take(&mut out[place]);
        // SAFETY: the caller's promise; the program does not have the handle.
        unsafe { destroy(data.fns.handle(), raw, allocator) };
    }
    result_of(&error)
}

/// As `vkCreateShadersEXT` may return it.
fn result_of(error: &Error) -> vk::Result {
    match error.vk_result() {
        vk::Result::ERROR_INVALID_SHADER_NV => vk::Result::ERROR_INITIALIZATION_FAILED,
        other => other,
    }
}

/// # Safety
/// As `vkDestroyShaderEXT`.
pub unsafe extern "system" fn destroy(
    device: vk::Device,
    shader: vk::ShaderEXT,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.pipelines.shader_objects.remove(shader);
        fallback.pipelines.combinations.forget(shader);
        if let Some(next) = data.next_proc(c"vkDestroyShaderEXT") {
            core::mem::transmute::<Pointer, vk::PFN_vkDestroyShaderEXT>(next)(device, shader, allocator);
        }
    });
}

/// # Safety
/// As `vkGetShaderBinaryDataEXT`.
pub unsafe extern "system" fn binary_data(
    device: vk::Device,
    shader: vk::ShaderEXT,
    size: *mut usize,
    bytes: *mut c_void,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        if let Some(object) = fallback.pipelines.shader_objects.get(shader) {
            let binary = binary::write(&object.shader.module.words, object.stage);
            if bytes.is_null() {
                *size = binary.len();
                return vk::Result::SUCCESS;
            }
            if *size < binary.len() {
                *size = 0;
                return vk::Result::INCOMPLETE;
            }
            *size = binary.len();
            core::ptr::copy_nonoverlapping(binary.as_ptr(), bytes.cast(), binary.len());
            return vk::Result::SUCCESS;
        }
        let Some(next) = data.next_proc(c"vkGetShaderBinaryDataEXT") else { return vk::Result::ERROR_UNKNOWN };
        core::mem::transmute::<Pointer, vk::PFN_vkGetShaderBinaryDataEXT>(next)(device, shader, size, bytes)
    })
}
