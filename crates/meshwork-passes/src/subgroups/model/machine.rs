//! Executes functions of SPIR-V for all active invocations of a subgroup in step.
//!
//! It knows what the passes emit: scalar and vector arithmetic on integers and booleans, subgroup operations, loops and selections whose
//! conditions are uniform, and calls. Anything else is an error, as is what SPIR-V leaves undefined and would matter: a branch on an
//! undefined condition, a broadcast from a non-uniform id.

use std::collections::HashMap;

use meshwork_spirv::spirv::{BuiltIn, GlslStd450Op, Op};
use meshwork_spirv::{Function, Id, Instruction, Module, Type};

use super::Wave;

/// Blocks of one run, before it is called endless.
const MAX_BLOCKS: u32 = 100_000;

/// A value's components; `None` where it is undefined.
pub type Value = Option<Vec<u64>>;

/// What [`Machine::run`] gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The function's result in each invocation of the subgroup.
    pub values: Vec<Value>,
    /// How often headers of loops were come by.
    pub trips: u32,
}

/// Why a function cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    #[error("Op{op:?} is not known to the machine")]
    Unknown { op: Op },
    #[error("Op{op:?} is malformed")]
    Malformed { op: Op },
    #[error("Op{op:?} has an operand that must be uniform, and is not or is undefined")]
    NotUniform { op: Op },
    #[error("it does not end")]
    Endless,
}

pub struct Machine<'m> {
    module: &'m Module,
    wave: Wave,
    trips: u32,
    blocks: u32,
}

/// What each invocation holds of a value.
type Lanes = Vec<Value>;

impl<'m> Machine<'m> {
    pub fn new(module: &'m Module, wave: Wave) -> Self {
        Self { module, wave, trips: 0, blocks: 0 }
    }

    /// Calls a function; `arguments` hold a value for each invocation.
    pub fn run(mut self, function: Id, arguments: &[Vec<Value>]) -> Result<Run, Fault> {
        let values = self.call(function, arguments.to_vec())?;
        Ok(Run { values, trips: self.trips })
    }

    fn call(&mut self, function: Id, arguments: Vec<Lanes>) -> Result<Lanes, Fault> {
        let function = self.module.function(function).ok_or(Fault::Malformed { op: Op::FunctionCall })?;
        let parameters = function.parameters.iter().filter_map(|parameter| parameter.result);
        let mut known: HashMap<Id, Lanes> = parameters.zip(arguments).collect();
        let (mut block, mut from) = (function.body.first().and_then(|label| label.result), None);
        while let Some(label) = block {
            self.blocks += 1;
            if self.blocks > MAX_BLOCKS {
                return Err(Fault::Endless);
            }
            let code = block_of(function, label);
            let mut next = None;
            // All phis of a block read what was before it.
            let phis = code.iter().take_while(|instruction| instruction.op == Op::Phi);
            let chosen: Vec<_> = phis.map(|phi| self.phi(phi, from, &known)).collect::<Result<_, _>>()?;
            known.extend(chosen);
            for instruction in code.iter().skip_while(|instruction| instruction.op == Op::Phi) {
                match instruction.op {
                    Op::LoopMerge => self.trips += 1,
                    Op::SelectionMerge => {}
                    Op::Branch => next = instruction.id(0),
                    Op::BranchConditional => {
                        let condition = self.uniform(instruction, 0, &known)?;
                        next = instruction.id(if condition != 0 { 1 } else { 2 });
                    }
                    Op::ReturnValue => return self.operand(instruction, 0, &known),
                    _ => {
                        let value = self.execute(instruction, &known)?;
                        known.extend(instruction.result.map(|id| (id, value)));
                    }
                }
            }
            (from, block) = (Some(label), next);
        }
        Err(Fault::Malformed { op: Op::Function })
    }

    fn phi(&self, phi: &Instruction, from: Option<Id>, known: &HashMap<Id, Lanes>) -> Result<(Id, Lanes), Fault> {
        let malformed = Fault::Malformed { op: Op::Phi };
        let place = (0..phi.operands.len() / 2).find(|n| phi.id(2 * n + 1) == from).ok_or(malformed.clone())?;
        Ok((phi.result.ok_or(malformed)?, self.operand(phi, 2 * place, known)?))
    }

    fn operand(&self, of: &Instruction, n: usize, known: &HashMap<Id, Lanes>) -> Result<Lanes, Fault> {
        let id = of.id(n).ok_or(Fault::Malformed { op: of.op })?;
        match known.get(&id) {
            Some(lanes) => Ok(lanes.clone()),
            None => Ok(vec![Some(self.constant(id).ok_or(Fault::Unknown { op: of.op })?); self.wave.size() as usize]),
        }
    }

    fn constant(&self, id: Id) -> Option<Vec<u64>> {
        let constant = self.module.globals.get(id)?;
        match constant.op {
            Op::Constant => Some(vec![u64::from(constant.word(0)?) | u64::from(constant.word(1).unwrap_or(0)) << 32]),
            Op::ConstantTrue => Some(vec![1]),
            Op::ConstantFalse => Some(vec![0]),
            Op::ConstantNull => Some(vec![0; self.components(constant.ty?)?]),
            Op::ConstantComposite => {
                let parts: Option<Vec<_>> = constant.ids().map(|part| self.constant(part)).collect();
                Some(parts?.concat())
            }
            _ => None,
        }
    }

    fn components(&self, ty: Id) -> Option<usize> {
        match self.module.ty(ty).ok()? {
            Type::Vector { count, .. } => Some(count as usize),
            Type::Bool | Type::Int { .. } | Type::Float { .. } => Some(1),
            _ => None,
        }
    }

    /// The value that all active invocations have.
    fn uniform(&self, of: &Instruction, n: usize, known: &HashMap<Id, Lanes>) -> Result<u64, Fault> {
        let lanes = self.operand(of, n, known)?;
        let mut values = self.wave.active().map(|invocation| lanes[invocation as usize].as_ref());
        let first = values.next().flatten();
        let same = values.all(|value| value == first);
        let value = first.and_then(|components| components.first()).filter(|_| same);
        value.copied().ok_or(Fault::NotUniform { op: of.op })
    }

    fn execute(&mut self, instruction: &Instruction, known: &HashMap<Id, Lanes>) -> Result<Lanes, Fault> {
        let op = instruction.op;
        let wave = self.wave;
        let everyone = |value: Value| vec![value; wave.size() as usize];
        match op {
            Op::FunctionCall => {
                let callee = instruction.id(0).ok_or(Fault::Malformed { op })?;
                let arguments = (1..instruction.operands.len()).map(|n| self.operand(instruction, n, known));
                let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
                self.call(callee, arguments)
            }
            Op::Load => self.input(instruction),
            Op::GroupNonUniformBallot => {
                let votes = self.operand(instruction, 1, known)?;
                let ballot =
                    wave.ballot(|invocation| matches!(&votes[invocation as usize], Some(vote) if vote[0] != 0));
                Ok(everyone(Some((0..4).map(|word| (ballot >> (32 * word)) as u64 & 0xffff_ffff).collect())))
            }
            Op::GroupNonUniformBroadcastFirst => {
                let values = self.operand(instruction, 1, known)?;
                Ok(everyone(wave.first_active().and_then(|first| values[first as usize].clone())))
            }
            Op::GroupNonUniformBroadcast => {
                let values = self.operand(instruction, 1, known)?;
                // An undefined id is one where the result is not used, behind the last trip of a loop.
                let value = match self.operand(instruction, 2, known)?.iter().flatten().next() {
                    None => None,
                    Some(_) => wave.broadcast(&values, self.uniform(instruction, 2, known)? as u32),
                };
                Ok(everyone(value))
            }
            Op::GroupNonUniformRotateKHR => {
                let values = self.operand(instruction, 1, known)?;
                let by = self.uniform(instruction, 2, known)? as u32;
                Ok((0..wave.size()).map(|invocation| wave.rotate(&values, invocation, by)).collect())
            }
            Op::GroupNonUniformShuffle => {
                let values = self.operand(instruction, 1, known)?;
                let ids = self.operand(instruction, 2, known)?;
                let get = |id: &Value| wave.broadcast(&values, id.as_ref()?[0] as u32);
                Ok(ids.iter().map(get).collect())
            }
            _ => self.compute(instruction, known),
        }
    }

    fn input(&self, load: &Instruction) -> Result<Lanes, Fault> {
        let builtin = load.id(0).and_then(|variable| self.module.builtin(variable, None));
        let value = |invocation: u32| match builtin {
            Some(BuiltIn::SubgroupLocalInvocationId) => Ok(Some(vec![invocation.into()])),
            Some(BuiltIn::SubgroupSize) => Ok(Some(vec![self.wave.size().into()])),
            _ => Err(Fault::Unknown { op: Op::Load }),
        };
        (0..self.wave.size()).map(value).collect()
    }

    /// What every invocation does for itself.
    fn compute(&self, instruction: &Instruction, known: &HashMap<Id, Lanes>) -> Result<Lanes, Fault> {
        let op = instruction.op;
        // The first of an extended instruction is its set.
        let first = usize::from(op == Op::ExtInst);
        let operands = (first..instruction.operands.len()).filter(|&n| instruction.id(n).is_some());
        let operands = operands.map(|n| self.operand(instruction, n, known)).collect::<Result<Vec<_>, _>>()?;
        let width = instruction.ty.and_then(|ty| self.scalar_width(ty)).ok_or(Fault::Malformed { op })?;
        let get = |invocation: usize| {
            let lanes: Vec<&Value> = operands.iter().map(|operand| &operand[invocation]).collect();
            if let (Op::Select, [Some(condition), yes, no]) = (op, lanes.as_slice()) {
                return Ok(if condition[0] != 0 { (*yes).clone() } else { (*no).clone() });
            }
            let Some(defined) = lanes.into_iter().map(Option::as_deref).collect::<Option<Vec<_>>>() else {
                return Ok(None);
            };
            let parts = calculate(instruction, &defined).ok_or(Fault::Unknown { op })?;
            Ok(Some(parts.into_iter().map(|part| if width < 64 { part & ((1 << width) - 1) } else { part }).collect()))
        };
        (0..self.wave.size() as usize).map(get).collect()
    }

    fn scalar_width(&self, ty: Id) -> Option<u32> {
        match self.module.ty(ty).ok()? {
            Type::Bool => Some(1),
            Type::Int { width, .. } | Type::Float { width } => Some(width),
            Type::Vector { component, .. } => self.scalar_width(component),
            _ => None,
        }
    }
}

fn block_of(function: &Function, label: Id) -> &[Instruction] {
    let is_label = |instruction: &Instruction| instruction.op == Op::Label;
    let start = function.body.iter().position(|first| is_label(first) && first.result == Some(label));
    let rest = start.map_or(&[][..], |start| &function.body[start + 1..]);
    &rest[..rest.iter().position(is_label).unwrap_or(rest.len())]
}

/// Components of a result, before they are cut to its width.
fn calculate(instruction: &Instruction, operands: &[&[u64]]) -> Option<Vec<u64>> {
    let both = |f: fn(u64, u64) -> u64| match operands {
        [a, b] if a.len() == b.len() => Some(a.iter().zip(*b).map(|(&a, &b)| f(a, b)).collect()),
        _ => None,
    };
    let each = |f: fn(u64) -> u64| Some(operands.first()?.iter().map(|&a| f(a)).collect());
    match instruction.op {
        Op::IAdd => both(u64::wrapping_add),
        Op::ISub => both(u64::wrapping_sub),
        Op::IMul => both(u64::wrapping_mul),
        Op::BitwiseAnd | Op::LogicalAnd => both(|a, b| a & b),
        Op::BitwiseOr | Op::LogicalOr => both(|a, b| a | b),
        Op::BitwiseXor => both(|a, b| a ^ b),
        Op::IEqual => both(|a, b| (a == b).into()),
        Op::INotEqual => both(|a, b| (a != b).into()),
        Op::LogicalNotEqual => both(|a, b| a ^ b),
        Op::ULessThan => both(|a, b| (a < b).into()),
        Op::UGreaterThanEqual => both(|a, b| (a >= b).into()),
        Op::ShiftLeftLogical => both(|a, b| a.checked_shl(b as u32).unwrap_or(0)),
        Op::ShiftRightLogical => both(|a, b| a.checked_shr(b as u32).unwrap_or(0)),
        Op::Not => each(|a| !a),
        Op::LogicalNot => each(|a| a ^ 1),
        Op::BitCount => each(|a| a.count_ones().into()),
        Op::UConvert | Op::Bitcast => each(|a| a),
        Op::Any => Some(vec![operands.first()?.iter().any(|&a| a != 0).into()]),
        Op::All => Some(vec![operands.first()?.iter().all(|&a| a != 0).into()]),
        Op::CopyObject => each(|a| a),
        Op::ExtInst => match GlslStd450Op::from_u32(instruction.word(1)?)? {
            // None is all ones.
            GlslStd450Op::FindILsb => each(|a| if a == 0 { u64::MAX } else { a.trailing_zeros().into() }),
            GlslStd450Op::FindUMsb => each(|a| a.checked_ilog2().map_or(u64::MAX, u64::from)),
            _ => None,
        },
        Op::VectorExtractDynamic => Some(vec![*operands.first()?.get(*operands.get(1)?.first()? as usize)?]),
        Op::CompositeConstruct => Some(operands.concat()),
        Op::CompositeExtract => Some(vec![*operands.first()?.get(instruction.word(1)? as usize)?]),
        // Of the ballot's four words; the scope comes first.
        Op::GroupNonUniformBallotFindLSB => {
            let bits = operands
                .get(1)?
                .iter()
                .enumerate()
                .fold(0_u128, |bits, (n, &word)| bits | u128::from(word) << (32 * n));
            Some(vec![bits.trailing_zeros().into()])
        }
        _ => None,
    }
}
