//! Constants, seen, made and folded.

use rspirv::spirv::Op;

use crate::{Id, Instruction, Module, Operand, Type};

impl Module {
    /// The value of a 32-bit (or narrower) integer constant.
    pub fn constant_u32(&self, id: Id) -> Option<u32> {
        let definition = self.globals.get(id)?;
        let integer = || self.globals.get(definition.ty?).filter(|ty| ty.op == Op::TypeInt);
        match definition.op {
            Op::Constant if definition.operands.len() == 1 => integer().and(definition.word(0)),
            Op::ConstantNull => integer().map(|_| 0),
            _ => None,
        }
    }

    pub fn u32(&mut self, value: u32) -> Id {
        let ty = self.u32_type();
        self.get_or_make(Op::Constant, Some(ty), [value.into()])
    }

    pub fn f32(&mut self, value: f32) -> Id {
        let ty = self.f32_type();
        self.get_or_make(Op::Constant, Some(ty), [value.to_bits().into()])
    }

    /// Zero of any type.
    pub fn null(&mut self, ty: Id) -> Id {
        self.get_or_make(Op::ConstantNull, Some(ty), [])
    }

    pub fn composite_constant(&mut self, ty: Id, parts: &[Id]) -> Id {
        let operands: Vec<_> = parts.iter().map(|&part| Operand::Id(part)).collect();
        self.get_or_make(Op::ConstantComposite, Some(ty), operands)
    }

    /// The instruction that an `OpSpecConstantOp` over known scalars becomes, or `None` when it is not integer or boolean
    /// arithmetic on scalars (it then stays what it is, which is valid without specialization too).
    pub fn fold(&self, instruction: &Instruction) -> Option<Instruction> {
        let op = Op::from_u32(instruction.word(0)?)?;
        if op == Op::CompositeExtract {
            return self.fold_extract(instruction);
        }
        let operand = |n| instruction.id(n).and_then(|id| self.scalar(id));
        let value = match (op, operand(1), operand(2), operand(3)) {
            (Op::Select, Some(condition), Some(yes), Some(no)) => if condition.bits != 0 { yes } else { no }.bits,
            (_, Some(a), Some(b), _) => fold_binary(op, a, b)?,
            (_, Some(a), None, _) => fold_unary(op, a)?,
            _ => return None,
        };
        self.scalar_constant(instruction.ty?, instruction.result?, value)
    }

    fn fold_extract(&self, instruction: &Instruction) -> Option<Instruction> {
        let mut id = instruction.id(1)?;
        for n in 2..instruction.operands.len() {
            let composite = self.globals.get(id)?;
            if composite.op != Op::ConstantComposite {
                return None;
            }
            id = composite.id(instruction.word(n)? as usize)?;
        }
        let mut constant = self.globals.get(id)?.clone();
        constant.result = instruction.result;
        Some(constant)
    }

    fn scalar_constant(&self, ty: Id, result: Id, value: u64) -> Option<Instruction> {
        Some(match self.ty(ty).ok()? {
            Type::Bool => {
                let op = if value != 0 { Op::ConstantTrue } else { Op::ConstantFalse };
                Instruction::new(op, Some(ty), Some(result), [])
            }
            Type::Int { width, signed } => {
                let value = if signed { sign_extend(value, width) as u64 } else { zero_extend(value, width) };
                let mut operands = vec![Operand::Word(value as u32)];
                if width == 64 {
                    operands.push(Operand::Word((value >> 32) as u32));
                }
                Instruction::new(Op::Constant, Some(ty), Some(result), operands)
            }
            _ => return None,
        })
    }

    fn scalar(&self, id: Id) -> Option<Scalar> {
        let definition = self.globals.get(id)?;
        let width = match self.ty(definition.ty?).ok()? {
            Type::Bool => 1,
            Type::Int { width, .. } => width,
            _ => return None,
        };
        let bits = match definition.op {
            Op::ConstantTrue => 1,
            Op::ConstantFalse | Op::ConstantNull => 0,
            Op::Constant => u64::from(definition.word(0)?) | u64::from(definition.word(1).unwrap_or(0)) << 32,
            _ => return None,
        };
        Some(Scalar { bits: zero_extend(bits, width), width })
    }
}

/// An integer or boolean, its bits above `width` zero.
#[derive(Clone, Copy)]
struct Scalar {
    bits: u64,
    width: u32,
}

impl Scalar {
    fn signed(self) -> i64 {
        sign_extend(self.bits, self.width)
    }
}

fn zero_extend(bits: u64, width: u32) -> u64 {
    if width < 64 { bits & ((1 << width) - 1) } else { bits }
}

fn sign_extend(bits: u64, width: u32) -> i64 {
    if width == 0 || width >= 64 { bits as i64 } else { (bits << (64 - width)) as i64 >> (64 - width) }
}

fn fold_unary(op: Op, a: Scalar) -> Option<u64> {
    Some(match op {
        Op::SNegate => a.bits.wrapping_neg(),
        Op::Not => !a.bits,
        Op::LogicalNot => u64::from(a.bits == 0),
        Op::UConvert => a.bits,
        Op::SConvert => a.signed() as u64,
        _ => return None,
    })
}

fn fold_binary(op: Op, a: Scalar, b: Scalar) -> Option<u64> {
    let shift = |value: fn(u64, u32) -> u64| if b.bits < u64::from(a.width) { value(a.bits, b.bits as u32) } else { 0 };
    Some(match op {
        Op::IAdd => a.bits.wrapping_add(b.bits),
        Op::ISub => a.bits.wrapping_sub(b.bits),
        Op::IMul => a.bits.wrapping_mul(b.bits),
        Op::UDiv => a.bits.checked_div(b.bits)?,
        Op::UMod => a.bits.checked_rem(b.bits)?,
        Op::SDiv => a.signed().checked_div(b.signed())? as u64,
        Op::SRem => a.signed().checked_rem(b.signed())? as u64,
        // The sign is the divisor's.
        Op::SMod => {
            let remainder = a.signed().checked_rem(b.signed())?;
            (if remainder != 0 && (remainder < 0) != (b.signed() < 0) { remainder + b.signed() } else { remainder })
                as u64
        }
        Op::ShiftLeftLogical => shift(|a, b| a << b),
        Op::ShiftRightLogical => shift(|a, b| a >> b),
        Op::ShiftRightArithmetic => (a.signed() >> b.bits.min(63)) as u64,
        Op::BitwiseOr | Op::LogicalOr => a.bits | b.bits,
        Op::BitwiseAnd | Op::LogicalAnd => a.bits & b.bits,
        Op::BitwiseXor => a.bits ^ b.bits,
        Op::LogicalNotEqual | Op::INotEqual => u64::from(a.bits != b.bits),
        Op::LogicalEqual | Op::IEqual => u64::from(a.bits == b.bits),
        Op::ULessThan => u64::from(a.bits < b.bits),
        Op::ULessThanEqual => u64::from(a.bits <= b.bits),
        Op::UGreaterThan => u64::from(a.bits > b.bits),
        Op::UGreaterThanEqual => u64::from(a.bits >= b.bits),
        Op::SLessThan => u64::from(a.signed() < b.signed()),
        Op::SLessThanEqual => u64::from(a.signed() <= b.signed()),
        Op::SGreaterThan => u64::from(a.signed() > b.signed()),
        Op::SGreaterThanEqual => u64::from(a.signed() >= b.signed()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(value: i64) -> Scalar {
        Scalar { bits: zero_extend(value as u64, 32), width: 32 }
    }

    #[test]
    fn signed_arithmetic_follows_the_specification() {
        let fold = |op, a, b| fold_binary(op, scalar(a), scalar(b)).map(|bits| sign_extend(bits, 32));
        assert_eq!(fold(Op::SDiv, -7, 2), Some(-3));
        assert_eq!(fold(Op::SRem, -7, 2), Some(-1));
        assert_eq!(fold(Op::SMod, -7, 2), Some(1));
        assert_eq!(fold(Op::SMod, 7, -2), Some(-1));
        assert_eq!(fold(Op::SDiv, 1, 0), None);
        assert_eq!(fold(Op::ShiftRightArithmetic, -8, 1), Some(-4));
        assert_eq!(fold(Op::ShiftLeftLogical, 1, 40), Some(0));
        assert_eq!(fold(Op::SLessThan, -1, 0), Some(1));
        assert_eq!(fold(Op::ULessThan, -1, 0), Some(0));
    }
}
