//! The stage of a module, and built-in inputs in it.

use meshwork_abi::SubgroupStage;
use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Code, Id, Module, Type};

use crate::error::{ErrorKind, Result};
use crate::inputs::{as_type, input};
use crate::version::SPIRV_1_4;

/// The stage of all entry points. Functions that the passes add read built-in inputs, whose decorations differ between stages, so a
/// module of several is refused.
pub fn stage_of(module: &Module) -> Result<SubgroupStage> {
    let mut stages = module.entry_points.iter().map(|entry| (entry.model, entry.function));
    let (model, function) = stages.next().ok_or(ErrorKind::NoEntryPoint { name: String::new() })?;
    if let Some((_, other)) = stages.find(|(other, _)| *other != model) {
        return Err(ErrorKind::unsupported("a module with entry points of several stages", other));
    }
    Ok(match model {
        ExecutionModel::Vertex => SubgroupStage::Vertex,
        ExecutionModel::TessellationControl => SubgroupStage::TessellationControl,
        ExecutionModel::TessellationEvaluation => SubgroupStage::TessellationEvaluation,
        ExecutionModel::Geometry => SubgroupStage::Geometry,
        ExecutionModel::Fragment => SubgroupStage::Fragment,
        ExecutionModel::GLCompute => SubgroupStage::Compute,
        ExecutionModel::TaskEXT => SubgroupStage::Task,
        ExecutionModel::MeshEXT => SubgroupStage::Mesh,
        _ => return Err(ErrorKind::unsupported("a stage without legalized subgroup operations", function)),
    })
}

/// Checks that the built-in inputs which the passes read or replace have the types that Vulkan gives them: `spirv-val` looks only at
/// those that code uses.
pub fn check_inputs(module: &Module) -> Result<()> {
    let is_word = |ty: Id| matches!(module.ty(ty), Ok(Type::Int { width: 32, .. }));
    let input = Some(StorageClass::Input as u32);
    for variable in module.globals.iter().filter(|global| global.op == Op::Variable && global.word(0) == input) {
        let (Some(id), Some(ty)) = (variable.result, variable.ty) else { continue };
        let (_, ty) = module.pointee(ty)?;
        let fits = match module.builtin(id, None) {
            Some(
                BuiltIn::SubgroupSize
                | BuiltIn::SubgroupLocalInvocationId
                | BuiltIn::NumSubgroups
                | BuiltIn::SubgroupId
                | BuiltIn::LocalInvocationIndex,
            ) => is_word(ty),
            Some(
                BuiltIn::SubgroupEqMask
                | BuiltIn::SubgroupGeMask
                | BuiltIn::SubgroupGtMask
                | BuiltIn::SubgroupLeMask
                | BuiltIn::SubgroupLtMask,
            ) => matches!(module.ty(ty), Ok(Type::Vector { component, count: 4 }) if is_word(component)),
            _ => true,
        };
        if !fits {
            return Err(ErrorKind::malformed("a built-in input of another type than it has", id));
        }
    }
    Ok(())
}

/// `SubgroupLocalInvocationId`, `SubgroupSize`, `SubgroupId` and their like as a 32-bit unsigned integer.
pub fn subgroup_input(code: &mut Code<'_>, stage: SubgroupStage, builtin: BuiltIn) -> Id {
    code.module.add_capability(Capability::GroupNonUniform);
    integer_input(code, stage, builtin)
}

/// A built-in input as a 32-bit unsigned integer.
pub fn integer_input(code: &mut Code<'_>, stage: SubgroupStage, builtin: BuiltIn) -> Id {
    let u32 = code.module.u32_type();
    let (variable, ty) = input(code.module, builtin, u32);
    // VUID-StandaloneSpirv-Flat-04744: integer inputs of fragment shaders are flat.
    if stage == SubgroupStage::Fragment && !code.module.is_decorated(variable, None, Decoration::Flat) {
        code.module.decorate(variable, Decoration::Flat, &[]);
    }
    list_variable(code.module, variable, StorageClass::Input);
    let value = code.load(ty, variable);
    as_type(code, value, ty, u32)
}

/// Adds a variable that the passes' functions use to the interfaces: before SPIR-V 1.4 only inputs and outputs are listed.
pub fn list_variable(module: &mut Module, variable: Id, class: StorageClass) {
    if module.version < SPIRV_1_4 && !matches!(class, StorageClass::Input | StorageClass::Output) {
        return;
    }
    for entry in &mut module.entry_points {
        if !entry.interface.contains(&variable) {
            entry.interface.push(variable);
        }
    }
}
