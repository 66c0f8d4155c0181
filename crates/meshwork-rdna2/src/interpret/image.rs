//! MIMG: what an image instruction asks for, by lane; the caller's [`Images`] answer (RDNA2 ISA, chapter 8.2 and 12.19).

use super::Shared;
use super::atomic::{Atomic, Operation};
use super::error::Fault;
use super::format::DataFormat;
use super::memory::Memory;
use super::mode::Mode;
use super::state::{WaveState, next};
use crate::instruction::{Image, ImageDim};
use crate::opcode::Opcode::{self, *};
use crate::opcode::Slot;
use crate::operand::{Operand, Type};

/// Components red to alpha: floats of 32 bits, or integers, as the T# says.
pub type Texel = [u32; 4];

/// Images and samplers of the guest.
pub trait Images {
    /// One lane's access. A store returns anything; an atomic what was there, in the first component; a gather its four texels in
    /// the manual's order.
    fn access(&mut self, memory: &mut dyn Memory, access: &ImageAccess) -> Result<Texel, Fault>;
}

/// For programs that have none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;

impl Images for NoImages {
    fn access(&mut self, _: &mut dyn Memory, _: &ImageAccess) -> Result<Texel, Fault> {
        Err(Fault::Image("the caller gave no images"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageOperation {
    /// Integer coordinates. A mip opcode has a level.
    Load,
    Store,
    Atomic(Atomic),
    /// Float coordinates.
    Sample,
    /// One component, the lowest of the mask, of four texels.
    Gather,
    /// The level of detail, clamped and not.
    Lod,
    /// Width, height, depth or layers, and levels; the coordinate is a level.
    Size,
}

/// The level that is sampled.
#[derive(Clone, Debug, PartialEq)]
pub enum Level {
    /// Of the quad's neighbours, which primitive shaders do not have: the first.
    Implicit,
    Zero,
    Explicit(f32),
    Bias(f32),
    /// By x of every coordinate, then by y.
    Gradients(Vec<f32>),
}

/// What an instruction asks for in one lane.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageAccess {
    pub operation: ImageOperation,
    pub dim: ImageDim,
    /// T#.
    pub resource: [u32; 8],
    /// S#.
    pub sampler: Option<[u32; 4]>,
    /// Components that are loaded or stored.
    pub mask: u8,
    /// As many as the dimension has, a cube's face and an array's layer and a sample's number among them: floats of 32 bits for
    /// sampling, otherwise integers.
    pub coordinates: Vec<u32>,
    pub level: Level,
    /// Of a load or store from a level.
    pub mip: u32,
    /// The least level that may be taken.
    pub level_clamp: Option<f32>,
    pub offset: [i32; 3],
    pub compare: Option<f32>,
    /// Stored components, or an atomic's operand and comparand.
    pub data: [u32; 4],
}

fn operation(opcode: Opcode) -> Option<ImageOperation> {
    let atomic = |operation| ImageOperation::Atomic(Atomic { operation, wide: false });
    Some(match opcode {
        IMAGE_LOAD | IMAGE_LOAD_MIP => ImageOperation::Load,
        IMAGE_STORE | IMAGE_STORE_MIP => ImageOperation::Store,
        IMAGE_ATOMIC_SWAP => atomic(Operation::Swap),
        IMAGE_ATOMIC_CMPSWAP => atomic(Operation::CompareSwap),
        IMAGE_ATOMIC_ADD => atomic(Operation::Add),
        IMAGE_ATOMIC_SUB => atomic(Operation::Sub),
        IMAGE_ATOMIC_SMIN => atomic(Operation::SignedMin),
        IMAGE_ATOMIC_UMIN => atomic(Operation::UnsignedMin),
        IMAGE_ATOMIC_SMAX => atomic(Operation::SignedMax),
        IMAGE_ATOMIC_UMAX => atomic(Operation::UnsignedMax),
        IMAGE_ATOMIC_AND => atomic(Operation::And),
        IMAGE_ATOMIC_OR => atomic(Operation::Or),
        IMAGE_ATOMIC_XOR => atomic(Operation::Xor),
        IMAGE_ATOMIC_INC => atomic(Operation::Increment),
        IMAGE_ATOMIC_DEC => atomic(Operation::Decrement),
        IMAGE_ATOMIC_FCMPSWAP => atomic(Operation::FloatCompareSwap),
        IMAGE_ATOMIC_FMIN => atomic(Operation::FloatMin),
        IMAGE_ATOMIC_FMAX => atomic(Operation::FloatMax),
        IMAGE_GET_LOD => ImageOperation::Lod,
        IMAGE_GET_RESINFO => ImageOperation::Size,
        _ if opcode.name().starts_with("IMAGE_SAMPLE") => ImageOperation::Sample,
        _ if opcode.name().starts_with("IMAGE_GATHER4") && opcode != IMAGE_GATHER4H => ImageOperation::Gather,
        _ => return None,
    })
}

pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    opcode: Opcode,
    image: &Image,
) -> Result<(), Fault> {
    let operation = operation(opcode).ok_or(Fault::Unsupported("this image opcode"))?;
    let resource = words(wave, image.srsrc, if image.r128 { 4 } else { 8 })?;
    let sampler = image.ssamp.map(|operand| words(wave, operand, 4)).transpose()?;
    for lane in wave.active() {
        let mut access = ImageAccess {
            operation,
            dim: image.dim,
            resource,
            sampler: sampler.map(|words: [u32; 8]| [words[0], words[1], words[2], words[3]]),
            mask: image.dmask,
            coordinates: Vec::new(),
            level: if opcode.name().contains("_LZ") { Level::Zero } else { Level::Implicit },
            mip: 0,
            level_clamp: None,
            offset: [0; 3],
            compare: None,
            data: [0; 4],
        };
        address(wave, opcode, image, lane, &mut access);
        access.data = stored(wave, opcode, image, lane);
        let texel = shared.images.access(shared.memory, &access)?;
        write(wave, opcode, image, lane, &access, texel);
    }
    Ok(())
}

fn words(wave: &WaveState, operand: Operand, count: u8) -> Result<[u32; 8], Fault> {
    let dwords = wave.scalar_dwords(Operand { dwords: count, ..operand })?;
    Ok(std::array::from_fn(|place| dwords.get(place).copied().unwrap_or(0)))
}

/// Coordinates, and their derivatives by each direction.
fn dimensions(dim: ImageDim) -> (usize, usize) {
    match dim {
        ImageDim::D1 => (1, 1),
        ImageDim::D2 | ImageDim::Cube | ImageDim::D2Array | ImageDim::D2Msaa | ImageDim::D2MsaaArray => (
            if dim == ImageDim::D2 {
                2
            } else if dim == ImageDim::D2MsaaArray {
                4
            } else {
                3
            },
            2,
        ),
        ImageDim::D3 => (3, 3),
        ImageDim::D1Array => (2, 1),
    }
}

/// Components of an address. With A16 two share a register, those that follow each other.
struct Components<'a> {
    registers: &'a mut dyn Iterator<Item = u32>,
    halves: bool,
    /// Halves that are floats are widened.
    floats: bool,
    upper: Option<u32>,
}

impl Components<'_> {
    fn next(&mut self) -> u32 {
        if !self.halves {
            return self.registers.next().unwrap_or(0);
        }
        let half = match self.upper.take() {
            Some(half) => half,
            None => {
                let register = self.registers.next().unwrap_or(0);
                self.upper = Some(register >> 16);
                register & 0xffff
            }
        };
        if self.floats { widen(half) } else { half }
    }
}

/// A half as a float of 32 bits.
fn widen(half: u32) -> u32 {
    const KEEP: Mode = Mode::new(0xf0);
    KEEP.f32().convert(&KEEP.f16(), u64::from(half & 0xffff)) as u32
}

/// Registers in the order of the opcode's operands (RDNA2 ISA, table of image address components). Offset and comparand have 32 bits
/// in any case; gradients begin in a register of their own, for each direction.
fn address(wave: &WaveState, opcode: Opcode, image: &Image, lane: usize, access: &mut ImageAccess) {
    let mut registers = image.vaddr.registers().iter().map(|vgpr| wave.vgpr(*vgpr)[lane]);
    let (coordinates, gradients) = dimensions(image.dim);
    let floats = matches!(access.operation, ImageOperation::Sample | ImageOperation::Gather | ImageOperation::Lod);
    let mut upper = None;
    for slot in opcode.sources() {
        // A16 is not about gradients: on gfx10.3 opcodes have them of either size.
        let halves = image.a16 && *slot != Slot::Gradients || *slot == Slot::Gradients16;
        let mut components = Components { registers: &mut registers, halves, floats, upper };
        match slot {
            // Six bits each, with sign.
            Slot::Offset => {
                let word = components.registers.next().unwrap_or(0);
                access.offset = std::array::from_fn(|place| (word << (26 - 8 * place as u32)) as i32 >> 26);
            }
            Slot::Compare => access.compare = components.registers.next().map(f32::from_bits),
            Slot::Bias => {
                access.level = Level::Bias(f32::from_bits(components.next()));
                components.upper = None;
            }
            Slot::Gradients | Slot::Gradients16 => {
                let mut all = Vec::new();
                for _ in 0..2 {
                    all.extend((0..gradients).map(|_| f32::from_bits(components.next())));
                    components.upper = None;
                }
                access.level = Level::Gradients(all);
            }
            Slot::Coordinates => access.coordinates = (0..coordinates).map(|_| components.next()).collect(),
            Slot::Lod if floats => access.level = Level::Explicit(f32::from_bits(components.next())),
            Slot::Lod => access.mip = components.next(),
            Slot::LodClamp => access.level_clamp = Some(f32::from_bits(components.next())),
            _ => {}
        }
        upper = components.upper;
    }
}

/// Components in the places that the mask gives them; an atomic's operands as they come.
fn stored(wave: &WaveState, opcode: Opcode, image: &Image, lane: usize) -> Texel {
    let mut data = [0; 4];
    let Some(vgpr) = image.vdata.vgpr() else { return data };
    let atomic = matches!(operation(opcode), Some(ImageOperation::Atomic(_)));
    let registers = wave.lane_dwords(vgpr, usize::from(image.vdata.dwords), lane);
    let mut values = registers.iter().copied();
    let mask = if atomic { 3 } else { image.dmask };
    for component in (0..4).filter(|component| mask >> component & 1 != 0) {
        data[component] = values.next().unwrap_or(0);
    }
    data
}

fn write(wave: &mut WaveState, opcode: Opcode, image: &Image, lane: usize, access: &ImageAccess, texel: Texel) {
    let loads = !matches!(access.operation, ImageOperation::Store | ImageOperation::Atomic(_));
    let returns = matches!(access.operation, ImageOperation::Atomic(_)) && image.glc;
    let Some(vgpr) = image.vdata.vgpr().filter(|_| loads || returns) else { return };
    let whole = returns || opcode.results().contains(&Slot::Gathered);
    let mask = if returns {
        1
    } else if whole {
        15
    } else {
        image.dmask
    };
    let mut values: Vec<u32> =
        (0..4).filter(|component| mask >> component & 1 != 0).map(|component| texel[component]).collect();
    if image.vdata.ty == Type::V2F16 {
        let format = DataFormat::new((access.resource[1] >> 20 & 0x7f) as u8);
        let narrow = |value: u32| format.as_ref().map_or(value & 0xffff, |format| format.narrow(value));
        values = values.chunks(2).map(|pair| narrow(pair[0]) | pair.get(1).map_or(0, |v| narrow(*v) << 16)).collect();
    }
    if image.tfe || image.lwe {
        // The status of a page that is there.
        values.push(0);
    }
    for (place, value) in values.into_iter().enumerate() {
        wave.vgpr_mut(next(vgpr, place))[lane] = value;
    }
}
