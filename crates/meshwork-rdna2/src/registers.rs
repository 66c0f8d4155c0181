//! Where in the program and in the register files.

use std::fmt;

/// The place of an instruction, in dwords from the program's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

impl fmt::Display for Pc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}", self.0)
    }
}

/// A vector register: one dword in each lane. v0 to v255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vgpr(pub u8);

impl fmt::Display for Vgpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// A scalar register: one dword for the wave. s0 to s105; those behind them have names (VCC, M0, EXEC…).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sgpr(pub u8);

impl Sgpr {
    /// gfx10 has 106 scalar registers for every wave (RDNA2 ISA, 3.6.1).
    pub const COUNT: u8 = 106;
}

impl fmt::Display for Sgpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// How many lanes a wave has: it decides how wide VCC, EXEC and every other lane mask is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wave {
    W32,
    W64,
}

impl Wave {
    pub const fn lanes(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }

    /// Dwords of a lane mask.
    pub const fn mask_dwords(self) -> u8 {
        match self {
            Self::W32 => 1,
            Self::W64 => 2,
        }
    }
}
