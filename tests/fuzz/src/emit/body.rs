//! Expressions and statements become instructions.

use std::collections::BTreeMap;

use meshwork_spirv::spirv::{BuiltIn, Capability, Decoration, GroupOperation, Op, Scope, StorageClass};
use meshwork_spirv::{Code, Function as SpirvFunction, Id, Instruction, Module, Operand};

use super::globals::Globals;
use crate::program::{
    ATOMICS, Atomic, Binary, Expr, Function, INPUT_WORDS, LOCALS, MAX_TRIPS, SLOTS, Source, Stage, Statement, Subgroup,
    UNIFORMS, Variable,
};

const WORKGROUP: u32 = Scope::Workgroup as u32;
const SUBGROUP: u32 = Scope::Subgroup as u32;
/// Acquire and release of workgroup memory, which payloads belong to.
const WORKGROUP_SEMANTICS: u32 = 0x108;

/// A stage being emitted: the module, the function that is being written, and what it can name.
pub struct Emitter<'m> {
    pub code: Code<'m>,
    pub globals: Globals,
    /// Variables of the function being written.
    variables: Vec<Instruction>,
    locals: Vec<Id>,
    uniforms: Vec<Id>,
    /// The value of [`Expr::Element`].
    pub element: Option<Id>,
    /// The program's functions.
    functions: Vec<Id>,
    builtins: BTreeMap<u32, Id>,
    invocations: u32,
}

impl<'m> Emitter<'m> {
    pub fn new(module: &'m mut Module, stage: &Stage) -> Self {
        let globals = Globals::new(module);
        let mut emitter = Self {
            code: Code::new(module),
            globals,
            variables: Vec::new(),
            locals: Vec::new(),
            uniforms: Vec::new(),
            element: None,
            functions: Vec::new(),
            builtins: BTreeMap::new(),
            invocations: stage.invocations(),
        };
        for function in &stage.functions {
            let id = emitter.function(function);
            emitter.functions.push(id);
        }
        emitter.begin();
        (emitter.locals, emitter.uniforms) = (emitter.zeroed(LOCALS), emitter.zeroed(UNIFORMS));
        emitter
    }

    pub fn module(&mut self) -> &mut Module {
        self.code.module
    }

    pub fn constant(&mut self, value: u32) -> Id {
        self.code.module.u32(value)
    }

    pub fn op(&mut self, op: Op, a: Id, b: u32) -> Id {
        let b = self.constant(b);
        self.code.u32(op, a, b)
    }

    pub fn float(&mut self, op: Op, operands: &[Id]) -> Id {
        let ty = self.code.module.f32_type();
        let operands: Vec<_> = operands.iter().map(|&id| Operand::Id(id)).collect();
        self.code.value(op, ty, operands)
    }

    /// A multiple of 1/16 below 16, so that sums and products of a few are exact however they are computed.
    pub fn small_float(&mut self, value: Id) -> Id {
        let value = self.op(Op::BitwiseAnd, value, 255);
        let value = self.float(Op::ConvertUToF, &[value]);
        let sixteenth = self.code.module.f32(0.0625);
        self.float(Op::FMul, &[value, sixteenth])
    }

    pub fn is_odd(&mut self, value: Id) -> Id {
        let (bit, zero) = (self.op(Op::BitwiseAnd, value, 1), self.constant(0));
        self.code.compare(Op::INotEqual, bit, zero)
    }

    /// Of a boolean.
    fn one_or_zero(&mut self, value: Id) -> Id {
        let (ty, one, zero) = (self.code.module.u32_type(), self.constant(1), self.constant(0));
        self.code.value(Op::Select, ty, [value.into(), one.into(), zero.into()])
    }

    /// Begins a function's first block.
    fn begin(&mut self) {
        let label = self.code.module.fresh_id();
        self.code.label(label);
    }

    pub fn variable(&mut self, pointee: Id) -> Id {
        let ty = self.code.module.pointer_type(StorageClass::Function, pointee);
        let id = self.code.module.fresh_id();
        let operands = [(StorageClass::Function as u32).into()];
        self.variables.push(Instruction::new(Op::Variable, Some(ty), Some(id), operands));
        id
    }

    fn zeroed(&mut self, count: u8) -> Vec<Id> {
        (0..count).map(|_| self.word_variable()).collect()
    }

    /// A variable that holds 0.
    pub fn word_variable(&mut self) -> Id {
        let (ty, zero) = (self.code.module.u32_type(), self.constant(0));
        let variable = self.variable(ty);
        self.code.store(variable, zero);
        variable
    }

    /// Adds the function being written to the module.
    pub fn end(&mut self, result: Id, parameters: Vec<Instruction>) -> Id {
        let types: Vec<_> = parameters.iter().filter_map(|parameter| parameter.ty).collect();
        let ty = self.code.module.function_type(result, &types);
        let id = self.code.module.fresh_id();
        let definition = Instruction::new(Op::Function, Some(result), Some(id), [0.into(), ty.into()]);
        let mut body = std::mem::take(&mut self.code.body);
        body.splice(1..1, self.variables.drain(..));
        self.code.module.functions.push(SpirvFunction { definition, parameters, body });
        id
    }

    fn parameter(&mut self, ty: Id) -> Instruction {
        Instruction::new(Op::FunctionParameter, Some(ty), Some(self.code.module.fresh_id()), [])
    }

    /// A function without result of some words, while another function is being written.
    pub fn nested(&mut self, words: usize, write: impl FnOnce(&mut Self, &[Id])) -> Id {
        let body = std::mem::take(&mut self.code.body);
        let variables = std::mem::take(&mut self.variables);
        let ty = self.code.module.u32_type();
        let parameters: Vec<_> = (0..words).map(|_| self.parameter(ty)).collect();
        let values: Vec<_> = parameters.iter().filter_map(|parameter| parameter.result).collect();
        self.begin();
        write(self, &values);
        self.end_block(Op::Return);
        let void = self.code.module.void_type();
        let id = self.end(void, parameters);
        (self.code.body, self.variables) = (body, variables);
        id
    }

    pub fn call(&mut self, function: Id, arguments: &[Id]) {
        let void = self.code.module.void_type();
        let operands: Vec<_> = std::iter::once(&function).chain(arguments).map(|&id| Operand::Id(id)).collect();
        self.code.value(Op::FunctionCall, void, operands);
    }

    fn function(&mut self, function: &Function) -> Id {
        let word = self.code.module.u32_type();
        let pointer = self.code.module.pointer_type(StorageClass::Function, word);
        let (inout, argument) = (self.parameter(pointer), self.parameter(word));
        self.begin();
        self.locals = self.zeroed(LOCALS);
        if let (Some(inout), Some(argument)) = (inout.result, argument.result) {
            self.locals[0] = inout;
            self.code.store(self.locals[1], argument);
        }
        self.statements(&function.body);
        let result = self.expr(&function.result);
        self.code.effect(Op::ReturnValue, [result.into()]);
        self.end(word, vec![inout, argument])
    }

    /// A built-in input of 32-bit words: one, or a vector of three.
    fn builtin(&mut self, builtin: BuiltIn, vector: bool) -> Id {
        if let Some(&variable) = self.builtins.get(&(builtin as u32)) {
            return variable;
        }
        let ty = if vector { self.code.module.uvec_type(3) } else { self.code.module.u32_type() };
        let variable = self.code.module.variable(StorageClass::Input, ty);
        self.code.module.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
        match builtin {
            BuiltIn::DrawIndex => self.code.module.add_capability(Capability::DrawParameters),
            BuiltIn::SubgroupLocalInvocationId | BuiltIn::SubgroupId => {
                self.code.module.add_capability(Capability::GroupNonUniform);
            }
            _ => {}
        }
        self.builtins.insert(builtin as u32, variable);
        variable
    }

    pub fn source(&mut self, source: Source) -> Id {
        let (builtin, axis) = match source {
            Source::InvocationIndex => (BuiltIn::LocalInvocationIndex, None),
            Source::InvocationId(axis) => (BuiltIn::LocalInvocationId, Some(axis)),
            Source::GlobalId(axis) => (BuiltIn::GlobalInvocationId, Some(axis)),
            Source::WorkgroupId(axis) => (BuiltIn::WorkgroupId, Some(axis)),
            Source::NumWorkgroups(axis) => (BuiltIn::NumWorkgroups, Some(axis)),
            Source::DrawIndex => (BuiltIn::DrawIndex, None),
            Source::Lane => (BuiltIn::SubgroupLocalInvocationId, None),
            Source::SubgroupId => (BuiltIn::SubgroupId, None),
        };
        let variable = self.builtin(builtin, axis.is_some());
        let word = self.code.module.u32_type();
        let Some(axis) = axis else { return self.code.load(word, variable) };
        let axis = self.constant(u32::from(axis));
        let pointer = self.code.chain(StorageClass::Input, word, variable, &[axis]);
        self.code.load(word, pointer)
    }

    pub fn expr(&mut self, expr: &Expr) -> Id {
        let word = self.code.module.u32_type();
        match expr {
            Expr::Constant(value) => self.constant(*value),
            Expr::Local(index) => self.code.load(word, self.locals[usize::from(*index)]),
            Expr::Uniform(index) => self.code.load(word, self.uniforms[usize::from(*index)]),
            Expr::Element => match self.element {
                Some(element) => element,
                None => self.constant(0),
            },
            Expr::Builtin(source) => self.source(*source),
            Expr::Push(index) => self.globals.push_word(&mut self.code, u32::from(*index)),
            Expr::Input(index) => {
                let index = self.expr(index);
                let index = self.op(Op::UMod, index, INPUT_WORDS);
                let pointer = self.globals.input(&mut self.code, index);
                self.code.load(word, pointer)
            }
            Expr::Payload(member, index) => {
                let index = self.expr(index);
                self.read_payload(*member, index)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.binary(*op, a, b)
            }
            Expr::Select(condition, yes, no) => {
                let (condition, yes, no) = (self.expr(condition), self.expr(yes), self.expr(no));
                let condition = self.is_odd(condition);
                self.code.value(Op::Select, word, [condition.into(), yes.into(), no.into()])
            }
        }
    }

    /// A uniform expression, brought below `limit`.
    pub fn expr_below(&mut self, expr: &Expr, limit: u32) -> Id {
        let value = self.expr(expr);
        self.op(Op::UMod, value, limit)
    }

    fn binary(&mut self, op: Binary, a: Id, b: Id) -> Id {
        match op {
            Binary::Add => self.code.u32(Op::IAdd, a, b),
            Binary::Sub => self.code.u32(Op::ISub, a, b),
            Binary::Mul => self.code.u32(Op::IMul, a, b),
            Binary::And => self.code.u32(Op::BitwiseAnd, a, b),
            Binary::Or => self.code.u32(Op::BitwiseOr, a, b),
            Binary::Xor => self.code.u32(Op::BitwiseXor, a, b),
            Binary::ShiftLeft => {
                let b = self.op(Op::BitwiseAnd, b, 31);
                self.code.u32(Op::ShiftLeftLogical, a, b)
            }
            Binary::ShiftRight => {
                let b = self.op(Op::BitwiseAnd, b, 31);
                self.code.u32(Op::ShiftRightLogical, a, b)
            }
            Binary::Mod => {
                let b = self.op(Op::BitwiseOr, b, 1);
                self.code.u32(Op::UMod, a, b)
            }
            Binary::Less | Binary::Equal => {
                let op = if op == Binary::Less { Op::ULessThan } else { Op::IEqual };
                let result = self.code.compare(op, a, b);
                self.one_or_zero(result)
            }
            Binary::Min | Binary::Max => {
                let less = self.code.compare(Op::ULessThan, a, b);
                let (yes, no) = if op == Binary::Min { (a, b) } else { (b, a) };
                let word = self.code.module.u32_type();
                self.code.value(Op::Select, word, [less.into(), yes.into(), no.into()])
            }
        }
    }

    pub fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Set(variable, value) => {
                let value = self.expr(value);
                let pointer = match variable {
                    Variable::Local(index) => self.locals[usize::from(*index)],
                    Variable::Uniform(index) => self.uniforms[usize::from(*index)],
                };
                self.code.store(pointer, value);
            }
            Statement::If { condition, then, otherwise } => {
                self.either(condition, |e| e.statements(then), |e| e.statements(otherwise));
            }
            Statement::Loop { trips, leave, body } => self.trips(trips, leave.as_ref(), body),
            Statement::Switch { selector, cases } => self.switch(selector, cases),
            Statement::Call { function, argument, inout, result } => {
                let argument = self.expr(argument);
                let (function, inout) = (self.functions[usize::from(*function)], self.locals[usize::from(*inout)]);
                let word = self.code.module.u32_type();
                let operands = [function.into(), inout.into(), argument.into()];
                let value = self.code.value(Op::FunctionCall, word, operands);
                self.code.store(self.locals[usize::from(*result)], value);
            }
            Statement::Record { op, slot, value } => {
                let (slot, value) = (self.expr_below(slot, SLOTS), self.expr(value));
                let region = ATOMICS.iter().position(|other| other == op).unwrap_or(0) as u32;
                let slot = self.op(Op::IAdd, slot, region * SLOTS);
                let pointer = self.globals.result(&mut self.code, slot);
                self.atomic(*op, pointer, Scope::Device, value);
            }
            Statement::Exchange { value, shift, to } => self.exchange(value, *shift, *to),
            Statement::Reduce { op, value, to } => self.reduce(*op, value, *to),
            Statement::Subgroup { op, value, lane, to } => {
                let (value, lane) = (self.expr(value), self.expr(lane));
                let value = self.subgroup(*op, value, lane);
                self.code.store(self.locals[usize::from(*to)], value);
            }
        }
    }

    /// `if (condition) then else otherwise`; arms may end in a return.
    pub fn either(&mut self, condition: &Expr, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        self.either_with(condition, &mut (), |e, ()| then(e), |e, ()| otherwise(e));
    }

    /// The same for arms that share a state.
    pub fn either_with<S: ?Sized>(
        &mut self,
        condition: &Expr,
        state: &mut S,
        then: impl FnOnce(&mut Self, &mut S),
        otherwise: impl FnOnce(&mut Self, &mut S),
    ) {
        let condition = self.expr(condition);
        let condition = self.is_odd(condition);
        let [yes, no, merge] = self.labels();
        self.code.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        self.code.effect(Op::BranchConditional, [condition.into(), yes.into(), no.into()]);
        self.code.label(yes);
        then(self, state);
        self.go_on(merge);
        self.code.label(no);
        otherwise(self, state);
        self.go_on(merge);
        self.code.label(merge);
    }

    pub fn invocations(&self) -> u32 {
        self.invocations
    }

    /// Ends the block, unless it has ended.
    pub fn end_block(&mut self, op: Op) {
        if !self.code.body.last().is_some_and(|last| meshwork_spirv::is_terminator(last.op)) {
            self.code.effect(op, []);
        }
    }

    pub fn labels<const N: usize>(&mut self) -> [Id; N] {
        [(); N].map(|()| self.code.module.fresh_id())
    }

    /// Branches, unless the block has ended.
    fn go_on(&mut self, label: Id) {
        if !self.code.body.last().is_some_and(|last| meshwork_spirv::is_terminator(last.op)) {
            self.code.branch(label);
        }
    }

    fn trips(&mut self, trips: &Expr, leave: Option<&Expr>, body: &[Statement]) {
        let trips = self.expr_below(trips, MAX_TRIPS + 1);
        let zero = self.constant(0);
        self.count(zero, trips, 1, |emitter, _, merge| {
            emitter.statements(body);
            if let Some(leave) = leave {
                let leave = emitter.expr(leave);
                let leave = emitter.is_odd(leave);
                let [next] = emitter.labels();
                emitter.code.effect(Op::BranchConditional, [leave.into(), merge.into(), next.into()]);
                emitter.code.label(next);
            }
        });
    }

    /// `for (i = first; i < end; i += step)`; the body gets `i` and the merge block's label.
    pub fn count(&mut self, first: Id, end: Id, step: u32, body: impl FnOnce(&mut Self, Id, Id)) {
        let word = self.code.module.u32_type();
        let counter = self.variable(word);
        self.code.store(counter, first);
        let [header, test, inside, next, merge] = self.labels();
        self.code.branch(header);
        self.code.label(header);
        self.code.effect(Op::LoopMerge, [merge.into(), next.into(), 0.into()]);
        self.code.branch(test);
        self.code.label(test);
        let value = self.code.load(word, counter);
        let goes_on = self.code.compare(Op::ULessThan, value, end);
        self.code.effect(Op::BranchConditional, [goes_on.into(), inside.into(), merge.into()]);
        self.code.label(inside);
        body(self, value, merge);
        self.code.branch(next);
        self.code.label(next);
        let value = self.code.load(word, counter);
        let value = self.op(Op::IAdd, value, step);
        self.code.store(counter, value);
        self.code.branch(header);
        self.code.label(merge);
    }

    fn switch(&mut self, selector: &Expr, cases: &[Vec<Statement>]) {
        let selector = self.expr_below(selector, cases.len() as u32 + 1);
        let [merge] = self.labels();
        let labels: Vec<Id> = cases.iter().map(|_| self.code.module.fresh_id()).collect();
        let default = labels.last().copied().unwrap_or(merge);
        self.code.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        let mut operands: Vec<Operand> = vec![selector.into(), default.into()];
        for (value, label) in labels.iter().enumerate().take(cases.len().saturating_sub(1)) {
            operands.extend([Operand::Word(value as u32), Operand::Id(*label)]);
        }
        self.code.effect(Op::Switch, operands);
        for (statements, label) in cases.iter().zip(labels) {
            self.code.label(label);
            self.statements(statements);
            self.code.branch(merge);
        }
        self.code.label(merge);
    }

    fn atomic(&mut self, op: Atomic, pointer: Id, scope: Scope, value: Id) {
        let op = match op {
            Atomic::Add => Op::AtomicIAdd,
            Atomic::Min => Op::AtomicUMin,
            Atomic::Max => Op::AtomicUMax,
            Atomic::And => Op::AtomicAnd,
            Atomic::Or => Op::AtomicOr,
            Atomic::Xor => Op::AtomicXor,
        };
        let (word, scope, relaxed) = (self.code.module.u32_type(), self.constant(scope as u32), self.constant(0));
        self.code.value(op, word, [pointer.into(), scope.into(), relaxed.into(), value.into()]);
    }

    /// Workgroup-wide, in uniform control flow.
    pub fn barrier(&mut self) {
        let (scope, semantics) = (self.constant(WORKGROUP), self.constant(WORKGROUP_SEMANTICS));
        self.code.effect(Op::ControlBarrier, [scope.into(), scope.into(), semantics.into()]);
    }

    fn exchange(&mut self, value: &Expr, shift: u32, to: u8) {
        let value = self.expr(value);
        let own = self.source(Source::InvocationIndex);
        let other = self.op(Op::IAdd, own, shift);
        let other = self.op(Op::UMod, other, self.invocations);
        // Those before may still read.
        self.barrier();
        let pointer = self.globals.shared(&mut self.code, self.invocations, own);
        self.code.store(pointer, value);
        self.barrier();
        let pointer = self.globals.shared(&mut self.code, self.invocations, other);
        let word = self.code.module.u32_type();
        let value = self.code.load(word, pointer);
        self.code.store(self.locals[usize::from(to)], value);
    }

    fn reduce(&mut self, op: Atomic, value: &Expr, to: u8) {
        let value = self.expr(value);
        let zero = self.constant(0);
        let own = self.source(Source::InvocationIndex);
        let is_first = self.code.compare(Op::IEqual, own, zero);
        let pointer = self.globals.shared(&mut self.code, self.invocations, zero);
        self.barrier();
        let start = self.constant(neutral(op));
        self.code.when(is_first, |code| code.store(pointer, start));
        self.barrier();
        self.atomic(op, pointer, Scope::Workgroup, value);
        self.barrier();
        let word = self.code.module.u32_type();
        let value = self.code.load(word, pointer);
        self.code.store(self.uniforms[usize::from(to)], value);
    }

    pub fn atomic_add(&mut self, pointer: Id, value: Id) {
        self.atomic(Atomic::Add, pointer, Scope::Device, value);
    }

    /// An atomic operation on a word of the payload.
    pub fn atomic_on_payload(&mut self, op: Atomic, pointer: Id, value: Id) {
        self.atomic(op, pointer, Scope::Workgroup, value);
    }

    fn subgroup(&mut self, op: Subgroup, value: Id, lane: Id) -> Id {
        let scope = self.constant(SUBGROUP);
        let word = self.code.module.u32_type();
        let group = |emitter: &mut Self, op: Op, operation: GroupOperation| {
            emitter.code.module.add_capability(Capability::GroupNonUniformArithmetic);
            emitter.code.value(op, word, [scope.into(), (operation as u32).into(), value.into()])
        };
        match op {
            Subgroup::Add => group(self, Op::GroupNonUniformIAdd, GroupOperation::Reduce),
            Subgroup::Max => group(self, Op::GroupNonUniformUMax, GroupOperation::Reduce),
            Subgroup::ExclusiveAdd => group(self, Op::GroupNonUniformIAdd, GroupOperation::ExclusiveScan),
            Subgroup::InclusiveXor => group(self, Op::GroupNonUniformBitwiseXor, GroupOperation::InclusiveScan),
            Subgroup::BallotBelow => self.ballot(value, GroupOperation::ExclusiveScan),
            Subgroup::BallotCount => self.ballot(value, GroupOperation::Reduce),
            Subgroup::ShuffleXor(mask) => {
                let own = self.source(Source::Lane);
                let lane = self.op(Op::BitwiseXor, own, u32::from(mask));
                self.shuffle(value, lane)
            }
            Subgroup::Shuffle => {
                let lane = self.op(Op::BitwiseAnd, lane, 7);
                self.shuffle(value, lane)
            }
            Subgroup::BroadcastFirst => {
                self.code.module.add_capability(Capability::GroupNonUniformBallot);
                self.code.value(Op::GroupNonUniformBroadcastFirst, word, [scope.into(), value.into()])
            }
            Subgroup::All | Subgroup::Any | Subgroup::Elect => self.vote(op, value),
        }
    }

    fn shuffle(&mut self, value: Id, lane: Id) -> Id {
        self.code.module.add_capability(Capability::GroupNonUniformShuffle);
        let (word, scope) = (self.code.module.u32_type(), self.constant(SUBGROUP));
        self.code.value(Op::GroupNonUniformShuffle, word, [scope.into(), value.into(), lane.into()])
    }

    fn ballot(&mut self, value: Id, operation: GroupOperation) -> Id {
        self.code.module.add_capability(Capability::GroupNonUniformBallot);
        let (scope, bit) = (self.constant(SUBGROUP), self.is_odd(value));
        let (words, word) = (self.code.module.uvec_type(4), self.code.module.u32_type());
        let mask = self.code.value(Op::GroupNonUniformBallot, words, [scope.into(), bit.into()]);
        let operands = [scope.into(), (operation as u32).into(), mask.into()];
        self.code.value(Op::GroupNonUniformBallotBitCount, word, operands)
    }

    fn vote(&mut self, op: Subgroup, value: Id) -> Id {
        let (scope, boolean) = (self.constant(SUBGROUP), self.code.module.bool_type());
        let result = if op == Subgroup::Elect {
            self.code.module.add_capability(Capability::GroupNonUniform);
            self.code.value(Op::GroupNonUniformElect, boolean, [scope.into()])
        } else {
            self.code.module.add_capability(Capability::GroupNonUniformVote);
            let bit = self.is_odd(value);
            let op = if op == Subgroup::All { Op::GroupNonUniformAll } else { Op::GroupNonUniformAny };
            self.code.value(op, boolean, [scope.into(), bit.into()])
        };
        self.one_or_zero(result)
    }
}

/// What an operation leaves as it is.
pub fn neutral(op: Atomic) -> u32 {
    match op {
        Atomic::Min | Atomic::And => u32::MAX,
        Atomic::Add | Atomic::Max | Atomic::Or | Atomic::Xor => 0,
    }
}
