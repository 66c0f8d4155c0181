//! Words seen as floats of 32 bits.

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Decoration, GlslStd450Op, Op};

use super::{Bit, Emit, Word};

/// 32 bits seen as a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Float(pub Id);

impl Emit {
    pub fn float(&mut self, word: Word) -> Float {
        let ty = self.types.float;
        if let Some(bits) = self.known(word) {
            return Float(self.module.f32(f32::from_bits(bits)));
        }
        Float(self.cast(ty, word.0))
    }

    pub fn float_bits(&mut self, float: Float) -> Word {
        let (word, ty) = (self.types.word, self.types.float);
        let bits = self.cast(word, float.0);
        self.remember_cast(ty, bits, float.0);
        Word(bits)
    }

    pub fn float_constant(&mut self, value: f32) -> Float {
        Float(self.module.f32(value))
    }

    /// Arithmetic that no compiler may fuse with its neighbours.
    pub fn float_op(&mut self, op: Op, a: Float, b: Float) -> Float {
        let ty = self.types.float;
        let value = self.value(op, ty, [a.0.into(), b.0.into()]);
        self.module.decorate(value, Decoration::NoContraction, &[]);
        Float(value)
    }

    pub fn float_glsl(&mut self, op: GlslStd450Op, operands: &[Float]) -> Float {
        let ty = self.types.float;
        let operands: Vec<_> = operands.iter().map(|float| float.0).collect();
        Float(self.glsl(op, ty, &operands))
    }

    /// a · b + c by the host, whose compiler leaves nothing out.
    pub fn host_fma(&mut self, operands: [Float; 3]) -> Float {
        let value = self.float_glsl(GlslStd450Op::Fma, &operands);
        self.module.decorate(value.0, Decoration::NoContraction, &[]);
        value
    }

    pub fn float_compare(&mut self, op: Op, a: Float, b: Float) -> Bit {
        let ty = self.types.bit;
        Bit(self.value(op, ty, [a.0.into(), b.0.into()]))
    }

    pub fn float_select(&mut self, bit: Bit, yes: Float, no: Float) -> Float {
        let ty = self.types.float;
        Float(self.value(Op::Select, ty, [bit.0.into(), yes.0.into(), no.0.into()]))
    }

    /// From bits alone: compilers fold away comparisons that ask for NaNs.
    pub fn is_nan(&mut self, word: Word) -> Bit {
        let magnitude = self.and_constant(word, 0x7fff_ffff);
        let infinity = self.word(0x7f80_0000);
        self.compare(Op::UGreaterThan, magnitude, infinity)
    }

    /// Denormals become zeros of their sign.
    pub fn flush(&mut self, word: Word) -> Word {
        if self.flushed.contains(&word) {
            return word;
        }
        let exponent = self.and_constant(word, 0x7f80_0000);
        let is_small = self.is_zero(exponent);
        let sign = self.and_constant(word, 0x8000_0000);
        let value = self.select(is_small, sign, word);
        self.note_flushed(value);
        value
    }

    /// A word that is no denormal.
    pub fn note_flushed(&mut self, word: Word) {
        self.flushed.insert(word);
    }

    /// `float` where `is_in` and not `is_high`, else 0.
    pub fn or_zero(&mut self, is_in: Bit, is_high: Bit, float: Float) -> Float {
        let not_high = self.negate(is_high);
        let safe = self.both(is_in, not_high);
        let zero = self.float_constant(0.0);
        self.float_select(safe, float, zero)
    }
}
