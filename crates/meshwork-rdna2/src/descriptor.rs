//! Descriptors of images and samplers as a program finds them: not by what they hold, which is known only when it runs, but by the
//! way to them.

use std::fmt;

use crate::cfg::{Graph, Origins};
use crate::error::{Error, Field};
use crate::instruction::{Fields, Image, ImageDim, Instruction};
use crate::opcode::{Opcode, Slot};
use crate::operand::Operand;
use crate::registers::{Pc, Sgpr};

/// The way from a register at entry to a descriptor.
///
/// `s10` is the descriptor itself, from s10 on. `s10[0x40]` lies 64 bytes behind what the pointer in s10 points to, and `s10[8][0x40]`
/// 64 bytes behind what a pointer points to that lies 8 bytes behind what s10 points to. The low half of a pointer says where it comes
/// from; the high half may stand in the next register, or be a constant of the program, as compilers have it that keep pointers in 32
/// bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DescriptorPath {
    pub register: Sgpr,
    /// Bytes behind each pointer; the last leads to the descriptor.
    pub offsets: Vec<u32>,
}

impl DescriptorPath {
    /// What a register holds at entry.
    pub const fn register(register: Sgpr) -> Self {
        Self { register, offsets: Vec::new() }
    }

    /// What lies so many bytes behind the pointer that this path leads to.
    pub fn load(mut self, offset: u32) -> Self {
        self.offsets.push(offset);
        self
    }

    /// The dword so many dwords behind this one.
    pub fn dword(mut self, dwords: u8) -> Self {
        match self.offsets.last_mut() {
            Some(offset) => *offset = offset.wrapping_add(4 * u32::from(dwords)),
            None => self.register.0 = self.register.0.saturating_add(dwords),
        }
        self
    }
}

impl fmt::Display for DescriptorPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.register)?;
        self.offsets.iter().try_for_each(|offset| write!(f, "[{offset:#x}]"))
    }
}

/// What an instruction does with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageUseKind {
    Load,
    /// With a sampler.
    Sample,
    /// The same, and texels are compared.
    Compare,
    Store,
    Atomic,
    /// It asks for the size.
    Query,
}

/// One instruction's image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageUse {
    pub pc: Pc,
    pub image: DescriptorPath,
    pub sampler: Option<DescriptorPath>,
    pub dim: ImageDim,
    pub kind: ImageUseKind,
}

/// Every image and sampler of a program: what [`crate::translate::Bindings`] must know.
pub fn image_uses(program: &[Instruction]) -> Result<Vec<ImageUse>, Error> {
    uses_in(&Graph::of(program)?, program)
}

/// The same, of a program whose graph is there.
pub(crate) fn uses_in(graph: &Graph, program: &[Instruction]) -> Result<Vec<ImageUse>, Error> {
    if !program.iter().any(|instruction| matches!(instruction.fields, Fields::Image(_))) {
        return Ok(Vec::new());
    }
    let origins = Origins::of(graph, program);
    let mut uses = Vec::new();
    origins.walk(graph, program, |at, registers| {
        let Fields::Image(image) = &at.fields else { return Ok(()) };
        let path = |operand: Operand, field| {
            let untraced = || Error::Untraced { pc: at.pc, opcode: at.opcode, field };
            registers.path(operand).ok_or_else(untraced)
        };
        let dwords = if image.r128 { 4 } else { 8 };
        uses.push(ImageUse {
            pc: at.pc,
            image: path(Operand { dwords, ..image.srsrc }, Field::Resource)?,
            sampler: image.ssamp.map(|operand| path(Operand { dwords: 4, ..operand }, Field::Sampler)).transpose()?,
            dim: image.dim,
            kind: kind(at.opcode, image),
        });
        Ok(())
    })?;
    Ok(uses)
}

fn kind(opcode: Opcode, image: &Image) -> ImageUseKind {
    let name = opcode.name();
    if name.starts_with("IMAGE_STORE") {
        ImageUseKind::Store
    } else if name.starts_with("IMAGE_ATOMIC") {
        ImageUseKind::Atomic
    } else if opcode.sources().contains(&Slot::Compare) {
        ImageUseKind::Compare
    } else if image.ssamp.is_some() {
        ImageUseKind::Sample
    } else if opcode.sources().contains(&Slot::Coordinates) {
        ImageUseKind::Load
    } else {
        ImageUseKind::Query
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wave, decode_program};

    fn uses(code: &[u32]) -> Result<Vec<ImageUse>, Error> {
        image_uses(&decode_program(code, Wave::W32).expect("valid instructions"))
    }

    /// image_load v[0:3], v[0:1], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D unorm
    const LOAD: [u32; 2] = [0xf000_1f08, 0x0004_0000];
    /// image_gather4_lz v[0:3], v[0:1], s[16:23], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_2D
    const GATHER: [u32; 2] = [0xf11c_0108, 0x0024_0000];
    const END: u32 = 0xbf81_0000;

    #[test]
    fn a_descriptor_behind_two_pointers() {
        let code = [
            0xbe85_0309, // s_mov_b32 s5, s9
            0xb006_8000, // s_movk_i32 s6, 0x8000
            0xbe84_0305, // s_mov_b32 s4, s5
            0xbe85_0306, // s_mov_b32 s5, s6
            0xf400_0002,
            0xfa00_0008, // s_load_dword s0, s[4:5], 0x8
            0xbe81_0306, // s_mov_b32 s1, s6
            0x8000_a000, // s_add_u32 s0, s0, 32
            0xf40c_0400,
            0xfa00_0020, // s_load_dwordx8 s[16:23], s[0:1], 0x20
            LOAD[0],
            LOAD[1],
            END,
        ];
        let uses = uses(&code).expect("a path");
        assert_eq!(uses[0].image, DescriptorPath::register(Sgpr(9)).load(8).load(0x40));
        assert_eq!(uses[0].image.to_string(), "s9[0x8][0x40]");
        assert_eq!((uses[0].kind, uses[0].dim, uses[0].sampler.clone()), (ImageUseKind::Load, ImageDim::D2, None));
    }

    /// The compiler clears bit 27 of a sampler before it gathers; nothing else may be changed.
    #[test]
    fn a_sampler_that_gathers() {
        let code = |mask| [0x8704_ff04, mask, GATHER[0], GATHER[1], END];
        let found = uses(&code(0xf7ff_ffff)).expect("a path");
        assert_eq!(found[0].image, DescriptorPath::register(Sgpr(16)), "the registers hold it at entry");
        assert_eq!(found[0].sampler, Some(DescriptorPath::register(Sgpr(4))));
        let error = uses(&code(0xf7ff_fff8)).expect_err("the wrap mode is another");
        assert!(matches!(error, Error::Untraced { field: Field::Sampler, .. }));
    }

    /// Where no lane is on, nobody loads the image that lanes may load from behind that.
    #[test]
    fn a_way_without_lanes() {
        let code = [
            0xbf88_0002, // s_cbranch_execz +2
            0xf40c_0c00,
            0xfa00_0000, // s_load_dwordx8 s[48:55], s[0:1], 0x0
            LOAD[0],
            LOAD[1] & !(0x1f << 16) | 12 << 16,
            END,
        ];
        assert_eq!(uses(&code).expect("a path")[0].image.to_string(), "s0[0x0]");
    }

    /// On one way s16 is written, on the other it is not.
    #[test]
    fn ways_that_disagree() {
        let code = [
            0xbf84_0001, // s_cbranch_scc0 +1
            0xbe90_0380, // s_mov_b32 s16, 0
            LOAD[0],
            LOAD[1],
            END,
        ];
        let error = uses(&code).expect_err("two descriptors");
        assert_eq!(error, Error::Untraced { pc: Pc(2), opcode: Opcode::IMAGE_LOAD, field: Field::Resource });
    }
}
