//! Functions of words, beside the entry point: what stands often is written once.

use std::mem::{replace, take};

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Function, Id, Instruction};

use super::hash::Map;
use super::{Computation, Emit, Wide, Word, used};

/// What is being written around a function, which is written first.
pub struct Outside {
    name: &'static str,
    result_type: Id,
    parameters: Vec<Id>,
    body: Vec<Instruction>,
    variables: Vec<Instruction>,
    casts: Map<(Id, Id), Id>,
    computed: Vec<Map<Computation, Id>>,
    block: Id,
}

impl Emit {
    /// Calls a function of the module, which `write` makes where it is first called. Its name is its own.
    pub(super) fn call(
        &mut self,
        name: &'static str,
        operands: &[Word],
        write: fn(&mut Self, &[Word]) -> Word,
    ) -> Word {
        if !self.has_function(name) {
            let (outside, words) = self.begin_function(name, operands.len());
            let result = write(self, &words);
            self.end_function(outside, result);
        }
        self.call_function(name, operands)
    }

    /// The same of functions that give 64 bits; operands are pairs of words, low and high.
    pub(super) fn call_wide(
        &mut self,
        name: &'static str,
        operands: &[Wide],
        write: fn(&mut Self, &[Wide]) -> Wide,
    ) -> Wide {
        let pair = self.module.uvec_type(2);
        let words: Vec<_> = operands.iter().flat_map(|operand| [operand.low, operand.high]).collect();
        if !self.has_function(name) {
            let (outside, words) = self.begin(name, pair, words.len());
            let operands: Vec<_> = words.chunks_exact(2).map(|pair| Wide { low: pair[0], high: pair[1] }).collect();
            let value = write(self, &operands);
            let result = self.construct(pair, &[value.low.0, value.high.0]);
            self.end(outside, result);
        }
        let result = self.call_for(name, pair, &words);
        self.wide_of_pair(result)
    }

    pub(super) fn wide_of_pair(&mut self, pair: Id) -> Wide {
        let word = self.types.word;
        let [low, high] = [0, 1].map(|n| Word(self.value(Op::CompositeExtract, word, [pair.into(), n.into()])));
        Wide { low, high }
    }

    pub fn has_function(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// A function that gives a word; gives what [`Self::end_function`] takes, and its parameters.
    pub fn begin_function(&mut self, name: &'static str, parameters: usize) -> (Outside, Vec<Word>) {
        self.begin(name, self.types.word, parameters)
    }

    pub fn end_function(&mut self, outside: Outside, result: Word) {
        self.end(outside, result.0);
    }

    /// Of a function that there is.
    pub fn call_function(&mut self, name: &'static str, operands: &[Word]) -> Word {
        Word(self.call_for(name, self.types.word, operands))
    }

    fn call_for(&mut self, name: &str, ty: Id, operands: &[Word]) -> Id {
        let function = self.functions[name];
        let all: Vec<_> = std::iter::once(function.into()).chain(operands.iter().map(|word| word.0.into())).collect();
        self.value(Op::FunctionCall, ty, all)
    }

    fn begin(&mut self, name: &'static str, result_type: Id, count: usize) -> (Outside, Vec<Word>) {
        let parameters: Vec<_> = (0..count).map(|_| self.module.fresh_id()).collect();
        let words = parameters.iter().map(|&id| Word(id)).collect();
        let outside = Outside {
            name,
            result_type,
            parameters,
            body: take(&mut self.body),
            variables: take(&mut self.variables),
            casts: take(&mut self.casts),
            computed: take(&mut self.computed),
            block: self.block,
        };
        let label = self.module.fresh_id();
        self.label(label);
        (outside, words)
    }

    fn end(&mut self, outside: Outside, result: Id) {
        self.effect(Op::ReturnValue, [result.into()]);
        let mut body = used(replace(&mut self.body, outside.body), self.module.bound());
        body.splice(1..1, replace(&mut self.variables, outside.variables));
        (self.casts, self.computed, self.block) = (outside.casts, outside.computed, outside.block);

        let (word, result_type) = (self.types.word, outside.result_type);
        let ty = self.module.function_type(result_type, &vec![word; outside.parameters.len()]);
        let id = self.module.fresh_id();
        self.module.set_name(id, outside.name);
        let definition = Instruction::new(Op::Function, Some(result_type), Some(id), [0.into(), ty.into()]);
        let parameter = |id| Instruction::new(Op::FunctionParameter, Some(word), Some(id), []);
        let parameters = outside.parameters.into_iter().map(parameter).collect();
        self.module.functions.push(Function { definition, parameters, body });
        self.functions.insert(outside.name, id);
    }
}
