use rspirv::spirv::{MAGIC_NUMBER, Op};

use crate::instruction::string_words;
use crate::{Id, Instruction, Module, Operand};

fn push(words: &mut Vec<u32>, instruction: &Instruction) {
    let start = words.len();
    words.push(0);
    words.extend(instruction.ty.map(|id| id.0));
    words.extend(instruction.result.map(|id| id.0));
    words.extend(instruction.operands.iter().map(|operand| match *operand {
        Operand::Id(Id(word)) | Operand::Word(word) => word,
    }));
    words[start] = ((words.len() - start) as u32) << 16 | instruction.op as u32;
}

fn push_raw(words: &mut Vec<u32>, op: Op, operands: impl IntoIterator<Item = u32>) {
    let operands: Vec<_> = operands.into_iter().map(Operand::Word).collect();
    push(words, &Instruction::effect(op, operands));
}

impl Module {
    /// The module as words.
    pub fn write(&self) -> Vec<u32> {
        // No registered generator.
        let mut words = vec![MAGIC_NUMBER, self.version, 0, self.bound, 0];
        let out = &mut words;
        for &capability in &self.capabilities {
            push_raw(out, Op::Capability, [capability]);
        }
        for extension in &self.extensions {
            push_raw(out, Op::Extension, string_words(extension));
        }
        self.imports.iter().for_each(|import| push(out, import));
        push_raw(out, Op::MemoryModel, [self.addressing_model as u32, self.memory_model as u32]);
        for entry in &self.entry_points {
            let name = [entry.model as u32, entry.function.0].into_iter().chain(string_words(&entry.name));
            push_raw(out, Op::EntryPoint, name.chain(entry.interface.iter().map(|id| id.0)));
        }
        let sections = self.execution_modes.iter().chain(&self.strings);
        let sections = sections.chain(self.names.values().flatten()).chain(self.decorations.values().flatten());
        sections.chain(self.globals.iter()).for_each(|instruction| push(out, instruction));
        for function in &self.functions {
            push(out, &function.definition);
            function.parameters.iter().chain(&function.body).for_each(|instruction| push(out, instruction));
            push_raw(out, Op::FunctionEnd, []);
        }
        words
    }
}
