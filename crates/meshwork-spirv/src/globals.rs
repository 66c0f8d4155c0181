use std::collections::HashMap;

use rspirv::spirv::Op;

use crate::{Id, Instruction, Operand};

type Key = (Op, Option<Id>, Vec<Operand>);

/// Types, constants and global variables, in order of definition, found by id.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    list: Vec<Instruction>,
    /// Place in `list` plus one; 0 for ids that are not global.
    place: Vec<u32>,
    /// Types and constants that a module must not, or need not, declare twice.
    unique: HashMap<Key, Id>,
}

/// Aggregate types may differ in their decorations alone, so equal operands do not make them equal.
fn is_unique(op: Op) -> bool {
    matches!(
        op,
        Op::TypeVoid
            | Op::TypeBool
            | Op::TypeInt
            | Op::TypeFloat
            | Op::TypeVector
            | Op::TypeMatrix
            | Op::TypeImage
            | Op::TypeSampler
            | Op::TypeSampledImage
            | Op::TypePointer
            | Op::TypeFunction
            | Op::ConstantTrue
            | Op::ConstantFalse
            | Op::Constant
            | Op::ConstantComposite
            | Op::ConstantNull
    )
}

impl Globals {
    pub fn push(&mut self, instruction: Instruction) {
        if let Some(Id(id)) = instruction.result {
            let id = id as usize;
            if self.place.len() <= id {
                self.place.resize(id + 1, 0);
            }
            self.place[id] = self.list.len() as u32 + 1;
            if is_unique(instruction.op) {
                let key = (instruction.op, instruction.ty, instruction.operands.clone());
                self.unique.entry(key).or_insert(Id(id as u32));
            }
        }
        self.list.push(instruction);
    }

    /// The first type or constant that is spelt so.
    pub(crate) fn find(&self, key: &Key) -> Option<Id> {
        self.unique.get(key).copied()
    }

    pub fn get(&self, id: Id) -> Option<&Instruction> {
        let place = *self.place.get(id.0 as usize)?;
        self.list.get((place as usize).checked_sub(1)?)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Instruction> {
        self.list.iter()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Edits every instruction, or drops it when `edit` says false.
    pub fn retain_mut(&mut self, edit: impl FnMut(&mut Instruction) -> bool) {
        let mut list = std::mem::take(self).list;
        list.retain_mut(edit);
        for instruction in list {
            self.push(instruction);
        }
    }
}

impl IntoIterator for Globals {
    type Item = Instruction;
    type IntoIter = std::vec::IntoIter<Instruction>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
