//! What a fragment shader must not do where it draws what many draws put out.

use meshwork_spirv::spirv::{Decoration, ExecutionModel, Op, StorageClass};
use meshwork_spirv::{Id, Instruction, Module, Type};

use crate::Stage;
use crate::error::{ErrorKind, Result};
use crate::specialize::specialize;
use crate::stage::find_entry_point;
use crate::strip::strip_to_entry_point;

/// Refuses push constants, which the stage would have to read of one draw for all, and indexing that need not be uniform any
/// more.
pub fn check(stage: &Stage<'_>) -> Result<()> {
    let mut module = Module::read(stage.words)?;
    module.verify()?;
    let main = find_entry_point(&module, stage.entry_point, ExecutionModel::Fragment)?;
    specialize(&mut module, stage.specialization);
    strip_to_entry_point(&mut module, main);
    let is_push_constant =
        |global: &&Instruction| global.op == Op::Variable && global.word(0) == Some(StorageClass::PushConstant as u32);
    if let Some(variable) = module.globals.iter().find(is_push_constant) {
        return Err(ErrorKind::unsupported(
            "reading push constants, of which the draws have several,",
            variable.result,
        ));
    }
    let types = pointer_types(&module);
    for chain in module.functions.iter().flat_map(|function| &function.body) {
        if matches!(chain.op, Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain)
            && let Some((base, index)) = chain.id(0).zip(chain.id(1))
            && types(base).is_some_and(|ty| is_array_of_resources(&module, ty))
            && module.constant_u32(index).is_none()
            && ![Some(index), chain.result].into_iter().flatten().any(|id| is_non_uniform(&module, id))
        {
            return Err(ErrorKind::unsupported("indexing resources without NonUniform", chain.result));
        }
    }
    Ok(())
}

/// The type of a variable, parameter or pointer.
fn pointer_types(module: &Module) -> impl Fn(Id) -> Option<Id> {
    let functions = module.functions.iter().flat_map(|function| function.parameters.iter().chain(&function.body));
    let all = module.globals.iter().filter(|global| global.op == Op::Variable).chain(functions);
    let types: std::collections::HashMap<Id, Id> =
        all.filter_map(|instruction| instruction.result.zip(instruction.ty)).collect();
    move |id| types.get(&id).copied()
}

/// Whether a pointer is to an array of descriptors.
fn is_array_of_resources(module: &Module, pointer: Id) -> bool {
    let Ok((class, pointee)) = module.pointee(pointer) else { return false };
    let element = match module.ty(pointee) {
        Ok(Type::Array { element, .. } | Type::RuntimeArray { element }) => element,
        _ => return false,
    };
    let is_block = [Decoration::Block, Decoration::BufferBlock]
        .into_iter()
        .any(|decoration| module.is_decorated(element, None, decoration));
    class == StorageClass::UniformConstant as u32
        || is_block && [StorageClass::Uniform, StorageClass::StorageBuffer].iter().any(|&known| known as u32 == class)
}

fn is_non_uniform(module: &Module, id: Id) -> bool {
    module.is_decorated(id, None, Decoration::NonUniform)
}
