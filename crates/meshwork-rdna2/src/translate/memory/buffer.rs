//! MUBUF and MTBUF: buffers by V# (RDNA2 ISA, chapter 8.1, 12.16 and 12.17).

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Op, Scope};

use super::descriptor::{Descriptor, Place};
use super::format::Format;
use super::told_format::ToldFormat;
use super::{Translator, Width, next};
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::{Buffer, Instruction};
use crate::opcode::Opcode::{self, *};
use crate::operand::Operand;
use crate::registers::Vgpr;
use crate::translate::Scalar;

/// The format of an access: the instruction's, or the descriptor's.
enum Layout {
    Known(Format),
    Told(ToldFormat),
}

/// Components of LOAD_FORMAT.
fn format_components(opcode: Opcode) -> Option<u8> {
    let (_, components) = opcode.name().split_once("BUFFER_LOAD_FORMAT_")?;
    match components {
        "X" => Some(1),
        "XY" => Some(2),
        "XYZ" => Some(3),
        "XYZW" => Some(4),
        _ => None,
    }
}

/// SPIR-V's operation for an atomic of 32 bits.
pub fn atomic_op(name: &str) -> Option<Op> {
    Some(match name {
        "SWAP" => Op::AtomicExchange,
        "ADD" => Op::AtomicIAdd,
        "SUB" => Op::AtomicISub,
        "SMIN" => Op::AtomicSMin,
        "UMIN" => Op::AtomicUMin,
        "SMAX" => Op::AtomicSMax,
        "UMAX" => Op::AtomicUMax,
        "AND" => Op::AtomicAnd,
        "OR" => Op::AtomicOr,
        "XOR" => Op::AtomicXor,
        "CMPSWAP" => Op::AtomicCompareExchange,
        _ => return None,
    })
}

impl Translator<'_> {
    pub fn buffer(&mut self, at: &Instruction, access: &Buffer) -> Result<(), Error> {
        if matches!(at.opcode, BUFFER_GL0_INV | BUFFER_GL1_INV) {
            return Ok(());
        }
        if access.lds || access.tfe {
            return Err(self.unsupported(at));
        }
        self.order_memory(at);
        let (Some(srsrc), Some(data)) = (access.srsrc, access.vdata.and_then(Operand::vgpr)) else {
            return Err(self.unsupported(at));
        };
        let descriptor = self.descriptor(at, access, srsrc)?;
        let name = at.opcode.name().trim_start_matches('T').trim_start_matches("BUFFER_");
        if let Some(components) = format_components(at.opcode) {
            let layout = match access.format {
                Some(number) => Layout::Known(Format::new(number).ok_or_else(|| self.unsupported(at))?),
                None => Layout::Told(self.told_format(descriptor.fourth)),
            };
            return self.load_format(access, &descriptor, data, layout, components);
        }
        if let Some(width) = name.strip_prefix("LOAD_").and_then(Width::load) {
            return self.load_buffer(access, &descriptor, data, width);
        }
        if let Some(width) = name.strip_prefix("STORE_").and_then(Width::store) {
            return self.store_buffer(access, &descriptor, data, width);
        }
        match name.strip_prefix("ATOMIC_").and_then(atomic_op) {
            Some(op) => self.buffer_atomic(access, &descriptor, data, op),
            None => Err(self.unsupported(at)),
        }
    }

    fn load_buffer(&mut self, access: &Buffer, descriptor: &Descriptor, data: Vgpr, width: Width) -> Result<(), Error> {
        // All is read before a register is written: the address may be one of them.
        let results = if self.lane.is_none() && self.loads_much {
            let words = |this: &mut Self, n| this.index_and_offset(access, descriptor, n).to_vec();
            self.repeat(true, words, width.registers().into(), |this, words| {
                let place = this.place_of(descriptor, words[0], words[1]);
                this.load_parts(descriptor, place, width, None)
            })
        } else {
            let each = (0..self.lanes()).map(|n| {
                let place = self.place(access, descriptor, n);
                self.load_parts(descriptor, place, width, Some(n))
            });
            each.collect()
        };
        for (n, values) in results.into_iter().enumerate() {
            for (dword, value) in (0..).zip(values) {
                let register = next(data, dword);
                let value = self.merge_loaded(width, register, n, value);
                self.set_vector(register, n, value);
            }
        }
        Ok(())
    }

    /// Of lane `n`, or of any.
    fn load_parts(&mut self, descriptor: &Descriptor, place: Place, width: Width, n: Option<usize>) -> Vec<Word> {
        match width.bytes {
            bytes @ (1 | 2) => vec![self.load_narrow_part(descriptor, place, bytes)],
            bytes => self.load_dword_parts(descriptor, place, bytes / 4, n),
        }
    }

    fn load_narrow_part(&mut self, descriptor: &Descriptor, place: Place, bytes: u32) -> Word {
        let is_inside = self.holds(descriptor, place, bytes);
        let address = self.address(descriptor, place);
        let (value, zero) = (self.load_narrow(address, bytes), self.emit.word(0));
        self.emit.select(is_inside, value, zero)
    }

    fn load_dword_parts(&mut self, descriptor: &Descriptor, place: Place, count: u32, n: Option<usize>) -> Vec<Word> {
        let is_run = self.holds_run(descriptor, place, 4 * count);
        let address = self.linear_address(descriptor, place);
        let on = match n {
            Some(n) => self.mask(Scalar::EXEC)[n],
            None => self.emit.bit(true),
        };
        self.load_dwords(address, count, is_run, |this| {
            (0..count).map(|dword| this.load_dword_part(descriptor, place, 4 * dword, on)).collect()
        })
    }

    /// A dword of several, so many bytes behind the first; of lanes that are off anything.
    fn load_dword_part(&mut self, descriptor: &Descriptor, place: Place, bytes: u32, on: Bit) -> Word {
        let [low, second, records, fourth] = descriptor.words;
        let zero = self.emit.word(0);
        // A lane that is off may stand anywhere: a buffer without records spares it the way there.
        let records = if self.lane.is_some() { self.emit.select(on, records, zero) } else { records };
        let operands = [
            low,
            second,
            records,
            fourth,
            descriptor.soffset.unwrap_or(zero),
            place.index,
            place.offset,
            self.emit.word(bytes),
        ];
        self.apart("load_buffer_dword", &operands, |this, words| {
            let &[low, second, records, fourth, soffset, index, offset, bytes] = words else { return zero };
            let load = |this: &mut Self| {
                let descriptor = &this.decoded([low, second, records, fourth], Some(soffset));
                this.load_own_dword(descriptor, index, offset, bytes)
            };
            if this.lane.is_none() {
                return load(this);
            }
            let has_records = this.emit.is_not_zero(records);
            let choice = this.emit.begin_choice(has_records);
            let value = load(this);
            let choice = this.emit.otherwise(choice);
            this.emit.end_choice(choice, &[value], &[zero])[0]
        })
    }

    fn load_own_dword(&mut self, descriptor: &Descriptor, index: Word, offset: Word, bytes: Word) -> Word {
        let first = self.place_of(descriptor, index, offset);
        let by_first = self.holds_first(descriptor, first);
        let own = self.place_at(first, bytes);
        let (size, zero) = (self.emit.word(4), self.emit.word(0));
        let is_inside = self.holds_part(descriptor, by_first, own, size);
        let address = self.address(descriptor, own);
        let value = self.load_dword(address);
        self.emit.select(is_inside, value, zero)
    }

    fn store_buffer(
        &mut self,
        access: &Buffer,
        descriptor: &Descriptor,
        data: Vgpr,
        width: Width,
    ) -> Result<(), Error> {
        let active = self.mask(Scalar::EXEC);
        for (n, on) in active.into_iter().enumerate() {
            let place = self.place(access, descriptor, n);
            let (by_first, bytes) = (self.holds_first(descriptor, place), width.bytes.min(4));
            let size = self.emit.word(bytes);
            for dword in 0..u32::from(width.registers()) {
                let distance = self.emit.word(4 * dword);
                let own = self.place_at(place, distance);
                let is_inside = self.holds_part(descriptor, by_first, own, size);
                let address = self.address(descriptor, own);
                let value = self.vector(next(data, dword as u8), n);
                let value = self.stored_part(width, value);
                let stores = self.emit.both(on, is_inside);
                if bytes == 4 {
                    self.store_dword(address, value, stores);
                } else {
                    self.store_narrow(address, value, bytes, stores);
                }
            }
        }
        Ok(())
    }

    fn load_format(
        &mut self,
        access: &Buffer,
        descriptor: &Descriptor,
        data: Vgpr,
        layout: Layout,
        components: u8,
    ) -> Result<(), Error> {
        let count = usize::from(components);
        let words = |this: &mut Self, n| this.index_and_offset(access, descriptor, n).to_vec();
        let results = self.repeat(true, words, count, |this, words| {
            let place = this.place_of(descriptor, words[0], words[1]);
            let address = this.address(descriptor, place);
            let (is_inside, one, texel) = match &layout {
                &Layout::Known(format) => {
                    let is_inside = this.holds(descriptor, place, format.bytes());
                    (is_inside, this.one(format), this.decode_texel(format, address))
                }
                Layout::Told(format) => {
                    let is_inside = this.holds_size(descriptor, place, format.bytes);
                    (is_inside, format.one, this.decode_told_texel(format, address))
                }
            };
            let selected = this.select_components(one, descriptor.fourth, texel);
            let zero = this.emit.word(0);
            selected[..count].iter().map(|&value| this.emit.select(is_inside, value, zero)).collect()
        });
        for (n, values) in results.into_iter().enumerate() {
            for (component, value) in values.into_iter().enumerate() {
                self.set_vector(next(data, component as u8), n, value);
            }
        }
        Ok(())
    }

    fn buffer_atomic(&mut self, access: &Buffer, descriptor: &Descriptor, data: Vgpr, op: Op) -> Result<(), Error> {
        let active = self.mask(Scalar::EXEC);
        let mut results = Vec::new();
        for (n, on) in active.into_iter().enumerate() {
            let place = self.place(access, descriptor, n);
            let is_inside = self.holds(descriptor, place, 4);
            let address = self.address(descriptor, place);
            let (value, acts) = (self.vector(data, n), self.emit.both(on, is_inside));
            let comparand = self.comparand(op, data, n);
            results.push(self.window_atomic(address, acts, |this, to| this.memory_atomic(op, to, value, comparand)));
        }
        if access.glc {
            results.into_iter().enumerate().for_each(|(n, old)| self.set_vector(data, n, old));
        }
        Ok(())
    }

    /// What memory is compared with stands in the register behind the data.
    pub(super) fn comparand(&mut self, op: Op, data: Vgpr, n: usize) -> Option<Word> {
        (op == Op::AtomicCompareExchange).then(|| self.vector(next(data, 1), n))
    }

    pub(super) fn memory_atomic(&mut self, op: Op, to: Id, value: Word, comparand: Option<Word>) -> Word {
        match comparand {
            Some(comparand) => self.compare_swap(to, value, comparand, Scope::Device),
            None => self.atomic(op, to, value, Scope::Device),
        }
    }
}
