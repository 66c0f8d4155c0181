//! The MODE register (RDNA2 ISA, 3.4).

use super::float::{F16, F32, F64, Float, Format, Rounding};

/// As S_SETREG writes it: rounding in bits 3:0, denormals in 7:4, then DX10_CLAMP and IEEE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(pub u32);

impl Mode {
    /// MODE at entry: FLOAT_MODE of the program's resource registers, DX10_CLAMP on, IEEE off.
    pub fn from_float_mode(float_mode: u8) -> Self {
        Self(u32::from(float_mode) | 1 << 8)
    }

    /// A NaN clamps to 0.
    pub fn dx10_clamp(self) -> bool {
        self.bit(8)
    }

    pub fn ieee(self) -> bool {
        self.bit(9)
    }

    pub fn f32(self) -> Float {
        self.float(F32, self.0, self.0 >> 4)
    }

    /// 16 and 64 bits share a rounding and a denormal mode.
    pub fn f16(self) -> Float {
        Float { saturate: self.bit(23), ..self.float(F16, self.0 >> 2, self.0 >> 6) }
    }

    pub fn f64(self) -> Float {
        self.float(F64, self.0 >> 2, self.0 >> 6)
    }

    fn bit(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }

    /// FP_DENORM: bit 0 keeps those of operands, bit 1 those of results.
    fn float(self, format: Format, round: u32, denorm: u32) -> Float {
        Float {
            format,
            rounding: Rounding::from_mode(round),
            flush_inputs: denorm & 1 == 0,
            flush_results: denorm & 2 == 0,
            saturate: false,
            ieee: self.ieee(),
        }
    }
}
