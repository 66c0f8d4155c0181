//! Registers and constants.

use std::fmt::{self, Display, Formatter};

use crate::instruction::Source;
use crate::operand::{InlineFloat, Operand, Place, Type};

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let pair = self.dwords > 1;
        let name = match self.place {
            Place::Sgpr(sgpr) => return registers(f, "s", sgpr.0, self.dwords),
            Place::Vgpr(vgpr) => return registers(f, "v", vgpr.0, self.dwords),
            Place::Ttmp(number) => return registers(f, "ttmp", number, self.dwords),
            Place::Integer(value) => return write!(f, "{value}"),
            Place::Float(value) if self.ty.is_16_bit() && self.ty != Type::F16 => {
                return write!(f, "{:#x}", value.f16_bits());
            }
            Place::Float(value) => return f.write_str(float(value, self.ty)),
            Place::Literal(value) => return literal(f, value, self.ty),
            Place::VccLo if pair => "vcc",
            Place::VccLo => "vcc_lo",
            Place::VccHi => "vcc_hi",
            Place::M0 => "m0",
            Place::Null => "null",
            Place::ExecLo if pair => "exec",
            Place::ExecLo => "exec_lo",
            Place::ExecHi => "exec_hi",
            Place::SharedBase => "src_shared_base",
            Place::SharedLimit => "src_shared_limit",
            Place::PrivateBase => "src_private_base",
            Place::PrivateLimit => "src_private_limit",
            Place::PopsExitingWaveId => "src_pops_exiting_wave_id",
            Place::VccZ => "src_vccz",
            Place::ExecZ => "src_execz",
            Place::Scc => "src_scc",
            Place::LdsDirect => "src_lds_direct",
        };
        f.write_str(name)
    }
}

fn registers(f: &mut Formatter<'_>, file: &str, first: u8, dwords: u8) -> fmt::Result {
    match dwords {
        1 => write!(f, "{file}{first}"),
        _ => write!(f, "{file}[{first}:{}]", u32::from(first) + u32::from(dwords) - 1),
    }
}

fn float(value: InlineFloat, ty: Type) -> &'static str {
    match value {
        InlineFloat::Half => "0.5",
        InlineFloat::MinusHalf => "-0.5",
        InlineFloat::One => "1.0",
        InlineFloat::MinusOne => "-1.0",
        InlineFloat::Two => "2.0",
        InlineFloat::MinusTwo => "-2.0",
        InlineFloat::Four => "4.0",
        InlineFloat::MinusFour => "-4.0",
        InlineFloat::InverseTau if matches!(ty, Type::F64 | Type::B64 | Type::I64 | Type::U64) => "0.15915494309189532",
        InlineFloat::InverseTau => "0.15915494",
    }
}

/// A literal that an inline constant could say is written like one.
fn literal(f: &mut Formatter<'_>, value: u32, ty: Type) -> fmt::Result {
    let same_float = InlineFloat::ALL.into_iter().find(|constant| match ty {
        Type::F64 => constant.f64_bits() == u64::from(value) << 32,
        Type::F16 => u32::from(constant.f16_bits()) == value & 0xffff,
        Type::V2F16 => u32::from(constant.f16_bits()) == value,
        Type::B64 | Type::I64 | Type::U64 => false,
        _ if ty.is_16_bit() || ty.is_packed() => false,
        _ => constant.f32_bits() == value,
    });
    let (shown, integer) = match ty {
        Type::F64 if value == 0 => (value, 0),
        Type::F64 => (value, i64::MAX),
        Type::B64 | Type::I64 | Type::U64 => (value, value.into()),
        Type::F16 => (value & 0xffff, i64::from(value as i16)),
        _ if ty.is_16_bit() => (value & 0xffff, i64::from(value as i32)),
        _ => (value, i64::from(value as i32)),
    };
    match same_float {
        _ if (-16..=64).contains(&integer) => write!(f, "{integer}"),
        Some(constant) => f.write_str(float(constant, ty)),
        None => write!(f, "{shown:#x}"),
    }
}

/// With its modifiers. A negated constant is put in words: `-1` is not `neg(1)`.
impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let operand = &self.operand;
        let constant = matches!(operand.place, Place::Integer(_) | Place::Float(_) | Place::Literal(_));
        // The assembler has no sign for what is no float.
        let sext = self.sext || self.neg && !operand.ty.has_sign_bit();
        match (sext, self.neg, self.abs) {
            (true, ..) => write!(f, "sext({operand})"),
            (_, false, false) => write!(f, "{operand}"),
            (_, false, true) => write!(f, "|{operand}|"),
            (_, true, true) => write!(f, "-|{operand}|"),
            (_, true, false) if constant => write!(f, "neg({operand})"),
            (_, true, false) => write!(f, "-{operand}"),
        }
    }
}
