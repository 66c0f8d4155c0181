//! SOP1, SOP2, SOPC, SOPK and SOPP.

use std::fmt;

use super::{Line, names};
use crate::instruction::{Hwreg, Immediate, Instruction, Scalar, Waitcnt};
use crate::opcode::{Encoding, Opcode};

pub fn print(line: &mut Line, instruction: &Instruction, scalar: &Scalar) -> fmt::Result {
    if let Some(dst) = scalar.dst {
        line.operand(dst)?;
    }
    let before = matches!(scalar.immediate, Some(Immediate::Hwreg(_)));
    if let (true, Some(value)) = (before, scalar.immediate) {
        immediate(line, instruction, value)?;
    }
    for src in scalar.src.into_iter().flatten() {
        line.operand(src)?;
    }
    match scalar.immediate {
        Some(value) if !before => immediate(line, instruction, value),
        _ => Ok(()),
    }
}

fn immediate(line: &mut Line, instruction: &Instruction, value: Immediate) -> fmt::Result {
    match value {
        Immediate::Number(number) => numeral(line, instruction, number),
        Immediate::Target(offset) => line.operand(offset as u16),
        Immediate::Waitcnt(counts) => waitcnt(line, counts),
        Immediate::Message(number) => line.operand(message(number)),
        Immediate::Hwreg(register) => line.operand(hwreg(register)),
    }
}

/// Some opcodes have decimal numbers, some hexadecimal ones, some the smaller ones decimal.
fn numeral(line: &mut Line, instruction: &Instruction, number: u16) -> fmt::Result {
    match instruction.opcode {
        Opcode::S_ENDPGM if number == 0 => Ok(()),
        Opcode::S_ENDPGM => line.operand(number),
        Opcode::S_INST_PREFETCH | Opcode::S_CLAUSE | Opcode::S_TTRACEDATA_IMM | Opcode::S_ROUND_MODE => {
            line.operand(format_args!("{number:#x}"))
        }
        Opcode::S_VERSION => line.operand(version(number)),
        Opcode::S_WAITCNT_DEPCTR => line.operand(dependencies(number)),
        _ if instruction.encoding == Encoding::SOPP && number <= 64 => line.operand(number),
        _ => line.operand(format_args!("{number:#x}")),
    }
}

/// Counters at their greatest value are left out, unless all are.
fn waitcnt(line: &mut Line, counts: Waitcnt) -> fmt::Result {
    let (vm, exp, lgkm) = (counts.vm != 63, counts.exp != 7, counts.lgkm != 63);
    let all = !(vm || exp || lgkm);
    line.flag(all || vm, format_args!("vmcnt({})", counts.vm))?;
    line.flag(all || exp, format_args!("expcnt({})", counts.exp))?;
    line.flag(all || lgkm, format_args!("lgkmcnt({})", counts.lgkm))
}

/// By name where all parts have one; then bits that no part has are left out.
fn message(number: u16) -> String {
    let (id, operation, stream) = (number & 15, number >> 4 & 7, number >> 8 & 3);
    let named = match id {
        2 if operation == 0 => None,
        3 if operation == 0 && stream != 0 => None,
        3 if operation == 0 => Some("MSG_GS_DONE, GS_OP_NOP".to_string()),
        2 => names::geometry_operation(operation).map(|name| format!("MSG_GS, {name}, {stream}")),
        3 => names::geometry_operation(operation).map(|name| format!("MSG_GS_DONE, {name}, {stream}")),
        _ if stream != 0 => None,
        15 => names::system_operation(operation).map(|name| format!("MSG_SYSMSG, {name}")),
        _ if operation != 0 => None,
        _ => names::message(id).map(str::to_string),
    };
    match named {
        Some(parts) => format!("sendmsg({parts})"),
        None if number & 0xfc80 != 0 => number.to_string(),
        None => format!("sendmsg({id}, {operation}, {stream})"),
    }
}

fn hwreg(register: Hwreg) -> String {
    let Hwreg { id, offset, size } = register;
    let name = names::hardware_register(id).map_or_else(|| id.to_string(), str::to_string);
    if (offset, size) == (0, 32) { format!("hwreg({name})") } else { format!("hwreg({name}, {offset}, {size})") }
}

/// Fields of S_WAITCNT_DEPCTR: lowest bit, width, name. One at its greatest value is not waited for and left out.
const DEPENDENCIES: [(u16, u16, &str); 7] = [
    (7, 1, "hold_cnt"),
    (0, 1, "sa_sdst"),
    (12, 4, "va_vdst"),
    (9, 3, "va_sdst"),
    (8, 1, "va_ssrc"),
    (1, 1, "va_vcc"),
    (2, 3, "vm_vsrc"),
];

fn dependencies(number: u16) -> String {
    let greatest = |width: u16| (1 << width) - 1;
    let known = DEPENDENCIES.iter().fold(0, |known, (low, width, _)| known | greatest(*width) << low);
    let fields =
        DEPENDENCIES.iter().map(|(low, width, name)| (number >> low & greatest(*width), greatest(*width), name));
    let waited = fields.filter(|(value, greatest, _)| value != greatest);
    let names: Vec<_> = waited.map(|(value, _, name)| format!("depctr_{name}({value})")).collect();
    if number & !known != 0 || names.is_empty() { format!("{number:#x}") } else { names.join(" ") }
}

/// S_VERSION: the compiler's target, and what it compiled for.
fn version(number: u16) -> String {
    let mut text = match number & 0xff {
        0 => "UC_VERSION_GFX7".to_string(),
        4 => "UC_VERSION_GFX10".to_string(),
        6 => "UC_VERSION_GFX11".to_string(),
        9 => "UC_VERSION_GFX12".to_string(),
        other => other.to_string(),
    };
    for (bit, name) in [(13, "W64"), (14, "W32"), (15, "MDP")] {
        if number >> bit & 1 != 0 {
            let before = if text.contains('|') { format!("({text})") } else { text };
            text = format!("{before}|UC_VERSION_{name}_BIT");
        }
    }
    if number & 0x1f00 != 0 { format!("{number:#x}") } else { text }
}
