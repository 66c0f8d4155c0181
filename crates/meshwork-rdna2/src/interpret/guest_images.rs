//! Linear images in guest memory, by T# and S#: what the interpreter samples where no one else answers.
//!
//! Texels lie row by row, layer by layer, level by level, without padding. Formats are those of buffers. Filtering is exact: the
//! nearest texel, or weights of full precision; a GPU's has eight bits.

use super::error::Fault;
use super::format::{DataFormat, Select};
use super::image::{ImageAccess, ImageOperation, Images, Level, Texel};
use super::memory::Memory;
use crate::instruction::ImageDim;

#[derive(Clone, Copy, Debug, Default)]
pub struct GuestImages;

impl Images for GuestImages {
    fn access(&mut self, memory: &mut dyn Memory, access: &ImageAccess) -> Result<Texel, Fault> {
        let image = GuestImage::new(&access.resource, access.dim);
        // A null descriptor reads as 0 (no width, no format).
        let Some(image) = image else { return Ok([0; 4]) };
        match access.operation {
            ImageOperation::Load => image.load(memory, &integers(access), access.mip),
            ImageOperation::Store => image.store(memory, access).map(|()| [0; 4]),
            ImageOperation::Atomic(atomic) => match image.address(&integers(access), access.mip) {
                Some(address) => Ok([atomic.run(memory, address, &access.data)? as u32, 0, 0, 0]),
                None => Ok([0; 4]),
            },
            ImageOperation::Sample | ImageOperation::Gather => image.sample(memory, access),
            // A level that is not there has no size.
            ImageOperation::Size if access.mip >= image.levels => Ok([0, 0, 0, image.levels]),
            ImageOperation::Size => {
                let [width, height, depth] = image.level_size(access.mip);
                Ok([width, height, depth, image.levels])
            }
            ImageOperation::Lod => Ok([0; 4]),
        }
    }
}

/// What the eight dwords of an image descriptor say (RDNA2 ISA, table of image resource descriptors).
struct GuestImage {
    base: u64,
    format: DataFormat,
    select: [Select; 4],
    /// Width, height, and depth or layers.
    size: [u32; 3],
    levels: u32,
    first_layer: u32,
    /// Depth shrinks from level to level, layers do not.
    volume: bool,
    samples: u32,
}

impl GuestImage {
    fn new(words: &[u32; 8], dim: ImageDim) -> Option<Self> {
        let format = DataFormat::new((words[1] >> 20 & 0x7f) as u8).ok().filter(|_| words[1] != 0)?;
        let width = (words[1] >> 30 | (words[2] & 0xfff) << 2) + 1;
        let multisampled = matches!(dim, ImageDim::D2Msaa | ImageDim::D2MsaaArray);
        let last_level = words[3] >> 16 & 0xf;
        Some(Self {
            base: (u64::from(words[0]) | u64::from(words[1] & 0xff) << 32) << 8,
            format,
            select: std::array::from_fn(|component| Select::from_bits(words[3] >> (3 * component))),
            size: [width, (words[2] >> 14 & 0x3fff) + 1, (words[4] & 0x1fff) + 1],
            levels: if multisampled { 1 } else { last_level + 1 },
            first_layer: words[4] >> 16 & 0x1fff,
            volume: dim == ImageDim::D3,
            samples: if multisampled { 1 << last_level } else { 1 },
        })
    }

    fn level_size(&self, level: u32) -> [u32; 3] {
        let shrunk = |size: u32| (size >> level.min(31)).max(1);
        let [width, height, depth] = self.size;
        [shrunk(width), shrunk(height), if self.volume { shrunk(depth) } else { depth }]
    }

    /// Of coordinates x, y, layer or slice, sample; none outside.
    fn address(&self, [x, y, z, sample]: &[i64; 4], level: u32) -> Option<u64> {
        if level >= self.levels {
            return None;
        }
        let inside = |place: i64, size: u32| (0..i64::from(size)).contains(&place).then_some(place as u64);
        let size = self.level_size(level);
        let z = if self.volume { *z } else { *z + i64::from(self.first_layer) };
        let (x, y, z) = (inside(*x, size[0])?, inside(*y, size[1])?, inside(z, size[2])?);
        let sample = inside(*sample, self.samples)?;
        let before: u64 =
            (0..level).map(|level| self.level_size(level).iter().map(|size| u64::from(*size)).product::<u64>()).sum();
        let within = (z * u64::from(size[1]) + y) * u64::from(size[0]) + x;
        Some(self.base + ((before + within) * u64::from(self.samples) + sample) * u64::from(self.format.bytes()))
    }

    fn load(&self, memory: &mut dyn Memory, place: &[i64; 4], level: u32) -> Result<Texel, Fault> {
        let mut bytes = [0; 16];
        // Outside, what the format has is 0.
        if let Some(address) = self.address(place, level) {
            memory.read(address, &mut bytes[..self.format.bytes() as usize])?;
        }
        Ok(self.format.select(self.format.decode(bytes), self.select))
    }

    fn store(&self, memory: &mut dyn Memory, access: &ImageAccess) -> Result<(), Fault> {
        match self.address(&integers(access), access.mip) {
            Some(address) => memory.write(address, &self.format.encode(access.data)[..self.format.bytes() as usize]),
            None => Ok(()),
        }
    }

    fn sample(&self, memory: &mut dyn Memory, access: &ImageAccess) -> Result<Texel, Fault> {
        let sampler = Sampler::new(access.sampler.as_ref().ok_or(Fault::Image("a sample without a sampler"))?);
        let level = self.level(access, &sampler);
        let size = self.level_size(level);
        let axes = if access.dim == ImageDim::D3 {
            3
        } else if access.dim == ImageDim::D1 || access.dim == ImageDim::D1Array {
            1
        } else {
            2
        };
        let mut corner = [0i64; 4];
        let mut weights = [0f32; 3];
        let gather = access.operation == ImageOperation::Gather;
        for axis in 0..axes {
            let coordinate = f32::from_bits(access.coordinates.get(axis).copied().unwrap_or(0));
            let scaled = if sampler.unnormalized { coordinate } else { coordinate * size[axis] as f32 };
            // The faces of a cube come as 1 to 2.
            let scaled = if access.dim == ImageDim::Cube { scaled - size[axis] as f32 } else { scaled };
            let scaled = scaled + access.offset[axis] as f32;
            let placed = if sampler.linear || gather { scaled - 0.5 } else { scaled };
            // Of 32 bits: any texel beyond is as far outside.
            corner[axis] = i64::from(placed.floor() as i32);
            weights[axis] = if sampler.linear { placed - placed.floor() } else { 0.0 };
        }
        if let Some(layer) = access.coordinates.get(axes).filter(|_| axes < 3) {
            let layer = (f32::from_bits(*layer)).round_ties_even();
            let place = if axes == 1 { 2 } else { axes };
            corner[place] = (layer as i64).clamp(0, i64::from(size[2]) - 1);
        }
        let footprint = Footprint { image: self, sampler: &sampler, access, level, corner, axes };
        if gather { footprint.gather(memory) } else { footprint.filter(memory, weights) }
    }

    /// The nearest level: there is no quad to take gradients from.
    fn level(&self, access: &ImageAccess, sampler: &Sampler) -> u32 {
        let wanted = match &access.level {
            Level::Zero | Level::Implicit => 0.0,
            Level::Explicit(level) => *level,
            Level::Bias(bias) => *bias,
            Level::Gradients(gradients) => self.level_of_gradients(gradients),
        };
        let least = access.level_clamp.unwrap_or(0.0).max(sampler.least_level);
        let level = wanted.max(least).min(sampler.greatest_level);
        (level.round_ties_even().max(0.0) as u32).min(self.levels - 1)
    }

    /// Of the longer of the two footprints' sides (Vulkan, Scale Factor Operation).
    fn level_of_gradients(&self, gradients: &[f32]) -> f32 {
        let length = |side: &[f32]| {
            side.iter().zip(self.size).map(|(part, size)| (part * size as f32).powi(2)).sum::<f32>().sqrt()
        };
        let (by_x, by_y) = gradients.split_at(gradients.len() / 2);
        length(by_x).max(length(by_y)).log2()
    }
}

/// The texels around a sample.
struct Footprint<'a> {
    image: &'a GuestImage,
    sampler: &'a Sampler,
    access: &'a ImageAccess,
    level: u32,
    corner: [i64; 4],
    axes: usize,
}

impl Footprint<'_> {
    /// The texel at a corner of the footprint, compared if the opcode compares.
    fn texel(&self, memory: &mut dyn Memory, corner: usize) -> Result<Texel, Fault> {
        let size = self.image.level_size(self.level);
        let mut place = self.corner;
        for axis in 0..self.axes {
            let at = place[axis] + (corner >> axis & 1) as i64;
            match self.sampler.wrap[axis].place(at, size[axis].into()) {
                Some(at) => place[axis] = at,
                None => return Ok(self.sampler.border),
            }
        }
        let texel = self.image.load(memory, &place, self.level)?;
        Ok(match self.access.compare {
            Some(reference) => {
                let passes = self.sampler.compares(reference, f32::from_bits(texel[0]));
                [if passes { 1f32.to_bits() } else { 0 }, 0, 0, 0]
            }
            None => texel,
        })
    }

    fn filter(&self, memory: &mut dyn Memory, weights: [f32; 3]) -> Result<Texel, Fault> {
        if !self.sampler.linear {
            return self.texel(memory, 0);
        }
        let mut sum = [0f32; 4];
        for corner in 0..1 << self.axes {
            let weight: f32 = (0..self.axes)
                .map(|axis| if corner >> axis & 1 != 0 { weights[axis] } else { 1.0 - weights[axis] })
                .product();
            let texel = self.texel(memory, corner)?;
            for (sum, component) in sum.iter_mut().zip(texel) {
                *sum += weight * f32::from_bits(component);
            }
        }
        Ok(sum.map(f32::to_bits))
    }

    /// Counter-clockwise from the lower left (RDNA2 ISA, IMAGE_GATHER4).
    fn gather(&self, memory: &mut dyn Memory) -> Result<Texel, Fault> {
        let component = if self.access.compare.is_some() { 0 } else { self.access.mask.trailing_zeros() as usize & 3 };
        let mut texels = [0; 4];
        for (texel, corner) in texels.iter_mut().zip([2, 3, 1, 0]) {
            *texel = self.texel(memory, corner)?[component];
        }
        Ok(texels)
    }
}

/// What the four dwords of a sampler say.
struct Sampler {
    wrap: [Wrap; 3],
    compare: u32,
    unnormalized: bool,
    linear: bool,
    least_level: f32,
    greatest_level: f32,
    border: Texel,
}

#[derive(Clone, Copy)]
enum Wrap {
    Repeat,
    Mirror,
    Edge,
    MirrorOnce,
    Border,
}

impl Wrap {
    fn from_bits(bits: u32) -> Self {
        match bits & 7 {
            0 => Self::Repeat,
            1 => Self::Mirror,
            2 | 4 => Self::Edge,
            3 | 5 | 7 => Self::MirrorOnce,
            _ => Self::Border,
        }
    }

    /// None for the border.
    fn place(self, at: i64, size: i64) -> Option<i64> {
        let mirrored = |at: i64| if at < 0 { -1 - at } else { at };
        Some(match self {
            Self::Repeat => at.rem_euclid(size),
            Self::Mirror => {
                let at = at.rem_euclid(2 * size);
                if at < size { at } else { 2 * size - 1 - at }
            }
            Self::Edge => at.clamp(0, size - 1),
            Self::MirrorOnce => mirrored(at).clamp(0, size - 1),
            Self::Border => (0..size).contains(&at).then_some(at)?,
        })
    }
}

impl Sampler {
    fn new(words: &[u32; 4]) -> Self {
        let one = 1f32.to_bits();
        Self {
            wrap: [0, 3, 6].map(|place| Wrap::from_bits(words[0] >> place)),
            compare: words[0] >> 12 & 7,
            unnormalized: words[0] >> 15 & 1 != 0,
            // XY_MAG_FILTER: point or bilinear, and the two anisotropic ones.
            linear: words[2] >> 20 & 1 != 0,
            least_level: (words[1] & 0xfff) as f32 / 256.0,
            greatest_level: (words[1] >> 12 & 0xfff) as f32 / 256.0,
            border: match words[3] >> 30 {
                0 => [0; 4],
                1 => [0, 0, 0, one],
                _ => [one; 4],
            },
        }
    }

    /// Never, less, equal, less or equal, greater, not equal, greater or equal, always.
    fn compares(&self, reference: f32, texel: f32) -> bool {
        let order = match reference.partial_cmp(&texel) {
            Some(std::cmp::Ordering::Less) => 1,
            Some(std::cmp::Ordering::Equal) => 2,
            Some(std::cmp::Ordering::Greater) => 4,
            None => 0,
        };
        self.compare & order != 0 || self.compare == 7
    }
}

/// Integer coordinates: x, y, layer or slice, sample.
fn integers(access: &ImageAccess) -> [i64; 4] {
    let at = |place: usize| i64::from(access.coordinates.get(place).copied().unwrap_or(0) as i32);
    match access.dim {
        ImageDim::D1 => [at(0), 0, 0, 0],
        ImageDim::D1Array => [at(0), 0, at(1), 0],
        ImageDim::D2Msaa => [at(0), at(1), 0, at(2)],
        ImageDim::D2MsaaArray => [at(0), at(1), at(2), at(3)],
        _ => [at(0), at(1), at(2), 0],
    }
}
