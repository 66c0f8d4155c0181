//! DS: the workgroup's shared memory, and permutes of lanes (RDNA2 ISA, chapter 10 and 12.15).
//!
//! Lanes act in their order. What lies outside the allocation reads as 0 and is not written.

use std::ops::Range;

use super::Shared;
use super::atomic::{Atomic, lds_atomic};
use super::error::Fault;
use super::state::WaveState;
use crate::instruction::{Lds, LdsOffset};
use crate::opcode::Opcode::{self, *};
use crate::operand::Operand;
use crate::registers::Vgpr;

pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    opcode: Opcode,
    access: &Lds,
) -> Result<(), Fault> {
    if permute(wave, opcode, access).is_some() {
        return Ok(());
    }
    let base = if access.gds { wave.m0() >> 16 } else { 0 };
    let memory = if access.gds { &mut shared.gds } else { &mut shared.lds };
    if let Some(atomic) = lds_atomic(opcode) {
        run_atomic(wave, memory, base, atomic, access);
    } else if let Some(elements) = elements(opcode) {
        move_elements(wave, memory, base, elements, access);
    } else if matches!(opcode, DS_APPEND | DS_CONSUME) {
        count(wave, memory, opcode, access);
    } else {
        return Err(Fault::Unsupported("global wave synchronization"));
    }
    Ok(())
}

/// Where so many bytes at an address are, if all are inside: shorts at even bytes, dwords at multiples of four, whatever the low bits say
/// (SH_MEM_CONFIG, ALIGNMENT_MODE DWORD).
fn inside(memory: &[u8], address: u32, bytes: usize) -> Option<Range<usize>> {
    let end = (address as usize).checked_add(bytes)?;
    let first = (address & !(bytes.min(4) as u32 - 1)) as usize;
    (end <= memory.len()).then(|| first..first + bytes)
}

fn load(memory: &[u8], address: u32, bytes: usize) -> u64 {
    let mut value = [0; 8];
    if let Some(place) = inside(memory, address, bytes) {
        value[..bytes].copy_from_slice(&memory[place]);
    }
    u64::from_le_bytes(value)
}

fn store(memory: &mut [u8], address: u32, bytes: usize, value: u64) {
    if let Some(place) = inside(memory, address, bytes) {
        memory[place].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

fn vgpr(operand: Option<Operand>) -> Option<Vgpr> {
    operand.and_then(Operand::vgpr)
}

fn address(wave: &WaveState, access: &Lds, lane: usize) -> u32 {
    access.addr.map_or(0, |addr| wave.vgpr(addr)[lane])
}

fn offset(access: &Lds) -> u32 {
    match access.offset {
        LdsOffset::One(offset) => offset.into(),
        LdsOffset::Two(first, _) => first.into(),
    }
}

fn run_atomic(wave: &mut WaveState, memory: &mut [u8], base: u32, atomic: Atomic, access: &Lds) {
    let dwords = if atomic.wide { 2 } else { 1 };
    for lane in wave.active() {
        let data = |place: usize| {
            let register = vgpr(access.data[place]);
            register.map_or(0, |register| join(&wave.lane_dwords(register, dwords, lane)))
        };
        let address = address(wave, access, lane).wrapping_add(offset(access)).wrapping_add(base);
        // Unlike elsewhere, what is compared with stands first.
        let (operand, comparand) = if atomic.operation.has_comparand() { (data(1), data(0)) } else { (data(0), 0) };
        let old = load(memory, address, atomic.bytes());
        store(memory, address, atomic.bytes(), atomic.apply(old, operand, comparand));
        if let Some(dst) = vgpr(access.dst) {
            wave.set_lane_dwords(dst, lane, &[old as u32, (old >> 32) as u32][..dwords]);
        }
    }
}

fn join(dwords: &[u32]) -> u64 {
    dwords.iter().rev().fold(0, |value, dword| value << 32 | u64::from(*dword))
}

/// How an opcode reads or writes.
#[derive(Clone, Copy)]
struct Elements {
    kind: Kind,
    /// Bytes of one element.
    bytes: u32,
    /// Unit of two offsets.
    unit: u32,
    part: Part,
    /// Addressed by the lane's number from M0 on.
    by_lane: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    Exchange,
}

/// What of a register an element of less than 32 bits takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Signed,
    /// One half; the other stays.
    Low,
    LowSigned,
    High,
    HighSigned,
}

fn elements(opcode: Opcode) -> Option<Elements> {
    use Kind::{Exchange, Read, Write};
    let element = |kind, bytes, unit| Elements { kind, bytes, unit, part: Part::Whole, by_lane: false };
    let part = |kind, bytes, part| Elements { part, ..element(kind, bytes, 0) };
    Some(match opcode {
        DS_READ_B32 => element(Read, 4, 0),
        DS_READ_B64 => element(Read, 8, 0),
        DS_READ_B96 => element(Read, 12, 0),
        DS_READ_B128 => element(Read, 16, 0),
        DS_READ2_B32 => element(Read, 4, 4),
        DS_READ2_B64 => element(Read, 8, 8),
        DS_READ2ST64_B32 => element(Read, 4, 4 * 64),
        DS_READ2ST64_B64 => element(Read, 8, 8 * 64),
        DS_READ_U8 => element(Read, 1, 0),
        DS_READ_I8 => part(Read, 1, Part::Signed),
        DS_READ_U16 => element(Read, 2, 0),
        DS_READ_I16 => part(Read, 2, Part::Signed),
        DS_READ_U8_D16 => part(Read, 1, Part::Low),
        DS_READ_I8_D16 => part(Read, 1, Part::LowSigned),
        DS_READ_U16_D16 => part(Read, 2, Part::Low),
        DS_READ_U8_D16_HI => part(Read, 1, Part::High),
        DS_READ_I8_D16_HI => part(Read, 1, Part::HighSigned),
        DS_READ_U16_D16_HI => part(Read, 2, Part::High),
        DS_READ_ADDTID_B32 => Elements { by_lane: true, ..element(Read, 4, 0) },
        DS_WRITE_B8 => element(Write, 1, 0),
        DS_WRITE_B16 => element(Write, 2, 0),
        DS_WRITE_B8_D16_HI => part(Write, 1, Part::High),
        DS_WRITE_B16_D16_HI => part(Write, 2, Part::High),
        DS_WRITE_B32 => element(Write, 4, 0),
        DS_WRITE_B64 => element(Write, 8, 0),
        DS_WRITE_B96 => element(Write, 12, 0),
        DS_WRITE_B128 => element(Write, 16, 0),
        DS_WRITE2_B32 => element(Write, 4, 4),
        DS_WRITE2_B64 => element(Write, 8, 8),
        DS_WRITE2ST64_B32 => element(Write, 4, 4 * 64),
        DS_WRITE2ST64_B64 => element(Write, 8, 8 * 64),
        DS_WRITE_ADDTID_B32 => Elements { by_lane: true, ..element(Write, 4, 0) },
        DS_WRXCHG2_RTN_B32 => element(Exchange, 4, 4),
        DS_WRXCHG2_RTN_B64 => element(Exchange, 8, 8),
        DS_WRXCHG2ST64_RTN_B32 => element(Exchange, 4, 4 * 64),
        DS_WRXCHG2ST64_RTN_B64 => element(Exchange, 8, 8 * 64),
        _ => return None,
    })
}

fn move_elements(wave: &mut WaveState, memory: &mut [u8], base: u32, elements: Elements, access: &Lds) {
    let dwords = elements.bytes.div_ceil(4) as usize;
    let offsets: &[u32] = match access.offset {
        LdsOffset::One(offset) => &[offset.into()],
        LdsOffset::Two(first, second) => &[u32::from(first) * elements.unit, u32::from(second) * elements.unit],
    };
    for lane in wave.active() {
        let start = match elements.by_lane {
            true => (wave.m0() & 0xffff) + 4 * lane as u32,
            false => address(wave, access, lane).wrapping_add(base),
        };
        // All is read before a register is written: the address may be one of them.
        let mut read = Vec::new();
        for (place, offset) in offsets.iter().enumerate() {
            let at = start.wrapping_add(*offset);
            if elements.kind != Kind::Write {
                read.extend((0..dwords).map(|dword| load_part(memory, at, dword, elements.bytes)));
            }
            if elements.kind != Kind::Read
                && let Some(register) = vgpr(access.data[place])
            {
                let values = wave.lane_dwords(register, dwords, lane);
                for (dword, value) in values.into_iter().enumerate() {
                    let value = if elements.part == Part::High { value >> 16 } else { value };
                    let bytes = (elements.bytes as usize - 4 * dword).min(4);
                    store(memory, at.wrapping_add(4 * dword as u32), bytes, value.into());
                }
            }
        }
        if let Some(dst) = vgpr(access.dst) {
            if elements.bytes < 4 {
                read[0] = merge(wave.vgpr(dst)[lane], read[0], elements);
            }
            wave.set_lane_dwords(dst, lane, &read);
        }
    }
}

fn load_part(memory: &[u8], address: u32, dword: usize, bytes: u32) -> u32 {
    load(memory, address.wrapping_add(4 * dword as u32), (bytes as usize - 4 * dword).min(4)) as u32
}

fn merge(old: u32, value: u32, elements: Elements) -> u32 {
    let unused = 32 - 8 * elements.bytes;
    let signed = ((value << unused) as i32 >> unused) as u32;
    match elements.part {
        Part::Whole => value,
        Part::Signed => signed,
        Part::Low => old & 0xffff_0000 | value,
        Part::LowSigned => old & 0xffff_0000 | signed & 0xffff,
        Part::High => old & 0xffff | value << 16,
        Part::HighSigned => old & 0xffff | signed << 16,
    }
}

/// One count for the wave, of its active lanes; the address is in M0.
fn count(wave: &mut WaveState, memory: &mut [u8], opcode: Opcode, access: &Lds) {
    let address = (wave.m0() & 0xffff).wrapping_add(offset(access));
    let (old, lanes) = (load(memory, address, 4) as u32, wave.exec().count_ones());
    let new = if opcode == DS_APPEND { old.wrapping_add(lanes) } else { old.wrapping_sub(lanes) };
    store(memory, address, 4, new.into());
    if let Some(dst) = vgpr(access.dst) {
        for lane in wave.active() {
            wave.vgpr_mut(dst)[lane] = old;
        }
    }
}

/// Lanes of a half-wave, the reach of a permute (wave64 runs its halves one after the other).
const HALF: usize = 32;

/// None if the opcode does not belong here. An inactive lane gives 0.
fn permute(wave: &mut WaveState, opcode: Opcode, access: &Lds) -> Option<()> {
    let dst = vgpr(access.dst);
    let exec = wave.exec();
    let mut values = [0; super::LANES];
    match opcode {
        DS_BPERMUTE_B32 => {
            for lane in wave.active() {
                let source = lane & HALF | reach(wave, access, lane);
                values[lane] = active_value(wave, exec, vgpr(access.data[0])?, source);
            }
        }
        DS_PERMUTE_B32 => {
            // The last lane that names a place has it.
            for lane in wave.active() {
                values[lane & HALF | reach(wave, access, lane)] = wave.vgpr(vgpr(access.data[0])?)[lane];
            }
        }
        DS_SWIZZLE_B32 => {
            for lane in wave.active() {
                let source = lane & HALF | swizzle(offset(access), lane & (HALF - 1));
                values[lane] = active_value(wave, exec, access.addr?, source);
            }
        }
        _ => return None,
    }
    for lane in wave.active() {
        wave.vgpr_mut(dst?)[lane] = values[lane];
    }
    Some(())
}

fn reach(wave: &WaveState, access: &Lds, lane: usize) -> usize {
    (address(wave, access, lane).wrapping_add(offset(access)) / 4) as usize % HALF
}

fn active_value(wave: &WaveState, exec: u64, vgpr: Vgpr, lane: usize) -> u32 {
    if exec >> lane & 1 != 0 { wave.vgpr(vgpr)[lane] } else { 0 }
}

/// The source of a lane of 32, by the pattern in the offset (RDNA2 ISA, DS_SWIZZLE_B32).
fn swizzle(pattern: u32, lane: usize) -> usize {
    let pattern = pattern as usize;
    let field = |place: usize| pattern >> place & 31;
    if pattern >= 0xe000 {
        // FFT: the order of the reversed lane numbers, within groups that the mask makes smaller.
        let reversed = (lane as u32).reverse_bits() as usize >> 27;
        reversed >> field(0).count_ones() | lane & field(0)
    } else if pattern >= 0xc000 {
        let amount = if pattern >> 10 & 1 == 0 { field(5) } else { HALF - field(5) };
        let kept = field(0);
        lane & kept | ((lane + amount) % HALF) & !kept
    } else if pattern >= 0x8000 {
        lane & !3 | pattern >> (2 * (lane & 3)) & 3
    } else {
        // And, or, exclusive or.
        (lane & field(0) | field(5)) ^ field(10)
    }
}
