//! SMEM, DS, MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH and EXP.

use std::fmt;

use super::{Line, names};
use crate::instruction::{Buffer, Export, Flat, Image, Instruction, Lds, LdsOffset, ScalarMemory};
use crate::opcode::{Encoding, Opcode};
use crate::operand::{Operand, Place, Type};

pub fn scalar(line: &mut Line, fields: &ScalarMemory) -> fmt::Result {
    if let Some(data) = fields.sdata {
        line.operand(data)?;
    }
    match fields.probe {
        Some(probe) if probe > 64 => line.operand(format_args!("{probe:#x}"))?,
        Some(probe) => line.operand(probe)?,
        None => {}
    }
    let Some(base) = fields.sbase else { return Ok(()) };
    line.operand(base)?;
    let sign = if fields.offset < 0 { "-" } else { "" };
    let offset = format_args!("{sign}{:#x}", fields.offset.unsigned_abs());
    match fields.soffset {
        None if fields.offset == 0 => line.operand("null")?,
        None => line.operand(offset)?,
        Some(soffset) => {
            line.operand(soffset)?;
            line.flag(fields.offset != 0, format_args!("offset:{offset}"))?;
        }
    }
    line.flag(fields.glc, "glc")?;
    line.flag(fields.dlc, "dlc")
}

pub fn lds(line: &mut Line, opcode: Opcode, fields: &Lds) -> fmt::Result {
    if let Some(dst) = fields.dst {
        line.operand(dst)?;
    }
    if let Some(addr) = fields.addr {
        line.operand(addr)?;
    }
    for data in fields.data.into_iter().flatten() {
        line.operand(data)?;
    }
    match fields.offset {
        LdsOffset::One(0) => {}
        LdsOffset::One(offset) if opcode == Opcode::DS_SWIZZLE_B32 => {
            line.flag(true, format_args!("offset:{}", swizzle(offset)))?;
        }
        LdsOffset::One(offset) => line.flag(true, format_args!("offset:{offset}"))?,
        LdsOffset::Two(first, second) => {
            line.flag(first != 0, format_args!("offset0:{first}"))?;
            line.flag(second != 0, format_args!("offset1:{second}"))?;
        }
    }
    line.flag(fields.gds, "gds")
}

/// The pattern of DS_SWIZZLE_B32 (RDNA2 ISA, 12.13): a quad permutation, or AND, OR and XOR masks of five bits.
fn swizzle(pattern: u16) -> String {
    if pattern & 0xff00 == 0x8000 {
        let lane = |index: u16| pattern >> (2 * index) & 3;
        return format!("swizzle(QUAD_PERM,{},{},{},{})", lane(0), lane(1), lane(2), lane(3));
    }
    if pattern & 0x8000 != 0 {
        return pattern.to_string();
    }
    let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
    // What AND leaves out: the lowest bits of it are the size of a group.
    let group = (!and & 31) + 1;
    match (and, or, xor) {
        (31, 0, xor) if xor.is_power_of_two() => format!("swizzle(SWAP,{xor})"),
        (31, 0, xor) if xor != 0 && (xor + 1).is_power_of_two() => format!("swizzle(REVERSE,{})", xor + 1),
        (_, or, 0) if group.is_power_of_two() && group > 1 && or < group => format!("swizzle(BROADCAST,{group},{or})"),
        _ => {
            let place = |bit: u16| match (and >> bit & 1, or >> bit & 1, xor >> bit & 1) {
                (0, 0, 0) => '0',
                (1, 0, 0) => 'p',
                (1, 0, _) => 'i',
                (_, or, xor) => char::from(b'0' + (or ^ xor) as u8),
            };
            let places = [4, 3, 2, 1, 0].map(place).iter().collect::<String>();
            format!("swizzle(BITMASK_PERM,\"{places}\")")
        }
    }
}

pub fn buffer(line: &mut Line, fields: &Buffer) -> fmt::Result {
    if let Some(data) = fields.vdata {
        line.operand(data)?;
    }
    let (Some(resource), Some(soffset)) = (fields.srsrc, fields.soffset) else { return Ok(()) };
    match fields.vaddr {
        Some(first) => {
            let dwords = u8::from(fields.idxen) + u8::from(fields.offen);
            line.operand(Operand { place: Place::Vgpr(first), ty: Type::U32, dwords })?;
        }
        None => line.operand("off")?,
    }
    line.operand(resource)?;
    line.operand(soffset)?;
    if let Some(format) = fields.format.filter(|format| *format != names::DEFAULT_BUFFER_FORMAT) {
        match names::BUFFER_FORMATS.get(usize::from(format)) {
            Some(name) => line.flag(true, format_args!("format:[BUF_FMT_{name}]"))?,
            None => line.flag(true, format_args!("format:{format}"))?,
        }
    }
    line.flag(fields.idxen, "idxen")?;
    line.flag(fields.offen, "offen")?;
    line.flag(fields.offset != 0, format_args!("offset:{}", fields.offset))?;
    line.flag(fields.glc, "glc")?;
    line.flag(fields.slc, "slc")?;
    line.flag(fields.dlc, "dlc")?;
    line.flag(fields.tfe, "tfe")?;
    line.flag(fields.lds, "lds")
}

pub fn image(line: &mut Line, fields: &Image) -> fmt::Result {
    // The assembler's text has a further blank there.
    if fields.vaddr.non_sequential && fields.ssamp.is_some() {
        line.f.write_str(" ")?;
    }
    // It names no register for the status of LWE.
    let status = u8::from(fields.lwe && !fields.tfe);
    line.operand(Operand { dwords: fields.vdata.dwords - status, ..fields.vdata })?;
    let registers = fields.vaddr.registers();
    if fields.vaddr.non_sequential {
        let names = registers.iter().map(ToString::to_string).collect::<Vec<_>>();
        line.operand(format_args!("[{}]", names.join(", ")))?;
    } else if let Some(first) = registers.first() {
        line.operand(Operand { place: Place::Vgpr(*first), ty: Type::B32, dwords: registers.len() as u8 })?;
    }
    line.operand(fields.srsrc)?;
    if let Some(sampler) = fields.ssamp {
        line.operand(sampler)?;
    }
    line.flag(fields.dmask != 0, format_args!("dmask:{:#x}", fields.dmask))?;
    line.flag(true, format_args!("dim:SQ_RSRC_IMG_{}", names::dim(fields.dim)))?;
    line.flag(fields.unorm, "unorm")?;
    line.flag(fields.glc, "glc")?;
    line.flag(fields.slc, "slc")?;
    line.flag(fields.dlc, "dlc")?;
    line.flag(fields.r128, "r128")?;
    line.flag(fields.a16, "a16")?;
    line.flag(fields.tfe, "tfe")?;
    line.flag(fields.lwe, "lwe")?;
    line.flag(fields.d16, "d16")
}

pub fn flat(line: &mut Line, instruction: &Instruction, fields: &Flat) -> fmt::Result {
    if let Some(dst) = fields.vdst {
        line.operand(dst)?;
    }
    match fields.vaddr {
        Some(address) => line.operand(address)?,
        None if instruction.encoding == Encoding::SCRATCH => line.operand("off")?,
        None => {}
    }
    if let Some(data) = fields.vdata {
        line.operand(data)?;
    }
    match fields.saddr {
        Some(address) => line.operand(address)?,
        None if instruction.encoding != Encoding::FLAT => line.operand("off")?,
        None => {}
    }
    line.flag(fields.offset != 0, format_args!("offset:{}", fields.offset))?;
    line.flag(fields.glc, "glc")?;
    line.flag(fields.slc, "slc")?;
    line.flag(fields.dlc, "dlc")?;
    line.flag(fields.lds, "lds")
}

pub fn export(line: &mut Line, fields: &Export) -> fmt::Result {
    write!(line.f, " {}", names::export_target(fields.target))?;
    for (index, register) in fields.src.into_iter().enumerate() {
        let separator = if index == 0 { " " } else { ", " };
        match register {
            Some(register) => write!(line.f, "{separator}{register}")?,
            None => write!(line.f, "{separator}off")?,
        }
    }
    line.flag(fields.done, "done")?;
    line.flag(fields.compr, "compr")?;
    line.flag(fields.vm, "vm")
}
