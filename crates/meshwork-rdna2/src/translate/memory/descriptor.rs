//! V#: what the four dwords of a buffer descriptor say (RDNA2 ISA, table of buffer resource descriptors), decoded in the shader.

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Buffer, Instruction};
use crate::operand::Operand;
use crate::registers::Vgpr;

pub(super) struct Descriptor {
    base: Wide,
    stride: Word,
    records: Word,
    /// Elements of neighbouring indices lie side by side.
    swizzles: Bit,
    /// Indices that lie side by side, as a power of two.
    index_shift: Word,
    adds_lane: Bit,
    /// OOB_SELECT.
    bounds: Word,
    /// DST_SEL and the format.
    pub fourth: Word,
    soffset: Word,
}

/// Where a lane goes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    index: Word,
    offset: Word,
}

impl Translator<'_> {
    pub(super) fn descriptor(
        &mut self,
        at: &Instruction,
        access: &Buffer,
        srsrc: Operand,
    ) -> Result<Descriptor, Error> {
        let mut words = [self.emit.word(0); 4];
        for (n, word) in words.iter_mut().enumerate() {
            *word = self.scalar_dword(at, srsrc, n as u8)?;
        }
        let [low, second, records, fourth] = words;
        let soffset = match access.soffset {
            Some(operand) => self.scalar_dword(at, operand, 0)?,
            None => self.emit.word(0),
        };
        let field = |this: &mut Self, word, by, mask| {
            let moved = this.emit.shift_right_constant(word, by);
            this.emit.and_constant(moved, mask)
        };
        let swizzle = field(self, second, 31, 1);
        let add_lane = field(self, fourth, 23, 1);
        let index_stride = field(self, fourth, 21, 3);
        Ok(Descriptor {
            base: Wide { low, high: self.emit.and_constant(second, 0xffff) },
            stride: field(self, second, 16, 0x3fff),
            records,
            swizzles: self.emit.is_not_zero(swizzle),
            index_shift: self.emit.add_constant(index_stride, 3),
            adds_lane: self.emit.is_not_zero(add_lane),
            bounds: field(self, fourth, 28, 3),
            fourth,
            soffset,
        })
    }

    pub(super) fn place(&mut self, access: &Buffer, descriptor: &Descriptor, n: usize) -> Place {
        let zero = self.emit.word(0);
        let register = |by: u8| access.vaddr.map(|vaddr| Vgpr(vaddr.0.wrapping_add(by)));
        let index = match register(0).filter(|_| access.idxen) {
            Some(register) => self.vector(register, n),
            None => zero,
        };
        let offset = match register(u8::from(access.idxen)).filter(|_| access.offen) {
            Some(register) => self.vector(register, n),
            None => zero,
        };
        let lane = self.lane_number(n);
        let lane = self.emit.select(descriptor.adds_lane, lane, zero);
        Place { index: self.emit.add(index, lane), offset: self.emit.add_constant(offset, access.offset.into()) }
    }

    pub(super) fn place_at(&mut self, place: Place, bytes: u32) -> Place {
        Place { offset: self.emit.add_constant(place.offset, bytes), ..place }
    }

    /// Whether `bytes` at the place are inside.
    pub(super) fn holds(&mut self, descriptor: &Descriptor, place: Place, bytes: u32) -> Bit {
        let size = self.emit.word(bytes);
        self.holds_size(descriptor, place, size)
    }

    /// The same of a number of bytes that is known when the shader runs.
    pub(super) fn holds_size(&mut self, descriptor: &Descriptor, place: Place, size: Word) -> Bit {
        let Descriptor { stride, records, bounds, swizzles, soffset, .. } = *descriptor;
        let zero = self.emit.word(0);
        let has_index = self.emit.compare(Op::ULessThan, place.index, records);
        let in_stride = self.emit.compare(Op::ULessThan, place.offset, stride);
        let structured = self.emit.both(has_index, in_stride);
        let any = self.emit.compare(Op::INotEqual, records, zero);

        let (end, carry) = self.emit.add_carry(place.offset, size, None);
        let whole = self.emit.compare(Op::ULessThanEqual, end, stride);
        let wraps = self.emit.negate(carry);
        let whole = self.emit.both(whole, wraps);
        let element = self.emit.both(has_index, whole);
        let linear = self.is_linear_inside(descriptor, place, size, soffset);
        let strided = self.emit.compare(Op::INotEqual, stride, zero);
        let by_element = self.emit.both(swizzles, strided);
        let raw = self.pick_bit(by_element, element, linear);

        let [is_structured, is_index, is_empty] = [0, 1, 2].map(|kind| {
            let kind = self.emit.word(kind);
            self.emit.compare(Op::IEqual, bounds, kind)
        });
        let inside = self.pick_bit(is_empty, any, raw);
        let inside = self.pick_bit(is_index, has_index, inside);
        self.pick_bit(is_structured, structured, inside)
    }

    /// The same of a dword of an access that begins at `first`: raw buffers are checked dword by dword, others by the first byte.
    pub(super) fn holds_dword(&mut self, descriptor: &Descriptor, first: Place, own: Place, bytes: u32) -> Bit {
        let raw = self.emit.word(3);
        let is_raw = self.emit.compare(Op::IEqual, descriptor.bounds, raw);
        let (by_first, by_own) = (self.holds(descriptor, first, bytes), self.holds(descriptor, own, bytes));
        self.pick_bit(is_raw, by_own, by_first)
    }

    /// The bytes with the offsets of all kinds end within the records. The sums have more than 32 bits.
    fn is_linear_inside(&mut self, descriptor: &Descriptor, place: Place, size: Word, soffset: Word) -> Bit {
        let zero = self.emit.word(0);
        let mut sum = self.emit.mul_wide(place.index, descriptor.stride, false);
        for part in [place.offset, size, soffset] {
            sum = self.emit.add_wide(sum, Wide { low: part, high: zero });
        }
        let is_short = self.emit.is_zero(sum.high);
        let fits = self.emit.compare(Op::ULessThanEqual, sum.low, descriptor.records);
        self.emit.both(is_short, fits)
    }

    fn pick_bit(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        let not = self.emit.negate(condition);
        let (yes, no) = (self.emit.both(condition, yes), self.emit.both(not, no));
        self.emit.either(yes, no)
    }

    pub(super) fn address(&mut self, descriptor: &Descriptor, place: Place) -> Wide {
        let zero = self.emit.word(0);
        let offset = Wide { low: place.offset, high: zero };
        let product = self.emit.mul_wide(place.index, descriptor.stride, false);
        let linear = self.emit.add_wide(product, offset);
        let swizzled = self.swizzled(descriptor, place);
        let within = self.emit.select_wide(descriptor.swizzles, swizzled, linear);
        let base = self.emit.add_wide(descriptor.base, Wide { low: descriptor.soffset, high: zero });
        self.emit.add_wide(base, within)
    }

    /// Elements have four bytes (RDNA2 ISA, 8.1.5.2, swizzled buffer addressing).
    fn swizzled(&mut self, descriptor: &Descriptor, place: Place) -> Wide {
        let (zero, one) = (self.emit.word(0), self.emit.word(1));
        let shift = descriptor.index_shift;
        let index_high = self.emit.shift_right(place.index, shift);
        let lanes = self.emit.shift_left(one, shift);
        let mask = self.emit.sub(lanes, one);
        let index_low = self.emit.and(place.index, mask);
        let index_low = self.emit.shift_left_constant(index_low, 2);
        let offset_high = self.emit.and_constant(place.offset, !3);
        let offset_low = self.emit.and_constant(place.offset, 3);
        let rows = self.emit.mul_wide(index_high, descriptor.stride, false);
        let rows = self.emit.add_wide(rows, Wide { low: offset_high, high: zero });
        let rows = self.emit.shift_left_wide(rows, shift);
        let rest = self.emit.or(index_low, offset_low);
        self.emit.add_wide(rows, Wide { low: rest, high: zero })
    }
}
