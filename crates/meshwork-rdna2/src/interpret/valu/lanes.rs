//! Opcodes that see other lanes, registers numbered by M0, or several registers (RDNA2 ISA, 12.7 and 12.12).

use super::{Fault, WaveState, fetch, write_lane};
use crate::instruction::{Instruction, Source, Vector};
use crate::interpret::state::next;
use crate::opcode::Opcode::*;
use crate::operand::Place;
use crate::registers::Vgpr;

/// None if the opcode does not belong here.
pub fn execute(wave: &mut WaveState, instruction: &Instruction, vector: &Vector) -> Option<Result<(), Fault>> {
    Some(match instruction.opcode {
        V_NOP | V_PIPEFLUSH => Ok(()),
        V_READFIRSTLANE_B32 => {
            // Lane 0 where no lane is active.
            let lane = wave.active().next().unwrap_or(0);
            read_lane(wave, vector, lane)
        }
        V_READLANE_B32 => selected(wave, vector).and_then(|lane| read_lane(wave, vector, lane)),
        V_WRITELANE_B32 => write_selected(wave, vector),
        V_PERMLANE16_B32 => permute_rows(wave, vector, 0),
        V_PERMLANEX16_B32 => permute_rows(wave, vector, 16),
        V_MBCNT_LO_U32_B32 => count_below(wave, vector, 0),
        V_MBCNT_HI_U32_B32 => count_below(wave, vector, 32),
        V_SWAP_B32 => swap(wave, vector, 0, 0),
        V_SWAPREL_B32 => swap(wave, vector, wave.m0() >> 16 & 0x3ff, wave.m0() & 0x3ff),
        V_MOVRELD_B32 => move_relative(wave, vector, wave.m0(), 0),
        V_MOVRELS_B32 => move_relative(wave, vector, 0, wave.m0()),
        V_MOVRELSD_B32 => move_relative(wave, vector, wave.m0(), wave.m0()),
        V_MOVRELSD_2_B32 => move_relative(wave, vector, wave.m0() >> 16 & 0x3ff, wave.m0() & 0x3ff),
        V_MQSAD_U32_U8 => quad_sad(wave, vector),
        _ => return None,
    })
}

const NO_OPERAND: Fault = Fault::Unsupported("an instruction without its operands");

fn source(vector: &Vector, number: usize) -> Result<Source, Fault> {
    vector.src[number].ok_or(NO_OPERAND)
}

fn destination(vector: &Vector) -> Result<Vgpr, Fault> {
    vector.dst.and_then(crate::Operand::vgpr).ok_or(NO_OPERAND)
}

/// EXEC does not matter.
fn read_lane(wave: &mut WaveState, vector: &Vector, lane: usize) -> Result<(), Fault> {
    let value = wave.read_lane(source(vector, 0)?.operand, lane)?;
    wave.write_scalar(vector.dst.ok_or(NO_OPERAND)?, value);
    Ok(())
}

/// The second operand, as many bits of it as number the lanes.
fn selected(wave: &WaveState, vector: &Vector) -> Result<usize, Fault> {
    Ok(wave.read_scalar(source(vector, 1)?.operand)? as usize % wave.lanes())
}

fn write_selected(wave: &mut WaveState, vector: &Vector) -> Result<(), Fault> {
    let lane = selected(wave, vector)?;
    let value = wave.read_scalar(source(vector, 0)?.operand)?;
    wave.vgpr_mut(destination(vector)?)[lane] = value as u32;
    Ok(())
}

/// Four bits a lane, of two scalars, choose a lane of the own row, or with X of the other one of the two. OP_SEL of the first source
/// is FI, of the second BOUND_CTRL.
fn permute_rows(wave: &mut WaveState, vector: &Vector, other: usize) -> Result<(), Fault> {
    let (from, low, high) = (source(vector, 0)?, source(vector, 1)?, source(vector, 2)?);
    let select = wave.read_scalar(low.operand)? & 0xffff_ffff | wave.read_scalar(high.operand)? << 32;
    let (fetch_inactive, bound_ctrl) = (from.op_sel, low.op_sel);
    let dst = destination(vector)?;
    let mut results = Vec::new();
    for lane in wave.active() {
        let place = (select >> (4 * (lane & 15)) & 15) as usize;
        let source = (lane & !15 ^ other) + place;
        if fetch_inactive || wave.exec() >> source & 1 != 0 {
            results.push((lane, wave.read_lane(from.operand, source)?));
        } else if bound_ctrl {
            results.push((lane, 0));
        }
    }
    for (lane, value) in results {
        wave.vgpr_mut(dst)[lane] = value as u32;
    }
    Ok(())
}

/// How many bits of the first operand, which stands for the lanes from `first` on, belong to lanes below, plus the second.
fn count_below(wave: &mut WaveState, vector: &Vector, first: u32) -> Result<(), Fault> {
    let dst = destination(vector)?;
    let mut results = Vec::new();
    for lane in wave.active() {
        let (mask, sum) = (source(vector, 0)?, source(vector, 1)?);
        let below = (lane as u32).saturating_sub(first).min(32);
        let mask = fetch(wave, mask, vector.lanes, lane)? & ((1 << below) - 1);
        results.push((lane, fetch(wave, sum, vector.lanes, lane)?.wrapping_add(mask.count_ones().into())));
    }
    for (lane, value) in results {
        wave.vgpr_mut(dst)[lane] = value as u32;
    }
    Ok(())
}

fn swap(wave: &mut WaveState, vector: &Vector, to: u32, from: u32) -> Result<(), Fault> {
    let from = next(source(vector, 0)?.operand.vgpr().ok_or(NO_OPERAND)?, from as usize);
    let to = next(destination(vector)?, to as usize);
    for lane in wave.active() {
        let (a, b) = (wave.vgpr(from)[lane], wave.vgpr(to)[lane]);
        wave.vgpr_mut(from)[lane] = b;
        wave.vgpr_mut(to)[lane] = a;
    }
    Ok(())
}

fn move_relative(wave: &mut WaveState, vector: &Vector, to: u32, from: u32) -> Result<(), Fault> {
    let mut from_source = source(vector, 0)?;
    if let Place::Vgpr(vgpr) = from_source.operand.place {
        from_source.operand.place = Place::Vgpr(next(vgpr, from as usize));
    }
    let to = next(destination(vector)?, to as usize);
    let dst = vector.dst.ok_or(NO_OPERAND)?;
    for lane in wave.active() {
        let value = fetch(wave, from_source, vector.lanes, lane)?;
        write_lane(wave, vector, dst, to, lane, value);
    }
    Ok(())
}

/// Four sums of differences, each added to a dword of the third operand (RDNA2 ISA, V_MQSAD_U32_U8).
fn quad_sad(wave: &mut WaveState, vector: &Vector) -> Result<(), Fault> {
    let dst = destination(vector)?;
    let addend = source(vector, 2)?.operand.vgpr().ok_or(NO_OPERAND)?;
    for lane in wave.active() {
        let window = wave.read_lane(source(vector, 0)?.operand, lane)?;
        let reference = wave.read_lane(source(vector, 1)?.operand, lane)? as u32;
        let mut sums = wave.lane_dwords(addend, 4, lane);
        for (step, sum) in sums.iter_mut().enumerate() {
            let window = ((window >> (8 * step)) as u32).to_le_bytes();
            let pairs = window.into_iter().zip(reference.to_le_bytes()).filter(|(_, reference)| *reference != 0);
            let difference = pairs.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
            *sum = if vector.clamp { sum.saturating_add(difference) } else { sum.wrapping_add(difference) };
        }
        wave.set_lane_dwords(dst, lane, &sums);
    }
    Ok(())
}
