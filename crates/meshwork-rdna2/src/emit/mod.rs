//! SPIR-V being written, in terms of the values that machine code knows: 32-bit words, lane bits, and floats seen in words.
//!
//! Operations on constants are folded: machine code makes masks and shift amounts of them, and what they decide should be decided
//! here.

pub mod double;
mod facts;
mod float;
mod fma;
mod function;
mod half;
mod hash;
mod image;
mod integer;
mod many;

use meshwork_spirv::spirv::{
    AddressingModel, BuiltIn, Decoration, GlslStd450Op, LoopControl, MemoryModel, Op, StorageClass,
};
use meshwork_spirv::{Id, Instruction, Module, Operand};

pub use facts::{Product, Sum};
pub use float::Float;
use hash::{Map, Set};
pub use image::ImageType;

/// 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(pub Id);

/// True or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bit(pub Id);

/// 64 bits in two words. Int64 is not asked of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    pub low: Word,
    pub high: Word,
}

/// The types of [`Emit`], made once.
#[derive(Clone, Copy)]
pub struct Types {
    pub word: Id,
    pub int: Id,
    pub bit: Id,
    pub float: Id,
}

/// Without the operations on words and bits whose results nobody uses, such as the carries of most sums. Uses stand behind what they
/// use: phis are those of choices, not of loops.
fn used(body: Vec<Instruction>, bound: u32) -> Vec<Instruction> {
    let mut uses = vec![false; bound as usize];
    let mut kept: Vec<Instruction> = Vec::with_capacity(body.len());
    for instruction in body.into_iter().rev() {
        let is_idle = is_pure(instruction.op) || instruction.op == Op::Phi;
        if is_idle && instruction.result.is_some_and(|result| !uses[result.0 as usize]) {
            continue;
        }
        for operand in &instruction.operands {
            if let Operand::Id(id) = operand {
                uses[id.0 as usize] = true;
            }
        }
        kept.push(instruction);
    }
    kept.reverse();
    kept
}

/// An operation, its type and its operands.
type Computation = (Op, Id, Vec<Operand>);

/// Operations on words and bits that only their operands decide. Floats are left out: they may be decorated one by one.
fn is_pure(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        IAdd | ISub
            | IMul
            | BitwiseAnd
            | BitwiseOr
            | BitwiseXor
            | Not
            | ShiftLeftLogical
            | ShiftRightLogical
            | ShiftRightArithmetic
            | Select
            | LogicalAnd
            | LogicalOr
            | LogicalNot
            | IEqual
            | INotEqual
            | ULessThan
            | ULessThanEqual
            | UGreaterThan
            | UGreaterThanEqual
            | SLessThan
            | SLessThanEqual
            | SGreaterThan
            | SGreaterThanEqual
            | UMulExtended
            | SMulExtended
            | CompositeExtract
            | BitFieldUExtract
            | BitFieldSExtract
            | BitCount
            | AccessChain
    )
}

/// Labels of a loop that is being written.
pub struct Loop {
    header: Id,
    next: Id,
    merge: Id,
}

/// Labels of a choice between two arms that is being written.
pub struct Choice {
    /// The second arm.
    no: Id,
    merge: Id,
    /// Where the first arm ends.
    yes_end: Id,
}

/// A module with one function, the entry point, under construction.
pub struct Emit {
    pub module: Module,
    pub types: Types,
    body: Vec<Instruction>,
    /// The block that is being written.
    block: Id,
    /// `OpVariable`s of the function: they stand in its first block.
    variables: Vec<Instruction>,
    glsl: Id,
    /// Words seen as floats, and back, in the block that is being written.
    casts: Map<(Id, Id), Id>,
    /// Words that are no denormals.
    flushed: Set<Word>,
    /// What was computed so far where control certainly came from: a map for the blocks of each construct that is being written.
    computed: Vec<Map<Computation, Id>>,
    /// Functions of words that were called so far, by name.
    functions: Map<&'static str, Id>,
    /// What words are at most, where less than 32 bits can hold.
    most: Map<Word, u32>,
    /// What else is known of them is noted.
    follows_facts: bool,
    bits: Map<Word, facts::Bits>,
    sums: Map<Word, Sum>,
    products: Map<Word, Product>,
    strides: Map<Word, u32>,
    /// Pointers to memory that the function does not make, and values that come of it: no compiler knows them.
    untold: Set<Id>,
    /// Structures of two equal parts, by their type.
    pair_types: Map<Id, Id>,
}

impl Emit {
    /// The function's first block is begun.
    pub fn new(version: u32, follows_facts: bool) -> Self {
        let mut module = Module::new(version, AddressingModel::Logical, MemoryModel::GLSL450);
        let glsl = module.fresh_id();
        let name = [*b"GLSL", *b".std", *b".450", [0; 4]].map(|part| Operand::Word(u32::from_le_bytes(part)));
        module.imports.push(Instruction::new(Op::ExtInstImport, None, Some(glsl), name));
        let types = Types {
            word: module.u32_type(),
            int: module.get_or_make(Op::TypeInt, None, [32.into(), 1.into()]),
            bit: module.bool_type(),
            float: module.f32_type(),
        };
        let first = module.fresh_id();
        Self {
            module,
            types,
            body: vec![Instruction::new(Op::Label, None, Some(first), [])],
            block: first,
            variables: Vec::new(),
            glsl,
            casts: Map::default(),
            flushed: Set::default(),
            computed: vec![Map::default()],
            functions: Map::default(),
            most: Map::default(),
            follows_facts,
            bits: Map::default(),
            sums: Map::default(),
            products: Map::default(),
            strides: Map::default(),
            untold: Set::default(),
            pair_types: Map::default(),
        }
    }

    /// The function's body: its variables, then what was written and is used.
    pub fn finish(self) -> (Module, Vec<Instruction>) {
        let mut body = used(self.body, self.module.bound());
        // Behind the first label.
        body.splice(1..1, self.variables);
        (self.module, body)
    }

    /// The value of an operation, the same as before where it was computed before: each lane of a wave derives much from scalars.
    pub fn value(&mut self, op: Op, ty: Id, operands: impl Into<Vec<Operand>>) -> Id {
        let operands = operands.into();
        let computation = is_pure(op).then(|| (op, ty, operands.clone()));
        if let Some(computation) = &computation
            && let Some(&id) = self.computed.iter().rev().find_map(|block| block.get(computation))
        {
            return id;
        }
        let id = self.module.fresh_id();
        self.note_untold(op, id, &operands);
        self.body.push(Instruction::new(op, Some(ty), Some(id), operands));
        if let (Some(computation), Some(block)) = (computation, self.computed.last_mut()) {
            block.insert(computation, id);
        }
        id
    }

    pub fn effect(&mut self, op: Op, operands: impl Into<Vec<Operand>>) {
        self.body.push(Instruction::effect(op, operands));
    }

    /// An instruction of GLSL.std.450.
    pub fn glsl(&mut self, op: GlslStd450Op, ty: Id, operands: &[Id]) -> Id {
        let operands = operands.iter().map(|&id| Operand::Id(id));
        let all: Vec<Operand> = [self.glsl.into(), (op as u32).into()].into_iter().chain(operands).collect();
        self.value(Op::ExtInst, ty, all)
    }

    pub fn word(&mut self, value: u32) -> Word {
        Word(self.module.u32(value))
    }

    pub fn bit(&mut self, value: bool) -> Bit {
        let ty = self.types.bit;
        let op = if value { Op::ConstantTrue } else { Op::ConstantFalse };
        Bit(self.module.get_or_make(op, Some(ty), []))
    }

    /// The value of a constant.
    pub fn known(&self, word: Word) -> Option<u32> {
        self.module.constant_u32(word.0)
    }

    pub fn known_bit(&self, bit: Bit) -> Option<bool> {
        match self.module.globals.get(bit.0)?.op {
            Op::ConstantTrue => Some(true),
            Op::ConstantFalse => Some(false),
            _ => None,
        }
    }

    /// `value` seen as type `ty` of the same width.
    pub fn cast(&mut self, ty: Id, value: Id) -> Id {
        if let Some(&cast) = self.casts.get(&(ty, value)) {
            return cast;
        }
        let cast = self.value(Op::Bitcast, ty, [value.into()]);
        self.casts.insert((ty, value), cast);
        cast
    }

    /// Notes that `value` seen as `ty` is `cast`.
    fn remember_cast(&mut self, ty: Id, value: Id, cast: Id) {
        self.casts.insert((ty, value), cast);
    }

    /// A variable of the function.
    pub fn local(&mut self, ty: Id, initial: Id) -> Id {
        let pointer = self.module.pointer_type(StorageClass::Function, ty);
        let id = self.module.fresh_id();
        let operands = [(StorageClass::Function as u32).into(), initial.into()];
        self.variables.push(Instruction::new(Op::Variable, Some(pointer), Some(id), operands));
        id
    }

    /// A variable of the function that is written before it is read.
    pub fn local_without_value(&mut self, ty: Id) -> Id {
        let pointer = self.module.pointer_type(StorageClass::Function, ty);
        let id = self.module.fresh_id();
        let class = [(StorageClass::Function as u32).into()];
        self.variables.push(Instruction::new(Op::Variable, Some(pointer), Some(id), class));
        id
    }

    pub fn load(&mut self, ty: Id, pointer: Id) -> Id {
        self.value(Op::Load, ty, [pointer.into()])
    }

    pub fn store(&mut self, pointer: Id, value: Id) {
        self.effect(Op::Store, [pointer.into(), value.into()]);
    }

    /// A pointer to a part of what `base` points to.
    pub fn chain(&mut self, class: StorageClass, ty: Id, base: Id, indices: &[Id]) -> Id {
        let ty = self.module.pointer_type(class, ty);
        let operands: Vec<_> = std::iter::once(&base).chain(indices).map(|&id| Operand::Id(id)).collect();
        let pointer = self.value(Op::AccessChain, ty, operands);
        if class != StorageClass::Function {
            self.untold.insert(pointer);
        }
        pointer
    }

    pub fn label(&mut self, label: Id) {
        // A value of another block may not dominate this one.
        self.computed = vec![Map::default()];
        self.begin_block(label);
    }

    fn begin_block(&mut self, label: Id) {
        self.casts.clear();
        self.block = label;
        self.body.push(Instruction::new(Op::Label, None, Some(label), []));
    }

    fn ends(&self) -> bool {
        self.body.last().is_some_and(|last| meshwork_spirv::is_terminator(last.op))
    }

    /// Goes to `label` unless the block has ended.
    pub fn branch(&mut self, label: Id) {
        if !self.ends() {
            self.effect(Op::Branch, [label.into()]);
        }
    }

    pub fn return_(&mut self) {
        if !self.ends() {
            self.effect(Op::Return, []);
        }
    }

    /// `if (condition) {`; gives what [`Self::end_if`] takes.
    pub fn begin_if(&mut self, condition: Bit) -> Id {
        let (yes, merge) = (self.module.fresh_id(), self.module.fresh_id());
        self.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        self.effect(Op::BranchConditional, [condition.0.into(), yes.into(), merge.into()]);
        self.computed.push(Map::default());
        self.begin_block(yes);
        merge
    }

    /// What was computed before the `if` is computed behind it, too.
    pub fn end_if(&mut self, merge: Id) {
        self.branch(merge);
        self.computed.pop();
        if self.computed.is_empty() {
            self.computed.push(Map::default());
        }
        self.begin_block(merge);
    }

    /// `condition ?`; gives what [`Self::otherwise`] takes.
    pub fn begin_choice(&mut self, condition: Bit) -> Choice {
        let [yes, no, merge] = [(); 3].map(|()| self.module.fresh_id());
        self.effect(Op::SelectionMerge, [merge.into(), 0.into()]);
        self.effect(Op::BranchConditional, [condition.0.into(), yes.into(), no.into()]);
        self.computed.push(Map::default());
        self.begin_block(yes);
        Choice { no, merge, yes_end: yes }
    }

    /// `:`
    pub fn otherwise(&mut self, choice: Choice) -> Choice {
        let yes_end = self.block;
        self.branch(choice.merge);
        if let Some(arm) = self.computed.last_mut() {
            arm.clear();
        }
        self.begin_block(choice.no);
        Choice { yes_end, ..choice }
    }

    /// The words of the arm that was taken.
    pub fn end_choice(&mut self, choice: Choice, yes: &[Word], no: &[Word]) -> Vec<Word> {
        let no_end = self.block;
        self.end_if(choice.merge);
        let ty = self.types.word;
        let pairs = yes.iter().zip(no);
        pairs
            .map(|(&yes, &no)| {
                let arms = [yes.0.into(), choice.yes_end.into(), no.0.into(), no_end.into()];
                if yes == no { yes } else { Word(self.value(Op::Phi, ty, arms)) }
            })
            .collect()
    }

    /// `do {`; gives what [`Self::end_loop`] takes.
    pub fn begin_loop(&mut self, control: LoopControl) -> Loop {
        let [header, body, next, merge] = [(); 4].map(|()| self.module.fresh_id());
        self.effect(Op::Branch, [header.into()]);
        self.label(header);
        self.effect(Op::LoopMerge, [merge.into(), next.into(), control.bits().into()]);
        self.effect(Op::Branch, [body.into()]);
        self.label(body);
        Loop { header, next, merge }
    }

    /// `} while (goes_on)`.
    pub fn end_loop(&mut self, Loop { header, next, merge }: Loop, goes_on: Bit) {
        self.effect(Op::Branch, [next.into()]);
        self.label(next);
        self.effect(Op::BranchConditional, [goes_on.0.into(), header.into(), merge.into()]);
        self.label(merge);
    }

    /// A variable of the workgroup.
    pub fn shared(&mut self, ty: Id) -> Id {
        self.module.variable(StorageClass::Workgroup, ty)
    }

    /// The value of a built-in input of one word.
    pub fn built_in(&mut self, built_in: BuiltIn) -> Word {
        let ty = self.types.word;
        let variable = self.module.variable(StorageClass::Input, ty);
        self.module.decorate(variable, Decoration::BuiltIn, &[built_in as u32]);
        Word(self.load(ty, variable))
    }

    /// Ends a block that nothing comes out of.
    pub fn unreachable(&mut self) {
        if !self.ends() {
            self.effect(Op::Unreachable, []);
        }
    }

    pub fn construct(&mut self, ty: Id, parts: &[Id]) -> Id {
        let operands: Vec<_> = parts.iter().map(|&part| Operand::Id(part)).collect();
        self.value(Op::CompositeConstruct, ty, operands)
    }
}
