//! DS: the workgroup's shared memory (RDNA2 ISA, chapter 10 and 12.15). Permutes of lanes touch none of it: [`super::permute`].
//!
//! On the hardware a wave's accesses happen in the program's order, those of all lanes at once. Here a barrier stands between
//! accesses of which one writes. Where lanes write the same bytes in one instruction, which one's stay is nobody's promise; of lanes that write
//! one byte it may be some bits of each. What lies outside the allocation reads as 0 and is not written.
//!
//! GDS lies beside it, a workgroup's own as in the interpreter: programs only count for queries there and read nothing of other
//! workgroups back.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Op, Scope};

use super::slot::{Cell, Slot};
use super::{Translator, Width, next};
use crate::emit::{Bit, Sum, Word};
use crate::error::Error;
use crate::instruction::{Instruction, Lds as Access, LdsOffset};
use crate::opcode::Opcode::{self, *};
use crate::operand::Operand;
use crate::translate::Scalar;

/// Bytes of GDS: more than drivers' query counters take.
pub(super) const GDS_BYTES: u32 = 256;

/// The arrays, and what was done to them since the last barrier.
#[derive(Default)]
pub struct Lds {
    array: Option<Id>,
    gds: Option<Id>,
    /// Where both are in a buffer.
    pub(super) slot: Option<Slot>,
    order: LdsOrder,
}

/// A word of LDS or GDS.
#[derive(Clone, Copy)]
struct LdsWord {
    place: WordPlace,
    is_inside: Bit,
}

#[derive(Clone, Copy)]
enum WordPlace {
    /// Of a workgroup array.
    Array(Id, Word),
    Slot(Slot, Cell),
    /// Of a slot's GDS.
    SlotGds(Slot, Word),
}

/// Bytes that an access may touch.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reach {
    /// From the first byte on that some lane may touch to the one behind the last.
    bytes: (u32, u32),
    item: Option<Item>,
}

/// Bytes of an item that is the lane's own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Item {
    /// Where the lane's items begin.
    base: Word,
    stride: u32,
    /// From there on.
    bytes: (u32, u32),
}

impl Reach {
    const ALL: Self = Self { bytes: (0, u32::MAX), item: None };

    /// Whether a lane may touch what another lane does.
    fn meets(&self, other: &Self) -> bool {
        let are_apart = |a: (u32, u32), b: (u32, u32)| a.1 <= b.0 || b.1 <= a.0;
        if are_apart(self.bytes, other.bytes) {
            return false;
        }
        match (self.item, other.item) {
            (Some(a), Some(b)) if a.base == b.base => a.bytes.1.max(b.bytes.1) - a.bytes.0.min(b.bytes.0) > a.stride,
            _ => true,
        }
    }
}

/// What was touched since the last barrier.
struct LdsOrder {
    reads: Vec<Reach>,
    writes: Vec<Reach>,
}

/// Anything, as where a block begins.
impl Default for LdsOrder {
    fn default() -> Self {
        Self { reads: vec![Reach::ALL], writes: vec![Reach::ALL] }
    }
}

impl LdsOrder {
    /// Whether a barrier has to stand before an access, since lanes may meet of which one writes. Notes the access.
    fn asks_before(&mut self, writes: bool, reaches: Vec<Reach>) -> bool {
        let meets = |before: &[Reach]| before.iter().any(|one| reaches.iter().any(|other| one.meets(other)));
        let asks = meets(&self.writes) || writes && meets(&self.reads);
        if asks {
            *self = Self { reads: Vec::new(), writes: Vec::new() };
        }
        if writes { &mut self.writes } else { &mut self.reads }.extend(reaches);
        asks
    }
}

/// How an opcode reads or writes: an element, and the unit of two offsets.
#[derive(Clone, Copy)]
struct Elements {
    writes: bool,
    width: Width,
    unit: u32,
}

fn elements(opcode: Opcode) -> Option<Elements> {
    let element = |writes, bytes, unit| Some(Elements { writes, width: Width::narrow(bytes, false, None), unit });
    let part =
        |writes, bytes, signed, half| Some(Elements { writes, width: Width::narrow(bytes, signed, half), unit: 0 });
    match opcode {
        DS_READ_B32 => element(false, 4, 0),
        DS_READ_B64 => element(false, 8, 0),
        DS_READ_B96 => element(false, 12, 0),
        DS_READ_B128 => element(false, 16, 0),
        DS_READ2_B32 => element(false, 4, 4),
        DS_READ2_B64 => element(false, 8, 8),
        DS_READ2ST64_B32 => element(false, 4, 256),
        DS_READ2ST64_B64 => element(false, 8, 512),
        DS_READ_U8 => element(false, 1, 0),
        DS_READ_U16 => element(false, 2, 0),
        DS_READ_I8 => part(false, 1, true, None),
        DS_READ_I16 => part(false, 2, true, None),
        DS_READ_U8_D16 => part(false, 1, false, Some(false)),
        DS_READ_U8_D16_HI => part(false, 1, false, Some(true)),
        DS_READ_I8_D16 => part(false, 1, true, Some(false)),
        DS_READ_I8_D16_HI => part(false, 1, true, Some(true)),
        DS_READ_U16_D16 => part(false, 2, false, Some(false)),
        DS_READ_U16_D16_HI => part(false, 2, false, Some(true)),
        DS_WRITE_B8 => element(true, 1, 0),
        DS_WRITE_B16 => element(true, 2, 0),
        DS_WRITE_B8_D16_HI => part(true, 1, false, Some(true)),
        DS_WRITE_B16_D16_HI => part(true, 2, false, Some(true)),
        DS_WRITE_B32 => element(true, 4, 0),
        DS_WRITE_B64 => element(true, 8, 0),
        DS_WRITE_B96 => element(true, 12, 0),
        DS_WRITE_B128 => element(true, 16, 0),
        DS_WRITE2_B32 => element(true, 4, 4),
        DS_WRITE2_B64 => element(true, 8, 8),
        DS_WRITE2ST64_B32 => element(true, 4, 256),
        DS_WRITE2ST64_B64 => element(true, 8, 512),
        _ => None,
    }
}

fn atomic(opcode: Opcode) -> Option<Op> {
    Some(match opcode {
        DS_ADD_U32 | DS_ADD_RTN_U32 => Op::AtomicIAdd,
        DS_SUB_U32 | DS_SUB_RTN_U32 => Op::AtomicISub,
        DS_MIN_I32 | DS_MIN_RTN_I32 => Op::AtomicSMin,
        DS_MAX_I32 | DS_MAX_RTN_I32 => Op::AtomicSMax,
        DS_MIN_U32 | DS_MIN_RTN_U32 => Op::AtomicUMin,
        DS_MAX_U32 | DS_MAX_RTN_U32 => Op::AtomicUMax,
        DS_AND_B32 | DS_AND_RTN_B32 => Op::AtomicAnd,
        DS_OR_B32 | DS_OR_RTN_B32 => Op::AtomicOr,
        DS_XOR_B32 | DS_XOR_RTN_B32 => Op::AtomicXor,
        DS_WRXCHG_RTN_B32 => Op::AtomicExchange,
        _ => return None,
    })
}

impl Translator<'_> {
    pub fn lds(&mut self, at: &Instruction, access: &Access) -> Result<(), Error> {
        if matches!(at.opcode, DS_PERMUTE_B32 | DS_BPERMUTE_B32 | DS_SWIZZLE_B32) {
            return self.permute(at, access);
        }
        if let Some(op) = atomic(at.opcode) {
            return self.lds_atomic(at, access, op);
        }
        match elements(at.opcode) {
            Some(elements) if elements.writes => self.write_lds(at, access, elements),
            Some(elements) => self.read_lds(at, access, elements),
            None => Err(self.unsupported(at)),
        }
    }

    /// A workgroup array.
    fn lds_array(&mut self, gds: bool) -> Id {
        let made = if gds { self.lds.gds } else { self.lds.array };
        if let Some(array) = made {
            return array;
        }
        let words = self.shared_bytes(gds).div_ceil(4).max(1);
        let (word, count) = (self.emit.types.word, self.emit.word(words));
        let ty = self.emit.module.make_global(Op::TypeArray, None, [word.into(), count.0.into()]);
        let array = self.emit.shared(ty);
        let place = if gds { &mut self.lds.gds } else { &mut self.lds.array };
        *place.insert(array)
    }

    fn shared_bytes(&self, gds: bool) -> u32 {
        if gds { GDS_BYTES } else { self.lds_bytes }
    }

    /// The program's order between accesses.
    fn order(&mut self, writes: bool, reaches: Vec<Reach>) {
        if self.lane.is_some() && self.lds.order.asks_before(writes, reaches) {
            self.barrier();
        }
    }

    /// What an instruction's lanes and parts touch. Words are read and written, whatever is meant of them.
    fn reaches(&self, gds: bool, starts: &[Word], offsets: &[u32], width: Width) -> Vec<Reach> {
        if gds {
            return vec![Reach::ALL];
        }
        let words = |first: u32, last: u32| (first & !3, (last | 3).saturating_add(1));
        let reach = |start: Word, offset: u32| {
            let behind = offset.saturating_add(width.bytes.min(4) - 1);
            let Sum { base, constant } = self.emit.sum_of(start);
            let (Some(first), Some(last)) = (constant.checked_add(offset), self.emit.most(start).checked_add(behind))
            else {
                return Reach::ALL;
            };
            // What lies outside is taken for the first word.
            if last >= self.lds_bytes {
                return Reach::ALL;
            }
            let begins_word = self.emit.is_multiple_of_four(base);
            let item = self.emit.stride_of(base).filter(|stride| begins_word && stride.is_multiple_of(4));
            let item = item.map(|stride| Item { base, stride, bytes: words(first, constant.saturating_add(behind)) });
            Reach { bytes: words(first, last), item }
        };
        starts.iter().flat_map(|&start| offsets.iter().map(move |&offset| reach(start, offset))).collect()
    }

    /// Gives `copy` each word of LDS, by its number and a pointer to it; the invocations share them out.
    pub fn for_lds_words(&mut self, copy: impl Fn(&mut Self, Word, Id)) {
        let words = self.lds_bytes / 4;
        if words == 0 {
            return;
        }
        let count = self.emit.word(words);
        self.order(true, vec![Reach::ALL]);
        for first in (0..words).step_by(self.invocations() as usize) {
            let lane = self.lane_number(0);
            let number = self.emit.add_constant(lane, first);
            let is_there = self.emit.compare(Op::ULessThan, number, count);
            let merge = self.emit.begin_if(is_there);
            let byte = self.emit.shift_left_constant(number, 2);
            let word = self.lds_word(false, byte, 4);
            let word = self.lds_pointer(word);
            copy(self, number, word);
            self.emit.end_if(merge);
        }
    }

    pub fn forget_lds_order(&mut self) {
        self.lds.order = LdsOrder::default();
    }

    /// S_BARRIER: waves of the workgroup. One wave has nothing to wait for.
    pub fn guest_barrier(&mut self) {
        self.order(true, vec![Reach::ALL]);
    }

    /// The word at a byte, and whether all `bytes` of it are inside.
    fn lds_word(&mut self, gds: bool, byte: Word, bytes: u32) -> LdsWord {
        let Some(slot) = self.lds.slot else {
            let array = self.lds_array(gds);
            let is_inside = self.is_inside(gds, byte, bytes);
            return LdsWord { place: WordPlace::Array(array, self.emit.shift_right_constant(byte, 2)), is_inside };
        };
        let is_inside = self.is_inside(gds, byte, bytes);
        let place = match gds {
            true => WordPlace::SlotGds(slot, self.emit.shift_right_constant(byte, 2)),
            false => WordPlace::Slot(slot, self.cell_of(slot, byte)),
        };
        LdsWord { place, is_inside }
    }

    fn is_inside(&mut self, gds: bool, byte: Word, bytes: u32) -> Bit {
        let size = self.shared_bytes(gds);
        let end = self.emit.word(size.saturating_sub(bytes - 1));
        let is_inside = self.emit.compare(Op::ULessThan, byte, end);
        if size == 0 { self.emit.bit(false) } else { is_inside }
    }

    /// A pointer to a word, to the first one where it is not inside.
    fn lds_pointer(&mut self, LdsWord { place, is_inside }: LdsWord) -> Id {
        let zero = self.emit.word(0);
        match place {
            WordPlace::Array(array, at) => {
                let at = self.emit.select(is_inside, at, zero);
                self.shared_word(array, at)
            }
            WordPlace::Slot(slot, cell) => {
                let cell = self.cell_or_first(cell, is_inside);
                self.cell(slot, cell)
            }
            WordPlace::SlotGds(slot, at) => {
                let at = self.emit.select(is_inside, at, zero);
                self.gds_cell(slot, at)
            }
        }
    }

    /// In GDS from where the upper half of M0 says.
    pub(super) fn lds_address(&mut self, at: &Instruction, access: &Access, n: usize) -> Result<Word, Error> {
        let register = access.addr.ok_or_else(|| self.unsupported(at))?;
        let byte = self.vector(register, n);
        if !access.gds {
            return Ok(byte);
        }
        let m0 = self.scalar(Scalar::M0);
        let base = self.emit.shift_right_constant(m0, 16);
        Ok(self.emit.add(byte, base))
    }

    pub(super) fn offsets(access: &Access, unit: u32) -> Vec<u32> {
        match access.offset {
            LdsOffset::One(offset) => vec![offset.into()],
            LdsOffset::Two(first, second) => vec![u32::from(first) * unit, u32::from(second) * unit],
        }
    }

    fn read_lds(&mut self, at: &Instruction, access: &Access, elements: Elements) -> Result<(), Error> {
        let dst = access.dst.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let parts = Self::parts(access, elements);
        let starts = self.lds_addresses(at, access)?;
        let offsets: Vec<_> = parts.iter().map(|&(_, _, offset)| offset).collect();
        self.order(false, self.reaches(access.gds, &starts, &offsets, elements.width));
        let mut results = Vec::new();
        for (n, start) in starts.into_iter().enumerate() {
            for (place, &(_, _, offset)) in (0..).zip(&parts) {
                let byte = self.emit.add_constant(start, offset);
                let value = self.read_lds_part(access.gds, byte, elements.width.bytes.min(4));
                results.push((n, place, value));
            }
        }
        for (n, place, value) in results {
            let register = next(dst, place);
            let value = self.merge_loaded(elements.width, register, n, value);
            self.set_vector(register, n, value);
        }
        Ok(())
    }

    /// Dwords, or less, of an access: which data, which register of them, and how many bytes behind the address.
    fn parts(access: &Access, elements: Elements) -> Vec<(usize, u8, u32)> {
        let offsets = Self::offsets(access, elements.unit).into_iter().enumerate();
        let registers = elements.width.registers();
        let parts = offsets
            .flat_map(|(data, offset)| (0..registers).map(move |dword| (data, dword, offset + 4 * u32::from(dword))));
        parts.collect()
    }

    fn lds_addresses(&mut self, at: &Instruction, access: &Access) -> Result<Vec<Word>, Error> {
        (0..self.lanes()).map(|n| self.lds_address(at, access, n)).collect()
    }

    /// Up to four bytes, zeros above them.
    fn read_lds_part(&mut self, gds: bool, byte: Word, bytes: u32) -> Word {
        let from = self.lds_word(gds, byte, bytes);
        let is_inside = from.is_inside;
        let zero = self.emit.word(0);
        if let WordPlace::Slot(Slot { bytes: Some(pointer), .. }, cell) = from.place
            && bytes < 4
        {
            let first = self.first_byte(byte, bytes);
            let cell = self.cell_or_first(cell, is_inside);
            let value = self.load_cell_bytes(pointer, cell, first, bytes);
            return self.emit.select(is_inside, value, zero);
        }
        let from = self.lds_pointer(from);
        let ty = self.emit.types.word;
        let mut value = Word(self.emit.load(ty, from));
        if bytes < 4 {
            // Shorts lie at even bytes.
            let within = self.emit.and_constant(byte, if bytes == 2 { 2 } else { 3 });
            let by = self.emit.shift_left_constant(within, 3);
            let moved = self.emit.shift_right(value, by);
            value = self.emit.and_constant(moved, u32::MAX >> (32 - 8 * bytes));
        }
        self.emit.select(is_inside, value, zero)
    }

    /// Shorts lie at even bytes.
    fn first_byte(&mut self, byte: Word, bytes: u32) -> Word {
        if bytes == 2 { self.emit.and_constant(byte, !1) } else { byte }
    }

    fn write_lds(&mut self, at: &Instruction, access: &Access, elements: Elements) -> Result<(), Error> {
        let active = self.mask(Scalar::EXEC);
        let mut parts = Vec::new();
        for (place, dword, offset) in Self::parts(access, elements) {
            let data = access.data[place].and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
            parts.push((next(data, dword), offset));
        }
        let starts = self.lds_addresses(at, access)?;
        let offsets: Vec<_> = parts.iter().map(|&(_, offset)| offset).collect();
        self.order(true, self.reaches(access.gds, &starts, &offsets, elements.width));
        for (n, (start, on)) in starts.into_iter().zip(active).enumerate() {
            for &(register, offset) in &parts {
                let byte = self.emit.add_constant(start, offset);
                let value = self.vector(register, n);
                let value = self.stored_part(elements.width, value);
                self.write_lds_part(access.gds, byte, value, elements.width.bytes.min(4), on);
            }
        }
        Ok(())
    }

    fn write_lds_part(&mut self, gds: bool, byte: Word, value: Word, bytes: u32, on: Bit) {
        let word = self.lds_word(gds, byte, bytes);
        if let WordPlace::Slot(slot, cell) = word.place {
            let writes = self.emit.both(on, word.is_inside);
            let merge = self.emit.begin_if(writes);
            match slot.bytes.filter(|_| bytes < 4) {
                Some(pointer) => {
                    let first = self.first_byte(byte, bytes);
                    self.store_cell_bytes(pointer, cell, first, bytes, value);
                }
                None => {
                    let to = self.cell(slot, cell);
                    self.store_lds_part(to, byte, value, bytes);
                }
            }
            return self.emit.end_if(merge);
        }
        let to = self.lds_pointer(word);
        let writes = self.emit.both(on, word.is_inside);
        let merge = self.emit.begin_if(writes);
        self.store_lds_part(to, byte, value, bytes);
        self.emit.end_if(merge);
    }

    /// Fewer than four bytes merge by atomics where other lanes may write the word's other bytes.
    fn store_lds_part(&mut self, to: Id, byte: Word, value: Word, bytes: u32) {
        if bytes == 4 {
            return self.emit.store(to, value.0);
        }
        let is_alone = self.lane.is_some() && self.emit.stride_of(byte).is_some_and(|stride| stride >= 4);
        let byte = self.first_byte(byte, bytes);
        let ty = self.emit.types.word;
        let mut word = is_alone.then(|| Word(self.emit.load(ty, to)));
        for n in 0..bytes {
            let moved = self.emit.shift_right_constant(value, 8 * n);
            let (part, place) = (self.emit.and_constant(moved, 0xff), self.emit.add_constant(byte, n));
            match &mut word {
                Some(word) => *word = self.with_byte(*word, place, part),
                None => self.replace_byte(to, place, part, Scope::Workgroup),
            }
        }
        if let Some(word) = word {
            self.emit.store(to, word.0);
        }
    }

    fn lds_atomic(&mut self, at: &Instruction, access: &Access, op: Op) -> Result<(), Error> {
        self.order(true, vec![Reach::ALL]);
        let data = access.data[0].and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let offset = Self::offsets(access, 4)[0];
        let active = self.mask(Scalar::EXEC);
        let mut results = Vec::new();
        for (n, on) in active.into_iter().enumerate() {
            let start = self.lds_address(at, access, n)?;
            let byte = self.emit.add_constant(start, offset);
            let word = self.lds_word(access.gds, byte, 4);
            let to = self.lds_pointer(word);
            let acts = self.emit.both(on, word.is_inside);
            let value = self.vector(data, n);
            let (ty, zero) = (self.emit.types.word, self.emit.word(0));
            let result = self.emit.local(ty, zero.0);
            self.emit.store(result, zero.0);
            let merge = self.emit.begin_if(acts);
            let old = self.atomic(op, to, value, Scope::Workgroup);
            self.emit.store(result, old.0);
            self.emit.end_if(merge);
            results.push(Word(self.emit.load(ty, result)));
        }
        if let Some(dst) = access.dst.and_then(Operand::vgpr) {
            results.into_iter().enumerate().for_each(|(n, old)| self.set_vector(dst, n, old));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use meshwork_spirv::Id;

    use super::*;

    fn reach(first: u32, last: u32, base: u32) -> Reach {
        let item = Item { base: Word(Id(base)), stride: 36, bytes: (first, first + 4) };
        Reach { bytes: (first, last), item: Some(item) }
    }

    #[test]
    fn lanes_meet_where_bytes_do_unless_items_are_their_own() {
        let (one, next, other) = (reach(0, 1120, 1), reach(32, 1152, 1), reach(0, 1120, 2));
        assert!(!one.meets(&next), "of one item");
        assert!(one.meets(&reach(36, 1156, 1)), "of the next lane's item");
        assert!(one.meets(&other) && one.meets(&Reach::ALL) && !one.meets(&reach(1120, 2240, 2)));
    }

    #[test]
    fn a_barrier_stands_between_accesses_that_meet() {
        let mut order = LdsOrder::default();
        assert!(order.asks_before(true, vec![reach(0, 1120, 1)]), "the block's first");
        assert!(!order.asks_before(true, vec![reach(4, 1124, 1)]));
        assert!(!order.asks_before(false, vec![reach(4608, 4612, 2)]));
        assert!(order.asks_before(false, vec![reach(0, 1120, 2)]), "of another lane's item");
        assert!(!order.asks_before(false, vec![Reach::ALL]), "both read");
        assert!(order.asks_before(true, vec![reach(0, 1120, 1)]));
    }
}
