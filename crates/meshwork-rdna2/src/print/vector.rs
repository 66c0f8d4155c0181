//! VOP1, VOP2, VOPC, VOP3, VOP3P and VINTRP.

use std::fmt;

use super::{Line, names};
use crate::instruction::{Instruction, Interpolation, InterpolationSource, Lanes, OutputModifier, Source, Vector};
use crate::opcode::{Encoding, Opcode, Slot, flag};
use crate::operand::{Operand, Place, Type};

pub fn print(line: &mut Line, instruction: &Instruction, vector: &Vector) -> fmt::Result {
    let row = instruction.opcode.row();
    if !row.results.contains(&Slot::Exec) {
        for dst in [vector.dst, vector.sdst].into_iter().flatten() {
            line.operand(dst)?;
        }
    }
    let packed_modifiers = instruction.encoding == Encoding::VOP3P && !row.has(flag::mix);
    for (source, slot) in vector.src.into_iter().flatten().zip(row.sources) {
        match (slot, source.operand.place) {
            (Slot::Literal(_), Place::Literal(value)) => line.operand(format_args!("{value:#x}"))?,
            // Its literals are written as halves, whatever OP_SEL_HI says.
            (_, Place::Literal(_)) if row.has(flag::mix) => {
                line.operand(Source { operand: Operand { ty: Type::F16, ..source.operand }, ..source })?;
            }
            // They stand behind the operands.
            _ if packed_modifiers => line.operand(source.operand)?,
            _ => line.operand(source)?,
        }
    }
    match instruction.encoding {
        Encoding::VOP3P => packed(line, vector, row.has(flag::mix))?,
        Encoding::VOP3 if row.has(flag::op_sel) => op_sel(line, instruction.opcode, vector)?,
        _ => {}
    }
    output(line, vector.clamp, vector.omod)?;
    lanes(line, instruction, vector)
}

fn output(line: &mut Line, clamp: bool, omod: OutputModifier) -> fmt::Result {
    line.flag(clamp, "clamp")?;
    match omod {
        OutputModifier::None => Ok(()),
        OutputModifier::Times2 => line.flag(true, "mul:2"),
        OutputModifier::Times4 => line.flag(true, "mul:4"),
        OutputModifier::Half => line.flag(true, "div:2"),
    }
}

/// A bit for each source, written where one differs from the `usual`.
fn each(line: &mut Line, vector: &Vector, name: &str, usual: bool, value: impl Fn(&Source) -> bool) -> fmt::Result {
    let values = vector.src.iter().flatten().map(value).collect::<Vec<_>>();
    bits(line, name, usual, &values)
}

fn bits(line: &mut Line, name: &str, usual: bool, values: &[bool]) -> fmt::Result {
    if values.iter().all(|value| *value == usual) {
        return Ok(());
    }
    let values = values.iter().map(|value| if *value { "1" } else { "0" }).collect::<Vec<_>>();
    line.flag(true, format_args!("{name}:[{}]", values.join(",")))
}

fn packed(line: &mut Line, vector: &Vector, mix: bool) -> fmt::Result {
    each(line, vector, "op_sel", false, |source| source.op_sel)?;
    each(line, vector, "op_sel_hi", !mix, |source| source.op_sel_hi)?;
    if !mix {
        each(line, vector, "neg_lo", false, |source| source.neg)?;
        each(line, vector, "neg_hi", false, |source| source.neg_hi)?;
    }
    Ok(())
}

/// The destination's bit is the last; a lane permutation has two bits of its own meaning and no more.
fn op_sel(line: &mut Line, opcode: Opcode, vector: &Vector) -> fmt::Result {
    let mut values = vector.src.iter().flatten().map(|source| source.op_sel).collect::<Vec<_>>();
    if matches!(opcode, Opcode::V_PERMLANE16_B32 | Opcode::V_PERMLANEX16_B32) {
        values.truncate(2);
    } else {
        values.push(vector.dst_high);
    }
    bits(line, "op_sel", false, &values)
}

fn lanes(line: &mut Line, instruction: &Instruction, vector: &Vector) -> fmt::Result {
    // V_NOP.
    if instruction.opcode.sources().is_empty() {
        return Ok(());
    }
    match &vector.lanes {
        Lanes::Own => Ok(()),
        Lanes::Dpp16(dpp) => {
            line.flag(true, names::dpp_control(dpp))?;
            line.flag(true, format_args!("row_mask:{:#x} bank_mask:{:#x}", dpp.row_mask, dpp.bank_mask))?;
            line.flag(dpp.bound_ctrl, "bound_ctrl:1")?;
            line.flag(dpp.fetch_inactive, "fi:1")
        }
        Lanes::Dpp8 { select: [a, b, c, d, e, f, g, h], fetch_inactive } => {
            line.flag(true, format_args!("dpp8:[{a},{b},{c},{d},{e},{f},{g},{h}]"))?;
            line.flag(*fetch_inactive, "fi:1")
        }
        Lanes::Sdwa { part, unused } => {
            if instruction.encoding != Encoding::VOPC {
                line.flag(true, format_args!("dst_sel:{}", names::part(*part)))?;
                line.flag(true, format_args!("dst_unused:{}", names::unused(*unused)))?;
            }
            for (number, source) in vector.src.iter().flatten().take(2).enumerate() {
                line.flag(true, format_args!("src{number}_sel:{}", names::part(source.part)))?;
            }
            Ok(())
        }
    }
}

pub fn interpolation(line: &mut Line, fields: &Interpolation) -> fmt::Result {
    line.operand(fields.dst)?;
    match fields.src {
        InterpolationSource::Barycentric(source) => line.operand(source)?,
        InterpolationSource::Parameter(0) => line.operand("p10")?,
        InterpolationSource::Parameter(1) => line.operand("p20")?,
        InterpolationSource::Parameter(2) => line.operand("p0")?,
        InterpolationSource::Parameter(other) => line.operand(format_args!("invalid_param_{other}"))?,
    }
    let channel = ["x", "y", "z", "w"][usize::from(fields.channel & 3)];
    line.operand(format_args!("attr{}.{channel}", fields.attribute))?;
    if let Some(addend) = fields.addend {
        line.operand(addend)?;
    }
    line.flag(fields.high, "high")?;
    output(line, fields.clamp, fields.omod)
}
