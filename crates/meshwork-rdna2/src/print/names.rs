//! Names that the assembler has for numbers.

use crate::instruction::{Dpp16, DppControl, ExportTarget, ImageDim, Part, Unused};

/// Data formats of buffers, 0 to 77 (RDNA2 ISA, table of data formats).
pub const BUFFER_FORMATS: [&str; 78] = [
    "INVALID",
    "8_UNORM",
    "8_SNORM",
    "8_USCALED",
    "8_SSCALED",
    "8_UINT",
    "8_SINT",
    "16_UNORM",
    "16_SNORM",
    "16_USCALED",
    "16_SSCALED",
    "16_UINT",
    "16_SINT",
    "16_FLOAT",
    "8_8_UNORM",
    "8_8_SNORM",
    "8_8_USCALED",
    "8_8_SSCALED",
    "8_8_UINT",
    "8_8_SINT",
    "32_UINT",
    "32_SINT",
    "32_FLOAT",
    "16_16_UNORM",
    "16_16_SNORM",
    "16_16_USCALED",
    "16_16_SSCALED",
    "16_16_UINT",
    "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_UNORM",
    "10_11_11_SNORM",
    "10_11_11_USCALED",
    "10_11_11_SSCALED",
    "10_11_11_UINT",
    "10_11_11_SINT",
    "10_11_11_FLOAT",
    "11_11_10_UNORM",
    "11_11_10_SNORM",
    "11_11_10_USCALED",
    "11_11_10_SSCALED",
    "11_11_10_UINT",
    "11_11_10_SINT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM",
    "10_10_10_2_SNORM",
    "10_10_10_2_USCALED",
    "10_10_10_2_SSCALED",
    "10_10_10_2_UINT",
    "10_10_10_2_SINT",
    "2_10_10_10_UNORM",
    "2_10_10_10_SNORM",
    "2_10_10_10_USCALED",
    "2_10_10_10_SSCALED",
    "2_10_10_10_UINT",
    "2_10_10_10_SINT",
    "8_8_8_8_UNORM",
    "8_8_8_8_SNORM",
    "8_8_8_8_USCALED",
    "8_8_8_8_SSCALED",
    "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT",
    "32_32_SINT",
    "32_32_FLOAT",
    "16_16_16_16_UNORM",
    "16_16_16_16_SNORM",
    "16_16_16_16_USCALED",
    "16_16_16_16_SSCALED",
    "16_16_16_16_UINT",
    "16_16_16_16_SINT",
    "16_16_16_16_FLOAT",
    "32_32_32_UINT",
    "32_32_32_SINT",
    "32_32_32_FLOAT",
    "32_32_32_32_UINT",
    "32_32_32_32_SINT",
    "32_32_32_32_FLOAT",
];

/// Format of a typed buffer instruction that is not written: 8_UNORM.
pub const DEFAULT_BUFFER_FORMAT: u8 = 1;

pub fn hardware_register(id: u8) -> Option<&'static str> {
    Some(match id {
        1 => "HW_REG_MODE",
        2 => "HW_REG_STATUS",
        3 => "HW_REG_TRAPSTS",
        5 => "HW_REG_GPR_ALLOC",
        6 => "HW_REG_LDS_ALLOC",
        7 => "HW_REG_IB_STS",
        15 => "HW_REG_SH_MEM_BASES",
        16 => "HW_REG_TBA_LO",
        17 => "HW_REG_TBA_HI",
        18 => "HW_REG_TMA_LO",
        19 => "HW_REG_TMA_HI",
        20 => "HW_REG_FLAT_SCR_LO",
        21 => "HW_REG_FLAT_SCR_HI",
        23 => "HW_REG_HW_ID1",
        24 => "HW_REG_HW_ID2",
        25 => "HW_REG_POPS_PACKER",
        29 => "HW_REG_SHADER_CYCLES",
        _ => return None,
    })
}

/// Messages that have no operation.
pub fn message(id: u16) -> Option<&'static str> {
    Some(match id {
        1 => "MSG_INTERRUPT",
        4 => "MSG_SAVEWAVE",
        5 => "MSG_STALL_WAVE_GEN",
        6 => "MSG_HALT_WAVES",
        7 => "MSG_ORDERED_PS_DONE",
        8 => "MSG_EARLY_PRIM_DEALLOC",
        9 => "MSG_GS_ALLOC_REQ",
        10 => "MSG_GET_DOORBELL",
        11 => "MSG_GET_DDID",
        _ => return None,
    })
}

pub fn geometry_operation(operation: u16) -> Option<&'static str> {
    ["GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"].get(usize::from(operation)).copied()
}

pub fn system_operation(operation: u16) -> Option<&'static str> {
    Some(match operation {
        1 => "SYSMSG_OP_ECC_ERR_INTERRUPT",
        2 => "SYSMSG_OP_REG_RD",
        4 => "SYSMSG_OP_TTRACE_PC",
        _ => return None,
    })
}

pub fn part(part: Part) -> &'static str {
    match part {
        Part::Byte0 => "BYTE_0",
        Part::Byte1 => "BYTE_1",
        Part::Byte2 => "BYTE_2",
        Part::Byte3 => "BYTE_3",
        Part::Word0 => "WORD_0",
        Part::Word1 => "WORD_1",
        Part::Dword => "DWORD",
    }
}

pub fn unused(unused: Unused) -> &'static str {
    match unused {
        Unused::Pad => "UNUSED_PAD",
        Unused::Sext => "UNUSED_SEXT",
        Unused::Preserve => "UNUSED_PRESERVE",
    }
}

pub fn dim(dim: ImageDim) -> &'static str {
    match dim {
        ImageDim::D1 => "1D",
        ImageDim::D2 => "2D",
        ImageDim::D3 => "3D",
        ImageDim::Cube => "CUBE",
        ImageDim::D1Array => "1D_ARRAY",
        ImageDim::D2Array => "2D_ARRAY",
        ImageDim::D2Msaa => "2D_MSAA",
        ImageDim::D2MsaaArray => "2D_MSAA_ARRAY",
    }
}

pub fn dpp_control(dpp: &Dpp16) -> String {
    match dpp.control {
        DppControl::QuadPerm([a, b, c, d]) => format!("quad_perm:[{a},{b},{c},{d}]"),
        DppControl::RowShl(by) => format!("row_shl:{by}"),
        DppControl::RowShr(by) => format!("row_shr:{by}"),
        DppControl::RowRor(by) => format!("row_ror:{by}"),
        DppControl::RowMirror => "row_mirror".into(),
        DppControl::RowHalfMirror => "row_half_mirror".into(),
        DppControl::RowShare(lane) => format!("row_share:{lane}"),
        DppControl::RowXmask(mask) => format!("row_xmask:{mask}"),
    }
}

pub fn export_target(target: ExportTarget) -> String {
    match target {
        ExportTarget::Mrt(number) => format!("mrt{number}"),
        ExportTarget::Mrtz => "mrtz".into(),
        ExportTarget::Null => "null".into(),
        ExportTarget::Position(number) => format!("pos{number}"),
        ExportTarget::Primitive => "prim".into(),
        ExportTarget::Parameter(number) => format!("param{number}"),
        ExportTarget::Reserved(number) => format!("invalid_target_{number}"),
    }
}
