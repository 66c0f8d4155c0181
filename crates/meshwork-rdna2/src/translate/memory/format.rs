//! Data formats of buffers, 1 to 77 (RDNA2 ISA, table of buffer image formats).

use meshwork_spirv::spirv::{GlslStd450Op, Op};

use super::Translator;
use crate::data_format::{Number, data_format};
use crate::emit::{Float, Wide, Word};

/// Bits of each component, from the lowest on, and what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    bits: [u32; 4],
    number: Number,
}

impl Format {
    pub fn new(number: u8) -> Option<Self> {
        let (bits, number) = data_format(number)?;
        Some(Self { bits: bits.map(u32::from), number })
    }

    /// Of a texel.
    pub fn bytes(self) -> u32 {
        self.bits.iter().sum::<u32>() / 8
    }

    fn is_integer(self) -> bool {
        matches!(self.number, Number::Uint | Number::Sint)
    }
}

const fn greatest(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

impl Translator<'_> {
    /// Floats of 32 bits, or integers. A component that the format lacks is 0, the fourth 1.
    pub(super) fn decode_texel(&mut self, format: Format, address: Wide) -> [Word; 4] {
        let words = self.texel_words(format, address);
        let one = self.one(format);
        let zero = self.emit.word(0);
        let mut components = [zero, zero, zero, one];
        let mut place = 0;
        for (component, bits) in components.iter_mut().zip(format.bits).filter(|(_, bits)| *bits != 0) {
            let moved = self.emit.shift_right_constant(words[place / 32], (place % 32) as u32);
            let raw = self.emit.and_constant(moved, greatest(bits));
            *component = self.decode_component(format, raw, bits);
            place += bits as usize;
        }
        components
    }

    fn texel_words(&mut self, format: Format, address: Wide) -> Vec<Word> {
        match format.bytes() {
            bytes @ (1 | 2) => vec![self.load_narrow(address, bytes)],
            bytes => (0..bytes / 4)
                .map(|n| {
                    let offset = Wide { low: self.emit.word(4 * n), high: self.emit.word(0) };
                    let address = self.emit.add_wide(address, offset);
                    self.load_dword(address)
                })
                .collect(),
        }
    }

    pub(super) fn one(&mut self, format: Format) -> Word {
        self.emit.word(if format.is_integer() { 1 } else { 1.0_f32.to_bits() })
    }

    fn decode_component(&mut self, format: Format, raw: Word, bits: u32) -> Word {
        match format.number {
            Number::Uint => raw,
            Number::Sint => self.emit.sign_extend(raw, bits),
            Number::Float if bits == 32 => raw,
            // Floats of 10 and 11 bits are halves without sign and without the last bits.
            Number::Float => {
                let half = if bits == 16 { raw } else { self.emit.shift_left_constant(raw, 15 - bits) };
                self.float_of_half(half)
            }
            Number::Uscaled => self.converted(Op::ConvertUToF, raw),
            Number::Sscaled => {
                let signed = self.emit.sign_extend(raw, bits);
                self.converted(Op::ConvertSToF, signed)
            }
            Number::Unorm => {
                let float = self.converted(Op::ConvertUToF, raw);
                self.normalized(float, greatest(bits))
            }
            Number::Snorm => {
                let signed = self.emit.sign_extend(raw, bits);
                let float = self.converted(Op::ConvertSToF, signed);
                let value = self.normalized(float, greatest(bits - 1));
                self.at_least_minus_one(value)
            }
        }
    }

    /// The least integer is -1 as well as its neighbour.
    pub(super) fn at_least_minus_one(&mut self, float: Word) -> Word {
        let (float, minus_one) = (self.emit.float(float), self.emit.float_constant(-1.0));
        let value = self.emit.float_glsl(GlslStd450Op::FMax, &[float, minus_one]);
        self.emit.float_bits(value)
    }

    pub(super) fn converted(&mut self, op: Op, word: Word) -> Word {
        let (float, int) = (self.emit.types.float, self.emit.types.int);
        let operand = if op == Op::ConvertSToF { self.emit.cast(int, word.0) } else { word.0 };
        let value = self.emit.value(op, float, [operand.into()]);
        self.emit.float_bits(Float(value))
    }

    fn normalized(&mut self, float: Word, greatest: u32) -> Word {
        let divisor = self.emit.word((greatest as f32).to_bits());
        self.quotient(float, divisor)
    }

    /// Of integers of 16 bits, to the nearest. A host may be some units in the last place off; what it leaves over is found exactly, by
    /// parts of eight bits whose products with the divisor fit a float, and tells the rest.
    pub(super) fn quotient(&mut self, float: Word, divisor: Word) -> Word {
        const EIGHT_BITS: u32 = 0xffff_0000;
        let (mut left, divisor) = (self.emit.float(float), self.emit.float(divisor));
        let near = self.emit.float_op(Op::FDiv, left, divisor);
        let mut rest = near;
        for _ in 0..3 {
            let bits = self.emit.float_bits(rest);
            let bits = self.emit.and_constant(bits, EIGHT_BITS);
            let part = self.emit.float(bits);
            let product = self.emit.float_op(Op::FMul, part, divisor);
            left = self.emit.float_op(Op::FSub, left, product);
            rest = self.emit.float_op(Op::FSub, rest, part);
        }
        let correction = self.emit.float_op(Op::FDiv, left, divisor);
        let value = self.emit.float_op(Op::FAdd, near, correction);
        self.emit.float_bits(value)
    }

    /// Of 16 bits; its denormals are 32-bit numbers.
    pub fn float_of_half(&mut self, half: Word) -> Word {
        let float = self.emit.types.float;
        let pair = self.emit.module.vector_type(float, 2);
        let both = self.emit.glsl(GlslStd450Op::UnpackHalf2x16, pair, &[half.0]);
        let value = self.emit.value(Op::CompositeExtract, float, [both.into(), 0.into()]);
        self.emit.float_bits(Float(value))
    }

    /// Components as the V#'s DST_SEL orders them: 0, 1, or 4 to 7 for one of the texel's.
    pub(super) fn select_components(&mut self, one: Word, fourth: Word, texel: [Word; 4]) -> [Word; 4] {
        let zero = self.emit.word(0);
        std::array::from_fn(|n| {
            let moved = self.emit.shift_right_constant(fourth, 3 * n as u32);
            let select = self.emit.and_constant(moved, 7);
            let mut value = zero;
            for (number, choice) in [(1, one), (4, texel[0]), (5, texel[1]), (6, texel[2]), (7, texel[3])] {
                let number = self.emit.word(number);
                let is_it = self.emit.compare(Op::IEqual, select, number);
                value = self.emit.select(is_it, choice, value);
            }
            value
        })
    }
}

#[cfg(test)]
mod tests {
    /// [`super::Translator::quotient`] with a first quotient so many units in the last place off.
    fn quotient(integer: f32, divisor: f32, off: i32) -> f32 {
        let near = integer / divisor;
        let near = if near == 0.0 { near } else { f32::from_bits(near.to_bits().wrapping_add_signed(off)) };
        let (mut left, mut rest) = (integer, near);
        for _ in 0..3 {
            let part = f32::from_bits(rest.to_bits() & 0xffff_0000);
            left -= part * divisor;
            rest -= part;
        }
        near + left / divisor
    }

    #[test]
    fn quotients_are_the_nearest_floats_whatever_the_first_is() {
        for divisor in [1, 3, 127, 255, 511, 1023, 2047, 32767, 65535].map(|divisor| divisor as f32) {
            for integer in -65535..=65535 {
                let integer = integer as f32;
                for off in -3..=3 {
                    assert_eq!(quotient(integer, divisor, off), integer / divisor, "{integer} / {divisor}, {off} off");
                }
            }
        }
    }
}
