//! What an instruction reads and writes.

use crate::registers::{Sgpr, Vgpr, Wave};

/// How an instruction sees an operand's bits: `B` bits, `U` unsigned, `I` signed, `F` float, `V2` two 16-bit halves of a dword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    B8,
    U8,
    I8,
    B16,
    U16,
    I16,
    F16,
    B32,
    U32,
    I32,
    F32,
    B64,
    U64,
    I64,
    F64,
    B96,
    B128,
    B256,
    B512,
    V2B16,
    V2U16,
    V2I16,
    V2F16,
    /// A bit for each lane: one dword in wave32, two in wave64.
    Mask,
}

impl Type {
    /// Registers that the operand takes.
    pub const fn dwords(self, wave: Wave) -> u8 {
        match self {
            Self::B64 | Self::U64 | Self::I64 | Self::F64 => 2,
            Self::B96 => 3,
            Self::B128 => 4,
            Self::B256 => 8,
            Self::B512 => 16,
            Self::Mask => wave.mask_dwords(),
            _ => 1,
        }
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64 | Self::V2F16)
    }

    /// Whether an absolute value or a negation has meaning: for floats, and bits that may be one (V_CNDMASK).
    pub const fn has_sign_bit(self) -> bool {
        self.is_float() || matches!(self, Self::B32)
    }

    /// Whether a register holds more than the operand: the rest is the instruction's business (`op_sel`).
    pub const fn is_16_bit(self) -> bool {
        matches!(self, Self::B16 | Self::U16 | Self::I16 | Self::F16)
    }

    pub const fn is_packed(self) -> bool {
        matches!(self, Self::V2B16 | Self::V2U16 | Self::V2I16 | Self::V2F16)
    }
}

/// The float constants that fit an operand field (RDNA2 ISA, table of scalar and vector operands: 240 to 248).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InlineFloat {
    Half,
    MinusHalf,
    One,
    MinusOne,
    Two,
    MinusTwo,
    Four,
    MinusFour,
    /// 1 / 2π.
    InverseTau,
}

impl InlineFloat {
    pub(crate) const ALL: [Self; 9] = [
        Self::Half,
        Self::MinusHalf,
        Self::One,
        Self::MinusOne,
        Self::Two,
        Self::MinusTwo,
        Self::Four,
        Self::MinusFour,
        Self::InverseTau,
    ];

    /// By operand field.
    pub(crate) fn from_field(field: u16) -> Option<Self> {
        Self::ALL.get(usize::from(field.checked_sub(240)?)).copied()
    }

    pub const fn f16_bits(self) -> u16 {
        match self {
            Self::Half => 0x3800,
            Self::MinusHalf => 0xb800,
            Self::One => 0x3c00,
            Self::MinusOne => 0xbc00,
            Self::Two => 0x4000,
            Self::MinusTwo => 0xc000,
            Self::Four => 0x4400,
            Self::MinusFour => 0xc400,
            Self::InverseTau => 0x3118,
        }
    }

    pub const fn f32_bits(self) -> u32 {
        match self {
            Self::InverseTau => 0x3e22_f983,
            _ => (self.f64_value() as f32).to_bits(),
        }
    }

    pub const fn f64_bits(self) -> u64 {
        match self {
            Self::InverseTau => 0x3fc4_5f30_6dc9_c882,
            _ => self.f64_value().to_bits(),
        }
    }

    const fn f64_value(self) -> f64 {
        match self {
            Self::Half => 0.5,
            Self::MinusHalf => -0.5,
            Self::One => 1.0,
            Self::MinusOne => -1.0,
            Self::Two => 2.0,
            Self::MinusTwo => -2.0,
            Self::Four => 4.0,
            Self::MinusFour => -4.0,
            Self::InverseTau => 0.5 * std::f64::consts::FRAC_1_PI,
        }
    }
}

/// A register (the first, where an operand takes several) or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Sgpr(Sgpr),
    Vgpr(Vgpr),
    /// With two dwords this is VCC.
    VccLo,
    VccHi,
    /// Trap handler temporaries, ttmp0 to ttmp15.
    Ttmp(u8),
    M0,
    /// Reads as 0, writes go nowhere.
    Null,
    /// With two dwords this is EXEC.
    ExecLo,
    ExecHi,
    SharedBase,
    SharedLimit,
    PrivateBase,
    PrivateLimit,
    PopsExitingWaveId,
    /// 1 where VCC is 0.
    VccZ,
    /// 1 where EXEC is 0.
    ExecZ,
    Scc,
    /// The dword of LDS at M0.
    LdsDirect,
    /// -16 to 64.
    Integer(i8),
    Float(InlineFloat),
    /// The dword behind the instruction.
    Literal(u32),
}

/// A place, and how the instruction takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    pub place: Place,
    pub ty: Type,
    /// Registers that it takes, counted from `place`.
    pub dwords: u8,
}

impl Operand {
    pub const fn new(place: Place, ty: Type, wave: Wave) -> Self {
        Self { place, ty, dwords: ty.dwords(wave) }
    }

    pub const fn vgpr(self) -> Option<Vgpr> {
        match self.place {
            Place::Vgpr(vgpr) => Some(vgpr),
            _ => None,
        }
    }

    /// The value of a constant as the operand's type takes it, in its low bits; none for what only a wave knows.
    ///
    /// An integer is sign-extended to the operand's width. A float is of the operand's width, of 32 bits for one that is not
    /// a float. A literal is the *upper* half of an F64, sign-extended for I64 and zero-extended for other 64-bit operands
    /// (RDNA2 ISA, 6.2.1.3). An inline constant of a packed operand is in its low half; `op_sel` decides who sees it.
    pub fn constant(self) -> Option<u64> {
        let wide = self.dwords == 2;
        let bits = match self.place {
            Place::Integer(value) => i64::from(value) as u64,
            Place::Float(value) => match self.ty {
                Type::F64 | Type::B64 | Type::I64 | Type::U64 => value.f64_bits(),
                ty if ty.is_16_bit() || ty.is_packed() => u64::from(value.f16_bits()),
                _ => u64::from(value.f32_bits()),
            },
            Place::Literal(value) if self.ty == Type::F64 => u64::from(value) << 32,
            Place::Literal(value) if self.ty == Type::I64 => i64::from(value as i32) as u64,
            Place::Literal(value) => u64::from(value),
            Place::Null => 0,
            _ => return None,
        };
        Some(match self.ty {
            _ if wide => bits,
            ty if ty.is_16_bit() => bits & 0xffff,
            _ => bits & 0xffff_ffff,
        })
    }
}
