//! Images that a program finds: T#s of what its instructions take them for, S#s, and texels.

use meshwork_spirv::spirv::ImageFormat;

use super::{LaunchError, ProgramInfo, UserData};
use crate::data_format::{Number, data_format};
use crate::descriptor::{DescriptorPath, ImageUse, ImageUseKind};
use crate::instruction::ImageDim;
use crate::interpret::DataFormat;
use crate::translate::{TexelType, Texels};

/// Texels of a side, and slices, layers, faces and samples.
const SIZE: u32 = 32;
const SLICES: u32 = 4;
const FACES: u32 = 6;
const SAMPLES: u32 = 4;
/// Of images without samples.
const LEVELS: u32 = 3;

/// DST_SEL x, y, z, w.
pub(super) const IDENTITY: u32 = 4 | 5 << 3 | 6 << 6 | 7 << 9;

/// Formats of images, by number in a T# (RDNA2 ISA, table of buffer image formats), by Vulkan's name without its prefix, and as a
/// storage image's.
const FORMATS: [(u8, &str, ImageFormat); 13] = [
    (20, "R32_UINT", ImageFormat::R32ui),
    (21, "R32_SINT", ImageFormat::R32i),
    (22, "R32_SFLOAT", ImageFormat::R32f),
    (56, "R8G8B8A8_UNORM", ImageFormat::Rgba8),
    (57, "R8G8B8A8_SNORM", ImageFormat::Rgba8Snorm),
    (60, "R8G8B8A8_UINT", ImageFormat::Rgba8ui),
    (61, "R8G8B8A8_SINT", ImageFormat::Rgba8i),
    (69, "R16G16B16A16_UINT", ImageFormat::Rgba16ui),
    (70, "R16G16B16A16_SINT", ImageFormat::Rgba16i),
    (71, "R16G16B16A16_SFLOAT", ImageFormat::Rgba16f),
    (75, "R32G32B32A32_UINT", ImageFormat::Rgba32ui),
    (76, "R32G32B32A32_SINT", ImageFormat::Rgba32i),
    (77, "R32G32B32A32_SFLOAT", ImageFormat::Rgba32f),
];

/// What the eight dwords of a T# say of a linear image (RDNA2 ISA, table of image resource descriptors).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageDescriptor {
    pub address: u64,
    /// By number.
    pub format: u8,
    pub dim: ImageDim,
    /// Width, height, and depth or layers.
    pub size: [u32; 3],
    pub levels: u32,
    pub samples: u32,
}

impl ImageDescriptor {
    /// What a program does with the image that lies so many bytes behind the start of a set.
    pub(super) fn of_uses<'u>(uses: impl Iterator<Item = &'u ImageUse>, format: Option<u8>) -> Self {
        let (mut dim, mut kinds) = (ImageDim::D2, Vec::new());
        for found in uses {
            dim = found.dim;
            kinds.push(found.kind);
        }
        let is_written = kinds.iter().any(|kind| matches!(kind, ImageUseKind::Store | ImageUseKind::Atomic));
        let depth = match dim {
            ImageDim::Cube => FACES,
            ImageDim::D1 | ImageDim::D2 | ImageDim::D2Msaa => 1,
            ImageDim::D3 | ImageDim::D1Array | ImageDim::D2Array | ImageDim::D2MsaaArray => SLICES,
        };
        let height = if matches!(dim, ImageDim::D1 | ImageDim::D1Array) { 1 } else { SIZE };
        let has_samples = matches!(dim, ImageDim::D2Msaa | ImageDim::D2MsaaArray);
        let format = format.unwrap_or(if kinds.contains(&ImageUseKind::Atomic) {
            20
        } else if kinds.contains(&ImageUseKind::Compare) {
            22
        } else {
            77
        });
        Self {
            address: 0,
            format,
            dim,
            size: [SIZE, height, depth],
            levels: if has_samples || is_written { 1 } else { LEVELS },
            samples: if has_samples { SAMPLES } else { 1 },
        }
    }

    /// None for a null descriptor.
    pub fn from_words(words: &[u32; 8]) -> Option<Self> {
        let kind = words[3] >> 28;
        let dim = match kind {
            8 => ImageDim::D1,
            9 => ImageDim::D2,
            10 => ImageDim::D3,
            11 => ImageDim::Cube,
            12 => ImageDim::D1Array,
            13 => ImageDim::D2Array,
            14 => ImageDim::D2Msaa,
            15 => ImageDim::D2MsaaArray,
            _ => return None,
        };
        let last_level = words[3] >> 16 & 0xf;
        let has_samples = matches!(dim, ImageDim::D2Msaa | ImageDim::D2MsaaArray);
        let (levels, samples) = if has_samples { (1, 1 << last_level) } else { (last_level + 1, 1) };
        let width = (words[1] >> 30 | (words[2] & 0xfff) << 2) + 1;
        let described = Self {
            address: (u64::from(words[0]) | u64::from(words[1] & 0xff) << 32) << 8,
            format: (words[1] >> 20 & 0x7f) as u8,
            dim,
            size: [width, (words[2] >> 14 & 0x3fff) + 1, (words[4] & 0x1fff) + 1],
            levels,
            samples,
        };
        (words[1] != 0).then_some(described)
    }

    pub(super) fn words(&self) -> [u32; 8] {
        let kind = match self.dim {
            ImageDim::D1 => 8,
            ImageDim::D2 => 9,
            ImageDim::D3 => 10,
            ImageDim::Cube => 11,
            ImageDim::D1Array => 12,
            ImageDim::D2Array => 13,
            ImageDim::D2Msaa => 14,
            ImageDim::D2MsaaArray => 15,
        };
        let last_level = if self.samples > 1 { self.samples.ilog2() } else { self.levels - 1 };
        let [width, height, depth] = self.size.map(|size| size - 1);
        let address = self.address >> 8;
        [
            address as u32,
            (address >> 32) as u32 & 0xff | u32::from(self.format) << 20 | (width & 3) << 30,
            width >> 2 | height << 14 | 1 << 31,
            IDENTITY | last_level << 16 | kind << 28,
            depth,
            0,
            0,
            0,
        ]
    }

    /// Width, height, and depth or layers of a level.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let shrunk = |size: u32| (size >> level.min(31)).max(1);
        let [width, height, depth] = self.size;
        [shrunk(width), shrunk(height), if self.dim == ImageDim::D3 { shrunk(depth) } else { depth }]
    }

    /// Bytes of a texel; 0 if the format is none.
    pub fn texel_bytes(&self) -> u32 {
        DataFormat::new(self.format).map_or(0, |format| format.bytes())
    }

    /// Texels of all levels, each with its samples.
    pub fn texels(&self) -> u32 {
        let level = |level| self.level_size(level).iter().product::<u32>();
        (0..self.levels).map(level).sum::<u32>() * self.samples
    }

    /// Vulkan's name without its prefix.
    pub fn format_name(&self) -> Option<&'static str> {
        FORMATS.iter().find(|(number, ..)| *number == self.format).map(|(_, name, _)| *name)
    }

    pub fn storage_format(&self) -> ImageFormat {
        FORMATS.iter().find(|(number, ..)| *number == self.format).map_or(ImageFormat::Unknown, |(.., format)| *format)
    }

    pub fn texel(&self) -> Texels {
        let (bits, number) = data_format(self.format).unwrap_or(([0; 4], Number::Float));
        let ty = match number {
            Number::Uint => TexelType::Uint,
            Number::Sint => TexelType::Sint,
            _ => TexelType::Float,
        };
        Texels::new(ty, bits[3] != 0)
    }

    /// Random texels: floats of eight bits below the point, so that a filter with weights of as many has exact sums, and small
    /// integers. Samples are all alike: hosts fill such images with one colour.
    pub(super) fn contents(&self, random: &mut fastrand::Rng) -> Vec<u8> {
        let Ok(format) = DataFormat::new(self.format) else { return Vec::new() };
        let is_float = self.texel().ty == TexelType::Float;
        let mut texel = || {
            let component = |_| match is_float {
                true => (random.u32(0..=256) as f32 / 256.0).to_bits(),
                false => random.u32(0..64),
            };
            format.encode(std::array::from_fn(component))[..format.bytes() as usize].to_vec()
        };
        if self.samples > 1 {
            return texel().repeat(self.texels() as usize);
        }
        (0..self.texels()).flat_map(|_| texel()).collect()
    }
}

/// A format's number.
pub(super) fn format_number(name: &str) -> Result<u8, LaunchError> {
    let found = FORMATS.iter().find(|(_, known, _)| *known == name).map(|(number, ..)| *number);
    found.ok_or_else(|| LaunchError::ImageFormat(name.into()))
}

/// The set and the byte of it that a path leads to.
pub(super) fn place_in_set(info: &ProgramInfo, path: &DescriptorPath) -> Option<(u32, u32)> {
    let held = info.user_data.iter().find(|(register, _)| *register == path.register).map(|(_, data)| *data);
    match (held?, &path.offsets[..]) {
        (UserData::DescriptorSet(set), &[offset]) => Some((set.into(), offset)),
        (UserData::DescriptorSets, &[table, offset]) => Some((table / 4, offset)),
        _ => None,
    }
}

/// S#: clamped to the edge, every level of which the nearest, less or equal where it compares.
pub(super) fn sampler_words(is_linear: bool) -> [u32; 4] {
    const EDGE: u32 = 2 | 2 << 3 | 2 << 6;
    const LESS_OR_EQUAL: u32 = 3 << 12;
    const EVERY_LEVEL: u32 = 0xfff << 12;
    const POINT_MIP: u32 = 1 << 26;
    let linear = u32::from(is_linear);
    [EDGE | LESS_OR_EQUAL, EVERY_LEVEL, linear << 20 | linear << 22 | POINT_MIP, 0]
}
