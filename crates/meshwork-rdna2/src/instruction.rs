//! A decoded instruction: an opcode, and the operands and fields of its encoding.

use crate::opcode::{Encoding, Opcode};
use crate::operand::Operand;
use crate::registers::{Pc, Vgpr};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instruction {
    pub pc: Pc,
    /// Dwords that it takes, with its literal and its further address words.
    pub dwords: u8,
    pub opcode: Opcode,
    /// VOP1, VOP2 and VOPC opcodes have a second encoding, VOP3; every other opcode has one.
    pub encoding: Encoding,
    pub fields: Fields,
}

impl Instruction {
    /// The instruction behind it.
    pub fn next(&self) -> Pc {
        Pc(self.pc.0 + u32::from(self.dwords))
    }

    /// Where a branch goes to, if this is one.
    pub fn target(&self) -> Option<Pc> {
        match self.fields {
            Fields::Scalar(Scalar { immediate: Some(Immediate::Target(offset)), .. }) => {
                Some(Pc(self.next().0.wrapping_add_signed(i32::from(offset))))
            }
            _ => None,
        }
    }
}

/// What stands beside the opcode, by encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fields {
    /// SOP1, SOP2, SOPC, SOPK, SOPP.
    Scalar(Scalar),
    /// SMEM.
    ScalarMemory(ScalarMemory),
    /// VOP1, VOP2, VOPC, VOP3, VOP3P, with DPP and SDWA.
    Vector(Vector),
    /// VINTRP and the interpolations among VOP3.
    Interpolation(Interpolation),
    /// DS.
    Lds(Lds),
    /// MUBUF, MTBUF.
    Buffer(Buffer),
    /// MIMG.
    Image(Image),
    /// FLAT, GLOBAL, SCRATCH.
    Flat(Flat),
    /// EXP.
    Export(Export),
}

/// Operands in the manual's order, S0 and S1. What an instruction reads or writes beside them (SCC, EXEC, VCC) is not here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scalar {
    pub dst: Option<Operand>,
    pub src: [Option<Operand>; 2],
    pub immediate: Option<Immediate>,
}

/// SIMM16, as the opcode takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    Number(u16),
    /// Dwords from the next instruction on.
    Target(i16),
    Waitcnt(Waitcnt),
    Message(u16),
    Hwreg(Hwreg),
}

/// Counters to wait for; one at its greatest value is not waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waitcnt {
    /// Vector loads, 6 bits.
    pub vm: u8,
    /// Exports, 3 bits.
    pub exp: u8,
    /// LDS, GDS, scalar memory, messages: 6 bits.
    pub lgkm: u8,
    /// Bits that no counter has.
    pub rest: u16,
}

/// `size` bits from `offset` on of a hardware register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hwreg {
    pub id: u8,
    pub offset: u8,
    /// 1 to 32.
    pub size: u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScalarMemory {
    /// Destination of a load.
    pub sdata: Option<Operand>,
    /// Address, two dwords, or V#, four.
    pub sbase: Option<Operand>,
    pub soffset: Option<Operand>,
    /// Bytes, 21 bits with sign.
    pub offset: i32,
    /// Immediate operand of `S_ATC_PROBE`.
    pub probe: Option<u8>,
    pub glc: bool,
    pub dlc: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector {
    /// VGPRs; an SGPR of a lane read; a mask of a compare (VCC in VOPC, EXEC for V_CMPX).
    pub dst: Option<Operand>,
    /// Mask of carries (VCC in VOP2), or of V_DIV_SCALE.
    pub sdst: Option<Operand>,
    /// The mask of V_CNDMASK and of carries is the third, also where VOP2 means VCC. A literal of V_FMAMK stands second.
    pub src: [Option<Source>; 3],
    pub clamp: bool,
    pub omod: OutputModifier,
    /// A 16-bit result goes to the upper half (bit 3 of OP_SEL).
    pub dst_high: bool,
    pub lanes: Lanes,
}

/// An operand with its input modifiers. Absolute value comes before negation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    pub operand: Operand,
    /// In VOP3P of the low half (NEG_LO).
    pub neg: bool,
    /// In VOP3P only of V_FMA_MIX.
    pub abs: bool,
    /// VOP3P: negate the upper half.
    pub neg_hi: bool,
    /// A 16-bit operand is the register's upper half; in VOP3P what the low result takes.
    pub op_sel: bool,
    /// VOP3P: the upper result takes the upper half. V_FMA_MIX: the operand has 16 bits.
    pub op_sel_hi: bool,
    /// SDWA: sign-extend the selected part.
    pub sext: bool,
    /// SDWA: the part of the register that is taken.
    pub part: Part,
}

impl Source {
    pub const fn plain(operand: Operand) -> Self {
        let part = Part::Dword;
        Self { operand, neg: false, abs: false, neg_hi: false, op_sel: false, op_sel_hi: false, sext: false, part }
    }
}

/// OMOD: the result times a power of two, before the clamp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputModifier {
    #[default]
    None,
    Times2,
    Times4,
    Half,
}

/// Which lanes or parts of registers a VOP1, VOP2 or VOPC instruction takes (RDNA2 ISA, 6.8 and 6.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    #[default]
    Own,
    /// The first source comes from another lane.
    Dpp16(Dpp16),
    /// The first source of lane i of eight comes from lane `select[i]` of the eight.
    Dpp8 {
        select: [u8; 8],
        fetch_inactive: bool,
    },
    Sdwa {
        part: Part,
        unused: Unused,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dpp16 {
    pub control: DppControl,
    /// Rows, of 16 lanes, that are written: a bit for each.
    pub row_mask: u8,
    /// Banks, of 4 lanes, in every row that are written.
    pub bank_mask: u8,
    /// A source lane outside reads as 0; otherwise the lane is not written.
    pub bound_ctrl: bool,
    pub fetch_inactive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DppControl {
    QuadPerm([u8; 4]),
    /// 1 to 15, like the next two.
    RowShl(u8),
    RowShr(u8),
    RowRor(u8),
    RowMirror,
    RowHalfMirror,
    RowShare(u8),
    RowXmask(u8),
}

/// SDWA: part of a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    Byte0,
    Byte1,
    Byte2,
    Byte3,
    Word0,
    Word1,
    #[default]
    Dword,
}

/// SDWA: what becomes of the destination's other bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// Zero.
    Pad,
    /// The result's sign.
    Sext,
    Preserve,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interpolation {
    pub dst: Operand,
    pub src: InterpolationSource,
    /// Third operand of the VOP3 forms.
    pub addend: Option<Source>,
    pub attribute: u8,
    /// 0 to 3.
    pub channel: u8,
    /// The VOP3 forms: the attribute's upper half.
    pub high: bool,
    pub clamp: bool,
    pub omod: OutputModifier,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InterpolationSource {
    Barycentric(Source),
    /// 0 P10, 1 P20, 2 P0.
    Parameter(u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lds {
    pub dst: Option<Operand>,
    pub addr: Option<Vgpr>,
    pub data: [Option<Operand>; 2],
    pub offset: LdsOffset,
    /// The global data share instead of the workgroup's.
    pub gds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LdsOffset {
    /// Bytes; the pattern of DS_SWIZZLE_B32.
    One(u16),
    /// In units of the element, or of 64 elements (…ST64).
    Two(u8, u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Buffer {
    /// Loaded, stored or both; with `tfe` one register more. None for cache control.
    pub vdata: Option<Operand>,
    /// Index, if `idxen`, then offset, if `offen`.
    pub vaddr: Option<Vgpr>,
    pub srsrc: Option<Operand>,
    pub soffset: Option<Operand>,
    /// Bytes, 12 bits.
    pub offset: u16,
    pub idxen: bool,
    pub offen: bool,
    /// For an atomic: it returns the value before it.
    pub glc: bool,
    pub slc: bool,
    pub dlc: bool,
    pub tfe: bool,
    /// To LDS instead of registers.
    pub lds: bool,
    /// MTBUF: data format, of the same numbering as in a V# (7 bits).
    pub format: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Image {
    /// A register for each component of `dmask`, half with `d16`; with `tfe` or `lwe` one more.
    pub vdata: Operand,
    pub vaddr: ImageAddress,
    pub srsrc: Operand,
    pub ssamp: Option<Operand>,
    pub dmask: u8,
    pub dim: ImageDim,
    pub unorm: bool,
    pub glc: bool,
    pub slc: bool,
    pub dlc: bool,
    /// The T# has four dwords.
    pub r128: bool,
    /// Address components have 16 bits.
    pub a16: bool,
    /// Data components have 16 bits.
    pub d16: bool,
    pub tfe: bool,
    pub lwe: bool,
}

/// Address registers of an image instruction, in the order of the opcode's sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageAddress {
    registers: [Vgpr; Self::MOST],
    count: u8,
    /// Each register is named by itself.
    pub non_sequential: bool,
}

impl ImageAddress {
    /// One in the first words, four in each of three further ones.
    pub const MOST: usize = 13;

    /// None beyond [`Self::MOST`].
    pub fn new(registers: &[Vgpr], non_sequential: bool) -> Option<Self> {
        let mut address = Self { registers: [Vgpr(0); Self::MOST], count: registers.len() as u8, non_sequential };
        address.registers.get_mut(..registers.len())?.copy_from_slice(registers);
        Some(address)
    }

    pub fn registers(&self) -> &[Vgpr] {
        &self.registers[..usize::from(self.count)]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageDim {
    D1,
    D2,
    D3,
    Cube,
    D1Array,
    D2Array,
    D2Msaa,
    D2MsaaArray,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Loaded, or what an atomic with `glc` returns.
    pub vdst: Option<Operand>,
    /// An address of two dwords; with `saddr`, and for scratch, an offset of one.
    pub vaddr: Option<Operand>,
    /// Stored, or operand of an atomic.
    pub vdata: Option<Operand>,
    pub saddr: Option<Operand>,
    /// Bytes, 12 bits, with sign for GLOBAL and SCRATCH.
    pub offset: i16,
    pub glc: bool,
    pub slc: bool,
    pub dlc: bool,
    pub lds: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    pub target: ExportTarget,
    /// None where EN is 0. With `compr` two registers hold four halves, and stand first and second.
    pub src: [Option<Vgpr>; 4],
    pub done: bool,
    pub compr: bool,
    /// EXEC is the mask of valid pixels.
    pub vm: bool,
}

/// By number (RDNA2 ISA, 13.1): 0 to 7, 8, 9, 12 to 16, 20, 32 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTarget {
    Mrt(u8),
    Mrtz,
    Null,
    Position(u8),
    Primitive,
    Parameter(u8),
    /// The manual gives it no meaning.
    Reserved(u8),
}

impl ExportTarget {
    /// The target's number in the instruction.
    pub const fn number(self) -> u8 {
        match self {
            Self::Mrt(n) => n,
            Self::Mrtz => 8,
            Self::Null => 9,
            Self::Position(n) => 12 + n,
            Self::Primitive => 20,
            Self::Parameter(n) => 32 + n,
            Self::Reserved(n) => n,
        }
    }
}
