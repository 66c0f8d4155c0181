//! VOP1, VOP2, VOPC, VOP3 and VOP3P: arithmetic on vector registers (RDNA2 ISA, chapter 6 and 12.7 to 12.12).
//!
//! An opcode is a function of one lane's operands ([`Semantics`]), written in the tables of this folder's files. This file is what
//! all have in common: fetching operands with their modifiers, OMOD and clamp, writing results. Opcodes that see other lanes are
//! in [`lanes`].

mod convert;
mod divide;
mod dpp;
mod float;
mod integer;
mod lanes;
mod packed;
mod sdwa;
mod trigonometry;

use super::error::Fault;
use super::float::{F16, F32, F64, Float};
use super::mode::Mode;
use super::state::WaveState;
use crate::instruction::{Instruction, Lanes, OutputModifier, Source, Vector};
use crate::opcode::Slot;
use crate::operand::{Operand, Place, Type};
use crate::registers::Vgpr;

/// What an opcode does in a lane. Operands are bit patterns of the width that the table of opcodes gives.
#[derive(Clone, Copy)]
enum Semantics {
    /// Bits to bits.
    Bits(fn(Mode, [u64; 3]) -> u64),
    /// Exact integers: sources extended by their type, the result cut, or with clamp saturated, to its own.
    Integer(fn([i128; 3]) -> i128),
    /// A bit for the lane's mask.
    Compare(fn(Mode, [u64; 2]) -> bool),
    /// The same of integers.
    CompareIntegers(fn([i128; 2]) -> bool),
    /// Result and carry, of exact integers and the carry in. A carry is a result outside 0 to 2³² - 1.
    Carry(fn([i128; 3], bool) -> i128),
    /// Result and a bit of the lane's mask.
    WithMask(fn(Mode, [u64; 3]) -> (u64, bool)),
    /// The lane's bit of VCC beside the operands.
    MaskIn(fn(Mode, [u64; 3], bool) -> u64),
}

/// The tables, one file a topic.
fn semantics(instruction: &Instruction) -> Option<Semantics> {
    let opcode = instruction.opcode;
    float::semantics(opcode)
        .or_else(|| float::comparison(opcode))
        .or_else(|| integer::semantics(opcode))
        .or_else(|| integer::comparison(opcode))
        .or_else(|| convert::semantics(opcode))
        .or_else(|| trigonometry::semantics(opcode))
        .or_else(|| divide::semantics(opcode))
}

pub(super) fn execute(wave: &mut WaveState, instruction: &Instruction, vector: &Vector) -> Result<(), Fault> {
    if let Some(done) = lanes::execute(wave, instruction, vector) {
        return done;
    }
    if let Some(done) = packed::execute(wave, instruction, vector) {
        return done;
    }
    let semantics = semantics(instruction).ok_or(Fault::Unsupported("this vector opcode"))?;
    let mut results = Vec::with_capacity(wave.lanes());
    for lane in wave.active() {
        if let Some(operands) = Operands::fetch(wave, instruction, vector, lane)? {
            results.push((lane, operands.evaluate(wave.mode, semantics, vector)));
        }
    }
    write(wave, vector, &results);
    Ok(())
}

/// What an instruction gives in a lane.
#[derive(Clone, Copy, Default)]
struct Outcome {
    value: u64,
    mask: bool,
}

/// All lanes have read when the first is written: operands may overlap the results.
fn write(wave: &mut WaveState, vector: &Vector, results: &[(usize, Outcome)]) {
    if let Some(dst) = vector.dst
        && let Some(vgpr) = dst.vgpr()
    {
        for (lane, outcome) in results {
            write_lane(wave, vector, dst, vgpr, *lane, outcome.value);
        }
    }
    let mask = results.iter().fold(0, |mask, (lane, outcome)| mask | u64::from(outcome.mask) << lane);
    let masks = [vector.dst, vector.sdst].into_iter().flatten();
    for dst in masks.filter(|dst| dst.ty == Type::Mask) {
        wave.write_scalar(dst, mask);
    }
}

/// A 16-bit result leaves the register's other half alone.
fn write_lane(wave: &mut WaveState, vector: &Vector, dst: Operand, vgpr: Vgpr, lane: usize, value: u64) {
    let old = wave.vgpr(vgpr)[lane];
    let value = match vector.lanes {
        Lanes::Sdwa { part, unused } => sdwa::merge(old, value as u32, part, unused).into(),
        _ if dst.ty.is_16_bit() && vector.dst_high => u64::from(old & 0xffff) | (value & 0xffff) << 16,
        _ if dst.ty.is_16_bit() => u64::from(old & 0xffff_0000) | value & 0xffff,
        _ => value,
    };
    wave.write_lane(vgpr, dst.dwords, lane, value);
}

/// A lane's operands, in the manual's order.
struct Operands {
    values: [u64; 3],
    types: [Type; 3],
    /// The lane's bit of a mask operand, or of VCC.
    mask: bool,
}

impl Operands {
    /// None where DPP keeps the lane from being written.
    fn fetch(wave: &WaveState, instruction: &Instruction, vector: &Vector, lane: usize) -> Result<Option<Self>, Fault> {
        let mut operands = Self { values: [0; 3], types: [Type::B32; 3], mask: wave.vcc() >> lane & 1 != 0 };
        for (number, slot) in instruction.opcode.sources().iter().enumerate().take(3) {
            let source = match (slot, vector.src[number], vector.dst) {
                (Slot::Accumulator, _, Some(dst)) => Source { op_sel: vector.dst_high, ..Source::plain(dst) },
                (_, Some(source), _) => source,
                _ => continue,
            };
            let from = match vector.lanes {
                _ if number != 0 => dpp::From::Lane(lane),
                Lanes::Dpp16(dpp) => dpp::from16(wave, dpp, lane),
                Lanes::Dpp8 { select, fetch_inactive } => dpp::from8(wave, select, fetch_inactive, lane),
                _ => dpp::From::Lane(lane),
            };
            operands.types[number] = source.operand.ty;
            if source.operand.ty == Type::Mask {
                operands.mask = wave.read_scalar(source.operand)? >> lane & 1 != 0;
                continue;
            }
            operands.values[number] = match from {
                dpp::From::Lane(lane) => fetch(wave, source, vector.lanes, lane)?,
                dpp::From::Zero => modify(0, source),
                dpp::From::Nowhere => return Ok(None),
            };
        }
        Ok(Some(operands))
    }

    fn evaluate(&self, mode: Mode, semantics: Semantics, vector: &Vector) -> Outcome {
        let [a, b, _] = self.values;
        let integers = || std::array::from_fn(|number| extend(self.values[number], self.types[number]));
        let ty = vector.dst.map_or(Type::B32, |dst| dst.ty);
        let finish = |value| finish(mode, vector, value);
        let (value, mask) = match semantics {
            Semantics::Bits(function) => (finish(function(mode, self.values)), false),
            Semantics::Integer(function) => (cut(function(integers()), ty, vector.clamp), false),
            Semantics::Compare(function) => (0, function(mode, [a, b])),
            Semantics::CompareIntegers(function) => {
                let [a, b, _] = integers();
                (0, function([a, b]))
            }
            Semantics::Carry(function) => {
                let exact = function(integers(), self.mask);
                (cut(exact, ty, vector.clamp), exact != exact & 0xffff_ffff)
            }
            Semantics::WithMask(function) => function(mode, self.values),
            Semantics::MaskIn(function) => (finish(function(mode, self.values, self.mask)), false),
        };
        Outcome { value, mask }
    }
}

/// An operand in one lane, with its modifiers.
fn fetch(wave: &WaveState, source: Source, lanes: Lanes, lane: usize) -> Result<u64, Fault> {
    let value = match (source.operand.place, lanes) {
        (_, Lanes::Sdwa { .. }) => {
            let part = sdwa::select(wave.read_lane(source.operand, lane)? as u32, source);
            // Of a whole dword a narrow operand takes the lower half.
            if source.operand.ty.is_16_bit() { half(part.into(), false) } else { part.into() }
        }
        (Place::Literal(literal), _) if source.operand.ty.is_16_bit() => half(literal.into(), source.op_sel),
        _ if source.operand.ty.is_16_bit() => half(wave.read_lane(source.operand, lane)?, source.op_sel),
        _ => wave.read_lane(source.operand, lane)?,
    };
    Ok(modify(value, source))
}

fn half(value: u64, upper: bool) -> u64 {
    if upper { value >> 16 & 0xffff } else { value & 0xffff }
}

/// ABS, then NEG: the sign bit of whatever width the operand has.
fn modify(value: u64, source: Source) -> u64 {
    let sign = match source.operand.ty {
        Type::F64 => F64.sign(),
        ty if ty.is_16_bit() => F16.sign(),
        _ => F32.sign(),
    };
    let value = if source.abs { value & !sign } else { value };
    if source.neg { value ^ sign } else { value }
}

/// An integer operand by its type.
fn extend(value: u64, ty: Type) -> i128 {
    match ty {
        Type::I8 => (value as i8).into(),
        Type::I16 => (value as i16).into(),
        Type::I32 => (value as i32).into(),
        Type::I64 => (value as i64).into(),
        _ => value.into(),
    }
}

/// An exact integer to the bits of its type; saturated with CLAMP.
fn cut(exact: i128, ty: Type, clamp: bool) -> u64 {
    let (least, greatest): (i128, i128) = match ty {
        Type::I16 => (i16::MIN.into(), i16::MAX.into()),
        Type::U16 | Type::B16 => (0, u16::MAX.into()),
        Type::I32 => (i32::MIN.into(), i32::MAX.into()),
        Type::I64 => (i64::MIN.into(), i64::MAX.into()),
        Type::U64 | Type::B64 => (0, u64::MAX.into()),
        _ => (0, u32::MAX.into()),
    };
    let bits = if clamp { exact.clamp(least, greatest) } else { exact } as u64;
    match ty {
        Type::I64 | Type::U64 | Type::B64 => bits,
        ty if ty.is_16_bit() => bits & 0xffff,
        _ => bits & 0xffff_ffff,
    }
}

/// OMOD and CLAMP of a float result (RDNA2 ISA, 6.2.3). OMOD is ignored where the result's denormals are kept, and with
/// IEEE.
fn finish(mode: Mode, vector: &Vector, value: u64) -> u64 {
    let Some(float) = vector.dst.and_then(|dst| float_of(mode, dst.ty)) else { return value };
    let scaled = match vector.omod {
        _ if !float.flush_results || float.ieee => value,
        OutputModifier::None => value,
        OutputModifier::Times2 => float.ldexp(value, 1),
        OutputModifier::Times4 => float.ldexp(value, 2),
        OutputModifier::Half => float.ldexp(value, -1),
    };
    if vector.clamp { clamp(mode, &float, scaled) } else { scaled }
}

/// To 0…1. A NaN becomes 0 where MODE says so (DX10_CLAMP).
fn clamp(mode: Mode, float: &Float, value: u64) -> u64 {
    let format = float.format;
    if format.is_nan(value) {
        if mode.dx10_clamp() { 0 } else { value }
    } else if format.is_negative(value) {
        0
    } else {
        value.min(format.one())
    }
}

fn float_of(mode: Mode, ty: Type) -> Option<Float> {
    match ty {
        Type::F16 => Some(mode.f16()),
        Type::F32 => Some(mode.f32()),
        Type::F64 => Some(mode.f64()),
        _ => None,
    }
}
