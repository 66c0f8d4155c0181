//! What loads and stores move: the opcodes of MUBUF and FLAT by their names.

/// Bytes, and what a register makes of fewer than four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    pub bytes: u32,
    pub signed: bool,
    /// The half of the register that is taken (the upper one: true); the other stays.
    pub half: Option<bool>,
}

impl Width {
    pub const fn dwords(count: u32) -> Self {
        Self { bytes: 4 * count, signed: false, half: None }
    }

    pub const fn narrow(bytes: u32, signed: bool, half: Option<bool>) -> Self {
        Self { bytes, signed, half }
    }

    /// By what stands behind LOAD in an opcode's name.
    pub fn load(name: &str) -> Option<Self> {
        Some(match name {
            "UBYTE" => Self::narrow(1, false, None),
            "SBYTE" => Self::narrow(1, true, None),
            "USHORT" => Self::narrow(2, false, None),
            "SSHORT" => Self::narrow(2, true, None),
            "UBYTE_D16" => Self::narrow(1, false, Some(false)),
            "UBYTE_D16_HI" => Self::narrow(1, false, Some(true)),
            "SBYTE_D16" => Self::narrow(1, true, Some(false)),
            "SBYTE_D16_HI" => Self::narrow(1, true, Some(true)),
            "SHORT_D16" => Self::narrow(2, false, Some(false)),
            "SHORT_D16_HI" => Self::narrow(2, false, Some(true)),
            _ => return Self::whole(name),
        })
    }

    /// The same behind STORE.
    pub fn store(name: &str) -> Option<Self> {
        Some(match name {
            "BYTE" => Self::narrow(1, false, None),
            "SHORT" => Self::narrow(2, false, None),
            "BYTE_D16_HI" => Self::narrow(1, false, Some(true)),
            "SHORT_D16_HI" => Self::narrow(2, false, Some(true)),
            _ => return Self::whole(name),
        })
    }

    fn whole(name: &str) -> Option<Self> {
        Some(Self::dwords(match name {
            "DWORD" => 1,
            "DWORDX2" => 2,
            "DWORDX3" => 3,
            "DWORDX4" => 4,
            _ => return None,
        }))
    }

    pub fn registers(self) -> u8 {
        self.bytes.div_ceil(4) as u8
    }
}
