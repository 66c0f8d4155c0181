//! MUBUF and MTBUF: buffers by V# (RDNA2 ISA, chapter 8.1, 12.16 and 12.17).

use super::Shared;
use super::atomic::{Atomic, memory_atomic};
use super::error::Fault;
use super::format::{DataFormat, Select};
use super::memory::{Memory, aligned};
use super::state::{WaveState, next};
use crate::instruction::Buffer;
use crate::opcode::Opcode::{self, *};
use crate::registers::Vgpr;
use crate::width::Width;

/// V#: what the four dwords of a buffer descriptor say (RDNA2 ISA, table of buffer resource descriptors).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    pub base: u64,
    pub stride: u32,
    pub records: u32,
    pub select: [Select; 4],
    pub format: u8,
    pub bounds: Bounds,
    swizzle: bool,
    index_stride: u32,
    add_lane: bool,
}

/// OOB_SELECT: what is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The index beyond the records, or the offset beyond the stride.
    Structured,
    /// The index beyond the records.
    Index,
    /// Everything where there are no records.
    Empty,
    /// The byte beyond the records.
    Raw,
}

impl Descriptor {
    pub fn new(words: &[u32]) -> Self {
        let word = |place: usize| words.get(place).copied().unwrap_or(0);
        let (w1, w3) = (word(1), word(3));
        Self {
            base: u64::from(word(0)) | u64::from(w1 & 0xffff) << 32,
            stride: w1 >> 16 & 0x3fff,
            records: word(2),
            select: std::array::from_fn(|component| Select::from_bits(w3 >> (3 * component))),
            format: (w3 >> 12 & 0x7f) as u8,
            bounds: [Bounds::Structured, Bounds::Index, Bounds::Empty, Bounds::Raw][(w3 >> 28 & 3) as usize],
            swizzle: w1 >> 31 != 0,
            index_stride: 8 << (w3 >> 21 & 3),
            add_lane: w3 >> 23 & 1 != 0,
        }
    }

    /// Whether `bytes` at the place are inside.
    fn holds(&self, place: &Place, bytes: u32) -> bool {
        let (index, offset) = (place.index, place.offset);
        match self.bounds {
            Bounds::Structured => index < self.records.into() && offset < self.stride.into(),
            Bounds::Index => index < self.records.into(),
            Bounds::Empty => self.records != 0,
            Bounds::Raw if self.swizzle && self.stride != 0 => {
                index < self.records.into() && offset + u64::from(bytes) <= self.stride.into()
            }
            Bounds::Raw => self.linear(place) + u64::from(bytes) + place.soffset <= self.records.into(),
        }
    }

    fn linear(&self, place: &Place) -> u64 {
        place.index * u64::from(self.stride) + place.offset
    }

    fn address(&self, place: &Place) -> u64 {
        let within = if self.swizzle { self.swizzled(place) } else { self.linear(place) };
        self.base.wrapping_add(place.soffset).wrapping_add(within)
    }

    /// Elements of neighbouring indices lie side by side (RDNA2 ISA, 8.1.5.2, swizzled buffer addressing). gfx10 has elements of 4 bytes.
    fn swizzled(&self, place: &Place) -> u64 {
        const ELEMENT: u64 = 4;
        let lanes = u64::from(self.index_stride);
        let (index_high, index_low) = (place.index / lanes, place.index % lanes);
        let (offset_high, offset_low) = (place.offset / ELEMENT, place.offset % ELEMENT);
        (index_high * u64::from(self.stride) + offset_high * ELEMENT) * lanes + index_low * ELEMENT + offset_low
    }
}

/// Where a lane goes.
#[derive(Clone, Copy)]
struct Place {
    index: u64,
    offset: u64,
    soffset: u64,
}

impl Place {
    fn of(wave: &WaveState, access: &Buffer, descriptor: &Descriptor, soffset: u64, lane: usize) -> Self {
        let address = |place: usize| access.vaddr.map_or(0, |vaddr| u64::from(wave.vgpr(next(vaddr, place))[lane]));
        let index = if access.idxen { address(0) } else { 0 };
        let offset = if access.offen { address(usize::from(access.idxen)) } else { 0 };
        Self {
            index: (index + if descriptor.add_lane { lane as u64 } else { 0 }) & 0xffff_ffff,
            offset: offset + u64::from(access.offset),
            soffset,
        }
    }

    fn plus(self, bytes: u32) -> Self {
        Self { offset: self.offset + u64::from(bytes), ..self }
    }
}

/// What an opcode moves.
#[derive(Clone, Copy)]
enum Kind {
    Load(Width),
    Store(Width),
    /// Components by the format; with 16 bits each, two in a register.
    LoadFormat {
        components: usize,
        d16: D16,
    },
    StoreFormat {
        components: usize,
        d16: D16,
    },
    Atomic(Atomic),
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum D16 {
    No,
    Packed,
    /// One component in the upper half.
    High,
}

/// A loaded value of fewer than four bytes in its register.
pub(super) fn merge(width: Width, old: u32, value: u32) -> u32 {
    if width.bytes >= 4 {
        return value;
    }
    let unused = 32 - 8 * width.bytes;
    let value = if width.signed { ((value << unused) as i32 >> unused) as u32 } else { value };
    match width.half {
        None => value,
        Some(false) => old & 0xffff_0000 | value & 0xffff,
        Some(true) => old & 0xffff | value << 16,
    }
}

fn kind(opcode: Opcode) -> Option<Kind> {
    let name = opcode.name();
    let name = name.strip_prefix("T").unwrap_or(name).strip_prefix("BUFFER_")?;
    if let Some(atomic) = memory_atomic(opcode) {
        return Some(Kind::Atomic(atomic));
    }
    let components = |text: &str| match text {
        "X" => Some((1, D16::No)),
        "XY" => Some((2, D16::No)),
        "XYZ" => Some((3, D16::No)),
        "XYZW" => Some((4, D16::No)),
        "D16_X" => Some((1, D16::Packed)),
        "D16_XY" => Some((2, D16::Packed)),
        "D16_XYZ" => Some((3, D16::Packed)),
        "D16_XYZW" => Some((4, D16::Packed)),
        "D16_HI_X" => Some((1, D16::High)),
        _ => None,
    };
    if let Some(text) = name.strip_prefix("LOAD_FORMAT_") {
        components(text).map(|(components, d16)| Kind::LoadFormat { components, d16 })
    } else if let Some(text) = name.strip_prefix("STORE_FORMAT_") {
        components(text).map(|(components, d16)| Kind::StoreFormat { components, d16 })
    } else if let Some(text) = name.strip_prefix("LOAD_") {
        Width::load(text).map(Kind::Load)
    } else if let Some(text) = name.strip_prefix("STORE_") {
        Width::store(text).map(Kind::Store)
    } else {
        // There is no cache.
        matches!(opcode, BUFFER_GL0_INV | BUFFER_GL1_INV).then_some(Kind::Nothing)
    }
}

pub(super) fn execute(
    wave: &mut WaveState,
    shared: &mut Shared<'_>,
    opcode: Opcode,
    access: &Buffer,
) -> Result<(), Fault> {
    let kind = kind(opcode).ok_or(Fault::Unsupported("this buffer opcode"))?;
    if access.lds {
        return Err(Fault::Unsupported("a load to LDS"));
    }
    let (Some(srsrc), Some(data)) = (access.srsrc, access.vdata.and_then(crate::Operand::vgpr)) else {
        return Ok(());
    };
    let descriptor = Descriptor::new(&wave.scalar_dwords(srsrc)?);
    let soffset = access.soffset.map_or(Ok(0), |operand| wave.read_scalar(operand))?;
    let format = DataFormat::new(access.format.unwrap_or(descriptor.format));
    for lane in wave.active() {
        let place = Place::of(wave, access, &descriptor, soffset, lane);
        let mut lane = Lane { wave, memory: shared.memory, descriptor: &descriptor, place, data, lane };
        let registers = match kind {
            Kind::Load(width) => lane.load(width)?,
            Kind::Store(width) => lane.store(width)?,
            Kind::LoadFormat { components, d16 } => lane.load_format(format.clone()?, components, d16)?,
            Kind::StoreFormat { components, d16 } => lane.store_format(format.clone()?, components, d16)?,
            Kind::Atomic(atomic) => lane.atomic(atomic, access.glc)?,
            Kind::Nothing => 0,
        };
        if access.tfe {
            // The status of a page that is there.
            lane.wave.set_lane_dwords(next(data, registers), lane.lane, &[0]);
        }
    }
    Ok(())
}

/// One lane's access. The functions say how many registers it loads or stores.
struct Lane<'a> {
    wave: &'a mut WaveState,
    memory: &'a mut dyn Memory,
    descriptor: &'a Descriptor,
    place: Place,
    data: Vgpr,
    lane: usize,
}

impl Lane<'_> {
    /// The address of `bytes` from dword `dword` of the access on, if they are inside. Raw buffers are checked dword by dword, others by the
    /// access's first byte.
    fn address(&self, dword: usize, bytes: u32) -> Option<u64> {
        let place = self.place.plus(4 * dword as u32);
        let checked = if self.descriptor.bounds == Bounds::Raw { place } else { self.place };
        self.descriptor.holds(&checked, bytes).then(|| self.place_in_memory(&place, bytes))
    }

    fn place_in_memory(&self, place: &Place, bytes: u32) -> u64 {
        aligned(self.descriptor.address(place), bytes as usize)
    }

    fn read(&mut self, dword: usize, bytes: u32) -> Result<u32, Fault> {
        let mut value = [0; 4];
        if let Some(address) = self.address(dword, bytes) {
            self.memory.read(address, &mut value[..bytes as usize])?;
        }
        Ok(u32::from_le_bytes(value))
    }

    fn write(&mut self, dword: usize, bytes: u32, value: u32) -> Result<(), Fault> {
        match self.address(dword, bytes) {
            Some(address) => self.memory.write(address, &value.to_le_bytes()[..bytes as usize]),
            None => Ok(()),
        }
    }

    fn load(&mut self, width: Width) -> Result<usize, Fault> {
        let registers = width.bytes.div_ceil(4) as usize;
        let values = (0..registers).map(|dword| self.read(dword, width.bytes.min(4))).collect::<Result<Vec<_>, _>>()?;
        for (dword, value) in values.into_iter().enumerate() {
            let register = &mut self.wave.vgpr_mut(next(self.data, dword))[self.lane];
            *register = merge(width, *register, value);
        }
        Ok(registers)
    }

    fn store(&mut self, width: Width) -> Result<usize, Fault> {
        let registers = width.bytes.div_ceil(4) as usize;
        for (dword, value) in self.wave.lane_dwords(self.data, registers, self.lane).into_iter().enumerate() {
            let value = if width.half == Some(true) { value >> 16 } else { value };
            self.write(dword, width.bytes.min(4), value)?;
        }
        Ok(registers)
    }

    fn load_format(&mut self, format: DataFormat, components: usize, d16: D16) -> Result<usize, Fault> {
        let mut texel = [0; 4];
        if self.descriptor.holds(&self.place, format.bytes()) {
            let mut bytes = [0; 16];
            let address = self.place_in_memory(&self.place, format.bytes());
            self.memory.read(address, &mut bytes[..format.bytes() as usize])?;
            texel = format.select(format.decode(bytes), self.descriptor.select);
        }
        let values = match d16 {
            D16::No => texel[..components].to_vec(),
            _ => pack16(&format, &texel[..components]),
        };
        for (place, value) in values.iter().enumerate() {
            let register = &mut self.wave.vgpr_mut(next(self.data, place))[self.lane];
            *register = match d16 {
                D16::No => *value,
                D16::High => *register & 0xffff | value << 16,
                // The last half stays where the count is odd.
                D16::Packed if 2 * place + 1 == components => *register & 0xffff_0000 | value & 0xffff,
                D16::Packed => *value,
            };
        }
        Ok(values.len())
    }

    fn store_format(&mut self, format: DataFormat, components: usize, d16: D16) -> Result<usize, Fault> {
        let registers = if d16 == D16::No { components } else { components.div_ceil(2) };
        let values = self.wave.lane_dwords(self.data, registers, self.lane);
        let mut texel = [0; 4];
        for (component, value) in texel.iter_mut().enumerate().take(components) {
            *value = match d16 {
                D16::No => values[component],
                D16::Packed => format.widen(values[component / 2] >> (16 * (component % 2))),
                D16::High => format.widen(values[0] >> 16),
            };
        }
        if self.descriptor.holds(&self.place, format.bytes()) {
            let bytes = format.encode(texel);
            let address = self.place_in_memory(&self.place, format.bytes());
            self.memory.write(address, &bytes[..format.bytes() as usize])?;
        }
        Ok(registers)
    }

    fn atomic(&mut self, atomic: Atomic, returns: bool) -> Result<usize, Fault> {
        let registers = atomic.bytes() / 4 * if atomic.operation.has_comparand() { 2 } else { 1 };
        let operands = self.wave.lane_dwords(self.data, registers, self.lane);
        let inside = self.descriptor.holds(&self.place, atomic.bytes() as u32);
        let old = match inside {
            true => atomic.run(self.memory, self.descriptor.address(&self.place), &operands)?,
            false => 0,
        };
        if returns {
            let dwords = [old as u32, (old >> 32) as u32];
            self.wave.set_lane_dwords(self.data, self.lane, &dwords[..atomic.bytes() / 4]);
        }
        Ok(registers)
    }
}

/// Components of 16 bits, two in a register.
fn pack16(format: &DataFormat, texel: &[u32]) -> Vec<u32> {
    let narrow = |value: u32| format.narrow(value);
    texel.chunks(2).map(|pair| narrow(pair[0]) | pair.get(1).map_or(0, |value| narrow(*value) << 16)).collect()
}
