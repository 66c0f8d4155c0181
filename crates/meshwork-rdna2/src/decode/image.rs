//! MIMG, with addresses in registers one after the other or each named (NSA).

use super::{At, bit, bits};
use crate::error::{Error, Field};
use crate::instruction::{Image, ImageAddress, ImageDim};
use crate::opcode::{Opcode, Slot, flag};
use crate::operand::Type;
use crate::registers::Vgpr;

/// Address components: of the coordinates, and of the gradients of all coordinates.
const fn components(dim: ImageDim) -> (u8, u8) {
    match dim {
        ImageDim::D1 => (1, 2),
        ImageDim::D2 => (2, 4),
        ImageDim::D3 => (3, 6),
        ImageDim::Cube => (3, 4),
        ImageDim::D1Array => (2, 2),
        ImageDim::D2Array => (3, 4),
        ImageDim::D2Msaa => (3, 4),
        ImageDim::D2MsaaArray => (4, 4),
    }
}

impl At<'_> {
    pub fn mimg(&mut self) -> Result<Image, Error> {
        let (low, high) = (self.word(0), self.word(1));
        let dim = self.dim(bits(low, 5, 3));
        let (dmask, d16) = (bits(low, 11, 8) as u8, bit(high, 31));
        let (tfe, lwe, a16) = (bit(low, 16), bit(low, 17), bit(high, 30));
        self.check_image(dim, dmask, d16)?;
        let (ty, dwords) = self.texel_size(dmask, d16);
        let vdata = self.texel(bits(high, 15, 8), dwords + u8::from(tfe || lwe), ty)?;
        let srsrc = self.resource(bits(high, 20, 16), Type::B256, Field::Resource)?;
        let ssamp = if self.row.sources.contains(&Slot::Sampler) {
            Some(self.resource(bits(high, 25, 21), Type::B128, Field::Sampler)?)
        } else {
            self.must_be_zero(bits(high, 25, 21)).map(|()| None)?
        };
        Ok(Image {
            vdata,
            vaddr: self.image_address(dim, a16)?,
            srsrc,
            ssamp,
            dmask,
            dim,
            unorm: bit(low, 12),
            glc: bit(low, 13),
            slc: bit(low, 25),
            dlc: bit(low, 7),
            r128: bit(low, 15),
            a16,
            d16,
            tfe,
            lwe,
        })
    }

    /// What the manual rules out: samplers and levels for multisampled images, and atomics of other than one or two components (RDNA2 ISA,
    /// 8.2).
    fn check_image(&self, dim: ImageDim, dmask: u8, d16: bool) -> Result<(), Error> {
        let row = self.row;
        let samples = matches!(dim, ImageDim::D2Msaa | ImageDim::D2MsaaArray);
        if samples && (row.sources.contains(&Slot::Sampler) || row.sources.contains(&Slot::Lod)) {
            return Err(self.invalid(Field::Resource, dim as u32));
        }
        if d16 && row.has(flag::no_d16) {
            return Err(self.invalid(Field::Format, 1));
        }
        let atomic = row.sources.contains(&Slot::Texel) && !row.results.is_empty();
        let swaps_two = matches!(row.opcode, Opcode::IMAGE_ATOMIC_CMPSWAP | Opcode::IMAGE_ATOMIC_FCMPSWAP);
        let fits = if swaps_two { matches!(dmask, 3 | 15) } else { matches!(dmask, 1 | 3) };
        if atomic && !fits { Err(self.invalid(Field::Data, dmask.into())) } else { Ok(()) }
    }

    fn dim(&self, field: u32) -> ImageDim {
        match field {
            0 => ImageDim::D1,
            1 => ImageDim::D2,
            2 => ImageDim::D3,
            3 => ImageDim::Cube,
            4 => ImageDim::D1Array,
            5 => ImageDim::D2Array,
            6 => ImageDim::D2Msaa,
            _ => ImageDim::D2MsaaArray,
        }
    }

    /// Type and registers of the data, without a status.
    fn texel_size(&self, dmask: u8, d16: bool) -> (Type, u8) {
        let slots = || self.row.results.iter().chain(self.row.sources);
        let components = if slots().any(|slot| *slot == Slot::Gathered) { 4 } else { dmask.count_ones().max(1) as u8 };
        if d16 { (Type::V2F16, components.div_ceil(2)) } else { (Type::B32, components) }
    }

    /// Registers of the address, by the opcode's sources.
    fn image_address(&mut self, dim: ImageDim, a16: bool) -> Result<ImageAddress, Error> {
        let count = usize::from(self.address_dwords(dim, a16));
        let most = self.most_address_dwords();
        let first = bits(self.word(1), 7, 0);
        let further = bits(self.word(0), 2, 1);
        let mut registers = [Vgpr(0); ImageAddress::MOST];
        registers[0] = Vgpr(first as u8);
        if further == 0 {
            for (offset, register) in registers.iter_mut().enumerate().take(count) {
                *register = self.vgpr_at(first, offset as u32)?;
            }
        }
        if further > u32::from(most - 1).div_ceil(4) {
            return Err(self.invalid(Field::Address, further));
        }
        for word in 0..further as usize {
            let named = self.take()?.to_le_bytes();
            registers[4 * word + 1..][..4].copy_from_slice(&named.map(Vgpr));
        }
        if further != 0 && !(2..=1 + 4 * further as usize).contains(&count) {
            return Err(self.invalid(Field::Address, further));
        }
        let registers = registers.get(..count).unwrap_or(&registers);
        ImageAddress::new(registers, further != 0).ok_or_else(|| self.invalid(Field::Address, count as u32))
    }

    /// Of the image kind with the longest address.
    fn most_address_dwords(&self) -> u8 {
        let kinds: &[ImageDim] =
            if self.row.sources.contains(&Slot::Sampler) { &[ImageDim::D3] } else { &[ImageDim::D2MsaaArray] };
        kinds.iter().map(|dim| self.address_dwords(*dim, false)).max().unwrap_or(1).max(1)
    }

    /// With A16 two of the components behind the gradients share a register.
    fn address_dwords(&self, dim: ImageDim, a16: bool) -> u8 {
        let (coordinates, gradients) = components(dim);
        let half = |count: u8| count.div_ceil(2);
        let (mut apart, mut together) = (0, 0);
        for slot in self.row.sources {
            match slot {
                Slot::Offset | Slot::Bias | Slot::Compare => apart += 1,
                Slot::Gradients => apart += gradients,
                // Those of each direction begin in a register of their own.
                Slot::Gradients16 => apart += 2 * half(gradients / 2),
                Slot::Coordinates => together += coordinates,
                Slot::Lod | Slot::LodClamp => together += 1,
                _ => {}
            }
        }
        apart + if a16 { half(together) } else { together }
    }
}
