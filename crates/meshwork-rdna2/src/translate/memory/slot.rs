//! Memory of a workgroup in a buffer: LDS of lanes, for hosts whose mesh stage pays for each byte of workgroup memory, and scratch of a
//! whole wave, for those that have no room for it.
//!
//! Each workgroup of a draw has a slot of its own there, by its number, of [`slot_words`]: LDS, and behind it GDS; or scratch. Nobody else
//! reads it, and what it holds before and after does not matter. The buffer comes by its address: a driver would compare each access with
//! a descriptor's size.
//!
//! Programs keep items in LDS, one behind the other, a lane its own: a buffer's cache would need a line for each lane to give all lanes
//! the same dword. So LDS lies there column by column: first the first dword of all items, then the second of all. How long items are
//! the program's multiplications tell; where they are wrong, it takes longer.

use std::collections::BTreeMap;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{AddressingModel, Capability, Decoration, Op, StorageClass};

use super::flat::Scratch;
use super::lds::GDS_BYTES;
use super::{Translator, writes_memory};
use crate::emit::{Bit, Product, Wide, Word};
use crate::instruction::{Fields, Instruction};
use crate::opcode::Encoding;
use crate::opcode::Opcode::{self, *};
use crate::operand::Place;
use crate::registers::Wave;
use crate::translate::{LdsPlace, Mode, Options};

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
        // No array is empty: a program may have nothing but GDS.
        Self { columns, rows: lds_bytes.div_ceil(4).div_ceil(columns).max(1).next_multiple_of(LINE) }
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

/// Words of a workgroup's slot; 0 where it needs none, and where the program writes guest memory, which is `Coherent`: then LDS is
/// workgroup memory, and scratch the invocation's.
pub fn slot_words(program: &[Instruction], options: &Options) -> u32 {
    let has = |encoding: Encoding| program.iter().any(|instruction| instruction.encoding == encoding);
    let words = match options.mode {
        _ if writes_memory(program) => 0,
        Mode::Lane if options.host.lds == LdsPlace::Buffer && has(Encoding::DS) => {
            Table::of(program, options.lds_bytes).words() + GDS_BYTES / 4
        }
        Mode::Wave if options.host.lacks_room && has(Encoding::SCRATCH) => {
            options.waves * options.wave.lanes() * scratch_words(options.scratch_bytes, options.wave)
        }
        _ => 0,
    };
    words.next_multiple_of(LINE)
}

/// Words of one lane's scratch in one wave.
pub(super) fn scratch_words(bytes: u32, wave: Wave) -> u32 {
    bytes.div_ceil(4 * wave.lanes()).max(1)
}

/// LDS in a slot: values of the entry block.
#[derive(Clone, Copy)]
pub struct Slot {
    pub(super) pointer: Id,
    /// The same, to words as four bytes each, where the host has bytes.
    pub(super) bytes: Option<Id>,
    table: Table,
}

/// Where a word of LDS lies in a slot.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    column: Word,
    row: Word,
}

impl Translator<'_> {
    /// Finds the workgroup's slot, if it has one, by `address`, which gives that of the first workgroup's.
    pub fn open_slot(&mut self, address: impl FnOnce(&mut Self) -> Wide) {
        if self.slot_words == 0 {
            return;
        }
        let (first, group, size) = (address(self), self.group(), self.emit.word(4 * self.slot_words));
        let before = self.emit.mul_wide(group, size, false);
        let Wide { low, high } = self.emit.add_wide(first, before);
        let pair = self.emit.module.uvec_type(2);
        let address = self.emit.construct(pair, &[low.0, high.0]);
        if self.lane.is_some() {
            self.open_lds_slot(address);
        } else {
            self.open_scratch_slot(address);
        }
        let module = &mut self.emit.module;
        module.addressing_model = AddressingModel::PhysicalStorageBuffer64;
        module.add_capability(Capability::PhysicalStorageBufferAddresses);
    }

    fn open_scratch_slot(&mut self, address: Id) {
        let array = self.array_of(self.emit.types.word, self.slot_words, 4);
        let module = &mut self.emit.module;
        let slot = module.make_global(Op::TypeStruct, None, [array.into()]);
        module.decorate(slot, Decoration::Block, &[]);
        module.decorate_member(slot, 0, Decoration::Offset, &[0]);
        let pointer = module.pointer_type(StorageClass::PhysicalStorageBuffer, slot);
        self.scratch = Some(Scratch::Slot(self.emit.cast(pointer, address)));
    }

    fn open_lds_slot(&mut self, address: Id) {
        let table = Table::of(self.program, self.lds_bytes);
        let pointer = self.slot_pointer(table, self.emit.types.word, address);
        let bytes = self.host.bytes.then(|| {
            self.emit.module.add_capability(Capability::Int8);
            self.emit.module.add_capability(Capability::StorageBuffer8BitAccess);
            let byte = self.byte_type();
            let four = self.array_of(byte, 4, 1);
            self.slot_pointer(table, four, address)
        });
        self.lds.slot = Some(Slot { pointer, bytes, table });
    }

    /// Pointers to what lies in a slot, and to how many bytes at a time.
    pub fn slot_pointers(&self) -> Option<Vec<(Id, u32)>> {
        match (self.lds.slot, self.scratch) {
            (Some(slot), _) => {
                let bytes = slot.bytes.map(|bytes| (bytes, 1));
                Some([Some((slot.pointer, 4)), bytes].into_iter().flatten().collect())
            }
            (None, Some(Scratch::Slot(pointer))) => Some(vec![(pointer, 4)]),
            _ => None,
        }
    }

    fn byte_type(&mut self) -> Id {
        self.emit.module.get_or_make(Op::TypeInt, None, [8.into(), 0.into()])
    }

    fn slot_pointer(&mut self, table: Table, word: Id, address: Id) -> Id {
        let ty = self.slot_type(table, word);
        let ty = self.emit.module.pointer_type(StorageClass::PhysicalStorageBuffer, ty);
        self.emit.cast(ty, address)
    }

    /// Columns of words, and GDS.
    fn slot_type(&mut self, table: Table, word: Id) -> Id {
        let column = self.array_of(word, table.rows, 4);
        let columns = self.array_of(column, table.columns, 4 * table.rows);
        let gds = self.array_of(word, GDS_BYTES / 4, 4);
        let module = &mut self.emit.module;
        let slot = module.make_global(Op::TypeStruct, None, [columns.into(), gds.into()]);
        module.decorate(slot, Decoration::Block, &[]);
        module.decorate_member(slot, 0, Decoration::Offset, &[0]);
        module.decorate_member(slot, 1, Decoration::Offset, &[4 * table.words()]);
        slot
    }

    fn array_of(&mut self, ty: Id, count: u32, stride: u32) -> Id {
        let count = self.emit.word(count);
        let array = self.emit.module.make_global(Op::TypeArray, None, [ty.into(), count.0.into()]);
        self.emit.module.decorate(array, Decoration::ArrayStride, &[stride]);
        array
    }

    /// Where the word of a byte lies. Bytes that differ by a constant share what they have in common.
    pub(super) fn cell_of(&mut self, slot: Slot, byte: Word) -> Cell {
        let columns = slot.table.columns;
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
            let (column, row) = (self.emit.word(word % columns), self.emit.add_constant(row, word / columns));
            return Cell { column, row };
        }
        let word = self.emit.shift_right_constant(byte, 2);
        if columns == 1 {
            return Cell { column: self.emit.word(0), row: word };
        }
        let columns = self.emit.word(columns);
        let row = self.emit.divide(word, columns);
        let before = self.emit.mul(row, columns);
        Cell { column: self.emit.sub(word, before), row }
    }

    /// The cell, or the first one where it is not inside.
    pub(super) fn cell_or_first(&mut self, cell: Cell, is_inside: Bit) -> Cell {
        let zero = self.emit.word(0);
        let [column, row] = [cell.column, cell.row].map(|place| self.emit.select(is_inside, place, zero));
        Cell { column, row }
    }

    /// Up to two bytes of a cell that begin at `byte`'s place in it, zeros above them.
    pub(super) fn load_cell_bytes(&mut self, bytes: Id, cell: Cell, byte: Word, count: u32) -> Word {
        let mut value = self.emit.word(0);
        for n in 0..count {
            let from = self.cell_byte(bytes, cell, byte, n);
            let (ty, word) = (self.byte_type(), self.emit.types.word);
            let part = self.emit.load(ty, from);
            let part = Word(self.emit.value(Op::UConvert, word, [part.into()]));
            self.emit.note_most(part, 0xff);
            let part = self.emit.shift_left_constant(part, 8 * n);
            value = self.emit.or(value, part);
        }
        value
    }

    /// Stores the low bytes of a word.
    pub(super) fn store_cell_bytes(&mut self, bytes: Id, cell: Cell, byte: Word, count: u32, value: Word) {
        for n in 0..count {
            let to = self.cell_byte(bytes, cell, byte, n);
            let (ty, part) = (self.byte_type(), self.emit.shift_right_constant(value, 8 * n));
            let part = self.emit.value(Op::UConvert, ty, [part.0.into()]);
            self.emit.store(to, part);
        }
    }

    /// A pointer to the byte of a cell that is `n` behind that of an address.
    fn cell_byte(&mut self, bytes: Id, Cell { column, row }: Cell, byte: Word, n: u32) -> Id {
        let within = self.emit.and_constant(byte, 3);
        let within = self.emit.add_constant(within, n);
        let (ty, first) = (self.byte_type(), self.emit.word(0));
        let indices = [first.0, column.0, row.0, within.0];
        self.emit.chain(StorageClass::PhysicalStorageBuffer, ty, bytes, &indices)
    }

    /// A pointer to a cell.
    pub(super) fn cell(&mut self, slot: Slot, Cell { column, row }: Cell) -> Id {
        let (ty, first) = (self.emit.types.word, self.emit.word(0));
        self.emit.chain(StorageClass::PhysicalStorageBuffer, ty, slot.pointer, &[first.0, column.0, row.0])
    }

    /// A pointer to a word of GDS.
    pub(super) fn gds_cell(&mut self, slot: Slot, at: Word) -> Id {
        let (ty, second) = (self.emit.types.word, self.emit.word(1));
        self.emit.chain(StorageClass::PhysicalStorageBuffer, ty, slot.pointer, &[second.0, at.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode_program;
    use crate::translate::{Bindings, Frame, Host};

    fn options(host: Host) -> Options {
        Options {
            wave: Wave::W32,
            waves: 1,
            mode: Mode::Lane,
            frame: Frame::Capture,
            host,
            lds_bytes: 100,
            scratch_bytes: 32 * 20,
            bindings: Bindings::default(),
            numbers_vertices: false,
        }
    }

    /// v_mul_u32_u24 v1, 36, v0, twice, v_mul_u32_u24 v1, 12, v0 and ds_write_b32 v1, v0.
    const CODE: [u32; 6] = [0x1602_00a4, 0x1602_00a4, 0x1602_008c, 0xd834_0000, 0x0000_0001, 0xbf81_0000];

    #[test]
    fn items_are_as_long_as_most_multiplications_say() {
        let program = |code: &[u32]| decode_program(code, Wave::W32).expect("valid instructions");
        let table = Table::of(&program(&CODE), 13_824);
        assert_eq!(table, Table { columns: 9, rows: 384 });
        assert_eq!(Table::of(&program(&CODE[3..]), 13_824), Table { columns: 1, rows: 3456 });
        assert_eq!(Table::of(&program(&CODE), 0).rows, 32);
    }

    #[test]
    fn programs_without_lds_need_no_slot() {
        let options = options(Host { lds: LdsPlace::Buffer, ..Host::default() });
        let words = |code: &[u32]| slot_words(&decode_program(code, Wave::W32).expect("valid instructions"), &options);
        assert_eq!(words(&CODE), 9 * 32 + 64);
        assert_eq!(words(&[CODE[0], CODE[5]]), 0);
        // global_store_dword v[0:1], v0, off
        assert_eq!(words(&[0xdc70_8000, 0x007d_0000, CODE[3], CODE[4], CODE[5]]), 0);
    }

    #[test]
    fn scratch_of_a_whole_wave_has_a_slot_where_there_is_no_room_for_it() {
        // scratch_store_dword off, v0, s0
        let program = decode_program(&[0xdc70_4000, 0x0000_0000, CODE[5]], Wave::W32).expect("valid instructions");
        let whole = |lacks_room| Options { mode: Mode::Wave, ..options(Host { lacks_room, ..Host::default() }) };
        assert_eq!(slot_words(&program, &whole(true)), 32 * 5);
        assert_eq!(slot_words(&program, &whole(false)), 0);
        assert_eq!(slot_words(&program, &Options { mode: Mode::Lane, ..whole(true) }), 0);
        assert_eq!(slot_words(&program, &Options { waves: 2, ..whole(true) }), 2 * 32 * 5);
    }
}
