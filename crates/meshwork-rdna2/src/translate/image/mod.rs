//! MIMG: images of the host, by the bindings that came with the program (RDNA2 ISA, chapter 8.2 and 12.19).

mod address;
mod sample;
mod texels;

use std::collections::BTreeMap;

use meshwork_spirv::Id;
use meshwork_spirv::spirv::{Dim, ImageFormat};

use address::Address;

use super::Translator;
use super::bindings::{BindingPoint, Bindings, ImageBinding, TexelType};
use crate::descriptor::ImageUse;
use crate::emit::{ImageType, Word};
use crate::error::{Error, Field};
use crate::instruction::{Image, ImageDim, Instruction};
use crate::opcode::Opcode::IMAGE_GET_RESINFO;
use crate::opcode::Slot;
use crate::registers::Pc;
use crate::translate::memory::next;

/// What images a program uses, and what stands for them.
#[derive(Default)]
pub struct Images {
    uses: BTreeMap<Pc, ImageUse>,
    bindings: Bindings,
    /// By type: there may be several of one descriptor.
    variables: BTreeMap<(BindingPoint, Id), Id>,
}

impl Images {
    pub fn new(uses: Vec<ImageUse>, bindings: Bindings) -> Self {
        let uses = uses.into_iter().map(|found| (found.pc, found)).collect();
        Self { uses, bindings, variables: BTreeMap::new() }
    }
}

/// An image of the host, in the block that is being translated.
struct HostImage {
    ty: ImageType,
    type_id: Id,
    variable: Id,
    value: Id,
    /// Components of a texel outside that are 1.
    ones: u8,
}

/// Red to alpha.
type Texel = [Word; 4];

impl Translator<'_> {
    pub fn image(&mut self, at: &Instruction, access: &Image) -> Result<(), Error> {
        let name = at.opcode.name();
        let refused = [
            (access.d16, "data of 16 bits"),
            (access.tfe || access.lwe, "the status of residency"),
            (access.unorm && access.ssamp.is_some(), "a coordinate of texels with a sampler"),
        ];
        if let Some((_, what)) = refused.into_iter().find(|(is_so, _)| *is_so) {
            return Err(self.refused(at, what));
        }
        // All lanes' texels are there before a register is written: the address may be one of them.
        let texels = match self.host_image(at, access)? {
            None => vec![[self.emit.word(0); 4]; self.lanes()],
            Some(image) if name.starts_with("IMAGE_STORE") => return self.store_texels(at, access, &image),
            Some(image) if name.starts_with("IMAGE_ATOMIC") => self.texel_atomics(at, access, &image)?,
            Some(image) if at.opcode == IMAGE_GET_RESINFO => self.image_infos(at, access, &image)?,
            Some(image) if access.ssamp.is_some() => self.samples(at, access, &image)?,
            Some(image) => self.load_texels(at, access, &image)?,
        };
        self.set_texels(at, access, &texels);
        Ok(())
    }

    /// What `texel` makes of each lane's address.
    fn for_addresses(
        &mut self,
        at: &Instruction,
        access: &Image,
        mut texel: impl FnMut(&mut Self, Address) -> Result<Texel, Error>,
    ) -> Result<Vec<Texel>, Error> {
        let mut refusal = None;
        let words = |this: &mut Self, n: usize| this.address_words(access, n);
        let texels = self.repeat(true, words, 4, |this, words| {
            let address = this.image_address(at, access, words);
            let zero = this.emit.word(0);
            let texel = texel(this, address).unwrap_or_else(|error| {
                refusal = Some(error);
                [zero; 4]
            });
            texel.to_vec()
        });
        match refusal {
            Some(error) => Err(error),
            None => Ok(texels.into_iter().map(|texel| std::array::from_fn(|n| texel[n])).collect()),
        }
    }

    fn refused(&self, at: &Instruction, what: &'static str) -> Error {
        Error::Unsupported { pc: at.pc, opcode: at.opcode, what }
    }

    /// The components that are asked for stand in registers one after the other.
    fn set_texels(&mut self, at: &Instruction, access: &Image, texels: &[Texel]) {
        let Some(data) = access.vdata.vgpr() else { return };
        let mask = match at.opcode.name() {
            name if name.starts_with("IMAGE_STORE") => 0,
            name if name.starts_with("IMAGE_ATOMIC") => access.glc.into(),
            _ if at.opcode.results().contains(&Slot::Gathered) => 0xf,
            _ => access.dmask,
        };
        for (n, texel) in texels.iter().enumerate() {
            let asked = (0..4).filter(|component| mask >> component & 1 != 0);
            for (place, component) in (0..).zip(asked) {
                self.set_vector(next(data, place), n, texel[component]);
            }
        }
    }

    /// The image that is bound for the instruction's; none for a null descriptor.
    fn host_image(&mut self, at: &Instruction, access: &Image) -> Result<Option<HostImage>, Error> {
        let untraced = || Error::Untraced { pc: at.pc, opcode: at.opcode, field: Field::Resource };
        let found = self.images.uses.get(&at.pc).ok_or_else(untraced)?;
        let unbound =
            || Error::Unbound { pc: at.pc, opcode: at.opcode, field: Field::Resource, path: found.image.clone() };
        let (point, texels, format, is_cube_array) =
            match *self.images.bindings.images.get(&found.image).ok_or_else(unbound)? {
                ImageBinding::Null => return Ok(None),
                ImageBinding::Sampled { at, texels, is_cube_array } => (at, texels, None, is_cube_array),
                ImageBinding::Storage { at, texels, format } => (at, texels, Some(format), false),
            };
        let is_depth = at.opcode.sources().contains(&Slot::Compare);
        let ty = ImageType { is_depth, ..self.image_type(access.dim, texels.ty, format, is_cube_array) };
        let type_id = self.emit.image_type(&ty);
        let variable = self.bound_variable(point, type_id);
        let value = self.emit.load(type_id, variable);
        Ok(Some(HostImage { ty, type_id, variable, value, ones: texels.ones }))
    }

    fn image_type(
        &self,
        dim: ImageDim,
        texels: TexelType,
        format: Option<ImageFormat>,
        is_cube_array: bool,
    ) -> ImageType {
        let component = match texels {
            TexelType::Float => self.emit.types.float,
            TexelType::Uint => self.emit.types.word,
            TexelType::Sint => self.emit.types.int,
        };
        let (dim, is_array, has_samples) = match dim {
            ImageDim::D1 => (Dim::Dim1D, false, false),
            ImageDim::D1Array => (Dim::Dim1D, true, false),
            ImageDim::D2 => (Dim::Dim2D, false, false),
            ImageDim::D2Array => (Dim::Dim2D, true, false),
            ImageDim::D2Msaa => (Dim::Dim2D, false, true),
            ImageDim::D2MsaaArray => (Dim::Dim2D, true, true),
            ImageDim::D3 => (Dim::Dim3D, false, false),
            ImageDim::Cube => (Dim::DimCube, is_cube_array, false),
        };
        ImageType { dim, is_array, has_samples, is_depth: false, format, component }
    }

    fn bound_variable(&mut self, point: BindingPoint, ty: Id) -> Id {
        if let Some(&variable) = self.images.variables.get(&(point, ty)) {
            return variable;
        }
        let variable = self.emit.bound(ty, point.set, point.binding);
        self.images.variables.insert((point, ty), variable);
        variable
    }
}
