//! Resources indexed by values that need only be uniform within one draw: where the invocations of several draws run together, they
//! are not.

use std::collections::HashMap;

use meshwork_spirv::spirv::{Decoration, Op, StorageClass};
use meshwork_spirv::{Id, Module, Type};

/// An access chain into an array of descriptors whose index is neither a constant nor said to be non-uniform.
pub fn uniform_index(module: &Module) -> Option<Id> {
    let types = pointer_types(module);
    let mut code = module.functions.iter().flat_map(|function| &function.body);
    let found = code.find(|chain| {
        let is_chain = matches!(chain.op, Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain);
        let (Some((base, index)), true) = (chain.id(0).zip(chain.id(1)), is_chain) else { return false };
        types(base).is_some_and(|ty| is_array_of_resources(module, ty))
            && module.constant_u32(index).is_none()
            && ![Some(index), chain.result].into_iter().flatten().any(|id| is_non_uniform(module, id))
    });
    found.and_then(|chain| chain.result)
}

/// The type of a variable, parameter or pointer.
fn pointer_types(module: &Module) -> impl Fn(Id) -> Option<Id> {
    let functions = module.functions.iter().flat_map(|function| function.parameters.iter().chain(&function.body));
    let all = module.globals.iter().filter(|global| global.op == Op::Variable).chain(functions);
    let types: HashMap<Id, Id> = all.filter_map(|instruction| instruction.result.zip(instruction.ty)).collect();
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
