//! The dwords that say an opcode: [`crate::decode`] the other way round, for tests that make machine code.

use crate::opcode::{Encoding, Opcode};

/// The first two dwords of an instruction with every other field 0, and the bits that no other field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub bits: [u32; 2],
    pub mask: [u32; 2],
}

/// By an encoding and a number in it (RDNA2 ISA, chapter 13).
pub fn pattern(encoding: Encoding, number: u16) -> Pattern {
    let number = u32::from(number);
    let first = |bits: u32, mask: u32| Pattern { bits: [bits, 0], mask: [mask, 0] };
    match encoding {
        Encoding::SOP1 => first(0xbe80_0000 | number << 8, 0xff80_ff00),
        Encoding::SOP2 => first(0x8000_0000 | number << 23, 0xff80_0000),
        Encoding::SOPC => first(0xbf00_0000 | number << 16, 0xffff_0000),
        Encoding::SOPK => first(0xb000_0000 | number << 23, 0xff80_0000),
        Encoding::SOPP => first(0xbf80_0000 | number << 16, 0xffff_0000),
        Encoding::SMEM => first(0xf400_0000 | number << 18, 0xfffc_0000),
        Encoding::VOP1 => first(0x7e00_0000 | number << 9, 0xfe01_fe00),
        Encoding::VOP2 => first(number << 25, 0xfe00_0000),
        Encoding::VOPC => first(0x7c00_0000 | number << 17, 0xfffe_0000),
        Encoding::VOP3 => first(0xd400_0000 | number << 16, 0xffff_0000),
        Encoding::VOP3P => first(0xcc00_0000 | number << 16, 0xffff_0000),
        Encoding::VINTRP => first(0xc800_0000 | number << 16, 0xfc03_0000),
        Encoding::DS => first(0xd800_0000 | number << 18, 0xfffc_0000),
        Encoding::MUBUF => first(0xe000_0000 | (number & 127) << 18 | number >> 7 << 25, 0xfffc_0000),
        Encoding::MTBUF => {
            Pattern { bits: [0xe800_0000 | (number & 7) << 16, number >> 3 << 21], mask: [0xfc07_0000, 1 << 21] }
        }
        Encoding::MIMG => first(0xf000_0000 | (number & 127) << 18 | number >> 7, 0xfdfc_0001),
        Encoding::FLAT => first(0xdc00_0000 | number << 18, 0xfffc_c000),
        Encoding::SCRATCH => first(0xdc00_4000 | number << 18, 0xfffc_c000),
        Encoding::GLOBAL => first(0xdc00_8000 | number << 18, 0xfffc_c000),
        Encoding::EXP => first(0xf800_0000, 0xfc00_0000),
    }
}

impl Opcode {
    /// Its number as VOP3, if it is one of VOP1, VOP2 or VOPC.
    pub fn vop3_number(self) -> Option<u16> {
        match self.encoding() {
            Encoding::VOPC => Some(self.number()),
            Encoding::VOP2 => Some(0x100 + self.number()),
            Encoding::VOP1 => Some(0x180 + self.number()),
            _ => None,
        }
    }
}
