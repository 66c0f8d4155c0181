//! Memory: the guest's, by scalar and vector loads and stores, the workgroup's, and the lanes' own.
//!
//! Guest addresses go through [`window`] alone.

mod buffer;
mod descriptor;
mod flat;
mod format;
mod lds;
mod scalar;
mod told_format;
mod window;

pub use lds::Lds;
pub use window::Window;

use super::Translator;
use crate::emit::Word;
use crate::opcode::Opcode;
use crate::registers::Vgpr;

/// Bytes that an opcode moves, and what a register makes of fewer than four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Width {
    bytes: u32,
    signed: bool,
    /// The half of the register that is taken (the upper one: true); the other stays.
    half: Option<bool>,
}

impl Width {
    const fn dwords(count: u32) -> Self {
        Self { bytes: 4 * count, signed: false, half: None }
    }

    const fn narrow(bytes: u32, signed: bool, half: Option<bool>) -> Self {
        Self { bytes, signed, half }
    }

    /// By what stands behind LOAD in an opcode's name.
    fn load(name: &str) -> Option<Self> {
        Some(match name {
            "UBYTE" => Self::narrow(1, false, None),
            "SBYTE" => Self::narrow(1, true, None),
            "USHORT" => Self::narrow(2, false, None),
            "SSHORT" => Self::narrow(2, true, None),
            "UBYTE_D16" => Self::narrow(1, false, Some(false)),
            "UBYTE_D16_HI" => Self::narrow(1, false, Some(true)),
            "SBYTE_D16" => Self::narrow(1, true, Some(false)),
            "SBYTE_D16_HI" => Self::narrow(1, true, Some(true)),
            "SHORT_D16" => Self::narrow(2, false, Some(false)),
            "SHORT_D16_HI" => Self::narrow(2, false, Some(true)),
            _ => return Self::whole(name),
        })
    }

    /// By what stands behind STORE.
    fn store(name: &str) -> Option<Self> {
        Some(match name {
            "BYTE" => Self::narrow(1, false, None),
            "SHORT" => Self::narrow(2, false, None),
            "BYTE_D16_HI" => Self::narrow(1, false, Some(true)),
            "SHORT_D16_HI" => Self::narrow(2, false, Some(true)),
            _ => return Self::whole(name),
        })
    }

    fn whole(name: &str) -> Option<Self> {
        Some(Self::dwords(match name {
            "DWORD" => 1,
            "DWORDX2" => 2,
            "DWORDX3" => 3,
            "DWORDX4" => 4,
            _ => return None,
        }))
    }

    fn registers(self) -> u8 {
        self.bytes.div_ceil(4) as u8
    }
}

/// Whether a program writes memory that it may read: then a scalar load could differ between invocations.
fn writes(opcode: Opcode) -> bool {
    let name = opcode.name();
    let is_memory = ["BUFFER_", "TBUFFER_", "GLOBAL_", "FLAT_", "IMAGE_"].iter().any(|start| name.starts_with(start));
    is_memory && (name.contains("STORE") || name.contains("ATOMIC"))
}

const fn next(register: Vgpr, by: u8) -> Vgpr {
    Vgpr(register.0.wrapping_add(by))
}

impl Translator<'_> {
    /// A loaded value of fewer than four bytes in its register.
    fn merge_loaded(&mut self, width: Width, register: Vgpr, n: usize, value: Word) -> Word {
        if width.bytes >= 4 {
            return value;
        }
        let value = if width.signed { self.emit.sign_extend(value, 8 * width.bytes) } else { value };
        let Some(is_high) = width.half else { return value };
        let old = self.vector(register, n);
        if is_high {
            let (low, high) = (self.emit.and_constant(old, 0xffff), self.emit.shift_left_constant(value, 16));
            self.emit.or(low, high)
        } else {
            let (low, high) = (self.emit.and_constant(value, 0xffff), self.emit.and_constant(old, 0xffff_0000));
            self.emit.or(low, high)
        }
    }

    /// What a store takes of a register.
    fn stored_part(&mut self, width: Width, value: Word) -> Word {
        if width.half == Some(true) { self.emit.shift_right_constant(value, 16) } else { value }
    }
}
