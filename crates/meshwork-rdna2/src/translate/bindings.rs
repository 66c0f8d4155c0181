//! Which objects of the host stand for the images and samplers of a program.
//!
//! A program's buffers are memory, but its images and samplers are objects of the host: a T# or S# is a name here, and what it holds
//! is the business of whoever makes the object for it. A path names the descriptor, since the shader is made before there is one.
//! [`crate::image_uses`] finds the paths of a program.

use std::collections::{BTreeMap, BTreeSet};

use meshwork_spirv::spirv::ImageFormat;

use super::binding;
use crate::descriptor::{DescriptorPath, ImageUse, ImageUseKind};
use crate::error::Error;

/// Descriptors by the way to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    pub images: BTreeMap<DescriptorPath, ImageBinding>,
    pub samplers: BTreeMap<DescriptorPath, BindingPoint>,
}

/// A descriptor of the host. An image and a sampler may share one, a combined image sampler. In set 0 the bindings up to
/// [`binding::LDS`] are the translator's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BindingPoint {
    pub set: u32,
    pub binding: u32,
}

/// An image. The dimension of the host's view is that of the instructions that use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageBinding {
    /// A null descriptor: it reads as 0 and is not written.
    Null,
    /// A sampled image, or a combined image sampler, in a layout that shaders may read.
    Sampled {
        at: BindingPoint,
        texels: Texels,
        /// Where a program samples a cube, it is one of an array (`imageCubeArray`).
        is_cube_array: bool,
    },
    /// A storage image. `Unknown` as format asks for `shaderStorageImageReadWithoutFormat` and its twin; atomics ask for a format.
    Storage { at: BindingPoint, texels: Texels, format: ImageFormat },
}

/// What an image's texels are, by its format and swizzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Texels {
    pub ty: TexelType,
    /// A bit for each component that always is 1, red first: outside of the image it is, too, and others are 0.
    pub ones: u8,
}

impl Texels {
    /// Where nothing but alpha can be missing.
    pub const fn new(ty: TexelType, has_alpha: bool) -> Self {
        Self { ty, ones: if has_alpha { 0 } else { 1 << 3 } }
    }
}

/// What an image's format makes of a component: a float of 32 bits, or an integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TexelType {
    #[default]
    Float,
    Uint,
    Sint,
}

impl Bindings {
    /// A binding of `set` for each descriptor that a program uses, from 0 on: images in the order of their paths, then samplers. All
    /// have floats as texels, but those of atomics, which have integers of 32 bits.
    pub fn assign(uses: &[ImageUse], set: u32) -> Self {
        let mut kinds: BTreeMap<&DescriptorPath, Vec<ImageUseKind>> = BTreeMap::new();
        uses.iter().for_each(|found| kinds.entry(&found.image).or_default().push(found.kind));
        let samplers: BTreeSet<_> = uses.iter().filter_map(|found| found.sampler.as_ref()).collect();
        let mut points = (0..).map(|binding| BindingPoint { set, binding });
        let image = |(kinds, at): (Vec<ImageUseKind>, BindingPoint)| {
            if kinds.contains(&ImageUseKind::Atomic) {
                ImageBinding::Storage { at, texels: Texels::new(TexelType::Uint, false), format: ImageFormat::R32ui }
            } else if kinds.contains(&ImageUseKind::Store) {
                ImageBinding::Storage { at, texels: Texels::default(), format: ImageFormat::Unknown }
            } else {
                ImageBinding::Sampled { at, texels: Texels::default(), is_cube_array: false }
            }
        };
        let (paths, kinds): (Vec<_>, Vec<_>) = kinds.into_iter().unzip();
        let images = kinds.into_iter().zip(points.by_ref()).map(image).collect::<Vec<_>>();
        let images = paths.into_iter().cloned().zip(images).collect();
        let samplers = samplers.into_iter().cloned().zip(points).collect();
        Self { images, samplers }
    }

    fn points(&self) -> impl Iterator<Item = BindingPoint> {
        let images = self.images.values().filter_map(|image| match *image {
            ImageBinding::Null => None,
            ImageBinding::Sampled { at, .. } | ImageBinding::Storage { at, .. } => Some(at),
        });
        images.chain(self.samplers.values().copied())
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        match self.points().find(|point| point.set == 0 && point.binding <= binding::CAPTURE) {
            Some(BindingPoint { set, binding }) => Err(Error::ReservedBinding { set, binding }),
            None => Ok(()),
        }
    }
}
