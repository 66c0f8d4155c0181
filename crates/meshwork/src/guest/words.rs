//! Random machine words of an opcode.

use fastrand::Rng;
use meshwork_rdna2::{Encoding, Opcode};

/// Registers that instructions may name as first one, and with those behind it.
const NAMED_VECTORS: u32 = 16;
pub const VECTORS: u8 = 20;

/// Scalar registers with a meaning of their own: see [`super::opcodes`].
pub const CHOICE: u8 = 104;
pub const SCC: u8 = 105;

/// An encoding of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Own,
    Vop3,
    Dpp16,
    Dpp8,
    Sdwa,
}

pub fn forms(opcode: Opcode) -> &'static [Form] {
    match opcode.encoding() {
        Encoding::VOP1 | Encoding::VOP2 | Encoding::VOPC => {
            &[Form::Own, Form::Vop3, Form::Dpp16, Form::Dpp8, Form::Sdwa]
        }
        _ => &[Form::Own],
    }
}

/// Words of which the first ones may be an instruction. Encodings: RDNA2 ISA, chapter 13.
pub fn random(opcode: Opcode, form: Form, rng: &mut Rng) -> [u32; 4] {
    let number = u32::from(opcode.number());
    let (first, second) = match (opcode.encoding(), form) {
        (Encoding::SOP1, _) => (0xbe80_0000 | number << 8 | rng.u32(..) & 0x007f_00ff, edge(rng)),
        (Encoding::SOP2, _) => (0x8000_0000 | number << 23 | rng.u32(..) & 0x007f_ffff, edge(rng)),
        (Encoding::SOPC, _) => (0xbf00_0000 | number << 16 | rng.u32(..) & 0xffff, edge(rng)),
        (Encoding::SOPK, _) => (0xb000_0000 | number << 23 | rng.u32(..) & 0x007f_ffff, edge(rng)),
        (Encoding::VOP3, _) => vop3(0xd400_0000 | number << 16, rng),
        (Encoding::VOP3P, _) => vop3(0xcc00_0000 | number << 16, rng),
        (Encoding::VOPC, Form::Vop3) => vop3(0xd400_0000 | number << 16, rng),
        (Encoding::VOP2, Form::Vop3) => vop3(0xd400_0000 | (number + 0x100) << 16, rng),
        (_, Form::Vop3) => vop3(0xd400_0000 | (number + 0x180) << 16, rng),
        (encoding, _) => short(encoding, number, form, rng),
    };
    [first, second, edge(rng), edge(rng)]
}

fn vgpr(rng: &mut Rng) -> u32 {
    rng.u32(..NAMED_VECTORS)
}

/// Any field of nine bits, vector registers more often than not.
fn source(rng: &mut Rng) -> u32 {
    if rng.u8(..3) == 0 { rng.u32(..256) } else { 256 + vgpr(rng) }
}

/// Bits of fields that have to be 0 with most opcodes.
fn seldom(rng: &mut Rng, mask: u32) -> u32 {
    match rng.u8(..4) {
        0 => rng.u32(..) & mask,
        1 => rng.u32(..) & rng.u32(..) & mask,
        _ => 0,
    }
}

fn vop3(base: u32, rng: &mut Rng) -> (u32, u32) {
    let sources = source(rng) | source(rng) << 9 | if rng.bool() { source(rng) << 18 } else { 0 };
    // Scalar results stand at bits 14:8 of the first word, or in the place of vector ones.
    let scalar = if rng.bool() { rng.u32(..104) << 8 } else { seldom(rng, 0xff00) };
    (base | vgpr(rng) | scalar, sources | seldom(rng, 0xf800_0000))
}

/// VOP1, VOP2 and VOPC. What stands in the first source's place says whether DPP or SDWA follows.
fn short(encoding: Encoding, number: u32, form: Form, rng: &mut Rng) -> (u32, u32) {
    let (first, second) = match form {
        Form::Dpp16 => {
            (0xfa, vgpr(rng) | rng.u32(..) & 0x000f_ff00 | (rng.u32(..) | seldom(rng, u32::MAX)) & 0xfff0_0000)
        }
        Form::Dpp8 => (0xe9 + rng.u32(..2), vgpr(rng) | rng.u32(..) & !0xff),
        Form::Sdwa => (0xf9, vgpr(rng) | rng.u32(..) & 0x0707_3f00 | seldom(rng, 0x3838_c000)),
        Form::Own | Form::Vop3 => (source(rng), edge(rng)),
    };
    let word = match encoding {
        Encoding::VOP1 => 0x7e00_0000 | vgpr(rng) << 17 | number << 9,
        Encoding::VOPC => 0x7c00_0000 | number << 17 | vgpr(rng) << 9,
        _ => number << 25 | vgpr(rng) << 17 | vgpr(rng) << 9,
    };
    (word | first, second)
}

/// Words that stand at an edge of some type as often as not.
pub fn edge(rng: &mut Rng) -> u32 {
    const EDGES: [u32; 36] = [
        0,
        1,
        2,
        31,
        32,
        33,
        63,
        64,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xffff_ffff,
        0x0000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f7f_ffff,
        0x3f80_0000,
        0x3f00_0000,
        0x4b00_0000,
        0x4f00_0000,
        0x4f80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        0x3c00_3800,
        0x7bff_03ff,
        0x7c00_0001,
        0x7e00_fc00,
        0x4000_3bff,
    ];
    let edge = EDGES[rng.usize(..EDGES.len())];
    match rng.u8(..8) {
        0 | 1 => rng.u32(..),
        // Floats near 1, of 32 bits and of 16.
        2 => (0x3e00_0000 + rng.u32(..0x0300_0000)) | u32::from(rng.bool()) << 31,
        3 => (0x3400_3400 + (rng.u32(..) & 0x0fff_0fff)) | rng.u32(..) & 0x8000_8000,
        4 => edge ^ 0x8000_0000,
        5 => edge.wrapping_add(rng.u32(..4)),
        6 => rng.u32(..64),
        _ => edge,
    }
}
