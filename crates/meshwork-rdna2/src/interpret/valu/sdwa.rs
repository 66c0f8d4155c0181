//! SDWA: bytes and words of registers as operands and results (RDNA2 ISA, 6.8).

use crate::instruction::{Part, Source, Unused};

const fn place(part: Part) -> (u32, u32) {
    match part {
        Part::Byte0 => (0, 8),
        Part::Byte1 => (8, 8),
        Part::Byte2 => (16, 8),
        Part::Byte3 => (24, 8),
        Part::Word0 => (0, 16),
        Part::Word1 => (16, 16),
        Part::Dword => (0, 32),
    }
}

/// The selected part, extended by its sign or by zeros.
pub fn select(value: u32, source: Source) -> u32 {
    let (offset, bits) = place(source.part);
    let part = value << (32 - offset - bits);
    if source.sext { (part as i32 >> (32 - bits)) as u32 } else { part >> (32 - bits) }
}

/// The result in its part of the register.
pub fn merge(old: u32, value: u32, part: Part, unused: Unused) -> u32 {
    let (offset, bits) = place(part);
    let mask = (u32::MAX >> (32 - bits)) << offset;
    let value = value << offset & mask;
    match unused {
        Unused::Preserve => old & !mask | value,
        Unused::Pad => value,
        // The part's sign above it, zeros below.
        Unused::Sext => {
            let above = 32 - offset - bits;
            ((value << above) as i32 >> above) as u32
        }
    }
}
