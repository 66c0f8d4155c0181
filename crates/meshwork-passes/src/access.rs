//! Which part of which variable a pointer means.

use std::collections::HashMap;

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Id, Module};

use crate::error::Result;

/// A part of an interface variable.
#[derive(Clone, Debug)]
pub struct Place {
    pub variable: Id,
    /// As in an access chain from the variable.
    pub indices: Vec<Id>,
    /// Type of the part.
    pub ty: Id,
}

/// Every pointer of a module that points into one of `variables`.
#[derive(Default)]
pub struct Places(HashMap<Id, Place>);

impl Places {
    pub fn find(module: &Module, variables: impl IntoIterator<Item = Id>) -> Result<Self> {
        let mut places = HashMap::new();
        for variable in variables {
            let ty = module.globals.get(variable).and_then(|definition| definition.ty).unwrap_or(variable);
            places.insert(variable, Place { variable, indices: Vec::new(), ty: module.pointee(ty)?.1 });
        }
        // Blocks stand after those that dominate them, so a pointer's base has been seen.
        for instruction in module.functions.iter().flat_map(|function| &function.body) {
            let chain = matches!(instruction.op, Op::AccessChain | Op::InBoundsAccessChain);
            if !chain && instruction.op != Op::CopyObject {
                continue;
            }
            let base = instruction.id(0).and_then(|base| places.get(&base));
            if let (Some(base), Some(result), Some(ty)) = (base, instruction.result, instruction.ty) {
                let mut place = base.clone();
                place.indices.extend(instruction.ids().skip(1));
                place.ty = module.pointee(ty)?.1;
                places.insert(result, place);
            }
        }
        Ok(Self(places))
    }

    pub fn get(&self, pointer: Id) -> Option<&Place> {
        self.0.get(&pointer)
    }
}
