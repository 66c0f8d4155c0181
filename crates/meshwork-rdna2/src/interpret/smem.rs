//! SMEM: loads to scalar registers (RDNA2 ISA, chapter 7 and 12.6).

use super::Shared;
use super::buffer::Descriptor;
use super::error::Fault;
use super::memory::read_dword;
use super::state::WaveState;
use crate::instruction::ScalarMemory;
use crate::opcode::Opcode::{self, *};

pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    opcode: Opcode,
    access: &ScalarMemory,
) -> Result<(), Fault> {
    let buffer = match opcode {
        S_LOAD_DWORD | S_LOAD_DWORDX2 | S_LOAD_DWORDX4 | S_LOAD_DWORDX8 | S_LOAD_DWORDX16 => false,
        S_BUFFER_LOAD_DWORD
        | S_BUFFER_LOAD_DWORDX2
        | S_BUFFER_LOAD_DWORDX4
        | S_BUFFER_LOAD_DWORDX8
        | S_BUFFER_LOAD_DWORDX16 => true,
        // There is no cache, and no address that is not there.
        S_GL1_INV | S_DCACHE_INV | S_ATC_PROBE | S_ATC_PROBE_BUFFER => return Ok(()),
        _ => return Err(Fault::Unsupported("a clock")),
    };
    let (Some(sdata), Some(sbase)) = (access.sdata, access.sbase) else { return Ok(()) };
    let base = wave.scalar_dwords(sbase)?;
    let soffset = access.soffset.map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    let offset = i64::from(access.offset) + soffset as i64;
    let first = WaveState::scalar_index(sdata.place).ok_or(Fault::Unsupported("this destination"))?;
    for dword in 0..usize::from(sdata.dwords) {
        let place = offset + 4 * dword as i64;
        let value = if buffer {
            read_bounded(shared, &base, place)?
        } else {
            let base = u64::from(base[0]) | u64::from(base[1]) << 32;
            read_dword(shared.memory, base.wrapping_add_signed(place) & !3)?
        };
        wave.set_scalar(first + dword, value);
    }
    Ok(())
}

/// A dword beyond the V#'s records reads as 0. Records have the size of the stride, or are bytes without one.
fn read_bounded(shared: &mut Shared<'_>, words: &[u32], offset: i64) -> Result<u32, Fault> {
    let descriptor = Descriptor::new(words);
    let size = i64::from(descriptor.records) * i64::from(descriptor.stride.max(1));
    let offset = offset & !3;
    if offset < 0 || offset + 4 > size {
        return Ok(0);
    }
    read_dword(shared.memory, (descriptor.base & !3).wrapping_add_signed(offset))
}
