//! FLAT, GLOBAL and SCRATCH (RDNA2 ISA, chapter 9 and 12.18).
//!
//! A flat address is a global one here: the program cannot ask for the apertures of LDS and scratch.

use super::Shared;
use super::atomic::memory_atomic;
use super::buffer::merge;
use super::error::Fault;
use super::memory::aligned;
use super::state::{WaveState, next};
use crate::instruction::{Flat, Instruction};
use crate::opcode::Encoding;
use crate::operand::Operand;
use crate::width::Width;

pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    instruction: &Instruction,
    access: &Flat,
) -> Result<(), Fault> {
    let name = instruction.opcode.name();
    let (_, operation) = name.split_once('_').unwrap_or_default();
    let by_lane = operation.ends_with("_ADDTID");
    let operation = operation.trim_end_matches("_ADDTID");
    let scratch = instruction.encoding == Encoding::SCRATCH;
    for lane in wave.active() {
        let address = address(wave, access, scratch, lane)?.wrapping_add(if by_lane { 4 * lane as u64 } else { 0 });
        if let Some(atomic) = memory_atomic(instruction.opcode) {
            let data = access.vdata.and_then(Operand::vgpr).ok_or(Fault::Unsupported("an atomic without data"))?;
            let registers = atomic.bytes() / 4 * if atomic.operation.has_comparand() { 2 } else { 1 };
            let old = atomic.run(shared.memory, address, &wave.lane_dwords(data, registers, lane))?;
            if let Some(dst) = access.vdst {
                let dwords = [old as u32, (old >> 32) as u32];
                wave.set_lane_dwords(dst.vgpr().unwrap_or(data), lane, &dwords[..atomic.bytes() / 4]);
            }
        } else if let Some(width) = operation.strip_prefix("LOAD_").and_then(Width::load) {
            let mut bytes = [0; 16];
            let read = &mut bytes[..width.bytes as usize];
            let address = aligned(address, read.len());
            match scratch {
                true => read.copy_from_slice(own_scratch(wave, lane, address as i64, width.bytes)?),
                false => shared.memory.read(address, read)?,
            }
            load(wave, access, width, lane, &bytes);
        } else if let Some(width) = operation.strip_prefix("STORE_").and_then(Width::store) {
            let bytes = stored(wave, access, width, lane);
            let write = &bytes[..width.bytes as usize];
            let address = aligned(address, write.len());
            match scratch {
                true => own_scratch(wave, lane, address as i64, width.bytes)?.copy_from_slice(write),
                false => shared.memory.write(address, write)?,
            }
        } else {
            return Err(Fault::Unsupported("this memory opcode"));
        }
    }
    Ok(())
}

/// Of global memory, or an offset into the lane's scratch.
fn address(wave: &WaveState, access: &Flat, scratch: bool, lane: usize) -> Result<u64, Fault> {
    let scalar = access.saddr.map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    let vector = access.vaddr.map_or(Ok(0), |operand| wave.read_lane(operand, lane))?;
    let sum = scalar.wrapping_add(vector);
    // Offsets of scratch are signed, and have 32 bits.
    let sum = if scratch { sum as i32 as u64 } else { sum };
    Ok(sum.wrapping_add_signed(access.offset.into()))
}

fn own_scratch(wave: &mut WaveState, lane: usize, offset: i64, bytes: u32) -> Result<&mut [u8], Fault> {
    let scratch = wave.scratch_mut(lane);
    let fault = Fault::ScratchBounds { offset, bytes: scratch.len() };
    let from = usize::try_from(offset).map_err(|_| fault.clone())?;
    scratch.get_mut(from..from.saturating_add(bytes as usize)).ok_or(fault)
}

fn load(wave: &mut WaveState, access: &Flat, width: Width, lane: usize, bytes: &[u8; 16]) {
    let Some(dst) = access.vdst.and_then(Operand::vgpr) else { return };
    for (dword, bytes) in bytes.chunks_exact(4).enumerate().take(width.bytes.div_ceil(4) as usize) {
        let register = &mut wave.vgpr_mut(next(dst, dword))[lane];
        *register = merge(width, *register, u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    }
}

fn stored(wave: &WaveState, access: &Flat, width: Width, lane: usize) -> [u8; 16] {
    let mut bytes = [0; 16];
    let Some(data) = access.vdata.and_then(Operand::vgpr) else { return bytes };
    let registers = wave.lane_dwords(data, width.bytes.div_ceil(4) as usize, lane);
    for (to, value) in bytes.chunks_exact_mut(4).zip(registers) {
        to.copy_from_slice(&(if width.half == Some(true) { value >> 16 } else { value }).to_le_bytes());
    }
    bytes
}
