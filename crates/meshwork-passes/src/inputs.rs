//! The built-in inputs of a compute shader that the glue reads.

use meshwork_spirv::spirv::{BuiltIn, Decoration, Op, StorageClass};
use meshwork_spirv::{Code, Id, Instruction, Module};

/// The variable of a built-in input, and its type; a new one when there is none.
pub fn input(module: &mut Module, builtin: BuiltIn, ty: Id) -> (Id, Id) {
    let is_input =
        |global: &&Instruction| global.op == Op::Variable && global.word(0) == Some(StorageClass::Input as u32);
    let found = module.globals.iter().filter(is_input).find_map(|variable| {
        let id = variable.result.filter(|&id| module.builtin(id, None) == Some(builtin))?;
        Some((id, module.pointee(variable.ty?).ok()?.1))
    });
    found.unwrap_or_else(|| {
        let id = module.variable(StorageClass::Input, ty);
        module.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
        (id, ty)
    })
}

/// `LocalInvocationIndex == 0`.
pub fn is_first(code: &mut Code<'_>) -> Id {
    let index = invocation_index(code);
    let zero = code.module.u32(0);
    code.compare(Op::IEqual, index, zero)
}

pub fn invocation_index(code: &mut Code<'_>) -> Id {
    let u32 = code.module.u32_type();
    let (variable, ty) = input(code.module, BuiltIn::LocalInvocationIndex, u32);
    let index = code.load(ty, variable);
    as_type(code, index, ty, u32)
}

/// A value of a type of the same size.
pub fn as_type(code: &mut Code<'_>, value: Id, from: Id, to: Id) -> Id {
    if from == to { value } else { code.value(Op::Bitcast, to, [value.into()]) }
}
