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

/// A lane's address registers as they are taken. With A16 two components share a register, those that follow each other.
struct Registers<'a> {
    words: std::iter::Copied<std::slice::Iter<'a, Word>>,
    upper: Option<Word>,
}

impl Translator<'_> {
    /// What the registers of an address hold in a lane.
    pub(super) fn address_words(&mut self, access: &Image, n: usize) -> Vec<Word> {
        access.vaddr.registers().iter().map(|&register| self.vector(register, n)).collect()
    }

    pub(super) fn image_address(&mut self, at: &Instruction, access: &Image, words: &[Word]) -> Address {
        let (coordinates, axes) = components(access.dim);
        let mut registers = Registers { words: words.iter().copied(), upper: None };
        let (halves, floats) = (access.a16, access.ssamp.is_some());
        let mut address = Address::default();
        for slot in at.opcode.sources() {
            match slot {
                Slot::Offset => address.offset = registers.words.next(),
                Slot::Compare => address.compare = registers.words.next(),
                Slot::Bias => {
                    address.bias = self.component(&mut registers, halves, floats);
                    registers.upper = None;
                }
                Slot::Gradients | Slot::Gradients16 => {
                    // Those of each direction begin in a register of their own.
                    let halves = *slot == Slot::Gradients16;
                    for _ in 0..2 {
                        let by_axis = (0..axes).map_while(|_| self.component(&mut registers, halves, true));
                        address.gradients.extend(by_axis);
                        registers.upper = None;
                    }
                }
                Slot::Coordinates => {
                    let all = (0..coordinates).map_while(|_| self.component(&mut registers, halves, floats));
                    address.coordinates = all.collect();
                }
                Slot::Lod => address.level = self.component(&mut registers, halves, floats),
                Slot::LodClamp => address.least_level = self.component(&mut registers, halves, floats),
                _ => {}
            }
        }
        address
    }

    fn component(&mut self, registers: &mut Registers<'_>, is_half: bool, is_float: bool) -> Option<Word> {
        if !is_half {
            return registers.words.next();
        }
        let half = match registers.upper.take() {
            Some(half) => half,
            None => {
                let both = registers.words.next()?;
                registers.upper = Some(self.emit.shift_right_constant(both, 16));
                self.emit.and_constant(both, 0xffff)
            }
        };
        Some(if is_float { self.float_of_half(half) } else { half })
    }
}
