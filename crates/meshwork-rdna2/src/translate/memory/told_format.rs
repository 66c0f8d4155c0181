//! Texels in the format that a V# names: known when the shader runs, the same for all lanes.
//!
//! Widths and places of components come from the table of formats by comparisons with the formats' numbers; then a component is
//! decoded in every way that there is, and the right one taken.

use meshwork_spirv::spirv::Op;

use super::Translator;
use crate::data_format::{LAYOUTS, Number};
use crate::emit::{Bit, Wide, Word};

pub(super) struct ToldFormat {
    pub bytes: Word,
    /// 1 as the format has it.
    pub one: Word,
    /// Of each component.
    widths: [Word; 4],
    number: Word,
}

impl Translator<'_> {
    /// By the fourth dword of a V#. A number that is no format has no components.
    pub(super) fn told_format(&mut self, fourth: Word) -> ToldFormat {
        let moved = self.emit.shift_right_constant(fourth, 12);
        let told = self.emit.and_constant(moved, 0x7f);
        let zero = self.emit.word(0);
        // A layout's widths, six bits each, and what the format's number exceeds the number kind by.
        let (mut widths, mut above, mut start) = (zero, zero, 1);
        for (bits, numbers) in LAYOUTS {
            let first = self.emit.word(start);
            let is_from_here = self.emit.compare(Op::UGreaterThanEqual, told, first);
            let own = self.emit.word(bits.iter().rev().fold(0, |all, &width| all << 6 | u32::from(width)));
            let distance = self.emit.word(start.wrapping_sub(numbers[0] as u32));
            widths = self.emit.select(is_from_here, own, widths);
            above = self.emit.select(is_from_here, distance, above);
            start += numbers.len() as u32;
        }
        let end = self.emit.word(start);
        let is_format = self.emit.compare(Op::ULessThan, told, end);
        let widths = self.emit.select(is_format, widths, zero);
        let widths = [0, 6, 12, 18].map(|place| {
            let moved = self.emit.shift_right_constant(widths, place);
            self.emit.and_constant(moved, 0x3f)
        });
        let bits = widths.into_iter().fold(zero, |sum, width| self.emit.add(sum, width));
        let number = self.emit.sub(told, above);
        let (is_uint, is_sint) = (self.is_number(number, Number::Uint), self.is_number(number, Number::Sint));
        let is_integer = self.emit.either(is_uint, is_sint);
        let (integer, float) = (self.emit.word(1), self.emit.word(1.0_f32.to_bits()));
        let one = self.emit.select(is_integer, integer, float);
        ToldFormat { bytes: self.emit.shift_right_constant(bits, 3), one, widths, number }
    }

    fn is_number(&mut self, number: Word, kind: Number) -> Bit {
        let kind = self.emit.word(kind as u32);
        self.emit.compare(Op::IEqual, number, kind)
    }

    pub(super) fn decode_told_texel(&mut self, format: &ToldFormat, address: Wide) -> [Word; 4] {
        let words = self.told_texel_words(format, address);
        let zero = self.emit.word(0);
        let absent = [zero, zero, zero, format.one];
        let mut place = zero;
        std::array::from_fn(|n| {
            let width = format.widths[n];
            let word = self.emit.shift_right_constant(place, 5);
            let word = (1..4).fold(words[0], |value, other| {
                let number = self.emit.word(other);
                let is_it = self.emit.compare(Op::IEqual, word, number);
                self.emit.select(is_it, words[other as usize], value)
            });
            let within = self.emit.and_constant(place, 31);
            let value = self.decode_told_component(format, word, within, width);
            place = self.emit.add(place, width);
            let is_absent = self.emit.is_zero(width);
            self.emit.select(is_absent, absent[n], value)
        })
    }

    fn told_texel_words(&mut self, format: &ToldFormat, address: Wide) -> [Word; 4] {
        let [byte, short] = [1, 2].map(|bytes| self.load_narrow(address, bytes));
        let zero = self.emit.word(0);
        let mut words = [0, 4, 8, 12].map(|offset| {
            let offset = Wide { low: self.emit.word(offset), high: zero };
            let address = self.emit.add_wide(address, offset);
            self.load_dword(address)
        });
        for (bytes, value) in [(1, byte), (2, short)] {
            let bytes = self.emit.word(bytes);
            let is_it = self.emit.compare(Op::IEqual, format.bytes, bytes);
            words[0] = self.emit.select(is_it, value, words[0]);
        }
        words
    }

    fn decode_told_component(&mut self, format: &ToldFormat, word: Word, place: Word, width: Word) -> Word {
        let raw = self.emit.bits(word, place, width);
        let signed = self.emit.bits_signed(word, place, width);
        let (float, float_signed) = (self.converted(Op::ConvertUToF, raw), self.converted(Op::ConvertSToF, signed));
        let full = self.emit.word(32);
        let unused = self.emit.sub(full, width);
        let ones = self.emit.word(u32::MAX);
        let greatest = self.emit.shift_right(ones, unused);
        let greatest_signed = self.emit.shift_right_constant(greatest, 1);
        let divisors = [greatest, greatest_signed].map(|greatest| self.converted(Op::ConvertUToF, greatest));
        let unorm = self.quotient(float, divisors[0]);
        let snorm = self.quotient(float_signed, divisors[1]);
        let snorm = self.at_least_minus_one(snorm);
        // Floats of 10 and 11 bits are halves without sign and without the last bits.
        let (fifteen, sixteen) = (self.emit.word(15), self.emit.word(16));
        let by = self.emit.sub(fifteen, width);
        let small = self.emit.shift_left(raw, by);
        let is_half = self.emit.compare(Op::IEqual, width, sixteen);
        let half = self.emit.select(is_half, raw, small);
        let half = self.emit.and_constant(half, 0xffff);
        let half = self.float_of_half(half);
        let is_whole = self.emit.compare(Op::IEqual, width, full);
        let floating = self.emit.select(is_whole, raw, half);

        let others = [
            (Number::Unorm, unorm),
            (Number::Snorm, snorm),
            (Number::Uscaled, float),
            (Number::Sscaled, float_signed),
            (Number::Sint, signed),
            (Number::Float, floating),
        ];
        others.into_iter().fold(raw, |value, (kind, other)| {
            let is_it = self.is_number(format.number, kind);
            self.emit.select(is_it, other, value)
        })
    }
}
