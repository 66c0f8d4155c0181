//! Memory: the guest's, by scalar and vector loads and stores, the workgroup's, and the lanes' own.
//!
//! Guest addresses go through [`window`] alone.

mod buffer;
mod descriptor;
mod flat;
mod format;
mod lds;
mod permute;
mod scalar;
mod slot;
mod told_format;
mod window;

pub use buffer::atomic_op;
pub use flat::Scratch;
pub use lds::Lds;
pub use slot::slot_words;
pub use window::Window;

use super::Translator;
use crate::emit::Word;
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::registers::{Vgpr, Wave};
use crate::width::Width;

/// What was done to a memory since the last barrier.
#[derive(Clone, Copy, Default)]
pub struct Order {
    has_reads: bool,
    has_writes: bool,
}

impl Order {
    /// At a block's start both may have been before.
    const UNKNOWN: Self = Self { has_reads: true, has_writes: true };

    /// Whether a barrier has to stand before an access, since one of the two writes. Notes the access.
    fn asks_before(&mut self, writes: bool) -> bool {
        let asks = self.has_writes || writes && self.has_reads;
        if asks {
            *self = Self::default();
        }
        if writes {
            self.has_writes = true;
        } else {
            self.has_reads = true;
        }
        asks
    }
}

/// Whether any instruction writes memory that another may read: then lanes see each other there, and a scalar load could differ between
/// invocations. Images are not memory.
pub fn writes_memory(program: &[Instruction]) -> bool {
    program.iter().any(|instruction| writes(instruction.opcode))
}

fn writes(opcode: Opcode) -> bool {
    let name = opcode.name();
    let is_memory = ["BUFFER_", "TBUFFER_", "GLOBAL_", "FLAT_"].iter().any(|start| name.starts_with(start));
    is_memory && (name.contains("STORE") || name.contains("ATOMIC"))
}

/// Dwords of buffers, times lanes, for which any compiler takes minutes where each load stands there once for every lane.
const MUCH: usize = 1_100;

/// Whether the program loads so many in a whole wave.
pub fn loads_much(program: &[Instruction], wave: Wave) -> bool {
    let load = |at: &Instruction| at.opcode.name().strip_prefix("BUFFER_LOAD_").and_then(Width::load);
    let dwords: usize = program.iter().filter_map(load).map(|width| usize::from(width.registers())).sum();
    dwords * wave.lanes() as usize >= MUCH
}

pub const fn next(register: Vgpr, by: u8) -> Vgpr {
    Vgpr(register.0.wrapping_add(by))
}

impl Translator<'_> {
    /// The program's order between accesses of guest memory. A wave sees what its lanes wrote before; the host's invocations need a
    /// barrier for it.
    fn order_memory(&mut self, at: &Instruction) {
        if self.writes_memory && self.lane.is_some() && self.memory_order.asks_before(writes(at.opcode)) {
            self.barrier();
        }
    }

    pub fn forget_memory_order(&mut self) {
        self.memory_order = Order::UNKNOWN;
    }

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
