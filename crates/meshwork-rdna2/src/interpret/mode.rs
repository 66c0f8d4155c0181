//! The MODE register (RDNA2 ISA, 3.4).

use super::float::{F16, F32, F64, Float, Format, Rounding, Tiny};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// As S_SETREG writes it: rounding in bits 3:0, denormals in 7:4, then DX10_CLAMP and IEEE.
    pub bits: u32,
    /// Of results that are flushed.
    pub tiny: Tiny,
}

impl Mode {
    pub const fn new(bits: u32) -> Self {
        Self { bits, tiny: Tiny::Rounded }
    }

    /// MODE at entry: FLOAT_MODE of the program's resource registers, DX10_CLAMP on, IEEE off.
    pub fn from_float_mode(float_mode: u8) -> Self {
        Self::new(u32::from(float_mode) | 1 << 8)
    }

    /// A NaN clamps to 0.
    pub fn dx10_clamp(self) -> bool {
        self.bit(8)
    }

    pub fn ieee(self) -> bool {
        self.bit(9)
    }

    pub fn f32(self) -> Float {
        self.float(F32, self.bits, self.bits >> 4)
    }

    /// 16 and 64 bits share a rounding and a denormal mode.
    pub fn f16(self) -> Float {
        Float { saturate: self.bit(23), ..self.float(F16, self.bits >> 2, self.bits >> 6) }
    }

    pub fn f64(self) -> Float {
        self.float(F64, self.bits >> 2, self.bits >> 6)
    }

    fn bit(self, bit: u32) -> bool {
        self.bits >> bit & 1 != 0
    }

    /// FP_DENORM: bit 0 keeps those of operands, bit 1 those of results.
    fn float(self, format: Format, round: u32, denorm: u32) -> Float {
        Float {
            format,
            rounding: Rounding::from_mode(round),
            flush_inputs: denorm & 1 == 0,
            flush_results: denorm & 2 == 0,
            tiny: self.tiny,
            saturate: false,
            ieee: self.ieee(),
        }
    }
}
