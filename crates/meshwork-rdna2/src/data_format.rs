//! Data formats of buffers and images, 1 to 77 (RDNA2 ISA, table of buffer image formats): what a texel's bits are. Reading and writing
//! them is the business of the interpreter and of the translator, each on its own.

/// How bits are a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Unorm,
    Snorm,
    /// Integers as floats.
    Uscaled,
    Sscaled,
    Uint,
    Sint,
    Float,
}

/// Layouts in the order of their numbers, each with as many number kinds as follow.
pub const LAYOUTS: [([u8; 4], &[Number]); 14] = {
    use Number::{Float, Sint, Snorm, Sscaled, Uint, Unorm, Uscaled};
    const SIX: &[Number] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint];
    const SEVEN: &[Number] = &[Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float];
    const THREE: &[Number] = &[Uint, Sint, Float];
    [
        ([8, 0, 0, 0], SIX),
        ([16, 0, 0, 0], SEVEN),
        ([8, 8, 0, 0], SIX),
        ([32, 0, 0, 0], THREE),
        ([16, 16, 0, 0], SEVEN),
        // Names begin with the highest component: 10_11_11, 11_11_10, 10_10_10_2, 2_10_10_10.
        ([11, 11, 10, 0], SEVEN),
        ([10, 11, 11, 0], SEVEN),
        ([2, 10, 10, 10], SIX),
        ([10, 10, 10, 2], SIX),
        ([8, 8, 8, 8], SIX),
        ([32, 32, 0, 0], THREE),
        ([16, 16, 16, 16], SEVEN),
        ([32, 32, 32, 0], THREE),
        ([32, 32, 32, 32], THREE),
    ]
};

/// Bits of each component, from the lowest on, and what they are; `None` where the number is no format.
pub fn data_format(number: u8) -> Option<([u8; 4], Number)> {
    let mut rest = usize::from(number).checked_sub(1)?;
    for (bits, numbers) in LAYOUTS {
        if let Some(&kind) = numbers.get(rest) {
            return Some((bits, kind));
        }
        rest -= numbers.len();
    }
    None
}
