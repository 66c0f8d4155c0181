//! Texels by their integer coordinates: loads, stores, atomics, and sizes.
//!
//! A texel outside its image reads as 0 where the format has a component, and is not written. Vulkan promises that only with a feature
//! (`robustImageAccess2`), so coordinates are compared with the size.

use meshwork_spirv::spirv::{Dim, ImageOperands, Op, Scope, StorageClass};
use meshwork_spirv::{Id, Operand};

use super::address::Address;
use super::{HostImage, Texel, Translator};
use crate::emit::{Bit, Word};
use crate::error::Error;
use crate::instruction::{Image, Instruction};
use crate::translate::Scalar;
use crate::translate::memory::{atomic_op, next};

/// Of a cube.
const FACES: u32 = 6;

/// One texel.
struct Spot {
    coordinate: Id,
    level: Option<Word>,
    sample: Option<Word>,
    /// Where it is not, the others are those of the first texel.
    is_inside: Bit,
}

impl Translator<'_> {
    pub(super) fn load_texels(
        &mut self,
        at: &Instruction,
        access: &Image,
        image: &HostImage,
    ) -> Result<Vec<Texel>, Error> {
        if image.ty.dim == Dim::DimCube && image.ty.format.is_none() {
            return Err(self.refused(at, "a load from a sampled cube"));
        }
        self.for_addresses(at, access, |this, address| {
            let spot = this.texel_spot(at, image, &address)?;
            Ok(this.load_texel(image, &spot))
        })
    }

    fn load_texel(&mut self, image: &HostImage, spot: &Spot) -> Texel {
        let ty = self.emit.module.vector_type(image.ty.component, 4);
        let mut operands = vec![image.value.into(), spot.coordinate.into()];
        let extra = [(ImageOperands::LOD, spot.level), (ImageOperands::SAMPLE, spot.sample)];
        if let Some((kind, word)) = extra.into_iter().find_map(|(kind, word)| Some((kind, word?))) {
            operands.extend::<[Operand; 2]>([kind.bits().into(), word.0.into()]);
        }
        let op = if image.ty.format.is_some() { Op::ImageRead } else { Op::ImageFetch };
        let all = self.emit.value(op, ty, operands);
        let parts = self.emit.component_words(all, image.ty.component, 4);
        let one = if image.ty.component == self.emit.types.float { 1_f32.to_bits() } else { 1 };
        std::array::from_fn(|n| {
            let outside = self.emit.word(if image.ones >> n & 1 != 0 { one } else { 0 });
            self.emit.select(spot.is_inside, parts[n], outside)
        })
    }

    pub(super) fn store_texels(&mut self, at: &Instruction, access: &Image, image: &HostImage) -> Result<(), Error> {
        if image.ty.format.is_none() {
            return Err(self.refused(at, "a store to an image that is bound as a sampled one"));
        }
        let active = self.mask(Scalar::EXEC);
        for (n, on) in active.into_iter().enumerate() {
            let words = self.address_words(access, n);
            let address = self.image_address(at, access, &words);
            let spot = self.texel_spot(at, image, &address)?;
            let texel = self.stored_texel(access, image, n);
            let stores = self.emit.both(on, spot.is_inside);
            let merge = self.emit.begin_if(stores);
            let mut operands = vec![image.value.into(), spot.coordinate.into(), texel.into()];
            if let Some(sample) = spot.sample {
                operands.extend::<[Operand; 2]>([ImageOperands::SAMPLE.bits().into(), sample.0.into()]);
            }
            self.emit.effect(Op::ImageWrite, operands);
            self.emit.end_if(merge);
        }
        Ok(())
    }

    /// What is not stored is 0.
    fn stored_texel(&mut self, access: &Image, image: &HostImage, n: usize) -> Id {
        let mut words = [self.emit.word(0); 4];
        let stored = (0..4).filter(|component| access.dmask >> component & 1 != 0);
        for (register, component) in (0..).zip(stored) {
            if let Some(data) = access.vdata.vgpr() {
                words[component] = self.vector(next(data, register), n);
            }
        }
        let component = image.ty.component;
        let parts = words
            .map(|word| if component == self.emit.types.word { word.0 } else { self.emit.cast(component, word.0) });
        let ty = self.emit.module.vector_type(component, 4);
        self.emit.construct(ty, &parts)
    }

    /// The texel that an address names. Storage images have one level.
    fn texel_spot(&mut self, at: &Instruction, image: &HostImage, address: &Address) -> Result<Spot, Error> {
        let count = image.ty.coordinates() as usize;
        let (place, rest) = address.coordinates.split_at(count.min(address.coordinates.len()));
        let sample = rest.first().copied();
        let zero = self.emit.word(0);
        let mut level = None;
        let mut is_inside = self.emit.bit(true);
        if image.ty.format.is_some() {
            if address.level.is_some_and(|level| self.emit.known(level) != Some(0)) {
                return Err(self.refused(at, "a level of a storage image"));
            }
        } else if let Some(sample) = sample {
            let samples = self.emit.image_count(Op::ImageQuerySamples, image.value);
            is_inside = self.emit.compare(Op::ULessThan, sample, samples);
        } else {
            let asked = address.level.unwrap_or(zero);
            if self.emit.known(asked) != Some(0) {
                let levels = self.emit.image_count(Op::ImageQueryLevels, image.value);
                is_inside = self.emit.compare(Op::ULessThan, asked, levels);
            }
            level = Some(self.emit.select(is_inside, asked, zero));
        }
        let sizes = self.texel_limits(image, level);
        for (&coordinate, size) in place.iter().zip(sizes) {
            let fits = self.emit.compare(Op::ULessThan, coordinate, size);
            is_inside = self.emit.both(is_inside, fits);
        }
        let inner: Vec<_> = place.iter().map(|&word| self.emit.select(is_inside, word, zero)).collect();
        let sample = sample.map(|sample| self.emit.select(is_inside, sample, zero));
        let level = level.map(|level| self.emit.select(is_inside, level, zero));
        Ok(Spot { coordinate: self.emit.coordinate(&inner), level, sample, is_inside })
    }

    /// What each coordinate lies below.
    fn texel_limits(&mut self, image: &HostImage, level: Option<Word>) -> Vec<Word> {
        let mut sizes = self.emit.image_size(&image.ty, image.value, level);
        if image.ty.dim == Dim::DimCube {
            let faces = self.emit.word(FACES);
            match sizes.get_mut(2) {
                Some(cubes) => *cubes = self.emit.mul(*cubes, faces),
                None => sizes.push(faces),
            }
        }
        sizes
    }

    /// A read-modify-write of a texel; gives the value before it.
    pub(super) fn texel_atomics(
        &mut self,
        at: &Instruction,
        access: &Image,
        image: &HostImage,
    ) -> Result<Vec<Texel>, Error> {
        if image.ty.format.is_none() || image.ty.component == self.emit.types.float {
            return Err(self.refused(at, "an atomic of an image that is not bound as a storage image of integers"));
        }
        let name = at.opcode.name().trim_start_matches("IMAGE_ATOMIC_");
        let op = atomic_op(name);
        let (Some(op), Some(data)) = (op, access.vdata.vgpr()) else { return Err(self.unsupported(at)) };
        let active = self.mask(Scalar::EXEC);
        let mut results = Vec::new();
        for (n, on) in active.into_iter().enumerate() {
            let words = self.address_words(access, n);
            let address = self.image_address(at, access, &words);
            let spot = self.texel_spot(at, image, &address)?;
            let value = self.vector(data, n);
            let comparand = self.vector(next(data, 1), n);
            let acts = self.emit.both(on, spot.is_inside);
            let zero = self.emit.word(0);
            let result = self.emit.local(self.emit.types.word, zero.0);
            self.emit.store(result, zero.0);
            self.in_lanes_order(acts, |this, acts| {
                let merge = this.emit.begin_if(acts);
                let old = this.texel_atomic(image, &spot, op, value, comparand);
                this.emit.store(result, old.0);
                this.emit.end_if(merge);
            });
            results.push([Word(self.emit.load(self.emit.types.word, result)), zero, zero, zero]);
        }
        Ok(results)
    }

    fn texel_atomic(&mut self, image: &HostImage, spot: &Spot, op: Op, value: Word, comparand: Word) -> Word {
        let component = image.ty.component;
        let pointer = self.emit.module.pointer_type(StorageClass::Image, component);
        let zero = self.emit.word(0);
        let sample = spot.sample.unwrap_or(zero);
        let operands = [image.variable.into(), spot.coordinate.into(), sample.0.into()];
        let pointer = self.emit.value(Op::ImageTexelPointer, pointer, operands);
        let scope = self.emit.word(Scope::Device as u32);
        let word = self.emit.types.word;
        let mut as_component = |word_value: Word| {
            if component == word { word_value.0 } else { self.emit.cast(component, word_value.0) }
        };
        let (value, comparand) = (as_component(value), as_component(comparand));
        let mut operands = vec![pointer.into(), scope.0.into(), zero.0.into()];
        if op == Op::AtomicCompareExchange {
            operands.extend::<[Operand; 3]>([zero.0.into(), value.into(), comparand.into()]);
        } else {
            operands.push(value.into());
        }
        let old = self.emit.value(op, component, operands);
        Word(if component == word { old } else { self.emit.cast(word, old) })
    }

    /// Width, height, depth or layers, and levels; sizes of a level that is not there are 0.
    pub(super) fn image_infos(
        &mut self,
        at: &Instruction,
        access: &Image,
        image: &HostImage,
    ) -> Result<Vec<Texel>, Error> {
        if image.ty.format.is_some() || image.ty.has_samples || image.ty.dim == Dim::DimCube {
            return Err(self.refused(at, "this kind of image"));
        }
        let (zero, one) = (self.emit.word(0), self.emit.word(1));
        let levels = self.emit.image_count(Op::ImageQueryLevels, image.value);
        self.for_addresses(at, access, |this, address| {
            let asked = address.level.unwrap_or(zero);
            let is_there = this.emit.compare(Op::ULessThan, asked, levels);
            let level = this.emit.select(is_there, asked, zero);
            let mut sizes = this.emit.image_size(&image.ty, image.value, Some(level));
            if image.ty.dim == Dim::Dim1D {
                sizes.insert(1, one);
            }
            sizes.resize(3, one);
            let sizes: Vec<_> = sizes.into_iter().map(|size| this.emit.select(is_there, size, zero)).collect();
            Ok([sizes[0], sizes[1], sizes[2], levels])
        })
    }
}
