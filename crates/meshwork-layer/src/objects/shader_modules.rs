//! Shader modules: their words are kept, and a driver without mesh shaders is not shown modules that name them.

use std::hash::{DefaultHasher, Hash, Hasher};

use ash::vk;

use super::layouts::slice;
use crate::device::fallback_data;
use crate::guard::guard;
use crate::hook;
use crate::hook::Hook;

pub const HOOKS: &[Hook] = &[
    hook!(vkCreateShaderModule: PFN_vkCreateShaderModule = create),
    hook!(vkDestroyShaderModule: PFN_vkDestroyShaderModule = destroy),
];

/// What is kept of a shader module that a mesh pipeline may use. Equal words, equal modules.
#[derive(PartialEq, Eq)]
pub struct ShaderModule {
    pub words: Box<[u32]>,
    /// Of `words`.
    hash: u64,
    /// The driver has [`PLACEHOLDER`] in its place.
    pub hidden: bool,
}

impl Hash for ShaderModule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl ShaderModule {
    pub fn new(words: &[u32]) -> Self {
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        Self { words: words.into(), hash: hasher.finish(), hidden: has_mesh_shaders(words) }
    }
}

/// `void main() {}` as a compute shader: a valid module with a handle of its own.
pub const PLACEHOLDER: &[u32] = &[
    0x0723_0203,
    0x0001_0000,
    0,
    5,
    0, // header, ids below 5
    0x0002_0011,
    1, // OpCapability Shader
    0x0003_000e,
    0,
    1, // OpMemoryModel Logical GLSL450
    0x0005_000f,
    5,
    1,
    0x6e69_616d,
    0, // OpEntryPoint GLCompute %1 "main"
    0x0006_0010,
    1,
    17,
    1,
    1,
    1, // OpExecutionMode %1 LocalSize 1 1 1
    0x0002_0013,
    2, // %2 = OpTypeVoid
    0x0003_0021,
    3,
    2, // %3 = OpTypeFunction %2
    0x0005_0036,
    2,
    1,
    0,
    3, // %1 = OpFunction %2 None %3
    0x0002_00f8,
    4,           // %4 = OpLabel
    0x0001_00fd, // OpReturn
    0x0001_0038, // OpFunctionEnd
];

const HEADER_WORDS: usize = 5;
const OP_EXTENSION: u32 = 10;
const OP_EXT_INST_IMPORT: u32 = 11;
const OP_MEMORY_MODEL: u32 = 14;
const OP_ENTRY_POINT: u32 = 15;
const OP_CAPABILITY: u32 = 17;
const CAPABILITY_MESH_SHADING_EXT: u32 = 5283;
const MODEL_FRAGMENT: u32 = 4;

/// Whether a module declares the capability `MeshShadingEXT`.
pub fn has_mesh_shaders(words: &[u32]) -> bool {
    preamble(words).any(|(op, operand)| op == OP_CAPABILITY && operand == CAPABILITY_MESH_SHADING_EXT)
}

/// Whether a mesh pipeline may have a stage of this module.
fn is_for_mesh_pipelines(words: &[u32]) -> bool {
    preamble(words).any(|(op, operand)| {
        op == OP_CAPABILITY && operand == CAPABILITY_MESH_SHADING_EXT
            || op == OP_ENTRY_POINT && operand == MODEL_FRAGMENT
    })
}

/// Opcodes and first operands of the instructions that a module begins with, up to its last entry point.
fn preamble(words: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = words.get(HEADER_WORDS..).unwrap_or_default();
    core::iter::from_fn(move || {
        let [first, operand, ..] = *rest else { return None };
        let (op, length) = (first & 0xffff, (first >> 16) as usize);
        let begins = matches!(op, OP_CAPABILITY | OP_EXTENSION | OP_EXT_INST_IMPORT | OP_MEMORY_MODEL | OP_ENTRY_POINT);
        if !begins || length == 0 {
            return None;
        }
        rest = rest.get(length..).unwrap_or_default();
        Some((op, operand))
    })
}

/// # Safety
/// As `vkCreateShaderModule`.
unsafe extern "system" fn create(
    device: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    module: *mut vk::ShaderModule,
) -> vk::Result {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        let words = module_words(&*info);
        let placeholder = vk::ShaderModuleCreateInfo::default().code(PLACEHOLDER);
        let driver = if has_mesh_shaders(words) { &raw const placeholder } else { info };
        let result = (data.fns.fp_v1_0().create_shader_module)(device, driver, allocator, module);
        if result == vk::Result::SUCCESS && is_for_mesh_pipelines(words) {
            fallback.objects.shader_modules.insert(*module, ShaderModule::new(words));
        }
        result
    })
}

/// # Safety
/// As `vkDestroyShaderModule`.
unsafe extern "system" fn destroy(
    device: vk::Device,
    module: vk::ShaderModule,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    // SAFETY: the program calls with valid arguments.
    guard(|| unsafe {
        let (data, fallback) = fallback_data(device);
        fallback.objects.shader_modules.remove(module);
        (data.fns.fp_v1_0().destroy_shader_module)(device, module, allocator);
    });
}

/// The words of a module's create info.
///
/// # Safety
/// `info` is valid and outlives the words.
pub unsafe fn module_words<'a>(info: &vk::ShaderModuleCreateInfo<'a>) -> &'a [u32] {
    // SAFETY: the caller's promise; the size is in bytes and a multiple of 4.
    unsafe { slice(info.p_code, (info.code_size / 4) as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_and_what_is_hidden() {
        assert!(!has_mesh_shaders(PLACEHOLDER) && !is_for_mesh_pipelines(PLACEHOLDER));
        let mut fragment = PLACEHOLDER.to_vec();
        fragment[11] = MODEL_FRAGMENT;
        assert!(!has_mesh_shaders(&fragment) && is_for_mesh_pipelines(&fragment));
        let mut mesh = PLACEHOLDER.to_vec();
        mesh.splice(7..7, [0x0002_0011, CAPABILITY_MESH_SHADING_EXT]);
        assert!(has_mesh_shaders(&mesh) && is_for_mesh_pipelines(&mesh));
        for cut in 0..mesh.len() {
            has_mesh_shaders(&mesh[..cut]);
        }
        mesh[7] = OP_CAPABILITY;
        assert!(!has_mesh_shaders(&mesh), "an instruction of no words ends the search");
    }

    #[test]
    fn the_placeholder_is_whole() {
        let mut at = HEADER_WORDS;
        while at < PLACEHOLDER.len() {
            at += (PLACEHOLDER[at] >> 16) as usize;
        }
        assert_eq!(at, PLACEHOLDER.len());
    }
}
