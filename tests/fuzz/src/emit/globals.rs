//! What every stage can name: the results, the inputs and the push constants, and workgroup memory.

use meshwork_spirv::spirv::{Decoration, Op, StorageClass};
use meshwork_spirv::{Code, Id, Module};

use super::payload::PayloadVariable;
use crate::program::{PUSH_WORDS, RESULT_WORDS, ZERO_INPUT};

pub const RESULTS_BINDING: u32 = 0;
pub const INPUTS_BINDING: u32 = 1;

pub struct Globals {
    results: Id,
    inputs: Id,
    push: Id,
    shared: Option<Id>,
    pub payload: Option<PayloadVariable>,
}

impl Globals {
    pub fn new(module: &mut Module) -> Self {
        let results = buffer(module, RESULTS_BINDING, RESULT_WORDS);
        let inputs = buffer(module, INPUTS_BINDING, ZERO_INPUT + 1);
        module.decorate(inputs, Decoration::NonWritable, &[]);
        let words = array(module, PUSH_WORDS);
        let push = block(module, StorageClass::PushConstant, words);
        Self { results, inputs, push, shared: None, payload: None }
    }

    /// A pointer to a word of the results.
    pub fn result(&self, code: &mut Code<'_>, index: Id) -> Id {
        word(code, StorageClass::StorageBuffer, self.results, index)
    }

    /// A pointer to a word of the inputs.
    pub fn input(&self, code: &mut Code<'_>, index: Id) -> Id {
        word(code, StorageClass::StorageBuffer, self.inputs, index)
    }

    /// The value of a word of the push constants.
    pub fn push_word(&self, code: &mut Code<'_>, index: u32) -> Id {
        let (index, ty) = (code.module.u32(index % PUSH_WORDS), code.module.u32_type());
        let pointer = word(code, StorageClass::PushConstant, self.push, index);
        code.load(ty, pointer)
    }

    /// A pointer to the word of workgroup memory that an invocation has for exchanges.
    pub fn shared(&mut self, code: &mut Code<'_>, words: u32, index: Id) -> Id {
        let variable = *self.shared.get_or_insert_with(|| {
            let (ty, length) = (code.module.u32_type(), code.module.u32(words));
            let ty = code.module.make_global(Op::TypeArray, None, [ty.into(), length.into()]);
            code.module.variable(StorageClass::Workgroup, ty)
        });
        let ty = code.module.u32_type();
        code.chain(StorageClass::Workgroup, ty, variable, &[index])
    }
}

fn word(code: &mut Code<'_>, class: StorageClass, variable: Id, index: Id) -> Id {
    let (member, ty) = (code.module.u32(0), code.module.u32_type());
    code.chain(class, ty, variable, &[member, index])
}

/// An array of words with a stride.
fn array(module: &mut Module, words: u32) -> Id {
    let (word, length) = (module.u32_type(), module.u32(words));
    let array = module.make_global(Op::TypeArray, None, [word.into(), length.into()]);
    module.decorate(array, Decoration::ArrayStride, &[4]);
    array
}

fn block(module: &mut Module, class: StorageClass, member: Id) -> Id {
    let ty = module.make_global(Op::TypeStruct, None, [member.into()]);
    module.decorate(ty, Decoration::Block, &[]);
    module.decorate_member(ty, 0, Decoration::Offset, &[0]);
    module.variable(class, ty)
}

fn buffer(module: &mut Module, binding: u32, words: u32) -> Id {
    let words = array(module, words);
    let variable = block(module, StorageClass::StorageBuffer, words);
    module.decorate(variable, Decoration::DescriptorSet, &[0]);
    module.decorate(variable, Decoration::Binding, &[binding]);
    variable
}
