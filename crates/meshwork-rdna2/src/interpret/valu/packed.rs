//! VOP3P: two 16-bit operations in one, dot products of halves, and mixed precision (RDNA2 ISA, 12.10).
//!
//! OP_SEL says which half of an operand the lower result takes, OP_SEL_HI the upper one's; NEG and NEG_HI belong to them.

use super::{Fault, WaveState, clamp, cut, extend, fetch};
use crate::instruction::{Instruction, Source, Vector};
use crate::interpret::float::F16;
use crate::interpret::mode::Mode;
use crate::opcode::Opcode::{self, *};
use crate::opcode::{Encoding, Slot};
use crate::operand::Type;

/// Of operands whose halves are in their places.
#[derive(Clone, Copy)]
enum Packed {
    /// Of each half.
    Float(fn(Mode, [u64; 3]) -> u64),
    /// Of each half, exact.
    Integer(fn([i128; 3]) -> i128),
    /// Of the whole operands.
    Dot(fn(Mode, [u64; 3]) -> u64),
    DotIntegers(fn(i128, i128) -> i128),
}

fn semantics(opcode: Opcode) -> Option<Packed> {
    use Packed::{Dot, DotIntegers, Float, Integer};
    Some(match opcode {
        V_PK_FMA_F16 | V_PK_FMAC_F16 => Float(|m, [a, b, c]| m.f16().fma(a, b, c)),
        V_PK_ADD_F16 => Float(|m, [a, b, _]| m.f16().add(a, b)),
        V_PK_MUL_F16 => Float(|m, [a, b, _]| m.f16().mul(a, b)),
        V_PK_MIN_F16 => Float(|m, [a, b, _]| m.f16().min(a, b)),
        V_PK_MAX_F16 => Float(|m, [a, b, _]| m.f16().max(a, b)),
        V_PK_MAD_I16 | V_PK_MAD_U16 => Integer(|[a, b, c]| a * b + c),
        V_PK_ADD_I16 | V_PK_ADD_U16 => Integer(|[a, b, _]| a + b),
        V_PK_SUB_I16 | V_PK_SUB_U16 => Integer(|[a, b, _]| a - b),
        V_PK_MAX_I16 | V_PK_MAX_U16 => Integer(|[a, b, _]| a.max(b)),
        V_PK_MIN_I16 | V_PK_MIN_U16 => Integer(|[a, b, _]| a.min(b)),
        V_PK_MUL_LO_U16 => Integer(|[a, b, _]| (a * b) & 0xffff),
        V_PK_LSHLREV_B16 => Integer(|[a, b, _]| b << (a & 15) & 0xffff),
        V_PK_LSHRREV_B16 | V_PK_ASHRREV_I16 => Integer(|[a, b, _]| b >> (a & 15)),
        V_DOT2_F32_F16 | V_DOT2C_F32_F16 => Dot(dot2),
        V_DOT2_I32_I16 => DotIntegers(|a, b| a * b),
        V_DOT2_U32_U16 => DotIntegers(|a, b| a * b),
        _ => return None,
    })
}

/// None if the opcode does not belong here.
pub fn execute(wave: &mut WaveState, instruction: &Instruction, vector: &Vector) -> Option<Result<(), Fault>> {
    match (semantics(instruction.opcode), instruction.opcode) {
        (Some(packed), _) => Some(halves(wave, instruction, vector, packed)),
        (_, V_FMA_MIX_F32 | V_FMA_MIXLO_F16 | V_FMA_MIXHI_F16) => Some(mix(wave, instruction, vector)),
        _ => None,
    }
}

fn halves(wave: &mut WaveState, instruction: &Instruction, vector: &Vector, packed: Packed) -> Result<(), Fault> {
    let Some((dst, vgpr)) = vector.dst.and_then(|dst| Some((dst, dst.vgpr()?))) else { return Ok(()) };
    let mut results = Vec::new();
    for lane in wave.active() {
        if let Some((operands, types)) = operands(wave, instruction, vector, lane)? {
            let value = evaluate(wave.mode, packed, operands, types, dst.ty, vector.clamp);
            results.push((lane, value));
        }
    }
    for (lane, value) in results {
        wave.vgpr_mut(vgpr)[lane] = value as u32;
    }
    Ok(())
}

type Fetched = ([u64; 3], [Type; 3]);

fn operands(
    wave: &WaveState,
    instruction: &Instruction,
    vector: &Vector,
    lane: usize,
) -> Result<Option<Fetched>, Fault> {
    use super::dpp::{From, from8, from16};
    use crate::instruction::Lanes;

    let (mut values, mut types) = ([0; 3], [Type::B32; 3]);
    for (number, slot) in instruction.opcode.sources().iter().enumerate().take(3) {
        let mut source = match (slot, vector.src[number], vector.dst) {
            (Slot::Accumulator, _, Some(dst)) => Source::plain(dst),
            (_, Some(source), _) => source,
            _ => continue,
        };
        // Only VOP3P has the fields.
        source.op_sel_hi |= instruction.encoding != Encoding::VOP3P;
        let from = match vector.lanes {
            _ if number != 0 => From::Lane(lane),
            Lanes::Dpp16(dpp) => from16(wave, dpp, lane),
            Lanes::Dpp8 { select, fetch_inactive } => from8(wave, select, fetch_inactive, lane),
            _ => From::Lane(lane),
        };
        types[number] = source.operand.ty;
        values[number] = match from {
            From::Lane(lane) if source.operand.ty.is_packed() => arranged(wave, source, lane)?,
            From::Lane(lane) => fetch(wave, source, vector.lanes, lane)?,
            From::Zero => 0,
            From::Nowhere => return Ok(None),
        };
    }
    Ok(Some((values, types)))
}

/// A packed operand with its halves where the results are.
fn arranged(wave: &WaveState, source: Source, lane: usize) -> Result<u64, Fault> {
    let value = wave.read_lane(source.operand, lane)?;
    let half = |upper: bool, neg: bool| {
        let half = if upper { value >> 16 } else { value } & 0xffff;
        if neg { half ^ F16.sign() } else { half }
    };
    Ok(half(source.op_sel, source.neg) | half(source.op_sel_hi, source.neg_hi) << 16)
}

fn evaluate(mode: Mode, packed: Packed, operands: [u64; 3], types: [Type; 3], ty: Type, saturate: bool) -> u64 {
    let half = |place: u32| operands.map(|value| value >> place & 0xffff);
    let part = |ty: Type| match ty {
        Type::V2I16 => Type::I16,
        Type::V2U16 | Type::V2B16 => Type::U16,
        ty => ty,
    };
    let integers = |place: u32| {
        let half = half(place);
        std::array::from_fn(|number| extend(half[number], part(types[number])))
    };
    match packed {
        Packed::Float(function) => {
            let float = mode.f16();
            let result = |place| {
                let value = function(mode, half(place));
                if saturate { clamp(mode, &float, value) } else { value }
            };
            result(0) | result(16) << 16
        }
        Packed::Integer(function) => {
            let result = |place| cut(function(integers(place)), part(ty), saturate);
            result(0) | result(16) << 16
        }
        Packed::Dot(function) => {
            let value = function(mode, operands);
            if saturate { clamp(mode, &mode.f32(), value) } else { value }
        }
        Packed::DotIntegers(function) => {
            let product = |place| {
                let [a, b, _] = integers(place);
                function(a, b)
            };
            cut(product(0) + product(16) + extend(operands[2], types[2]), ty, saturate)
        }
    }
}

/// The products are exact in 32 bits; each is added with one rounding, the lower first.
fn dot2(mode: Mode, [a, b, c]: [u64; 3]) -> u64 {
    let (half, float) = (mode.f16(), mode.f32());
    let wide = |value: u64, place: u32| float.convert(&half, value >> place & 0xffff);
    let lower = float.fma(wide(a, 0), wide(b, 0), c);
    float.fma(wide(a, 16), wide(b, 16), lower)
}

/// An operand has 16 bits where OP_SEL_HI is set, the half that OP_SEL says. The product and sum have 32 bits and one rounding;
/// a result of 16 bits is rounded again.
fn mix(wave: &mut WaveState, instruction: &Instruction, vector: &Vector) -> Result<(), Fault> {
    let Some(vgpr) = vector.dst.and_then(crate::Operand::vgpr) else { return Ok(()) };
    let (half, float) = (wave.mode.f16(), wave.mode.f32());
    let mut results = Vec::new();
    for lane in wave.active() {
        let mut operands = [0; 3];
        for (operand, source) in operands.iter_mut().zip(vector.src) {
            let Some(source) = source else { continue };
            let value = mixed_operand(wave, source, lane)?;
            let wide = if source.op_sel_hi { float.convert(&half, value) } else { value };
            let wide = if source.abs { float.format.magnitude(wide) } else { wide };
            *operand = if source.neg { wide ^ float.format.sign() } else { wide };
        }
        let [a, b, c] = operands;
        let sum = float.fma(a, b, c);
        let (result, format) =
            if instruction.opcode == V_FMA_MIX_F32 { (sum, float) } else { (half.convert(&float, sum), half) };
        results.push((lane, if vector.clamp { clamp(wave.mode, &format, result) } else { result } as u32));
    }
    for (lane, value) in results {
        let register = &mut wave.vgpr_mut(vgpr)[lane];
        *register = match instruction.opcode {
            V_FMA_MIXLO_F16 => *register & 0xffff_0000 | value,
            V_FMA_MIXHI_F16 => *register & 0xffff | value << 16,
            _ => value,
        };
    }
    Ok(())
}

fn mixed_operand(wave: &WaveState, source: Source, lane: usize) -> Result<u64, Fault> {
    let mut operand = source.operand;
    if source.op_sel_hi {
        // An inline constant has the operand's width.
        operand.ty = Type::V2F16;
    }
    let value = wave.read_lane(operand, lane)?;
    Ok(match (source.op_sel_hi, source.op_sel) {
        (false, _) => value,
        (true, false) => value & 0xffff,
        (true, true) => value >> 16 & 0xffff,
    })
}
