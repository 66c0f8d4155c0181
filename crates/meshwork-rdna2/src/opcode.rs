//! Encodings, and what a row of the opcode table says.

use crate::operand::Type;
pub use crate::table::Opcode;
use crate::table::ROWS;

/// The encodings in the manual's names (RDNA2 ISA, chapter 13); FLAT's segments apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    SOP1,
    SOP2,
    SOPC,
    SOPK,
    SOPP,
    SMEM,
    VOP1,
    VOP2,
    VOPC,
    VOP3,
    VOP3P,
    VINTRP,
    DS,
    MUBUF,
    MTBUF,
    MIMG,
    FLAT,
    SCRATCH,
    GLOBAL,
    EXP,
}

/// An operand of an opcode: which fields can hold it, and how it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Whatever the encoding's field can hold.
    Any(Type),
    /// A scalar register or constant, in a field that could hold vector registers.
    Scalar(Type),
    /// A scalar register and no constant.
    Register(Type),
    /// A vector register, in a field that could hold others.
    Vector(Type),
    /// The destination is read, too. No field.
    Accumulator,
    /// EXEC. No field.
    Exec,
    /// Always in the dword behind the instruction.
    Literal(Type),
    Immediate(ImmediateKind),
    /// LDS address.
    Address,
    /// Attribute and channel of an interpolation.
    Attribute,
    /// Which of an attribute's three parameters.
    Parameter,
    /// Components by DMASK.
    Texel,
    /// Four components, whatever DMASK says.
    Gathered,
    Coordinates,
    Offset,
    Bias,
    Compare,
    Gradients,
    /// Gradients of 16 bits.
    Gradients16,
    Lod,
    LodClamp,
    Sampler,
}

/// What SIMM16 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImmediateKind {
    Number,
    Target,
    Waitcnt,
    Message,
    Hwreg,
}

/// A line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub encoding: Encoding,
    pub number: u16,
    pub opcode: Opcode,
    pub name: &'static str,
    pub results: &'static [Slot],
    pub sources: &'static [Slot],
    pub flags: u16,
}

/// What a row says beside the operands. Lower case: these are the words of the table.
#[expect(non_upper_case_globals, reason = "the words of the table")]
pub(crate) mod flag {
    /// VOP1, VOP2, VOPC: it exists as VOP3, too.
    pub const vop3: u16 = 1 << 0;
    /// It exists with DPP16 and DPP8.
    pub const dpp: u16 = 1 << 1;
    /// It exists with SDWA.
    pub const sdwa: u16 = 1 << 2;
    pub const clamp: u16 = 1 << 3;
    pub const omod: u16 = 1 << 4;
    /// Input modifiers.
    pub const neg: u16 = 1 << 5;
    /// OP_SEL has meaning in the assembler.
    pub const op_sel: u16 = 1 << 6;
    /// OP_SEL_HI chooses 16 bits, and ABS exists in VOP3P.
    pub const mix: u16 = 1 << 7;
    /// DS: two offsets.
    pub const two: u16 = 1 << 8;
    /// DS: only with GDS.
    pub const gds: u16 = 1 << 9;
    /// DS: never with GDS.
    pub const no_gds: u16 = 1 << 10;
    /// MUBUF, SCRATCH, GLOBAL: it may load to LDS.
    pub const lds: u16 = 1 << 11;
    /// MIMG: the data has always 32 bits.
    pub const no_d16: u16 = 1 << 12;
}

/// The words of the table for operands.
#[expect(non_upper_case_globals, reason = "the words of the table")]
pub(crate) mod slot {
    use super::{ImmediateKind, Slot, Type};

    macro_rules! any {
        ($($name:ident)*) => { $(pub const $name: Slot = Slot::Any(Type::$name);)* };
    }
    any! { B8 U8 I8 B16 U16 I16 F16 B32 U32 I32 F32 B64 U64 I64 F64 B96 B128 B256 B512 V2B16 V2U16 V2I16 V2F16 Mask }

    pub const sB32: Slot = Slot::Scalar(Type::B32);
    pub const sU32: Slot = Slot::Scalar(Type::U32);
    pub const rB32: Slot = Slot::Register(Type::B32);
    pub const rB64: Slot = Slot::Register(Type::B64);
    pub const vB32: Slot = Slot::Vector(Type::B32);
    pub const vF16: Slot = Slot::Vector(Type::F16);
    pub const vF32: Slot = Slot::Vector(Type::F32);
    pub const vB128: Slot = Slot::Vector(Type::B128);
    pub const acc: Slot = Slot::Accumulator;
    pub const Exec: Slot = Slot::Exec;
    pub const Literal16: Slot = Slot::Literal(Type::F16);
    pub const Literal32: Slot = Slot::Literal(Type::F32);
    pub const LiteralB32: Slot = Slot::Literal(Type::B32);
    pub const Simm: Slot = Slot::Immediate(ImmediateKind::Number);
    pub const Target: Slot = Slot::Immediate(ImmediateKind::Target);
    pub const Waitcnt: Slot = Slot::Immediate(ImmediateKind::Waitcnt);
    pub const Message: Slot = Slot::Immediate(ImmediateKind::Message);
    pub const Hwreg: Slot = Slot::Immediate(ImmediateKind::Hwreg);

    pub use Slot::{
        Address, Attribute, Bias, Compare, Coordinates, Gathered, Gradients, Gradients16, Lod, LodClamp, Offset,
        Parameter, Sampler, Texel,
    };
}

impl Row {
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

impl Opcode {
    /// The manual's spelling.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The encoding that the table has it in; VOP1, VOP2 and VOPC opcodes occur as VOP3, too.
    pub fn encoding(self) -> Encoding {
        self.row().encoding
    }

    /// Its number in that encoding.
    pub fn number(self) -> u16 {
        self.row().number
    }

    /// Every opcode, by encoding and number.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.opcode)
    }

    pub fn results(self) -> &'static [Slot] {
        self.row().results
    }

    pub fn sources(self) -> &'static [Slot] {
        self.row().sources
    }

    pub(crate) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

/// The row of an opcode number.
pub(crate) fn find(encoding: Encoding, number: u16) -> Option<&'static Row> {
    let place = ROWS.binary_search_by_key(&(encoding, number), |row| (row.encoding, row.number)).ok()?;
    Some(&ROWS[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        assert!(ROWS.is_sorted_by(|a, b| (a.encoding, a.number) < (b.encoding, b.number)));
        assert!(ROWS.iter().enumerate().all(|(place, row)| row.opcode as usize == place));
    }

    #[test]
    fn an_opcode_knows_its_row() {
        assert_eq!(find(Encoding::VOP2, 3).map(|row| row.opcode), Some(Opcode::V_ADD_F32));
        assert_eq!(Opcode::V_ADD_F32.name(), "V_ADD_F32");
        assert!(find(Encoding::VOP2, 0).is_none());
    }
}
