//! LDS in a buffer, for hosts whose mesh stage pays for each byte of workgroup memory.
//!
//! Each workgroup of a draw has a slot of its own there, by its number, of [`lds_slot_words`]: LDS, GDS, and a word for each invocation,
//! where lanes that are off store what they must not. Nobody else reads it, and what it holds before and after does not matter.
//!
//! Programs keep items in LDS, one behind the other, a lane its own: a buffer's cache would need a line for each lane to give all lanes
//! the same dword. So LDS lies there column by column: first the first dword of all items, then the second of all. How long items are
//! the program's multiplications tell; where they are wrong, it takes longer.

use std::collections::BTreeMap;

use meshwork_spirv::Id;

use super::lds::GDS_BYTES;
use super::{Translator, writes_memory};
use crate::emit::{Bit, Product, Word};
use crate::instruction::{Fields, Instruction};
use crate::opcode::Encoding;
use crate::opcode::Opcode::{self, *};
use crate::operand::Place;
use crate::translate::LdsPlace;
use crate::translate::frame::binding;

/// Most invocations of a wave.
const SPARE_WORDS: u32 = 64;
/// Words of a line of caches: columns begin with one.
const LINE: u32 = 32;
/// Words of an item, at most.
const MOST_COLUMNS: u32 = 64;

/// How LDS lies in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Table {
    /// Words of an item.
    columns: u32,
    rows: u32,
}

impl Table {
    fn of(program: &[Instruction], lds_bytes: u32) -> Self {
        let mut strides: BTreeMap<u32, usize> = BTreeMap::new();
        for stride in program.iter().filter_map(stride) {
            *strides.entry(stride / 4).or_default() += 1;
        }
        let most = strides.into_iter().rev().max_by_key(|&(_, count)| count);
        let columns = most.map_or(1, |(columns, _)| columns);
        Self { columns, rows: lds_bytes.div_ceil(4).div_ceil(columns).next_multiple_of(LINE) }
    }

    fn words(self) -> u32 {
        self.columns * self.rows
    }
}

/// Bytes of an item, where an instruction multiplies by them.
fn stride(instruction: &Instruction) -> Option<u32> {
    let multiplies = |opcode: Opcode| {
        matches!(
            opcode,
            V_MUL_U32_U24 | V_MUL_LO_U32 | V_MUL_I32_I24 | V_MAD_U32_U24 | V_MAD_I32_I24 | V_MAD_U32_U16 | V_MUL_LO_U16
        )
    };
    let Fields::Vector(fields) = &instruction.fields else { return None };
    if !multiplies(instruction.opcode) {
        return None;
    }
    let constant = |place: Place| match place {
        Place::Literal(bytes) => Some(bytes),
        Place::Integer(bytes) => u32::try_from(bytes).ok(),
        _ => None,
    };
    let factors = fields.src[..2].iter().flatten().filter_map(|source| constant(source.operand.place));
    factors.filter(|bytes| bytes % 4 == 0 && (2..=MOST_COLUMNS).contains(&(bytes / 4))).max()
}

/// Words of a workgroup's slot for a program with so many bytes of LDS; 0 where it needs none, and where it writes guest memory, which is
/// `Coherent`: then LDS is workgroup memory.
pub fn lds_slot_words(program: &[Instruction], lds_bytes: u32) -> u32 {
    let accesses = |instruction: &Instruction| instruction.encoding == Encoding::DS;
    if writes_memory(program) || !program.iter().any(accesses) {
        return 0;
    }
    (Table::of(program, lds_bytes).words() + GDS_BYTES / 4 + SPARE_WORDS).next_multiple_of(LINE)
}

/// Values of the entry block.
#[derive(Clone, Copy)]
pub struct Slot {
    pub(super) buffer: Id,
    table: Table,
    /// The number of LDS' first word in the buffer.
    lds: Word,
    gds: Word,
    /// The invocation's own.
    spare: Word,
}

impl Translator<'_> {
    /// Finds the workgroup's slot where LDS lies in one.
    pub fn open_slot(&mut self) {
        let Some(lane) = self.lane.filter(|_| self.host.lds == LdsPlace::Buffer) else { return };
        let words = lds_slot_words(self.program, self.lds_bytes);
        if words == 0 {
            return;
        }
        let buffer = self.word_buffer("lds", binding::LDS);
        let table = Table::of(self.program, self.lds_bytes);
        let (group, size) = (self.group(), self.emit.word(words));
        let lds = self.emit.mul(group, size);
        let gds = self.emit.add_constant(lds, table.words());
        let spare = self.emit.add_constant(gds, GDS_BYTES / 4);
        let spare = self.emit.add(spare, lane);
        self.lds.slot = Some(Slot { buffer, table, lds, gds, spare });
    }

    /// Where the word of a byte lies in the table. Bytes that differ by a constant share what they have in common.
    pub(super) fn place_in_slot(&mut self, slot: Slot, byte: Word) -> Word {
        let Table { columns, rows } = slot.table;
        let place = |row: u32, column: u32| column * rows + row;
        let sum = self.emit.sum_of(byte);
        if let Some(Product { of, by }) = self.emit.product_of(sum.base)
            && by % (4 * columns) == 0
        {
            let word = sum.constant / 4;
            let item = 4 * columns;
            let row = match of {
                Some(of) if by == item => of,
                Some(of) => {
                    let items = self.emit.word(by / item);
                    self.emit.mul(of, items)
                }
                None => {
                    let item = self.emit.word(item);
                    self.emit.divide(sum.base, item)
                }
            };
            return self.emit.add_constant(row, place(word / columns, word % columns));
        }
        let word = self.emit.shift_right_constant(byte, 2);
        if columns == 1 {
            return word;
        }
        let (columns, rows) = (self.emit.word(columns), self.emit.word(rows));
        let row = self.emit.divide(word, columns);
        let before = self.emit.mul(row, columns);
        let column = self.emit.sub(word, before);
        let first = self.emit.mul(column, rows);
        self.emit.add(first, row)
    }

    /// A pointer to a word of LDS or GDS.
    pub(super) fn slot_word(&mut self, slot: Slot, gds: bool, at: Word) -> Id {
        let at = self.emit.add(if gds { slot.gds } else { slot.lds }, at);
        self.buffer_word(slot.buffer, at)
    }

    /// The same where `is_meant`; elsewhere one to a word that nobody reads.
    pub(super) fn slot_word_or_spare(&mut self, slot: Slot, gds: bool, at: Word, is_meant: Bit) -> Id {
        let at = self.emit.add(if gds { slot.gds } else { slot.lds }, at);
        let at = self.emit.select(is_meant, at, slot.spare);
        self.buffer_word(slot.buffer, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wave, decode_program};

    /// v_mul_u32_u24 v1, 36, v0, twice, v_mul_u32_u24 v1, 12, v0 and ds_write_b32 v1, v0.
    const CODE: [u32; 6] = [0x1602_00a4, 0x1602_00a4, 0x1602_008c, 0xd834_0000, 0x0000_0001, 0xbf81_0000];

    #[test]
    fn items_are_as_long_as_most_multiplications_say() {
        let program = |code: &[u32]| decode_program(code, Wave::W32).expect("valid instructions");
        let table = Table::of(&program(&CODE), 13_824);
        assert_eq!(table, Table { columns: 9, rows: 384 });
        assert_eq!(Table::of(&program(&CODE[3..]), 13_824), Table { columns: 1, rows: 3456 });
        assert_eq!(Table::of(&program(&CODE), 0).words(), 0);
    }

    #[test]
    fn programs_without_lds_need_no_slot() {
        let words = |code: &[u32]| lds_slot_words(&decode_program(code, Wave::W32).expect("valid instructions"), 100);
        assert_eq!(words(&CODE), 9 * 32 + 64 + 64);
        assert_eq!(words(&[CODE[0], CODE[5]]), 0);
        // global_store_dword v[0:1], v0, off
        assert_eq!(words(&[0xdc70_8000, 0x007d_0000, CODE[3], CODE[4], CODE[5]]), 0);
    }
}
