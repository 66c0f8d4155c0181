//! Which words of an instruction are ids. Khronos' grammar (through rspirv) gives each operand's kind; the parameters of the
//! few enumerants that have some are told here.

use std::sync::LazyLock;

use rspirv::grammar::{
    INSTRUCTION_TABLE, Instruction as Grammar, OperandKind as Kind, OperandQuantifier as Quantifier,
};
use rspirv::spirv::{MemoryAccess, Op};

use crate::{Id, Instruction, Operand};

/// The grammar by opcode; rspirv's own look-up walks a list.
static TABLE: LazyLock<Vec<Option<&'static Grammar<'static>>>> = LazyLock::new(|| {
    let mut table = Vec::new();
    for grammar in INSTRUCTION_TABLE.iter() {
        let opcode = grammar.opcode as usize;
        if table.len() <= opcode {
            table.resize(opcode + 1, None);
        }
        table[opcode] = Some(grammar);
    }
    table
});

pub(crate) fn lookup(opcode: u32) -> Option<&'static Grammar<'static>> {
    TABLE.get(opcode as usize).copied().flatten()
}

/// The words after an instruction's first, being taken apart.
struct Words<'a> {
    rest: &'a [u32],
    operands: Vec<Operand>,
}

impl Words<'_> {
    fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn word(&mut self) -> Option<u32> {
        let word = self.next()?;
        self.operands.push(Operand::Word(word));
        Some(word)
    }

    fn id(&mut self) -> Option<()> {
        let id = Id(self.next()?);
        self.operands.push(Operand::Id(id));
        Some(())
    }

    fn rest(&mut self, ids: bool) {
        let make: fn(u32) -> Operand = if ids { |word| Operand::Id(Id(word)) } else { Operand::Word };
        self.operands.extend(std::mem::take(&mut self.rest).iter().map(|&word| make(word)));
    }

    /// One operand of `kind`; `None` when words are missing. `op` is the instruction, `literal` the words of its
    /// context-dependent literals.
    fn operand(&mut self, kind: Kind, op: Op, literal: usize) -> Option<()> {
        match kind {
            Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics => self.id()?,
            Kind::LiteralString => while self.word()?.to_le_bytes().iter().all(|&byte| byte != 0) {},
            Kind::LiteralContextDependentNumber => {
                for _ in 0..literal {
                    self.word()?;
                }
            }
            Kind::PairLiteralIntegerIdRef => {
                for _ in 0..literal {
                    self.word()?;
                }
                self.id()?;
            }
            Kind::PairIdRefIdRef => {
                self.id()?;
                self.id()?;
            }
            Kind::PairIdRefLiteralInteger => {
                self.id()?;
                self.word()?;
            }
            Kind::LiteralSpecConstantOpInteger => {
                let inner = lookup(self.word()?)?;
                self.operands_of(inner, literal)?;
            }
            Kind::MemoryAccess => {
                let access = MemoryAccess::from_bits(self.word()?)?;
                if access.contains(MemoryAccess::ALIGNED) {
                    self.word()?;
                }
                let id_parameters = MemoryAccess::MAKE_POINTER_AVAILABLE
                    | MemoryAccess::MAKE_POINTER_VISIBLE
                    | MemoryAccess::ALIAS_SCOPE_INTEL_MASK
                    | MemoryAccess::NO_ALIAS_INTEL_MASK;
                for _ in (access & id_parameters).iter() {
                    self.id()?;
                }
            }
            // The last operand of their instructions; what follows belongs to them.
            Kind::ImageOperands | Kind::TensorAddressingOperands | Kind::TensorOperands => {
                self.word()?;
                self.rest(true);
            }
            Kind::LoopControl => {
                self.word()?;
                self.rest(false);
            }
            Kind::ExecutionMode | Kind::Decoration => {
                self.word()?;
                self.rest(matches!(op, Op::ExecutionModeId | Op::DecorateId));
            }
            _ => {
                self.word()?;
            }
        }
        Some(())
    }

    /// All operands of `grammar` but result type and result.
    fn operands_of(&mut self, grammar: &Grammar<'static>, literal: usize) -> Option<()> {
        for operand in grammar.operands {
            if matches!(operand.kind, Kind::IdResultType | Kind::IdResult) {
                continue;
            }
            match operand.quantifier {
                Quantifier::One => self.operand(operand.kind, grammar.opcode, literal)?,
                Quantifier::ZeroOrOne if self.rest.is_empty() => {}
                Quantifier::ZeroOrOne => self.operand(operand.kind, grammar.opcode, literal)?,
                Quantifier::ZeroOrMore => {
                    while !self.rest.is_empty() {
                        self.operand(operand.kind, grammar.opcode, literal)?;
                    }
                }
            }
        }
        Some(())
    }
}

/// Takes an instruction's words (the first excluded) apart; `None` when they do not fit its grammar. `literal_words` gives the
/// size of a literal whose type is that of an id: the result type's for constants, the selector's for `OpSwitch`.
pub(crate) fn parse(
    grammar: &Grammar<'static>,
    words: &[u32],
    literal_words: impl FnOnce(Id) -> usize,
) -> Option<Instruction> {
    let mut words = Words { rest: words, operands: Vec::with_capacity(words.len()) };
    let has = |kind| grammar.operands.iter().any(|operand| operand.kind == kind);
    let ty = if has(Kind::IdResultType) { Some(Id(words.next()?)) } else { None };
    let result = if has(Kind::IdResult) { Some(Id(words.next()?)) } else { None };
    let literal = match (grammar.opcode, ty) {
        (Op::Constant | Op::SpecConstant, Some(ty)) => literal_words(ty),
        (Op::Switch, _) => literal_words(Id(*words.rest.first()?)),
        _ => 1,
    };
    words.operands_of(grammar, literal)?;
    words.rest.is_empty().then_some(Instruction { op: grammar.opcode, ty, result, operands: words.operands })
}
