//! An operation as it is emitted: in a function of its own, whose parameters are its arguments.

use std::collections::HashMap;

use meshwork_spirv::spirv::Op;
use meshwork_spirv::{Code, Function, Id, Instruction, Module, Type};

use super::mask::{Lanes, Mask, Wave};
use super::memory::Memory;
use super::operation::{Operation, Span};
use super::part::Part;
use crate::error::{ErrorKind, Result};
use crate::inputs::as_type;

/// A value and its type.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub id: Id,
    pub ty: Id,
}

pub struct Call {
    pub operation: Operation,
    pub arguments: Vec<Argument>,
}

impl Call {
    /// An operation that [`super::operation::parse`] would not give with these arguments.
    pub fn unknown(&self) -> ErrorKind {
        ErrorKind::unsupported("this subgroup operation", None)
    }
}

/// Where guest waves lie on the host.
pub enum Way<'a> {
    Part(Part<'a>),
    Memory(Memory),
}

impl Way<'_> {
    pub fn wave(&self) -> Wave {
        match self {
            Self::Part(part) => part.wave,
            Self::Memory(memory) => memory.wave,
        }
    }

    pub fn lane(&self, code: &mut Code<'_>) -> Id {
        match self {
            Self::Part(part) => part.lane(code),
            Self::Memory(memory) => memory.lane(code),
        }
    }

    pub fn wave_id(&self, code: &mut Code<'_>) -> Id {
        match self {
            Self::Part(part) => part.wave_id(code),
            Self::Memory(memory) => memory.wave_id(code),
        }
    }

    /// The operation in one instruction of the host's, if there is one.
    pub fn in_place(
        &self,
        code: &mut Code<'_>,
        operation: Operation,
        instruction: &Instruction,
    ) -> Option<Instruction> {
        match self {
            Self::Part(part) => part.in_place(code, operation, instruction),
            Self::Memory(_) => None,
        }
    }

    fn emit(&self, code: &mut Code<'_>, call: &Call) -> Result<Id> {
        let mask = |code: &mut Code<'_>, value: &Argument| Mask::from_value(code, self.wave(), value.id);
        Ok(match (call.operation, call.arguments.as_slice()) {
            (Operation::InverseBallot, [value]) => {
                let (mask, lane) = (mask(code, value), self.lane(code));
                mask.bit(code, lane)
            }
            (Operation::BallotBitExtract, [value, lane]) => mask(code, value).bit(code, lane.id),
            (Operation::BallotBitCount(span), [value]) => {
                let mut counted = mask(code, value);
                let lanes = match span {
                    Span::All => None,
                    Span::UpToOwn => Some(Lanes::UpToOwn),
                    Span::BeforeOwn => Some(Lanes::Before),
                };
                if let Some(lanes) = lanes {
                    let lane = self.lane(code);
                    let lanes = Mask::of(code, self.wave(), lane, lanes);
                    counted = counted.and(code, &lanes);
                }
                counted.count(code)
            }
            (Operation::BallotFindLsb, [value]) => mask(code, value).lowest(code),
            (Operation::BallotFindMsb, [value]) => mask(code, value).highest(code),
            _ => match self {
                Self::Part(part) => part.emit(code, call)?,
                Self::Memory(memory) => memory.emit(code, call)?,
            },
        })
    }
}

/// Functions made so far, each for an operation on certain types.
#[derive(Default)]
pub struct Helpers {
    known: HashMap<(Operation, Id, Vec<Id>), Id>,
    pub functions: Vec<Function>,
}

impl Helpers {
    /// The function that does an operation. It takes 32-bit indices, distances and directions.
    pub fn function(
        &mut self,
        module: &mut Module,
        way: &Way<'_>,
        operation: Operation,
        result: Id,
        types: &[Id],
    ) -> Result<Id> {
        let key = (operation, result, types.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let (id, ty) = (module.fresh_id(), module.function_type(result, types));
        module.set_name(id, &operation.name());
        let parameters: Vec<_> = types
            .iter()
            .map(|&ty| Instruction::new(Op::FunctionParameter, Some(ty), Some(module.fresh_id()), []))
            .collect();
        let arguments = parameters.iter().zip(types);
        let arguments = arguments.map(|(parameter, &ty)| Argument { id: parameter.result.unwrap_or(id), ty }).collect();
        let mut code = Code::new(module);
        let label = code.module.fresh_id();
        code.label(label);
        let mut value = way.emit(&mut code, &Call { operation, arguments })?;
        if operation.gives_number() {
            value = number_as(&mut code, value, result)?;
        }
        code.effect(Op::ReturnValue, [value.into()]);
        let body = code.body;
        let definition = Instruction::new(Op::Function, Some(result), Some(id), [0.into(), ty.into()]);
        self.functions.push(Function { definition, parameters, body });
        self.known.insert(key, id);
        Ok(id)
    }
}

/// A 32-bit number as one of another width.
fn number_as(code: &mut Code<'_>, value: Id, ty: Id) -> Result<Id> {
    let u32 = code.module.u32_type();
    Ok(match code.module.ty(ty)? {
        Type::Int { width: 32, .. } => as_type(code, value, u32, ty),
        Type::Int { signed: false, .. } => code.value(Op::UConvert, ty, [value.into()]),
        _ => return Err(ErrorKind::malformed("a number of lanes that is no unsigned integer", ty)),
    })
}
