//! FLAT, GLOBAL and SCRATCH (RDNA2 ISA, chapter 9 and 12.18).
//!
//! A flat address is a global one: the program cannot ask for the apertures of LDS and scratch. Scratch is an array of each lane's
//! own words.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{LoopControl, Op, StorageClass};

use super::buffer::atomic_op;
use super::slot::scratch_words;
use super::{Translator, Width, next};
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Flat, Instruction};
use crate::opcode::Encoding;
use crate::operand::Operand;
use crate::translate::Scalar;

/// Scratch of this invocation's lanes.
#[derive(Clone, Copy)]
pub enum Scratch {
    /// An array of the function.
    Local(Id),
    /// A pointer to a slot.
    Slot(Id),
}

impl Translator<'_> {
    pub fn flat(&mut self, at: &Instruction, access: &Flat) -> Result<(), Error> {
        let (_, operation) = at.opcode.name().split_once('_').unwrap_or_default();
        let is_scratch = at.encoding == Encoding::SCRATCH;
        if access.lds {
            return Err(self.unsupported(at));
        }
        if !is_scratch {
            self.order_memory(at);
        }
        if let Some(width) = operation.strip_prefix("LOAD_").and_then(Width::load) {
            return if is_scratch { self.load_scratch(at, access, width) } else { self.load_flat(at, access, width) };
        }
        if let Some(width) = operation.strip_prefix("STORE_").and_then(Width::store) {
            return if is_scratch { self.store_scratch(at, access, width) } else { self.store_flat(at, access, width) };
        }
        match operation.strip_prefix("ATOMIC_").and_then(atomic_op) {
            Some(op) if !is_scratch => self.flat_atomic(at, access, op),
            _ => Err(self.unsupported(at)),
        }
    }

    fn flat_address(&mut self, at: &Instruction, access: &Flat, n: usize) -> Result<Wide, Error> {
        let zero = self.emit.word(0);
        let mut address = Wide { low: zero, high: zero };
        if let Some(operand) = access.saddr {
            address = self.scalar_wide(at, operand)?;
        }
        if let Some(operand) = access.vaddr {
            let low = self.lane_dword(at, operand, 0, n)?;
            let high = if operand.dwords == 2 { self.lane_dword(at, operand, 1, n)? } else { zero };
            address = self.emit.add_wide(address, Wide { low, high });
        }
        let offset = i64::from(access.offset);
        let offset = Wide { low: self.emit.word(offset as u32), high: self.emit.word((offset >> 32) as u32) };
        Ok(self.emit.add_wide(address, offset))
    }

    fn address_plus(&mut self, address: Wide, bytes: u32) -> Wide {
        let bytes = Wide { low: self.emit.word(bytes), high: self.emit.word(0) };
        self.emit.add_wide(address, bytes)
    }

    fn load_flat(&mut self, at: &Instruction, access: &Flat, width: Width) -> Result<(), Error> {
        let dst = access.vdst.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let mut results = Vec::new();
        for n in 0..self.lanes() {
            let address = self.flat_address(at, access, n)?;
            for dword in 0..width.registers() {
                let address = self.address_plus(address, 4 * u32::from(dword));
                let value = match width.bytes {
                    bytes @ (1 | 2) => self.load_narrow(address, bytes),
                    _ => self.load_dword(address),
                };
                results.push((n, dword, value));
            }
        }
        for (n, dword, value) in results {
            let register = next(dst, dword);
            let value = self.merge_loaded(width, register, n, value);
            self.set_vector(register, n, value);
        }
        Ok(())
    }

    fn store_flat(&mut self, at: &Instruction, access: &Flat, width: Width) -> Result<(), Error> {
        let data = access.vdata.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let active = self.mask(Scalar::EXEC);
        for (n, on) in active.into_iter().enumerate() {
            let address = self.flat_address(at, access, n)?;
            for dword in 0..width.registers() {
                let address = self.address_plus(address, 4 * u32::from(dword));
                let value = self.vector(next(data, dword), n);
                let value = self.stored_part(width, value);
                match width.bytes {
                    bytes @ (1 | 2) => self.store_narrow(address, value, bytes, on),
                    _ => self.store_dword(address, value, on),
                }
            }
        }
        Ok(())
    }

    fn flat_atomic(&mut self, at: &Instruction, access: &Flat, op: Op) -> Result<(), Error> {
        let data = access.vdata.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let active = self.mask(Scalar::EXEC);
        let mut results = Vec::new();
        for (n, on) in active.into_iter().enumerate() {
            let (address, value) = (self.flat_address(at, access, n)?, self.vector(data, n));
            let comparand = self.comparand(op, data, n);
            results.push(self.window_atomic(address, on, |this, to| this.memory_atomic(op, to, value, comparand)));
        }
        if let Some(dst) = access.vdst.and_then(Operand::vgpr) {
            results.into_iter().enumerate().for_each(|(n, old)| self.set_vector(dst, n, old));
        }
        Ok(())
    }

    /// The own lanes' words, all of one behind those of another. They are zeros at first: an initializer's, but in a whole wave, which has so
    /// many that compilers make a store of each.
    pub fn open_scratch(&mut self) {
        if self.program.iter().all(|instruction| instruction.encoding != Encoding::SCRATCH) {
            return;
        }
        let count = self.own_lanes() * self.waves * scratch_words(self.scratch_bytes, self.wave);
        let (word, length, zero) = (self.emit.types.word, self.emit.word(count), self.emit.word(0));
        let array = self.emit.module.make_global(Op::TypeArray, None, [word.into(), length.0.into()]);
        if self.lane.is_some() {
            let zeros = self.emit.module.null(array);
            self.scratch = Some(Scratch::Local(self.emit.local(array, zeros)));
            return;
        }
        let scratch = self.scratch.unwrap_or_else(|| Scratch::Local(self.emit.local_without_value(array)));
        self.scratch = Some(scratch);
        self.for_numbers(count, LoopControl::DONT_UNROLL, |this, number| {
            let to = this.scratch_at(scratch, number);
            this.emit.store(to, zero.0);
        });
    }

    fn scratch_at(&mut self, scratch: Scratch, number: Word) -> Id {
        let (word, zero) = (self.emit.types.word, self.emit.word(0));
        match scratch {
            Scratch::Local(array) => self.emit.chain(StorageClass::Function, word, array, &[number.0]),
            Scratch::Slot(slot) => {
                self.emit.chain(StorageClass::PhysicalStorageBuffer, word, slot, &[zero.0, number.0])
            }
        }
    }

    /// A word of a lane's scratch, by its number among the own lanes, and whether it is there.
    fn scratch_word(&mut self, scratch: Scratch, offset: Word, lane: Word) -> (Id, Bit) {
        let words = scratch_words(self.scratch_bytes, self.wave);
        let (at, count) = (self.emit.shift_right_constant(offset, 2), self.emit.word(words));
        let is_inside = self.emit.compare(Op::ULessThan, at, count);
        let zero = self.emit.word(0);
        let at = self.emit.select(is_inside, at, zero);
        let (wave, waves) = (self.current_wave(), self.emit.word(self.waves));
        let before = self.emit.mul(lane, waves);
        let before = self.emit.add(before, wave);
        let first = self.emit.mul(before, count);
        let at = self.emit.add(first, at);
        (self.scratch_at(scratch, at), is_inside)
    }

    /// 0 where it is not there.
    fn load_scratch_word(&mut self, scratch: Scratch, offset: Word, lane: Word) -> Word {
        let (from, is_inside) = self.scratch_word(scratch, offset, lane);
        let (ty, zero) = (self.emit.types.word, self.emit.word(0));
        let value = Word(self.emit.load(ty, from));
        self.emit.select(is_inside, value, zero)
    }

    fn scratch_offsets(&mut self, at: &Instruction, access: &Flat) -> Result<Vec<Word>, Error> {
        (0..self.lanes()).map(|n| Ok(self.flat_address(at, access, n)?.low)).collect()
    }

    fn load_scratch(&mut self, at: &Instruction, access: &Flat, width: Width) -> Result<(), Error> {
        let dst = access.vdst.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let scratch = self.scratch.ok_or_else(|| self.unsupported(at))?;
        let offsets = self.scratch_offsets(at, access)?;
        let count = u32::from(width.registers());
        let words = |this: &mut Self, n: usize| vec![offsets[n], this.own_lane(n)];
        let results = self.repeat(true, words, count as usize, |this, words| {
            let offset = |this: &mut Self, bytes: u32| this.emit.add_constant(words[0], bytes);
            if width.bytes >= 4 {
                let offsets: Vec<_> = (0..count).map(|dword| offset(this, 4 * dword)).collect();
                return offsets.into_iter().map(|offset| this.load_scratch_word(scratch, offset, words[1])).collect();
            }
            // A short may lie in two dwords.
            let mut value = this.emit.word(0);
            for byte in 0..width.bytes {
                let at = offset(this, byte);
                let (word, within) = (this.load_scratch_word(scratch, at, words[1]), this.emit.and_constant(at, 3));
                let by = this.emit.shift_left_constant(within, 3);
                let moved = this.emit.shift_right(word, by);
                let part = this.emit.and_constant(moved, 0xff);
                let part = this.emit.shift_left_constant(part, 8 * byte);
                value = this.emit.or(value, part);
            }
            vec![value]
        });
        for (n, values) in results.into_iter().enumerate() {
            for (dword, value) in (0..).zip(values) {
                let register = next(dst, dword);
                let value = self.merge_loaded(width, register, n, value);
                self.set_vector(register, n, value);
            }
        }
        Ok(())
    }

    fn store_scratch(&mut self, at: &Instruction, access: &Flat, width: Width) -> Result<(), Error> {
        let data = access.vdata.and_then(Operand::vgpr).ok_or_else(|| self.unsupported(at))?;
        let scratch = self.scratch.ok_or_else(|| self.unsupported(at))?;
        let (active, offsets) = (self.mask(Scalar::EXEC), self.scratch_offsets(at, access)?);
        let words = |this: &mut Self, n: usize| {
            let own = [offsets[n], this.own_lane(n), this.emit.word_of(active[n])];
            let values = (0..width.registers()).map(|dword| this.vector(next(data, dword), n));
            own.into_iter().chain(values.collect::<Vec<_>>()).collect()
        };
        // A short may lie in two dwords.
        let parts = if width.bytes < 4 { width.bytes } else { 1 };
        self.repeat(true, words, 0, |this, words| {
            let on = this.emit.is_not_zero(words[2]);
            for (dword, &value) in (0..).zip(&words[3..]) {
                let value = this.stored_part(width, value);
                for byte in 0..parts {
                    let offset = this.emit.add_constant(words[0], 4 * dword + byte);
                    let (to, is_inside) = this.scratch_word(scratch, offset, words[1]);
                    let ty = this.emit.types.word;
                    let old = Word(this.emit.load(ty, to));
                    let new = if width.bytes < 4 {
                        let part = this.emit.shift_right_constant(value, 8 * byte);
                        let part = this.emit.and_constant(part, 0xff);
                        this.with_byte(old, offset, part)
                    } else {
                        value
                    };
                    let stores = this.emit.both(on, is_inside);
                    let new = this.emit.select(stores, new, old);
                    this.emit.store(to, new.0);
                }
            }
            Vec::new()
        });
        Ok(())
    }
}
