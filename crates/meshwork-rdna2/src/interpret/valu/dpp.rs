//! DPP16 and DPP8: the first source comes from another lane (RDNA2 ISA, 6.9).

use super::WaveState;
use crate::instruction::{Dpp16, DppControl};

/// Where a lane's first source comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Lane(usize),
    Zero,
    /// The lane is not written.
    Nowhere,
}

/// Rows have 16 lanes, banks 4.
pub fn from16(wave: &WaveState, dpp: Dpp16, lane: usize) -> From {
    let (row, place) = (lane & !15, lane & 15);
    if dpp.row_mask >> (lane / 16) & 1 == 0 || dpp.bank_mask >> (place / 4) & 1 == 0 {
        return From::Nowhere;
    }
    let inside = |place: usize| (place < 16).then(|| row + place);
    let source = match dpp.control {
        DppControl::QuadPerm(select) => Some((lane & !3) + usize::from(select[lane & 3])),
        DppControl::RowShl(amount) => inside(place + usize::from(amount)),
        DppControl::RowShr(amount) => inside(place.wrapping_sub(amount.into())),
        DppControl::RowRor(amount) => Some(row + (place + 16 - usize::from(amount)) % 16),
        DppControl::RowMirror => Some(row + 15 - place),
        DppControl::RowHalfMirror => Some(lane ^ 7),
        DppControl::RowShare(from) => Some(row + usize::from(from)),
        DppControl::RowXmask(mask) => Some(row + (place ^ usize::from(mask))),
    };
    match source {
        Some(source) if dpp.fetch_inactive || wave.exec() >> source & 1 != 0 => From::Lane(source),
        _ if dpp.bound_ctrl => From::Zero,
        _ => From::Nowhere,
    }
}

pub fn from8(wave: &WaveState, select: [u8; 8], fetch_inactive: bool, lane: usize) -> From {
    let source = (lane & !7) + usize::from(select[lane & 7]);
    if fetch_inactive || wave.exec() >> source & 1 != 0 { From::Lane(source) } else { From::Zero }
}
