use rspirv::spirv::{BuiltIn, Decoration, Op};

use crate::{Id, Instruction, Module, Operand};

impl Module {
    /// The instructions that decorate `id` itself (`member` none) or one of its members.
    pub fn decorations_of(&self, id: Id, member: Option<u32>) -> impl Iterator<Item = &Instruction> {
        self.decorations.get(&id).into_iter().flatten().filter(move |decoration| match decoration.op {
            Op::MemberDecorate | Op::MemberDecorateString => decoration.word(1) == member && member.is_some(),
            _ => member.is_none(),
        })
    }

    /// The first operand after the decoration (0 when it takes none), when `id` or its member is decorated so.
    pub fn decoration(&self, id: Id, member: Option<u32>, decoration: Decoration) -> Option<u32> {
        let at = 1 + usize::from(member.is_some());
        self.decorations_of(id, member)
            .find(|instruction| instruction.word(at) == Some(decoration as u32))
            .map(|instruction| instruction.word(at + 1).unwrap_or(0))
    }

    pub fn is_decorated(&self, id: Id, member: Option<u32>, decoration: Decoration) -> bool {
        self.decoration(id, member, decoration).is_some()
    }

    pub fn builtin(&self, id: Id, member: Option<u32>) -> Option<BuiltIn> {
        self.decoration(id, member, Decoration::BuiltIn).and_then(BuiltIn::from_u32)
    }

    pub fn decorate(&mut self, id: Id, decoration: Decoration, parameters: &[u32]) {
        let mut operands = vec![Operand::Id(id), Operand::Word(decoration as u32)];
        operands.extend(parameters.iter().map(|&word| Operand::Word(word)));
        self.decorations.entry(id).or_default().push(Instruction::effect(Op::Decorate, operands));
    }

    pub fn decorate_member(&mut self, id: Id, member: u32, decoration: Decoration, parameters: &[u32]) {
        let mut operands = vec![Operand::Id(id), Operand::Word(member), Operand::Word(decoration as u32)];
        operands.extend(parameters.iter().map(|&word| Operand::Word(word)));
        self.decorations.entry(id).or_default().push(Instruction::effect(Op::MemberDecorate, operands));
    }

    /// Gives `to` the decorations of `from` and its members.
    pub fn copy_decorations(&mut self, from: Id, to: Id) {
        let mut decorations = self.decorations.get(&from).cloned().unwrap_or_default();
        decorations.iter_mut().for_each(|decoration| decoration.operands[0] = to.into());
        self.decorations.entry(to).or_default().extend(decorations);
    }

    /// Removes a decoration from `id` and its members.
    pub fn undecorate(&mut self, id: Id, decoration: Decoration) {
        if let Some(list) = self.decorations.get_mut(&id) {
            list.retain(|instruction| {
                let at = if instruction.op == Op::MemberDecorate { 2 } else { 1 };
                instruction.word(at) != Some(decoration as u32)
            });
        }
    }
}
