//! Freezes specialization constants at their values, so that array lengths and workgroup sizes are plain numbers for every
//! pass that follows.

use meshwork_spirv::spirv::{Decoration, Op};
use meshwork_spirv::{Instruction, Module, Operand};

use crate::SpecializationConstant;
use crate::error::{ErrorKind, Result};

/// `OpSpecConstant…` becomes `OpConstant…`. An `OpSpecConstantOp` is folded where it is integer arithmetic on scalars;
/// others stay, which is valid SPIR-V without specialization too. Values that leave an array no elements are an error: only
/// then is it known.
pub fn specialize(module: &mut Module, values: &[SpecializationConstant<'_>]) -> Result<()> {
    for mut global in std::mem::take(&mut module.globals) {
        freeze(module, &mut global, values);
        module.globals.push(global);
    }
    let decorated: Vec<_> = module.decorations.keys().copied().collect();
    for id in decorated {
        module.undecorate(id, Decoration::SpecId);
    }
    let is_empty = |array: &&Instruction| {
        array.op == Op::TypeArray && array.id(1).and_then(|length| module.constant_u32(length)) == Some(0)
    };
    match module.globals.iter().find(is_empty).and_then(|array| array.result) {
        Some(array) => Err(ErrorKind::malformed("an array that specialization leaves no elements", array)),
        None => Ok(()),
    }
}

fn freeze(module: &Module, global: &mut Instruction, values: &[SpecializationConstant<'_>]) {
    let value = || {
        let id = module.decoration(global.result?, None, Decoration::SpecId)?;
        values.iter().find(|value| value.id == id).map(|value| value.bytes)
    };
    match global.op {
        Op::SpecConstantTrue | Op::SpecConstantFalse => {
            let value = value().map_or(global.op == Op::SpecConstantTrue, |bytes| bytes.iter().any(|&byte| byte != 0));
            global.op = if value { Op::ConstantTrue } else { Op::ConstantFalse };
        }
        Op::SpecConstant => {
            let width = global.ty.and_then(|ty| module.globals.get(ty)?.word(0)).unwrap_or(32);
            let signed = global.ty.and_then(|ty| module.globals.get(ty)?.word(1)) == Some(1);
            if let Some(bytes) = value() {
                set_bits(global, bytes, width, signed);
            }
            global.op = Op::Constant;
        }
        Op::SpecConstantComposite => global.op = Op::ConstantComposite,
        Op::SpecConstantOp => {
            if let Some(folded) = module.fold(global) {
                *global = folded;
            }
        }
        _ => {}
    }
}

/// Bytes that are missing are zero; narrow integers are extended to a word as SPIR-V asks.
fn set_bits(constant: &mut Instruction, bytes: &[u8], width: u32, signed: bool) {
    let mut wide = [0; 8];
    let length = bytes.len().min(width as usize / 8).min(8);
    wide[..length].copy_from_slice(&bytes[..length]);
    let mut bits = u64::from_le_bytes(wide);
    if signed && width < 32 {
        let shift = 64 - width;
        bits = ((bits << shift) as i64 >> shift) as u64;
    }
    for (n, operand) in constant.operands.iter_mut().enumerate() {
        *operand = Operand::Word((bits >> (32 * n)) as u32);
    }
}
