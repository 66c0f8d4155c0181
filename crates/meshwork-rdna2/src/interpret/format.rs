//! Data formats of buffers and images, 1 to 77 (RDNA2 ISA, table of buffer image formats).

use super::error::Fault;
use super::float::{F16, F32, Rounding};
use super::mode::Mode;
use crate::data_format::{Number, data_format};

/// Where a component comes from (DST_SEL of a descriptor).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    Zero,
    One,
    Component(u8),
}

impl Select {
    pub fn from_bits(bits: u32) -> Self {
        match bits & 7 {
            1 => Self::One,
            component @ 4..=7 => Self::Component(component as u8 - 4),
            _ => Self::Zero,
        }
    }
}

/// Bits of each component, from the lowest on, and what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataFormat {
    bits: [u8; 4],
    number: Number,
}

impl DataFormat {
    pub fn new(number: u8) -> Result<Self, Fault> {
        let (bits, number) = data_format(number).ok_or(Fault::Format(number))?;
        Ok(Self { bits, number })
    }

    /// Of a texel.
    pub fn bytes(&self) -> u32 {
        self.bits.iter().map(|bits| u32::from(*bits)).sum::<u32>() / 8
    }

    fn is_integer(&self) -> bool {
        matches!(self.number, Number::Uint | Number::Sint)
    }

    /// Floats of 32 bits, or integers. A component that the format lacks is 0, the fourth 1.
    pub fn decode(&self, bytes: [u8; 16]) -> [u32; 4] {
        let texel = u128::from_le_bytes(bytes);
        let mut place = 0;
        let mut components = [0, 0, 0, self.one()];
        for (component, bits) in components.iter_mut().zip(self.bits).filter(|(_, bits)| *bits != 0) {
            let raw = (texel >> place) as u32 & mask(bits);
            *component = self.decode_component(raw, bits);
            place += bits;
        }
        components
    }

    /// The components as the descriptor orders them.
    pub fn select(&self, components: [u32; 4], select: [Select; 4]) -> [u32; 4] {
        select.map(|select| match select {
            Select::Zero => 0,
            Select::One => self.one(),
            Select::Component(component) => components[usize::from(component & 3)],
        })
    }

    fn one(&self) -> u32 {
        if self.is_integer() { 1 } else { 1f32.to_bits() }
    }

    fn decode_component(&self, raw: u32, bits: u8) -> u32 {
        let signed = (raw << (32 - bits)) as i32 >> (32 - bits);
        let value = match self.number {
            Number::Uint => return raw,
            Number::Sint => return signed as u32,
            Number::Float => return float_to_32(raw, bits),
            Number::Unorm => f64::from(raw) / f64::from(mask(bits)),
            // The least integer is -1 as well as its neighbour.
            Number::Snorm => (f64::from(signed) / f64::from(mask(bits - 1))).max(-1.0),
            Number::Uscaled => f64::from(raw),
            Number::Sscaled => f64::from(signed),
        };
        (value as f32).to_bits()
    }

    /// The bytes of a texel of floats of 32 bits or integers. What does not fit is clamped.
    pub fn encode(&self, components: [u32; 4]) -> [u8; 16] {
        let mut place = 0;
        let mut texel = 0u128;
        for (component, bits) in components.into_iter().zip(self.bits).filter(|(_, bits)| *bits != 0) {
            texel |= u128::from(self.encode_component(component, bits) & mask(bits)) << place;
            place += bits;
        }
        texel.to_le_bytes()
    }

    fn encode_component(&self, value: u32, bits: u8) -> u32 {
        let (greatest, greatest_signed) = (f64::from(mask(bits)), f64::from(mask(bits - 1)));
        let float = f64::from(f32::from_bits(value));
        // The cast of a NaN is 0.
        match self.number {
            Number::Uint => value.min(mask(bits)),
            Number::Sint => (value as i32).clamp(-(mask(bits - 1) as i32) - 1, mask(bits - 1) as i32) as u32,
            Number::Float => float_from_32(value, bits),
            Number::Unorm => (float.clamp(0.0, 1.0) * greatest).round_ties_even() as u32,
            Number::Snorm => (float.clamp(-1.0, 1.0) * greatest_signed).round_ties_even() as i32 as u32,
            Number::Uscaled => float.clamp(0.0, greatest) as u32,
            Number::Sscaled => float.clamp(-greatest_signed - 1.0, greatest_signed) as i32 as u32,
        }
    }

    /// A component for a register's half.
    pub fn narrow(&self, value: u32) -> u32 {
        if self.is_integer() { value & 0xffff } else { KEEP.f16().convert(&KEEP.f32(), value.into()) as u32 }
    }

    /// A component from a register's half.
    pub fn widen(&self, value: u32) -> u32 {
        match self.number {
            Number::Uint => value & 0xffff,
            Number::Sint => (value as i16) as i32 as u32,
            _ => KEEP.f32().convert(&KEEP.f16(), u64::from(value & 0xffff)) as u32,
        }
    }
}

/// Memory keeps denormals and rounds to nearest.
const KEEP: Mode = Mode::new(0xf0);

const fn mask(bits: u8) -> u32 {
    u32::MAX >> (32 - bits)
}

/// Floats of 10 and 11 bits are halves without sign and without the last bits.
fn float_to_32(raw: u32, bits: u8) -> u32 {
    match bits {
        32 => raw,
        16 => KEEP.f32().convert(&KEEP.f16(), raw.into()) as u32,
        _ => KEEP.f32().convert(&KEEP.f16(), u64::from(raw << (15 - bits))) as u32,
    }
}

fn float_from_32(value: u32, bits: u8) -> u32 {
    match bits {
        32 => value,
        16 => KEEP.f16().convert(&KEEP.f32(), value.into()) as u32,
        _ if F32.is_negative(value.into()) && !F32.is_nan(value.into()) => 0,
        _ => {
            let half = KEEP.f16().with_rounding(Rounding::Zero).convert(&KEEP.f32(), value.into());
            (F16.magnitude(half) >> (15 - bits)) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(number: u8, bytes: &[u8]) -> [u32; 4] {
        let mut texel = [0; 16];
        texel[..bytes.len()].copy_from_slice(bytes);
        DataFormat::new(number).expect("a format").decode(texel)
    }

    fn floats(number: u8, bytes: &[u8]) -> [f32; 4] {
        decode(number, bytes).map(f32::from_bits)
    }

    #[test]
    fn numbers_and_sizes() {
        assert!(DataFormat::new(0).is_err() && DataFormat::new(78).is_err());
        let bytes = |number| DataFormat::new(number).expect("a format").bytes();
        assert_eq!(
            [1, 7, 14, 20, 23, 30, 37, 44, 50, 56, 62, 65, 72, 75, 77].map(bytes),
            [1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 16]
        );
    }

    /// Names as the manual's table and the corpus' histogram have them.
    #[test]
    fn values() {
        assert_eq!(floats(1, &[255]), [1.0, 0.0, 0.0, 1.0], "8_UNORM");
        assert_eq!(floats(2, &[0x80]), [-1.0, 0.0, 0.0, 1.0], "8_SNORM: the least is -1");
        assert_eq!(floats(13, &[0x00, 0x3c]), [1.0, 0.0, 0.0, 1.0], "16_FLOAT");
        assert_eq!(decode(12, &[0xfe, 0xff]), [-2i32 as u32, 0, 0, 1], "16_SINT: 1 is an integer");
        assert_eq!(floats(24, &[0xff, 0x7f, 0x01, 0x80]), [1.0, -1.0, 0.0, 1.0], "16_16_SNORM");
        assert_eq!(
            floats(36, &(0x3c0u32 | 0x400 << 11 | 0x1e0 << 22).to_le_bytes()),
            [1.0, 2.0, 1.0, 1.0],
            "10_11_11_FLOAT"
        );
        assert_eq!(floats(50, &(1023u32 | 3 << 30).to_le_bytes()), [1.0, 0.0, 0.0, 1.0], "2_10_10_10_UNORM");
        assert_eq!(floats(51, &(512u32 << 10 | 2 << 30).to_le_bytes()), [0.0, -1.0, 0.0, -1.0], "2_10_10_10_SNORM");
        assert_eq!(floats(59, &[1, 0xff, 0, 5]), [1.0, -1.0, 0.0, 5.0], "8_8_8_8_SSCALED");
    }

    #[test]
    fn what_is_encoded_decodes_to_itself() {
        for number in 1..=77 {
            let format = DataFormat::new(number).expect("a format");
            let bytes = std::array::from_fn(|place| [0x21, 0x43, 0x15, 0x37][place % 4]);
            let components = format.decode(bytes);
            let again = format.decode(format.encode(components));
            assert_eq!(again, components, "format {number}");
        }
    }
}
