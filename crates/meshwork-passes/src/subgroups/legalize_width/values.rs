//! What is done with values of any type: compared, combined, taken apart into words.

use meshwork_spirv::spirv::{GlslStd450Op, Op};
use meshwork_spirv::{Code, Id, Instruction, Module, Operand, Type};

use crate::error::{ErrorKind, Result};
use crate::inputs::as_type;

/// A scalar or vector of numbers or booleans.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub ty: Id,
    pub component: Id,
    pub scalar: Scalar,
    /// Components.
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    Int { width: u32 },
    Float { width: u32 },
}

impl Shape {
    pub fn of(module: &Module, ty: Id) -> Result<Self> {
        let (component, count) = match module.ty(ty)? {
            Type::Vector { component, count } => (component, count),
            _ => (ty, 1),
        };
        let scalar = match module.ty(component)? {
            Type::Bool => Scalar::Bool,
            Type::Int { width, .. } => Scalar::Int { width },
            Type::Float { width } => Scalar::Float { width },
            _ => return Err(ErrorKind::malformed("a subgroup operation on what is no scalar or vector", ty)),
        };
        Ok(Self { ty, component, scalar, count })
    }

    /// Words that hold one component.
    pub fn component_words(&self) -> u32 {
        match self.scalar {
            Scalar::Int { width: 64 } | Scalar::Float { width: 64 } => 2,
            _ => 1,
        }
    }

    pub fn words(&self) -> u32 {
        self.component_words() * self.count
    }

    pub fn split(&self, code: &mut Code<'_>, value: Id) -> Vec<Id> {
        match self.count {
            1 => vec![value],
            count => (0..count).map(|n| code.extract(self.component, value, n)).collect(),
        }
    }

    pub fn join(&self, code: &mut Code<'_>, components: &[Id]) -> Id {
        match components {
            [scalar] => *scalar,
            _ => code.construct(self.ty, components),
        }
    }

    /// Takes a value apart. Narrow numbers become words by their bits: no conversion, which might flush or need further capabilities.
    pub fn pack(&self, code: &mut Code<'_>, value: Id) -> Vec<Id> {
        let u32 = code.module.u32_type();
        let mut words = Vec::new();
        for component in self.split(code, value) {
            match self.scalar {
                Scalar::Bool => {
                    let (zero, one) = (code.module.u32(0), code.module.u32(1));
                    words.push(code.value(Op::Select, u32, [component.into(), one.into(), zero.into()]));
                }
                Scalar::Int { width: 32 } | Scalar::Float { width: 32 } => {
                    words.push(as_type(code, component, self.component, u32))
                }
                Scalar::Int { width: 64 } | Scalar::Float { width: 64 } => {
                    let uvec2 = code.module.uvec_type(2);
                    let pair = code.value(Op::Bitcast, uvec2, [component.into()]);
                    words.extend([code.extract(u32, pair, 0), code.extract(u32, pair, 1)]);
                }
                Scalar::Int { width } | Scalar::Float { width } => {
                    let (vector, zero) =
                        (code.module.vector_type(self.component, 32 / width), code.module.null(self.component));
                    let mut parts = vec![zero; (32 / width) as usize];
                    parts[0] = component;
                    let vector = code.construct(vector, &parts);
                    words.push(code.value(Op::Bitcast, u32, [vector.into()]));
                }
            }
        }
        words
    }

    /// Puts a value together again.
    pub fn unpack(&self, code: &mut Code<'_>, words: &[Id]) -> Id {
        let u32 = code.module.u32_type();
        let components: Vec<_> = words
            .chunks(self.component_words() as usize)
            .map(|words| match self.scalar {
                Scalar::Bool => {
                    let zero = code.module.u32(0);
                    code.compare(Op::INotEqual, words[0], zero)
                }
                Scalar::Int { width: 32 } | Scalar::Float { width: 32 } => as_type(code, words[0], u32, self.component),
                Scalar::Int { width: 64 } | Scalar::Float { width: 64 } => {
                    let uvec2 = code.module.uvec_type(2);
                    let pair = code.construct(uvec2, words);
                    code.value(Op::Bitcast, self.component, [pair.into()])
                }
                Scalar::Int { width } | Scalar::Float { width } => {
                    let vector = code.module.vector_type(self.component, 32 / width);
                    let vector = code.value(Op::Bitcast, vector, [words[0].into()]);
                    code.extract(self.component, vector, 0)
                }
            })
            .collect();
        self.join(code, &components)
    }

    /// Whether two values are equal in all components.
    pub fn equal(&self, code: &mut Code<'_>, a: Id, b: Id) -> Id {
        let op = match self.scalar {
            Scalar::Bool => Op::LogicalEqual,
            Scalar::Int { .. } => Op::IEqual,
            Scalar::Float { .. } => Op::FOrdEqual,
        };
        let bool = code.module.bool_type();
        if self.count == 1 {
            return code.value(op, bool, [a.into(), b.into()]);
        }
        let vector = code.module.vector_type(bool, self.count);
        let equal = code.value(op, vector, [a.into(), b.into()]);
        code.value(Op::All, bool, [equal.into()])
    }

    /// `condition ? yes : no`; before SPIR-V 1.4 the condition must have as many components.
    pub fn select(&self, code: &mut Code<'_>, condition: Id, yes: Id, no: Id) -> Id {
        let condition = match self.count {
            1 => condition,
            count => {
                let bool = code.module.bool_type();
                let vector = code.module.vector_type(bool, count);
                code.construct(vector, &vec![condition; count as usize])
            }
        };
        code.value(Op::Select, self.ty, [condition.into(), yes.into(), no.into()])
    }

    /// Whether an arithmetic operation is one on such values.
    pub fn takes(&self, op: Op) -> bool {
        let wanted = match op {
            Op::GroupNonUniformLogicalAnd | Op::GroupNonUniformLogicalOr | Op::GroupNonUniformLogicalXor => {
                Scalar::Bool
            }
            Op::GroupNonUniformFAdd | Op::GroupNonUniformFMul | Op::GroupNonUniformFMin | Op::GroupNonUniformFMax => {
                Scalar::Float { width: 0 }
            }
            _ => Scalar::Int { width: 0 },
        };
        std::mem::discriminant(&self.scalar) == std::mem::discriminant(&wanted)
    }

    /// Combines two values as an arithmetic subgroup operation does.
    pub fn combine(&self, code: &mut Code<'_>, op: Op, a: Id, b: Id) -> Result<Id> {
        Ok(match combination(op, self.ty)? {
            Combination::Core(op) => code.value(op, self.ty, [a.into(), b.into()]),
            Combination::Extended(op) => extended(code, op, self.ty, &[a, b]),
        })
    }

    /// What changes nothing when it is combined with a value.
    pub fn identity(&self, module: &mut Module, op: Op) -> Result<Id> {
        let scalar = match self.scalar {
            Scalar::Bool => {
                let truth = if op == Op::GroupNonUniformLogicalAnd { Op::ConstantTrue } else { Op::ConstantFalse };
                module.get_or_make(truth, Some(self.component), [])
            }
            Scalar::Int { width } => number(module, self.component, width, int_identity(op, width)),
            Scalar::Float { width } => number(module, self.component, width, float_identity(op, width)),
        };
        Ok(match self.count {
            1 => scalar,
            count => module.composite_constant(self.ty, &vec![scalar; count as usize]),
        })
    }
}

enum Combination {
    Core(Op),
    Extended(GlslStd450Op),
}

fn combination(op: Op, ty: Id) -> Result<Combination> {
    use Combination::{Core, Extended};
    Ok(match op {
        Op::GroupNonUniformIAdd => Core(Op::IAdd),
        Op::GroupNonUniformFAdd => Core(Op::FAdd),
        Op::GroupNonUniformIMul => Core(Op::IMul),
        Op::GroupNonUniformFMul => Core(Op::FMul),
        Op::GroupNonUniformSMin => Extended(GlslStd450Op::SMin),
        Op::GroupNonUniformUMin => Extended(GlslStd450Op::UMin),
        Op::GroupNonUniformSMax => Extended(GlslStd450Op::SMax),
        Op::GroupNonUniformUMax => Extended(GlslStd450Op::UMax),
        // Of a number and no number the number is taken.
        Op::GroupNonUniformFMin => Extended(GlslStd450Op::NMin),
        Op::GroupNonUniformFMax => Extended(GlslStd450Op::NMax),
        Op::GroupNonUniformBitwiseAnd => Core(Op::BitwiseAnd),
        Op::GroupNonUniformBitwiseOr => Core(Op::BitwiseOr),
        Op::GroupNonUniformBitwiseXor => Core(Op::BitwiseXor),
        Op::GroupNonUniformLogicalAnd => Core(Op::LogicalAnd),
        Op::GroupNonUniformLogicalOr => Core(Op::LogicalOr),
        Op::GroupNonUniformLogicalXor => Core(Op::LogicalNotEqual),
        _ => return Err(ErrorKind::malformed("no arithmetic subgroup operation", ty)),
    })
}

fn int_identity(op: Op, width: u32) -> u64 {
    match op {
        Op::GroupNonUniformIMul => 1,
        Op::GroupNonUniformUMin | Op::GroupNonUniformBitwiseAnd => u64::MAX,
        Op::GroupNonUniformSMin => u64::MAX >> (65 - width),
        Op::GroupNonUniformSMax => u64::MAX << (width - 1),
        _ => 0,
    }
}

/// Bits of the IEEE number of that width.
fn float_identity(op: Op, width: u32) -> u64 {
    let (one, infinity) = match width {
        16 => (0x3c00, 0x7c00),
        32 => (1.0_f32.to_bits().into(), f32::INFINITY.to_bits().into()),
        _ => (1.0_f64.to_bits(), f64::INFINITY.to_bits()),
    };
    match op {
        Op::GroupNonUniformFMul => one,
        Op::GroupNonUniformFMin => infinity,
        Op::GroupNonUniformFMax => infinity | 1 << (width - 1),
        _ => 0,
    }
}

/// A constant of the given bits. Narrow ones are extended to a word, by the sign if they have one (SPIR-V section 2.2.1).
fn number(module: &mut Module, ty: Id, width: u32, bits: u64) -> Id {
    let signed = matches!(module.ty(ty), Ok(Type::Int { signed: true, .. }));
    let unused = 64 - width;
    let bits = if signed { ((bits << unused) as i64 >> unused) as u64 } else { bits << unused >> unused };
    let words = [bits as u32, (bits >> 32) as u32].map(Operand::Word);
    let words = &words[..if width == 64 { 2 } else { 1 }];
    module.get_or_make(Op::Constant, Some(ty), words)
}

/// An instruction of the set `GLSL.std.450`.
pub fn extended(code: &mut Code<'_>, op: GlslStd450Op, ty: Id, arguments: &[Id]) -> Id {
    const SET: &str = "GLSL.std.450";
    let found = code.module.imports.iter().find(|import| import.string(0).as_deref() == Some(SET));
    let set = found.and_then(|import| import.result).unwrap_or_else(|| {
        let id = code.module.fresh_id();
        let words: Vec<_> = SET
            .as_bytes()
            .chunks(4)
            .map(|bytes| Operand::Word(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))))
            .chain([Operand::Word(0)])
            .collect();
        code.module.imports.push(Instruction::new(Op::ExtInstImport, None, Some(id), words));
        id
    });
    let mut operands = vec![Operand::Id(set), Operand::Word(op as u32)];
    operands.extend(arguments.iter().map(|&id| Operand::Id(id)));
    code.value(Op::ExtInst, ty, operands)
}
