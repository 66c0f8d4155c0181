//! The address of an image instruction: registers in the order of the opcode's sources (RDNA2 ISA, table of image address components).

use super::Translator;
use crate::emit::Word;
use crate::instruction::{Image, ImageDim, Instruction};
use crate::opcode::Slot;

/// One lane's.
#[derive(Default)]
pub(super) struct Address {
    /// Texels, six bits with sign for each axis.
    pub offset: Option<Word>,
    pub bias: Option<Word>,
    pub compare: Option<Word>,
    /// By x of every axis, then by y.
    pub gradients: Vec<Word>,
    /// As many as the dimension has; then the layer, or a cube's face; then the sample.
    pub coordinates: Vec<Word>,
    pub level: Option<Word>,
    pub least_level: Option<Word>,
}

/// Coordinates, and axes with derivatives.
const fn components(dim: ImageDim) -> (usize, usize) {
    match dim {
        ImageDim::D1 => (1, 1),
        ImageDim::D1Array => (2, 1),
        ImageDim::D2 => (2, 2),
        ImageDim::D2Array | ImageDim::D2Msaa | ImageDim::Cube => (3, 2),
        ImageDim::D2MsaaArray => (4, 2),
        ImageDim::D3 => (3, 3),
    }
}

impl Translator<'_> {
    pub(super) fn image_address(&mut self, at: &Instruction, access: &Image, n: usize) -> Address {
        let (coordinates, axes) = components(access.dim);
        let mut words = Vec::new();
        for &register in access.vaddr.registers() {
            words.push(self.vector(register, n));
        }
        let mut words = words.into_iter();
        let mut address = Address::default();
        for slot in at.opcode.sources() {
            match slot {
                Slot::Offset => address.offset = words.next(),
                Slot::Bias => address.bias = words.next(),
                Slot::Compare => address.compare = words.next(),
                Slot::Gradients => address.gradients = words.by_ref().take(2 * axes).collect(),
                Slot::Coordinates => address.coordinates = words.by_ref().take(coordinates).collect(),
                Slot::Lod => address.level = words.next(),
                Slot::LodClamp => address.least_level = words.next(),
                _ => {}
            }
        }
        address
    }
}
