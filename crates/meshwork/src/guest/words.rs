//! Random machine words of an opcode. Where it goes to memory, addresses are registers of which [`super::states`] says what they hold.

use fastrand::Rng;
use meshwork_rdna2::encode::pattern;
use meshwork_rdna2::{Encoding, Opcode};

use super::states::{ADDRESS, BY_1, BY_4, BY_16, COMPUTED, INDEX_OFFSET, LANE_ADDRESS, OFFSET, RAW, STRUCTURED};

/// Registers that instructions may name as first one, and with those behind it.
const NAMED_VECTORS: u32 = 16;

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

/// Words of which the first ones may be an instruction.
pub fn random(opcode: Opcode, form: Form, rng: &mut Rng) -> [u32; 4] {
    let [first, second] = match (opcode.vop3_number(), form) {
        (Some(number), Form::Vop3) => pattern(Encoding::VOP3, number).bits,
        _ => pattern(opcode.encoding(), opcode.number()).bits,
    };
    let (fields, more) = match (opcode.encoding(), form) {
        (Encoding::SOP1, _) => (rng.u32(..) & 0x007f_00ff, edge(rng)),
        (Encoding::SOP2 | Encoding::SOPK, _) => (rng.u32(..) & 0x007f_ffff, edge(rng)),
        (Encoding::SOPC, _) => (rng.u32(..) & 0xffff, edge(rng)),
        (Encoding::VOP3 | Encoding::VOP3P, _) | (_, Form::Vop3) => vop3(rng),
        (Encoding::DS, _) => lds(opcode, rng),
        (Encoding::SMEM, _) => scalar_memory(opcode, rng),
        (Encoding::MUBUF | Encoding::MTBUF, _) => buffer(opcode, rng),
        (Encoding::FLAT | Encoding::GLOBAL | Encoding::SCRATCH, _) => flat(opcode, rng),
        (Encoding::EXP, _) => export(rng),
        (encoding, _) => short(encoding, form, rng),
    };
    [first | fields, second | more, edge(rng), edge(rng)]
}

fn vgpr(rng: &mut Rng) -> u32 {
    rng.u32(..NAMED_VECTORS)
}

fn one_of<T: Copy>(rng: &mut Rng, values: &[T]) -> T {
    values[rng.usize(..values.len())]
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

fn vop3(rng: &mut Rng) -> (u32, u32) {
    let sources = source(rng) | source(rng) << 9 | if rng.bool() { source(rng) << 18 } else { 0 };
    // Scalar results stand at bits 14:8 of the first word, or in the place of vector ones.
    let scalar = if rng.bool() { rng.u32(..104) << 8 } else { seldom(rng, 0xff00) };
    (vgpr(rng) | scalar, sources | seldom(rng, 0xf800_0000))
}

/// VOP1, VOP2 and VOPC. What stands in the first source's place says whether DPP or SDWA follows.
fn short(encoding: Encoding, form: Form, rng: &mut Rng) -> (u32, u32) {
    let (first, second) = match form {
        Form::Dpp16 => {
            (0xfa, vgpr(rng) | rng.u32(..) & 0x000f_ff00 | (rng.u32(..) | seldom(rng, u32::MAX)) & 0xfff0_0000)
        }
        Form::Dpp8 => (0xe9 + rng.u32(..2), vgpr(rng) | rng.u32(..) & !0xff),
        Form::Sdwa => (0xf9, vgpr(rng) | rng.u32(..) & 0x0707_3f00 | seldom(rng, 0x3838_c000)),
        Form::Own | Form::Vop3 => (source(rng), edge(rng)),
    };
    let registers = match encoding {
        Encoding::VOP1 => vgpr(rng) << 17,
        Encoding::VOPC => vgpr(rng) << 9,
        _ => vgpr(rng) << 17 | vgpr(rng) << 9,
    };
    (registers | first, second)
}

/// What an access does to memory, which decides where lanes may meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Reads,
    /// All lanes at once: the order of lanes at one place does not show.
    Commutes,
    /// Each lane has a place of its own.
    Alone,
}

/// Registers with offsets of lanes that an access of so many bytes may take.
fn offsets(effect: Effect, bytes: u32) -> &'static [u8] {
    match (effect, bytes) {
        (Effect::Alone, 1) => &[BY_1, BY_4, BY_16],
        (Effect::Alone, 2..=4) => &[BY_4, BY_16],
        (Effect::Alone, _) => &[BY_16],
        (_, 1) => &[BY_1, BY_4, BY_16, COMPUTED],
        _ => &[BY_4, BY_16, COMPUTED],
    }
}

/// Bytes of an element by its opcode's name, or the least that is aligned for all of them.
fn bytes_of(name: &str) -> u32 {
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if has(&["BYTE", "_B8", "_U8", "_I8"]) {
        1
    } else if has(&["SHORT", "_B16", "_U16", "_I16"]) {
        2
    } else if has(&["X2", "X3", "X4", "B64", "U64", "I64", "B96", "B128", "READ2", "WRITE2", "XCHG2", "XY"]) {
        16
    } else {
        4
    }
}

fn effect_of(name: &str, returns: bool) -> Effect {
    let is_atomic = !["READ", "LOAD", "WRITE", "STORE", "XCHG", "SWAP", "CMPST"].iter().any(|part| name.contains(part));
    if name.contains("READ") || name.contains("LOAD") {
        Effect::Reads
    } else if is_atomic && !returns {
        Effect::Commutes
    } else {
        Effect::Alone
    }
}

/// A number of bytes below `end` that keeps an element aligned.
fn aligned(rng: &mut Rng, end: u32, bytes: u32) -> u32 {
    rng.u32(..end) & !(bytes.min(4) - 1)
}

fn lds(opcode: Opcode, rng: &mut Rng) -> (u32, u32) {
    let name = opcode.name();
    let (bytes, effect) = (bytes_of(name), effect_of(name, name.contains("RTN")));
    let address = match name {
        "DS_BPERMUTE_B32" | "DS_PERMUTE_B32" | "DS_SWIZZLE_B32" => vgpr(rng),
        _ => one_of(rng, offsets(effect, bytes)).into(),
    };
    let offset = match effect {
        _ if name == "DS_SWIZZLE_B32" => rng.u32(..0x1_0000),
        // Two places of one lane within its 16 bytes, or 64 lanes of 16 bytes apart.
        Effect::Alone if name.contains("WRITE2") || name.contains("XCHG2") => {
            let unit = if name.contains("B64") { 8 } else { 4 };
            let places: &[u32] = match (name.contains("ST64"), unit) {
                (true, 8) => &[0, 2],
                (true, _) => &[0, 4],
                (_, 8) => &[0, 1],
                _ => &[0, 1, 2, 3],
            };
            one_of(rng, places) | one_of(rng, places) << 8
        }
        Effect::Reads if name.contains("READ2") => rng.u32(..0x1_0000),
        _ => aligned(rng, 256, bytes),
    };
    // Where nothing comes back nobody sees how GDS differs from LDS.
    let gds = u32::from(effect == Effect::Commutes && rng.u8(..8) == 0) << 17;
    (offset | gds, address | vgpr(rng) << 8 | if rng.bool() { vgpr(rng) << 16 } else { 0 } | seldom_vgpr(rng) << 24)
}

/// A register, or 0 where the opcode may not have one.
fn seldom_vgpr(rng: &mut Rng) -> u32 {
    if rng.bool() { vgpr(rng) } else { 0 }
}

const NULL: u32 = 125;

fn scalar_memory(opcode: Opcode, rng: &mut Rng) -> (u32, u32) {
    let is_buffer = opcode.name().contains("BUFFER");
    let base = if is_buffer { one_of(rng, &[RAW, STRUCTURED]) } else { ADDRESS };
    let offset = aligned(rng, 1024, 4);
    let offset = if is_buffer || rng.bool() { offset * (1 + 3 * u32::from(is_buffer)) } else { offset.wrapping_neg() };
    let soffset = if rng.bool() { NULL } else { OFFSET.into() };
    (rng.u32(..72) << 6 | u32::from(base / 2), offset & 0x1f_ffff | soffset << 25)
}

fn buffer(opcode: Opcode, rng: &mut Rng) -> (u32, u32) {
    let name = opcode.name();
    let is_atomic = name.contains("ATOMIC");
    let glc = rng.bool();
    let (bytes, effect) = (bytes_of(name), effect_of(name, is_atomic && glc));
    let (resource, vaddr, idxen, offen) = match (effect, rng.u8(..6)) {
        (_, 0) => (STRUCTURED, BY_1, true, false),
        (_, 1) => (STRUCTURED, INDEX_OFFSET, true, true),
        (Effect::Reads | Effect::Commutes, 2) => (RAW, INDEX_OFFSET, true, true),
        (Effect::Reads, 3) => (one_of(rng, &[RAW, STRUCTURED]), COMPUTED, true, false),
        (Effect::Reads | Effect::Commutes, 4) => (one_of(rng, &[RAW, STRUCTURED]), 0, false, false),
        _ => (RAW, one_of(rng, offsets(effect, bytes)), false, true),
    };
    let soffset = if rng.bool() { OFFSET.into() } else { 128 + aligned(rng, 64, 4) };
    let mut first = aligned(rng, 4096, bytes) >> rng.u32(..8) & !(bytes.min(4) - 1);
    first |= u32::from(idxen) << 13 | u32::from(offen) << 12 | u32::from(glc) << 14;
    first |= u32::from(!is_atomic && rng.bool()) << 15;
    if opcode.encoding() == Encoding::MTBUF {
        first |= rng.u32(1..78) << 19;
    }
    let second = u32::from(vaddr) | vgpr(rng) << 8 | u32::from(resource / 4) << 16 | soffset << 24;
    (first, second | u32::from(rng.bool()) << 22)
}

fn flat(opcode: Opcode, rng: &mut Rng) -> (u32, u32) {
    const NEITHER: u32 = 127;
    let name = opcode.name();
    let is_atomic = name.contains("ATOMIC");
    let glc = rng.bool();
    let (bytes, effect) = (bytes_of(name), effect_of(name, is_atomic && glc));
    // What is computed may lie beyond the memory that there is.
    let effect = if effect == Effect::Reads { Effect::Alone } else { effect };
    let lane = || u32::from(LANE_ADDRESS);
    let (saddr, vaddr, offset) = match opcode.encoding() {
        Encoding::SCRATCH => match rng.u8(..3) {
            0 => (NULL, BY_4.into(), aligned(rng, 128, bytes)),
            1 => (OFFSET.into(), 0, aligned(rng, 128, bytes)),
            _ => (NEITHER, 0, aligned(rng, 128, bytes)),
        },
        Encoding::FLAT => (NULL, lane(), aligned(rng, 1024, bytes)),
        _ if rng.bool() => (NULL, lane(), aligned(rng, 2048, bytes).wrapping_sub(1024)),
        _ => {
            let effect = if effect == Effect::Commutes { Effect::Alone } else { effect };
            (ADDRESS.into(), one_of(rng, offsets(effect, bytes)).into(), aligned(rng, 2048, bytes).wrapping_sub(1024))
        }
    };
    let first = offset & 0xfff | u32::from(is_atomic && glc || !is_atomic && rng.bool()) << 16;
    (first, vaddr | vgpr(rng) << 8 | saddr << 16 | seldom_vgpr(rng) << 24)
}

/// POS0 to POS3, PRIM, PARAM0 to PARAM7 and NULL.
fn export(rng: &mut Rng) -> (u32, u32) {
    let target = one_of(rng, &[12, 13, 14, 15, 20, 32, 33, 34, 35, 36, 37, 38, 39, 9]);
    let enabled = if target == 20 { 1 } else { one_of(rng, &[15, 15, 7, 3, 1, 4, 0]) };
    let registers = (0..4).fold(0, |registers, _| registers << 8 | vgpr(rng));
    (enabled | target << 4 | u32::from(rng.bool()) << 11, registers)
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
