//! Images and samplers: their types, and what is asked of them.

use meshwork_spirv::spirv::{Capability, Decoration, Dim, ImageFormat, Op, StorageClass};
use meshwork_spirv::{Id, Operand};

use super::{Emit, Float, Word};

/// An image as a shader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageType {
    pub dim: Dim,
    pub is_array: bool,
    pub has_samples: bool,
    /// Its texels are compared.
    pub is_depth: bool,
    /// Of a storage image.
    pub format: Option<ImageFormat>,
    /// Of a component.
    pub component: Id,
}

impl ImageType {
    /// Coordinates of a texel, its layer among them.
    pub fn coordinates(&self) -> u32 {
        self.axes() + u32::from(self.is_array || self.dim == Dim::DimCube)
    }

    /// Of a size.
    fn axes(&self) -> u32 {
        match self.dim {
            Dim::Dim1D => 1,
            Dim::Dim3D => 3,
            _ => 2,
        }
    }
}

impl Emit {
    pub fn image_type(&mut self, image: &ImageType) -> Id {
        let is_storage = image.format.is_some();
        let needed = match (image.dim, image.is_array, is_storage) {
            (Dim::Dim1D, _, false) => Some(Capability::Sampled1D),
            (Dim::Dim1D, _, true) => Some(Capability::Image1D),
            (Dim::DimCube, true, false) => Some(Capability::SampledCubeArray),
            (Dim::DimCube, true, true) => Some(Capability::ImageCubeArray),
            _ => None,
        };
        let multisampled = (is_storage && image.has_samples).then_some(Capability::StorageImageMultisample);
        let layered = (is_storage && image.has_samples && image.is_array).then_some(Capability::ImageMSArray);
        let formats = image.format.map_or(&[][..], format_capabilities);
        for capability in [needed, multisampled, layered].into_iter().flatten().chain(formats.iter().copied()) {
            self.module.add_capability(capability);
        }
        let (sampled, format) = image.format.map_or((1, ImageFormat::Unknown), |format| (2, format));
        let flags = [image.is_depth, image.is_array, image.has_samples].map(u32::from);
        let numbers = [image.dim as u32, flags[0], flags[1], flags[2], sampled, format as u32];
        let operands: Vec<Operand> = std::iter::once(image.component.into()).chain(numbers.map(Into::into)).collect();
        self.module.get_or_make(Op::TypeImage, None, operands)
    }

    pub fn sampler_type(&mut self) -> Id {
        self.module.get_or_make(Op::TypeSampler, None, [])
    }

    /// A variable of an image or a sampler.
    pub fn bound(&mut self, ty: Id, set: u32, binding: u32) -> Id {
        let variable = self.module.variable(StorageClass::UniformConstant, ty);
        self.module.decorate(variable, Decoration::DescriptorSet, &[set]);
        self.module.decorate(variable, Decoration::Binding, &[binding]);
        variable
    }

    /// Width, height, depth, and the layers of an array, as many as it has; at a level of images that have them.
    pub fn image_size(&mut self, image: &ImageType, value: Id, level: Option<Word>) -> Vec<Word> {
        self.module.add_capability(Capability::ImageQuery);
        let count = image.axes() + u32::from(image.is_array);
        let ty = self.words_type(count);
        let all = match level {
            Some(level) => self.value(Op::ImageQuerySizeLod, ty, [value.into(), level.0.into()]),
            None => self.value(Op::ImageQuerySize, ty, [value.into()]),
        };
        self.component_words(all, self.types.word, count)
    }

    /// Levels, or samples.
    pub fn image_count(&mut self, op: Op, value: Id) -> Word {
        self.module.add_capability(Capability::ImageQuery);
        let ty = self.types.word;
        Word(self.value(op, ty, [value.into()]))
    }

    fn words_type(&mut self, count: u32) -> Id {
        if count == 1 { self.types.word } else { self.module.uvec_type(count) }
    }

    /// Words as one coordinate.
    pub fn coordinate(&mut self, words: &[Word]) -> Id {
        let ids: Vec<_> = words.iter().map(|word| word.0).collect();
        let ty = self.words_type(ids.len() as u32);
        if let [only] = ids[..] { only } else { self.construct(ty, &ids) }
    }

    pub fn float_coordinate(&mut self, floats: &[Float]) -> Id {
        let ids: Vec<_> = floats.iter().map(|float| float.0).collect();
        if let [only] = ids[..] {
            return only;
        }
        let ty = self.module.vector_type(self.types.float, ids.len() as u32);
        self.construct(ty, &ids)
    }

    /// The components of a vector, or of a scalar, as words.
    pub fn component_words(&mut self, value: Id, component: Id, count: u32) -> Vec<Word> {
        let mut parts = vec![value];
        if count > 1 {
            let part = |n: u32| self.value(Op::CompositeExtract, component, [value.into(), n.into()]);
            parts = (0..count).map(part).collect();
        }
        let word = self.types.word;
        parts.into_iter().map(|part| Word(if component == word { part } else { self.cast(word, part) })).collect()
    }
}

/// No format, and formats beyond those that every device has for storage images, are features.
fn format_capabilities(format: ImageFormat) -> &'static [Capability] {
    use ImageFormat::*;
    match format {
        Unknown => &[Capability::StorageImageReadWithoutFormat, Capability::StorageImageWriteWithoutFormat],
        Rgba32f | Rgba16f | R32f | Rgba8 | Rgba8Snorm | Rgba32i | Rgba16i | Rgba8i | R32i | Rgba32ui | Rgba16ui
        | Rgba8ui | R32ui => &[],
        _ => &[Capability::StorageImageExtendedFormats],
    }
}
