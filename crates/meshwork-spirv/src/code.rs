use rspirv::spirv::{Op, StorageClass};

use crate::{Id, Instruction, Module, Operand};

/// Instructions being written, with the module at hand for their ids, types and constants.
pub struct Code<'m> {
    pub module: &'m mut Module,
    pub body: Vec<Instruction>,
}

impl<'m> Code<'m> {
    pub fn new(module: &'m mut Module) -> Self {
        Self { module, body: Vec::new() }
    }

    /// An instruction with a result.
    pub fn value(&mut self, op: Op, ty: Id, operands: impl Into<Vec<Operand>>) -> Id {
        let id = self.module.fresh_id();
        self.body.push(Instruction::new(op, Some(ty), Some(id), operands));
        id
    }

    /// An instruction without result.
    pub fn effect(&mut self, op: Op, operands: impl Into<Vec<Operand>>) {
        self.body.push(Instruction::effect(op, operands));
    }

    /// Begins the block `label`.
    pub fn label(&mut self, label: Id) {
        self.body.push(Instruction::new(Op::Label, None, Some(label), []));
    }

    pub fn branch(&mut self, label: Id) {
        self.effect(Op::Branch, [label.into()]);
    }

    /// `if (condition) then`; the code after the call continues in the merge block.
    pub fn when<R>(&mut self, condition: Id, then: impl FnOnce(&mut Self) -> R) -> R {
        let (yes, merge) = (self.module.fresh_id(), self.module.fresh_id());
        self.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        self.effect(Op::BranchConditional, [condition.into(), yes.into(), merge.into()]);
        self.label(yes);
        let result = then(self);
        if !self.body.last().is_some_and(|last| crate::is_terminator(last.op)) {
            self.branch(merge);
        }
        self.label(merge);
        result
    }

    /// Arithmetic on `u32`.
    pub fn u32(&mut self, op: Op, a: Id, b: Id) -> Id {
        let ty = self.module.u32_type();
        self.value(op, ty, [a.into(), b.into()])
    }

    /// A comparison.
    pub fn compare(&mut self, op: Op, a: Id, b: Id) -> Id {
        let ty = self.module.bool_type();
        self.value(op, ty, [a.into(), b.into()])
    }

    pub fn extract(&mut self, ty: Id, composite: Id, part: u32) -> Id {
        self.value(Op::CompositeExtract, ty, [composite.into(), part.into()])
    }

    pub fn construct(&mut self, ty: Id, parts: &[Id]) -> Id {
        let operands: Vec<_> = parts.iter().map(|&part| Operand::Id(part)).collect();
        self.value(Op::CompositeConstruct, ty, operands)
    }

    /// A pointer to a part of what `base` points to, of type `pointee`.
    pub fn chain(&mut self, class: StorageClass, pointee: Id, base: Id, indices: &[Id]) -> Id {
        if indices.is_empty() {
            return base;
        }
        let ty = self.module.pointer_type(class, pointee);
        let operands: Vec<_> = std::iter::once(&base).chain(indices).map(|&id| Operand::Id(id)).collect();
        self.value(Op::AccessChain, ty, operands)
    }

    pub fn load(&mut self, ty: Id, pointer: Id) -> Id {
        self.value(Op::Load, ty, [pointer.into()])
    }

    pub fn store(&mut self, pointer: Id, value: Id) {
        self.effect(Op::Store, [pointer.into(), value.into()]);
    }
}
