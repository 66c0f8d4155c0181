//! The one way to guest memory: a linear window of it in a storage buffer.
//!
//! An address has 48 bits; what stands above them is a sign that not everyone writes. A byte outside the window reads as 0 and is
//! not written. Where the window lies the launch table says.
//!
//! Several dwords are nearly always inside together. So that is asked once, and only the others are looked at one by one.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Decoration, LoopControl, Op, Scope, StorageClass};

use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::translate::frame::{Frame, binding};

/// Values of the entry block.
#[derive(Clone, Copy)]
pub struct Window {
    buffer: Id,
    base: Wide,
    bytes: Word,
}

/// A place in the window.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// 0 outside.
    pub byte: Word,
    pub is_inside: Bit,
}

impl Translator<'_> {
    /// Declares the window, whose place `base` and `bytes` tell.
    pub fn open_window(&mut self, base: Wide, bytes: Word) {
        let buffer = self.word_buffer("memory", binding::MEMORY);
        let how = if self.writes_memory { Decoration::Coherent } else { Decoration::NonWritable };
        self.emit.module.decorate(buffer, how, &[]);
        self.window = Some(Window { buffer, base, bytes });
    }

    /// Where `bytes` at an address lie.
    pub(super) fn spot(&mut self, address: Wide, bytes: u32) -> Spot {
        let (byte, is_inside) = self.offset(address, bytes);
        let zero = self.emit.word(0);
        Spot { byte: self.emit.select(is_inside, byte, zero), is_inside }
    }

    /// Bytes from the window's start to `bytes` at an address, and whether they are inside.
    fn offset(&mut self, address: Wide, bytes: u32) -> (Word, Bit) {
        let Some(window) = self.window else { return (self.emit.word(0), self.emit.bit(false)) };
        let (low, borrow) = self.emit.sub_borrow(address.low, window.base.low, None);
        let (high, _) = self.emit.sub_borrow(address.high, window.base.high, Some(borrow));
        let high = self.emit.and_constant(high, 0xffff);
        let is_near = self.emit.is_zero(high);
        let size = self.emit.word(bytes);
        let is_whole = self.emit.compare(Op::UGreaterThanEqual, window.bytes, size);
        let last = self.emit.sub(window.bytes, size);
        let fits = self.emit.compare(Op::ULessThanEqual, low, last);
        let fits = self.emit.both(fits, is_whole);
        (low, self.emit.both(is_near, fits))
    }

    fn window_word(&mut self, byte: Word) -> Option<Id> {
        let buffer = self.window?.buffer;
        let at = self.emit.shift_right_constant(byte, 2);
        Some(self.buffer_word(buffer, at))
    }

    /// The dword at an address, whose low two bits do not count.
    pub(super) fn load_dword(&mut self, address: Wide) -> Word {
        let aligned = Wide { low: self.emit.and_constant(address.low, !3), ..address };
        let spot = self.spot(aligned, 4);
        let zero = self.emit.word(0);
        let Some(from) = self.window_word(spot.byte) else { return zero };
        let ty = self.emit.types.word;
        let value = Word(self.emit.load(ty, from));
        self.emit.select(spot.is_inside, value, zero)
    }

    /// So many dwords from an address on, whose low two bits do not count. `each` loads them one by one, where they are not inside
    /// together or it is not `certain` that they are at that address.
    pub(super) fn load_dwords(
        &mut self,
        address: Wide,
        count: u32,
        certain: Bit,
        each: impl FnOnce(&mut Self) -> Vec<Word>,
    ) -> Vec<Word> {
        let Some(window) = self.window.filter(|_| self.lane.is_some()) else { return each(self) };
        let aligned = Wide { low: self.emit.and_constant(address.low, !3), ..address };
        let (_, is_inside) = self.offset(aligned, 4 * count);
        let is_direct = self.emit.both(certain, is_inside);
        let choice = self.emit.begin_choice(is_direct);
        // The window begins at a dword, and may cross a multiple of 2³².
        let [first, base] = [address.low, window.base.low].map(|low| self.emit.shift_right_constant(low, 2));
        let first = self.emit.sub(first, base);
        let first = self.emit.and_constant(first, u32::MAX >> 2);
        let ty = self.emit.types.word;
        let direct = (0..count).map(|n| {
            let at = self.emit.add_constant(first, n);
            let from = self.buffer_word(window.buffer, at);
            Word(self.emit.load(ty, from))
        });
        let direct: Vec<_> = direct.collect();
        let choice = self.emit.otherwise(choice);
        let others = each(self);
        self.emit.end_choice(choice, &direct, &others)
    }

    /// A word by a function of the module, made where it is first called: what is rarely needed stands there once. The window goes along.
    pub(super) fn apart(
        &mut self,
        name: &'static str,
        operands: &[Word],
        write: impl FnOnce(&mut Self, &[Word]) -> Word,
    ) -> Word {
        let Some(window) = self.window else { return self.emit.word(0) };
        if !self.emit.has_function(name) {
            let (outside, words) = self.emit.begin_function(name, operands.len() + 3);
            let (own, place) = words.split_at(operands.len());
            let base = Wide { low: place[0], high: place[1] };
            self.window = Some(Window { base, bytes: place[2], ..window });
            let result = write(self, own);
            self.window = Some(window);
            self.emit.end_function(outside, result);
        }
        let place = [window.base.low, window.base.high, window.bytes];
        let all: Vec<_> = operands.iter().copied().chain(place).collect();
        self.emit.call_function(name, &all)
    }

    /// One or two bytes at an address, zeros above them. Two may lie in two dwords.
    pub(super) fn load_narrow(&mut self, address: Wide, bytes: u32) -> Word {
        let spot = self.spot(address, bytes);
        let zero = self.emit.word(0);
        let Some(from) = self.window_word(spot.byte) else { return zero };
        let ty = self.emit.types.word;
        let low = Word(self.emit.load(ty, from));
        let within = self.emit.and_constant(spot.byte, 3);
        let by = self.emit.shift_left_constant(within, 3);
        let mut value = self.emit.shift_right(low, by);
        if bytes == 2 {
            // Only the last byte of a dword needs the next one; others read their own again.
            let last = self.emit.word(3);
            let crosses = self.emit.compare(Op::IEqual, within, last);
            let one = self.emit.word_of(crosses);
            let next = self.emit.add(spot.byte, one);
            if let Some(from) = self.window_word(next) {
                let high = Word(self.emit.load(ty, from));
                let high = self.emit.shift_left_constant(high, 8);
                let both = self.emit.or(value, high);
                value = self.emit.select(crosses, both, value);
            }
        }
        let mask = if bytes == 1 { 0xff } else { 0xffff };
        let value = self.emit.and_constant(value, mask);
        self.emit.select(spot.is_inside, value, zero)
    }

    /// Stores a dword, where `on`.
    pub(super) fn store_dword(&mut self, address: Wide, value: Word, on: Bit) {
        let aligned = Wide { low: self.emit.and_constant(address.low, !3), ..address };
        let spot = self.spot(aligned, 4);
        let stores = self.emit.both(on, spot.is_inside);
        let merge = self.emit.begin_if(stores);
        if let Some(to) = self.window_word(spot.byte) {
            self.emit.store(to, value.0);
        }
        self.emit.end_if(merge);
    }

    /// Stores one or two bytes, where `on`: by atomics, since others may store the dword's other bytes at the same time.
    pub(super) fn store_narrow(&mut self, address: Wide, value: Word, bytes: u32, on: Bit) {
        for byte in 0..bytes {
            let offset = self.emit.word(byte);
            let (low, carry) = self.emit.add_carry(address.low, offset, None);
            let carry = self.emit.word_of(carry);
            let high = self.emit.add(address.high, carry);
            let part = self.emit.shift_right_constant(value, 8 * byte);
            let part = self.emit.and_constant(part, 0xff);
            self.store_byte(Wide { low, high }, part, on);
        }
    }

    fn store_byte(&mut self, address: Wide, value: Word, on: Bit) {
        let spot = self.spot(address, 1);
        let stores = self.emit.both(on, spot.is_inside);
        let merge = self.emit.begin_if(stores);
        if let Some(to) = self.window_word(spot.byte) {
            self.replace_byte(to, spot.byte, value, Scope::Device);
        }
        self.emit.end_if(merge);
    }

    /// The byte at `byte`'s place in the word behind a pointer.
    pub(super) fn replace_byte(&mut self, to: Id, byte: Word, value: Word, scope: Scope) {
        let (rest, value) = self.byte_in_place(byte, value);
        self.atomic(Op::AtomicAnd, to, rest, scope);
        self.atomic(Op::AtomicOr, to, value, scope);
    }

    /// `word` with another byte, that of an address.
    pub(super) fn with_byte(&mut self, word: Word, byte: Word, value: Word) -> Word {
        let (rest, value) = self.byte_in_place(byte, value);
        let rest = self.emit.and(word, rest);
        self.emit.or(rest, value)
    }

    /// The bits of a word that are not those of a byte, and the byte's value in its place.
    fn byte_in_place(&mut self, byte: Word, value: Word) -> (Word, Word) {
        let within = self.emit.and_constant(byte, 3);
        let by = self.emit.shift_left_constant(within, 3);
        let mask = self.emit.word(0xff);
        let (mask, value) = (self.emit.shift_left(mask, by), self.emit.shift_left(value, by));
        (self.emit.not(mask), value)
    }

    /// A read-modify-write of a word; gives the value before it.
    pub(super) fn atomic(&mut self, op: Op, pointer: Id, value: Word, scope: Scope) -> Word {
        let (ty, scope, relaxed) = (self.emit.types.word, self.emit.word(scope as u32), self.emit.word(0));
        let operands = [pointer.into(), scope.0.into(), relaxed.0.into(), value.0.into()];
        Word(self.emit.value(op, ty, operands))
    }

    /// Stores `value` where `comparand` stands; gives the value before it.
    pub(super) fn compare_swap(&mut self, pointer: Id, value: Word, comparand: Word, scope: Scope) -> Word {
        let (ty, scope, relaxed) = (self.emit.types.word, self.emit.word(scope as u32), self.emit.word(0));
        let places = [pointer.into(), scope.0.into(), relaxed.0.into(), relaxed.0.into()];
        let operands: Vec<_> = places.into_iter().chain([value.0.into(), comparand.0.into()]).collect();
        Word(self.emit.value(Op::AtomicCompareExchange, ty, operands))
    }

    /// An atomic of guest memory, where `on`; 0 where it is off or outside. Which lane comes first is nobody's promise; where whole
    /// programs are compared it is the one with the lowest number, as in the interpreter.
    pub(super) fn window_atomic(&mut self, address: Wide, on: Bit, op: impl FnOnce(&mut Self, Id) -> Word) -> Word {
        let spot = self.spot(address, 4);
        let acts = self.emit.both(on, spot.is_inside);
        let (ty, zero) = (self.emit.types.word, self.emit.word(0));
        let result = self.emit.local(ty, zero.0);
        self.emit.store(result, zero.0);
        self.in_lanes_order(acts, |this, acts| this.atomic_into(result, spot, acts, op));
        Word(self.emit.load(ty, result))
    }

    /// Atomics that act where `acts`.
    pub fn in_lanes_order(&mut self, acts: Bit, atomic: impl FnOnce(&mut Self, Bit)) {
        match self.lane {
            Some(lane) if self.frame == Frame::Capture && !self.rolls => {
                self.for_numbers(self.wave.lanes(), LoopControl::NONE, |this, turn| {
                    let is_turn = this.emit.compare(Op::IEqual, lane, turn);
                    let acts = this.emit.both(acts, is_turn);
                    atomic(this, acts);
                    this.barrier();
                });
            }
            _ => atomic(self, acts),
        }
    }

    fn atomic_into(&mut self, result: Id, spot: Spot, acts: Bit, op: impl FnOnce(&mut Self, Id) -> Word) {
        let merge = self.emit.begin_if(acts);
        if let Some(to) = self.window_word(spot.byte) {
            let old = op(self, to);
            self.emit.store(result, old.0);
        }
        self.emit.end_if(merge);
    }

    /// A pointer to a word of a workgroup's array.
    pub(super) fn shared_word(&mut self, array: Id, at: Word) -> Id {
        let ty = self.emit.types.word;
        self.emit.chain(StorageClass::Workgroup, ty, array, &[at.0])
    }
}
