//! DPP16, DPP8 and SDWA: the dword behind a VOP1, VOP2 or VOPC instruction (RDNA2 ISA, 13.3.9 to 13.3.12).

use super::{At, bit, bits};
use crate::error::{Error, Field};
use crate::instruction::{Dpp16, DppControl, Part, Unused};

/// Values of SRC0 that say what the dword behind the instruction is.
pub const DPP8: u32 = 233;
pub const DPP8_FETCH_INACTIVE: u32 = 234;
pub const SDWA: u32 = 249;
pub const DPP16: u32 = 250;

pub fn dpp8_select(word: u32) -> [u8; 8] {
    std::array::from_fn(|lane| bits(word, 3 * lane as u32 + 10, 3 * lane as u32 + 8) as u8)
}

impl At<'_> {
    pub fn dpp16(&self, word: u32) -> Result<Dpp16, Error> {
        let control = bits(word, 16, 8);
        let amount = control as u8 & 15;
        let control = match control {
            0..=0xff => DppControl::QuadPerm(std::array::from_fn(|lane| (control >> (2 * lane)) as u8 & 3)),
            0x101..=0x10f => DppControl::RowShl(amount),
            0x111..=0x11f => DppControl::RowShr(amount),
            0x121..=0x12f => DppControl::RowRor(amount),
            0x140 => DppControl::RowMirror,
            0x141 => DppControl::RowHalfMirror,
            0x150..=0x15f => DppControl::RowShare(amount),
            0x160..=0x16f => DppControl::RowXmask(amount),
            _ => return Err(self.invalid(Field::Lanes, word)),
        };
        Ok(Dpp16 {
            control,
            row_mask: bits(word, 31, 28) as u8,
            bank_mask: bits(word, 27, 24) as u8,
            bound_ctrl: bit(word, 19),
            fetch_inactive: bit(word, 18),
        })
    }

    pub fn part(&self, field: u32) -> Result<Part, Error> {
        Ok(match field {
            0 => Part::Byte0,
            1 => Part::Byte1,
            2 => Part::Byte2,
            3 => Part::Byte3,
            4 => Part::Word0,
            5 => Part::Word1,
            6 => Part::Dword,
            _ => return Err(self.invalid(Field::Lanes, field)),
        })
    }

    pub fn unused(&self, field: u32) -> Result<Unused, Error> {
        Ok(match field {
            0 => Unused::Pad,
            1 => Unused::Sext,
            2 => Unused::Preserve,
            _ => return Err(self.invalid(Field::Lanes, field)),
        })
    }
}
