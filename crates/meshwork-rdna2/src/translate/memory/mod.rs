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

pub use buffer::atomic_op;
pub use lds::Lds;
pub use window::Window;

use super::Translator;
use crate::emit::Word;
use crate::opcode::Opcode;
use crate::registers::Vgpr;
use crate::width::Width;

/// Whether a program writes memory that it may read: then a scalar load could differ between invocations. Images are not memory.
fn writes(opcode: Opcode) -> bool {
    let name = opcode.name();
    let is_memory = ["BUFFER_", "TBUFFER_", "GLOBAL_", "FLAT_"].iter().any(|start| name.starts_with(start));
    is_memory && (name.contains("STORE") || name.contains("ATOMIC"))
}

pub const fn next(register: Vgpr, by: u8) -> Vgpr {
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
