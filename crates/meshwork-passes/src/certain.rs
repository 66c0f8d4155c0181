//! Whether a program says how much it makes, whichever way it takes, and whether it says the same each time.

use std::collections::{HashMap, HashSet};

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Function, Id, Instruction, Module, is_terminator};

/// Every path through `main` comes by `OpSetMeshOutputsEXT` or `OpEmitMeshTasksEXT`.
pub fn is_certain(module: &Module, main: Id) -> bool {
    // A function is certain when it, or one that it calls on every path, is. Calls do not recur, so this ends.
    let mut certain = HashSet::new();
    loop {
        let before = certain.len();
        let found = module.functions.iter().filter(|function| !may_miss(function, &certain)).map(Function::id);
        let found: Vec<Id> = found.collect();
        certain.extend(found);
        if certain.len() == before {
            return certain.contains(&main);
        }
    }
}

/// Every path through `main` sets so many primitives.
pub fn makes_all_primitives(module: &Module, main: Id, primitives: u32) -> bool {
    let mut sites = module.functions.iter().flat_map(|function| &function.body);
    let is_other = |site: &Instruction| {
        site.op == Op::SetMeshOutputsEXT && site.id(1).and_then(|count| module.constant_u32(count)) != Some(primitives)
    };
    !sites.any(is_other) && is_certain(module, main)
}

/// A path through the function returns without having come by an effect.
fn may_miss(function: &Function, certain: &HashSet<Id>) -> bool {
    let blocks: HashMap<Id, &[Instruction]> = function
        .body
        .split_inclusive(|instruction| is_terminator(instruction.op))
        .filter_map(|block| Some((block.iter().find(|first| first.op == Op::Label)?.result?, block)))
        .collect();
    let is_effect = |instruction: &Instruction| match instruction.op {
        Op::SetMeshOutputsEXT | Op::EmitMeshTasksEXT => true,
        Op::FunctionCall => instruction.id(0).is_some_and(|callee| certain.contains(&callee)),
        _ => false,
    };
    let mut open: Vec<Id> = function.body.iter().find_map(|first| first.result).into_iter().collect();
    let mut seen: HashSet<Id> = open.iter().copied().collect();
    while let Some(label) = open.pop() {
        let Some(block) = blocks.get(&label) else { return true };
        if block.iter().any(is_effect) {
            continue;
        }
        match block.last() {
            Some(last) if matches!(last.op, Op::Branch | Op::BranchConditional | Op::Switch) => {
                open.extend(last.ids().filter(|target| blocks.contains_key(target) && seen.insert(*target)));
            }
            Some(last) if last.op == Op::Unreachable => {}
            _ => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use meshwork_spirv::spirv::{AddressingModel, MemoryModel};

    use super::*;

    const MAIN: Id = Id(100);
    const CALLEE: Id = Id(200);
    const CONDITION: Id = Id(300);

    /// Blocks, each a label, whether it has the effect, and how it ends.
    fn function(id: Id, blocks: &[(u32, Option<Op>, End)]) -> Function {
        let mut body = Vec::new();
        for &(label, effect, end) in blocks {
            body.push(Instruction::new(Op::Label, None, Some(Id(label)), []));
            match effect {
                Some(Op::FunctionCall) => body.push(Instruction::effect(Op::FunctionCall, [CALLEE.into()])),
                Some(op) => body.push(Instruction::effect(op, [])),
                None => {}
            }
            match end {
                End::Return => body.push(Instruction::effect(Op::Return, [])),
                End::Unreachable => body.push(Instruction::effect(Op::Unreachable, [])),
                End::To(target) => body.push(Instruction::effect(Op::Branch, [Id(target).into()])),
                End::Either(yes, no) => {
                    let operands = [CONDITION.into(), Id(yes).into(), Id(no).into()];
                    body.push(Instruction::effect(Op::BranchConditional, operands));
                }
                End::Effect => {}
            }
        }
        let definition = Instruction::new(Op::Function, None, Some(id), []);
        Function { definition, parameters: Vec::new(), body }
    }

    #[derive(Clone, Copy)]
    enum End {
        Return,
        Unreachable,
        To(u32),
        Either(u32, u32),
        /// The effect ends the block.
        Effect,
    }

    const SET: Option<Op> = Some(Op::SetMeshOutputsEXT);
    const EMIT: Option<Op> = Some(Op::EmitMeshTasksEXT);
    const CALL: Option<Op> = Some(Op::FunctionCall);

    fn check(functions: impl IntoIterator<Item = Function>) -> bool {
        let mut module = Module::new(0x0001_0500, AddressingModel::Logical, MemoryModel::GLSL450);
        module.functions.extend(functions);
        is_certain(&module, MAIN)
    }

    fn main_is_certain(blocks: &[(u32, Option<Op>, End)]) -> bool {
        check([function(MAIN, blocks)])
    }

    #[test]
    fn an_early_return_misses() {
        use End::{Either, Return};
        assert!(main_is_certain(&[(1, SET, Return)]));
        assert!(!main_is_certain(&[(1, None, Return)]));
        assert!(!main_is_certain(&[(1, None, Either(2, 3)), (2, None, Return), (3, SET, Return)]));
        assert!(main_is_certain(&[(1, SET, Either(2, 3)), (2, None, Return), (3, None, Return)]));
    }

    #[test]
    fn both_arms_or_one() {
        use End::{Effect, Either, Return, To};
        assert!(main_is_certain(&[(1, None, Either(2, 3)), (2, SET, To(4)), (3, SET, To(4)), (4, None, Return)]));
        assert!(!main_is_certain(&[(1, None, Either(2, 3)), (2, SET, To(4)), (3, None, To(4)), (4, None, Return)]));
        assert!(main_is_certain(&[(1, None, Either(2, 3)), (2, EMIT, Effect), (3, EMIT, Effect)]));
    }

    #[test]
    fn a_loop_may_run_no_time() {
        use End::{Either, Return, To, Unreachable};
        let body = |effect| {
            [(1, None, To(2)), (2, None, Either(3, 5)), (3, effect, To(4)), (4, None, To(2)), (5, None, Return)]
        };
        assert!(!main_is_certain(&body(SET)));
        // In the header it is come by.
        assert!(main_is_certain(&[(1, None, To(2)), (2, SET, Either(3, 5)), (3, None, To(2)), (5, None, Return)]));
        // After it, too; what cannot be reached does not count.
        let after = [(1, None, To(2)), (2, None, Either(3, 5)), (3, None, To(2)), (5, SET, Return), (6, None, Return)];
        assert!(main_is_certain(&after));
        assert!(main_is_certain(&[(1, None, Either(2, 3)), (2, None, Unreachable), (3, SET, Return)]));
    }

    #[test]
    fn a_callee_counts_where_it_is_certain() {
        use End::{Effect, Either, Return};
        let main = || function(MAIN, &[(1, CALL, Return)]);
        assert!(check([main(), function(CALLEE, &[(11, SET, Return)])]));
        assert!(check([main(), function(CALLEE, &[(11, EMIT, Effect)])]));
        let half = [(11, None, Either(12, 13)), (12, EMIT, Effect), (13, None, Return)];
        assert!(!check([main(), function(CALLEE, &half)]));
    }
}
