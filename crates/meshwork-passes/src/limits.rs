//! What a device must be able to do for a lowered shader, checked before anything is lowered.

use meshwork_spirv::spirv::{Capability, Op, StorageClass};
use meshwork_spirv::{Instruction, Module};

use crate::TargetProfile;
use crate::error::{ErrorKind, Result, limit};
use crate::layout::{Widths, workgroup_size};
use crate::stage::ComputeStage;

/// An error that names the feature, unless the device has it.
pub fn require(has: bool, feature: &'static str) -> Result<()> {
    if has { Ok(()) } else { Err(ErrorKind::DeviceLacks { feature }) }
}

/// Workgroup size, shared memory, and the features behind capabilities.
pub fn check_compute(stage: &ComputeStage, profile: &TargetProfile) -> Result<()> {
    // One axis holds them all: a workgroup that is too long in another one is flattened.
    let invocations = stage.workgroup_size.iter().fold(1_u64, |product, &n| product.saturating_mul(n.into()));
    limit(
        "the number of invocations in a workgroup",
        invocations,
        profile.max_workgroup_invocations.min(profile.max_workgroup_size[0]),
    )?;
    limit("workgroup memory in bytes", shared_memory(&stage.module)?, profile.max_shared_memory)?;
    check_extensions(&stage.module)?;
    check_capabilities(&stage.module, profile)
}

/// Makers whose extensions stand in the appendix "Vulkan Environment for SPIR-V" of the Vulkan specification. Whether the
/// device has one of them is its capabilities' matter.
const EXTENSION_MAKERS: [&str; 13] =
    ["AMD", "AMDX", "ARM", "EXT", "GOOGLE", "HUAWEI", "IMG", "INTEL", "KHR", "NV", "NVX", "QCOM", "VALVE"];

fn check_extensions(module: &Module) -> Result<()> {
    let is_known = |name: &&String| {
        let maker = name.strip_prefix("SPV_").and_then(|rest| rest.split_once('_')).map(|(maker, _)| maker);
        maker.is_some_and(|maker| EXTENSION_MAKERS.contains(&maker))
    };
    match module.extensions.iter().find(|name| !is_known(name)) {
        Some(name) => Err(ErrorKind::UnknownExtension { name: name.clone() }),
        None => Ok(()),
    }
}

/// Bytes of workgroup memory.
pub fn shared_memory(module: &Module) -> Result<u64> {
    let is_shared =
        |global: &&Instruction| global.op == Op::Variable && global.word(0) == Some(StorageClass::Workgroup as u32);
    let mut bytes = 0_u64;
    for pointer in module.globals.iter().filter(is_shared).filter_map(|variable| variable.ty) {
        let (_, ty) = module.pointee(pointer)?;
        bytes = bytes.saturating_add(workgroup_size(module, ty)?.0);
    }
    Ok(bytes)
}

fn check_capabilities(module: &Module, profile: &TargetProfile) -> Result<()> {
    if module.has_capability(Capability::Kernel) {
        return Err(ErrorKind::unsupported("the capability Kernel, which is OpenCL's,", None));
    }
    let operations = &profile.subgroup_operations;
    let features = [
        (Capability::GroupNonUniform, operations.basic, "basic subgroup operations in compute shaders"),
        (Capability::GroupNonUniformVote, operations.vote, "subgroup votes in compute shaders"),
        (Capability::GroupNonUniformArithmetic, operations.arithmetic, "subgroup arithmetic in compute shaders"),
        (Capability::GroupNonUniformBallot, operations.ballot, "subgroup ballots in compute shaders"),
        (Capability::GroupNonUniformShuffle, operations.shuffle, "subgroup shuffles in compute shaders"),
        (
            Capability::GroupNonUniformShuffleRelative,
            operations.shuffle_relative,
            "relative subgroup shuffles in compute shaders",
        ),
        (
            Capability::GroupNonUniformClustered,
            operations.clustered,
            "clustered subgroup operations in compute shaders",
        ),
        (Capability::GroupNonUniformQuad, operations.quad, "subgroup quad operations in compute shaders"),
        (Capability::Int8, profile.int8, "shaderInt8"),
        (Capability::Int16, profile.int16, "shaderInt16"),
        (Capability::Int64, profile.int64, "shaderInt64"),
        (Capability::Float16, profile.float16, "shaderFloat16"),
        (Capability::Float64, profile.float64, "shaderFloat64"),
        (Capability::StorageBuffer8BitAccess, profile.storage_8bit, "storageBuffer8BitAccess"),
        (Capability::StorageBuffer16BitAccess, profile.storage_16bit, "storageBuffer16BitAccess"),
        (Capability::VulkanMemoryModel, profile.vulkan_memory_model, "vulkanMemoryModel"),
        (
            Capability::VulkanMemoryModelDeviceScope,
            profile.vulkan_memory_model_device_scope,
            "vulkanMemoryModelDeviceScope",
        ),
    ];
    for (capability, has, feature) in features {
        if module.has_capability(capability) {
            require(has, feature)?;
        }
    }
    Ok(())
}

/// Declares what a module needs to hold values of these widths in buffers.
pub fn allow_storage(module: &mut Module, widths: Widths, profile: &TargetProfile) -> Result<()> {
    if widths.has_8 {
        require(profile.storage_8bit, "storageBuffer8BitAccess")?;
        module.add_capability(Capability::StorageBuffer8BitAccess);
        // Core since 1.5.
        if module.version < crate::version::SPIRV_1_5 {
            module.extensions.insert("SPV_KHR_8bit_storage".into());
        }
    }
    if widths.has_16 {
        require(profile.storage_16bit, "storageBuffer16BitAccess")?;
        module.add_capability(Capability::StorageBuffer16BitAccess);
    }
    Ok(())
}
