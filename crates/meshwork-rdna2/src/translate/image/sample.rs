//! Samples and gathers.
//!
//! There are no derivatives in a mesh shader: what would take its level of detail from them takes level 0.

use meshwork_spirv::spirv::{Dim, GlslStd450Op, ImageOperands, Op};
use meshwork_spirv::{Id, Operand};

use super::address::Address;
use super::{HostImage, Texel, Translator};
use crate::emit::{Float, Word};
use crate::error::{Error, Field};
use crate::instruction::{Image, Instruction};
use crate::opcode::Opcode::{IMAGE_GATHER4H, IMAGE_GET_LOD};
use crate::opcode::Slot;

/// Offsets that every device takes (`minTexelOffset`, `maxTexelOffset`, and those of gathers).
const OFFSETS: std::ops::RangeInclusive<i32> = -8..=7;

/// What one lane asks for.
struct Sample {
    /// Image and sampler.
    sampled: Id,
    coordinate: Id,
    offset: Option<Id>,
    address: Address,
}

impl Translator<'_> {
    pub(super) fn samples(&mut self, at: &Instruction, access: &Image, image: &HostImage) -> Result<Vec<Texel>, Error> {
        if matches!(at.opcode, IMAGE_GET_LOD | IMAGE_GATHER4H) {
            return Err(self.unsupported(at));
        }
        if image.ty.format.is_some() {
            return Err(self.refused(at, "a sample of an image that is bound as a storage image"));
        }
        let gathers = at.opcode.results().contains(&Slot::Gathered);
        self.for_addresses(at, access, |this, address| {
            let sampled = this.sampled_image(at, image)?;
            let coordinate = this.sample_coordinate(image, &address);
            let offset = this.constant_offset(at, image, address.offset)?;
            let asked = Sample { sampled, coordinate, offset, address };
            if gathers { this.gather(at, access, image, &asked) } else { this.sample(at, image, &asked) }
        })
    }

    /// Image and sampler together, in the block where they are used.
    fn sampled_image(&mut self, at: &Instruction, image: &HostImage) -> Result<Id, Error> {
        let found = self.images.uses.get(&at.pc).and_then(|found| found.sampler.clone());
        let untraced = || Error::Untraced { pc: at.pc, opcode: at.opcode, field: Field::Sampler };
        let path = found.ok_or_else(untraced)?;
        let Some(&point) = self.images.bindings.samplers.get(&path) else {
            return Err(Error::Unbound { pc: at.pc, opcode: at.opcode, field: Field::Sampler, path });
        };
        let sampler_type = self.emit.sampler_type();
        let variable = self.bound_variable(point, sampler_type);
        let sampler = self.emit.load(sampler_type, variable);
        let ty = self.emit.module.get_or_make(Op::TypeSampledImage, None, [image.type_id.into()]);
        Ok(self.emit.value(Op::SampledImage, ty, [image.value.into(), sampler.into()]))
    }

    fn sample_coordinate(&mut self, image: &HostImage, address: &Address) -> Id {
        let floats: Vec<_> = address.coordinates.iter().map(|&word| self.emit.float(word)).collect();
        match (image.ty.dim, floats[..].first_chunk()) {
            (Dim::DimCube, Some(&face)) => self.cube_coordinate(image.ty.is_array, face),
            _ => self.emit.float_coordinate(&floats),
        }
    }

    /// The direction of a place on a face. V_CUBESC and V_CUBETC, divided by V_CUBEMA, and 1.5 added, lie between 1 and 2;
    /// V_CUBEID is the face, eight to a cube of an array (RDNA2 ISA, 12.9; Vulkan, Cube Map Face Selection).
    fn cube_coordinate(&mut self, is_array: bool, [s, t, face]: [Float; 3]) -> Id {
        // Just within the face, so that no other has the greater axis.
        let [least, greatest] = [-1.0_f32, 1.0].map(|edge| self.emit.float_constant(edge * 1_f32.next_down()));
        let minus_one = self.emit.float_constant(-1.0);
        let [s, t] = [s, t].map(|place| {
            let middle = self.emit.float_constant(1.5);
            let from_middle = self.emit.float_op(Op::FSub, place, middle);
            let whole = self.emit.float_op(Op::FAdd, from_middle, from_middle);
            self.emit.float_glsl(GlslStd450Op::NClamp, &[whole, least, greatest])
        });
        let [minus_s, minus_t] = [s, t].map(|place| self.emit.float_op(Op::FMul, place, minus_one));
        let one = self.emit.float_constant(1.0);
        let rounded = self.emit.float_glsl(GlslStd450Op::RoundEven, &[face]);
        let number = Word(self.emit.value(Op::ConvertFToU, self.emit.types.word, [rounded.0.into()]));
        let own = self.emit.and_constant(number, 7);
        let directions = [
            [one, minus_t, minus_s],
            [minus_one, minus_t, s],
            [s, one, t],
            [s, minus_one, minus_t],
            [s, minus_t, one],
            [minus_s, minus_t, minus_one],
        ];
        let mut direction = directions[0];
        for (number, other) in (1..).zip(&directions[1..]) {
            let number = self.emit.word(number);
            let is_it = self.emit.compare(Op::IEqual, own, number);
            direction = std::array::from_fn(|axis| self.emit.float_select(is_it, other[axis], direction[axis]));
        }
        let mut floats = direction.to_vec();
        if is_array {
            let cube = self.emit.shift_right_constant(number, 3);
            floats.push(Float(self.emit.value(Op::ConvertUToF, self.emit.types.float, [cube.0.into()])));
        }
        self.emit.float_coordinate(&floats)
    }

    /// Vulkan takes no other offsets with samples (VUID-StandaloneSpirv-Offset-04663).
    fn constant_offset(
        &mut self,
        at: &Instruction,
        image: &HostImage,
        offset: Option<Word>,
    ) -> Result<Option<Id>, Error> {
        let Some(offset) = offset else { return Ok(None) };
        let known = self.emit.known(offset).ok_or_else(|| self.refused(at, "an offset that is no constant"))?;
        let axes = match image.ty.dim {
            Dim::Dim1D => 1,
            Dim::Dim3D => 3,
            Dim::DimCube => return Err(self.refused(at, "an offset in a cube")),
            _ => 2,
        };
        let offsets: Vec<i32> = (0..axes).map(|axis| (known << (26 - 8 * axis)) as i32 >> 26).collect();
        if offsets.iter().any(|offset| !OFFSETS.contains(offset)) {
            return Err(self.refused(at, "an offset of so many texels"));
        }
        let int = self.emit.types.int;
        let module = &mut self.emit.module;
        let constant = |offset: &i32| module.get_or_make(Op::Constant, Some(int), [(*offset as u32).into()]);
        let parts: Vec<_> = offsets.iter().map(constant).collect();
        if let [only] = parts[..] {
            return Ok(Some(only));
        }
        let ty = module.vector_type(int, axes);
        Ok(Some(module.composite_constant(ty, &parts)))
    }

    fn sample(&mut self, at: &Instruction, image: &HostImage, asked: &Sample) -> Result<Texel, Error> {
        let address = &asked.address;
        // VUID-StandaloneSpirv-OpImage-04777, as for gathers.
        if address.compare.is_some() && image.ty.dim == Dim::Dim3D {
            return Err(self.refused(at, "a comparison in three dimensions"));
        }
        let mut operands = vec![asked.sampled.into(), asked.coordinate.into()];
        if let Some(compare) = address.compare {
            operands.push(self.emit.float(compare).0.into());
        }
        let (mut kinds, mut extra) = if address.gradients.is_empty() {
            (ImageOperands::LOD, vec![self.sample_level(address).0])
        } else {
            if image.ty.dim == Dim::DimCube || address.least_level.is_some() {
                return Err(self.refused(at, "derivatives in a cube or above a least level"));
            }
            let (by_x, by_y) = address.gradients.split_at(address.gradients.len() / 2);
            let of = |this: &mut Self, words: &[Word]| {
                let floats: Vec<_> = words.iter().map(|&word| this.emit.float(word)).collect();
                this.emit.float_coordinate(&floats)
            };
            (ImageOperands::GRAD, vec![of(self, by_x), of(self, by_y)])
        };
        if let Some(offset) = asked.offset {
            kinds |= ImageOperands::CONST_OFFSET;
            extra.push(offset);
        }
        operands.push(kinds.bits().into());
        operands.extend(extra.into_iter().map(Operand::Id));
        let component = image.ty.component;
        let zero = self.emit.word(0);
        if address.compare.is_some() {
            let value = self.emit.value(Op::ImageSampleDrefExplicitLod, component, operands);
            return Ok([self.emit.component_words(value, component, 1)[0], zero, zero, zero]);
        }
        let ty = self.emit.module.vector_type(component, 4);
        let value = self.emit.value(Op::ImageSampleExplicitLod, ty, operands);
        Ok(self.texel_of(image, value))
    }

    /// The level of detail: told, or 0 and what is added to it.
    fn sample_level(&mut self, address: &Address) -> Float {
        let level = match address.level.or(address.bias) {
            Some(level) => self.emit.float(level),
            None => self.emit.float_constant(0.0),
        };
        match address.least_level {
            Some(least) => {
                let least = self.emit.float(least);
                self.emit.float_glsl(GlslStd450Op::NMax, &[level, least])
            }
            None => level,
        }
    }

    /// One component, the lowest of the mask, of four texels, in Vulkan's order, which is the manual's (12.19, IMAGE_GATHER4).
    fn gather(&mut self, at: &Instruction, access: &Image, image: &HostImage, asked: &Sample) -> Result<Texel, Error> {
        if !matches!(image.ty.dim, Dim::Dim2D | Dim::DimCube) {
            return Err(self.refused(at, "a gather in this dimension"));
        }
        let level = self.sample_level(&asked.address);
        let first = self.emit.float_constant(0.0);
        if level != first {
            return Err(self.refused(at, "a level to gather from"));
        }
        let (op, third) = match asked.address.compare {
            Some(compare) => (Op::ImageDrefGather, self.emit.float(compare).0),
            None => (Op::ImageGather, self.emit.word(access.dmask.trailing_zeros() & 3).0),
        };
        let mut operands = vec![asked.sampled.into(), asked.coordinate.into(), third.into()];
        if let Some(offset) = asked.offset {
            operands.extend::<[Operand; 2]>([ImageOperands::CONST_OFFSET.bits().into(), offset.into()]);
        }
        let ty = self.emit.module.vector_type(image.ty.component, 4);
        let value = self.emit.value(op, ty, operands);
        Ok(self.texel_of(image, value))
    }

    fn texel_of(&mut self, image: &HostImage, value: Id) -> Texel {
        let parts = self.emit.component_words(value, image.ty.component, 4);
        std::array::from_fn(|n| parts[n])
    }
}
