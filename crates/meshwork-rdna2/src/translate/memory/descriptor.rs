//! V#: what the four dwords of a buffer descriptor say (RDNA2 ISA, table of buffer resource descriptors), decoded in the shader.

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::emit::{Bit, Wide, Word};
use crate::error::Error;
use crate::instruction::{Buffer, Instruction};
use crate::operand::Operand;
use crate::registers::Vgpr;

pub(super) struct Descriptor {
    pub words: [Word; 4],
    /// The scalar offset added.
    base: Wide,
    stride: Word,
    records: Word,
    /// Elements of neighbouring indices lie side by side.
    swizzles: Bit,
    /// The same, and there are elements.
    by_element: Bit,
    /// Indices that lie side by side, as a power of two.
    index_shift: Word,
    adds_lane: Bit,
    /// OOB_SELECT is the number of one of them.
    bounds: [Bit; 4],
    /// DST_SEL and the format.
    pub fourth: Word,
    /// None where it is 0.
    pub soffset: Option<Word>,
}

/// Where a lane goes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub index: Word,
    pub offset: Word,
    /// Bytes before the index's element.
    elements: Wide,
    /// Bytes before the place where elements lie one after the other.
    linear: Wide,
    /// Where they lie side by side: bytes before the elements beside each other, by one of these, and before the own one.
    rows: Wide,
    column: Word,
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
        let soffset = match access.soffset {
            Some(operand) => Some(self.scalar_dword(at, operand, 0)?),
            None => None,
        };
        let soffset = soffset.filter(|&soffset| self.emit.known(soffset) != Some(0));
        Ok(self.decoded(words, soffset))
    }

    pub(super) fn decoded(&mut self, words: [Word; 4], soffset: Option<Word>) -> Descriptor {
        let [low, second, records, fourth] = words;
        let zero = self.emit.word(0);
        let field = |this: &mut Self, word, by, mask| {
            let moved = this.emit.shift_right_constant(word, by);
            this.emit.and_constant(moved, mask)
        };
        let swizzle = field(self, second, 31, 1);
        let add_lane = field(self, fourth, 23, 1);
        let index_stride = field(self, fourth, 21, 3);
        let base = Wide { low, high: self.emit.and_constant(second, 0xffff) };
        let stride = field(self, second, 16, 0x3fff);
        let swizzles = self.emit.is_not_zero(swizzle);
        let is_strided = self.emit.compare(Op::INotEqual, stride, zero);
        let bounds = field(self, fourth, 28, 3);
        Descriptor {
            words,
            base: soffset.map_or(base, |soffset| self.emit.add_wide(base, Wide { low: soffset, high: zero })),
            stride,
            records,
            swizzles,
            by_element: self.emit.both(swizzles, is_strided),
            index_shift: self.emit.add_constant(index_stride, 3),
            adds_lane: self.emit.is_not_zero(add_lane),
            bounds: [0, 1, 2, 3].map(|kind| {
                let kind = self.emit.word(kind);
                self.emit.compare(Op::IEqual, bounds, kind)
            }),
            fourth,
            soffset,
        }
    }

    pub(super) fn place(&mut self, access: &Buffer, descriptor: &Descriptor, n: usize) -> Place {
        let [index, offset] = self.index_and_offset(access, descriptor, n);
        self.place_of(descriptor, index, offset)
    }

    pub(super) fn index_and_offset(&mut self, access: &Buffer, descriptor: &Descriptor, n: usize) -> [Word; 2] {
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
        let index = self.emit.add(index, lane);
        [index, self.emit.add_constant(offset, access.offset.into())]
    }

    pub(super) fn place_of(&mut self, descriptor: &Descriptor, index: Word, offset: Word) -> Place {
        let elements = self.emit.mul_wide(index, descriptor.stride, false);
        let (rows, column) = self.side_by_side(descriptor, index);
        let place = Place { index, offset, elements, linear: elements, rows, column };
        self.at_offset(place, offset)
    }

    pub(super) fn place_at(&mut self, place: Place, bytes: Word) -> Place {
        let offset = self.emit.add(place.offset, bytes);
        self.at_offset(place, offset)
    }

    fn at_offset(&mut self, place: Place, offset: Word) -> Place {
        let high = self.emit.word(0);
        Place { offset, linear: self.emit.add_wide(place.elements, Wide { low: offset, high }), ..place }
    }

    /// Whether `bytes` at the place are inside.
    pub(super) fn holds(&mut self, descriptor: &Descriptor, place: Place, bytes: u32) -> Bit {
        let size = self.emit.word(bytes);
        self.holds_size(descriptor, place, size)
    }

    /// The same of a number of bytes that is known when the shader runs.
    pub(super) fn holds_size(&mut self, descriptor: &Descriptor, place: Place, size: Word) -> Bit {
        let by_first = self.holds_first(descriptor, place);
        self.holds_part(descriptor, by_first, place, size)
    }

    /// Whether `bytes` at the place are inside and lie one after the other.
    pub(super) fn holds_run(&mut self, descriptor: &Descriptor, place: Place, bytes: u32) -> Bit {
        // Parts that lie one after the other are inside if the last one ends inside.
        let is_inside = self.holds(descriptor, place, bytes);
        let is_linear = self.emit.negate(descriptor.swizzles);
        self.emit.both(is_inside, is_linear)
    }

    /// Where the buffer is not raw: whether it has the first byte of an access, and with it all.
    pub(super) fn holds_first(&mut self, descriptor: &Descriptor, place: Place) -> Bit {
        let Descriptor { stride, records, bounds: [is_structured, is_index, ..], .. } = *descriptor;
        let zero = self.emit.word(0);
        let has_index = self.emit.compare(Op::ULessThan, place.index, records);
        let in_stride = self.emit.compare(Op::ULessThan, place.offset, stride);
        let structured = self.emit.both(has_index, in_stride);
        let any = self.emit.compare(Op::INotEqual, records, zero);
        let inside = self.pick_bit(is_index, has_index, any);
        self.pick_bit(is_structured, structured, inside)
    }

    /// Whether a part of an access is inside: raw buffers are checked part by part, others by the first byte.
    pub(super) fn holds_part(&mut self, descriptor: &Descriptor, by_first: Bit, place: Place, size: Word) -> Bit {
        let Descriptor { stride, records, by_element, bounds: [.., is_raw], .. } = *descriptor;
        let has_index = self.emit.compare(Op::ULessThan, place.index, records);
        let (end, carry) = self.emit.add_carry(place.offset, size, None);
        let whole = self.emit.compare(Op::ULessThanEqual, end, stride);
        let wraps = self.emit.negate(carry);
        let whole = self.emit.both(whole, wraps);
        let element = self.emit.both(has_index, whole);
        let linear = self.is_linear_inside(descriptor, place, size);
        let raw = self.pick_bit(by_element, element, linear);
        self.pick_bit(is_raw, raw, by_first)
    }

    /// The bytes with the offsets of all kinds end within the records. The sums have more than 32 bits.
    fn is_linear_inside(&mut self, descriptor: &Descriptor, place: Place, size: Word) -> Bit {
        let high = self.emit.word(0);
        let mut sum = place.linear;
        for low in [Some(size), descriptor.soffset].into_iter().flatten() {
            sum = self.emit.add_wide(sum, Wide { low, high });
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

    /// Where elements do not lie side by side.
    pub(super) fn linear_address(&mut self, descriptor: &Descriptor, place: Place) -> Wide {
        self.emit.add_wide(descriptor.base, place.linear)
    }

    pub(super) fn address(&mut self, descriptor: &Descriptor, place: Place) -> Wide {
        let swizzled = self.swizzled(descriptor, place);
        let within = self.emit.select_wide(descriptor.swizzles, swizzled, place.linear);
        self.emit.add_wide(descriptor.base, within)
    }

    /// The parts of a swizzled place that are the index's.
    fn side_by_side(&mut self, descriptor: &Descriptor, index: Word) -> (Wide, Word) {
        let (one, shift) = (self.emit.word(1), descriptor.index_shift);
        let high = self.emit.shift_right(index, shift);
        let lanes = self.emit.shift_left(one, shift);
        let mask = self.emit.sub(lanes, one);
        let low = self.emit.and(index, mask);
        (self.emit.mul_wide(high, descriptor.stride, false), self.emit.shift_left_constant(low, 2))
    }

    /// Elements have four bytes (RDNA2 ISA, 8.1.5.2, swizzled buffer addressing).
    fn swizzled(&mut self, descriptor: &Descriptor, place: Place) -> Wide {
        let (zero, shift, index_low) = (self.emit.word(0), descriptor.index_shift, place.column);
        let offset_high = self.emit.and_constant(place.offset, !3);
        let offset_low = self.emit.and_constant(place.offset, 3);
        let rows = self.emit.add_wide(place.rows, Wide { low: offset_high, high: zero });
        let rows = self.emit.shift_left_wide(rows, shift);
        let rest = self.emit.or(index_low, offset_low);
        self.emit.add_wide(rows, Wide { low: rest, high: zero })
    }
}
